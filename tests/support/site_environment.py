"""The variables of a site of its own."""

SITE = {
    "SECRET_KEY": "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "ALLOWED_HOSTS": "localhost",
    "SITE_URL": "https://localhost",
    "BROKER_URL": "redis://127.0.0.1:6379/0",
    "CACHE_URL": "redis://127.0.0.1:6379/1",
    "EMAIL_URL": "memorymail://",
    "TRUSTED_PROXIES": "0",
}
