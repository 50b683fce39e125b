"""Bring in old plays: the totals of games that were kept in BG Stats or on BoardGameGeek."""
