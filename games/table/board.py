"""The board: one deal of a match as its reader may see it, and the page around it, ready for the templates.

Cards come only from views (`napoleon.engine.view`), never from the state of a match, so that no hidden card slips in.
"""

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from datetime import datetime
from uuid import UUID, uuid4

from django.conf import settings
from django.http import Http404, QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _

from games.access import Visitor, seat_of
from games.boards.given_cards import may_be_given
from games.bot_names import Bot
from games.coach.asked_again import asked_again
from games.coach.best_card import BestCard, best_card
from games.coach.reminders import Reminders, reminders_of
from games.coach.suggestion import suggestion_for
from games.kernel.known_states import GameState
from games.kernel.log import seats_of
from games.kernel.replay import SeatHistory
from games.models import Game, Pause, Seat
from games.presentation.auction import (
    AuctionRounds,
    ContractLine,
    SealedDeclaration,
    auction_calls,
    auction_rounds,
    contract_line,
    declarations,
    is_bidding,
    widow_on_the_table,
)
from games.presentation.cards import BidWord, CardMark, Face, bid_word, face, signs
from games.presentation.proposals import proposal_lines
from games.presentation.reader import Reader, hand_order_of, reader_of
from games.presentation.results import (
    DealResult,
    ScoreTable,
    Winner,
    deal_result,
    last_result,
    match_headline,
    score_sheet,
    winners_of_match,
)
from games.presentation.table_titles import short_title, title
from games.presentation.tricks import FinishedTrick, TableTrick, cards_played, finale, finished_tricks, table_trick
from games.review.game_replay import replay_of
from games.review.seat_knowledge import SeenCards, seen_cards
from games.review.sides import SidesShown, sides_shown
from games.seats.live_play import LivePlay, live_play
from games.seats.table_messages import TableMessage, coming_meeting, current_pause, seat_offer, table_messages
from games.table.held_prompt import held_prompt
from games.table.moments import Moment, last_moment, moments
from games.table.planning import TablePlans, table_plans
from games.table.prompt import Prompt, coached_prompt, prompt_for, waiting_for
from games.turns.context import DealTurns, deal_turns
from games.turns.moves_seen import cards_shown, mark_moves_seen
from infrastructure.requests import parse_number
from napoleon.engine import DealView, EndedView, PlayerView, view
from napoleon.engine.match import deals_in_all
from napoleon.engine.rules import NapRules
from players.faces import PersonFace
from players.vacations.services import vacations_now


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
    person: PersonFace | None
    """The face of a person who has not left the site."""
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
    """How many deals the match has, including those that were dealt again."""
    boards: list[BoardLink]
    log: list[FinishedTrick]
    auction: list[tuple[str, BidWord | None]]
    marks: list[tuple[Face, CardMark]]
    sheet: ScoreTable
    next_deal: int | None = None
    """Another open deal, once this one has ended."""
    # An open deal
    contract: ContractLine | None = None
    sides: SidesShown | None = None
    seen_cards: SeenCards | None = None
    """None where the table forbids to look them up."""
    seats: list[SeatLine] = field(default_factory=list)
    bids: AuctionRounds | None = None
    declarations: list[SealedDeclaration] = field(default_factory=list)
    widow: list[Face] = field(default_factory=list)
    trick: TableTrick | None = None
    shown: int = 0
    prompt: Prompt | None = None
    waiting: str = ""
    proposals: list[str] = field(default_factory=list)
    """What is claimed or conceded, and what was refused."""
    last_result: DealResult | None = None
    """The result of the deal before, until the reader acts in this one."""
    moments: list[Moment] = field(default_factory=list)
    # A deal that has ended
    result: DealResult | None = None
    finale: TableTrick | None = None
    """What the reader has still to see of the play, before the result."""
    may_review: bool = False
    """Whether the reader may see all hands, and so review the deal."""
    final: str = ""
    """The headline of the match, once it is over."""
    winners: list[Winner] = field(default_factory=list)
    # At a table with a coach
    reminders: Reminders | None = None
    best_card: BestCard | None = None
    """The reader's best card in a deal that has ended."""

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
    widow = widow_on_the_table(deal)
    return DealBoard(
        number=deal.number,
        of=_of(reader),
        boards=_boards(reader, deal.number),
        log=finished_tricks(reader, deal),
        auction=list(auction_calls(reader, deal)),
        marks=_special_cards(deal),
        sheet=score_sheet(reader),
        contract=contract_line(reader, deal),
        sides=sides_shown(reader, deal),
        seen_cards=seen_cards(reader.view.rules, deal) if playing else None,
        seats=seat_lines(reader, deal),
        bids=None if playing or sealed or (widow and not is_bidding(deal)) else auction_rounds(reader, deal),
        declarations=declarations(reader, deal) if sealed else [],
        widow=widow,
        trick=table_trick(reader, deal, shown) if playing else None,
        shown=cards_played(reader, deal),
        prompt=prompt_for(reader, deal),
        waiting=waiting_for(reader, deal),
        proposals=list(proposal_lines(reader, deal)),
        last_result=last_result(reader, deal),
        moments=moments(reader, deal, shown),
    )


