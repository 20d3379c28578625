"""From a photo to marks: loading, registration, sheet code, alignment, marks, overlay.

The only package that knows pixels. Arrays are numpy, uint8, RGB, shape (height, width, 3).
"""
