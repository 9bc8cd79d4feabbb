"""The tricks of a deal: what lies on the table, and what was played before."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias, cast

from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games.bot_names import Bot
from games.presentation.cards import Face, face, signs, suit_letter
from games.presentation.reader import Naming, Reader
from napoleon.engine import Bid, DealView, EndedView, NapoleonRules, Rules
from napoleon.engine.cards import Card, card_set, count_pictures
from napoleon.engine.deal import CALL_LED, Led, Mark, Trick, Why
from napoleon.engine.napoleon_ranking import NO_JOKER_CALL, callers, weak_by_trick
from players.faces import PersonFace

# --- What wins a trick, and for which side ---


WHY: Final[dict[Why, Promise]] = {
    "yoromeki_return": _("yoromeki answered: the king or the ace of hearts beats the queen"),
    "yoromeki": _("yoromeki: the queen of hearts makes the mighty waver"),
    "mighty": _("the mighty"),
    "joker": _("the joker"),
    "right_jack": _("the right jack"),
    "left_jack": _("the left jack"),
    "same_two": _("same-two: the 2 wins a trick of one suit"),
    "trump": _("the highest trump"),
    "led_suit": _("the highest card of the led suit"),
}

# Where there is room for no more.
_IN_SHORT: Final[dict[Why, Promise]] = {
    "yoromeki_return": _("yoromeki answered"),
    "yoromeki": _("yoromeki"),
    "mighty": _("mighty"),
    "joker": _("joker"),
    "right_jack": _("right jack"),
    "left_jack": _("left jack"),
    "same_two": _("same-two"),
    "trump": _("trump"),
    "led_suit": _("led suit"),
}

_WORDS: Final[dict[Why, str]] = {"trump": "trumps", "yoromeki_return": "yoromeki"}
"""The words of the glossary that are not called as the reason is."""

Side: TypeAlias = Literal["with", "against", "unknown"]
"""With the declarer, against them, or not known to the reader."""


@dataclass(frozen=True, slots=True)
class WinningCard:
    """The card that wins a trick or has won it, its player, and the rule behind it."""

    name: str
    is_you: bool
    card: Face
    """Marked with nothing but what it wins by."""
    why: str
    in_short: str
    word: str
    """The rule's word in the glossary, by its key."""


def winning_card(naming: Naming, seat: int, card: Card, why: Why) -> WinningCard:
    # Any card may win as a trump or by the led suit: that is no mark.
    special = {} if why in ("trump", "led_suit", "yoromeki_return") else signs([(card, cast(Mark, why))])
    return WinningCard(
        name=naming.labels[seat],
        is_you=seat == naming.you,
        card=face(card, special),
        why=str(WHY[why]),
        in_short=str(_IN_SHORT[why]),
        word=_WORDS.get(why) or why.replace("_", "-"),
    )


def winning_card_of(naming: Naming, trick: Trick) -> WinningCard:
    card = trick.cards[trick.seats().index(trick.winner)]
    return winning_card(naming, trick.winner, card, trick.why)


def side_of(reader: Reader, deal: DealView | EndedView, seat: int) -> Side:
    """Whose side the seat is on, as far as the reader knows; everybody knows their own."""
    if seat in (deal.declarer, deal.adjutant):
        return "with"
    if isinstance(deal, DealView) and deal.called is not None and deal.adjutant is None:
        return "against" if deal.alone or seat == reader.me else "unknown"
    return "against"


# --- Tricks ---


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickPlace:
    """A seat around the trick, and its card."""

    place: int
    name: str
    is_me: bool
    short: str = ""
    bot: Bot | None = None
    person: PersonFace | None = None
    card: Face | None = None
    led: bool = False
    best: bool = False
    to_act: bool = False
    is_new: bool = False


class GatheredPlay(NamedTuple):
    """A card of a trick that the reader's page has still to see gathered."""

    place: int
    card: Face
    is_new: bool


