"""The move that can be taken back, on its cards and in the words of its button."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.presentation.cards import BidWord, Face
from games.table.held_prompt import held_prompt
from games.table.prompt import Prompt

NOW = timezone.now()
HAND = [Face("SA", "ace of spades"), Face("D3", "three of diamonds"), Face("JK", "joker")]
WIDOW = [Face("C2", "two of clubs")]


def held(**move: Any) -> Prompt:
    prompt = Prompt(kind="play", strong="", cards=HAND, widow=WIDOW, dealt=10)
    return held_prompt(prompt, move, NOW + timedelta(seconds=6.04), NOW)


@pytest.mark.parametrize(
    ("move", "word", "cards", "raised"),
    [
        ({"type": "play", "card": "SA"}, "Play", ["SA"], ["SA"]),
        ({"type": "exchange", "discard": ["D3", "C2"]}, "Discard", ["D3", "C2"], ["D3"]),
        ({"type": "call", "card": "HK"}, "Call", ["HK"], []),
        ({"type": "pass"}, "Pass", [], []),
        ({"type": "agree"}, "", [], []),
    ],
)
def test_it_names_what_it_does(move: dict[str, Any], word: str, cards: list[str], raised: list[str]) -> None:
    prompt = held(**move)
    assert prompt.held is not None
    assert (prompt.held.word, [face.code for face in prompt.held.cards]) == (word, cards)
    assert [face.code for face in prompt.cards if face.state == "raised"] == raised
    assert len(prompt.cards) == len(HAND)


def test_it_names_the_bid_and_the_suit_of_a_joker() -> None:
    for move, bid in (({"count": 14, "trump": "S"}, BidWord(14, "S")), ({"bid": "nap"}, BidWord(word="nap"))):
        prompt = held(type="bid", **move)
        assert prompt.held is not None
        assert prompt.held.bid == bid
    joker = held(type="play", card="JK", suit="H").held
    assert joker is not None
    assert joker.suit == "H"


def test_it_tells_the_time_and_how_many_seconds_are_left() -> None:
    prompt = held(type="pass")
    assert prompt.held is not None
    assert prompt.held.left == 6.0
    assert f"{timezone.localtime(prompt.held.made_at):%H:%M:%S}" in prompt.strong
