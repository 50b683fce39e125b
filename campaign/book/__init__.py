"""The book: the figures of all campaigns of an account, and the people who play in them."""
