"""A position of a review, ready for the templates.

Made from views: of one seat as it was then, or with all hands open. Words are in the third person, whoever reads.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from games.engine import DealView, EndedView, Pass
from games.engine.cards import CardSet, card_set, count_pictures
from games.engine.view import Mark
from games.models import Game
from games.reviewing import Position
from games.reviewing.position import reviewable

from .auction import Bids, Declared, bids, declarations
from .board import ContractLine, SeatLine, contract_line, seat_lines
from .cards import BidWord, Face, bid_word, face, faces, in_hand_order, signs
from .people import Table, table_of
from .results import Result, Sheet, final_headline, is_napoleon, result, sheet
from .review_knowledge import Knowledge, knowledge
from .review_links import Address, Jump, Links, jumps, links, place_of
from .review_log import LogTrick, Told, log_of_calls, log_of_tricks, moves_told, told
from .review_plain import plainly, result_plainly
from .review_sides import SidesShown, sides_shown
from .rules_examples import WHY
from .trick import TrickShown, trick_shown


@dataclass(frozen=True, slots=True)
class Tab:
    """Another deal of the match, or another way to look at this one."""

    word: str
    url: str
    is_current: bool
    bid: BidWord | None = None


@dataclass(frozen=True, slots=True)
class HandShown:
    """The hand of a seat, with what it has played of it laid down."""

    seat: SeatLine
    faces: list[Face]


@dataclass(frozen=True, slots=True)
class Best:
    """Who is winning the trick or has won it, with which card, and by which rule."""

    name: str
    card: Face
    why: str
    is_won: bool
    pictures: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """All that the page of one position shows."""

    number: int
    of: int
    step: int
    last: int
    deals: list[Tab]
    ways: list[Tab]
    links: Links
    jumps: list[Jump]
    told: Told
    place: str
    """Where in the deal this is, in a word or two."""
    plain: str
    """What has just happened, without pictures."""
    seen_by: str
    """As whose knowledge it is shown; empty with all hands open."""
    contract: ContractLine | None = None
    sides: SidesShown | None = None
    seats: list[SeatLine] = field(default_factory=list)
    trick: TrickShown | None = None
    best: Best | None = None
    bids: Bids | None = None
    declarations: list[Declared] = field(default_factory=list)
    widow: list[Face] = field(default_factory=list)
    hands: list[HandShown] = field(default_factory=list)
    unseen_widow: list[Face] = field(default_factory=list)
    is_widow_guessed: bool = False
    """Nobody has noted it when the match was played."""
    discards: list[Face] = field(default_factory=list)
    knowledge: Knowledge | None = None
    tricks: list[LogTrick] = field(default_factory=list)
    calls: list[Told] = field(default_factory=list)
    moves: list[Told] = field(default_factory=list)
    """Every move so far with its time, if that was asked for."""
    result: Result | None = None
    sheet: Sheet | None = None
    final: str = ""


def review(
    game: Game, at: Position, *, own: int | None, seen_by: int | None, times: bool
) -> Review:
    """The position for a reader in the seat ``own``, as the seat ``seen_by`` knew it (None: all open)."""
    address = Address(game.slug, at.number, seen_by, times)
    seats = list(game.seats.all())
    then = at.view_of(seen_by)
    table = table_of(replace(then, seat=own if seen_by is None else seen_by), seats)
    common = Review(
        number=at.number,
        of=_of(at),
        step=at.step,
        last=at.last,
        deals=_deals(at, own, address, table),
        ways=_ways(at, address, table),
        links=links(at, address),
        jumps=jumps(at, address),
        told=told(table, at, address, at.step, seen_by),
        place=place_of(at),
        plain="",
        seen_by="" if seen_by is None else table.names[seen_by],
        is_widow_guessed=at.number in at.replay.guessed_widows,
        moves=moves_told(table, at, address, seen_by) if times else [],
    )
    if at.is_result:
        return in_words(_result(common, at, table_of(replace(then, seat=own), seats), address))
    deal = at.deal_with_all_open() if seen_by is None else at.deal_of(seen_by)
    common = _as_it_stood(common, at, table, deal, address, seen_by)
    if seen_by is None:
        return in_words(_with_all_open(common, at, table, deal))
    return in_words(_as_one_knew_it(common, at, table, deal, seen_by))


def in_words(page: Review) -> Review:
    """With what has just happened in a sentence or two."""
    sentences = [plainly(page.told)]
    if page.result:
        sentences = [result_plainly(page.result)]
    elif page.best:
        words = {"name": page.best.name, "card": page.best.card.label, "why": page.best.why}
        won = _("%(name)s takes the trick with the %(card)s: %(why)s.")
        best = _("%(name)s is winning with the %(card)s: %(why)s.")
        sentences.append((won if page.best.is_won else best) % words)
    return replace(page, plain=" ".join(sentences))


def _of(at: Position) -> int:
    passed_out = sum(not hasattr(end, "tricks") for end in at.replay.match.ended)
    return at.replay.match.rules.deals + passed_out


# --- The ways to other pages ---


def _deals(at: Position, own: int | None, address: Address, table: Table) -> list[Tab]:
    return [
        Tab(
            str(end.number),
            replace(address, deal=end.number).to(0),
            end.number == at.number,
            bid_word(end.contract) if end.contract else None,
        )
        for end in reviewable(at.replay, own)
    ]


def _ways(at: Position, address: Address, table: Table) -> list[Tab]:
    """All hands open, or as one of the seats knew it."""
    everything = Tab(
        _("All hands"), replace(address, seen_by=None).to(at.step), address.seen_by is None
    )
    return [everything] + [
        Tab(name, replace(address, seen_by=seat).to(at.step), address.seen_by == seat)
        for seat, name in enumerate(table.names)
    ]


# --- The deal as it stood ---


def _as_it_stood(
    page: Review,
    at: Position,
    table: Table,
    deal: DealView,
    address: Address,
    seen_by: int | None,
) -> Review:
    """What is shown alike however one looks."""
    playing, sealed = deal.phase == "playing", deal.phase == "sealed_bidding"
    nobody = replace(table, view=replace(table.view, seat=None))
    return replace(
        page,
        contract=contract_line(nobody, replace(deal, am_adjutant=False)),
        sides=sides_shown(nobody, deal, at.ended.made),
        seats=[replace(line, is_me=False) for line in seat_lines(table, deal)],
        trick=_trick(table, deal) if playing else None,
        best=_best(table, deal),
        bids=None if playing or sealed else bids(table, deal),
        declarations=_declarations(table, deal, seen_by) if sealed else [],
        widow=faces(deal.widow) if deal.phase == "exchanging" else [],
        tricks=log_of_tricks(table, at, address, deal.tricks, deal.trick),
        calls=log_of_calls(table, at, address, deal.auction),
    )


def _trick(table: Table, deal: DealView) -> TrickShown:
    shown = trick_shown(table, deal, None)
    return replace(shown, places=[replace(place, is_me=False) for place in shown.places], last=None)


def _best(table: Table, deal: DealView) -> Best | None:
    special = signs(deal.marks)
    if deal.trick and deal.winning is not None and deal.winning_why is not None:
        card = face(dict(deal.trick)[deal.winning], special)
        return Best(table.names[deal.winning], card, str(WHY[deal.winning_why]), False, 0)
    if deal.tricks and not deal.trick:
        last = deal.tricks[-1]
        card = face(dict(zip(last.seats(), last.cards, strict=True))[last.winner], special)
        pictures = count_pictures(card_set(last.cards)) if is_napoleon(table) else 0
        return Best(table.names[last.winner], card, str(WHY[last.why]), True, pictures)
    return None


def _declarations(table: Table, deal: DealView, seen_by: int | None) -> list[Declared]:
    """Who has declared, and what, as far as it was known."""
    found = [replace(one, is_me=False) for one in declarations(table, deal)]
    if seen_by is not None:
        return found
    said = {one.seat: None if isinstance(one, Pass) else bid_word(one) for one in deal.auction}
    return [
        replace(one, bid=said.get(seat), has_passed=seat in said and said[seat] is None)
        for one, seat in zip(found, table.around(), strict=True)
    ]


# --- All hands open ---


def _with_all_open(page: Review, at: Position, table: Table, deal: DealView) -> Review:
    special = signs(deal.marks)
    hands = at.hands()
    return replace(
        page,
        hands=[
            HandShown(line, _hand(*hands[seat], deal.marks))
            for seat, line in zip(table.around(), page.seats, strict=True)
        ],
        seats=[],
        unseen_widow=faces(at.ended.widow or 0, special) if _is_hidden(deal) else [],
        discards=faces(deal.discards, special),
    )


def _is_hidden(deal: DealView) -> bool:
    """The widow lies there still, face down."""
    return not deal.widow and not deal.discards


def _hand(held: CardSet, played: CardSet, marks: tuple[tuple[int, Mark], ...]) -> list[Face]:
    """A hand in its order; what has been played of it lies pale in its place."""
    special = signs(marks)
    return [
        face(card, special, "pale" if played >> card & 1 else "")
        for card in in_hand_order(held | played)
    ]


# --- As one seat knew it ---


def _as_one_knew_it(page: Review, at: Position, table: Table, deal: DealView, seat: int) -> Review:
    played = 0
    for trick in deal.tricks:
        played |= 1 << dict(zip(trick.seats(), trick.cards, strict=True))[seat]
    for player, card in deal.trick:
        played |= 1 << card if player == seat else 0
    own = next(line for line, who in zip(page.seats, table.around(), strict=True) if who == seat)
    return replace(
        page,
        hands=[HandShown(own, _hand(deal.hand, played, deal.marks))],
        discards=faces(deal.discards, signs(deal.marks)),
        knowledge=knowledge(table, deal, seat),
    )


# --- The result ---


def _result(page: Review, at: Position, table: Table, address: Address) -> Review:
    end, view = at.ended, table.view
    is_last = view.finished and end.number == view.ended[-1].number
    return replace(
        page,
        result=result(table, end),
        sheet=sheet(table, at.number),
        final=final_headline(table) if is_last else "",
        tricks=log_of_tricks(table, at, address, end.tricks),
        calls=log_of_calls(table, at, address, end.auction),
        hands=_hands_of_result(at, table),
    )


def _hands_of_result(at: Position, table: Table) -> list[HandShown]:
    end = at.ended
    hands = at.hands() if end.tricks else tuple((hand, 0) for hand in end.hands or ())
    return [
        HandShown(_plain_line(table, end, seat), faces(hands[seat][0] | hands[seat][1]))
        for seat in table.around()
    ]


def _plain_line(table: Table, end: EndedView, seat: int) -> SeatLine:
    napoleon = is_napoleon(table)
    return SeatLine(
        name=table.names[seat],
        is_bot=seat in table.bots,
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
