"""How the points of a deal arose, in sentences: what was bid and taken, what that is worth, and who pays whom."""

from collections.abc import Iterator
from functools import lru_cache

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from games.presentation.cards import nap_bid_word
from games.presentation.points import signed
from napoleon.engine import Bid, BidNap, EndedView, NapoleonRules, NapRules, Rules
from napoleon.engine.cards import PICTURE_COUNT
from napoleon.engine.nap import NEEDED, payment
from napoleon.engine.napoleon_scoring import Points, computation


def scoring_steps(rules: Rules, deal: EndedView, declarer: str | None) -> tuple[str, ...]:
    """The computation of a deal that was played; ``declarer`` is a name, None for the reader."""
    bid, took, made = deal.contract, deal.side_took or 0, bool(deal.made)
    if isinstance(rules, NapoleonRules) and isinstance(bid, Bid):
        return _napoleon(rules, bid.count, deal.adjutant is None, took, made, get_language())
    if isinstance(rules, NapRules) and isinstance(bid, BidNap):
        return tuple(_nap(rules, bid, declarer, took, made))
    return ()


# Cached: the log tells of every deal of the match, at every move.
@lru_cache(maxsize=1024)
def _napoleon(
    rules: NapoleonRules, count: int, alone: bool, took: int, made: bool, language: str | None
) -> tuple[str, ...]:
    return tuple(_napoleon_steps(rules, count, alone, took, made))


def _napoleon_steps(rules: NapoleonRules, count: int, alone: bool, took: int, made: bool) -> Iterator[str]:
    yield _contract(count, took, made)
    steps = computation(rules, count, alone, took, made)
    yield _worth(made, alone) % {"points": _points(steps.base, alone)}
    if steps.swept != steps.base:
        text = _("Bonus for all 20 picture cards: %(points)s.")
        yield text % {"points": _points(steps.swept, alone)}
    if rules.scoring == "bid_value":
        text = _("Times the bid of %(count)s: %(points)s.")
        yield text % {"count": count, "points": _points(steps.valued, alone)}
    if steps.total != steps.valued:
        text = _("Doubled for all 20 picture cards: %(points)s.")
        yield text % {"points": _points(steps.total, alone)}
    yield _("Players don’t pay each other: each player’s points are added up.")


def _contract(count: int, took: int, made: bool) -> str:
    words = {"count": count, "took": took}
    if made:
        text = _("Bid %(count)s, took %(took)s picture cards: made.")
    elif took == PICTURE_COUNT:
        text = _("Bid %(count)s, took all 20 picture cards: by these rules that loses.")
    elif took >= count:
        text = _("Bid %(count)s, took %(took)s picture cards, all that were left: that loses.")
    else:
        text = _("Bid %(count)s, took %(took)s picture cards: lost.")
    return text % words


def _worth(made: bool, alone: bool) -> str:
    if made:
        return _("Made alone: %(points)s.") if alone else _("Made: %(points)s.")
    return _("Lost alone: %(points)s.") if alone else _("Lost: %(points)s.")


def _points(points: Points, alone: bool) -> str:
    """The points of each role in words."""
    roles = [(_("Napoleon"), points.napoleon), (_("each ally"), points.ally)]
    if not alone:
        roles.insert(1, (_("adjutant"), points.adjutant))
    text = pgettext("points of a role", "%(role)s %(points)s")
    return _(", ").join(text % {"role": role, "points": signed(worth)} for role, worth in roles)


def _nap(rules: NapRules, bid: BidNap, declarer: str | None, took: int, made: bool) -> Iterator[str]:
    words = {"bid": nap_bid_word(bid.bid), "took": took, "needed": NEEDED[bid.bid]}
    if bid.bid == "misere":
        text = _("Bid %(bid)s, which must take no tricks, took %(took)s: %(end)s.")
    else:
        text = _("Bid %(bid)s, which needs %(needed)s tricks, took %(took)s: %(end)s.")
    end = pgettext("a bid", "made") if made else pgettext("a bid", "lost")
    yield text % {**words, "end": end}
    others, (won, lost) = rules.players - 1, payment(rules, bid.bid)
    each, total = (won, others * won) if made else (lost, -others * lost)
    if made and declarer is None:
        text = _("Each of the %(others)s others pays you %(each)s: %(total)s.")
    elif made:
        text = _("Each of the %(others)s others pays %(name)s %(each)s: %(total)s.")
    elif declarer is None:
        text = _("You pay each of the %(others)s others %(each)s: %(total)s.")
    else:
        text = _("%(name)s pays each of the %(others)s others %(each)s: %(total)s.")
    yield text % {"others": others, "name": declarer, "each": each, "total": signed(total)}
