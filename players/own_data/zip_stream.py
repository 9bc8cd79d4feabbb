"""A zip file of a person's data, streamed while it is made: memory does not grow with the number of matches."""

import json
from collections.abc import Iterator
from typing import IO, Any, cast
from zipfile import ZIP_DEFLATED, ZipFile

from django.core.serializers.json import DjangoJSONEncoder

from players.models import User
from players.own_data.sections import SECTIONS


def zip_of(user: User, readme: str) -> Iterator[bytes]:
    sink = _Sink()
    with ZipFile(cast("IO[bytes]", sink), "w", ZIP_DEFLATED) as archive:
        archive.writestr("README.txt", readme)
        for section in SECTIONS:
            for path, content in section.files(user):
                archive.writestr(path, content if isinstance(content, str) else _json(content))
                yield sink.take()
    yield sink.take()


def _json(content: Any) -> str:
    return json.dumps(content, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1) + "\n"


class _Sink:
    """A write-only file without seeking, from which written data is taken in between."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []

    def write(self, data: bytes) -> int:
        self.pieces.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        pass

    def take(self) -> bytes:
        taken = b"".join(self.pieces)
        self.pieces.clear()
        return taken
