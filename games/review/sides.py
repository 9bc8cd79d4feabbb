"""What each side of a deal has taken and still needs, as far as the reader of the view knows the sides."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presentation.reader import Reader
from games.presentation.results import is_napoleon
from napoleon.engine import Bid, BidNap, DealView, Rules
from napoleon.engine.cards import PICTURE_COUNT, PICTURES
from napoleon.engine.events import NapBid
from napoleon.engine.nap import NEEDED, TRICKS
from napoleon.engine.napoleon_scoring import is_made
from napoleon.engine.rules import NapoleonRules


@dataclass(frozen=True, slots=True)
class Sides:
    """Counts of pictures (Napoleon) or tricks (Nap)."""

    goal: int
    """What the declarer's side must take; 0 at misère."""
    total: int
    """All that the deal contains."""
    taken: int
    """Taken by the declarer's side as far as it is known."""
    against: int
    """Taken by the known opponents."""
    unknown: int
    """Taken by players whose side is not known."""
    loses_with_all: bool = False
    """Whether the declarer's side has lost if it takes all."""

    @property
    def out(self) -> int:
        """Not taken yet."""
        return self.total - self.taken - self.against - self.unknown

    @property
    def needs(self) -> int:
        """What the declarer's side still needs."""
        return max(0, self.goal - self.taken)

    @property
    def needs_against(self) -> int:
        """What the others still need to beat the bid. At misère nothing they take beats it."""
        if self.has_too_much:
            return 0
        return max(0, self.total - self.goal + 1 - self.against)

    @property
    def has_too_much(self) -> bool:
        return self.loses_with_all and self.taken == self.total


def sides(rules: Rules, deal: DealView) -> Sides | None:
    """The state of both sides; None before the auction is settled."""
    if deal.declarer is None:
        return None
    if isinstance(rules, NapoleonRules) and isinstance(deal.contract, Bid):
        return _pictures(rules, deal, deal.contract.count)
    if isinstance(deal.contract, BidNap):
        return _tricks(deal, deal.contract.bid, deal.tricks_won[deal.declarer])
    return None


def _tricks(deal: DealView, bid: NapBid, won: int) -> Sides:
    goal = 0 if bid == "misere" else NEEDED[bid]
    return Sides(goal, TRICKS, won, sum(deal.tricks_won) - won, 0)


def _pictures(rules: NapoleonRules, deal: DealView, goal: int) -> Sides:
    out_of_deal = 0
    if rules.discards_to == "nobody":
        out_of_deal = (deal.discards & PICTURES).bit_count()
    declarers = {deal.declarer, deal.adjutant}
    taken = sum(count for seat, count in enumerate(deal.pictures) if seat in declarers)
    rest = sum(deal.pictures) - taken
    is_known = deal.adjutant is not None or deal.alone is True
    total = PICTURE_COUNT - out_of_deal
    return Sides(
        goal=goal,
        total=total,
        taken=taken,
        against=rest if is_known else 0,
        unknown=0 if is_known else rest,
        loses_with_all=not is_made(rules, goal, out_of_deal, total),
    )


# --- How the sides of a deal stand: a row of small cards, one for each picture or trick, and what is still needed ---


@dataclass(frozen=True, slots=True)
class SideShown:
    key: str
    word: str
    taken: int
    needs: str
    """What the side still needs, in words."""


@dataclass(frozen=True, slots=True)
class SidesShown:
    cells: list[str]
    """The side of each picture or trick: "with", "against", "unknown" or "out"."""
    goal: int
    shown: list[SideShown]
    out: str


def sides_shown(reader: Reader, deal: DealView) -> SidesShown | None:
    """The sides as the reader of the view knows them; None before the contract."""
    found = sides(reader.view.rules, deal)
    if found is None:
        return None
    napoleon = is_napoleon(reader)
    cells = ["with"] * found.taken + ["unknown"] * found.unknown
    cells += ["out"] * found.out + ["against"] * found.against
    return SidesShown(
        cells=cells,
        goal=found.goal,
        shown=[_declarers(reader, deal, found), *_others(found, napoleon)],
        out=_out(found, napoleon),
    )


def _declarers(reader: Reader, deal: DealView, found: Sides) -> SideShown:
    names = [reader.names[seat] for seat in (deal.declarer, deal.adjutant) if seat is not None]
    word = _(" and ").join(names)
    return SideShown("with", word, found.taken, _needed(found))


def _needed(found: Sides) -> str:
    if found.has_too_much or (found.taken and not found.goal):
        return _("lost")
    if found.needs > found.out + found.unknown:
        return _("can no longer make it")
    if found.needs:
        return _more(found.needs)
    if found.out and not found.goal:
        return _("must take none")
    if found.loses_with_all and not found.against:
        return _("must not take all")
    return _("made")


def _more(count: int) -> str:
    return _("%(n)s to go") % {"n": count}


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
