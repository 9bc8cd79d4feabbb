"""Tables of people who play by HTTP. Each reads their move from the form on the page."""

import re
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random
from urllib.parse import urlencode

from . import world  # isort: skip  # sets Django up for all that follows

from django.db import connection, transaction
from django.utils import timezone

from games.integrity.rebuild import rebuild
from games.kernel.log import NewEvent, append, state_of
from games.kernel.transaction import first_dealer, seeds_of
from games.models import Event, Game, Turn
from napoleon.bots import choose
from napoleon.engine import Deal, Match, next_deal, to_act
from napoleon.engine.events import Event as EngineEvent
from napoleon.engine.match import MatchCursor
from napoleon.engine.shuffle import next_deal_event
from napoleon.engine.view import deal_view
from napoleon.engine.wire import event_to_json
from tests.support.play import running

from .programs import Program

CONTROL = re.compile(r"<(?:input|button)\b([^>]*)>")
ATTRIBUTE = re.compile(r'([\w-]+)(?:="([^"]*)")?')
DISCARDS = re.compile(r'data-size="(\d+)"')
PASS_RATE = 0.6
SENDERS = 8
"""The number of concurrent requests at full speed."""
PACED_SENDERS = 50

Control = dict[str, str]


def execute(statement: str, values: Sequence[object] | None = None) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


@dataclass(frozen=True, slots=True)
class Request:
    """A person's request to the site."""

    visitor: world.Visitor | Program
    path: str
    body: str | None = None

    def send(self) -> int:
        return self.visitor.request("GET" if self.body is None else "POST", self.path, self.body)[0]

    def timed(self, due: float | None = None) -> float | None:
        """Milliseconds from when it was due, or from now, to the answer; None for a choice that no rule allows."""
        begun = due or time.perf_counter()
        time.sleep(max(0.0, begun - time.perf_counter()))
        status = self.send()
        took = 1000 * (time.perf_counter() - begun)
        if status not in (200, 422):
            raise RuntimeError(f"{self.path} answered {status}")
        return took if status == 200 else None


def paced(requests: Sequence[Request], pace: float) -> list[float]:
    """The times of requests, each of which is due at its own moment. Waiting for others counts."""
    start = time.perf_counter() + 0.1
    dues = [start + number / pace for number in range(len(requests))]
    with ThreadPoolExecutor(PACED_SENDERS) as pool:
        return [took for took in pool.map(Request.timed, requests, dues) if took]


@dataclass(frozen=True, slots=True)
class Table:
    slug: str
    visitors: dict[int, world.Visitor]

    def act(self, rng: Random) -> Request:
        """The next move, from the form on the page of the player to act."""
        visitor = self._to_act()
        status, page = visitor.request("GET", f"/t/{self.slug}/board/")
        if status != 200:
            raise RuntimeError(f"the board answered {status}")
        return Request(visitor, f"/t/{self.slug}/act/", urlencode(filled_in(page, rng)))

    def command(self) -> Request:
        """The next move, by a program of the player to act."""
        visitor = self._to_act()
        program = Program(visitor.user, visitor.port)
        return Request(program, *program.command(self.slug))

    def _to_act(self) -> world.Visitor:
        turn = Turn.objects.filter(game__slug=self.slug).order_by("deal", "seat")[0]
        return self.visitors[turn.user_id or 0]

    def page(self) -> Request:
        return Request(next(iter(self.visitors.values())), f"/t/{self.slug}/")

    def front_page(self) -> Request:
        return Request(next(iter(self.visitors.values())), "/")


def seat_people(count: int, port: int, rng: Random, deals: int = 20) -> list[Table]:
    """Tables of five, with matches at different points, far from their end."""
    users = world.people(5 * count)
    tables = []
    for first in range(0, len(users), 5):
        five = users[first : first + 5]
        game = running(*five, preset="gurunapo", deals=deals)
        play_on(game, rng.randint(1, deals // 2), rng.randint(-10, 45))
        tables.append(Table(game.slug, {user.pk: world.Visitor(user, port) for user in five}))
    return tables


# --- Matches under way, made without a request for each move ---


def play_on(game: Game, deal: int, cards: int) -> None:
    """Play a match on like bots, in one write, until the deal has this many cards on the table."""
    with transaction.atomic():
        game.refresh_from_db()
        table = MatchCursor(state_of(game).match)
        entries: list[NewEvent] = []
        while not _reached(table.match(), deal, cards):
            event = _next_event(game, table, len(entries))
            table.push(event)
            by = Event.By.SITE if isinstance(event, Deal) else Event.By.PLAYER
            entries.append(NewEvent(event_to_json(event), by))
        append(game, entries, timezone.now())
        rebuild(game.pk)


def _reached(match: Match, deal: int, cards: int) -> bool:
    if match.ledger.counted < deal or not match.open:
        return False
    view = deal_view(match.open[0], None)
    down = 5 * len(view.tricks) + len(view.trick) if view.phase == "playing" else -1
    return down >= cards


def _next_event(game: Game, table: MatchCursor, number: int) -> EngineEvent:
    match = table.match()
    if next_deal(match):
        seeds = seeds_of(game, list(game.seats.order_by("number")))
        return next_deal_event(match, seeds, first_dealer=first_dealer(seeds, match.rules.players))
    deal, seat = to_act(match)[0]
    return choose("recruit", deal_view(table.open[deal], seat), table.rules, number)


# --- A form, as a person fills it in ---


def filled_in(page: str, rng: Random) -> list[tuple[str, str]]:
    """The fields of the form on the board, filled with a random choice."""
    form = page[page.index('id="hand-form"') :].partition("</form>")[0]
    controls = [dict(ATTRIBUTE.findall(control)) for control in CONTROL.findall(form)]
    offered = [field for field in controls if "name" in field and "disabled" not in field]
    fields = [(field["name"], field["value"]) for field in offered if field.get("type") == "hidden"]
    fields += _radios(offered, rng)
    if boxes := [box["value"] for box in offered if box.get("type") == "checkbox"]:
        size = DISCARDS.search(form)
        fields += [("discard", card) for card in rng.sample(boxes, int(size[1]) if size else 0)]
    return fields + _button(offered, rng)


def _radios(offered: Sequence[Control], rng: Random) -> list[tuple[str, str]]:
    """One of each group. Near the limit not every suit makes a legal bid, so a count beyond it is chosen."""
    groups: dict[str, list[str]] = {}
    for radio in offered:
        if radio.get("type") == "radio" and "data-edge" not in radio:
            groups.setdefault(radio["name"], []).append(radio["value"])
    return [(name, values[0] if name == "count" else rng.choice(values)) for name, values in groups.items()]


def _button(offered: Sequence[Control], rng: Random) -> list[tuple[str, str]]:
    """The button to press, where several have names."""
    buttons = [(field["name"], field["value"]) for field in offered if "type" not in field]
    if not buttons:
        return []
    passing = ("do", "pass")
    if passing in buttons and rng.random() < PASS_RATE:
        return [passing]
    return [rng.choice([button for button in buttons if button != passing])]
