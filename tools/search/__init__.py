"""Prune the ways to ask of the search: `python -m tools.search.prune`."""
