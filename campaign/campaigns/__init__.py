"""A group's campaigns: the home page, a campaign with its settings and terms, single games, the bin."""
