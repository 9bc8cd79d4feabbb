"""The decided positions of docs/rules.md, section 4, by their numbers there. Seat 0 leads."""

from .play import contract, may_play, skip_to_trick, these, trick


def test_position_01() -> None:
    assert trick("gurunapo", "D", "JK=C SA DJ HQ C2", t=4) == (3, "yoromeki")


def test_position_02() -> None:
    assert trick("gurunapo", "C", "HT HQ H3 HK C2", t=5) == (4, "trump")


def test_position_03() -> None:
    assert trick("gurunapo", "S", "HA JK SJ CJ H2", t=3) == (1, "joker")


def test_position_04() -> None:
    assert may_play("gurunapo", "H", "C3", "CK C5 JK SA", t=2) == these("JK")


def test_position_05() -> None:
    assert trick("gurunapo", "H", "C3 JK SA C2 HJ", t=6) == (2, "mighty")


def test_position_06() -> None:
    assert may_play("gurunapo", "H", "", "C3 JK D4", t=7) == these("C3 JK D4")


def test_position_07() -> None:
    assert may_play("gurunapo", "H", "S5", "SA HQ D5 JK", t=2) == these("SA JK")


def test_position_08() -> None:
    assert may_play("gurunapo", "H", "D7", "SA D2 HJ JK", t=3) == these("D2 JK")


def test_position_09() -> None:
    assert may_play("gurunapo", "H", "D7", "DJ H3 C9", t=4) == these("DJ")


def test_position_10() -> None:
    assert may_play("gurunapo", "H", "H7", "DJ C4 S5", t=4) == these("DJ C4 S5")


def test_position_11() -> None:
    assert trick("gurunapo", "H", "D5 D2 DJ DA DK", t=3) == (2, "left_jack")


def test_position_12() -> None:
    assert trick("gurunapo", "S", "HA H2 HQ HK H9", t=2) == (1, "same_two")


def test_position_13() -> None:
    """The first trick's winner gets the discarded picture too."""
    hands = {0: "HA", 1: "H2", 2: "HQ", 3: "HK", 4: "H9"}
    dealt = {**hands, 0: "HA CT C2 C3"}
    table = contract("gurunapo", "S", hands=dealt, discard="CT C2 C3")
    skip_to_trick(table, 1, hands)
    table.plays("HA H2 HQ HK H9")
    assert table.result["tricks"][0]["winner"] == 0
    assert table.result["pictures"] == [4, 0, 0, 0, 0]


def test_position_14() -> None:
    assert trick("gurunapo", "C", "H5 H2 JK HK H9", t=5, joker_followed="weakest") == (3, "led_suit")


def test_position_15() -> None:
    assert trick("booklet", "C", "H5 H2 JK HK H9", t=5) == (1, "same_two")


def test_position_16() -> None:
    assert trick("booklet", "D", "JK=D D2 DA D5 D9", t=4) == (0, "joker")


def test_position_17() -> None:
    assert trick("leaflet", "H", "JK=H H3 DJ HA C2", t=3) == (2, "left_jack")


def test_position_18() -> None:
    assert trick("leaflet", "S", "S3 JK S2 D4 H5", t=6) == (0, "trump")


def test_position_19() -> None:
    assert may_play("leaflet", "S", "S3", "SK JK SA D2", t=6) == these("JK")


def test_position_20() -> None:
    assert may_play("leaflet", "H", "JK=H", "HJ C5 DJ", t=3) == these("HJ")


def test_position_21() -> None:
    assert may_play("booklet", "H", "JK=H", "HJ C5 DJ", t=3) == these("HJ C5 DJ")


def test_position_22() -> None:
    assert may_play("booklet", "S", "C6", "CJ D5", t=4) == these("CJ")


def test_position_23() -> None:
    assert may_play("booklet", "H", "S6", "SA S4 HJ D5", t=4) == these("SA S4")


def test_position_24() -> None:
    assert trick("booklet", "H", "C9 C2 CK CA C5", t=1) == (1, "same_two")
    assert trick("leaflet", "H", "C9 C2 CK CA C5", t=1) == (3, "led_suit")


def test_position_25() -> None:
    assert trick("leaflet", "H", "JK=H SA HQ H4 HA", t=8) == (2, "yoromeki")
