"""Keeps statistics up to date: replaces all rows of a match and changes the sums by the difference.

Counting a match twice is harmless. It locks the game's row first, then the sums in the order of their keys.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, date
from itertools import groupby
from typing import Any, Final, NamedTuple, TypeAlias

from django.db import transaction

from games.kernel.replay import history_of
from games.kernel.replay import rows_of as log_rows
from games.models import Game, PairTally, PersonTally, SeatTally
from games.statistics.counting import Counts, add, count
from players.models import User

_PAIR: Final = {
    "with.deals": "with_deals",
    "with.points": "with_points",
    "against.deals": "against_deals",
    "against.points": "against_points",
}


class PersonKey(NamedTuple):
    user_id: int
    preset: str
    is_imported: bool
    month: date


class PairKey(NamedTuple):
    user_id: int
    other_id: int
    preset: str
    is_imported: bool
    month: date


class Sums(NamedTuple):
    """Other sums of the same rows, such as those of seasons."""

    follow: Callable[[Game, Sequence[SeatTally], Sequence[SeatTally]], None]
    """Update the sums from a match's old and new rows, inside the transaction that locks the game's row."""
    recompute: Callable[[], int]
    """Recompute all sums; returns how many were wrong."""


_other_sums: Final[list[Sums]] = []


def register_sums(sums: Sums) -> None:
    """Keep further sums up to date."""
    if sums not in _other_sums:
        _other_sums.append(sums)


MoreCounts: TypeAlias = Callable[[Game], Mapping[tuple[int, int], Counts]]
"""Further counts of a finished match, by seat and holder number."""

_more_counts: Final[list[MoreCounts]] = []


def register_counts(more: MoreCounts) -> None:
    """Add further counts to each match."""
    if more not in _more_counts:
        _more_counts.append(more)


Persons: TypeAlias = dict[PersonKey, Counts]
Pairs: TypeAlias = dict[PairKey, Counts]


def tally(game_id: int) -> bool:
    """Count a finished match; return whether its counts have changed."""
    # A running match has nothing to count yet, and its players need its row.
    return Game.objects.filter(pk=game_id, ended_at__isnull=False).exists() and _tally(game_id)


@transaction.atomic
def _tally(game_id: int) -> bool:
    game = Game.objects.select_for_update(no_key=True, of=("self",)).get(pk=game_id)
    before = list(SeatTally.objects.filter(game=game).order_by("number", "holder"))
    after = rows_of(game)
    if list(map(_plain, before)) == list(map(_plain, after)):
        return False
    SeatTally.objects.filter(game=game).delete()
    SeatTally.objects.bulk_create(after)
    _change_persons(_difference(persons_of(after), persons_of(before)))
    _change_pairs(_difference(pairs_of(after), pairs_of(before)))
    for sums in _other_sums:
        sums.follow(game, before, after)
    return True


def rows_of(game: Game) -> list[SeatTally]:
    """The counts of the match, from its log; none while it runs or if it was abandoned."""
    if game.ended_at is None or not game.is_archived:
        return []
    rows = log_rows(game)
    counted = count(game.rules, rows, is_timed=not game.is_imported)
    for more in _more_counts:
        for (number, holder), counts in more(game).items():
            add(counted[number][holder].own, counts)
    history = history_of(game, rows, game.seats.select_related("user").order_by("number"))
    return [
        SeatTally(
            game=game,
            number=number,
            holder=holder,
            user_id=history.holders[number][holder].user_id,
            preset=game.rules_json["preset"],
            is_imported=game.is_imported,
            month=game.ended_at.astimezone(UTC).date().replace(day=1),
            counts_json=counts.own,
            pairs_json={f"{other}.{of_other}": pair for (other, of_other), pair in sorted(counts.pairs.items())},
        )
        for number, seat in enumerate(counted)
        for holder, counts in enumerate(seat)
    ]


def _plain(row: SeatTally) -> list[Any]:
    fields = [field.attname for field in SeatTally._meta.concrete_fields]
    return [getattr(row, name) for name in fields if name != "id"]


# --- Sums of rows ---


def persons_of(rows: Iterable[SeatTally]) -> Persons:
    sums: Persons = {}
    for row in rows:
        if row.user_id is not None:
            key = PersonKey(row.user_id, row.preset, row.is_imported, row.month)
            add(sums.setdefault(key, {}), row.counts_json)
    return sums


def pairs_of(rows: Iterable[SeatTally]) -> Pairs:
    """The rows must be those of whole matches, match by match."""
    sums: Pairs = {}
    for _game, of_game in groupby(rows, key=lambda row: row.game_id):
        seats = {f"{row.number}.{row.holder}": row for row in of_game}
        for row in seats.values():
            for holder, pair in row.pairs_json.items():
                other = seats[holder].user_id
                if row.user_id is not None and other is not None:
                    key = PairKey(row.user_id, other, row.preset, row.is_imported, row.month)
                    add(sums.setdefault(key, {}), pair)
    return sums


def _difference(right: Mapping[Any, Counts], stored: Mapping[Any, Counts]) -> dict[Any, Counts]:
    """The changes that turn the stored sums into the right ones, in the order of the keys."""
    changes: dict[Any, Counts] = {}
    for key in sorted(right.keys() | stored.keys()):
        change = dict(right.get(key, {}))
        add(change, stored.get(key, {}), -1)
        if change:
            changes[key] = change
    return changes


# --- Writing sums ---


def _change_persons(changes: Persons) -> None:
    for key, change in changes.items():
        row, _ = PersonTally.objects.get_or_create(**key._asdict())
        row = PersonTally.objects.select_for_update().get(pk=row.pk)
        add(row.counts_json, change)
        if row.counts_json:
            row.save(update_fields=["counts_json"])
        else:
            row.delete()


def _change_pairs(changes: Pairs) -> None:
    for key, change in changes.items():
        row, _ = PairTally.objects.get_or_create(**key._asdict())
        row = PairTally.objects.select_for_update().get(pk=row.pk)
        for name, value in change.items():
            setattr(row, _PAIR[name], getattr(row, _PAIR[name]) + value)
        if row.with_deals or row.against_deals:
            row.save(update_fields=_PAIR.values())
        else:
            row.delete()


# --- Recomputing all sums ---


def recompute_sums() -> int:
    """Recompute all sums from the rows of the seats; return how many were wrong."""
    people = set(SeatTally.objects.filter(user__isnull=False).values_list("user", flat=True))
    people |= set(PersonTally.objects.values_list("user", flat=True))
    return sum_people(sorted(people)) + sum(sums.recompute() for sums in _other_sums)


def sum_people(user_ids: Sequence[int]) -> int:
    """Recompute the sums of these people; return how many were wrong."""
    return sum(_sum_person(user_id) for user_id in user_ids)


@transaction.atomic
def _sum_person(user_id: int) -> int:
    # Lock before reading the rows: a match counted at the same time waits, then adds to correct sums.
    persons = PersonTally.objects.select_for_update().filter(user=user_id).order_by("pk")
    pairs = PairTally.objects.select_for_update().filter(user=user_id).order_by("pk")
    stored, stored_pairs = _stored_persons(persons), _stored_pairs(pairs)
    games = SeatTally.objects.filter(user=user_id).values("game")
    rows = list(SeatTally.objects.filter(game__in=games).order_by("game", "number", "holder"))
    right = {key: row for key, row in persons_of(rows).items() if key.user_id == user_id}
    right_pairs = {key: row for key, row in pairs_of(rows).items() if key.user_id == user_id}
    changes = _difference(right, stored)
    pair_changes = _difference(right_pairs, stored_pairs)
    _change_persons(changes)
    _change_pairs(pair_changes)
    return len(changes) + len(pair_changes)


def _stored_persons(rows: Iterable[PersonTally]) -> Persons:
    return {PersonKey(row.user_id, row.preset, row.is_imported, row.month): row.counts_json for row in rows}


def _stored_pairs(rows: Iterable[PairTally]) -> Pairs:
    return {
        PairKey(row.user_id, row.other_id, row.preset, row.is_imported, row.month): {
            name: getattr(row, column) for name, column in _PAIR.items()
        }
        for row in rows
    }


def have_played(reader: User, person: User) -> bool:
    """Whether they finished a deal together on this site; imported records prove nothing."""
    return PairTally.objects.filter(user=person, other=reader, is_imported=False).exists()
