"""Counted habits, as a table beside this module. docs/bots.md ("Training") says how it was made."""

import json
from pkgutil import get_data
from typing import Final

HABITS: Final[tuple[tuple[float, float, float], ...]] = tuple(
    (takes, adds_picture, adds_small)
    for takes, adds_picture, adds_small in json.loads(get_data(__package__ or "", "habits.json") or b"")
)
"""For each situation (`habits.situation`) the logarithms of how often a seat takes the trick, adds a picture card, or
adds a small one."""
