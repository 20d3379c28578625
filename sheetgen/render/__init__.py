"""From layouts to files: imposition on pages, PDF, and rasters of our own PDF."""
