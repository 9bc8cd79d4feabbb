"""Deals of a real table as its score sheet has them, and their scores by the rules.

Only what decides the points is entered: the declarer, the bid and its outcome, but no cards. Where nobody wrote the
deals down, the scores of the whole match are entered: its first deal has them, and the others bring nothing.
"""

from collections.abc import Sequence
from typing import Any

from leagues.rounds.results import passed_out_figures
from napoleon.engine import Rules
from napoleon.engine.events import NapBid
from napoleon.engine.nap import scores as nap_scores
from napoleon.engine.napoleon_scoring import outcome
from napoleon.engine.rules import NapoleonRules, NapRules

Json = dict[str, Any]


def all_figures(rules: Rules, deals: Sequence[Json]) -> list[Json]:
    """The figures of a whole match, deal by deal.

    >>> from napoleon.engine import rules_from_json
    >>> found = all_figures(rules_from_json({"preset": "nap"}), [{"scores": [9, -3, -3, -3], "of": 3}])
    >>> [deal["scores"] for deal in found]
    [[9, -3, -3, -3], [0, 0, 0, 0], [0, 0, 0, 0]]
    """
    if deals and "scores" in deals[0]:
        scores, played = deals[0]["scores"], deals[0]["of"]
        nothing = {**passed_out_figures(rules), "players": None}
        return [{**nothing, "scores": list(scores), "whole": played}, *[nothing] * (played - 1)]
    return [figures_of(rules, deal) for deal in deals]


def figures_of(rules: Rules, deal: Json) -> Json:
    """The figures of an entered deal, as `leagues.rounds.results` stores them.

    >>> from napoleon.engine import rules_from_json
    >>> deal = {"declarer": 0, "bid": 13, "adjutant": 2, "pictures": 14}
    >>> figures_of(rules_from_json({"preset": "gurunapo"}), deal)["scores"]
    [4, 0, 2, 0, 0]
    >>> deal = {"declarer": 1, "bid": "three", "made": False}
    >>> figures_of(rules_from_json({"preset": "nap"}), deal)["scores"]
    [3, -9, 3, 3]
    >>> figures_of(rules_from_json({"preset": "nap"}), {"passed_out": True})["scores"]
    [0, 0, 0, 0]
    """
    if deal.get("passed_out"):
        return {**passed_out_figures(rules), "players": None}
    if isinstance(rules, NapRules):
        return _of_nap(rules, **deal)
    return _of_napoleon(rules, **deal)


def _of_napoleon(
    rules: NapoleonRules, *, declarer: int, bid: int, adjutant: int | None, pictures: int, discarded: int = 0
) -> Json:
    """``pictures`` are those that Napoleon's side took, ``discarded`` those that nobody has.

    ``adjutant`` is None where Napoleon was alone.
    """
    end = outcome(rules, bid, declarer, adjutant, discarded, pictures)
    return _figures(declarer, adjutant, end.made, end.scores)


def _of_nap(rules: NapRules, *, declarer: int, bid: NapBid, made: bool) -> Json:
    return _figures(declarer, None, made, nap_scores(rules, declarer, bid, made))


def _figures(declarer: int, adjutant: int | None, made: bool, scores: Sequence[int]) -> Json:
    """Deals count for the owners of the seats, even if somebody else sat there."""
    return {"scores": list(scores), "napoleon": declarer, "adjutant": adjutant, "made": made, "players": None}
