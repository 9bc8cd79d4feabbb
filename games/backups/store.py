"""Where backups are kept: a folder, or a store such as S3."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import obstore
from django.conf import settings
from obstore.store import LocalStore, from_url


def put(name: str, file: Path) -> None:
    obstore.put(_store(), name, file)


def get(name: str, file: Path) -> None:
    with file.open("wb") as target:
        for chunk in obstore.get(_store(), name):
            target.write(chunk)


def names() -> list[str]:
    """Return the names of all that is stored, in order."""
    return sorted(found["path"] for batch in obstore.list(_store()) for found in batch)


def delete(name: str) -> None:
    obstore.delete(_store(), name)


def _store() -> Any:
    """The store that BACKUP_STORE names. Other variables, such as AWS_ACCESS_KEY_ID, say who may use it."""
    if "://" in settings.BACKUP_STORE:
        return from_url(settings.BACKUP_STORE)
    return LocalStore(settings.BACKUP_STORE, mkdir=True)
