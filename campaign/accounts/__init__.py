"""Log in and out, turn a guest into an account, change a password, and delete an account."""
