"""A backup as one encrypted file: a copy of the database, the site's keys, and the number of rows of every table.

The encryption is age's (https://age-encryption.org), so that its own program opens a backup without this site:
`age --decrypt --identity KEY_FILE napoleon-….tar.gz.age | tar -xz`.
"""

import json
import shutil
import tarfile
from pathlib import Path
from typing import Final

import pyrage
from django.conf import settings

from staff.backups.databases import Counts, RestoreError, database

ENDING: Final = ".tar.gz.age"
COUNTS: Final = "counts.json"


def new_key() -> str:
    return str(pyrage.x25519.Identity.generate())


def copy_site(folder: Path) -> Counts:
    """Copy the database and the keys into this folder. Raises `RestoreError`."""
    counts = database().copy(folder)
    if not counts:
        raise RestoreError("The database has no tables yet: `manage.py migrate` makes them.")
    (folder / COUNTS).write_text(json.dumps(counts))
    keys = {"secret_key": settings.SECRET_KEY, "vapid_key": settings.VAPID_PRIVATE_KEY}
    for name, value in keys.items():
        # The site itself takes the variable first, and its own file only without it.
        if value:
            (folder / name).write_text(value)
        elif settings.EMBEDDED and (settings.VAR_DIR / name).exists():
            shutil.copy2(settings.VAR_DIR / name, folder)
    return counts


def pack(folder: Path, archive: Path) -> None:
    """Write the folder's files into one encrypted file."""
    plain = archive.with_suffix(".plain")
    # PostgreSQL's copies are already compressed.
    with tarfile.open(plain, "w:gz", compresslevel=1) as tar:
        for path in sorted(folder.iterdir()):
            tar.add(path, path.name)
    pyrage.encrypt_file(str(plain), str(archive), [_identity().to_public()])
    plain.unlink()


def unpack(archive: Path, folder: Path) -> Counts:
    """Decrypt an archive into this folder. Raises `RestoreError`."""
    plain = archive.with_suffix(".plain")
    try:
        pyrage.decrypt_file(str(archive), str(plain), [_identity()])
    except (pyrage.DecryptError, OSError) as error:
        raise RestoreError(f"{archive.name} cannot be decrypted: {error}") from None
    folder.mkdir(exist_ok=True)
    with tarfile.open(plain) as tar:
        for member in tar:
            _extract(tar, member, folder)
    plain.unlink()
    counts: Counts = json.loads((folder / COUNTS).read_text())
    return counts


def _extract(tar: tarfile.TarFile, member: tarfile.TarInfo, folder: Path) -> None:
    """Extract a file into the folder. Debian 12's Python has no tar filters that refuse unsafe members."""
    source = tar.extractfile(member) if member.isfile() else None
    if source is None or Path(member.name).name != member.name:
        raise RestoreError(f"{member.name} is not what a backup holds.")
    with source, (folder / member.name).open("wb") as target:
        shutil.copyfileobj(source, target)
    (folder / member.name).chmod(member.mode & 0o700)


def _identity() -> pyrage.x25519.Identity:
    """The key of this site. Raises `RestoreError`."""
    try:
        return pyrage.x25519.Identity.from_str(settings.BACKUP_KEY)
    except pyrage.IdentityError as error:
        raise RestoreError(f"BACKUP_KEY is no key of age: {error}.") from None
