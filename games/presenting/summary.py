"""Where a deal stands, in plain sentences without pictures: for mails.

Made from the board of the reader's own view, and of that only what lies open to the whole table.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from .board import Board
from .cards import BidWord, suit_word
from .results import Result


def summary(board: Board) -> list[str]:
    """What happened since the reader's last move, and how the deal stands."""
    return [*_result_before(board), *_auction(board), *_contract(board), *_since(board)]


def bid_text(bid: BidWord) -> str:
    if not bid.suit:
        return bid.word
    return pgettext("a bid", "%(count)s %(suit)s") % {
        "count": bid.count,
        "suit": suit_word(bid.suit),
    }


def result_line(result: Result) -> str:
    """How a deal ended, and what the reader has of it."""
    words = {"n": result.number, "headline": result.headline}
    if result.my_points is None:
        return _("Deal %(n)s: %(headline)s.") % words
    points = f"{result.my_points:+d}"
    return _("Deal %(n)s: %(headline)s. Your points: %(points)s.") % {**words, "points": points}


def _result_before(board: Board) -> Iterator[str]:
    if board.last_result:
        yield result_line(board.last_result)


def _auction(board: Board) -> Iterator[str]:
    """All that was said, while the auction runs."""
    if board.contract is None or board.contract.is_settled or not board.auction:
        return
    said = [
        _("%(name)s: %(what)s")
        % {"name": name, "what": bid_text(bid) if bid else pgettext("in the auction", "pass")}
        for name, bid in board.auction
    ]
    yield _("Said so far: %(calls)s.") % {"calls": _("; ").join(said)}


def _contract(board: Board) -> Iterator[str]:
    line = board.contract
    if line is None or not line.is_settled or line.bid is None:
        return
    words = {"title": line.title, "bid": bid_text(line.bid)}
    if line.called is None:
        yield _("%(title)s: %(bid)s.") % words
    else:
        yield _("%(title)s: %(bid)s, calling %(card)s.") % {**words, "card": line.called.label}


def _since(board: Board) -> Iterator[str]:
    """The cards of the others since the reader's own, trick by trick."""
    if not board.since:
        return
    yield _("Since your last card:")
    left, lines = len(board.since), []
    for number, plays, winner in _tricks(board):
        new = plays[-left:]
        left -= len(new)
        lines.append(_trick_line(number, new, winner))
        if not left:
            break
    yield from reversed(lines)


Plays: TypeAlias = list[tuple[str, str]]
"""Who has played what, in order."""


def _tricks(board: Board) -> Iterator[tuple[int, Plays, str]]:
    """The tricks of the deal, the last one first: number, plays, and who took it."""
    if board.trick and not board.trick.winner:
        lying = [(place.name, place.card.label) for place in board.trick.places if place.card]
        if lying:
            yield board.trick.number, lying, ""
    for trick in board.log:
        yield trick.number, [(name, card.label) for name, card, _won in trick.plays], trick.winner


def _trick_line(number: int, plays: Plays, winner: str) -> str:
    said = [_("%(name)s: %(what)s") % {"name": name, "what": card} for name, card in plays]
    words = {"n": number, "plays": _("; ").join(said), "winner": winner}
    if winner:
        return _("Trick %(n)s: %(plays)s. Taken by %(winner)s.") % words
    return _("Trick %(n)s: %(plays)s.") % words
