"""Keep the library readable without a connection."""
