"""The Django project and its one app: accounts, campaigns, the log and every page. `scoring` computes all points."""
