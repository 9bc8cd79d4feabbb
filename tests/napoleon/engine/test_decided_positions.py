"""The decided positions of docs/rules.md, section 4, by their numbers there. Seat 0 leads."""

import pytest

from .play import contract, may_play, skip_to_trick, these, trick


@pytest.mark.parametrize(
    ("position", "preset", "trump", "cards", "options", "winner"),
    [
        ("01", "gurunapo", "D", "JK=C SA DJ HQ C2", {"t": 4}, (3, "yoromeki")),
        ("02", "gurunapo", "C", "HT HQ H3 HK C2", {"t": 5}, (4, "trump")),
        ("03", "gurunapo", "S", "HA JK SJ CJ H2", {"t": 3}, (1, "joker")),
        ("05", "gurunapo", "H", "C3 JK SA C2 HJ", {"t": 6}, (2, "mighty")),
        ("11", "gurunapo", "H", "D5 D2 DJ DA DK", {"t": 3}, (2, "left_jack")),
        ("12", "gurunapo", "S", "HA H2 HQ HK H9", {"t": 2}, (1, "same_two")),
        ("14", "gurunapo", "C", "H5 H2 JK HK H9", {"t": 5, "joker_followed": "weakest"}, (3, "led_suit")),
        ("15", "booklet", "C", "H5 H2 JK HK H9", {"t": 5}, (1, "same_two")),
        ("16", "booklet", "D", "JK=D D2 DA D5 D9", {"t": 4}, (0, "joker")),
        ("17", "leaflet", "H", "JK=H H3 DJ HA C2", {"t": 3}, (2, "left_jack")),
        ("18", "leaflet", "S", "S3 JK S2 D4 H5", {"t": 6}, (0, "trump")),
        ("24", "booklet", "H", "C9 C2 CK CA C5", {"t": 1}, (1, "same_two")),
        ("24", "leaflet", "H", "C9 C2 CK CA C5", {"t": 1}, (3, "led_suit")),
        ("25", "leaflet", "H", "JK=H SA HQ H4 HA", {"t": 8}, (2, "yoromeki")),
    ],
)
def test_who_wins(position, preset, trump, cards, options, winner) -> None:
    assert trick(preset, trump, cards, **options) == winner


@pytest.mark.parametrize(
    ("position", "preset", "trump", "played", "hand", "options", "playable"),
    [
        ("04", "gurunapo", "H", "C3", "CK C5 JK SA", {"t": 2}, "JK"),
        ("06", "gurunapo", "H", "", "C3 JK D4", {"t": 7}, "C3 JK D4"),
        ("07", "gurunapo", "H", "S5", "SA HQ D5 JK", {"t": 2}, "SA JK"),
        ("08", "gurunapo", "H", "D7", "SA D2 HJ JK", {"t": 3}, "D2 JK"),
        ("09", "gurunapo", "H", "D7", "DJ H3 C9", {"t": 4}, "DJ"),
        ("10", "gurunapo", "H", "H7", "DJ C4 S5", {"t": 4}, "DJ C4 S5"),
        ("19", "leaflet", "S", "S3", "SK JK SA D2", {"t": 6}, "JK"),
        ("20", "leaflet", "H", "JK=H", "HJ C5 DJ", {"t": 3}, "HJ"),
        ("21", "booklet", "H", "JK=H", "HJ C5 DJ", {"t": 3}, "HJ C5 DJ"),
        ("22", "booklet", "S", "C6", "CJ D5", {"t": 4}, "CJ"),
        ("23", "booklet", "H", "S6", "SA S4 HJ D5", {"t": 4}, "SA S4"),
    ],
)
def test_what_may_be_played(position, preset, trump, played, hand, options, playable) -> None:
    assert may_play(preset, trump, played, hand, **options) == these(playable)


def test_position_13() -> None:
    """The first trick's winner gets the discarded picture too."""
    hands = {0: "HA", 1: "H2", 2: "HQ", 3: "HK", 4: "H9"}
    dealt = {**hands, 0: "HA CT C2 C3"}
    table = contract("gurunapo", "S", hands=dealt, discard="CT C2 C3")
    skip_to_trick(table, 1, hands)
    table.plays("HA H2 HQ HK H9")
    assert table.result["tricks"][0]["winner"] == 0
    assert table.result["pictures"] == [4, 0, 0, 0, 0]
