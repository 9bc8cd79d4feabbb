"""A move is an event without `deal`, `seat` and unknown keys."""

from typing import Any

Move = dict[str, Any]

# What decides between moves of a type, in both games. Other keys of an event are ignored.
KEYS = {"bid": ["bid", "count", "trump"], "pass": [], "call": ["card"], "play": ["card", "suit"]}


class IllegalMove(Exception):
    """A seat that is to act made an illegal move."""


def chosen(event: dict[str, Any], legal: list[Move]) -> Move:
    """The legal move that the event makes."""
    for move in legal:
        if event["type"] == move["type"] and all(same(event, move, k) for k in KEYS[move["type"]]):
            return move
    raise IllegalMove


def same(event: dict[str, Any], move: Move, key: str) -> bool:
    """Types count: true is not 1, and 11.0 is not 11. `suit` is given exactly where it belongs."""
    if key not in move:
        return key not in event or key in ("bid", "count", "trump")
    return key in event and type(event[key]) is type(move[key]) and bool(event[key] == move[key])
