"""Drafts: created, written line by line, stored as a match or discarded. Every step is saved at once."""

import json
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Any, Final
from uuid import NAMESPACE_URL, UUID, uuid5

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.imports.parse import UploadedRecord, records
from games.imports.services import UploadError, lock_contents, refuse_beyond_limit, seen_by
from games.imports.store import store_record
from games.kernel.stored_rules import columns_of
from games.models import Draft, Game
from games.transcription.line_entry import is_due, tidied, written
from games.transcription.sheet import LineError, LineFault, MatchLines, sheet_from_json
from games.transcription.transcript_check import CheckedDeal, CheckedTranscript, check
from games.turns.outages import ago
from napoleon.engine import Deal, Rules, is_over
from napoleon.engine.record import header
from napoleon.engine.wire import event_to_json
from players.account_locks import TWICE, lock_accounts
from players.models import User

# The most unfinished drafts that one user may have.
MOST: Final = 5
KEPT: Final = timedelta(weeks=8)
"""How long an unchanged draft stays."""
MOST_DEALS: Final = 150


class DraftError(Exception):
    """The draft cannot be changed or stored; the text says why, in the user's language."""


class StaleDraft(Exception):
    """Another window changed the draft in the meantime."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableTold:
    """What the scribe enters about the table before the first deal."""

    name: str
    played_on: date
    rules: Rules
    players: list[str]
    dealer: int


def sheet_of(draft: Draft) -> MatchLines:
    return sheet_from_json(draft.sheet_json)


def checked(draft: Draft) -> CheckedTranscript:
    """All lines so far, replayed."""
    return check(draft.rules, draft.dealer, sheet_of(draft))


@transaction.atomic
def begin(*, user: User, table: TableTold) -> Draft:
    """Create a draft without any line."""
    lock_accounts(user)
    now, own, columns = timezone.now(), Draft.objects.filter(user=user), _columns(table)
    if earlier := own.filter(version=0, changed_at__gt=now - TWICE, **columns).first():
        return earlier
    if own.count() >= MOST:
        raise DraftError(_("You have several unfinished matches. Store or discard one first."))
    return Draft.objects.create(user=user, changed_at=now, **columns)


def _columns(table: TableTold) -> dict[str, Any]:
    return {
        "name": table.name,
        "played_on": table.played_on,
        **columns_of(table.rules),
        "players": table.players,
        "dealer": table.dealer,
    }


@transaction.atomic
def change_table(*, draft: Draft, version: int, table: TableTold) -> None:
    """Change names, rules or date; the lines stay and are replayed by the new rules."""
    locked = _lock(draft, version)
    if locked.sheet_json and len(table.players) != len(locked.players):
        raise DraftError(_("Once deals have been entered, the number of names cannot change."))
    for column, value in _columns(table).items():
        setattr(locked, column, value)
    _save(locked, sheet_of(locked))


@transaction.atomic
def write(*, draft: Draft, version: int, index: int, line: str, text: str) -> None:
    """Write a line of a deal. Raises `LineError` if the line itself is wrong."""
    locked = _lock(draft, version)
    sheet, rules = sheet_of(locked), locked.rules
    if index > MOST_DEALS or not is_due(check(rules, locked.dealer, sheet), sheet, index, line):
        raise LineError(LineFault(line=line, reason="not_due"))
    if not text.strip():
        raise LineError(LineFault(line=line, reason="nothing"))
    _save(locked, written(rules, locked.dealer, sheet, index, line, text))


@transaction.atomic
def take_out(*, draft: Draft, version: int, index: int, line: str) -> None:
    """Remove a whole line from a deal."""
    locked = _lock(draft, version)
    sheet = sheet_of(locked)
    if 1 <= index <= len(sheet.deals) and line in sheet.deal(index):
        _save(locked, sheet.with_deal(index, sheet.deal(index).put(line, "")))


@transaction.atomic
def take_back(*, draft: Draft, version: int) -> None:
    """Take the last card or bid back."""
    locked = _lock(draft, version)
    _save(locked, sheet_of(locked).without_last())


def discard(*, draft: Draft) -> None:
    Draft.objects.filter(pk=draft.pk).delete()


def _lock(draft: Draft, version: int) -> Draft:
    locked = Draft.objects.select_for_update().filter(pk=draft.pk).first()
    if locked is None or locked.version != version:
        raise StaleDraft
    return locked


def _save(draft: Draft, sheet: MatchLines) -> None:
    draft.sheet_json = tidied(draft.rules, draft.dealer, sheet).to_json()
    draft.changed_at = timezone.now()
    draft.version += 1
    draft.save()


# --- Storing ---


def record_of(draft: Draft, replayed: CheckedTranscript, *, is_over_now: bool) -> UploadedRecord:
    """The match as the importer reads it. ``is_over_now``: the match had only the deals transcribed."""
    rules = replayed.rules
    if is_over_now and not is_over(replayed.match):
        rules = replace(rules, deals=max(1, replayed.ended))
        replayed = replace(replayed, deals=[deal for deal in replayed.deals if deal.is_done])
    (record,) = records(_record(replayed, rules, draft))
    return record


def _noon(day: date) -> datetime:
    """Noon of that day in the user's time zone, or now if noon is still to come."""
    return min(timezone.make_aware(datetime.combine(day, time(12))), timezone.now())