class GatheredTrick(NamedTuple):
    """A trick before the one on the table, for the motion that leads to it."""

    plays: tuple[GatheredPlay, ...]
    winner: int
    """The place to which it goes."""


class LogPlay(NamedTuple):
    """A card of a finished trick."""

    name: str
    short: str
    card: Face
    won: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedTrick:
    """A finished trick in a line: the cards, the players, the winner."""

    number: int
    winner: str
    plays: tuple[LogPlay, ...]
    """In order of play."""
    pictures: int
    best: WinningCard
    side: Side
    """For whom the pictures count."""
    call: str = ""
    """Whether the led card called the joker, where its player chose."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableTrick:
    """The trick on the table: the current one, or the last one until the next is led."""

    number: int
    places: list[TrickPlace]
    suit: str
    """The led suit; empty before the lead."""
    call: str
    """Whether the led card calls the joker, where its player chose."""
    winner: str
    """The winner's name, once the trick is finished."""
    best: WinningCard | None
    """What wins the trick as it lies, or has won it."""
    reversed: bool | None
    """Whether play goes anticlockwise; None where the rules have no reversal."""
    last: FinishedTrick | None
    """The trick before the one on the table."""
    gathered: tuple[GatheredTrick, ...] = ()
    """The tricks that were gathered since the reader's page was made."""


def led_suit(trick: Trick) -> str:
    return suit_letter(trick.led & 3)


def call_word(rules: Rules, deal: DealView | EndedView, number: int, card: Card, led: Led) -> str:
    """Whether the card that led the trick of this number called the joker; empty where that was not to be chosen."""
    if not rules.joker_call_optional or not isinstance(rules, NapoleonRules) or not isinstance(deal.contract, Bid):
        return ""
    is_off = weak_by_trick(rules)[number - 1] & NO_JOKER_CALL
    if is_off or not callers(rules, deal.contract.trump) >> card & 1:
        return ""
    return str(_CALLS[led >= CALL_LED])


_CALLS: Final[dict[bool, Promise]] = {True: _("the joker is called"), False: _("the joker is not called")}


def finished_trick(reader: Reader, deal: DealView | EndedView, number: int, trick: Trick) -> FinishedTrick:
    side, counts_pictures = side_of(reader, deal, trick.winner), isinstance(deal.contract, Bid)
    call = call_word(reader.view.rules, deal, number, trick.cards[0], trick.led)
    return _finished_trick(reader.naming, number, trick, side, counts_pictures, call, get_language())


# Cached: every move shows all tricks of the deal again.
@lru_cache(maxsize=4096)
def _finished_trick(
    naming: Naming, number: int, trick: Trick, side: Side, counts_pictures: bool, call: str, language: str | None
) -> FinishedTrick:
    return FinishedTrick(
        number=number,
        winner=naming.labels[trick.winner],
        plays=tuple(
            LogPlay(naming.labels[seat], naming.shorts[seat], face(card), seat == trick.winner)
            for seat, card in zip(trick.seats(), trick.cards, strict=True)
        ),
        pictures=count_pictures(card_set(trick.cards)) if counts_pictures else 0,
        best=winning_card_of(naming, trick),
        side=side,
        call=call,
    )


def finished_tricks(reader: Reader, deal: DealView | EndedView) -> list[FinishedTrick]:
    """Return the finished tricks of a deal, latest first."""
    return [finished_trick(reader, deal, number, trick) for number, trick in reversed(list(enumerate(deal.tricks, 1)))]


def cards_played(reader: Reader, deal: DealView | EndedView) -> int:
    running = len(deal.trick) if isinstance(deal, DealView) else 0
    return len(deal.tricks) * reader.players + running


