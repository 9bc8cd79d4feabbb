"""The title of a table, and its rules in a line or as a list."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypedDict

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Game
from games.presentation.board_set_titles import board_set_title
from games.presentation.option_texts import PRESETS, Text, option_text, value_text
from napoleon.engine import Rules, changed_options, preset_rules
from napoleon.engine.rules import options_of

IN_RULES_LINE = ("preset", "players", "deals", "deals_at_once", "auction", "finish")
"""The options that `rules_line` spells out."""


@dataclass(frozen=True, slots=True)
class Setting:
    """An option as a table sets it."""

    key: str
    name: Text
    value: Text
    is_changed: bool
    """Whether it differs from the preset."""


class Fixture(TypedDict):
    """A table of a season, as the draw makes it; stored with its game."""

    season: str
    division: int
    """Its number; 0 if the season has no other."""
    division_name: str
    round: int
    table: int


def fixture_title(fixture: Fixture) -> str:
    """Return which table of the season it is: "Spring, round 2, table 3"."""
    if not fixture["division"]:
        return _("%(season)s, round %(round)s, table %(table)s") % fixture
    division = fixture["division_name"] or _("Division %(number)s") % {"number": fixture["division"]}
    text = _("%(season)s, %(division)s, round %(round)s, table %(table)s")
    return text % {**fixture, "division": division}


def title_within_season(fixture: Fixture) -> str:
    """Return the same where the season is known: "Division 2, round 2, table 3"."""
    if not fixture["division"]:
        return _("Round %(round)s, table %(table)s") % fixture
    division = fixture["division_name"] or _("Division %(number)s") % {"number": fixture["division"]}
    return _("%(division)s, round %(round)s, table %(table)s") % {**fixture, "division": division}


def title(game: Game) -> str:
    """Return which table of a season it is, else the table's name, else whose table it is; and if it is a rematch."""
    return _as_rematch(game, _title(game))


def _title(game: Game) -> str:
    if game.fixture_json:
        return fixture_title(game.fixture_json)
    if game.board_set is not None and game.board_set.is_duplicate and game.name:
        return _("%(set)s, table %(n)s") % {"set": board_set_title(game.board_set), "n": game.name}
    if game.board_set is not None:
        return board_set_title(game.board_set)
    if game.name:
        return game.name
    if game.host is None:
        return _("A table")
    return _("%(name)s’s table") % {"name": game.host}


def short_title(game: Game) -> str:
    """Return what tells a table from the reader's others where there is little room: "Round 2, table 3"."""
    if not game.fixture_json:
        return title(game)
    fixture: Fixture = game.fixture_json
    return _as_rematch(game, _("Round %(round)s, table %(table)s") % fixture)


def _as_rematch(game: Game, text: str) -> str:
    return _("Rematch: %(table)s") % {"table": text} if game.rematch_of_id else text


def rules_line(rules: Rules) -> str:
    """Return the rules in a line: preset, players, deals, and the options that decide the pace."""
    return " · ".join(_rules_words(rules))


def _rules_words(rules: Rules) -> Iterator[str]:
    yield str(PRESETS[rules.preset].name)
    yield ngettext("%(n)s player", "%(n)s players", rules.players) % {"n": rules.players}
    yield ngettext("%(n)s deal", "%(n)s deals", rules.deals) % {"n": rules.deals}
    if rules.deals_at_once > 1:
        yield _("%(n)s at once") % {"n": rules.deals_at_once}
    if getattr(rules, "auction", "open") == "sealed":
        yield _("sealed auction")
    if getattr(rules, "finish", "played_out") == "when_decided":
        yield _("deals end when decided")
    others = len(changed_options(rules).keys() - set(IN_RULES_LINE))
    if others:
        yield ngettext("%(n)s changed rule", "%(n)s changed rules", others) % {"n": others}


def manners(
    *, allows_claims: bool, shows_seen_cards: bool, takes_back: bool = False, plays_forced: bool = False
) -> list[str]:
    """Return what the table has agreed on beside its rules and its clock, a line each."""
    lines = [_("players may claim the rest or give up") if allows_claims else _("nobody may claim the rest or give up")]
    if not shows_seen_cards:
        lines.append(_("nobody may look up seen cards"))
    if takes_back:
        lines.append(_("a move can be taken back for 8 seconds"))
    if plays_forced:
        lines.append(_("the site plays forced cards, unless a player decides otherwise"))
    return lines


def settings_of(rules: Rules) -> list[Setting]:
    """Return every option as this table sets it."""
    plain = preset_rules(rules.preset)
    return [
        Setting(
            key=key,
            name=option_text(key).name,
            value=value_text(key, getattr(rules, key)),
            is_changed=getattr(rules, key) != getattr(plain, key),
        )
        for key in options_of(rules.preset)
    ]


def changes_of(rules: Rules) -> list[Setting]:
    """Return the options in which this table differs from its preset."""
    return [setting for setting in settings_of(rules) if setting.is_changed]


def own_rules(rules: Rules) -> list[Setting]:
    """Return the changed options that `rules_line` only counts."""
    return [setting for setting in changes_of(rules) if setting.key not in IN_RULES_LINE]
