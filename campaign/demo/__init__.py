"""Make two campaigns of simulated games, in which visitors can look around."""
