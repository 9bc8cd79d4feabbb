"""Cards as people type them, and what is no card."""

import pytest
from django.http import QueryDict

from games.archive.forms import CardField
from games.presentation.typed_cards import typed_card
from games.table.forms import action_of


@pytest.mark.parametrize(
    ("text", "card"),
    [
        *[("S10", "ST"), ("s10", "ST"), ("10S", "ST"), ("S0", "ST"), ("♠10", "ST"), ("♠️K", "SK"), ("♠K", "SK")],
        *[("sk", "SK"), ("ks", "SK"), (" hq ", "HQ"), ("ＳＫ", "SK"), ("♡2", "H2"), ("jk", "JK"), ("Joker", "JK")],
    ],
)
def test_usual_ways_to_write_a_card_are_read(text: str, card: str) -> None:
    assert typed_card(text) == card


@pytest.mark.parametrize("text", ["", "S1", "S11", "XK", "1S", "SKK", "S" * 10_000])
def test_what_is_no_card_stays_as_it_is(text: str) -> None:
    assert typed_card(text) == text


def test_forms_of_a_table_take_them() -> None:
    played = action_of(QueryDict("do=play&deal=1&card=♠10"))
    assert played is not None
    assert played.payload["card"] == "ST"
    exchanged = action_of(QueryDict("do=exchange&deal=1&discard=s10&discard=kh&discard=jk"))
    assert exchanged is not None
    assert exchanged.payload["discard"] == ["ST", "HK", "JK"]
    called = action_of(QueryDict("do=call&deal=1&call=sa"))
    assert called is not None
    assert called.payload["card"] == "SA"


def test_addresses_of_the_archive_take_them() -> None:
    assert CardField(choices=[("SK", "king of spades")]).clean("♠k") == "SK"
