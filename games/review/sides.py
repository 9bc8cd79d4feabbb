"""What each side of a deal has taken and still needs, as far as the reader of the view knows the sides."""

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
        return 0 if self.has_too_much else max(0, self.total - self.goal + 1 - self.against)

    @property
    def has_too_much(self) -> bool:
        return self.loses_with_all and self.taken == self.total


def sides(rules: Rules, deal: DealView, me: int | None = None) -> Sides | None:
    """The state of both sides as seat ``me`` knows it; None before the auction is settled."""
    if deal.declarer is None:
        return None
    if isinstance(rules, NapoleonRules) and isinstance(deal.contract, Bid):
        return _pictures(rules, deal, deal.contract.count, me)
    if isinstance(deal.contract, BidNap):
        return _tricks(deal, deal.contract.bid, deal.tricks_won[deal.declarer])
    return None


def _tricks(deal: DealView, bid: NapBid, won: int) -> Sides:
    goal = 0 if bid == "misere" else NEEDED[bid]
    return Sides(goal, TRICKS, won, sum(deal.tricks_won) - won, 0)


def _pictures(rules: NapoleonRules, deal: DealView, goal: int, me: int | None) -> Sides:
    out_of_deal = 0
    if rules.discards_to == "nobody":
        out_of_deal = (deal.discards & PICTURES).bit_count()
    declarers = {deal.declarer, deal.adjutant}
    taken = sum(count for seat, count in enumerate(deal.pictures) if seat in declarers)
    rest = sum(deal.pictures) - taken
    is_known = deal.adjutant is not None or deal.alone is True
    # Everybody knows their own side, once it does not hang on the first trick.
    own = deal.pictures[me] if me is not None and me not in declarers and deal.called_who is None else 0
    total = PICTURE_COUNT - out_of_deal
    return Sides(
        goal=goal,
        total=total,
        taken=taken,
        against=rest if is_known else own,
        unknown=0 if is_known else rest - own,
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
    counts = sides(reader.view.rules, deal, reader.me)
    if counts is None:
        return None
    napoleon = is_napoleon(reader)
    cells = ["with"] * counts.taken + ["unknown"] * counts.unknown
    cells += ["out"] * counts.out + ["against"] * counts.against
    return SidesShown(
        cells=cells,
        goal=counts.goal,
        shown=[_declarers(reader, deal, counts), *_others(counts, napoleon)],
        out=_out(counts, napoleon),
    )


def _declarers(reader: Reader, deal: DealView, counts: Sides) -> SideShown:
    names = [reader.label(seat) for seat in (deal.declarer, deal.adjutant) if seat is not None]
    return SideShown("with", _(" and ").join(names), counts.taken, _needed(counts))


def _needed(counts: Sides) -> str:
    is_over = counts.has_too_much or (counts.taken and not counts.goal)
    if is_over or counts.needs > counts.out + counts.unknown:
        return _("lost")
    if counts.needs:
        return _more(counts.needs)
    if counts.out and not counts.goal:
        return _("must take none")
    if counts.loses_with_all and not counts.against:
        return _("must not take all")
    return _("made")


def _more(count: int) -> str:
    return _("%(n)s to go") % {"n": count}


def _others(counts: Sides, napoleon: bool) -> list[SideShown]:
    word = _("Allies") if napoleon else _("The others")
    shown = []
    if counts.unknown:
        shown.append(SideShown("unknown", _("Side not known"), counts.unknown, ""))
    if not counts.goal:
        return [*shown, SideShown("against", word, counts.against, "")]
    # Once the bid is made or lost, the declarer's side says so.
    may_beat = 0 < counts.needs_against <= counts.out + counts.unknown
    needs = _more(counts.needs_against) if may_beat else ""
    return [*shown, SideShown("against", word, counts.against, needs)]


def _out(counts: Sides, napoleon: bool) -> str:
    if napoleon:
        words = ngettext("%(n)s picture still out", "%(n)s pictures still out", counts.out)
    else:
        words = ngettext("%(n)s trick left", "%(n)s tricks left", counts.out)
    return words % {"n": counts.out}
