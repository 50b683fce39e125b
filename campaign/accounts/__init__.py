"""Log in and out, keep a guest's campaigns, change a password."""
