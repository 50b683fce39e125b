"""The style page, which shows every component, for work on the design of the site."""
