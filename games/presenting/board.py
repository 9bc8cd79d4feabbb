"""The board: one deal of a match as its reader may see it, ready for the templates.

Made from views only (`games.engine.view`), never from the state of a match, so that nothing hidden can slip in.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from games.engine import DealView, EndedView
from games.engine.cards import NO_TRUMP
from games.engine.rules import NapRules

from .auction import Bids, Declared, bids, declarations, in_a_line
from .cards import BidWord, Face, Sign, bid_word, face, faces, signs, suit_letter
from .hand import Asked, asked, waiting_for
from .people import Table
from .results import Result, Sheet, final_headline, result, sheet
from .trick import Played, TrickShown, cards_down, log, since_my_last, trick_shown


@dataclass(frozen=True, slots=True)
class BoardLink:
    """Another board of the match that is open, or this one."""

    number: int
    bid: BidWord | None
    word: str
    is_mine: bool
    is_current: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractLine:
    """What is to be made, by whom; before that, how the auction stands."""

    title: str
    is_settled: bool
    bid: BidWord | None = None
    best: str = ""
    called: Face | None = None
    trump: str = ""
    roles: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLine:
    """A seat: who sits there, what he is in this deal, and what he has taken."""

    name: str
    is_bot: bool
    is_me: bool
    to_act: bool
    is_declarer: bool
    is_adjutant: bool
    is_dealer: bool
    leads: bool
    pictures: int | None
    score: int | None
    tricks: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """One deal, with all that stands round it."""

    number: int
    of: int
    """How many deals the match has, as far as one can say."""
    phase: str
    boards: list[BoardLink]
    log: list[Played]
    auction: list[tuple[str, BidWord | None]]
    marks: list[tuple[Face, Sign]]
    sheet: Sheet
    next_deal: int | None = None
    """Another deal that is open, once this one has ended."""
    # An open deal
    contract: ContractLine | None = None
    seats: list[SeatLine] = field(default_factory=list)
    bids: Bids | None = None
    declarations: list[Declared] = field(default_factory=list)
    widow: list[Face] = field(default_factory=list)
    since: list[tuple[str, Face]] = field(default_factory=list)
    trick: TrickShown | None = None
    shown: int = 0
    asked: Asked | None = None
    waiting: str = ""
    last_result: Result | None = None
    """What became of the deal before, until the reader has acted in this one."""
    # A deal that has ended
    result: Result | None = None
    may_review: bool = False
    """Whether its hands are open to the reader, so that he may look back on it."""
    final: str = ""
    """Who has won, once the match is over."""


def chosen_deal(table: Table, number: int | None) -> int | None:
    """The deal to show: the one asked for, else one in which it is the reader's turn, else the first open one."""
    view = table.view
    if number in {deal.number for deal in view.deals} | {deal.number for deal in view.ended}:
        return number
    mine = [deal.number for deal in view.deals if deal.my_turn]
    still = [deal.number for deal in view.deals]
    ended = [deal.number for deal in reversed(view.ended)]
    return next(iter(mine + still + ended), None)


def board(table: Table, number: int, shown: int | None = None) -> Board:
    """The board of that deal; ``shown`` is how many of its cards the reader's page shows already."""
    for deal in table.view.deals:
        if deal.number == number:
            return _open(table, deal, shown)
    ended = next(deal for deal in table.view.ended if deal.number == number)
    return _ended(table, ended)


def _open(table: Table, deal: DealView, shown: int | None) -> Board:
    playing = deal.phase == "playing"
    sealed = deal.phase == "sealed_bidding"
    return Board(
        number=deal.number,
        of=_of(table),
        phase=deal.phase,
        boards=_boards(table, deal.number),
        log=log(table, deal),
        auction=list(in_a_line(table, deal)),
        marks=_explained(deal),
        sheet=sheet(table),
        contract=contract_line(table, deal),
        seats=seat_lines(table, deal) if playing or not deal.my_turn else [],
        bids=None if playing or sealed else bids(table, deal),
        declarations=declarations(table, deal) if sealed else [],
        widow=faces(deal.widow) if deal.phase == "exchanging" else [],
        since=since_my_last(table, deal) if playing and table.me is not None else [],
        trick=trick_shown(table, deal, shown) if playing else None,
        shown=cards_down(deal),
        asked=asked(table, deal),
        waiting=waiting_for(table, deal),
        last_result=_last_result(table, deal),
    )


