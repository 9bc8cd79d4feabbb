"""What those who run the site see and do: processes, metrics, the site's health, moderation and its log."""
