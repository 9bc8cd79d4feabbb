"""Who has won a deal of Napoleon, and what it is worth (rules.md 1.6)."""

from __future__ import annotations

from typing import Final, NamedTuple

from .rules import NapoleonRules

ALL_PICTURES: Final = 20


class Outcome(NamedTuple):
    """``side_pictures`` of Napoleon's side, whether the bid was ``made``, and the ``scores`` by seat."""

    side_pictures: int
    made: bool
    scores: tuple[int, ...]


def is_made(rules: NapoleonRules, count: int, out_of_deal: int, side_pictures: int) -> bool:
    """Whether a side with so many pictures has made its bid of ``count``.

    ``out_of_deal`` pictures were discarded to nobody; the option ``sweep`` says when taking all loses.

    >>> is_made(NapoleonRules(sweep="loses"), 13, 0, 20)
    False
    """
    if side_pictures < count:
        return False
    if rules.sweep == "normal" or count == ALL_PICTURES:
        return True
    everything = ALL_PICTURES
    if rules.sweep == "loses_ignoring_discards":
        everything -= out_of_deal
    return side_pictures < everything


def scores(
    rules: NapoleonRules,
    count: int,
    napoleon: int,
    adjutant: int | None,
    side_pictures: int,
    made: bool,
) -> tuple[int, ...]:
    """What each seat scores.

    >>> scores(NapoleonRules(scoring="plus_minus"), 12, 0, 3, 14, True)
    (2, -1, -1, 1, -1)
    """
    swept = side_pictures == ALL_PICTURES
    if rules.scoring == "gurunapo":
        for_napoleon, for_adjutant, for_ally = _gurunapo(made, adjutant is None, swept)
    elif rules.scoring == "plus_minus":
        sign = (1 if made else -1) * (2 if swept and rules.sweep != "normal" else 1)
        for_napoleon, for_adjutant, for_ally = (
            sign * (2 if adjutant is not None else 4),
            sign,
            -sign,
        )
    else:
        for_napoleon = for_adjutant = count if made else 0
        for_ally = 0 if made else count
    points = [for_ally] * rules.players
    points[napoleon] = for_napoleon
    if adjutant is not None:
        points[adjutant] = for_adjutant
    return tuple(points)


def _gurunapo(made: bool, alone: bool, swept: bool) -> tuple[int, int, int]:
    """Points for Napoleon, the adjutant and each ally: the table of seed 000."""
    if not made:
        return 0, 0, 1 if alone else 2
    if alone:
        return (10 if swept else 6), 0, 0
    return (6, 4, 0) if swept else (4, 2, 0)


def outcome(
    rules: NapoleonRules,
    count: int,
    napoleon: int,
    adjutant: int | None,
    out_of_deal: int,
    side_pictures: int,
) -> Outcome:
    """The result of a deal whose side took so many pictures."""
    made = is_made(rules, count, out_of_deal, side_pictures)
    return Outcome(
        side_pictures, made, scores(rules, count, napoleon, adjutant, side_pictures, made)
    )


def is_decided(
    rules: NapoleonRules,
    count: int,
    napoleon: int,
    adjutant: int | None,
    out_of_deal: int,
    side_pictures: int,
    open_pictures: int,
) -> bool:
    """Whether no distribution of the ``open_pictures`` still to come could change any score.

    The source of the option ``finish: when_decided`` (rules.md 1.6).
    """
    possible = {
        outcome(rules, count, napoleon, adjutant, out_of_deal, side_pictures + more).scores
        for more in range(open_pictures + 1)
    }
    return len(possible) == 1
