"""The line that says why a bot bid, after the deal."""

import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.bot_names import Bot
from games.kernel.replay import SeatHistory, SeatHolder
from games.presentation.reader import Reader
from games.presentation.results import deal_result
from napoleon.bots.simulation import play_match
from napoleon.engine import rules_from_json, view
from players.models import User
from tests.support.play import play_out, running
from tests.support.visits import get, text

NAMES = ("Ai", "Lodi", "Ulm", "Dego", "Raab")


def reader(level: str, *, me: int | None = 0, history: SeatHistory | None = None, **rules: Any) -> Reader:
    """A match among bots, the first of them in the place of a person."""
    own = rules_from_json({"preset": "gurunapo", "deals": 6, **rules})
    match = play_match(own, [level] * own.players, Random(3))
    bots = {seat: Bot(level, seat) for seat in range(1, own.players)}
    names = NAMES[: own.players]
    ended_at = {end.number: 50 * end.number for end in match.ended}
    return Reader(view(match, me), names, bots, history=history, ended_at=ended_at)


def lines(of: Reader) -> list[tuple[int, str]]:
    """For each deal its declarer and the line."""
    return [(deal.declarer, deal_result(of, deal).why) for deal in of.view.ended if deal.declarer is not None]


@pytest.mark.parametrize("preset", ["gurunapo", "nap"])
@pytest.mark.parametrize("level", ["recruit", "corporal"])
def test_each_bots_contract_has_its_line(preset: str, level: str) -> None:
    told = lines(reader(level, preset=preset))
    assert {seat for seat, _ in told} & {1, 2, 3, 4}
    for seat, line in told:
        assert bool(re.match(rf"Why {NAMES[seat]} bid: \S", line)) is (seat > 0)
        assert ("about" in line) is (seat > 0 and level == "corporal")


def holder(seat: int, since: int, bot: str) -> SeatHolder:
    return SeatHolder(
        seat,
        is_person=not bot,
        user_id=None if bot else seat,
        name=NAMES[seat],
        given_name="",
        bot=bot,
        substitute=0,
        since=since,
        until=None,
        bots_key=1,
        face=None,
    )


@pytest.mark.parametrize(("since", "first"), [(0, 1), (50, 2), (51, 3)])
def test_a_bot_does_not_explain_the_bid_of_the_person_before_it(since: int, first: int) -> None:
    """Only from the deal on that began after it had taken the seat; a deal takes 50 events here."""
    later = [(since, "corporal")] if since else []
    own = [[holder(seat, *held) for held in ((0, "" if since else "corporal"), *later)] for seat in range(5)]
    table = reader("corporal", history=SeatHistory(own))
    explained = [deal.number for deal in table.view.ended if deal_result(table, deal).why]
    assert explained == list(range(first, len(table.view.ended) + 1))


def test_a_hidden_hand_is_not_explained() -> None:
    """As to a spectator of a running match, or under `no_shuffle`: the line would tell of cards."""
    table = reader("corporal")
    hidden = [replace(deal, hands=None) for deal in table.view.ended]
    assert {deal_result(table, deal).why for deal in hidden} == {""}


class Passing(Random):
    """Chooses the first of all legal commands, a pass where there is one."""

    def choice(self, options: Any) -> Any:
        return options[0]


@pytest.mark.django_db
def test_the_page_of_the_result_says_it(ai: User) -> None:
    game = play_out(running(ai, bots="corporal", deals=1), ai, rng=Passing())
    assert re.search(r"Why \S+ bid: .*about \d+ picture cards", text(get(ai, game.get_absolute_url())))
