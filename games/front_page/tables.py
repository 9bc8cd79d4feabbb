"""A card for each match in which a person plays: who waits for whom, for how long, and the table in miniature."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from django.utils import timezone

from games.access import seat_of
from games.front_page.miniature import Miniature, miniature
from games.front_page.since_visit import SinceVisit, since_visit
from games.kernel.log import states_of
from games.models import Game, Seat, Turn
from games.presentation.auction import ContractLine, contract_line
from games.presentation.cards import BidWord, Face, bid_word, face
from games.presentation.reader import Reader, hand_order_of, reader_of
from games.presentation.table_titles import title
from games.presentation.text_summary import task_word
from games.presentation.times import Until, rough, until
from games.turns.context import worth_telling
from napoleon.engine import DealView, Match, view
from players.models import User

# Sorts turns without a running clock last.
NEVER: Final = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCard:
    game: Game
    title: str
    deal: int
    is_mine: bool
    """Whether the deal waits for the reader."""
    more: list[int]
    """Other deals of the match that wait for the reader."""
    task: str
    """What the reader has to do, if it is their turn."""
    names: list[str]
    """The people who wait for the reader; if it is not the reader's turn, the players for whom all wait."""
    waited: str
    """For how long, in words; empty in the first minute."""
    until: Until | None
    contract: ContractLine
    best_name: str
    best_card: Face | None
    best_bid: BidWord | None
    miniature: Miniature
    new: SinceVisit
    unread: int


def table_cards(running: Iterable[Game], user: User) -> list[TableCard]:
    """Return a card for each of these matches: first those that wait for the person, the first to time out on top."""
    mine = sorted((game for game in running if seat_of(user, game)), key=lambda game: _urgency(game, user))
    states = states_of(mine)
    return [card for game in mine for card in _cards(game, user, states[game.pk].match)]


def _urgency(game: Game, user: User) -> tuple[bool, datetime, datetime]:
    own = _own_turns(game, user)
    first = own[0] if own else None
    return (False, first.times_out_at or NEVER, first.opened_at) if first else (True, NEVER, NEVER)


def _own_turns(game: Game, user: User) -> list[Turn]:
    return [turn for turn in game.turns.all() if turn.user_id == user.pk]


def _cards(game: Game, user: User, match: Match) -> Iterator[TableCard]:
    """Yield the card of the match, with the deal that waits for the person or else the first that is open."""
    seat, own = seat_of(user, game), _own_turns(game, user)
    known = view(match, seat.number if seat else None)
    number = own[0].deal if own else None
    deal = next((deal for deal in known.deals if number is None or deal.number == number), None)
    if seat and deal:
        reader = reader_of(known, game.seats.all(), is_addressed=True, hand_order=hand_order_of(user))
        yield _card(reader, game, seat, deal, own)


def _card(reader: Reader, game: Game, seat: Seat, deal: DealView, own: Sequence[Turn]) -> TableCard:
    turns = own[:1] or game.turns.all()
    best = _best(deal)
    cards = dict(deal.trick)
    return TableCard(
        game=game,
        title=title(game),
        deal=deal.number,
        is_mine=bool(own),
        more=[turn.deal for turn in own[1:]],
        task=task_word(deal) if own else "",
        names=_waiting_for_me(game, deal, seat) if own else _waited_for(game, reader),
        waited=_waited(turns),
        until=_deadline(game, turns),
        contract=contract_line(reader, deal),
        best_name=reader.label(best) if best is not None else "",
        best_card=face(cards[best]) if best in cards else None,
        best_bid=bid_word(deal.high) if deal.high and not deal.contract else None,
        miniature=miniature(reader, deal),
        new=since_visit(seat, reader.view, reader.naming.labels, [deal] if own else reader.view.deals),
        unread=seat.unread_chat,
    )


def _waiting_for_me(game: Game, deal: DealView, mine: Seat) -> list[str]:
    """The people at the table who wait for the reader; bots wait for nobody."""
    others = (seat for seat in game.seats.all() if seat.is_present and seat.number != mine.number)
    return [seat.name for seat in others if seat.number not in deal.to_act]


def _waited_for(game: Game, reader: Reader) -> list[str]:
    return list(dict.fromkeys(reader.label(turn.seat) for turn in game.turns.all()))


def _waited(turns: Iterable[Turn]) -> str:
    now = timezone.now()
    since = worth_telling(max((turn.opened_at for turn in turns), default=None), now)
    return rough(now - since) if since else ""


def _best(deal: DealView) -> int | None:
    """The seat with the best card of the running trick, or else with the best bid."""
    if deal.trick:
        return deal.winning
    return deal.high.seat if deal.high and not deal.contract else None


def _deadline(game: Game, turns: Iterable[Turn]) -> Until | None:
    """The last deadline by the slow clock, which says nothing in live play."""
    if game.live_since:
        return None
    now = timezone.now()
    lefts = [left for turn in turns if (left := until(turn.due, turn.times_out_at, now))]
    return lefts[-1] if lefts else None
