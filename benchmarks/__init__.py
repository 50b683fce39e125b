"""Measurements, for people: `python -m benchmarks`."""
