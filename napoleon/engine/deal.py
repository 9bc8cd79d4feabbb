"""What all games share: the dealt cards, finished tricks, passed-out deals, views.

A reader sees a deal as a `DealView` while it is open, and as an `EndedView` afterwards. Each game (`napoleon_view`,
`nap`) fills them from an allow-list.
"""

# The tests of secrets read the names of field types.
from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Generic, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from .cards import JOKER, Card, CardSet, Suit
from .events import Agree, Bid, BidNap, CallWho, LegalCommand, Pass, Play, Proposal, Refuse
from .rules import Rules

R = TypeVar("R", bound=Rules, covariant=True)

Declaration: TypeAlias = Bid | BidNap | Pass
"""A bid or a pass."""

Why: TypeAlias = Literal[
    "yoromeki_return", "yoromeki", "mighty", "joker", "right_jack", "left_jack", "same_two", "trump", "led_suit"
]
"""Why a card wins its trick. At Nap only the last two occur."""

Led: TypeAlias = int
"""How a trick was led: the led suit (0 to 3), plus a number of those below."""
JOKER_LED: Final = 4
"""The joker led, and named that suit."""
SECOND_JOKER_LED: Final = 8
"""The second joker led, and named that suit."""
CALL_LED: Final = 12
"""The led card calls the joker."""
WAYS_TO_LEAD: Final = 16


def led_suit(led: Led) -> Suit:
    """The suit that must be followed.

    >>> led_suit(2), led_suit(2 + JOKER_LED)
    (2, 2)
    """
    return led & 3


def way_to_lead(card: Card, suit: Suit | None, callers: CardSet, calls_joker: bool | None) -> Led:
    """How a card leads that names that suit, if it is a joker; ``callers`` call the joker, unless it is said not to.

    >>> way_to_lead(52, 2, 0, None), way_to_lead(1, None, 0b10, None), way_to_lead(1, None, 0b10, False)
    (6, 12, 0)
    """
    if suit is not None:
        return suit + (JOKER_LED if card == JOKER else SECOND_JOKER_LED)
    return card // 13 + (CALL_LED if callers >> card & 1 and calls_joker is not False else 0)


class Dealt(NamedTuple, Generic[R]):
    """The cards as dealt, with what they fix. All states of the deal share it."""

    rules: R
    number: int
    """The number of the deal in its match, from 1."""
    dealer: int
    first_bidder: int
    hands: tuple[CardSet, ...]
    """The dealt hand of each seat."""
    widow: CardSet
    """The cards left face down; empty at Nap."""

    def in_bidding_order(self) -> list[int]:
        """All seats clockwise, the first bidder first."""
        players = self.rules.players
        return [(self.first_bidder + turn) % players for turn in range(players)]


class PassedOut(NamedTuple, Generic[R]):
    """The end of a deal in which nobody bid, or in which a seat threw its hand in. It doesn't count."""

    dealt: Dealt[R]
    auction: tuple[Declaration, ...]
    redeal: int | None = None
    """The seat that threw its hand in."""

    @property
    def number(self) -> int:
        return self.dealt.number

    @property
    def reshuffles(self) -> bool:
        """Whether the pack is shuffled for the next deal although the rules say ``no_shuffle``."""
        return False


class Trick(NamedTuple):
    """A finished trick."""

    leader: int
    cards: tuple[Card, ...]
    """In order of play, from the leader on."""
    winner: int
    why: Why
    step: int
    """The direction of play: +1 clockwise, -1 against."""
    led: Led

    def seats(self) -> list[int]:
        """Who played each card.

        >>> Trick(1, (5, 6, 7), 1, "led_suit", -1, 0).seats()
        [1, 0, 2]
        """
        players = len(self.cards)
        return [(self.leader + place * self.step) % players for place in range(players)]


def tricks_by_seat(tricks: tuple[Trick, ...], players: int) -> tuple[int, ...]:
    """How many tricks each seat has won."""
    won = [0] * players
    for trick in tricks:
        won[trick.winner] += 1
    return tuple(won)


# --- Views ---


