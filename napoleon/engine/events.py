"""Commands and events. A command is what a seat asks for; once the engine has allowed it, it is an event.

Both have the same shapes, and `match.decide` turns one into the other.

Each is an immutable tuple, compared by value: those of two kinds may be equal (`are_same`). ``deal`` is the number of
the deal in the match, from 1, as in the record format. Seats are numbered from 0, clockwise.
"""

from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias, TypeVar, final

from .cards import CARD_NAMES, Card, CardSet, Suit, cards_in, name_if_card
from .errors import IllegalCommand, wrong_phase

NapBid: TypeAlias = Literal["two", "three", "misere", "four", "garnet", "nap", "wellington", "blucher"]
NAP_BIDS: Final[tuple[NapBid, ...]] = ("two", "three", "misere", "four", "garnet", "nap", "wellington", "blucher")
"""Weakest first (rules.md 2). The rules may leave some out, or order them otherwise: `nap.bids_of`."""
CallWho: TypeAlias = Literal["nobody", "first_trick"]
"""Whom Napoleon may call in place of a card: nobody, or the winner of the first trick."""


@final
class Deal(NamedTuple):
    """The cards are dealt: a hand for each seat, and the widow (empty at Nap)."""

    deal: int
    dealer: int
    hands: tuple[CardSet, ...]
    widow: CardSet


class Pass(NamedTuple):
    """A seat does not bid."""

    deal: int
    seat: int


class Bid(NamedTuple):
    """A bid at Napoleon: ``count`` picture cards with this trump (`cards.NO_TRUMP` for none)."""

    deal: int
    seat: int
    count: int  # type: ignore[assignment]  # the record's word; nobody counts the items of a bid
    trump: Suit


class BidNap(NamedTuple):
    """A bid at Nap."""

    deal: int
    seat: int
    bid: NapBid


class Redeal(NamedTuple):
    """A seat throws a poor hand in, in place of its first declaration: the deal is dealt again."""

    deal: int
    seat: int


class Raise(NamedTuple):
    """Napoleon has seen the widow and raises the bid."""

    deal: int
    seat: int
    count: int  # type: ignore[assignment]  # the record's word, as in `Bid`
    trump: Suit


class Call(NamedTuple):
    """Napoleon calls a card, whose holder is the adjutant, or ``who`` in place of one."""

    deal: int
    seat: int
    card: Card
    """`NO_CARD` where ``who`` is called."""
    who: CallWho | None = None


class Exchange(NamedTuple):
    """Napoleon takes the widow and discards as many cards.

    ``give_to`` is the seat that gets the discards where Napoleon chooses it, otherwise None.
    """

    deal: int
    seat: int
    discard: CardSet
    give_to: int | None


class Play(NamedTuple):
    """A card is played. ``suit`` is the suit that a led joker names, None for every other card.

    ``calls_joker`` says whether the led card calls the joker, None where that is not for its player to say.
    """

    deal: int
    seat: int
    card: Card
    suit: Suit | None
    calls_joker: bool | None = None


class Claim(NamedTuple):
    """“The rest is mine”: the seat wins all remaining tricks, the running one included."""

    deal: int
    seat: int
    certain: bool
    """Whether the cards that the seat can see make it certain. Then nobody is asked."""


class Concede(NamedTuple):
    """“We give up”: the declarer leaves all remaining tricks to the others, any other seat to the declarer.

    At misère, where tricks are a burden, the side that gives up takes them.
    """

    deal: int
    seat: int


class Agree(NamedTuple):
    """A seat agrees to a claim or concession. When all others have agreed, the deal ends."""

    deal: int
    seat: int


class Refuse(NamedTuple):
    """A seat does not agree: the deal is played on."""

    deal: int
    seat: int


Proposal: TypeAlias = Claim | Concede
"""An early end of the deal, if it is certain or all others agree."""
Command: TypeAlias = Pass | Bid | BidNap | Redeal | Raise | Call | Exchange | Play | Proposal | Agree | Refuse
"""What a seat asks for, before the engine has judged it."""
Event: TypeAlias = Deal | Command
"""What has happened."""


def are_same(one: Command, other: Command) -> bool:
    """Whether two commands are of one kind and equal.

    >>> Pass(1, 0) == Redeal(1, 0), are_same(Pass(1, 0), Redeal(1, 0))
    (True, False)
    """
    return type(one) is type(other) and one == other


C = TypeVar("C", bound=Command)


def expect(command: Command, kind: type[C]) -> C:
    """The command, if it is of the kind that the phase takes. Raises `IllegalCommand` otherwise."""
    if isinstance(command, kind):
        return command
    raise wrong_phase(command)


class LegalExchanges(NamedTuple):
    """All exchanges that are legal: any ``size`` cards ``among`` these, given to one of the ``recipients`` if any."""

    deal: int
    seat: int
    among: CardSet
    size: int
    recipients: tuple[int, ...]


LegalCommand: TypeAlias = Command | LegalExchanges
"""What `match.legal` lists."""


def judge_exchange(exchange: Exchange, legal: LegalExchanges) -> None:
    """Raise `IllegalCommand` unless the exchange is one of the legal ones."""
    if exchange.discard.bit_count() != legal.size:
        raise IllegalCommand("illegal_exchange", "wrong_count", count=legal.size)
    if foreign := exchange.discard & ~legal.among:
        raise IllegalCommand("illegal_exchange", "not_held", card=name_if_card(foreign.bit_length() - 1))
    if legal.recipients and exchange.give_to not in legal.recipients:
        raise IllegalCommand("illegal_exchange", "no_such_recipient")
    if not legal.recipients and exchange.give_to is not None:
        raise IllegalCommand("illegal_exchange", "recipient_not_asked")


# Legal commands are listed often, so each is made once.


@lru_cache(maxsize=256)
def plays_by_seat(number: int, players: int) -> tuple[tuple[Play, ...], ...]:
    """For each seat and card, the play of that card without a named suit in the deal of this number."""
    return tuple(tuple(Play(number, seat, card, None) for card in range(len(CARD_NAMES))) for seat in range(players))


@lru_cache(maxsize=1024)
def joker_leads(number: int, seat: int, jokers: CardSet, suits: tuple[Suit, ...]) -> tuple[Play, ...]:
    """The leads of these jokers, each naming each of the suits."""
    return tuple(Play(number, seat, joker, suit) for joker in cards_in(jokers) for suit in suits)


@lru_cache(maxsize=1024)
def calls_of(number: int, seat: int, cards: CardSet) -> tuple[Call, ...]:
    """The calls of these cards, highest card number first."""
    return tuple(Call(number, seat, card) for card in reversed(cards_in(cards)))
