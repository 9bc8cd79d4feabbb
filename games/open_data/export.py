"""The open data: finished matches of listed tables whose players all agree, a compressed file a month.

Every export writes all months from what people allow at that moment, so that who has taken their word back is missing.
"""

import gzip
import hashlib
import json
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.db.models import Exists, Max, Min, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.kernel.replay import SeatHolder
from games.models import FormerSeat, Game, Seat
from games.records import open_record
from napoleon.engine.editions import RULES_VERSION
from players.models import OpenData, User

LICENCE: Final = "CC0-1.0"
FORMAT: Final = 1
CHUNK: Final = 200
MANIFEST: Final = "manifest.json"
AGREE: Final = (OpenData.YES, OpenData.NAMED)
Json = dict[str, Any]


class HasLeft(Exception):
    """Somebody who played there has left the site, and can agree to nothing."""


class OpenMatch(NamedTuple):
    """A line of the data."""

    id: str
    ended: date
    bots: list[int]
    record: list[Json]


def matches() -> QuerySet[Game]:
    """Those of which everybody who has ever sat there agrees, as far as they have accounts."""
    refuses = ~Q(user__open_data__in=AGREE)
    seats = Seat.objects.filter(refuses, game=OuterRef("pk"), bot="")
    # Where a bot has taken a seat over, its person is among the former ones.
    former = FormerSeat.objects.filter(refuses, game=OuterRef("pk"))
    found = Game.objects.filter(
        status=Game.Status.FINISHED, is_listed=True, is_imported=False, board_set=None, ended_at__isnull=False
    )
    return found.exclude(Exists(seats)).exclude(Exists(former)).with_seats()


def export(folder: Path, now: datetime) -> Json:
    """Write all months and the manifest, which is returned; files of months without matches go."""
    folder.mkdir(parents=True, exist_ok=True)
    names = dict(User.objects.filter(open_data=OpenData.NAMED).values_list("pk", "name"))
    files = [told for month in _months() if (told := _write_month(folder, month, names))["matches"]]
    manifest = {
        "format": FORMAT,
        "licence": LICENCE,
        "licence_url": "https://creativecommons.org/publicdomain/zero/1.0/",
        "site": settings.SITE_URL,
        "generated": now.astimezone(timezone.get_default_timezone()).isoformat(timespec="seconds"),
        "rules_version": RULES_VERSION,
        "files": files,
    }
    _replace(folder / MANIFEST, json.dumps(manifest, indent=2).encode() + b"\n")
    kept = {told["name"] for told in files}
    for path in folder.glob("napoleon-*.ndjson.gz"):
        if path.name not in kept:
            path.unlink()
    return manifest


def _months() -> Iterator[date]:
    """The first days of all months, from the first match to the last."""
    ends = Game.objects.filter(status=Game.Status.FINISHED).aggregate(first=Min("ended_at"), last=Max("ended_at"))
    if ends["first"] is None:
        return
    month, last = ends["first"].date().replace(day=1), ends["last"].date()
    while month <= last:
        yield month
        month = _next(month)


def _next(month: date) -> date:
    return date(month.year + month.month // 12, month.month % 12 + 1, 1)


def _write_month(folder: Path, month: date, names: dict[int, str]) -> Json:
    """Write the matches that ended in the month; what the manifest tells of the file."""
    name = f"napoleon-{month:%Y-%m}.ndjson.gz"
    part = folder / f"{name}.part"
    counted = {"matches": 0, "deals": 0}
    with part.open("wb") as file, gzip.GzipFile(fileobj=file, mode="wb", filename="", mtime=0) as packed:
        for match in of_month(month, names):
            counted["matches"] += 1
            counted["deals"] += sum(line.get("type") == "deal" for line in match.record)
            packed.write(line_of(match).encode())
    with part.open("rb") as written:
        digest = hashlib.file_digest(written, "sha256").hexdigest()
    told = {"name": name, **counted, "bytes": part.stat().st_size, "sha256": digest}
    part.replace(folder / name)
    return told


def of_month(month: date, names: dict[int, str]) -> Iterator[OpenMatch]:
    """In the order of their addresses, which are drawn by chance. Memory does not grow with them."""
    begins, ends = (datetime(each.year, each.month, 1, tzinfo=UTC) for each in (month, _next(month)))
    found = matches().filter(ended_at__gte=begins, ended_at__lt=ends).order_by("slug")
    for game in found.iterator(CHUNK):
        with suppress(HasLeft):
            record = open_record(game, lambda holder: _name(holder, names))
            yield OpenMatch(pseudonym("match", game.pk), _day(game), _bots(game), record)


def _day(game: Game) -> date:
    assert game.ended_at is not None  # noqa: S101  # as `matches` asks
    return game.ended_at.date()


def _bots(game: Game) -> list[int]:
    """The seats of bots: the site's own, and those of people."""
    return [seat.number for seat in game.seats.all() if seat.bot or (seat.user is not None and seat.user.is_bot)]


def line_of(match: OpenMatch) -> str:
    return json.dumps({**match._asdict(), "ended": match.ended.isoformat()}, ensure_ascii=False) + "\n"


def _name(holder: SeatHolder, names: dict[int, str]) -> str:
    if holder.user_id is None:
        if holder.is_person:
            raise HasLeft
        return f"bot:{holder.bot}"
    return names.get(holder.user_id) or pseudonym("player", holder.user_id)


def pseudonym(kind: str, key: int) -> str:
    """Stays the same from edition to edition; only who knows the site's secret key could tell whose it is."""
    return f"{kind}-{salted_hmac(f'games.open_data.{kind}', str(key), algorithm='sha256').hexdigest()[:12]}"


def _replace(path: Path, content: bytes) -> None:
    part = path.with_suffix(".part")
    part.write_bytes(content)
    part.replace(path)
