"""Random matches for the property tests, drawn by the referee's generator from a seed."""

import json
import random
from dataclasses import dataclass
from functools import cached_property, lru_cache

from hypothesis import settings
from hypothesis import strategies as st

from napoleon.engine import Match, Rules, start
from napoleon.engine.events import Event
from napoleon.engine.match import MatchCursor
from napoleon.engine.record import replay
from tests.napoleon.referee.generate import random_record

# A quick look takes few matches, the same for all tests, so that they are played once.
QUICK = settings.get_current_profile_name() == "quick"
seeds = st.integers(0, 7 if QUICK else 2**32 - 1)


@dataclass(frozen=True)
class Played:
    """A match that was played legally, to its end or some way into it."""

    lines: list[str]
    rules: Rules
    players: tuple[str, ...]
    events: list[Event]
    match: Match

    @cached_property
    def states(self) -> list[Match]:
        """The match at its start and after each event."""
        running = MatchCursor(start(self.rules))
        matches = [running.match()]
        for event in self.events:
            running.apply_in_place(event)
            matches.append(running.match())
        return matches


@lru_cache(maxsize=32)
def played(seed: int, *, cut: bool | None = None) -> Played:
    """The random match of this seed."""
    lines = random_record(random.Random(seed), cut=cut)
    (record,) = replay(lines)
    assert record.error is None, (record.error, json.loads(lines[0])["rules"])
    assert record.rules is not None
    assert record.match is not None
    return Played(lines, record.rules, record.players, record.events, record.match)