def _ended(reader: Reader, deal: EndedView, shown: int | None) -> DealBoard:
    others = [other.number for other in sorted(reader.view.deals, key=lambda it: not it.my_turn)]
    last = reader.view.finished and deal.number == reader.view.ended[-1].number
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
        moments=last_moment(reader, deal, shown),
        may_review=deal.hands is not None,
        final=match_headline(reader) if last else "",
        winners=winners_of_match(reader) if last else [],
    )


def _of(reader: Reader) -> int:
    passed_out = [deal for deal in reader.view.ended if deal.passed_out]
    return deals_in_all(reader.view.rules, len(passed_out), sum(deal.redeal is not None for deal in passed_out))


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
            person=reader.people.get(seat),
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


# --- The page around a board ---


SIDES = {
    "log": "games/table/_log.jinja",
    "rules": "games/table/_rules.html",
    "plans": "games/plans/_plans.html",
    "chat": "games/table/_chat.html",
    "notes": "games/comments/_notes.html",
}
"""The panels beside the board, of which the reader chooses one; the log unless they choose."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePage:
    """The context of ``games/table/table.html``, ``_board_answer.jinja`` and the panels beside the board."""

    game: Game
    title: str
    short_title: str
    seat: Seat | None
    board: DealBoard
    plans: TablePlans
    guessed_widows: Collection[int]
    comments: int
    seq: int
    seen: int | None
    key: UUID
    one_tap: bool
    plays_sounds: bool
    waiting: DealTurns
    happened: list[TableMessage]
    error: str
    may_have_rematch: bool
    may_give_cards: bool
    meets_at: datetime | None
    live: LivePlay
    pause: Pause | None
    offer: list[str]
    side: str
    """The panel beside the board; a key of `SIDES`."""
    unread: int
    panel: str = ""
    """The rendered panel beside the board."""
    plans_panel: str = ""
    """The rendered plans, where those on the reader's page no longer fit."""
    site_url: str


