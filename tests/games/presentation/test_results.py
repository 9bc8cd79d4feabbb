"""Who has won a match, in words."""

from types import SimpleNamespace
from typing import Any

import pytest

from games.bot_names import Bot
from games.kernel.replay import SeatHistory, SeatHolder
from games.presentation.reader import Reader
from games.presentation.results import match_headline


def holder(number: int, name: str, bot: str = "", since: int = 0) -> SeatHolder:
    return SeatHolder(
        number=number,
        is_person=not bot,
        user_id=None,
        name=name,
        given_name="",
        bot=bot,
        substitute=0,
        since=since,
        until=None,
        bots_key=1,
        face=None,
    )


@pytest.mark.parametrize(
    ("winner", "told"),
    [
        ([holder(0, "Ai"), holder(0, "Ann", "recruit", 5)], "Ann for Ai has won the match"),
        ([holder(0, "Ai"), holder(0, "Chie", since=3), holder(0, "Ann", "recruit", 5)], "Ann for Ai has won the match"),
        ([holder(0, "Ai"), holder(0, "Chie", since=3)], "Chie has won the match"),
        ([holder(0, "Ann", "recruit"), holder(0, "Ben", "corporal", 5)], "Ben has won the match"),
    ],
)
def test_a_bot_wins_for_the_person_whose_seat_it_has_taken_over(winner: list[SeatHolder], told: str) -> None:
    last = winner[-1]
    view: Any = SimpleNamespace(scores=(3, 1), seat=None)
    bots = {0: Bot(last.bot, 1)} if last.bot else {}
    history = SeatHistory([winner, [holder(1, "Bo")]])
    assert match_headline(Reader(view, (last.name, "Bo"), bots, history=history)) == told
