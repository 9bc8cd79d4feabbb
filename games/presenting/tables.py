"""Tables in a few words: what they are called and by which rules they play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import Rules, preset_rules, rules_to_json
from games.engine.rules import options_of
from games.models import Game
from games.option_texts import PRESETS, Text, option_text, value_text

TOLD_ALREADY = ("preset", "players", "deals", "deals_at_once", "auction")
"""What `rules_line` says of the rules."""


@dataclass(frozen=True, slots=True)
class Setting:
    """An option as it is set at a table."""

    key: str
    name: Text
    value: Text
    is_changed: bool
    """Whether the preset has it otherwise."""


def title(game: Game) -> str:
    """What the table is called, or whose it is."""
    if game.name:
        return game.name
    if game.host is None:
        return _("A table")
    return _("%(name)s’s table") % {"name": game.host}


def rules_line(rules: Rules) -> str:
    """The rules in a line: preset, players, deals, and what sets the tempo."""
    return " · ".join(_rules_words(rules))


def _rules_words(rules: Rules) -> Iterator[str]:
    yield str(PRESETS[rules.preset].name)
    yield ngettext("%(n)s player", "%(n)s players", rules.players) % {"n": rules.players}
    yield ngettext("%(n)s deal", "%(n)s deals", rules.deals) % {"n": rules.deals}
    if rules.deals_at_once > 1:
        yield _("%(n)s at once") % {"n": rules.deals_at_once}
    if getattr(rules, "auction", "open") == "sealed":
        yield _("sealed auction")
    others = len(rules_to_json(rules).keys() - set(TOLD_ALREADY))
    if others:
        yield ngettext("%(n)s rule of its own", "%(n)s rules of its own", others) % {"n": others}


def settings_of(rules: Rules) -> list[Setting]:
    """Every option as it is at this table."""
    plain = preset_rules(rules.preset)
    return [
        Setting(
            key=key,
            name=option_text(rules.preset, key).name,
            value=value_text(rules.preset, key, getattr(rules, key)),
            is_changed=getattr(rules, key) != getattr(plain, key),
        )
        for key in options_of(rules.preset)
    ]


def changes_of(rules: Rules) -> list[Setting]:
    """What this table plays otherwise than its preset."""
    return [setting for setting in settings_of(rules) if setting.is_changed]


def own_rules(rules: Rules) -> list[Setting]:
    """What `rules_line` only counts."""
    return [setting for setting in changes_of(rules) if setting.key not in TOLD_ALREADY]
