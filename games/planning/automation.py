"""Carrying out what players have decided beforehand, when their turn comes and the time for it is drawn.

A move that is made so looks like any other. Where the table does not choose speed, the time of it is drawn when the
turn opens, from one range whatever will be the reason, so that it tells nobody whether there was a choice.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from random import SystemRandom
from typing import TYPE_CHECKING, Any, Final

from games import notices
from games.engine.match import State
from games.engine.view import deal_view
from games.engine.wire import event_to_json
from games.models import Automation, Event, Game, Seat
from games.planning.plans import CardPlan, Plan, Verdict, plan_from_json, verdict

if TYPE_CHECKING:
    from games.services import OpenTable

SOONEST: Final = timedelta(minutes=1)
LATEST: Final = {
    Game.Release.AT_ONCE: timedelta(),
    Game.Release.MINUTES: timedelta(minutes=10),
    Game.Release.HOUR: timedelta(hours=1),
}
# What its maker knows without being told: he has played the card himself, or the auction is over.
KNOWN: Final = ("gone", "past")
_random = SystemRandom()


def is_at_once(game: Game, seats: Iterable[Seat]) -> bool:
    """Whether plans are carried out as soon as the turn comes; with bots alone there is nobody to be deceived."""
    people = sum(seat.user_id is not None for seat in seats)
    return game.release == Game.Release.AT_ONCE or people == 1


def release_at(game: Game, seats: Iterable[Seat], seat: Seat, now: datetime) -> datetime | None:
    """Draw when to act for the seat in a turn that opens now; None if nothing is to be done, or at once."""
    if not (seat.automates and seat.is_present) or is_at_once(game, seats):
        return None
    return now + drawn_delay(Game.Release(game.release))


def longest_wait(release: str) -> timedelta:
    """How long an automatic move may be waited for, at a table that releases them so."""
    return LATEST[Game.Release(release)]


def drawn_delay(release: Game.Release) -> timedelta:
    """The delay of an automatic move, whatever its reason."""
    return SOONEST + _random.random() * (LATEST[release] - SOONEST)


def act_for(table: OpenTable, state: State, number: int) -> bool:
    """Do what the person of the seat has planned for this turn, if it fits; whether a move was made.

    Plans that no longer fit are dropped, and he is told if that leaves the turn to him.
    """
    seat = table.seats[number]
    if not (seat.automates and seat.is_present):
        return False
    row = table.decided(number)
    deal = state.deal.number
    own = [entry for entry in row.plans if entry["deal"] == deal]
    plans = plans_of(row, deal)
    found = _verdict(row, state, number)
    gone = {place for place, _ in found.dropped}
    if found.used is not None and not stays(plans[found.used]):
        gone.add(found.used)
    if gone:
        kept = [entry for place, entry in enumerate(own) if place not in gone]
        keep(table, number, row, [entry for entry in row.plans if entry["deal"] != deal] + kept)
    if found.command is not None:
        table.push(event_to_json(found.command), Event.By.PLAN)
        seat.missed = 0
        return True
    if any(why not in KNOWN for _, why in found.dropped):
        notices.plan_dropped(table.game, seat, deal)
    return False


def will_act(row: Automation, state: State, number: int) -> bool:
    """Whether what the person has decided says what to do in the turn that is open: until he moves, that stays so."""
    return number in state.to_act() and _verdict(row, state, number).command is not None


def _verdict(row: Automation, state: State, number: int) -> Verdict:
    plans = plans_of(row, state.deal.number)
    return verdict(plans, deal_view(state, number), plays_forced=row.plays_forced)


def plans_of(row: Automation, deal: int) -> list[Plan]:
    """The plans of one deal, in their order."""
    return [plan_from_json(entry["plan"]) for entry in row.plans if entry["deal"] == deal]


def stays(plan: Plan) -> bool:
    """Whether a plan that was carried out holds for the next turn as well."""
    return plan.stays if isinstance(plan, CardPlan) else True


def keep(table: OpenTable, number: int, row: Automation, plans: list[dict[str, Any]]) -> None:
    """Store the plans of a seat, less those for deals that are over."""
    row.plans = [entry for entry in plans if entry["deal"] in table.running.deals]
    row.save()
    table.seats[number].automates = row.plays_forced or bool(row.plans)


def forget(seat: Seat) -> None:
    """Who comes into the seat does not take over what another has planned there."""
    Automation.objects.filter(seat=seat).delete()
    seat.automates = False
