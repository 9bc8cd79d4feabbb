"""Rule sets drawn from all house rules of docs/house-rules.md, which the referee doesn't know."""

from random import Random
from typing import Any

from napoleon.bots.simulation import shuffled
from napoleon.engine import LegalExchanges, next_deal, rules_from_json, start
from napoleon.engine.cards import card_set, cards_in
from napoleon.engine.events import Command, Exchange
from napoleon.engine.match import MatchCursor
from napoleon.engine.record import header, write

HOUSE_RULES: dict[str, tuple[Any, ...]] = {
    "players": (4, 5, 6, 7),
    "no_trump": (True,),
    "withhold": ("mighty_and_right_jack", "adjutant_power_card"),
    "power_cards_any_time": (True,),
    "second_joker": ("weaker", "equal"),
    "joker_suit": ("trump",),
    "joker_led": ("strongest", "weakest"),
    "joker_followed": ("strongest", "weakest"),
    "joker_weak": ("first", "last", "first_and_last", "last_three"),
    "mighty_card": ("DA_when_spades",),
    "mighty_weak": ("first", "last", "first_and_last"),
    "power_jacks": (False,),
    "jacks_weak": ("first", "last", "first_and_last"),
    "joker_call": ("S3", "C3_unless_trump", "both"),
    "joker_call_optional": (True,),
    "joker_call_off": ("first", "last", "first_and_last"),
    "called_joker": ("weakest", "weakest_or_mighty"),
    "yoromeki_return": ("king", "king_and_ace"),
    "reverse": (True,),
    "same_two": ("ranked", "voided_by_specials"),
    "adjutant_calls": ("card_nobody_or_first_trick",),
    "widow_raise": ("plus_1",),
    "all_pass": ("show_widow",),
    "call": ("after_exchange",),
    "scoring": ("difference",),
}
"""What house rules add to the presets, with options that change what the new ones mean."""


def random_house_rules(rng: Random) -> dict[str, Any]:
    """A preset of Napoleon with some house rules."""
    given: dict[str, Any] = {"preset": rng.choice(["gurunapo", "leaflet", "booklet", "mighty"])}
    return given | {key: rng.choice(values) for key, values in HOUSE_RULES.items() if rng.random() < 0.4}


def record_of(options: dict[str, Any], rng: Random, **wanted: Any) -> list[str]:
    """The lines of a match played at random; a command with one of the ``wanted`` attributes goes before others."""
    rules = rules_from_json(options)
    cursor, events = MatchCursor(start(rules)), []
    while due := next_deal(cursor.match()):
        events.append(shuffled(rules, due, rng))
        cursor.push(events[-1])
        while cursor.open:
            [state] = cursor.open.values()
            events.append(_chosen(state.legal(state.to_act()[0]), rng, wanted))
            cursor.push(events[-1])
    names = ["Ai", "Bo", "Chie", "Dai", "Emi", "Fumi", "Go"][: rules.players]
    return write(header(rules, names), events).splitlines()


def _chosen(legal: list[Any], rng: Random, wanted: dict[str, Any]) -> Command:
    best = [one for one in legal if any(getattr(one, name, None) == value for name, value in wanted.items())]
    command = rng.choice(best or legal)
    if not isinstance(command, LegalExchanges):
        return command
    give_to = rng.choice(command.recipients) if command.recipients else None
    return Exchange(command.deal, command.seat, card_set(rng.sample(cards_in(command.among), command.size)), give_to)
