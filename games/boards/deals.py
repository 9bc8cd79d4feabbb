"""The deal of a board, which follows from the seeds of its set alone."""

from games.kernel.transaction import first_dealer
from napoleon.engine import Deal, Rules
from napoleon.engine.shuffle import Seeds, deal_out, shuffled


def deal_of(rules: Rules, seeds: Seeds, number: int) -> Deal:
    """The deal of that number: as no board is dealt again, the dealer moves on by one seat each time."""
    dealer = (first_dealer(seeds, rules.players) + number - 1) % rules.players
    return deal_out(rules, shuffled(rules, seeds, number), number, dealer)
