"""How the points of a deal arose, in sentences: what was bid and taken, what that is worth, and who pays whom."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from games.presentation.cards import nap_bid_word
from games.presentation.points import signed
from napoleon.engine import Bid, BidNap, EndedView, NapoleonRules, NapRules, Rules
from napoleon.engine.cards import NO_TRUMP, PICTURE_COUNT
from napoleon.engine.nap import NEEDED, payment
from napoleon.engine.napoleon_scoring import Points, computation, difference


def scoring_steps(rules: Rules, deal: EndedView, declarer: str | None) -> tuple[str, ...]:
    """The computation of a deal that was played; ``declarer`` is a name, None for the reader."""
    bid, took, made = deal.contract, deal.side_took or 0, bool(deal.made)
    if isinstance(rules, NapoleonRules) and isinstance(bid, Bid) and rules.scoring == "difference":
        return _difference(
            rules, bid.count, _doublings_of(rules, bid, deal), deal.adjutant is None, took, get_language()
        )
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


class _Doublings(NamedTuple):
    """What doubles a score by the difference."""

    is_run: bool
    is_back_run: bool
    is_no_trump: bool
    is_alone: bool
    """Whether Napoleon called nobody."""


def _doublings_of(rules: NapoleonRules, bid: Bid, deal: EndedView) -> _Doublings:
    """The doublings of a deal that was played. That of a back run is read off the points."""
    took, made = deal.side_took or 0, bool(deal.made)
    found = _Doublings(made and took == PICTURE_COUNT, False, bid.trump == NO_TRUMP, deal.called_who == "nobody")
    ally = next(score for seat, score in enumerate(deal.scores) if seat not in (deal.declarer, deal.adjutant))
    is_back_run = not made and ally > difference(rules, bid.count, took, made) * 2 ** sum(found)
    return found._replace(is_back_run=is_back_run)


@lru_cache(maxsize=1024)
def _difference(
    rules: NapoleonRules, count: int, doublings: _Doublings, alone: bool, took: int, language: str | None
) -> tuple[str, ...]:
    return tuple(_difference_steps(rules, count, doublings, alone, took))


def _difference_steps(rules: NapoleonRules, count: int, doublings: _Doublings, alone: bool, took: int) -> Iterator[str]:
    made, least = took >= count, rules.min_bid
    yield _contract(count, took, made)
    words = {"least": least, "above": count - least, "more": took - count, "short": count - took}
    words["points"] = difference(rules, count, took, made)
    if made:
        text = _("The bid is %(above)s above the lowest, %(least)s, which counts twice, and %(more)s more: %(points)s.")
    else:
        text = _("Picture cards that were missing: %(points)s.")
    yield text % words
    texts = (
        _("Doubled for all 20 picture cards."),
        _("Doubled because the allies took 11 picture cards or more."),
        _("Doubled because there were no trumps."),
        _("Doubled because nobody was called."),
    )
    yield from (text for text, doubles in zip(texts, doublings, strict=True) if doubles)
    payers, sign = rules.players - (1 if alone else 3), 1 if made else -1
    worth = words["points"] * 2 ** sum(doublings) * sign
    yield _worth(made, alone) % {"points": _points(Points(worth * payers, worth, -worth), alone)}
    yield _("The allies pay Napoleon’s side, or are paid by it: together the points are 0.")


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
