"""What those who wait are told, and in which order people see their hand."""

from dataclasses import replace

import pytest

from games.bot_names import Bot
from games.presentation.cards import HandOrder
from games.presentation.reader import Reader
from games.table.prompt import Prompt, prompt_for, waiting_for
from napoleon.engine import Play, view
from napoleon.engine.cards import JOKER, ONE_CARD, names
from tests.napoleon.engine.play import Table, contract

NAMES = ("Ai", "Bo", "Chie", "Dai", "Emi")


def waiting(table: Table) -> str:
    """What a spectator reads."""
    known = view(table.match, None)
    return waiting_for(Reader(known, NAMES, {}), known.deals[0])


def test_spectators_are_told_what_is_going_on() -> None:
    table = Table("gurunapo")
    assert waiting(table) == "Waiting for Ai to bid or pass"
    table.bids("12H" + " pass" * 4)
    assert waiting(table) == "Waiting for Ai to call the adjutant’s card"
    table.calls("SA")
    assert waiting(table) == "Waiting for Ai to exchange with the widow"
    table.exchanges(" ".join(names(table.state.dealt.widow)))
    assert waiting(table) == "Waiting for Ai to play"


def hand(table: Table, order: HandOrder) -> str:
    """The hand of seat 0 as they see it."""
    reader = Reader(view(table.match, 0), NAMES, {}, hand_order=order)
    prompt = prompt_for(reader, reader.view.deals[0])
    assert prompt is not None
    return " ".join(card.code for card in prompt.cards)


@pytest.mark.parametrize(
    ("order", "before", "after"),
    [
        (HandOrder(), "SK S2 HA H5 DQ D3 CT C9 C4 JK", "SK S2 HA H5 DQ D3 CT C9 C4 JK"),
        (HandOrder(alternates=True), "SK S2 HA H5 CT C9 C4 DQ D3 JK", "SK S2 HA H5 CT C9 C4 DQ D3 JK"),
        (HandOrder(trumps_first=True), "SK S2 HA H5 DQ D3 CT C9 C4 JK", "DQ D3 SK S2 HA H5 CT C9 C4 JK"),
    ],
)
def test_the_hand_is_sorted_as_its_owner_likes(order: HandOrder, before: str, after: str) -> None:
    table = Table("gurunapo", {0: "C4 D3 H5 S2 JK C9 CT DQ HA SK"})
    assert hand(table, order) == before
    table.bids("12D" + " pass" * 4)
    table.takes_up_the_play()
    assert hand(table, order) == after


def asked(table: Table, bots: set[int], away: set[int]) -> Prompt:
    """What the seat whose turn it is reads, with bots in these seats or for the people of these."""
    reader = Reader(
        view(table.match, table.turn),
        NAMES[: table.rules.players],
        {seat: Bot("captain", 0) for seat in bots},
        away=frozenset(away),
    )
    prompt = prompt_for(reader, reader.view.deals[0])
    assert prompt is not None
    return prompt


@pytest.mark.parametrize(
    ("cards", "bots", "away", "may"),
    [
        ("S6", set(), set(), True),
        ("S6", {3}, set(), False),
        ("S6 S7 SA", {4}, set(), True),
        ("S6 S7 SA", {4}, {1}, False),
        ("", {4}, {1}, True),
    ],
)
def test_giving_up_is_not_offered_where_a_bot_would_refuse(
    cards: str, bots: set[int], away: set[int], may: bool
) -> None:
    """Seat 2 is the adjutant, whom bots know once the called mighty lies."""
    hands = {0: "S6 HA", 1: "S7 H3", 2: "SA S2", 3: "S9 C2", 4: "ST C4"}
    table = contract("gurunapo", hands=hands, called="SA")
    if cards:
        table.plays(cards)
    prompt = asked(table, bots, away)
    assert (prompt.may_concede, prompt.bots_refuse) == (may, not may)


def test_each_bid_of_nap_says_what_it_pays() -> None:
    assert {bid.value: bid.pays for bid in asked(Table("nap"), set(), set()).bids} == {
        "two": "+2 −2",
        "three": "+3 −3",
        "misere": "+3 −3",
        "four": "+4 −4",
        "nap": "+10 −6",
        "wellington": "+20 −12",
    }


@pytest.mark.parametrize(("level", "asks"), [("below_mighty", False), ("strongest", False), ("weakest", True)])
def test_a_joker_alone_in_the_last_trick_asks_for_no_needless_suit(level: str, asks: bool) -> None:
    table = Table("gurunapo", {0: "JK"}, joker_led=level)
    table.bids("12H" + " pass" * 4)
    table.takes_up_the_play()
    known = view(table.match, 0)
    ways = tuple(play for play in known.deals[0].legal if isinstance(play, Play) and play.card == JOKER)
    last = replace(known.deals[0], hand=ONE_CARD[JOKER], playable=ONE_CARD[JOKER], legal=ways)
    prompt = prompt_for(Reader(known, NAMES, {}), last)
    assert prompt is not None
    assert bool(prompt.suits) == asks
    assert bool(prompt.named_suit) != asks