def _ended(table: Table, deal: EndedView) -> Board:
    others = [other.number for other in sorted(table.view.deals, key=lambda it: not it.my_turn)]
    over = table.view.finished
    last = over and deal.number == table.view.ended[-1].number
    return Board(
        number=deal.number,
        of=_of(table),
        phase="ended",
        boards=_boards(table, deal.number),
        log=log(table, deal),
        auction=list(in_a_line(table, deal)),
        marks=[],
        sheet=sheet(table, deal.number),
        next_deal=others[0] if others else None,
        result=result(table, deal),
        may_review=deal.hands is not None,
        final=final_headline(table) if last else "",
    )


def _of(table: Table) -> int:
    passed_out = sum(deal.passed_out for deal in table.view.ended)
    return table.view.rules.deals + passed_out


def _boards(table: Table, current: int) -> list[BoardLink]:
    """The open boards, where there are several."""
    if table.view.rules.deals_at_once == 1 or not table.view.deals:
        return []
    links = [_link(table, deal, current) for deal in table.view.deals]
    if all(not link.is_current for link in links):
        links.append(BoardLink(current, None, _("ended"), False, True))
    return sorted(links, key=lambda link: link.number)


def _link(table: Table, deal: DealView, current: int) -> BoardLink:
    if deal.my_turn:
        word = _("your turn")
    elif deal.phase in ("bidding", "sealed_bidding", "must_bid"):
        word = _("auction")
    else:
        word = table.names[deal.to_act[0]]
    bid = bid_word(deal.contract) if deal.contract else None
    return BoardLink(deal.number, bid, word, deal.my_turn, deal.number == current)


def contract_line(table: Table, deal: DealView) -> ContractLine:
    """What is played for, or how the auction stands."""
    if deal.contract is None or deal.declarer is None:
        sealed = deal.phase == "sealed_bidding"
        return ContractLine(
            title=_("Sealed auction") if sealed else _("Auction"),
            is_settled=False,
            bid=bid_word(deal.high) if deal.high else None,
            best=table.names[deal.high.seat] if deal.high else "",
        )
    name = table.names[deal.declarer]
    nap = isinstance(table.view.rules, NapRules)
    mine = _("You declare") if nap else _("You are Napoleon")
    return ContractLine(
        title=mine if deal.declarer == table.me else name,
        is_settled=True,
        bid=bid_word(deal.contract),
        called=face(deal.called) if deal.called is not None else None,
        trump=suit_letter(deal.trump) if nap and deal.trump != NO_TRUMP else "",
        roles=_roles(table, deal),
    )


def _roles(table: Table, deal: DealView) -> list[str]:
    """What the reader knows of who helps Napoleon."""
    if deal.am_adjutant:
        return [_("You are the adjutant")]
    if deal.adjutant is not None:
        return [_("%(name)s is the adjutant") % {"name": table.names[deal.adjutant]}]
    if deal.alone:
        return [_("you play alone") if deal.declarer == table.me else _("plays alone")]
    return []


def seat_lines(table: Table, deal: DealView) -> list[SeatLine]:
    """All seats clockwise, from the reader's own."""
    rules = table.view.rules
    nap = isinstance(rules, NapRules)
    start = rules.chips if isinstance(rules, NapRules) else 0
    return [
        SeatLine(
            name=table.names[seat],
            is_bot=seat in table.bots,
            is_me=seat == table.me,
            to_act=seat in deal.to_act,
            is_declarer=seat == deal.declarer,
            is_adjutant=seat == deal.adjutant,
            is_dealer=seat == deal.dealer,
            leads=seat == deal.leader,
            pictures=None if nap else deal.pictures[seat],
            score=start + table.view.scores[seat] if nap else None,
            tricks=deal.tricks_won[seat],
        )
        for seat in table.around()
    ]


def _last_result(table: Table, deal: DealView) -> Result | None:
    before = [ended for ended in table.view.ended if ended.number < deal.number]
    if not before or table.me is None or _has_acted(table, deal):
        return None
    return result(table, before[-1])


def _has_acted(table: Table, deal: DealView) -> bool:
    """Whether the reader has done anything in the deal yet."""
    said = any(one.seat == table.me for one in deal.auction)
    played = deal.hand_sizes[table.me or 0] < table.view.rules.hand_size
    return said or played or deal.my_declaration is not None


def _explained(deal: DealView) -> list[tuple[Face, Sign]]:
    """The cards that are special now, with their names."""
    special = signs(deal.marks)
    return [(face(card), sign) for card in special for sign in special[card]]
