"""Finished matches as compressed files of records, one a month, readable without this site and its database.

A file gets its name only after every record in it has been read back, replayed and compared with the log. The log stays
in the database: reviews, statistics and the proofs of backups read it.
"""

import gzip
import hashlib
import zlib
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from games.kernel.log import broken_links
from games.models import Game, Seat
from games.records.export import unnamed_record
from games.records.fingerprint import content_of
from napoleon.engine.record import Replayed, replay


class NotArchived(Exception):
    """The file or the log is damaged; the file was discarded."""


class Month(NamedTuple):
    """The matches that ended in a month, by UTC."""

    first: date
    games: tuple[int, ...]

    @property
    def file_name(self) -> str:
        return f"matches-{self.first:%Y-%m}.jsonl.gz"


def months_before(moment: datetime) -> list[Month]:
    """The months over by then, each with the matches that were finished here."""
    ended = Game.objects.filter(status=Game.Status.FINISHED, is_imported=False, ended_at__lt=_month(moment))
    rows = ended.order_by("ended_at", "pk").values_list("ended_at", "pk")
    by_month = groupby(((_month(at), key) for at, key in rows if at), key=lambda row: row[0])
    return [Month(first.date(), tuple(key for _first, key in own)) for first, own in by_month]


def _month(moment: datetime) -> datetime:
    return moment.astimezone(UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0)


def write(month: Month, folder: Path) -> Path:
    """Write the file of the month, with its SHA-256 beside it. Raises `NotArchived` if a check fails."""
    path = folder / month.file_name
    part = path.with_suffix(".part")
    try:
        with part.open("wb") as raw, gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as file:
            for game in _games(month.games):
                if broken_links(game):
                    raise NotArchived(f"The log of {game.slug} is not in order: see manage.py verify.")
                file.write(unnamed_record(game).encode())
        verify(part, month.games)
        digest = hashlib.sha256(part.read_bytes()).hexdigest()
        path.with_name(f"{path.name}.sha256").write_text(f"{digest}  {path.name}\n")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return path


def verify(path: Path, game_ids: Sequence[int]) -> None:
    """Replay every record of the file and compare it with the stored match; neither may have a match more."""
    try:
        _compare(path, game_ids)
    except (gzip.BadGzipFile, zlib.error, EOFError, UnicodeDecodeError) as error:
        raise NotArchived(f"{path.name} is damaged: {error}") from error


def _compare(path: Path, game_ids: Sequence[int]) -> None:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        records = replay(file)
        for game in _games(game_ids):
            record = next(records, None)
            if record is None or not _is_of(record, game):
                raise NotArchived(f"{path.name} does not hold {game.slug} as it was played.")
        if next(records, None) is not None:
            raise NotArchived(f"{path.name} holds more than it should.")


def _is_of(record: Replayed, game: Game) -> bool:
    if record.error is not None or record.rules is None or record.match is None:
        return False
    scores = Seat.objects.filter(game=game).order_by("number").values_list("score", flat=True)
    same_content = content_of(record.rules, record.events) == game.content
    return same_content and list(record.match.scores) == list(scores)


def _games(keys: Sequence[int]) -> Iterator[Game]:
    for key in keys:
        yield Game.objects.with_seats().get(pk=key)
