"""The page of a position for the templates.

It is built from views: what one seat knew then, or all hands open. Its texts are in the third person for every reader.
"""

from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from games.models import Game
from games.presentation.auction import (
    AuctionRounds,
    ContractLine,
    SealedDeclaration,
    auction_rounds,
    contract_line,
    declarations,
    is_bidding,
    widow_on_the_table,
)
from games.presentation.cards import BidWord, Face, bid_word, face, faces, in_hand_order, signs
from games.presentation.reader import Reader, reader_of
from games.presentation.results import DealResult, ScoreTable, deal_result, is_napoleon, match_headline, score_sheet
from games.presentation.tricks import TableTrick, WinningCard, best_card, table_trick
from games.review.links import Address, Jump, Links, jumps, links, place_of
from games.review.move_log import (
    LogTrick,
    MoveShown,
    all_moves,
    log_of_calls,
    log_of_tricks,
    move_in_words,
    move_shown,
    result_in_words,
)
from games.review.position import Position, reviewable
from games.review.seat_knowledge import SeatKnowledge, knowledge
from games.review.sides import SidesShown, sides_shown
from games.table.board import SeatLine, seat_lines
from napoleon.engine import DealView, EndedView, Pass
from napoleon.engine.cards import CardSet
from napoleon.engine.deal import PassedOut
from napoleon.engine.match import deals_in_all
from napoleon.engine.view import Mark


@dataclass(frozen=True, slots=True)
class Tab:
    """A link to another deal of the match or another view of this one."""

    word: str
    url: str
    is_current: bool
    bid: BidWord | None = None


@dataclass(frozen=True, slots=True)
class HandShown:
    """The hand of a seat; cards already played are pale."""

    seat: SeatLine
    faces: list[Face]


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """Everything on the page of one position."""

    number: int
    of: int
    step: int
    last: int
    deals: list[Tab]
    ways: list[Tab]
    links: Links
    jumps: list[Jump]
    last_move: MoveShown
    place: str
    """The part of the deal, in a word or two."""
    plain: str
    """The last move in words alone, for screen readers."""
    seen_by: str
    """The player whose knowledge is shown; empty with all hands open."""
    contract: ContractLine | None = None
    sides: SidesShown | None = None
    seats: list[SeatLine] = field(default_factory=list)
    trick: TableTrick | None = None
    best: WinningCard | None = None
    taken: LogTrick | None = None
    """The trick that lies finished on the table."""
    bids: AuctionRounds | None = None
    declarations: list[SealedDeclaration] = field(default_factory=list)
    widow: list[Face] = field(default_factory=list)
    hands: list[HandShown] = field(default_factory=list)
    unseen_widow: list[Face] = field(default_factory=list)
    is_widow_guessed: bool = False
    """Nobody noted the widow when the match was played."""
    discards: list[Face] = field(default_factory=list)
    knowledge: SeatKnowledge | None = None
    tricks: list[LogTrick] = field(default_factory=list)
    calls: list[MoveShown] = field(default_factory=list)
    moves: list[MoveShown] = field(default_factory=list)
    """Every move so far with its time, if the reader asked for times."""
    result: DealResult | None = None
    sheet: ScoreTable | None = None
    final: str = ""


def review(game: Game, at: Position, *, own: int | None, seen_by: int | None, times: bool) -> Review:
    """The position for the reader in seat ``own``, as seat ``seen_by`` knew it (None: all hands open)."""
    address = Address(game.slug, at.number, seen_by, times)
    history = at.replay.seats_of(game)
    seats, ended_at = at.seats(history), at.replay.ended_at
    then = at.view_of(seen_by)
    mine = own if seen_by is None else seen_by
    reader = reader_of(replace(then, seat=mine), seats, history, ended_at)
    common = Review(
        number=at.number,
        of=_deal_count(at),
        step=at.step,
        last=at.last,
        deals=[
            Tab(
                str(end.number),
                replace(address, deal=end.number).to(0),
                end.number == at.number,
                bid_word(end.contract) if end.contract else None,
            )
            for end in reviewable(at.replay, own)
        ],
        ways=_ways(at, address, reader),
        links=links(at, address),
        jumps=jumps(at, address),
        last_move=move_shown(reader, at, address, at.step, seen_by),
        place=place_of(at),
        plain="",
        seen_by="" if seen_by is None else reader.names[seen_by],
        is_widow_guessed=at.number in at.replay.guessed_widows,
        moves=all_moves(reader, at, address, seen_by) if times else [],
    )
    if at.is_result:
        reader = reader_of(replace(then, seat=own), seats, history, ended_at)
        return _with_plain_text(_result(common, at, reader, address))
    deal = at.deal_with_all_open() if seen_by is None else at.deal_of(seen_by)
    common = _common_parts(common, at, reader, deal, address, seen_by)
    if seen_by is None:
        return _with_plain_text(_all_hands(common, at, reader, deal))
    return _with_plain_text(_one_seat(common, reader, deal, seen_by))


def _with_plain_text(page: Review) -> Review:
    """Add the last move in a sentence or two."""
    sentences = [move_in_words(page.last_move)]
    if page.result:
        sentences = [result_in_words(page.result)]
    elif page.best:
        words = {"name": page.best.name, "card": page.best.card.label, "why": page.best.why}
        won = _("%(name)s takes the trick with the %(card)s: %(why)s.")
        best = _("%(name)s is winning with the %(card)s: %(why)s.")
        sentences.append((won if page.taken else best) % words)
    return replace(page, plain=" ".join(sentences))


