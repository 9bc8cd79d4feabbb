"""The store of backups: a folder, or an object store such as S3."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import obstore
from django.conf import settings
from obstore.exceptions import BaseError
from obstore.store import LocalStore, from_url

from staff.backups.databases import RestoreError


@contextmanager
def store_errors() -> Iterator[None]:
    """Raise the store's errors as `RestoreError`, with their first line."""
    try:
        yield
    except (BaseError, OSError) as error:
        reason = str(error).partition("\n")[0]
        raise RestoreError(f"{settings.BACKUP_STORE} cannot be used: {reason}{_missing_key()}") from error


def _missing_key() -> str:
    """Without keys the library asks the machine for some, which is right at Amazon alone."""
    if not settings.BACKUP_STORE.startswith("s3://") or os.environ.get("AWS_ACCESS_KEY_ID"):
        return ""
    return " (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set)"


@store_errors()
def put(name: str, file: Path) -> None:
    obstore.put(_store(), name, file)


@store_errors()
def get(name: str, file: Path) -> None:
    with file.open("wb") as target:
        for chunk in obstore.get(_store(), name):
            target.write(chunk)


@store_errors()
def names() -> list[str]:
    """The names of all stored files, in order."""
    return sorted(entry["path"] for batch in obstore.list(_store()) for entry in batch)


@store_errors()
def delete(name: str) -> None:
    obstore.delete(_store(), name)


def _store() -> Any:
    """The store that BACKUP_STORE names. Other variables, such as AWS_ACCESS_KEY_ID, hold its credentials."""
    if "://" in settings.BACKUP_STORE:
        # The library reads these itself and panics at empty ones, which compose.yaml passes on for unset variables.
        for name in [name for name, value in os.environ.items() if not value.strip()]:
            if name.startswith(("AWS_", "AZURE_", "GOOGLE_")):
                del os.environ[name]
        return from_url(settings.BACKUP_STORE)
    return LocalStore(settings.BACKUP_STORE, mkdir=True)
