"""The preview image: its symbols, cards and names, and what does not fit."""

import re

import pytest
import resvg_py
from django.template.loader import render_to_string

from games.presentation.auction import AuctionCell, AuctionRounds
from games.presentation.cards import BidWord, Face
from games.review import picture
from napoleon.engine.cards import CARD_NAMES


def render(inside: str) -> bytes:
    """Draw 100 by 140 pixels with the symbols and the font of the picture, and no others."""
    size = 'width="100" height="140" color="#123456"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{picture.symbols("cards.svg")}{inside}</svg>'
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, **picture.FONT))


def card(code: str, state: str = "") -> bytes:
    context = {"face": Face(code, "", state=state), "x": 0, "y": 0, "width": 100, "height": 140}
    return render(render_to_string("games/review/_picture_card.svg", context))


def test_every_symbol_of_the_pages_can_be_drawn() -> None:
    symbols = re.findall(r'<symbol id="([\w-]+)"', picture.symbols("cards.svg"))
    assert len(symbols) > 10
    drawn = {render(f'<use href="#{name}" width="100" height="140"/>') for name in symbols}
    assert len(drawn) == len(symbols)
    assert render("") not in drawn


def test_no_symbol_needs_a_style_sheet() -> None:
    assert "var(" not in picture.symbols("cards.svg")


@pytest.mark.parametrize("state", ["", "pale"])
def test_every_card_differs_from_every_other(state: str) -> None:
    assert len({card(code, state) for code in CARD_NAMES}) == len(CARD_NAMES)


def test_pale_cards_differ_from_others() -> None:
    assert card("SA") != card("SA", "pale")


@pytest.mark.parametrize("text", ["A", "10", "千恵", "Zoë", "♠♥♦♣"])
def test_letters_are_drawn_without_fonts_of_the_system(text: str) -> None:
    # A font shows the same box for every letter that it lacks.
    others = ("", "\U0010fffd" * len(text))
    assert render(f'<text y="20">{text}</text>') not in {render(f'<text y="20">{other}</text>') for other in others}


@pytest.mark.parametrize(
    ("name", "room", "shown"), [("Ai", 100, "Ai"), ("Funabashi", 100, "Funaba"), ("千恵子", 60, "千恵"), ("", 10, "")]
)
def test_names_are_cut_where_they_do_not_fit(name: str, room: int, shown: str) -> None:
    assert picture.fitting(name, room) == shown


def test_points_have_their_sign() -> None:
    page = {"result": {"bid": BidWord(word="three"), "took": 2}}
    points = [(200, "Ai", -9, True), (274, "Bo", 9, False), (348, "Chie", 0, False)]
    drawn = render_to_string("games/review/picture.svg", {"page": page, "points": points})
    assert re.findall(r'font-size="44">(.+?)</text>', drawn) == ["−9", "+9", "0"]


@pytest.mark.parametrize("count", [1, 5, 12, 30])
def test_rows_of_cards_stay_inside_the_picture(count: int) -> None:
    row = picture._row("Ai", [Face("SA", "")] * count, 100, 94)
    assert row.cards[0][0] == picture.MARGIN + picture.NAMES
    assert row.cards[-1][0] + row.width <= picture.WIDTH - picture.MARGIN + 1


def test_the_last_four_rounds_of_bids_stand_in_columns() -> None:
    calls = [[AuctionCell(bid=BidWord(number, "S")), AuctionCell(is_pass=True)] for number in range(6)]
    columns = picture._bids(AuctionRounds(["Ai", "Bo"], ["Ai", "Bo"], calls))
    assert [name for _x, name, _calls in columns] == ["Ai", "Bo"]
    assert [call.bid and call.bid.count for call in columns[0][2]] == [2, 3, 4, 5]
    assert all(call.is_pass for call in columns[1][2])
