"""Running the site: processes, metrics, health, backups, moderation and its log."""
