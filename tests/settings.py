"""The site's settings, with what tests need otherwise. DATABASE_URL chooses the database here too."""

import os
import tempfile

scratch = tempfile.mkdtemp(prefix="napoleon-tests-")
os.environ["VAR_DIR"] = scratch
# Named by the machine's owner for a site of theirs, not for the tests.
for name in (
    "ALLOWED_HOSTS",
    "BROKER_URL",
    "CACHE_URL",
    "DEBUG",
    "EMAIL_URL",
    "METRICS_TOKEN",
    "REPLICA_URL",
    "SECRET_KEY",
    "SITE_URL",
    "TRUSTED_PROXIES",
):
    os.environ.pop(name, None)
if os.environ.get("DATABASE_URL"):
    os.environ |= {
        "ALLOWED_HOSTS": "localhost",
        "BROKER_URL": "memory://",
        "CACHE_URL": "redis://localhost:6379/9",
        # A thread of a test that ends without closing its connection keeps that place in the pool.
        "DATABASE_POOL_SIZE": "30",
        "EMAIL_URL": "memorymail://",
        "SECRET_KEY": "only-for-tests-0123456789-abcdefghijklmnopqrstuvwxyz",
        "SITE_URL": "https://localhost",
        "TRUSTED_PROXIES": "0",
    }

from napoleon_site.settings import *  # noqa: E402, F403

# A file, because threads that write at the same time meet there as they do on a site; in memory they would not.
if EMBEDDED:  # noqa: F405
    DATABASES["default"]["TEST"] = {"NAME": os.path.join(scratch, "test.sqlite3")}  # noqa: F405
    # What a test has written need not survive the machine.
    DATABASES["default"]["OPTIONS"]["init_command"] += " PRAGMA synchronous=OFF;"  # noqa: F405
else:
    DATABASES["default"]["OPTIONS"]["options"] = "-c synchronous_commit=off"  # noqa: F405
# One process, so its memory serves; no server is needed for a test that is not about one.
IN_MEMORY = "django.core.cache.backends.locmem.LocMemCache"
CACHES = {name: {"BACKEND": IN_MEMORY, "LOCATION": name} for name in ("default", "states")}
CELERY_BROKER_URL = "memory://"
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = {}
CELERY_TASK_ALWAYS_EAGER = True
PROCESS_BEATS = False
# A question every two seconds would be one statement more in some tests.
ASKS_FOR_READ_ONLY = False
CELERY_TASK_EAGER_PROPAGATES = True
ANALYSE_IN_PROCESS_OF_ITS_OWN = False
BOT_THINKS_FOR = 0.0
# It takes seconds a deal: the tests of analyses ask for them.
ANALYSE_ENDED_MATCHES = False
# The test client speaks http.
SECURE_SSL_REDIRECT = False
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = False
# The strength of a password's hash is not what tests wait for.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
STATIC_ROOT = scratch
# What a page says is tested, not how its template is laid out.
MIDDLEWARE = ["tests.support.markup.canonical_pages", *MIDDLEWARE]  # noqa: F405
