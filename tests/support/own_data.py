"""A person's data as the tests read it: the zip that they download, file by file."""

import io
import json
from typing import Any
from zipfile import ZipFile

from django.test import Client

DOWNLOAD = "/me/data/download/"


def unzipped(content: bytes) -> dict[str, str]:
    """The text of each file by path; a damaged archive fails."""
    with ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name).decode() for name in archive.namelist()}


def download(client: Client) -> dict[str, str]:
    response: Any = client.post(DOWNLOAD)
    assert response.status_code == 200
    return unzipped(b"".join(response.streaming_content))


def of_game(files: dict[str, str], slug: str) -> str:
    """All data about one game, without what identifies it."""
    tables = [one for one in json.loads(files["tables.json"]) if one["table"] == slug]
    text = json.dumps([[one for one in tables if one.pop("created")], files.get(f"records/{slug}.jsonl", "")])
    return text.replace(slug, "·")
