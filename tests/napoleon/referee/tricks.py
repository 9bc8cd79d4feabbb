"""Napoleon's tricks: what may be played (rules.md 1.4) and who wins (1.5).

`trump` is a suit, or N for no trump. `named` is the suit that a led joker called for.
"""

from .cards import JOKER, RANKS, SAME_COLOUR, SUITS, suit_of
from .rules import Rules


def right_jack(trump: str) -> str | None:
    return None if trump == "N" else trump + "J"


def left_jack(trump: str) -> str | None:
    return None if trump == "N" else SAME_COLOUR[trump] + "J"


def power_cards(trump: str) -> list[str]:
    return [card for card in ["SA", right_jack(trump), left_jack(trump)] if card is not None]


def suits_to_name(rules: Rules, trump: str) -> list[str]:
    """The suits that the leader of the joker may name."""
    if rules["joker_names"] == "trump" and trump != "N":
        return [trump]
    return SUITS


def leads(rules: Rules, trump: str, hand: list[str], first_trick: bool) -> list[str]:
    if first_trick and rules["first_lead"] == "no_trump_or_joker":
        others = [card for card in hand if card != JOKER and suit_of(card) != trump]
        if others:
            return others
    return hand


def follows(rules: Rules, trump: str, hand: list[str], led: str, named: str | None, called: str | None) -> list[str]:
    """The cards of the hand that may follow. `called`: the called card, if the hand is the adjutant's."""
    if led == rules["joker_call"] and JOKER in hand:
        return [JOKER]
    suit = named if led == JOKER else suit_of(led)
    of_suit = [card for card in hand if suit_of(card) == suit]
    if all(card in withheld(rules, trump, called) for card in of_suit):
        return hand
    free = [JOKER]
    if rules["power_cards_any_time"]:
        free += power_cards(trump)
    return [card for card in hand if card in of_suit or card in free]


def withheld(rules: Rules, trump: str, called: str | None) -> list[str]:
    """The cards that do not bind their holder."""
    if rules["withhold"] == "mighty_and_right_jack":
        return [card for card in ["SA", right_jack(trump)] if card is not None]
    if rules["withhold"] == "adjutant_power_card":
        return [card for card in power_cards(trump) if card == called]
    return []


def winner(rules: Rules, trump: str, number: int, cards: list[str], named: str | None) -> tuple[int, str]:
    """The place in the trick of the card that wins, and why."""
    for card, why in ladder(rules, trump, number, cards, named):
        if card in cards:
            return cards.index(card), why
    raise AssertionError("somebody wins every trick")


def ladder(rules: Rules, trump: str, number: int, cards: list[str], named: str | None) -> list[tuple[str | None, str]]:
    """The cards that could win this trick, strongest first."""
    joker_led = cards[0] == JOKER
    level = rules["joker_led"] if joker_led else rules["joker_followed"]
    led_suit = named if joker_led else suit_of(cards[0])
    assert led_suit is not None
    steps: list[tuple[str | None, str]] = []
    if level == "strongest":
        steps.append((JOKER, "joker"))
    if rules["yoromeki"] and "SA" in cards:
        steps.append(("HQ", "yoromeki"))
    steps.append(("SA", "mighty"))
    if level == "below_mighty":
        steps.append((JOKER, "joker"))
    steps.append((right_jack(trump), "right_jack"))
    steps.append((left_jack(trump), "left_jack"))
    if level == "below_left_jack":
        steps.append((JOKER, "joker"))
    if same_two(rules, trump, number, cards, led_suit):
        steps.append((led_suit + "2", "same_two"))
    if trump != "N":
        steps += [(trump + rank, "trump") for rank in RANKS]
    steps += [(led_suit + rank, "led_suit") for rank in RANKS]
    if joker_led:
        steps.append((JOKER, "joker"))
    return steps


def same_two(rules: Rules, trump: str, number: int, cards: list[str], led_suit: str) -> bool:
    """Are all cards of the led suit, its 2 among them, and does that count?"""
    if rules["same_two"] == "off" or led_suit + "2" not in cards:
        return False
    if number == 1 and not rules["same_two_first_trick"]:
        return False
    specials = [JOKER, *power_cards(trump)]
    if rules["same_two"] == "voided_by_specials" and any(card in specials for card in cards):
        return False
    return all(suit_of(card) == led_suit for card in cards if card != JOKER)
