"""The search of the rules. Its index contains every sentence of the library's pages."""