def table_trick(reader: Reader, deal: DealView, shown: int | None) -> TableTrick:
    """Return the trick on the table; cards of the deal after the first ``shown`` are marked as new."""
    tricks = deal.tricks
    finished = not deal.trick and bool(tricks)
    if finished:
        last = tricks[-1]
        plays = list(zip(last.seats(), last.cards, strict=True))
        suit, before, led = led_suit(last), tricks[:-1], last.led
    else:
        plays = list(deal.trick)
        suit = suit_letter(deal.led_suit) if plays else ""
        before, led = tricks, deal.led or 0
    best = tricks[-1].winner if finished else deal.winning
    number = len(before) + 1
    first_new = reader.players if shown is None else shown - len(before) * reader.players
    return TableTrick(
        number=number,
        places=_places(reader, deal, plays, best, first_new),
        suit=suit,
        call=call_word(reader.view.rules, deal, number, plays[0][1], led) if plays else "",
        winner=reader.label(tricks[-1].winner) if finished else "",
        best=best_card(reader, deal),
        reversed=deal.step < 0 if getattr(reader.view.rules, "reverse", False) else None,
        last=finished_trick(reader, deal, len(before), before[-1]) if before else None,
        gathered=_gathered(reader, before, shown),
    )


def finale(reader: Reader, deal: EndedView, shown: int | None) -> TableTrick | None:
    """Return the empty table of a deal that has ended, with the tricks the reader has still to see gathered."""
    played = len(deal.tricks) * reader.players
    if shown is None or shown >= played:
        return None
    return TableTrick(
        number=len(deal.tricks),
        places=[
            TrickPlace(
                place=reader.place(seat),
                name=reader.label(seat),
                is_me=seat == reader.me,
                short=reader.short(reader.label(seat)),
                bot=reader.bots.get(seat),
                person=reader.people.get(seat),
            )
            for seat in reader.around()
        ],
        suit="",
        call="",
        winner="",
        best=None,
        reversed=None,
        last=None,
        gathered=_gathered(reader, deal.tricks, shown),
    )


def _gathered(reader: Reader, before: tuple[Trick, ...], shown: int | None) -> tuple[GatheredTrick, ...]:
    """Return the tricks from the one that lay on the table when ``shown`` cards had been played."""
    if shown is None:
        return ()
    lay = max(shown - 1, 0) // reader.players
    return tuple(
        GatheredTrick(
            tuple(
                GatheredPlay(reader.place(seat), face(card), number * reader.players + turn >= shown)
                for turn, (seat, card) in enumerate(zip(trick.seats(), trick.cards, strict=True))
            ),
            reader.place(trick.winner),
        )
        for number, trick in enumerate(before[lay:], lay)
    )


def best_card(reader: Reader, deal: DealView) -> WinningCard | None:
    """What wins the running trick, or has won the last one until the next is led."""
    if deal.trick and deal.winning is not None and deal.winning_why is not None:
        card = dict(deal.trick)[deal.winning]
        return winning_card(reader.naming, deal.winning, card, deal.winning_why)
    return winning_card_of(reader.naming, deal.tricks[-1]) if deal.tricks and not deal.trick else None


def _places(
    reader: Reader, deal: DealView, plays: list[tuple[int, Card]], best: int | None, first_new: int
) -> list[TrickPlace]:
    """Return every seat in order of play: those that have played, then those still to play."""
    special = signs(deal.marks)
    start = plays[0][0] if plays else deal.leader or 0
    order = [(start + turn * deal.step) % reader.players for turn in range(reader.players)]
    played_by = [seat for seat, _ in plays]
    order = played_by + [seat for seat in order if seat not in played_by]
    cards = dict(plays)
    return [
        TrickPlace(
            place=reader.place(seat),
            name=reader.label(seat),
            is_me=seat == reader.me,
            short=reader.short_label(seat),
            bot=reader.bots.get(seat),
            person=reader.people.get(seat),
            card=face(cards[seat], special, "winning" if seat == best else "") if seat in cards else None,
            led=turn == 0 and seat in cards,
            best=seat == best,
            to_act=seat in deal.to_act,
            is_new=seat in cards and turn >= first_new,
        )
        for turn, seat in enumerate(order)
    ]
