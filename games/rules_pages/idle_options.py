"""Options that do nothing where another one switches off what they are about."""

from typing import Any, Final

from napoleon.engine import Rules
from napoleon.engine.rules import options_of

_ABOUT_THE_JOKER: Final = ("second_joker", "joker_led", "joker_followed", "joker_names", "joker_suit", "joker_weak")
_ABOUT_THE_CALL: Final = ("joker_call_optional", "joker_call_off", "called_joker")
_IDLE: Final[dict[str, dict[str, Any]]] = {
    **{key: {"joker": False} for key in (*_ABOUT_THE_JOKER, "joker_call")},
    **{key: {"joker": False, "joker_call": "none"} for key in _ABOUT_THE_CALL},
    "passing": {"auction": "sealed"},
    "jacks_weak": {"power_jacks": False},
    "yoromeki_return": {"yoromeki": False},
    "same_two_first_trick": {"same_two": "off"},
}
"""By option: other options, with the values at which it does nothing."""


def has_meaning(rules: Rules, key: str) -> bool:
    """Whether the game has the option, and these rules something that it is about."""
    idle = _IDLE.get(key, {})
    return key in options_of(rules.preset) and all(getattr(rules, other) != value for other, value in idle.items())
