"""Which rules the site offers: all that its tables, bots and pages have controls and words for.

The engine knows more. What is not offered stands in no form, and records with it are not taken in.
"""

from collections.abc import Sequence
from typing import Final

from games.presentation.option_texts import PRESETS, PresetText
from napoleon.engine import Rules, preset_rules
from napoleon.engine.rules import OneOf, Option, options_of, rules_type

NOT_OFFERED: Final[dict[str, Sequence[str] | None]] = {}
"""Options that are not offered at all (None), or not with these values."""


def offered(preset: str) -> dict[str, Option]:
    """The options of a preset's game that are offered, with the values that are."""
    options: dict[str, Option] = {}
    for key, option in options_of(preset).items():
        left_out = NOT_OFFERED.get(key, ())
        if left_out is None:
            continue
        if isinstance(option, OneOf):
            options[key] = OneOf(tuple(value for value in option.values if value not in left_out))
        else:
            options[key] = option
    return options


def is_offered(rules: Rules) -> bool:
    """Whether a table may play by these rules."""
    plain, known = rules_type(rules.preset)(), offered(rules.preset)
    for key in options_of(rules.preset):
        value = getattr(rules, key)
        option = known.get(key)
        if option is None and value != getattr(plain, key):
            return False
        if isinstance(option, OneOf) and value not in option.values:
            return False
    return True


OFFERED_PRESETS: Final[dict[str, PresetText]] = {
    key: text for key, text in PRESETS.items() if is_offered(preset_rules(key))
}
"""The sets of rules that are offered."""
