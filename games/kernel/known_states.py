"""States of games that need not be read from their logs: in this process, and in a cache that all processes share."""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

from games.kernel import events, shared_cache
from games.kernel.events import LoggedEvent
from games.kernel.shared_cache import code_of, read_shared
from games.models import Game
from napoleon import engine
from napoleon.engine import Match


@dataclass(frozen=True, slots=True)
class GameState:
    """A game as its log tells it, up to ``seq``."""

    seq: int
    match: Match
    seen: dict[int, int] = field(default_factory=dict)
    """For each deal the last event that changed what its players see: what a form must have seen."""
    happened: tuple[LoggedEvent, ...] = ()
    """Table events and time-outs, in their order; never what was bid or played of a player's own will."""


@dataclass(frozen=True, slots=True)
class KnownState:
    """A state, and the digest of the last event that it follows from."""

    state: GameState
    digest: str

    @property
    def seq(self) -> int:
        return self.state.seq


_IN_PROCESS: Final = 512
# By slug, which no two games ever share, not even one that was rolled back.
_known: OrderedDict[str, KnownState] = OrderedDict()


def known_states(games: Iterable[Game]) -> dict[str, KnownState]:
    """What is known of these games, by slug. A state may be older than its game, and is never newer."""
    games = list(games)
    states = {game.slug: _known[game.slug] for game in games if game.slug in _known}
    missing = [game.slug for game in games if game.slug not in states and game.seq > FEW]
    states |= _shared(missing) if missing else {}
    return {game.slug: states[game.slug] for game in games if _fits(states.get(game.slug), game)}


def _fits(known: KnownState | None, game: Game) -> bool:
    if known is None or known.seq > game.seq:
        return False
    return known.seq < game.seq or known.digest == game.digest


def remember(game: Game, state: GameState) -> None:
    """Keep a committed state of the game, which is up to date, in this process."""
    _known.pop(game.slug, None)
    _known[game.slug] = KnownState(state, game.digest)
    while len(_known) > _IN_PROCESS:
        _known.popitem(last=False)


FEW: Final = 40
"""Reading this many events from the log takes as long as reading a state from the cache."""


def share(game: Game, state: GameState) -> None:
    """Keep a committed state of the game, which is up to date, for all processes."""
    shared_cache.share(_key(game.slug), KnownState(state, game.digest))


def _shared(slugs: Iterable[str]) -> dict[str, KnownState]:
    keys = {_key(slug): slug for slug in slugs}
    return {keys[key]: found for key, found in read_shared(keys).items()}


def _key(slug: str) -> str:
    return f"{_code()}:{slug}"


@cache
def _code() -> str:
    return code_of([*Path(engine.__file__).parent.glob("*.py"), Path(events.__file__), Path(__file__)])
