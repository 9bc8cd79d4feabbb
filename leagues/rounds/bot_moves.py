"""The deals of a season's table that bots played for people: those in which they made most of the moves of a seat."""

from collections import Counter
from collections.abc import Iterable

from games.kernel.events import AutopilotSwitched, BotsPlayOut, TableEvent
from games.kernel.replay import ReplayStep
from games.models import Event
from napoleon.engine import Deal


class BotMoves:
    """Counts the moves in the seats of members, event by event of the log.

    What bots play after a round was closed counts for those who were there until then: that is the season's rule for
    unfinished tables. For those who were away already it is a bot's play like any other.
    """

    def __init__(self, seats: Iterable[int]) -> None:
        self.seats = frozenset(seats)
        self.away: set[int] = set()
        self.is_closing = False
        self.surplus: Counter[tuple[int, int]] = Counter()
        """By deal and seat, how many more moves were made by a bot than by people."""

    def add(self, step: ReplayStep) -> None:
        event, by = step.logged.event, step.logged.by
        if isinstance(event, BotsPlayOut):
            self.is_closing = True
            self.away |= {holder.number for holder in step.seats if not holder.is_person}
        elif isinstance(event, AutopilotSwitched) and not self.is_closing:
            (self.away.add if event.on else self.away.discard)(event.seat)
        if isinstance(event, TableEvent | Deal) or event.seat not in self.seats:
            return
        is_bots = by in (Event.By.BOT, Event.By.TIMEOUT)
        if not is_bots or not self.is_closing or event.seat in self.away:
            self.surplus[event.deal, event.seat] += 1 if is_bots else -1

    def of_deal(self, number: int) -> dict[str, list[int]]:
        """What a stored deal says of them; nothing where people played all seats."""
        found = [seat for seat in sorted(self.seats) if self.surplus[number, seat] > 0]
        return {"bots": found} if found else {}
