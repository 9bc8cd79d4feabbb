"""Random house rules, and matches at random under them."""

from random import Random

from napoleon.bots.simulation import shuffled
from napoleon.engine import Rules, RulesError, legal, next_deal, rules_from_json, start, to_act
from napoleon.engine.events import Event
from napoleon.engine.match import MatchCursor
from napoleon.engine.rules import PRESETS, Flag, OneOf, Option, options_of
from tests.support.play import Json, command


def house_rules(rng: Random, *, preset: str | None = None, share: float = 0.4) -> Json:
    """A preset, by default a random one, with that share of its options changed, and one deal."""
    chosen = preset or rng.choice(list(PRESETS))
    numbers = {"deals": 1, "deals_at_once": 1}
    while True:
        changed = {key: _value(option, rng) for key, option in options_of(chosen).items() if rng.random() < share}
        rules = {"preset": chosen, **{key: value for key, value in changed.items() if value is not None}, **numbers}
        try:
            rules_from_json(rules)
        except RulesError:
            continue
        return rules


def _value(option: Option, rng: Random) -> object:
    if isinstance(option, OneOf):
        return rng.choice(option.values)
    return rng.random() < 0.5 if isinstance(option, Flag) else None


def match_at_random(rules: Rules, rng: Random) -> list[Event]:
    """The events of a match in which everybody does anything legal."""
    running, events = MatchCursor(start(rules)), list[Event]()
    while True:
        match = running.match()
        if (deal := next_deal(match)) is not None:
            event: Event = shuffled(rules, deal, rng)
        elif acting := to_act(match):
            event = command(rng.choice(legal(match, rng.choice(acting)[1])), rng)
        else:
            return events
        running.push(event)
        events.append(event)
