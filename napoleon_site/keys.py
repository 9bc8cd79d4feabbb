"""Keys that an embedded site makes for itself."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile


def kept_key(path: Path, make: Callable[[], str]) -> str:
    """The key in the file, made when first needed. Processes that need it at the same time get one and the same."""
    if not path.exists():
        # For its owner's eyes only; it gets its name when all of it is there, and only if no other has.
        with NamedTemporaryFile("w", dir=path.parent, prefix=f"{path.name}.") as made:
            made.write(make())
            made.flush()
            with suppress(FileExistsError):
                os.link(made.name, path)
    return path.read_text()
