"""The table's book: what somebody's campaigns add up to, and who is who in them."""
