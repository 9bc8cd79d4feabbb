"""What each decision of a finished deal cost its player, and what the cards of the deal were worth.

`moves_of_deal` reads a deal out of the events of its match, and `judge` answers a `DealJudgement`: a `Decision` for
every move that had an alternative, the expected result before each card, and whether claims were right. A cost is
measured twice: exactly, with all hands open, and from the view of the player. `pointed_out` picks the decisions that
deserve a comment; `all_pointed_out` adds losses in pictures or tricks for players who had no points to lose.
`luck_of` compares the points of a deal with those of average players who are dealt the same cards.

The same moves always give the same answer: an `Effort` counts worlds, playouts and nodes, never seconds.

>>> from napoleon.engine import BidNap, Deal, Pass, Play, card_name, card_set, parse_card, rules_from_json
>>> rules = rules_from_json({"preset": "nap", "players": 2, "deals": 1})
>>> hands = card_set("SA SK SQ SJ C2".split()), card_set("C9 C8 C7 C6 C5".split())
>>> events = [Deal(1, 1, hands, 0), BidNap(1, 0, "four"), Pass(1, 1)]
>>> for seat, card in zip("0110101010", "C2 C9 C8 SJ C7 SQ C6 SK C5 SA".split()):
...     events.append(Play(1, int(seat), parse_card(card), None))
>>> judgement = judge(moves_of_deal(rules, events, 1))
>>> blunder = next(decision for decision in pointed_out(judgement) if decision.kind == "card")
>>> card_name(blunder.played.card), blunder.exact.value, blunder.exact.best_value
('C2', 0, 4)
"""

from .deal_moves import DealMoves, moves_of_deal
from .effort import Effort
from .judge_deal import VERSION, judge
from .judgement import BareCommand, DealJudgement, Decision, PointedOut, all_pointed_out, pointed_out
from .luck import DealLuck, luck_of

__all__ = [
    "VERSION",
    "BareCommand",
    "DealJudgement",
    "DealLuck",
    "DealMoves",
    "Decision",
    "Effort",
    "PointedOut",
    "all_pointed_out",
    "judge",
    "luck_of",
    "moves_of_deal",
    "pointed_out",
]
