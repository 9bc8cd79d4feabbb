"""Matches of a season's table at which somebody is away."""

from collections.abc import Collection

from django.db.transaction import atomic

from games.kernel.events import AutopilotSwitched
from games.kernel.game_queries import locked
from games.kernel.transaction import GameTransaction
from games.models import Event
from leagues.models import Table
from leagues.rounds.closing import update_from_game
from napoleon.bots import STAND_IN


def go_away(table: Table, *seats: int) -> None:
    """A bot begins to play for these people."""
    with atomic():
        transaction = GameTransaction(locked(key=table.game_id or 0))
        for number in seats:
            transaction.seats[number].autopilot = True
            transaction.add(AutopilotSwitched(number, on=True), Event.By.SITE)
        transaction.commit()


def play(table: Table, *, away: Collection[int] = (), by: Event.By = Event.By.BOT, deals: int = 99) -> None:
    """Play deals to their end: bots for those who are away, the others themselves."""
    with atomic():
        transaction = GameTransaction(locked(key=table.game_id or 0))
        before = len(transaction.running.match().ended)
        while len(transaction.running.match().ended) < before + deals:
            transaction.deal()
            if not transaction.running.open:
                break
            state = next(iter(transaction.running.open.values()))
            number = state.to_act()[0]
            transaction.bot_move(state, number, STAND_IN, by if number in away else Event.By.PLAYER)
        transaction.commit()
    update_from_game(table.game_id or 0)
