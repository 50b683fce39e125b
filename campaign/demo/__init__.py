"""Two campaigns to look around in, played by the engine."""
