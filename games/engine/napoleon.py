"""A deal of Napoleon as a state machine (rules.md 1.2 to 1.6).

The phases are immutable tuples: `Auction` or `Sealed`, `Calling` and `Exchanging` (in the order the rules
say), `Playing`, and at the end a `NapoleonResult` or `PassedOut`. Each phase answers the same questions:
who is `to_act`, what is `legal`; `judge` raises `IllegalAction` for a command that the rules do not allow,
`after` carries out an event and never judges.

A match on the move (`match.Running`) plays the cards of its deals in a `RunningPlay`, which changes in place.
"""

from __future__ import annotations

from typing import TypeAlias

from .auction import Auction, Sealed, bid_rank, trumps
from .contract import HIGHEST_COUNT, Contract, Dealt, Declaration, PassedOut, pack_of
from .play import NapoleonResult, Past, Playing, PlayRules, RunningPlay, Trick, WhyNot, lead_off
from .settling import Calling, Exchanging

__all__ = [
    "HIGHEST_COUNT",
    "Auction",
    "Calling",
    "Contract",
    "Dealt",
    "Declaration",
    "Exchanging",
    "NapoleonEnd",
    "NapoleonResult",
    "NapoleonState",
    "PassedOut",
    "Past",
    "PlayRules",
    "Playing",
    "RunningPlay",
    "Sealed",
    "Trick",
    "WhyNot",
    "bid_rank",
    "lead_off",
    "pack_of",
    "start",
    "trumps",
]

NapoleonState: TypeAlias = Auction | Sealed | Calling | Exchanging | Playing
NapoleonEnd: TypeAlias = NapoleonResult | PassedOut


def start(dealt: Dealt) -> NapoleonState:
    """The auction of a fresh deal."""
    if dealt.rules.auction == "sealed":
        return Sealed(dealt, (None,) * dealt.rules.players)
    return Auction(dealt, dealt.first_bidder)
