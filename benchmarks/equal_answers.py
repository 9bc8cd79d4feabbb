"""Whether bots of boards answer alike to people who play alike: `python -m benchmarks.equal_answers [--boards N]`.

Each board is played by two people who do the same. They play in processes of their own, which share nothing: Python
hashes differently in each, and one plays the boards forwards, the other backwards. Then all events of the board, the
answers of the bots among them, are compared one by one. The presets take turns, and on every fifth board of Napoleon
captains bid for everybody. ``--first`` is the number of the first board, so that a run can go on where another ended.
"""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from . import world  # isort: skip  # noqa: F401  # sets Django up for all that follows

from games.boards.deals import deal_of
from games.boards.models import PERSON
from games.boards.services import board_rules, bots_for
from games.bot_names import Bot, bot_face
from games.kernel.board_bots import AUCTION, answer, bid_for_all
from napoleon.bots import choose
from napoleon.engine import DealView, MatchCursor, Rules, start
from napoleon.engine.events import Command
from napoleon.engine.shuffle import Seeds
from napoleon.engine.view import deal_view
from napoleon.engine.wire import event_to_json

from .measure import arguments, print_circumstances, print_table

PRESETS: Final = ("gurunapo", "leaflet", "four", "booklet", "nap")
STYLES: Final = ("corporal", "recruit", "random cards")
SLICE: Final = 500
"""How many boards a process plays before new ones take over."""


class Person(NamedTuple):
    """What somebody does follows from what they see, and from the board's number."""

    number: int
    style: str

    def choose(self, view: DealView, rules: Rules) -> Command:
        if self.style == "random cards" and view.phase == "playing":
            return Random(f"{self.number} {len(view.legal)} {view.hand}").choice(view.legal)  # type: ignore[return-value]
        return choose("recruit" if self.style == "recruit" else "corporal", view, rules, self.number)


class Table:
    """One board at one table."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.rules = board_rules(PRESETS[number % len(PRESETS)], 1)
        self.skips_auction = self.rules.preset != "nap" and number // len(PRESETS) % 5 == 0
        levels = enumerate(bots_for(self.rules), 1)
        self.bots = {seat: Bot(level, bot_face(number, seat)) for seat, level in levels}
        self.person = Person(number, STYLES[number % len(STYLES)])

    def play(self) -> list[str]:
        """All events, as they are stored, each after the seat, and "bot" if a bot chose it."""
        seeds = Seeds(Random(self.number).randbytes(32), f"set-{self.number}", ("",) * self.rules.players)
        running = MatchCursor(start(self.rules))
        running.push(deal_of(self.rules, seeds, 1))
        events = []
        while running.open:
            state = next(iter(running.open.values()))
            seat = state.to_act()[0]
            command, by = self._command(deal_view(state, seat), seat)
            running.push(command)
            events.append(f"{seat} {by} {json.dumps(event_to_json(command))}")
        return events

    def _command(self, view: DealView, seat: int) -> tuple[Command, str]:
        if self.skips_auction and view.phase in AUCTION:
            return bid_for_all(view, self.rules, seat), "bot"
        if seat == PERSON:
            return self.person.choose(view, self.rules), "person"
        bot = self.bots[seat]
        return answer(bot.level, bot, view, self.rules, seat), "bot"


# --- In a process of its own ---


def play_all(first: int, count: int, step: int) -> None:
    """Print a line of JSON for each board."""
    for number in list(range(first, first + count))[::step]:
        print(json.dumps([number, Table(number).play()]))


def played_apart(first: int, count: int) -> Iterator[tuple[int, list[list[str]]]]:
    """By board, the events at both tables."""
    processes = [_process(first, count, step) for step in (1, -1)]
    lines = [dict(map(json.loads, process.communicate()[0].splitlines())) for process in processes]
    if any(process.returncode for process in processes):
        raise RuntimeError("a process failed")
    yield from ((number, [played[number] for played in lines]) for number in range(first, first + count))


def _process(first: int, count: int, step: int) -> "subprocess.Popen[Any]":
    words = [sys.executable, "-m", "benchmarks.equal_answers", "play", str(first), str(count), str(step)]
    # Sets and dictionaries of texts have another order in each.
    environ = {**os.environ, "PYTHONHASHSEED": str(1 + first if step > 0 else 2**31 - first)}
    return subprocess.Popen(words, stdout=subprocess.PIPE, env=environ, cwd=Path(__file__).parent.parent)


# --- Both compared ---


def main() -> None:
    options = arguments(__doc__, boards=1000, first=1)
    print_circumstances(())
    boards, answers, unlike = Counter[str](), Counter[str](), Counter[str]()
    end = options.first + options.boards
    for first in range(options.first, end, SLICE):
        count = min(SLICE, end - first)
        for number, (one, other) in played_apart(first, count):
            preset = PRESETS[number % len(PRESETS)]
            boards[preset] += 1
            answers[preset] += sum(" bot " in event for event in one)
            if one != other:
                unlike[preset] += 1
                print(f"board {number} ({preset}): {first_difference(one, other)}", flush=True)
        print(f"up to board {first + count - 1}: {unlike.total()} of {boards.total()} boards unlike", flush=True)
    rows = [(preset, f"{boards[preset]:,}", f"{answers[preset]:,}", unlike[preset]) for preset in PRESETS]
    total = ("all", f"{boards.total():,}", f"{answers.total():,}", unlike.total())
    print_table(("rules", "boards", "answers of bots", "boards answered unlike"), [*rows, total])


def first_difference(one: list[str], other: list[str]) -> str:
    pairs = zip(one, other, strict=False)
    return next((f"{left} – {right}" for left, right in pairs if left != right), "one goes on")


if __name__ == "__main__":
    if sys.argv[1:2] == ["play"]:
        play_all(*map(int, sys.argv[2:]))
    else:
        main()
