"""HTTP plumbing that every feature uses."""
