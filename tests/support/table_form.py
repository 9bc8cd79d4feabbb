"""The form for a new table, filled in."""

from typing import Any

from games.lobby.rules_form import ClockFields
from napoleon.engine import preset_rules
from napoleon.engine.rules import options_of


def filled_in(preset: str = "gurunapo", **changes: Any) -> dict[str, Any]:
    """The form as the page shows it, with some fields changed."""
    rules = preset_rules(preset)
    options = {key: getattr(rules, key) for key in options_of(preset)}
    data = {"preset": preset, "bots": 0, "bot_level": "recruit", "is_listed": "yes", **options}
    data |= {"release": "minutes", "allows_claims": "on", "shows_seen_cards": "on"}
    data |= {name: field.initial for name, field in ClockFields.base_fields.items()}
    data.update(changes)
    # A browser sends nothing for a box that is not ticked.
    return {key: value for key, value in data.items() if value is not False}
