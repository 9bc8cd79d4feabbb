"""What captains have learned, as tables beside this module. docs/bots.md ("Training") says how they were made.

Weights are in pictures; those of `passes` are of the logarithm of odds.
"""

import json
from pkgutil import get_data
from typing import Any, Final


def _table(name: str) -> Any:
    return json.loads(get_data(__name__, f"{name}.json") or b"")


def _by_players(table: dict[str, Any]) -> dict[int, Any]:
    return {int(players): weights for players, weights in table.items()}


_cards, _hands = _table("cards"), _table("hands")

CALL_WEIGHTS: Final[dict[str, float]] = _table("calls")
"""What each kind of called card brings."""
CARD_WEIGHTS: Final[dict[str, dict[str, float]]] = {
    f"{role} {act}": {feature: weights[place] for feature, weights in _cards[act].items()}
    for act in ("leads", "follows")
    for place, role in enumerate(_cards["roles"])
}
"""What each feature of a card to play brings, by situation (`CardReader.situation`)."""
HAND_WEIGHTS: Final[dict[int, dict[str, float]]] = _by_players(_hands["weights"])
"""What each feature of a hand brings, by the number of players."""
SPREAD: Final[float] = _hands["spread"]
"""The standard deviation of the pictures taken around the estimate."""
PASS_WEIGHTS: Final[dict[int, dict[str, dict[str, float]]]] = _by_players(_table("passes"))
"""What becomes of a deal that another seat plays, by the number of players (`auction.pass_features`)."""
