"""Compose missions, and show composed missions. The address holds the whole mission; nothing is stored."""
