"""A bot's move in a given position."""

from typing import Any

from napoleon.bots import choose
from napoleon.engine import Play, card_name, names
from napoleon.engine.cards import SUITS
from napoleon.engine.events import Bid, BidNap, Call, Command, Exchange
from napoleon.engine.view import deal_view
from tests.napoleon.engine.play import Table, contract, skip_to_trick


def decides(level: str, table: Table, seed: int = 0) -> Command:
    """The command of a bot of that level for the seat to act."""
    return choose(level, deal_view(table.state, table.turn), table.rules, seed)


def says(level: str, table: Table) -> str:
    """Its command as a word: `pass`, `11H`, `misere`, `SA`, or the cards that it discards."""
    command = decides(level, table)
    match command:
        case Bid():
            return f"{command.count}{SUITS[command.trump]}"
        case BidNap():
            return command.bid
        case Call() | Play():
            return card_name(command.card)
        case Exchange():
            return " ".join(names(command.discard))
    return "pass"


def trick(preset: str, trump: str, hands: list[str], led: str, *, t: int = 2, **options: Any) -> Table:
    """Only these hands are left; seat 0, Napoleon, leads to trick ``t``; ``led`` is played."""
    by_seat = dict(enumerate(hands))
    table = contract(preset, trump, hands=by_seat, **options)
    skip_to_trick(table, t, by_seat)
    table.plays(led)
    return table
