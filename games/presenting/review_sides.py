"""How the sides of a deal stand: a row of small cards, one for each picture or trick, and what is still needed."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import DealView
from games.reviewing import Sides, sides

from .people import Table
from .results import is_napoleon


@dataclass(frozen=True, slots=True)
class SideShown:
    key: str
    word: str
    taken: int
    needs: str
    """What it still needs, in words."""


@dataclass(frozen=True, slots=True)
class SidesShown:
    cells: list[str]
    """For each picture or trick whose it is: "with", "against", "unknown", or "out"."""
    goal: int
    shown: list[SideShown]
    out: str


def sides_shown(table: Table, deal: DealView, made: bool | None) -> SidesShown | None:
    """How the deal stands, as far as the reader of its view can tell; None before the contract."""
    found = sides(table.view.rules, deal)
    if found is None:
        return None
    napoleon = is_napoleon(table)
    cells = ["with"] * found.taken + ["unknown"] * found.unknown
    cells += ["out"] * found.out + ["against"] * found.against
    return SidesShown(
        cells=cells,
        goal=found.goal,
        shown=[_declarers(table, deal, found, napoleon), *_others(found, napoleon)],
        out=_out(found, napoleon),
    )


def _declarers(table: Table, deal: DealView, found: Sides, napoleon: bool) -> SideShown:
    names = [table.names[seat] for seat in (deal.declarer, deal.adjutant) if seat is not None]
    word = _(" and ").join(names)
    return SideShown("with", word, found.taken, _needed(found, napoleon))


def _needed(found: Sides, napoleon: bool) -> str:
    if not found.goal:
        return _("must take none") if not found.taken else _("lost")
    if not found.needs:
        return _("made")
    if found.needs > found.out + found.unknown:
        return _("can no longer make it")
    return _more(found.needs)


def _more(count: int) -> str:
    return ngettext("needs %(n)s more", "needs %(n)s more", count) % {"n": count}


def _others(found: Sides, napoleon: bool) -> list[SideShown]:
    word = _("Allies") if napoleon else _("The others")
    shown = []
    if found.unknown:
        shown.append(SideShown("unknown", _("Side not known"), found.unknown, ""))
    if not found.goal:
        return [*shown, SideShown("against", word, found.against, "")]
    if found.needs_against and found.needs_against <= found.out + found.unknown:
        needs = _more(found.needs_against)
    else:
        needs = "" if found.needs_against else _("have beaten it")
    return [*shown, SideShown("against", word, found.against, needs)]


def _out(found: Sides, napoleon: bool) -> str:
    if napoleon:
        words = ngettext("%(n)s picture still out", "%(n)s pictures still out", found.out)
    else:
        words = ngettext("%(n)s trick to come", "%(n)s tricks to come", found.out)
    return words % {"n": found.out}
