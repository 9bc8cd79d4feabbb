"""Checks whether an external match fits a table of a season, and matches their seats.

It makes no queries: the table and the match come with their seats and people.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games.models import Game, Seat
from games.presentation.option_texts import PRESETS, option_text, value_text
from leagues.models import Table, TableSeat
from napoleon.engine import Rules
from napoleon.engine.rules import options_of

PACE: Final = frozenset({"deals_at_once", "auction", "finish"})
"""Options for play over days. A real table needs none of them, and no score depends on them."""


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """A seat of the table, and the players of the record who may belong to it."""

    seat: TableSeat
    name: str
    """The owner's name; empty for a bot."""
    players: list[Seat]
    """Players of the record; a single one if there is no choice."""
    likely: int | None
    """The seat number of the most likely player, if there is one."""


@dataclass(frozen=True, slots=True)
class Fit:
    """The result of checking a match against a table."""

    table: Table
    match: Game
    problems: list[str]
    """The reasons why it does not fit."""
    remarks: list[str]
    """Differences that do no harm."""
    places: list[SeatChoice]
    """By seat of the table; empty if the match does not fit."""

    @property
    def fits(self) -> bool:
        return not self.problems

    def refuses(self, seats: Sequence[int]) -> bool:
        """Whether these seats of the record, by seat of the table, are impossible."""
        if sorted(seats) != list(range(len(self.places))):
            return True
        return any(
            number not in {player.number for player in place.players}
            for number, place in zip(seats, self.places, strict=True)
        )


def validate(table: Table, match: Game) -> Fit:
    rules, played = table.rules, match.rules
    problems = [*_of_the_match(match), *_of_the_rules(rules, played)]
    if played.players == len(table.seats.all()):
        problems += _of_the_people(table, match)
    places = [] if problems else _places(table, match)
    return Fit(table, match, problems, list(_differences(rules, played, PACE)), places)


# --- Problems ---


def _of_the_match(match: Game) -> Iterator[str]:
    if match.status != Game.Status.FINISHED:
        yield _("The match was not finished.")
    if hasattr(match, "league_table"):
        yield _("It already counts for a table.")


def _of_the_rules(rules: Rules, played: Rules) -> Iterator[str]:
    if played.players != rules.players:
        words = {"n": played.players, "of": rules.players}
        yield _("%(n)s people played. The table has %(of)s seats.") % words
    if played.deals != rules.deals:
        words = {"n": played.deals, "of": rules.deals}
        yield _("It has %(n)s deals instead of %(of)s.") % words
    if options_of(played.preset) != options_of(rules.preset):
        yield _("It was another game: %(rules)s.") % {"rules": PRESETS[played.preset].name}
        return
    told = PACE | {"players", "deals"}
    others = frozenset(options_of(rules.preset)) - told
    yield from _differences(rules, played, others)


def _differences(rules: Rules, played: Rules, keys: frozenset[str]) -> Iterator[str]:
    """The options that differ, in words."""
    known = options_of(rules.preset)
    if known != options_of(played.preset):
        return
    for key in known:
        here, there = getattr(rules, key), getattr(played, key)
        if key in keys and here != there:
            words = {"option": option_text(key).name, "there": value_text(key, there), "here": value_text(key, here)}
            yield _("%(option)s: %(there)s instead of %(here)s.") % words


def _of_the_people(table: Table, match: Game) -> Iterator[str]:
    here = {seat.entry.user_id for seat in table.seats.all() if seat.entry and seat.entry.user_id}
    seats = list(match.seats.all())
    guests = [seat for seat in seats if seat.user_id and seat.user_id not in here]
    bots = sum(seat.entry is None for seat in table.seats.all())
    if len(guests) > bots:
        names = _(", ").join(seat.name for seat in guests)
        yield _("Not at this table: %(names)s.") % {"names": names}
    there = {seat.user_id for seat in seats}
    missing = [
        seat.entry.name
        for seat in table.seats.all()
        if seat.entry and (seat.entry.user_id is None or seat.entry.user_id not in there)
    ]
    if len(missing) > sum(seat.user_id is None for seat in seats):
        yield _("Not in the record: %(names)s.") % {"names": _(", ").join(missing)}


# --- Matching seats ---


def _places(table: Table, match: Game) -> list[SeatChoice]:
    """Members match by account, then any unclaimed seat; bots take the rest."""
    seats, players = list(table.seats.all()), list(match.seats.all())
    own = _own_seats(seats, players)
    unknown = [seat for seat in players if seat.user_id is None]
    left = [seat for seat in players if seat.number not in own.values()]
    likely = _likely(seats, own, unknown, left)
    return [
        SeatChoice(
            seat,
            seat.entry.name if seat.entry else "",
            _players_of(seat, players, own, unknown, left),
            likely.get(seat.number),
        )
        for seat in seats
    ]


def _own_seats(seats: Sequence[TableSeat], players: Sequence[Seat]) -> dict[int, int]:
    """For each seat of the table, the seat of the record with the same account."""
    there = {player.user_id: player.number for player in players if player.user_id}
    return {seat.number: there[seat.entry.user_id] for seat in seats if seat.entry and seat.entry.user_id in there}


def _players_of(
    seat: TableSeat, players: Sequence[Seat], own: dict[int, int], unknown: list[Seat], left: list[Seat]
) -> list[Seat]:
    if seat.number in own:
        return [players[own[seat.number]]]
    return unknown if seat.entry else left


def _likely(seats: Sequence[TableSeat], own: dict[int, int], unknown: list[Seat], left: list[Seat]) -> dict[int, int]:
    """Members match by name, the last one by the last name left. Then bots take the remaining seats."""
    found = dict(own)
    for seat in seats:
        same = [
            player.number for player in unknown if seat.entry and player.name.casefold() == seat.entry.name.casefold()
        ]
        if seat.number not in found and len(same) == 1 and same[0] not in found.values():
            found[seat.number] = same[0]
    members = [seat.number for seat in seats if seat.entry and seat.number not in found]
    free = [player.number for player in unknown if player.number not in found.values()]
    if len(members) == len(free) == 1:
        found[members.pop()] = free.pop()
    if not members:
        rest = [player.number for player in left if player.number not in found.values()]
        bots = [seat.number for seat in seats if seat.number not in found]
        found |= dict(zip(bots, rest, strict=True))
    return found
