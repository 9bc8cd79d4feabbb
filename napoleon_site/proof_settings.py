"""Settings for a database restored from a backup: it shares no cache with the real site."""

from .settings import *  # noqa: F403  # all but those below

CACHES = {name: {"BACKEND": "django.core.cache.backends.dummy.DummyCache"} for name in ("default", "states")}
