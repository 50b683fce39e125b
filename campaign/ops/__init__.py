"""Run the site: backups, health, logs, secret key, cleanup."""
