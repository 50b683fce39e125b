"""What all features share for handling requests and responses."""
