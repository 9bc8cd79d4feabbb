"""Napoleon's result and scores (rules.md 1.6)."""

from .rules import Rules


def is_made(rules: Rules, bid: int, side: int, discarded_out: int) -> bool:
    """Did Napoleon's side, with so many pictures, make its bid?"""
    if side < bid:
        return False
    if bid == 20:
        return True
    if rules["sweep"] == "loses":
        return side < 20
    if rules["sweep"] == "loses_ignoring_discards":
        return side < 20 - discarded_out
    return True


def scores(rules: Rules, bid: int, napoleon: int, adjutant: int | None, side: int, discarded_out: int) -> list[int]:
    made = is_made(rules, bid, side, discarded_out)
    if rules["scoring"] == "gurunapo":
        points = gurunapo(made, adjutant is None, side)
    elif rules["scoring"] == "plus_minus":
        points = plus_minus(made, adjutant is None)
        if rules["sweep"] != "normal" and side == 20:
            points = [2 * point for point in points]
    else:
        points = [bid, bid, 0] if made else [0, 0, bid]
    seats = [points[2]] * rules["players"]
    seats[napoleon] = points[0]
    if adjutant is not None:
        seats[adjutant] = points[1]
    return seats


def gurunapo(made: bool, alone: bool, side: int) -> list[int]:
    """For Napoleon, the adjutant and each ally."""
    if not made:
        return [0, 0, 1 if alone else 2]
    if alone:
        return [10 if side == 20 else 6, 0, 0]
    return [6, 4, 0] if side == 20 else [4, 2, 0]


def plus_minus(made: bool, alone: bool) -> list[int]:
    points = [4, 0, -1] if alone else [2, 1, -1]
    return points if made else [-point for point in points]
