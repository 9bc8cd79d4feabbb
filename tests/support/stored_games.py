"""Games stored from given events: any position in a few queries."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from games.archive import store
from games.kernel.log import NewEvent, append, state_of
from games.kernel.replay import replay
from games.kernel.stored_rules import columns_of
from games.models import Event, Game, GameSecret, Seat
from games.turns import open_turns
from napoleon.engine import Rules, is_over, start
from napoleon.engine.events import Event as EngineEvent
from napoleon.engine.wire import event_to_json
from players.models import User

AT = datetime(2026, 3, 1, 12, tzinfo=UTC)


def stored(
    people: Sequence[User], rules: Rules, events: Sequence[EngineEvent], at: datetime = AT, **fields: Any
) -> Game:
    """A game of these people with exactly these events, the last of them at this moment."""
    game = Game.objects.create(
        host=people[0],
        **columns_of(rules),
        status=Game.Status.RUNNING,
        commitment="0" * 64,
        created_at=at,
        started_at=at,
        **fields,
    )
    GameSecret.objects.create(game=game, secret="5" * 64)
    seats = [
        Seat(game=game, number=number, user=user, seed=f"seed {number}")
        for number, user in enumerate(people[: rules.players])
    ]
    Seat.objects.bulk_create(seats)
    entries = [NewEvent(event_to_json(event), Event.By.PLAYER) for event in events]
    begun = {
        "type": "start",
        "rules": game.rules_json,
        "rules_version": game.rules_version,
        "commitment": game.commitment,
        "seeds": [seat.seed for seat in seats],
    }
    append(game, [NewEvent(begun, Event.By.SITE), *entries], at)
    match = state_of(game).match
    open_turns.update_turns(game, seats, start(rules), match, {}, at)
    if is_over(match):
        for seat in seats:
            seat.score = match.scores[seat.number]
        Seat.objects.bulk_update(seats, ["score"])
        game.status, game.ended_at, game.result_seq = Game.Status.FINISHED, at, game.seq
        game.save(update_fields=["status", "ended_at", "result_seq"])
        store.archive_match(game, list(replay(game, seats=seats)))
    return game
