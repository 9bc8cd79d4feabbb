"""Files with secret keys that an embedded site creates for itself."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile


def load_or_create_key(path: Path, make: Callable[[], str]) -> str:
    """The key in the file, which is created if needed. Concurrent processes get the same key."""
    if not path.exists():
        # Only the owner can read the temporary file. Linking is atomic and fails if another process was first.
        with NamedTemporaryFile("w", dir=path.parent, prefix=f"{path.name}.") as made:
            made.write(make())
            made.flush()
            with suppress(FileExistsError):
                os.link(made.name, path)
    return path.read_text()