def same_as(record: UploadedRecord, user: User) -> Game | None:
    """The same match on this site, if the user may see it."""
    return seen_by(user).filter(content=record.content).first() if record.content else None


@transaction.atomic
def finish(*, draft: Draft, version: int, is_over_now: bool, members: dict[str, int], is_listed: bool) -> Game:
    """Store the match and delete the draft."""
    # The same match may be in another draft or in an upload of the user that is stored now.
    lock_accounts(draft.user)
    locked = _lock(draft, version)
    replayed = checked(locked)
    record = record_of(locked, replayed, is_over_now=is_over_now)
    if replayed.fault is not None or record.fault is not None:
        raise DraftError(_("It cannot be stored yet. See what is wrong."))
    lock_contents([record.content])
    if same_as(record, locked.user) is not None:
        raise DraftError(_("This match is already here."))
    try:
        refuse_beyond_limit(locked.user, 1)
    except UploadError as refusal:
        raise DraftError(str(refusal)) from refusal
    game = store_record(
        record, host=locked.user, members=members, is_listed=is_listed, now=timezone.now(), key=_key_of(locked.slug)
    )
    locked.delete()
    return game


def stored_as(*, slug: str, user: User) -> Game | None:
    """The match stored from the draft of that address; a form sent twice finds no draft any more."""
    return Game.objects.filter(host=user, key=_key_of(slug)).first()


def _key_of(slug: str) -> UUID:
    return uuid5(NAMESPACE_URL, f"draft:{slug}")


def forget_old() -> int:
    """Delete the drafts that nobody has changed for some weeks; return their number."""
    late = ago(KEPT, timezone.now())
    return Draft.objects.filter(changed_at__lt=late).delete()[0]


# --- A transcription as a record of the public format (docs/record.md) ---


BY_HAND: Final = "by hand"
"""The value of ``entered`` in the header of such a record."""


def _record(replayed: CheckedTranscript, rules: Rules, draft: Draft) -> bytes:
    """The record of everything certain: complete deals, and an unfinished one as far as its hands allow."""
    extra: dict[str, Any] = {"entered": BY_HAND, "started": _noon(draft.played_on).isoformat()}
    if draft.name:
        extra["table"] = draft.name
    lines = [header(rules, draft.players, **extra)]
    for deal in replayed.deals:
        lines += _lines(deal)
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode()


def _lines(deal: CheckedDeal) -> list[dict[str, Any]]:
    lines = [event_to_json(event) for event in deal.events]
    if deal.known is not None and deal.known.guessed and isinstance(deal.events[0], Deal):
        lines[0]["widow_known"] = False
    return lines
