"""Checks of a game's log: that nobody has touched it, that it keeps to the rules, that all read from it agrees."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from games.checks.rebuilding import differences
from games.checks.verification import verify_shuffle
from games.engine import EngineError, Match, Rules, is_over, start
from games.engine.match import Running
from games.engine.wire import READERS, event_from_json
from games.log import Payload, broken_links
from games.models import Game


class Check(NamedTuple):
    """Something that was looked at, and whether it is so."""

    claim: str
    holds: bool


def audit(game: Game) -> list[Check]:
    """Every check of a game; the row of one that is running should be locked meanwhile."""
    return [Check(claim, _holds(test)) for claim, test in _claims(game)]


def _claims(game: Game) -> Iterator[tuple[str, Callable[[], bool]]]:
    payloads = list(game.events.order_by("seq").values_list("payload", flat=True))
    yield "no event was changed, left out or added", lambda: not broken_links(game)
    if payloads:
        yield "the log begins and ends as its match does", lambda: _is_framed(game, payloads)
        yield "the rules allow every event", lambda: bool(_replayed(game.rules, payloads))
    if payloads and payloads[-1]["type"] == "reveal":
        yield "the shuffle is the one that was promised", lambda: verify_shuffle(game).holds
    yield "turns, scores and state are those of the log", lambda: not differences(game)


def _holds(test: Callable[[], bool]) -> bool:
    try:
        return test()
    except (EngineError, LookupError, TypeError, ValueError):
        # A log that was tampered with may hold anything.
        return False


def _replayed(rules: Rules, payloads: Sequence[Payload]) -> Match:
    """The match that the events make, each judged anew."""
    running = Running(start(rules))
    for payload in payloads:
        event = event_from_json(payload, running) if payload["type"] in READERS else None
        if event is not None:
            running.push(event)
    return running.match()


def _is_framed(game: Game, payloads: Sequence[Payload]) -> bool:
    """One start, of this game's rules, at the beginning; one reveal, at the end, if the match is over."""
    types = [payload["type"] for payload in payloads]
    over = is_over(_replayed(game.rules, payloads))
    if game.is_imported:
        return types[0] == "imported" and types.count("broken_off") == (not over)
    return (
        types[0] == "start"
        and types.count("start") == 1
        and payloads[0]["rules"] == game.rules_json
        and types.count("reveal") == over
        and (types[-1] == "reveal") == over
    )
