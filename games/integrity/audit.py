"""Checks of a game's log: its digests, the rules, the shuffle, and the read models derived from it."""

from collections.abc import Callable, Iterator, Sequence
from itertools import starmap
from typing import Any, NamedTuple

from games.integrity.rebuild import differences
from games.integrity.shuffle_verification import verify_shuffle
from games.kernel.events import EventRow, MatchStarted, RecordBrokenOff, RecordImported, SecretRevealed
from games.kernel.log import broken_links
from games.kernel.replay import Transition, transitions
from games.models import Game
from napoleon.engine import EngineError, Rules, is_over
from napoleon.engine.editions import FIRST_VERSION


class CheckedClaim(NamedTuple):
    """A claim about a game, and whether it holds."""

    claim: str
    holds: bool


def audit(game: Game) -> list[CheckedClaim]:
    """Check a game; the caller should lock the row of a running one."""
    return [CheckedClaim(claim, _holds(test)) for claim, test in _claims(game)]


def _claims(game: Game) -> Iterator[tuple[str, Callable[[], bool]]]:
    rows = list(starmap(EventRow, game.events.order_by("seq").values_list(*EventRow._fields)))
    yield "no event was changed, left out or added", lambda: not broken_links(game)
    if rows:
        yield "the log begins and ends as its match does", lambda: _is_framed(game, rows)
        yield "the rules allow every event", lambda: bool(_judged(game.rules, rows))
    if rows and (_reveals_secret(rows[-1].payload) or game.is_of_closed_set):
        yield "the shuffle is the one that was promised", lambda: verify_shuffle(game).holds
    yield "turns, scores and state are those of the log", lambda: not differences(game)


def _reveals_secret(payload: Any) -> bool:
    return isinstance(payload, dict) and payload.get("type") == SecretRevealed.type


def _holds(test: Callable[[], bool]) -> bool:
    try:
        return test()
    except (AssertionError, AttributeError, EngineError, LookupError, TypeError, ValueError):
        # A tampered log may contain anything.
        return False


def _judged(rules: Rules, rows: Sequence[EventRow]) -> list[Transition]:
    """The log, with each event checked by the rules again."""
    return list(transitions(rules, rows, judge=True))


def _is_framed(game: Game, rows: Sequence[EventRow]) -> bool:
    """One start, of this game's rules, at the beginning; one reveal, at the end, if the match is over."""
    log = _judged(game.rules, rows)
    events, over = [transition.logged.event for transition in log], is_over(log[-1].after)
    kinds: list[type] = [type(event) for event in events]
    if game.is_imported:
        return kinds[0] is RecordImported and kinds.count(RecordBrokenOff) == (not over)
    # The secret of a set is the set's own, and revealed there.
    first, reveals = events[0], over and game.board_set_id is None
    return (
        isinstance(first, MatchStarted)
        and kinds.count(MatchStarted) == 1
        and (first.rules, first.rules_version or FIRST_VERSION) == (game.rules_json, game.rules_version)
        and kinds.count(SecretRevealed) == reveals
        and (kinds[-1] is SecretRevealed) == reveals
    )
