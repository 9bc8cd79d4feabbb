"""What is said of how the sides of a deal stand."""

from dataclasses import replace

import pytest

from games.presentation.reader import Reader
from games.review.position import opened
from games.review.sides import sides_shown
from napoleon.engine import view
from tests.napoleon.engine.play import Table, contract

NAMES = ("Ai", "Bo", "Chie", "Dai", "Emi")


def said(table: Table, **taken: tuple[int, ...]) -> list[str]:
    """The needs of the declarer's side and of the others after these seats have taken so much."""
    reader = Reader(view(table.match, None), NAMES[: table.rules.players], {})
    shown = sides_shown(reader, replace(opened(table.state), **taken))
    assert shown
    return [side.needs for side in shown.shown]


@pytest.mark.parametrize(
    ("pictures", "words"),
    [
        ((12, 0, 1, 0, 0), ["1 to go", "7 to go"]),
        ((13, 0, 0, 0, 0), ["must not take all", ""]),
        ((13, 0, 1, 0, 0), ["made", ""]),
        ((20, 0, 0, 0, 0), ["lost", ""]),
    ],
)
def test_where_taking_all_loses_the_bid_is_not_made_before_that_is_out_of_the_question(
    pictures: tuple[int, ...], words: list[str]
) -> None:
    assert said(contract("leaflet", "H", 13, sweep="loses"), pictures=pictures) == words


def test_who_bid_all_may_take_all() -> None:
    assert said(contract("leaflet", "H", 20, sweep="loses"), pictures=(20, 0, 0, 0, 0)) == ["made", ""]


@pytest.mark.parametrize(("tricks_won", "word"), [((0, 4), "must take none"), ((1, 0), "lost"), ((0, 5), "made")])
def test_misere_is_made_after_the_last_trick(tricks_won: tuple[int, ...], word: str) -> None:
    table = Table("nap", {0: "C2"}, players=2)
    table.bids("misere pass")
    table.plays("C2")
    assert said(table, tricks_won=tricks_won) == [word, ""]
