"""The board: one deal of a match as its reader may see it, ready for the templates.

It is made only from views (`napoleon.engine.view`), never from the state of a match, so that no hidden card slips in.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from games.bot_names import Bot
from games.presentation.auction import (
    AuctionRounds,
    ContractLine,
    SealedDeclaration,
    auction_calls,
    auction_rounds,
    contract_line,
    declarations,
)
from games.presentation.cards import (
    BidWord,
    CardMark,
    Face,
    bid_word,
    face,
    faces,
    signs,
)
from games.presentation.proposals import proposal_lines
from games.presentation.reader import Reader
from games.presentation.results import (
    DealResult,
    ScoreTable,
    deal_result,
    last_result,
    match_headline,
    score_sheet,
)
from games.presentation.tricks import (
    FinishedTrick,
    PlaySince,
    TableTrick,
    cards_played,
    cards_since_mine,
    finale,
    finished_tricks,
    table_trick,
)
from games.table.prompt import Prompt, prompt_for, waiting_for
from napoleon.engine import DealView, EndedView
from napoleon.engine.rules import NapRules


@dataclass(frozen=True, slots=True)
class BoardLink:
    """A link to an open board of the match."""

    number: int
    bid: BidWord | None
    word: str
    is_mine: bool
    is_current: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLine:
    """A seat: its player, their role in this deal, and what they have taken."""

    name: str
    short: str
    bot: Bot | None
    is_me: bool
    is_away: bool
    """Whether a bot plays here for a person."""
    is_resting: bool
    """Whether the player is on vacation."""
    to_act: bool
    is_declarer: bool
    is_adjutant: bool
    is_dealer: bool
    leads: bool
    pictures: int | None
    score: int | None
    tricks: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DealBoard:
    """One deal and everything the page shows around it."""

    number: int
    of: int
    """How many deals the match has, including those passed out so far."""
    boards: list[BoardLink]
    log: list[FinishedTrick]
    auction: list[tuple[str, BidWord | None]]
    marks: list[tuple[Face, CardMark]]
    sheet: ScoreTable
    next_deal: int | None = None
    """Another open deal, once this one has ended."""
    # An open deal
    contract: ContractLine | None = None
    seats: list[SeatLine] = field(default_factory=list)
    bids: AuctionRounds | None = None
    declarations: list[SealedDeclaration] = field(default_factory=list)
    widow: list[Face] = field(default_factory=list)
    since: list[PlaySince] = field(default_factory=list)
    trick: TableTrick | None = None
    shown: int = 0
    prompt: Prompt | None = None
    waiting: str = ""
    proposals: list[str] = field(default_factory=list)
    """What is claimed or conceded, and what was refused."""
    last_result: DealResult | None = None
    """The result of the deal before, until the reader acts in this one."""
    # A deal that has ended
    result: DealResult | None = None
    finale: TableTrick | None = None
    """What the reader has still to see of the play, before the result."""
    may_review: bool = False
    """Whether the reader may see all hands, and so review the deal."""
    final: str = ""
    """The headline of the match, once it is over."""

    @property
    def awaits_bots(self) -> bool:
        """Whether only bots are to act: in a moment there is something new."""
        acting = [seat for seat in self.seats if seat.to_act]
        return bool(acting) and all(seat.bot or seat.is_away for seat in acting)


def chosen_deal(reader: Reader, number: int | None, *, is_broken_off: bool) -> int | None:
    """Choose the deal to show: the requested one, else one where the reader must act, else the first open one.

    Where nobody plays on, the last deal that ended goes first: from its result lead all ways to look back.
    """
    view = reader.view
    if number in {deal.number for deal in view.deals} | {deal.number for deal in view.ended}:
        return number
    mine = [deal.number for deal in view.deals if deal.my_turn]
    still = [deal.number for deal in view.deals]
    ended = [deal.number for deal in reversed(view.ended)]
    return next(iter(ended + still if is_broken_off else mine + still + ended), None)


def deal_board(reader: Reader, number: int, shown: int | None = None) -> DealBoard:
    """Return the board of a deal; ``shown`` is how many of its cards the reader's page already shows."""
    for deal in reader.view.deals:
        if deal.number == number:
            return _open(reader, deal, shown)
    ended = next(deal for deal in reader.view.ended if deal.number == number)
    return _ended(reader, ended, shown)


