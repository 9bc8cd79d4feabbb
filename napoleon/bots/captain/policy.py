"""What a captain does at Napoleon without looking into worlds: by learned weights, within a millisecond or so."""

from typing import Final

from napoleon.bots import corporal
from napoleon.bots.corporal.card_choice import PlayJudgement
from napoleon.bots.corporal.deduction import study
from napoleon.bots.view_reading import best
from napoleon.engine import DealView, NapoleonRules, Play
from napoleon.engine.events import Command

from . import auction, call
from .card_features import CardReader
from .temper import STEADY, Temper
from .weights import CARD_WEIGHTS

_MARGIN: Final = 0.15
"""In pictures. Less is noise of the training."""
AUCTION: Final = ("bidding", "sealed_bidding", "must_bid")


def choose(deal: DealView, rules: NapoleonRules, seed: int, temper: Temper = STEADY) -> Command:
    """What to do now."""
    if deal.phase in AUCTION:
        return auction.bid(deal, rules, seed, temper)
    if deal.phase == "calling":
        return call.call(deal, rules)
    if deal.phase == "playing":
        return play(deal, rules, seed)
    return corporal.choose(deal, rules, seed)


def play(deal: DealView, rules: NapoleonRules, seed: int) -> Play:
    """The corporal's card, or one that should bring clearly more pictures."""
    plays = [command for command in deal.legal if isinstance(command, Play)]
    if len(plays) == 1:
        return plays[0]
    judgement = PlayJudgement(deal, rules, study(deal, rules))
    reader = CardReader(judgement)
    weights = CARD_WEIGHTS[reader.situation]

    def value(option: Play) -> float:
        return sum(number * weights.get(name, 0.0) for name, number in reader.features(option))

    usual = best(plays, judgement.value, seed)
    choice = best(plays, value, seed)
    return choice if value(choice) > value(usual) + _MARGIN else usual
