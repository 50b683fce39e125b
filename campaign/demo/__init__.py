"""Make two campaigns, played by the engine, in which visitors can look around."""