def _open(reader: Reader, deal: DealView, shown: int | None) -> DealBoard:
    playing = deal.phase in ("playing", "claimed")
    sealed = deal.phase == "sealed_bidding"
    return DealBoard(
        number=deal.number,
        of=_of(reader),
        boards=_boards(reader, deal.number),
        log=finished_tricks(reader, deal),
        auction=list(auction_calls(reader, deal)),
        marks=_special_cards(deal),
        sheet=score_sheet(reader),
        contract=contract_line(reader, deal),
        seats=seat_lines(reader, deal) if playing or not deal.my_turn else [],
        bids=None if playing or sealed else auction_rounds(reader, deal),
        declarations=declarations(reader, deal) if sealed else [],
        widow=faces(deal.widow) if deal.phase == "exchanging" else [],
        since=cards_since_mine(reader, deal) if playing and reader.me is not None else [],
        trick=table_trick(reader, deal, shown) if playing else None,
        shown=cards_played(reader, deal),
        prompt=prompt_for(reader, deal),
        waiting=waiting_for(reader, deal),
        proposals=list(proposal_lines(reader, deal)),
        last_result=last_result(reader, deal),
    )


def _ended(reader: Reader, deal: EndedView, shown: int | None) -> DealBoard:
    others = [other.number for other in sorted(reader.view.deals, key=lambda it: not it.my_turn)]
    over = reader.view.finished
    last = over and deal.number == reader.view.ended[-1].number
    return DealBoard(
        number=deal.number,
        of=_of(reader),
        boards=_boards(reader, deal.number),
        log=finished_tricks(reader, deal),
        auction=list(auction_calls(reader, deal)),
        marks=[],
        sheet=score_sheet(reader, deal.number),
        next_deal=others[0] if others else None,
        shown=cards_played(reader, deal),
        result=deal_result(reader, deal),
        finale=finale(reader, deal, shown),
        may_review=deal.hands is not None,
        final=match_headline(reader) if last else "",
    )


def _of(reader: Reader) -> int:
    passed_out = sum(deal.passed_out for deal in reader.view.ended)
    return reader.view.rules.deals + passed_out


def _boards(reader: Reader, current: int) -> list[BoardLink]:
    """Return links to the open boards, if the match plays several at once."""
    if reader.view.rules.deals_at_once == 1 or not reader.view.deals:
        return []
    links = [_link(reader, deal, current) for deal in reader.view.deals]
    if all(not link.is_current for link in links):
        links.append(BoardLink(current, None, _("ended"), False, True))
    return sorted(links, key=lambda link: link.number)


def _link(reader: Reader, deal: DealView, current: int) -> BoardLink:
    if deal.my_turn:
        word = _("your turn")
    elif deal.phase in ("bidding", "sealed_bidding", "must_bid"):
        word = _("auction")
    else:
        word = reader.names[deal.to_act[0]]
    bid = bid_word(deal.contract) if deal.contract else None
    return BoardLink(deal.number, bid, word, deal.my_turn, deal.number == current)


def seat_lines(reader: Reader, deal: DealView) -> list[SeatLine]:
    """Return all seats clockwise, starting with the reader's own."""
    rules = reader.view.rules
    nap = isinstance(rules, NapRules)
    start = rules.chips
    return [
        SeatLine(
            name=reader.label(seat),
            short=reader.short_label(seat),
            bot=reader.bots.get(seat),
            is_me=seat == reader.me,
            is_away=seat in reader.away,
            is_resting=seat in reader.resting,
            to_act=seat in deal.to_act,
            is_declarer=seat == deal.declarer,
            is_adjutant=seat == deal.adjutant,
            is_dealer=seat == deal.dealer,
            leads=seat == deal.leader,
            pictures=None if nap else deal.pictures[seat],
            score=start + reader.view.scores[seat] if nap else None,
            tricks=deal.tricks_won[seat],
        )
        for seat in reader.around()
    ]


def _special_cards(deal: DealView) -> list[tuple[Face, CardMark]]:
    """Return the cards that are special now, with their names."""
    special = signs(deal.marks)
    return [(face(card), sign) for card in special for sign in special[card]]
