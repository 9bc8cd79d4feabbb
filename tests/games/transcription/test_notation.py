"""How what a scribe types is read."""

import pytest

from games.transcription.notation import (
    AuctionWord,
    Unreadable,
    read_auction,
    read_set,
    read_trick,
    write_auction,
    write_cards,
)
from napoleon.engine import preset_rules


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("SA S3 H2 S9 S5", "SA S3 H2 S9 S5"),
        ("sa 3 h2 9 5", "SA S3 H2 S9 S5"),
        ("sa392", "SA S3 S9 S2"),
        ("♠A、♡10 Ｄ３", "SA HT D3"),
        ("as 10♥ Ａ♠ 3d", "SA HT SA D3"),
        ("h10 t9 h0", "HT HT H9 HT"),
        ("jk=h 3 10", "JK=H H3 HT"),
        ("JKS 2", "JK=S S2"),
        ("d5 joker x ジョーカー", "D5 JK JK JK"),
        ("", ""),
    ],
)
def test_a_trick_is_read_in_short(typed: str, written: str) -> None:
    assert write_cards(read_trick(typed)) == written


@pytest.mark.parametrize(
    ("typed", "written"),
    [("sakj4 h q 10 jk", "SA SK SJ S4 HQ HT JK"), ("S A K J, D 9 5", "SA SK SJ D9 D5"), ("C3 jk 4", "C3 JK C4")],
)
def test_a_hand_is_read_suit_by_suit(typed: str, written: str) -> None:
    assert write_cards(read_set(typed)) == written


@pytest.mark.parametrize(
    ("typed", "reason", "word"),
    [
        ("SA XX", "no_card", "XX"),
        ("9 SA", "no_suit", "9"),
        ("S1", "no_card", "S1"),
        ("jk 5", "no_suit", "5"),
        ("S", "no_card", "S"),
        ("<b>", "no_card", "<B>"),
    ],
)
def test_what_cannot_be_read_is_named(typed: str, reason: str, word: str) -> None:
    with pytest.raises(Unreadable) as error:
        read_trick(typed)
    assert (error.value.reason, error.value.word) == (reason, word)


@pytest.mark.parametrize(
    ("preset", "typed", "written"),
    [
        ("gurunapo", "p 12h パス - 13 S h14", "P 12H P P 13S 14H"),
        ("gurunapo", "PASS 15NT 16n", "P 15N 16N"),
        ("nap", "p 2 three Misère 4 nap w blücher", "P two three misere four nap wellington blucher"),
    ],
)
def test_an_auction_is_read_in_short(preset: str, typed: str, written: str) -> None:
    assert write_auction([word for word in read_auction(preset_rules(preset), typed) if word is not None]) == written


def test_three_dots_are_all_other_passes() -> None:
    assert read_auction(preset_rules("gurunapo"), "12h ...") == [AuctionWord(12, 2), None]
    assert read_auction(preset_rules("nap"), "2 ...") == [AuctionWord(nap="two"), None]


@pytest.mark.parametrize("typed", ["12", "H", "12X", "0h", "p 12h q", "<script>"])
def test_what_is_no_bid_is_refused(typed: str) -> None:
    with pytest.raises(Unreadable):
        read_auction(preset_rules("gurunapo"), typed)
