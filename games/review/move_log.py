"""The moves of a deal: who did what, how and when. Each move links to its position."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.presentation.auction import called_word
from games.presentation.cards import BidWord, Face, bid_text, bid_word, face, faces
from games.presentation.reader import Reader
from games.presentation.results import DealResult, is_napoleon
from games.presentation.tricks import Side, WinningCard, side_of, winning_card_of
from games.review.game_replay import How, Move
from games.review.links import Address
from games.review.position import Position
from napoleon.engine import (
    Agree,
    Bid,
    BidNap,
    Call,
    Claim,
    Concede,
    Deal,
    DealView,
    EndedView,
    Exchange,
    Pass,
    Play,
    Raise,
    Redeal,
    Refuse,
)
from napoleon.engine.cards import PICTURES, SUITS, TRUMPS, Card, card_set, count_pictures
from napoleon.engine.deal import Declaration

HOW: Final[dict[How, Promise]] = {
    "plan": gettext_lazy("as planned"),
    "bot": gettext_lazy("by a bot"),
    "timeout": gettext_lazy("by a bot, as the time was up"),
    "substitute": gettext_lazy("by a substitute"),
}
"""How a move was made, unless the player made it on their turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveShown:
    """A move as far as the reader may know it."""

    step: int
    url: str
    name: str
    short: str
    what: str
    how: How
    how_word: str
    at: datetime
    bid: BidWord | None = None
    cards: list[Face] = field(default_factory=list)
    suit: str = ""
    """The suit that a led joker names."""
    to: str = ""
    """The recipient of the discards."""
    note: str = ""
    """In the auction, what is neither a bid nor a pass."""
    is_current: bool = False
    won: bool = False
    comments: int = 0
    """The number of comments on the position after the move."""
    mark: str = ""
    """"large" or "small" for a card that the analysis points out."""


@dataclass(frozen=True, slots=True)
class LogTrick:
    """One line of the log: a trick and the number of pictures in it."""

    number: int
    plays: list[MoveShown]
    pictures: int
    best: WinningCard | None = None
    """What has won it."""
    side: Side = "unknown"


def move_shown(reader: Reader, at: Position, address: Address, step: int, seen_by: int | None) -> MoveShown:
    """The move that led to that step, as that seat learnt of it (None: with all hands open)."""
    move = at.moves[min(step, len(at.moves) - 1)]
    what, bid, cards, suit, to = _content(reader, at, move, seen_by)
    name = _by_whom(reader, move)
    return MoveShown(
        step=step,
        url=address.to(step),
        name=name,
        short=reader.short(name),
        what=what,
        how=move.how,
        how_word=str(HOW.get(move.how, "")),
        at=move.at,
        bid=bid,
        cards=cards,
        suit=suit,
        to=to,
        note=str(_IN_THE_AUCTION.get(type(move.event), "")),
        is_current=step == at.step,
    )


def _by_whom(reader: Reader, move: Move) -> str:
    if isinstance(move.event, Deal):
        return reader.names[move.event.dealer]
    return reader.name_at(move.event.seat, move.seq)


_IN_THE_AUCTION: Final[dict[type, Promise]] = {
    Redeal: gettext_lazy("throws the hand in"),
    Raise: gettext_lazy("raises to"),
}
_CALLS: Final[dict[bool | None, Promise]] = {
    None: gettext_lazy("plays"),
    True: gettext_lazy("calls the joker with"),
    False: gettext_lazy("without calling the joker, plays"),
}
_PROPOSALS: Final[dict[type, Promise]] = {
    Claim: gettext_lazy("claims the rest"),
    Concede: gettext_lazy("gives up"),
    Agree: gettext_lazy("agrees"),
    Refuse: gettext_lazy("refuses, and plays on"),
}
_Content = tuple[str, BidWord | None, list[Face], str, str]


def _content(reader: Reader, at: Position, move: Move, seen_by: int | None) -> _Content:
    event = move.event
    if isinstance(event, (Bid, BidNap, Pass)):
        if _is_sealed(at, move) and seen_by not in (None, event.seat):
            return _("has declared"), None, [], "", ""
        if isinstance(event, Pass):
            return _("passes"), None, [], "", ""
        return _("bids"), bid_word(event), [], "", ""
    if isinstance(event, Redeal):
        return str(_IN_THE_AUCTION[Redeal]), None, [], "", ""
    if isinstance(event, Raise):
        return str(_IN_THE_AUCTION[Raise]), BidWord(event.count, TRUMPS[event.trump]), [], "", ""
    if isinstance(event, Call) and event.who is not None:
        return _("calls %(who)s") % {"who": called_word(event.who)}, None, [], "", ""
    if isinstance(event, Call):
        return _("calls"), None, [face(event.card)], "", ""
    if isinstance(event, Exchange):
        return _exchange(reader, at, event, seen_by)
    if isinstance(event, Play):
        suit = "" if event.suit is None else SUITS[event.suit]
        return str(_CALLS[event.calls_joker]), None, [face(event.card)], suit, ""
    if isinstance(event, (Claim, Concede, Agree, Refuse)):
        return str(_PROPOSALS[type(event)]), None, [], "", ""
    return _("deals"), None, [], "", ""