Phase: TypeAlias = Literal["bidding", "sealed_bidding", "must_bid", "calling", "exchanging", "playing", "claimed"]
Mark: TypeAlias = Literal["mighty", "joker", "right_jack", "left_jack", "joker_call", "yoromeki", "same_two"]
Blocked: TypeAlias = Literal["must_follow", "joker_called", "first_lead", "weakest_lead"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DealView:
    """An open deal as one seat, the reader, sees it. "My" means the reader's.

    Cards and sets of cards are those of `cards`; seats are numbers.
    """

    number: int
    dealer: int
    phase: Phase
    to_act: tuple[int, ...]
    """The seats that may act: one, or in a sealed auction all that have not declared yet."""
    my_turn: bool
    legal: tuple[LegalCommand, ...]
    """Every command that I may take now. Empty unless it is my turn."""
    hand: CardSet
    """My hand, with the widow while I exchange. 0 for a spectator."""
    hand_sizes: tuple[int, ...]

    auction: tuple[Declaration, ...]
    """The public declarations, in order."""
    high: Bid | BidNap | None
    my_declaration: Declaration | None = None
    """My declaration in a sealed auction that is not open yet."""

    declarer: int | None = None
    """Napoleon, or the declarer at Nap."""
    contract: Bid | BidNap | None = None
    """The bid that won the auction."""
    trump: Suit | None = None
    """The trump suit; `cards.NO_TRUMP` if there is none, None while it is open."""
    raised_from: Bid | None = None
    """The bid that Napoleon has raised."""
    called: Card | None = None
    called_who: CallWho | None = None
    """Whom Napoleon called in place of a card."""
    am_adjutant: bool = False
    adjutant: int | None = None
    """The adjutant, if I can know it."""
    alone: bool | None = None
    """Whether Napoleon plays alone; None if I cannot know it."""
    widow: CardSet = 0
    """The widow, for Napoleon once they have taken it, or for all where it was turned up."""
    discards: CardSet = 0
    """The discards that I have seen."""
    discards_given_to: int | None = None

    leader: int | None = None
    step: int = 1
    """The direction of play: +1 clockwise, -1 against."""
    led_suit: Suit | None = None
    led: Led | None = None
    """How the running trick was led: with a joker, or by a call."""
    trick: tuple[tuple[int, Card], ...] = ()
    """The running trick: seats and their cards, in order of play."""
    winning: int | None = None
    """The seat that is winning the running trick."""
    winning_why: Why | None = None
    tricks: tuple[Trick, ...] = ()
    pictures: tuple[int, ...]
    """Picture cards that each seat is known to have taken."""
    tricks_won: tuple[int, ...]
    playable: CardSet = 0
    """The cards that I may play now."""
    blocked: Blocked | None = None
    """Why I may not play my other cards now."""
    proposals: tuple[Proposal, ...] = ()
    """What I may propose to end the deal, on my turn."""
    proposal: Proposal | None = None
    """The proposal that the seats are answering."""
    agreed: tuple[int, ...] = ()
    """The seats that have agreed to it."""
    refused: tuple[int, ...] = ()
    """The seats whose proposals were refused in this deal."""
    marks: tuple[tuple[Card, Mark], ...] = ()
    """The cards that are special now, each with its mark."""
    seen: CardSet
    """All cards that I have seen: my hand, cards played, discards shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndedView:
    """A deal that has ended, as a reader sees it."""

    number: int
    dealer: int
    passed_out: bool
    auction: tuple[Declaration, ...]
    declarer: int | None = None
    contract: Bid | BidNap | None = None
    raised_from: Bid | None = None
    called: Card | None = None
    called_who: CallWho | None = None
    adjutant: int | None = None
    redeal: int | None = None
    """The seat that threw its hand in."""
    thrown_in: CardSet = 0
    """That hand, which all may see."""
    tricks: tuple[Trick, ...] = ()
    pictures: tuple[int, ...] = ()
    tricks_won: tuple[int, ...] = ()
    side_took: int | None = None
    """The pictures that Napoleon's side took, or the declarer's tricks at Nap."""
    made: bool | None = None
    scores: tuple[int, ...] = ()
    proposal: Proposal | None = None
    """What ended the deal before its last card."""
    hands: tuple[CardSet, ...] | None = None
    """The hands as dealt; None where the reader may not see them (docs/rules-engine.md, "What is seen when")."""
    widow: CardSet | None = None
    discards: CardSet | None = None


class PlayPhase(Protocol):
    """An open deal in which cards are played."""

    @property
    def turn(self) -> int: ...
    def playable(self) -> CardSet: ...
    def legal(self, seat: int) -> list[Play]: ...
    def why_not(self, card: Card) -> Blocked | Literal["not_held"] | None: ...


Choices: TypeAlias = tuple[CardSet, tuple[LegalCommand, ...], Blocked | None]
"""The cards that may be played, the plays, and why the other cards may not be played."""
NO_CHOICES: Final[Choices] = (0, (), None)


def choices(play: PlayPhase, hand: CardSet) -> Choices:
    """What the seat to play may play from its hand. All its other cards have the same reason."""
    playable = play.playable()
    barred = hand & ~playable
    reason = play.why_not(barred.bit_length() - 1) if barred else None
    return playable, tuple(play.legal(play.turn)), None if reason == "not_held" else reason


class Asking(Protocol):
    """A deal in which seats answer a proposal."""

    @property
    def proposal(self) -> Proposal: ...
    @property
    def agreed(self) -> tuple[int, ...]: ...
    def to_act(self) -> tuple[int, ...]: ...
    def legal(self, seat: int) -> list[Agree | Refuse]: ...


def claimed_view(state: Asking, play: DealView, seat: int | None) -> DealView:
    """The view of a deal in which seats answer a proposal."""
    asked = state.to_act()
    mine = seat in asked
    return replace(
        play,
        phase="claimed",
        to_act=asked,
        my_turn=mine,
        legal=tuple(state.legal(seat)) if mine and seat is not None else (),
        playable=0,
        blocked=None,
        proposals=(),
        proposal=state.proposal,
        agreed=state.agreed,
    )


def passed_out_view(end: PassedOut[Rules], over: bool) -> EndedView:
    """A passed-out deal. Its cards stay hidden until the match is over, because they would reveal later deals."""
    dealt = end.dealt
    return EndedView(
        number=dealt.number,
        dealer=dealt.dealer,
        passed_out=True,
        auction=end.auction,
        redeal=end.redeal,
        thrown_in=0 if end.redeal is None else dealt.hands[end.redeal],
        hands=dealt.hands if over else None,
        widow=dealt.widow if over and dealt.rules.has_widow else None,
    )


def hand_sizes(dealt: int, tricks: int, trick: tuple[tuple[int, Card], ...], players: int) -> tuple[int, ...]:
    """How many cards each seat holds, of ``dealt`` each, after so many tricks and in the running one."""
    sizes = [dealt - tricks] * players
    for seat, _ in trick:
        sizes[seat] -= 1
    return tuple(sizes)
