"""The command line. One module per command; the modules import the rest only when they run."""
