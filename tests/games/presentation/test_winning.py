"""By what a trick is won, as pages tell it, and for which side it counts as far as the reader knows."""

from dataclasses import replace

import pytest

from games.models import Seat
from games.presentation.reader import Reader, reader_of
from games.presentation.tricks import WHY, winning_card
from games.table.board import DealBoard, deal_board
from napoleon.engine import view
from napoleon.engine.deal import Why
from players.models import User
from tests.napoleon.engine.play import Table, contract

NAMES = ("Ai", "Bo", "Chie", "Dai", "Emi")
SPADES = {0: "SA S2", 1: "S3 S4", 2: "S5 S6", 3: "S7 S8", 4: "S9 ST"}


def read_by(table: Table, seat: int | None) -> Reader:
    seats = [Seat(number=number, user=User(name=name)) for number, name in enumerate(NAMES)]
    return reader_of(view(table.match, seat), seats)


def board(table: Table, seat: int | None) -> DealBoard:
    return deal_board(read_by(table, seat), table.number)


def first_trick(called: str) -> Table:
    table = contract("gurunapo", "H", 13, hands=SPADES, called=called)
    table.plays("SA S3 S5 S7 ST")
    return table


@pytest.mark.parametrize("why", WHY)
def test_every_reason_has_words_and_the_seal_of_its_card(why: Why) -> None:
    won = winning_card(read_by(first_trick("D2"), 0).naming, 3, 0, why)
    assert won.name == "Dai"
    assert won.why
    assert won.in_short
    assert len(won.card.marks) == (why not in ("joker", "trump", "led_suit", "yoromeki_return"))


def test_a_running_and_a_finished_trick_say_by_what_they_are_won() -> None:
    table = first_trick("D2")
    trick = board(table, 1).trick
    assert trick
    assert trick.best
    assert trick.best.name == trick.winner == "Ai"
    assert [mark.name for mark in trick.best.card.marks] == ["mighty"]
    table.plays("S2")
    trick = board(table, 1).trick
    assert trick
    assert trick.best
    assert trick.last
    assert (trick.best.in_short, trick.last.best.in_short) == ("same-two", "mighty")


def test_the_side_of_a_trick_is_told_as_far_as_the_reader_knows_it() -> None:
    table = contract("gurunapo", "H", 13, hands=SPADES | {3: "S7 S8 D2"}, called="D2", same_two="off")
    table.plays("SA S3 S5 S7 S9 S2 S4 S6 S8 ST")
    # The last trick was won by seat 4, whom the holder of the card and seat 4 itself know to be an ally.
    sides = {seat: board(table, seat).log[0].side for seat in (0, 1, 3, 4, None)}
    assert sides == {0: "unknown", 1: "unknown", 3: "against", 4: "against", None: "unknown"}
    assert all(board(table, seat).log[1].side == "with" for seat in (0, 1, 3, None))


def test_a_napoleon_who_called_a_card_of_their_own_knows_all_sides() -> None:
    table = contract("gurunapo", "H", 13, hands=SPADES, called="S2")
    table.plays("SA S3 S5 S7 ST S2")
    assert {board(table, seat).log[0].side for seat in (0, 1, None)} == {"with"}


def test_a_reader_who_is_addressed_is_you_wherever_they_are_named() -> None:
    table = first_trick("D2")
    page = deal_board(replace(read_by(table, 0), is_addressed=True), table.number)
    assert page.trick
    assert page.trick.places[0].name == page.seats[0].name == "You"
    assert page.log[0].plays[0].name == page.log[0].winner == page.auction[0][0] == "You"
    assert page.log[0].best.is_you
    assert "Ai" not in str(replace(page, waiting=""))
    assert "Ai" in str(board(table, 0))
