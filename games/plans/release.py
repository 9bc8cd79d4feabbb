"""Automatic moves: when a planned or forced card is released, and how it is played.

An automatic move looks like any other. Unless the table chose speed, its moment is drawn when the turn opens, from one
range whatever the reason for the move, so that the delay does not show whether the player had a choice.
`games/plans/timekeeper.py` makes the move at that very moment.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from random import SystemRandom
from typing import Any, Final

from games import notifications
from games.kernel.transaction import GameTransaction
from games.models import Automation, Event, Game, Seat
from games.plans.plan import CardPlan, PassPlan, Plan, PlanDecision, decide, plan_from_json
from napoleon.engine.variants import State
from napoleon.engine.view import deal_view
from napoleon.engine.wire import event_to_json
from players.middleware import record_visit

SOONEST: Final = timedelta(minutes=1)
LATEST: Final = {
    Game.Release.AT_ONCE: timedelta(),
    Game.Release.MINUTES: timedelta(minutes=10),
    Game.Release.HOUR: timedelta(hours=1),
}
# Reasons that the player already knows: they played the card themselves, or the auction is over.
KNOWN: Final = ("gone", "past")
_random = SystemRandom()


def is_at_once(game: Game, seats: Iterable[Seat]) -> bool:
    """Whether plans are carried out as soon as the turn opens; against bots alone there is nothing to hide."""
    people = sum(seat.user_id is not None for seat in seats)
    return game.release == Game.Release.AT_ONCE or people == 1


def release_at(
    game: Game, seats: Iterable[Seat], seat: Seat, now: datetime, times_out_at: datetime | None = None
) -> datetime | None:
    """Draw when to move for the seat in a turn that opens now; None if there is no plan, or if plans run at once.

    In live play plans rest: their delay would hold up a table at which everybody is there to move.
    A turn that has been open for some time may time out within the range; then the moment lies before that.
    """
    if not (seat.automates and seat.is_present) or game.live_since or is_at_once(game, seats):
        return None
    left = times_out_at - now if times_out_at and times_out_at > now else None
    return now + drawn_delay(Game.Release(game.release), left)


def longest_wait(release: str) -> timedelta:
    """Return the longest delay of an automatic move at a table with this setting."""
    return LATEST[Game.Release(release)]


def drawn_delay(release: Game.Release, left: timedelta | None) -> timedelta:
    """Draw the delay of an automatic move, evenly and to the microsecond; it is less than the time ``left``, if any."""
    latest = LATEST[release] if left is None else min(LATEST[release], left)
    soonest = SOONEST if latest > SOONEST else timedelta()
    return soonest + _random.random() * (latest - soonest)


def act_for(transaction: GameTransaction, state: State, number: int) -> bool:
    """Carry out what the player of the seat has planned for this turn; return whether that made a move.

    Plans that can no longer be carried out are dropped. The player is notified if that leaves the turn to them.
    """
    seat = transaction.seats[number]
    if not (seat.automates and seat.is_present):
        return False
    automation = transaction.automation(number)
    deal = state.number
    own = [entry for entry in automation.plans if entry["deal"] == deal]
    plans = plans_of(automation, deal)
    decision = _decision(automation, state, number)
    gone = {place for place, _ in decision.dropped}
    if decision.used is not None and not stays(plans[decision.used]):
        gone.add(decision.used)
    if gone:
        others = [entry for entry in automation.plans if entry["deal"] != deal]
        left = [entry for place, entry in enumerate(own) if place not in gone]
        save_plans(transaction, number, automation, others + left)
    if decision.command is not None:
        transaction.push(event_to_json(decision.command), Event.By.PLAN)
        seat.missed = 0
        if seat.user is not None:
            # Who moves by hand has visited the site, and clubs show when a member last did.
            record_visit(seat.user, transaction.now)
        return True
    if any(why not in KNOWN for _, why in decision.dropped):
        notifications.PlanDropped.notify(transaction.game, seat, deal)
    return False


def will_act(row: Automation, state: State, number: int) -> bool:
    """Whether the player's plans make a move in the open turn; that cannot change before they act."""
    return number in state.to_act() and _decision(row, state, number).command is not None


def _decision(row: Automation, state: State, number: int) -> PlanDecision:
    plans = plans_of(row, state.number)
    return decide(plans, deal_view(state, number), state.dealt.rules, plays_forced=row.plays_forced)


def plans_of(row: Automation, deal: int) -> list[Plan]:
    return [plan_from_json(entry["plan"]) for entry in row.plans if entry["deal"] == deal]


def stays(plan: Plan) -> bool:
    """Whether a plan still holds after it was carried out."""
    return plan.stays if isinstance(plan, CardPlan) else isinstance(plan, PassPlan)


def save_plans(transaction: GameTransaction, number: int, row: Automation, plans: list[dict[str, Any]]) -> None:
    """Store the plans of a seat, without those for deals that are over."""
    row.plans = [entry for entry in plans if entry["deal"] in transaction.running.deals]
    row.save()
    transaction.seats[number].automates = row.plays_forced or bool(row.plans)


def let_forced_be_played(seats: Iterable[Seat]) -> None:
    """Let people begin a match with forced cards played by the site."""
    Automation.objects.bulk_create(Automation(seat=seat, plays_forced=True) for seat in seats if seat.automates)


def delete_plans(seat: Seat) -> None:
    """Delete the plans of a seat, so that its next player does not inherit them."""
    Automation.objects.filter(seat=seat).delete()
    seat.automates = False
