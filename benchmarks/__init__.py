"""Measure the speed of the engine and the site, and print the figures: `python -m benchmarks`."""
