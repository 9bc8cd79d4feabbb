"""Planning ahead: what a player decides before his turn, and its carrying out when its time has come."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from games.access import Visitor
from games.engine import open_deal, to_act
from games.lobby.tables import TableError
from games.log import states_of
from games.models import Automation, Game, Seat, Turn
from games.notices import PATIENCE
from games.planning import automation
from games.planning.plans import Plan, plan_from_json, plan_to_json
from games.services import NotSeated, OpenTable, locked
from players.models import User

MOST_PLANS: Final = 20


def planned(seat: Seat) -> Automation:
    """What the person of the seat has decided; only for his own eyes."""
    row = Automation.objects.filter(seat=seat).first() if seat.automates else None
    # Who has just left the seat took his plans along.
    return row or Automation(seat=seat)


def plan(*, slug: str, user: User, deal: int, plan: Plan) -> Game:
    """Add a plan behind the others."""
    with transaction.atomic():
        table, seat, row = _own(slug, user)
        if deal not in table.running.deals:
            raise TableError(_("That deal is over."))
        # Those for deals that are over go with the next change, and count no more.
        if sum(entry["deal"] in table.running.deals for entry in row.plans) >= MOST_PLANS:
            raise TableError(_("These are as many plans as a player may have."))
        entry = {"deal": deal, "plan": plan_to_json(plan)}
        return _kept(table, seat, row, [*row.plans, entry])


def drop(*, slug: str, user: User, deal: int, text: str) -> Game:
    """Take a plan back, given as `text_of` writes it; one that is gone already is no matter."""
    with transaction.atomic():
        table, seat, row = _own(slug, user)
        plans = list(row.plans)
        for place, entry in enumerate(plans):
            if entry["deal"] == deal and text_of(plan_from_json(entry["plan"])) == text:
                del plans[place]
                break
        return _kept(table, seat, row, plans)


def play_forced(*, slug: str, user: User, wished: bool) -> Game:
    """Let the site play where there is no choice, or not."""
    with transaction.atomic():
        table, seat, row = _own(slug, user)
        row.plays_forced = wished
        return _kept(table, seat, row, row.plans)


def text_of(plan: Plan) -> str:
    """The plan as a form sends it back."""
    return json.dumps(plan_to_json(plan))


def _own(slug: str, user: Visitor) -> tuple[OpenTable, Seat, Automation]:
    table = OpenTable(locked(slug=slug))
    seat = next((seat for seat in table.seats if seat.user_id == user.pk), None)
    if seat is None:
        raise NotSeated
    if table.game.status != Game.Status.RUNNING:
        raise TableError(_("This match is over."))
    return table, seat, table.decided(seat.number)


def _kept(table: OpenTable, seat: Seat, row: Automation, plans: list[dict[str, Any]]) -> Game:
    """Store what has changed; a turn that is open already may be acted in as well, after a time that is drawn."""
    automation.keep(table, seat.number, row, plans)
    seat.save(update_fields=["automates"])
    open_turns = table.game.turns.filter(seat=seat.number)
    if not seat.automates:
        open_turns.update(release_at=None)
    elif automation.is_at_once(table.game, table.seats):
        table.go_on()
        if table.entries:
            table.commit()
    else:
        for turn in open_turns.filter(release_at=None):
            turn.release_at = automation.release_at(table.game, table.seats, seat, table.now)
            turn.save(update_fields=["release_at"])
    return table.game


def release(*, game_id: int) -> bool:
    """Act in the turns of a game whose time has come; whether a move was made."""
    with transaction.atomic():
        table = OpenTable(locked(pk=game_id))
        if table.game.status != Game.Status.RUNNING:
            return False
        due = table.game.turns.filter(release_at__lte=table.now).order_by("release_at", "pk")
        places = list(due.values_list("deal", "seat"))
        due.update(release_at=None)
        for deal, number in places:
            if (deal, number) in to_act(table.running.match()):
                automation.act_for(table, table.running.open[deal], number)
        if not table.entries:
            table.save_seats()
            return False
        table.go_on()
        table.commit()
        return True


def seen_to(turns: Sequence[Turn], now: datetime) -> dict[int, datetime]:
    """The turns, by their keys, of which nobody has to be told as the site will move in them, and when it will.

    Their games are at hand, and locked. A turn that plans leave to the player is like any other.
    """
    # Where nothing has happened though the time has come, something is amiss.
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
    found = {}
    for turn in waiting:
        row, state = rows.get((turn.game_id, turn.seat)), states[turn.game_id]
        deal = open_deal(state.match, turn.deal)
        if row is not None and deal is not None and automation.will_act(row, deal, turn.seat):
            found[turn.pk] = times[turn.pk]
    return found


def due_games(now: datetime) -> list[int]:
    """The games with a turn whose time has come."""
    turns = Turn.objects.filter(release_at__lte=now).order_by("release_at", "pk")
    return list(dict.fromkeys(turns.values_list("game", flat=True)))
