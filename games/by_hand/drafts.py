"""Drafts: begun, written in line by line, taken back, stored as a match or thrown away. Every step is saved."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Any, Final
from uuid import NAMESPACE_URL, UUID, uuid5

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.engine import Rules, is_over, rules_from_json
from games.importing.reading import Found, records
from games.importing.storing import store
from games.importing.uploads import seen_by
from games.models import Draft, Game
from players.models import User

from .checking import Checked, check
from .faults import Fault, Faulty
from .lines import is_due, tidied, written
from .sheet import Sheet, sheet_from_json
from .writing import Head, record_of

# So many of a person's drafts may be unfinished.
MOST: Final = 5
KEPT: Final = timedelta(weeks=8)
"""How long a draft stays that nobody changes."""
MOST_DEALS: Final = 150


class DraftError(Exception):
    """It cannot be done; the text says why, in the reader's language."""


class StaleDraft(Exception):
    """It was changed in another window meanwhile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableTold:
    """What is told of the table before the first deal."""

    name: str
    played_on: date
    rules: dict[str, Any]
    players: list[str]
    dealer: int


def sheet_of(draft: Draft) -> Sheet:
    return sheet_from_json(draft.sheet_json)


def checked(draft: Draft) -> Checked:
    """All that has been written, replayed."""
    return check(draft.rules, draft.dealer, sheet_of(draft))


def begin(*, user: User, table: TableTold) -> Draft:
    """A draft of a match, with nothing written yet."""
    if Draft.objects.filter(user=user).count() >= MOST:
        raise DraftError(_("You have several unfinished matches. Store or discard one first."))
    return Draft.objects.create(user=user, changed_at=timezone.now(), **_columns(table))


def _columns(table: TableTold) -> dict[str, Any]:
    return {
        "name": table.name,
        "played_on": table.played_on,
        "rules_json": table.rules,
        "players": table.players,
        "dealer": table.dealer,
    }


@transaction.atomic
def change_table(*, draft: Draft, version: int, table: TableTold) -> None:
    """Other names, rules or dates; what is written stays, and is replayed by them."""
    locked = _lock(draft, version)
    if locked.sheet_json and len(table.players) != len(locked.players):
        raise DraftError(_("With deals written, there must be as many names as before."))
    for column, value in _columns(table).items():
        setattr(locked, column, value)
    _save(locked, sheet_of(locked))


@transaction.atomic
def write(*, draft: Draft, version: int, index: int, line: str, text: str) -> None:
    """Write a line of a deal. Raises `Faulty` if the line is wrong in itself."""
    locked = _lock(draft, version)
    sheet, rules = sheet_of(locked), locked.rules
    if index > MOST_DEALS or not is_due(check(rules, locked.dealer, sheet), sheet, index, line):
        raise Faulty(Fault(line=line, reason="not_due"))
    if not text.strip():
        raise Faulty(Fault(line=line, reason="nothing"))
    _save(locked, written(rules, locked.dealer, sheet, index, line, text))


@transaction.atomic
def take_out(*, draft: Draft, version: int, index: int, line: str) -> None:
    """Take a whole line out of a deal."""
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


def _save(draft: Draft, sheet: Sheet) -> None:
    draft.sheet_json = tidied(draft.rules, draft.dealer, sheet).to_json()
    draft.changed_at = timezone.now()
    draft.version += 1
    draft.save()


# --- Storing ---


def found_of(draft: Draft, told: Checked, *, is_over_now: bool) -> Found:
    """The match as the importer reads it. ``is_over_now``: it had no more deals than were played."""
    rules = told.rules
    if is_over_now and not is_over(told.match):
        rules = _ended_rules(draft, told)
        told = replace(told, deals=[deal for deal in told.deals if deal.is_done])
    head = Head(players=draft.players, table=draft.name, started=_noon(draft.played_on))
    (found,) = records(record_of(told, rules, head))
    return found


def _ended_rules(draft: Draft, told: Checked) -> Rules:
    """The rules of a match of as many deals as were played."""
    return rules_from_json({**draft.rules_json, "deals": max(1, told.ended)})


def _noon(day: date) -> datetime:
    """The middle of that day where the reader is, or now if that is still to come."""
    return min(timezone.make_aware(datetime.combine(day, time(12))), timezone.now())


def same_as(found: Found, user: User) -> Game | None:
    """The match of the site that is the same, if the reader may see it."""
    return seen_by(user).filter(content=found.content).first() if found.content else None


@transaction.atomic
def finish(
    *, draft: Draft, version: int, is_over_now: bool, members: dict[str, int], is_listed: bool
) -> Game:
    """Store the match, and throw the draft away."""
    locked = _lock(draft, version)
    told = checked(locked)
    found = found_of(locked, told, is_over_now=is_over_now)
    if told.fault is not None or found.fault is not None:
        raise DraftError(_("It cannot be stored yet: see what is wrong."))
    if same_as(found, locked.user) is not None:
        raise DraftError(_("This match is here already."))
    game = store(
        found,
        host=locked.user,
        members=members,
        is_listed=is_listed,
        now=timezone.now(),
        key=_key_of(locked.slug),
    )
    locked.delete()
    return game


def stored_as(*, slug: str, user: User) -> Game | None:
    """The match that a draft of that address has become: who sends its form twice looks for it in vain."""
    return Game.objects.filter(host=user, key=_key_of(slug)).first()


def _key_of(slug: str) -> UUID:
    return uuid5(NAMESPACE_URL, f"draft:{slug}")


def forget_old() -> int:
    """Throw away the drafts that nobody has changed for some weeks; how many there were."""
    late = timezone.now() - KEPT
    return Draft.objects.filter(changed_at__lt=late).delete()[0]
