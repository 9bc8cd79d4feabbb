"""Add and remove plans, and carry them out when their time comes."""

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, Final

from django.db.transaction import atomic
from django.utils import timezone
from django.utils.translation import gettext as _

from games.kernel.game_queries import locked, locked_by_player
from games.kernel.log import states_of
from games.kernel.transaction import GameTransaction, TableError
from games.models import Automation, Game, Seat, Turn
from games.plans import release as plans_release
from games.plans.plan import Plan, may_repeat, plan_from_json, plan_to_json
from games.turns import held_moves
from games.turns.deadlines import PATIENCE
from games.turns.services import play_on
from napoleon.engine import open_deal, to_act
from players.models import User

MOST_PLANS: Final = 20


def automation_of(seat: Seat) -> Automation:
    """Return the plans of the seat's player, for their eyes only."""
    row = Automation.objects.filter(seat=seat).first() if seat.automates else None
    # The row is gone if the player has just left the seat.
    return row or Automation(seat=seat)


def add_plan(*, slug: str, user: User, deal: int, plan: Plan) -> Game:
    with atomic():
        transaction, seat, row = _own(slug, user)
        if deal not in transaction.running.deals:
            raise TableError(_("That deal is over."))
        entry = {"deal": deal, "plan": plan_to_json(plan)}
        if entry in row.plans and not may_repeat(plan):
            return transaction.game
        # Plans for deals that are over do not count; the next change deletes them.
        if sum(entry["deal"] in transaction.running.deals for entry in row.plans) >= MOST_PLANS:
            raise TableError(_("You have as many plans as the site allows."))
        # A plan to pass fits at any turn, so bids planned after it would never be made.
        plans = sorted([*row.plans, entry], key=lambda known: known["plan"]["do"] == "pass")
        return _save(transaction, seat, row, plans)


def drop_plan(*, slug: str, user: User, deal: int, text: str) -> Game:
    """Remove a plan, given as `text_of` writes it; do nothing if it is already gone."""
    with atomic():
        transaction, seat, row = _own(slug, user)
        plans = list(row.plans)
        for place, entry in enumerate(plans):
            if entry["deal"] == deal and text_of(plan_from_json(entry["plan"])) == text:
                del plans[place]
                break
        return _save(transaction, seat, row, plans)


def set_play_forced(*, slug: str, user: User, wished: bool) -> Game:
    """Choose whether the site plays forced cards."""
    with atomic():
        transaction, seat, row = _own(slug, user)
        row.plays_forced = wished
        return _save(transaction, seat, row, row.plans)


def text_of(plan: Plan) -> str:
    """Return the plan as the form that removes it sends it back."""
    return json.dumps(plan_to_json(plan))


def plans_shown(row: Automation, deal: int) -> str:
    """Return what changes with the plans for a deal; empty without any."""
    plans = [entry["plan"] for entry in row.plans if entry["deal"] == deal]
    return sha256(json.dumps(plans).encode()).hexdigest()[:8] if plans else ""


def _own(slug: str, user: User) -> tuple[GameTransaction, Seat, Automation]:
    transaction = GameTransaction(locked_by_player(slug, user.pk))
    seat = transaction.seat_of(user.pk)
    if transaction.game.status != Game.Status.RUNNING:
        raise TableError(_("This match is over."))
    return transaction, seat, transaction.automation(seat.number)


def _save(transaction: GameTransaction, seat: Seat, row: Automation, plans: list[dict[str, Any]]) -> Game:
    """Store the changed plans; they also apply to open turns, after a delay: one drawn now unless the turn has one."""
    plans_release.save_plans(transaction, seat.number, row, plans)
    seat.save(update_fields=["automates"])
    transaction.note_seats()
    open_turns = transaction.game.turns.filter(seat=seat.number)
    if not seat.automates:
        open_turns.filter(held__isnull=True).update(release_at=None)
    elif plans_release.is_at_once(transaction.game, transaction.seats):
        play_on(transaction)
        if transaction.entries:
            transaction.commit()
        else:
            # A plan that cannot be carried out was dropped.
            transaction.save_seats()
    else:
        for turn in open_turns.filter(release_at=None):
            _draw(turn, transaction.seats, transaction.now)
    return transaction.game


def _draw(turn: Turn, seats: Sequence[Seat], now: datetime) -> None:
    """Redraw when the site moves in the turn; a held move is made at once. The game must be locked."""
    turn.release_at = plans_release.release_at(turn.game, seats, seats[turn.seat], now, turn.times_out_at)
    if held_moves.held_move(turn.held):
        turn.release_at = now
    turn.save(update_fields=["release_at"])


def release_later(*, game_id: int, after: timedelta = timedelta()) -> None:
    """Draw new moments for the moves of a game whose own were missed, as if their turns opened after that time."""
    with atomic():
        game, now = locked(key=game_id), timezone.now()
        for turn in game.turns.filter(release_at__lte=now):
            _draw(turn, list(game.seats.all()), now + after)


def make_planned_move(transaction: GameTransaction, turn: Turn) -> bool:
    """Make the move that is held in the turn, or what its player has planned; whether there was any.

    Another move may have ended the turn just now, as one answer to a claim ends those of the others.
    """
    if (turn.deal, turn.seat) not in to_act(transaction.running.match()):
        return False
    state = transaction.running.open[turn.deal]
    return held_moves.make(transaction, turn) or plans_release.act_for(transaction, state, turn.seat)


def release(*, game_id: int) -> bool:
    """Move in the turns of a game whose release is due; return whether that made a move."""
    with atomic():
        transaction = GameTransaction(locked(key=game_id))
        due = transaction.game.turns.filter(release_at__lte=transaction.now).order_by("release_at", "pk")
        turns = list(due)
        due.update(release_at=None, held=None)
        if transaction.game.status != Game.Status.RUNNING:
            return False
        for turn in turns:
            make_planned_move(transaction, turn)
        if not transaction.entries:
            transaction.save_seats()
            return False
        play_on(transaction)
        transaction.take_time()
        transaction.commit()
        return True


def automatic_moves(turns: Sequence[Turn], now: datetime) -> dict[int, datetime]:
    """Return when the site will move in each of these turns, by the turn's key; turns left to the player are absent.

    Nobody needs a notification of a turn in which the site moves. The games must be loaded and locked.
    """
    # A release that is long overdue does not excuse silence: something went wrong.
    times = {turn.pk: turn.release_at for turn in turns if turn.release_at}
    times = {key: time for key, time in times.items() if time + PATIENCE > now}
    waiting = [turn for turn in turns if turn.pk in times]
    if not waiting:
        return {}
    states = states_of(turn.game for turn in waiting)
    rows = {
        (row.seat.game_id, row.seat.number): row
        for row in Automation.objects.filter(seat__game__in=states).select_related("seat")
    }
    planned = {}
    for turn in waiting:
        row, state = rows.get((turn.game_id, turn.seat)), states[turn.game_id]
        deal = open_deal(state.match, turn.deal)
        if row is not None and deal is not None and plans_release.will_act(row, deal, turn.seat):
            planned[turn.pk] = times[turn.pk]
    return planned


def next_release() -> Turn | None:
    return Turn.objects.filter(release_at__isnull=False).order_by("release_at", "pk").first()
