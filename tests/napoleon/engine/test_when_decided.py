"""Deals that end once nothing is left to play for (docs/rules.md 1.6 and 2)."""

from typing import Any

from .play import Table, contract, skip_to_trick

LAST_TWO = {0: "C9 C4", 1: "D2 D7", 2: "D3 D8", 3: "D4 D9", 4: "D5 H3"}


def stops(preset: str, pictures: str, discard: str | None = None, **options: Any) -> bool:
    """Whether the deal ends before its last trick, seat 0 having bid 12, seat 1 being the adjutant.

    The ninth trick takes no picture, so that those that are named are those taken.
    """
    own = {**LAST_TWO, 0: f"{LAST_TWO[0]} {discard or ''}"}
    table = contract(
        preset,
        count=12,
        called="D2",
        hands=own,
        discard=discard,
        **{"finish": "when_decided", "discards_to": "nobody", **options},
    )
    skip_to_trick(table, 9, LAST_TWO, tuple(map(int, pictures.split())))
    table.plays("C9 D2 D3 D4 D5")
    if table.match.open:
        return False
    assert table.result["pictures"] == list(map(int, pictures.split()))
    return True


def test_it_ends_once_no_score_can_change() -> None:
    """Only once made or out of reach, and only with the option."""
    assert not stops("leaflet", "8 3 0 0 0")
    assert stops("leaflet", "8 4 0 0 0")
    assert not stops("leaflet", "3 0 8 0 0")
    assert stops("leaflet", "3 0 8 1 0")
    assert not stops("leaflet", "8 4 0 0 0", finish="played_out")


def test_all_twenty_still_possible_keeps_it_open() -> None:
    """Where taking all pictures would pay otherwise: in `gurunapo`, or if a sweep loses."""
    assert not stops("gurunapo", "8 4 0 0 0")
    assert stops("gurunapo", "8 4 0 0 1")
    assert not stops("leaflet", "8 4 0 0 0", sweep="loses")
    assert stops("leaflet", "8 4 0 0 1", sweep="loses")


def test_discarded_pictures_can_no_longer_be_taken() -> None:
    """With one discarded all 20 are out of reach, and the allies need one less."""
    assert stops("gurunapo", "8 4 0 0 0", discard="HT C6 C7")
    assert stops("leaflet", "3 0 8 0 0", discard="HT C6 C7")
    assert not stops("leaflet", "3 0 7 0 0", discard="HT C6 C7")
    assert not stops("leaflet", "8 4 0 0 0", discard="HT C6 C7", sweep="loses_ignoring_discards")


def test_discards_that_count_are_taken_pictures() -> None:
    """Napoleon's own discards are already theirs."""
    assert stops("leaflet", "8 4 0 0 0", discard="HT C6 C7", discards_to="napoleon")


def ends_with_the_last(bid: str, mine: str, others: str, tricks: str) -> bool:
    """Whether a deal of Nap for two goes on through all of these tricks but the last, and ends with it."""
    table = Table("nap", {0: mine, 1: others}, players=2, finish="when_decided")
    table.bids(f"{bid} pass")
    for trick in tricks.split(" / "):
        if not table.match.open:
            return False
        table.plays(trick)
    return not table.match.open


def test_nap_ends_when_sure() -> None:
    """As soon as the contract is certainly made or certainly lost."""
    mine, others = "SA SK D2 D3 D4", "H2 H3 DA DK DQ"
    assert ends_with_the_last("two", mine, others, "SA H2 / SK H3")
    assert ends_with_the_last("three", mine, others, "SA H2 / D2 DA / DK D3 / DQ D4")
    assert ends_with_the_last("four", mine, others, "SA H2 / D2 DA / DK D3")
    assert ends_with_the_last("nap", mine, others, "SA H2 / SK H3 / D2 DA")
    assert ends_with_the_last("nap", "SA SK SQ SJ ST", others, "SA H2 / SK H3 / SQ DA / SJ DK / ST DQ")


def test_misere_ends_with_the_first_trick_won() -> None:
    mine, others = "D2 D3 H2 H4 C2", "DA DK H3 HA CA"
    assert ends_with_the_last("misere", mine, others, "D2 DA / DK D3 / H3 H4")
    assert ends_with_the_last("misere", mine, others, "D2 DA / DK D3 / HA H4 / H3 H2 / CA C2")
