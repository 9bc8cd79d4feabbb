"""How cards are drawn: each thing has one drawing."""

import re

from django.template.loader import render_to_string

from games.presentation.cards import face
from games.presentation.option_texts import PRESETS
from games.templatetags.cards import card, suit_key
from napoleon.engine import parse_card


def drawings(html: str) -> set[str]:
    return set(re.findall(r"#([\w-]+)", html))


def test_the_joker_is_the_same_cap_on_cards_keys_and_pictures() -> None:
    joker = face(parse_card("JK"))
    picture = render_to_string("games/review/_picture_card.svg", {"face": joker})
    drawn = [drawings(str(html)) for html in (card(joker), card(joker, "inline"), suit_key("JK"))]
    assert drawn == [{"cap"}] * 3
    assert set(re.findall(r'<use href="#([\w-]+)"', picture)) == {"cap"}


def test_presets_tell_how_hard_they_are() -> None:
    assert {str(preset.difficulty) for preset in PRESETS.values()} == {
        "easy to learn",
        "few special cards",
        "many special cards",
    }
