"""Prune the ways to ask that the search knows: `python -m tools.search.prune`."""
