"""Compose an own mission, and show own missions. The address holds the whole mission; nothing is stored."""
