"""Benchmarks, each run by a make target; none is a test."""
