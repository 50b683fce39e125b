"""Delete superfluous example queries of the site's search: `python -m tools.search.prune`."""
