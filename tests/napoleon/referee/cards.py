"""Cards are plain strings: suit then rank, and JK for the joker."""

from typing import TypeGuard

SUITS = ["S", "H", "D", "C"]
RANKS = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"]
JOKER = "JK"
SAME_COLOUR = {"S": "C", "C": "S", "H": "D", "D": "H"}


def pack(ranks: list[str], joker: bool) -> list[str]:
    cards = [suit + rank for suit in SUITS for rank in ranks]
    return cards + [JOKER] if joker else cards


def suit_of(card: str) -> str:
    """The printed suit; the joker is of no suit."""
    return "" if card == JOKER else card[0]


def is_picture(card: str) -> bool:
    return card != JOKER and card[1] in "AKQJT"


def pictures(cards: list[str]) -> int:
    return len([card for card in cards if is_picture(card)])


def all_cards(thing: object) -> TypeGuard[list[str]]:
    """Is it a list of strings? (Whether they are the right cards is asked elsewhere.)"""
    return isinstance(thing, list) and all(isinstance(card, str) for card in thing)
