"""Learned weights, in pictures: what each kind of called card brings.

Printed by `captain_choices.py calls --deals 1500 --seed 1 --level corporal` (docs/bots.md, "Training").
"""

from __future__ import annotations

from typing import Final

CALL_WEIGHTS: Final[dict[str, float]] = {
    "left jack": 0.524,
    "mighty": 0.499,
    "mighty under yoromeki": 0.885,
    "other": -0.767,
    "right jack": 0.930,
    "side ace": -0.721,
    "strong joker": 0.423,
    "trump": -0.572,
    "trump ace": 0.028,
    "trump king": -0.097,
    "trump queen": -0.292,
    "weak joker": -0.712,
}
