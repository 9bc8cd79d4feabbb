"""The database itself, past a pooler such as PgBouncer: what lasts longer than a transaction has to go there."""

from django.conf import settings
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper


def direct_database() -> BaseDatabaseWrapper:
    """An unopened connection to it, which knows its parameters."""
    direct = connection.copy()
    direct.settings_dict |= settings.DIRECT_DATABASE
    return direct
