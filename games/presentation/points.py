"""Points as pages write them: with a minus sign, which is as wide as a digit and never stands alone at a line's end."""

from __future__ import annotations


def signed(number: int) -> str:
    """Points that were won or lost: with a sign, but for nothing."""
    return minus(f"{number:+d}") if number else "0"


def minus(number: int | str) -> str:
    """Points as they stand."""
    return str(number).replace("-", "−")
