"""A deal of Nap in which Ai blunders, and its cards as `judge` takes them."""

from napoleon.engine import BidNap, Deal, Pass, Play, parse_card, rules_from_json, start
from napoleon.engine.cards import card_set
from napoleon.engine.events import Event
from napoleon.engine.match import MatchCursor

NAP = rules_from_json({"preset": "nap", "players": 2, "deals": 1})
AI, BO = "SA SK SQ SJ C2", "C9 C8 C7 C6 C5"
PLAYS = "C2 C9 C8 SJ C7 SQ C6 SK C5 SA"
"""Ai has bid four and holds four spades; leading the C2 makes Bo's suit trumps."""


def cards(names: str) -> list[int]:
    return [parse_card(name) for name in names.split()]


def blunder() -> list[Event]:
    """Every event of the deal. The second card is the fourth event, step 3 of the deal."""
    hands = card_set(cards(AI)), card_set(cards(BO))
    events: list[Event] = [Deal(1, 1, hands, 0), BidNap(1, 0, "four"), Pass(1, 1)]
    cursor = MatchCursor(start(NAP))
    for event in events:
        cursor.push(event)
    for card in cards(PLAYS):
        play = Play(1, cursor.open[1].to_act()[0], card, None)
        cursor.push(play)
        events.append(play)
    return events
