"""What the coach suggests at a decision, from nothing but the view of the seat that is to act."""

from dataclasses import dataclass
from typing import Final

from games.coach.reasons import reason_for
from napoleon import bots
from napoleon.engine import Bid, BidNap, Call, DealView, Exchange, Play, Raise, Redeal, Rules, card_name
from napoleon.engine.cards import TRUMPS, Card, cards_in, is_joker
from napoleon.engine.events import Command

COACH: Final = bots.STAND_IN
"""The strongest level that answers while a page waits."""

SUGGESTING: Final = 0
"""The seed: the same position always gets the same suggestion."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A command to suggest: the controls that choose it, by their ids, and why, in a line."""

    controls: frozenset[str]
    why: str


def suggestion_for(deal: DealView, rules: Rules) -> Suggestion | None:
    """The suggestion at a decision of the reader; None while others are to act, and for answers to a claim."""
    if not deal.my_turn or deal.phase == "claimed":
        return None
    command = bots.choose(COACH, deal, rules, SUGGESTING)
    return Suggestion(frozenset(_controls(command)), reason_for(command, deal, rules))


def _controls(command: Command) -> list[str]:
    if isinstance(command, Bid):
        return [f"count-{command.count}", f"trump-{TRUMPS[command.trump]}"]
    if isinstance(command, BidNap):
        return [f"bid-{command.bid}"]
    if isinstance(command, Call):
        return [f"call-{command.who}"] if command.who else _controls_of_call(command.card)
    if isinstance(command, Raise):
        return ["raise-to", f"raise-{command.count}{TRUMPS[command.trump]}"]
    if isinstance(command, Redeal):
        return ["redeal"]
    if isinstance(command, Exchange):
        cards = [f"card-{card_name(card)}" for card in cards_in(command.discard)]
        return cards if command.give_to is None else [*cards, f"to-{command.give_to}"]
    if isinstance(command, Play):
        card = f"card-{card_name(command.card)}"
        named = [] if command.suit is None else [f"suit-{TRUMPS[command.suit]}"]
        calls = {True: ["calls-yes"], False: ["calls-no"], None: []}[command.calls_joker]
        return [card, *named, *calls]
    return ["pass"]


def _controls_of_call(card: Card) -> list[str]:
    """The key of its own that an often called card has, or its suit and rank."""
    name = card_name(card)
    return (
        [f"call-{name}", f"suit-{name}"] if is_joker(card) else [f"call-{name}", f"suit-{name[0]}", f"rank-{name[1]}"]
    )
