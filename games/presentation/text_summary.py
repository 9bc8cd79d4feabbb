"""A deal in plain sentences, for mails.

It is made from the reader's own view, and tells only what the whole table can see.
"""

from collections.abc import Iterator
from typing import TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.presentation.auction import ContractLine, auction_calls, contract_line
from games.presentation.cards import bid_text, face
from games.presentation.points import signed
from games.presentation.proposals import proposal_lines
from games.presentation.reader import Reader
from games.presentation.results import DealResult, last_result
from games.presentation.tricks import WinningCard, call_word, finished_tricks
from napoleon.engine.view import DealView


def summary(reader: Reader, deal: DealView) -> list[str]:
    """Tell what happened since the reader's last move, and where the deal stands."""
    before, contract = last_result(reader, deal), contract_line(reader, deal)
    return [
        *(result_lines(before) if before else ()),
        *(_contract(contract) if contract.is_settled else _auction(reader, deal)),
        *_since(reader, deal),
        *proposal_lines(reader, deal),
    ]


def result_line(result: DealResult) -> str:
    """Tell how a deal ended, and the reader's points."""
    words = {"n": result.number, "headline": result.headline}
    if result.my_points is None:
        return _("Deal %(n)s: %(headline)s.") % words
    words["points"] = signed(result.my_points)
    return _("Deal %(n)s: %(headline)s. Your points: %(points)s.") % words


def result_lines(result: DealResult) -> list[str]:
    """Tell how a deal ended, the reader's points, and how they arose."""
    return [result_line(result), *result.steps]


def _auction(reader: Reader, deal: DealView) -> Iterator[str]:
    """List all calls, while the auction runs."""
    calls = [
        _("%(name)s: %(what)s") % {"name": name, "what": bid_text(bid) if bid else pgettext("in the auction", "pass")}
        for name, bid in auction_calls(reader, deal)
    ]
    if calls:
        yield _("Calls so far: %(calls)s.") % {"calls": _("; ").join(calls)}


def _contract(line: ContractLine) -> Iterator[str]:
    if line.bid is None:
        return
    called = line.called.label if line.called else line.called_who
    words = {"title": line.title, "bid": bid_text(line.bid), "card": called}
    yield (_("%(title)s: %(bid)s, calling %(card)s.") if called else _("%(title)s: %(bid)s.")) % words
    if line.raised_from:
        yield _("The bid was raised from %(bid)s.") % {"bid": bid_text(line.raised_from)}


def _since(reader: Reader, deal: DealView) -> Iterator[str]:
    """List the other players' cards since the reader's last one, trick by trick."""
    left, lines = _played_since_mine(reader, deal), []
    if not left:
        return
    yield _("Since your turn:")
    for number, plays, won, call in _tricks(reader, deal):
        new = plays[-left:]
        left -= len(new)
        lines.append(_trick_line(number, new, won) + (_(" (%(call)s)") % {"call": call} if call else ""))
        if not left:
            break
    yield from reversed(lines)


def _played_since_mine(reader: Reader, deal: DealView) -> int:
    seats = [seat for trick in deal.tricks for seat in trick.seats()] + [seat for seat, _card in deal.trick]
    return seats[::-1].index(reader.me) if reader.me in seats else len(seats)


Plays: TypeAlias = list[tuple[str, str]]
"""Names and cards, in order of play."""


def _tricks(reader: Reader, deal: DealView) -> Iterator[tuple[int, Plays, WinningCard | None, str]]:
    """Yield each trick, latest first: its number, its plays, what has won it, and whether the joker was called."""
    if deal.trick:
        lying = [(reader.label(seat), face(card).label) for seat, card in deal.trick]
        number = len(deal.tricks) + 1
        yield number, lying, None, call_word(reader.view.rules, deal, number, deal.trick[0][1], deal.led or 0)
    for trick in finished_tricks(reader, deal):
        yield trick.number, [(play.name, play.card.label) for play in trick.plays], trick.best, trick.call


def _trick_line(number: int, plays: Plays, won: WinningCard | None) -> str:
    cards = [_("%(name)s: %(what)s") % {"name": name, "what": card} for name, card in plays]
    words = {"n": number, "plays": _("; ").join(cards)}
    if won is None:
        return _("Trick %(n)s: %(plays)s.") % words
    if won.is_you:
        text = _("Trick %(n)s: %(plays)s. Taken by you with the %(card)s (%(why)s).")
    else:
        text = _("Trick %(n)s: %(plays)s. Taken by %(winner)s with the %(card)s (%(why)s).")
    return text % {**words, "winner": won.name, "card": won.card.label, "why": won.why}


def task_word(deal: DealView) -> str:
    """The task of the player who is to move, in a few words."""
    if deal.phase == "playing":
        number = len(deal.tricks) + 1
        text = _("Trick %(n)s: play a card") if deal.trick else _("Trick %(n)s: you lead")
        return text % {"n": number}
    return {
        "bidding": _("Bid or pass"),
        "sealed_bidding": _("Make your sealed bid"),
        "must_bid": _("Everyone has passed: you must bid"),
        "calling": _("Call the adjutant’s card"),
        "exchanging": _("Exchange with the widow"),
        "claimed": _("Agree, or play on"),
    }[deal.phase]