def _deal_count(at: Position) -> int:
    passed_out = [end for end in at.replay.match.ended if isinstance(end, PassedOut)]
    return deals_in_all(at.replay.match.rules, len(passed_out), sum(end.redeal is not None for end in passed_out))


# --- Links to other pages ---


def _ways(at: Position, address: Address, reader: Reader) -> list[Tab]:
    """The views of this deal: all hands open, or what one seat knew."""
    everything = Tab(_("All hands"), replace(address, seen_by=None).to(at.step), address.seen_by is None)
    return [everything] + [
        Tab(name, replace(address, seen_by=seat).to(at.step), address.seen_by == seat)
        for seat, name in enumerate(reader.names)
    ]


# --- What every view of the deal shows ---


def _common_parts(
    page: Review, at: Position, reader: Reader, deal: DealView, address: Address, seen_by: int | None
) -> Review:
    playing, sealed = deal.phase in ("playing", "claimed"), deal.phase == "sealed_bidding"
    nobody = replace(reader, view=replace(reader.view, seat=None))
    tricks = log_of_tricks(reader, at, address, deal, deal.trick)
    widow = widow_on_the_table(deal)
    return replace(
        page,
        contract=contract_line(nobody, replace(deal, am_adjutant=False)),
        sides=sides_shown(reader, deal),
        seats=[replace(line, is_me=False) for line in seat_lines(reader, deal)],
        trick=_trick(reader, deal) if playing else None,
        best=best_card(reader, deal),
        bids=None if playing or sealed or (widow and not is_bidding(deal)) else auction_rounds(reader, deal),
        declarations=_declarations(reader, deal, seen_by) if sealed else [],
        widow=widow,
        taken=tricks[0] if tricks and not deal.trick else None,
        tricks=tricks,
        calls=log_of_calls(reader, at, address, deal.auction),
    )


def _trick(reader: Reader, deal: DealView) -> TableTrick:
    shown = table_trick(reader, deal, None)
    places = [replace(place, is_me=False) for place in shown.places]
    # The steps already say which card wins.
    return replace(shown, places=places, best=None, last=None)


def _declarations(reader: Reader, deal: DealView, seen_by: int | None) -> list[SealedDeclaration]:
    """The sealed declarations as far as they were known."""
    known = [replace(declaration, is_me=False) for declaration in declarations(reader, deal)]
    if seen_by is not None:
        return known
    said = {call.seat: None if isinstance(call, Pass) else bid_word(call) for call in deal.auction}
    return [
        replace(declaration, bid=said.get(seat), has_passed=seat in said and said[seat] is None)
        for declaration, seat in zip(known, reader.around(), strict=True)
    ]


# --- All hands open ---


def _all_hands(page: Review, at: Position, reader: Reader, deal: DealView) -> Review:
    special = signs(deal.marks)
    hands = at.hands()
    return replace(
        page,
        hands=[
            HandShown(line, _hand(*hands[seat], deal.marks))
            for seat, line in zip(reader.around(), page.seats, strict=True)
        ],
        seats=[],
        unseen_widow=faces(at.ended.widow or 0, special) if not deal.widow and not deal.discards else [],
        discards=faces(deal.discards, special),
    )


def _hand(held: CardSet, played: CardSet, marks: tuple[tuple[int, Mark], ...]) -> list[Face]:
    """A hand in order; the cards already played are pale."""
    special = signs(marks)
    return [face(card, special, "pale" if played >> card & 1 else "") for card in in_hand_order(held | played)]


# --- What one seat knew ---


def _one_seat(page: Review, reader: Reader, deal: DealView, seat: int) -> Review:
    played = 0
    for trick in deal.tricks:
        played |= 1 << dict(zip(trick.seats(), trick.cards, strict=True))[seat]
    for player, card in deal.trick:
        played |= 1 << card if player == seat else 0
    own = next(line for line, who in zip(page.seats, reader.around(), strict=True) if who == seat)
    return replace(
        page,
        hands=[HandShown(own, _hand(deal.hand, played, deal.marks))],
        discards=faces(deal.discards, signs(deal.marks)),
        knowledge=knowledge(reader, deal, seat),
    )


# --- The result ---


def _result(page: Review, at: Position, reader: Reader, address: Address) -> Review:
    end, view = at.ended, reader.view
    is_last = view.finished and end.number == view.ended[-1].number
    return replace(
        page,
        result=deal_result(reader, end),
        sheet=score_sheet(reader, at.number),
        final=match_headline(reader) if is_last else "",
        tricks=log_of_tricks(reader, at, address, end),
        calls=log_of_calls(reader, at, address, end.auction),
        hands=_hands_of_result(at, reader),
    )


def _hands_of_result(at: Position, reader: Reader) -> list[HandShown]:
    end = at.ended
    hands = tuple((hand, 0) for hand in end.hands or ()) if end.passed_out else at.hands()
    return [
        HandShown(_plain_line(reader, end, seat), faces(hands[seat][0] | hands[seat][1])) for seat in reader.around()
    ]


def _plain_line(reader: Reader, end: EndedView, seat: int) -> SeatLine:
    napoleon = is_napoleon(reader)
    return SeatLine(
        is_away=False,
        is_resting=False,
        name=reader.names[seat],
        short=reader.short(reader.names[seat]),
        bot=reader.bots.get(seat),
        person=reader.people.get(seat),
        is_me=False,
        to_act=False,
        is_declarer=seat == end.declarer,
        is_adjutant=seat == end.adjutant,
        is_dealer=seat == end.dealer,
        leads=False,
        pictures=end.pictures[seat] if end.pictures else 0 if napoleon else None,
        score=None,
        tricks=end.tricks_won[seat] if end.tricks_won else 0,
    )