def board_of(
    user: Visitor, sent: QueryDict, game: Game, state: GameState, number: int | None, error: str = ""
) -> TablePage:
    """Return a board with only what this reader may know; ``sent`` describes what their page shows."""
    seat, history, now = seat_of(user, game), seats_of(game, state), timezone.now()
    reader = _reader(user, game, state, seat, history)
    number = chosen_deal(reader, number, is_broken_off=game.status == Game.Status.ABANDONED)
    if number is None:
        raise Http404
    shown = _shown(sent, seat, reader.view, number)
    mark_moves_seen(seat, reader.view, number)
    waiting = _turns(user, game, number)
    board = _asking(deal_board(reader, number, shown), game, waiting)
    if game.is_coached:
        board = _coached(board, reader)
    side = sent.get("side", "")
    return TablePage(
        game=game,
        title=title(game),
        short_title=short_title(game),
        seat=seat,
        board=board,
        plans=table_plans(game, seat, reader.view, number),
        guessed_widows=replay_of(game).guessed_widows if game.is_imported else (),
        comments=game.comments.filter(deal=number).count() if board.may_review else 0,
        seq=state.seq,
        seen=state.seen.get(number),
        key=uuid4(),
        one_tap=getattr(user, "one_tap", False),
        plays_sounds=getattr(user, "plays_sounds", False),
        waiting=waiting,
        happened=table_messages(state.happened, history),
        error=error,
        may_have_rematch=seat is not None and game.may_have_rematch,
        may_give_cards=seat is not None and may_be_given(game),
        meets_at=coming_meeting(game, now),
        live=live_play(game, seat, state.happened, now),
        pause=current_pause(game, now),
        offer=seat_offer(user, game, state.match),
        side=side if side in SIDES else "log",
        unread=unread_lines(seat, side),
        site_url=settings.SITE_URL,
    )


def _reader(user: Visitor, game: Game, state: GameState, seat: Seat | None, history: SeatHistory) -> Reader:
    return reader_of(
        view(state.match, seat.number if seat else None, opens=game.opens_deals),
        game.seats.all(),
        history,
        state.seen,
        is_addressed=True,
        hand_order=hand_order_of(user),
        on_vacation=_on_vacation(game),
    )


def _shown(sent: QueryDict, seat: Seat | None, known: PlayerView, number: int) -> int | None:
    """How many cards of the deal the reader has seen: as their page says, else as their last visit left it."""
    shown = parse_number(sent.get("shown"))
    return cards_shown(seat, known, number) if shown is None else shown


def _asking(board: DealBoard, game: Game, waiting: DealTurns) -> DealBoard:
    """The board with what this table asks of its reader: nothing after it was abandoned, claims where it has them."""
    if not game.shows_seen_cards:
        board = replace(board, seen_cards=None)
    if game.status == Game.Status.ABANDONED:
        seats = [replace(line, to_act=False) for line in board.seats]
        return replace(board, prompt=None, waiting="", seats=seats)
    prompt = board.prompt
    if prompt is None:
        return board
    if waiting.held:
        prompt = held_prompt(prompt, waiting.held, waiting.held_until, timezone.now())
    if not game.allows_claims:
        prompt = replace(prompt, may_claim=False, may_concede=False, bots_refuse=False)
    return replace(board, prompt=prompt)


def _coached(board: DealBoard, reader: Reader) -> DealBoard:
    """The board with what a coach says of it, who knows no more than the reader."""
    for ended in reader.view.ended:
        if ended.number == board.number:
            return replace(board, best_card=best_card(reader, ended))
    deal = next(deal for deal in reader.view.deals if deal.number == board.number)
    board = replace(board, reminders=reminders_of(deal, reader.view.rules))
    suggestion = suggestion_for(deal, reader.view.rules)
    if suggestion is None or board.prompt is None or board.prompt.kind == "held":
        return board
    return replace(board, prompt=coached_prompt(board.prompt, suggestion, asked_again(reader, deal)))


def unread_lines(seat: Seat | None, side: object) -> int:
    """How many lines of the chat the reader has not seen: none while the chat is beside the board."""
    return 0 if seat is None or side == "chat" else seat.unread_chat


def _on_vacation(game: Game) -> set[int]:
    """The keys of the people at the running match who are on vacation."""
    if game.status != Game.Status.RUNNING:
        return set()
    people = [seat.user for seat in game.seats.all() if seat.is_present and seat.user is not None]
    return set(vacations_now(people, timezone.now()))


def _turns(user: Visitor, game: Game, deal: int) -> DealTurns:
    """In live play the slow clock's deadlines say nothing."""
    turns = deal_turns(user, game, deal)
    return turns._replace(until=None) if game.live_since else turns