def _is_sealed(at: Position, move: Move) -> bool:
    """Whether the declaration was still sealed at this position."""
    rules = at.replay.match.rules
    if getattr(rules, "auction", "open") != "sealed":
        return False
    # All declare once; where everybody has passed, perhaps a second time.
    round_of_move = (at.moves.index(move) - 1) // rules.players
    return at.step < (round_of_move + 1) * rules.players


def _exchange(reader: Reader, at: Position, event: Exchange, seen_by: int | None) -> _Content:
    """The discarded cards, as far as the rules show them to this seat."""
    rules = at.replay.match.rules
    shown = event.discard
    if seen_by not in (None, event.seat):
        known = getattr(rules, "discards_shown", "none")
        shown = {"all": shown, "pictures": shown & PICTURES}.get(known, 0)
    size = event.discard.bit_count()
    what = ngettext("discards %(n)s card", "discards %(n)s cards", size) % {"n": size}
    to = "" if event.give_to is None else reader.name_at(event.give_to, at.seq)
    return what, None, faces(shown), "", to


def all_moves(reader: Reader, at: Position, address: Address, seen_by: int | None) -> list[MoveShown]:
    """All moves so far, latest first."""
    steps = range(min(at.step, len(at.moves) - 1), -1, -1)
    return [move_shown(reader, at, address, step, seen_by) for step in steps]


def log_of_calls(reader: Reader, at: Position, address: Address, auction: Sequence[Declaration]) -> list[MoveShown]:
    """The open part of the auction, in the order in which the players heard it; a hand thrown in or a raise last."""
    left = [step for step, move in enumerate(at.moves[: at.step + 1]) if isinstance(move.event, (Bid, BidNap, Pass))]
    log = []
    for said in auction:
        step = next(step for step in left if at.moves[step].event == said)
        left.remove(step)
        log.append(move_shown(reader, at, address, step, None))
    others = [step for step, move in enumerate(at.moves[: at.step + 1]) if isinstance(move.event, (Redeal, Raise))]
    return log + [move_shown(reader, at, address, step, None) for step in others]


def log_of_tricks(
    reader: Reader, at: Position, address: Address, deal: DealView | EndedView, running: Sequence[tuple[int, Card]] = ()
) -> list[LogTrick]:
    """The tricks so far, including the unfinished one, latest first."""
    steps = [step for step, move in enumerate(at.moves) if isinstance(move.event, Play)]
    log = []
    for number, trick in enumerate(deal.tricks):
        first = number * reader.players
        plays = _plays(reader, at, address, steps[first : first + len(trick.cards)])
        place = trick.seats().index(trick.winner)
        plays[place] = replace(plays[place], won=True)
        pictures = count_pictures(card_set(trick.cards)) if is_napoleon(reader) else 0
        best, side = winning_card_of(reader.naming, trick), side_of(reader, deal, trick.winner)
        log.append(LogTrick(number + 1, plays, pictures, best, side))
    if running:
        first = len(deal.tricks) * reader.players
        plays = _plays(reader, at, address, steps[first : first + len(running)])
        log.append(LogTrick(len(deal.tricks) + 1, plays, 0))
    return log[::-1]


def _plays(reader: Reader, at: Position, address: Address, steps: Sequence[int]) -> list[MoveShown]:
    return [move_shown(reader, at, address, step, None) for step in steps]


# --- A move and a result in plain sentences: for screen readers, and for the preview of a link ---


def move_in_words(move: MoveShown) -> str:
    """Who did what."""
    content = [bid_text(move.bid)] if move.bid else []
    content += [face.label for face in move.cards]
    words = {"name": move.name, "what": move.what, "content": _(", ").join(content)}
    text = _("%(name)s %(what)s %(content)s") if content else _("%(name)s %(what)s")
    said = text % words
    if move.how_word:
        said = _("%(said)s (%(how)s)") % {"said": said, "how": move.how_word}
    return _("%(said)s.") % {"said": said}


def result_in_words(result: DealResult) -> str:
    if result.bid is None:
        return _("%(said)s.") % {"said": result.headline}
    words = {"headline": result.headline, "who": result.who, "took": result.took, "bid": bid_text(result.bid)}
    if not result.who:
        return _("%(headline)s: %(took)s, bid %(bid)s.") % words
    return _("%(headline)s: %(who)s took %(took)s, bid %(bid)s.") % words
