"""Prints score sheets for Qwixx and its variants and checks completed ones from photos."""

__version__ = "0.1.0"
