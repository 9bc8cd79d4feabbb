"""The settings for a database that was restored from a backup: no cache is shared with the true site."""

from .settings import *  # noqa: F403  # all of them but those below

CACHES = {
    name: {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}
    for name in ("default", "states")
}
