"""What became of a board, in a few letters that can be counted: "0 S14 made", "2 misere lost", "passed".

>>> read("0 S14 made")
BoardContract(declarer=0, bid='S14', made=True)
>>> read("passed") is None
True
"""

from typing import Final, NamedTuple

from napoleon.engine.record import deal_summary
from napoleon.engine.variants import End

PASSED: Final = "passed"


class BoardContract(NamedTuple):
    declarer: int
    """The seat."""
    bid: str
    """The trump and the count ("S14", "N15"), or a bid of Nap."""
    made: bool


def written(end: End) -> str:
    """The contract of a deal that has ended."""
    summary = deal_summary(end)
    if summary["passed_out"]:
        return PASSED
    bid, declarer = summary["bid"], summary.get("napoleon", summary.get("declarer"))
    name = bid if isinstance(bid, str) else f"{bid['trump']}{bid['count']}"
    return f"{declarer} {name} {'made' if summary['made'] else 'lost'}"


def read(text: str) -> BoardContract | None:
    """The contract as it was written; None for a board that was passed out."""
    if text == PASSED:
        return None
    declarer, bid, how = text.split()
    return BoardContract(int(declarer), bid, how == "made")
