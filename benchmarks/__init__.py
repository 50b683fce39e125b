"""Measure the speed of the engine and the site, for people to read: `python -m benchmarks`."""
