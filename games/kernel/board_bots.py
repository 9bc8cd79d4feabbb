"""How bots answer where others play the same deals: at once, and the same to everybody who plays the same."""

from typing import Final

from games.bot_names import Bot
from napoleon.bots import choose
from napoleon.engine import DealView, Rules
from napoleon.engine.events import Command

CAPTAIN: Final = "captain"
"""The level that bids for everybody where the auction is skipped, and that others are compared with."""
AUCTION: Final = ("bidding", "sealed_bidding", "must_bid")


def bid_for_all(deal: DealView, rules: Rules, seat: int) -> Command:
    """What is bid in a seat where the auction is skipped: it follows from the cards alone, not from who sits there."""
    return choose(CAPTAIN, deal, rules, _seed(deal, rules, seat), at_once=True)


def answer(level: str, bot: Bot | None, deal: DealView, rules: Rules, seat: int) -> Command:
    """What the bot in the seat does."""
    return choose(level, deal, rules, _seed(deal, rules, seat), bot.face if bot else None, at_once=True)


def _seed(deal: DealView, rules: Rules, seat: int) -> int:
    return rules.players * deal.number + seat
