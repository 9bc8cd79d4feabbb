"""Two rule sets side by side: all their options, and tricks that they award to different cards."""

from dataclasses import dataclass
from typing import Final

from games.presentation.option_texts import GROUPS, TEMPO, Group, Text, Value, option_text, value_text
from games.rules_pages.context import rules_text
from games.rules_pages.examples import TrickExample
from games.rules_pages.idle_options import has_meaning
from napoleon.engine import NapoleonRules, Rules
from napoleon.engine.rules import options_of

_NOTHING: Final = Value("–")
"""Stands for the value of an option that has no meaning under these rules."""


@dataclass(frozen=True, slots=True)
class ComparedOption:
    """An option with its value under both rule sets."""

    key: str
    name: Text
    values: tuple[Value, Value]
    differs: bool


@dataclass(frozen=True, slots=True)
class ComparedSection:
    name: Text
    rows: list[ComparedOption]


@dataclass(frozen=True, slots=True)
class TrickPair:
    """A trick that a different card wins under each rule set."""

    tricks: tuple[TrickExample, TrickExample]


@dataclass(frozen=True, slots=True)
class SideBySide:
    sections: list[ComparedSection]
    tricks: list[TrickPair]
    differing: int
    """The number of options that differ."""


def side_by_side(first: Rules, second: Rules, *, only_differences: bool = False) -> SideBySide:
    """Compare two rule sets, option by option."""
    rows = {group.name: _rows(group, first, second) for group in (TEMPO, *GROUPS)}
    sections = [
        ComparedSection(name, [row for row in group if row.differs or not only_differences])
        for name, group in rows.items()
    ]
    return SideBySide(
        sections=[section for section in sections if section.rows],
        tricks=_tricks(first, second),
        differing=sum(row.differs for group in rows.values() for row in group),
    )


def _rows(group: Group, first: Rules, second: Rules) -> list[ComparedOption]:
    both = options_of(first.preset) | options_of(second.preset)
    return [_row(key, first, second) for key in group.keys if key in both]


def _row(key: str, first: Rules, second: Rules) -> ComparedOption:
    values = _value(first, key), _value(second, key)
    differs = str(values[0].name) != str(values[1].name)
    return ComparedOption(key, option_text(key).name, values, differs)


def _value(rules: Rules, key: str) -> Value:
    """The value in words; a dash if it has no meaning."""
    if not has_meaning(rules, key):
        return _NOTHING
    value = getattr(rules, key)
    if isinstance(value, str):
        return option_text(key).values[value]
    return Value(value_text(key, value))


def _tricks(first: Rules, second: Rules) -> list[TrickPair]:
    """Example tricks with different winners; Nap shares none with Napoleon."""
    if not (isinstance(first, NapoleonRules) and isinstance(second, NapoleonRules)):
        return []
    ours, theirs = rules_text(first).tricks, rules_text(second).tricks
    pairs = [(ours[key], theirs[key]) for key in ours if key in theirs]
    return [TrickPair(pair) for pair in pairs if _same_cards(*pair) and _other_winner(*pair)]


def _same_cards(first: TrickExample, second: TrickExample) -> bool:
    return [face.code for face in first.cards] == [face.code for face in second.cards]


def _other_winner(first: TrickExample, second: TrickExample) -> bool:
    return first.winner.code != second.winner.code
