"""Plays one more deal at a season's table."""

from django.db.transaction import atomic

from games.kernel.events import AutopilotSwitched, BotsPlayOut
from games.kernel.game_queries import locked
from games.kernel.transaction import GameTransaction
from games.models import Event, Game
from games.seats import time_outs
from leagues.models import Table
from napoleon.bots import STAND_IN


def a_deal_ends(table: Table) -> None:
    """Let bots play until one more deal has ended; then everybody returns."""
    game = Game.objects.get(pk=table.game_id)
    people = [seat.user for seat in game.seats.select_related("user") if seat.user]
    with atomic():
        _play_a_deal(GameTransaction(locked(key=game.pk)))
    for user in people:
        if Game.objects.get(pk=game.pk).status == Game.Status.RUNNING:
            time_outs.take_back(game_id=game.pk, user=user)


def _play_a_deal(transaction: GameTransaction) -> None:
    """Like `early_end.play_out`, in one write, but for one deal only."""
    if not any(isinstance(one.event, BotsPlayOut) for one in transaction.state.happened):
        transaction.add(BotsPlayOut(), Event.By.SITE)
    for seat in transaction.seats:
        if seat.is_present:
            seat.autopilot = True
            transaction.add(AutopilotSwitched(seat.number, on=True), Event.By.SITE)
    before = len(transaction.running.match().ended)
    while len(transaction.running.match().ended) == before:
        transaction.deal()
        state = next(iter(transaction.running.open.values()))
        transaction.bot_move(state, state.to_act()[0], STAND_IN, Event.By.BOT)
    transaction.commit()
