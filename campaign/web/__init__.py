"""The code for requests and responses that all features share."""
