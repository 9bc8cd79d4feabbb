"""The costly decisions of a deal: the choice made, the better one, the loss and the reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.access import Visitor
from games.analysis.reason_texts import REASONS
from games.kernel.replay import SeatHistory
from games.models import Game
from games.presentation.auction import CALLED_WHO
from games.presentation.cards import BidWord, Face, face, faces, nap_bid_word
from games.presentation.points import decimal
from games.review.game_replay import Move, Replay
from games.review.links import Address
from games.review.move_log import HOW
from napoleon.engine import Play
from napoleon.engine.cards import SUITS, card_set
from napoleon.engine.events import NAP_BIDS
from napoleon.judging.judgement import (
    NOT_OF_A_CARD,
    PASS,
    RAISE,
    REDEAL,
    BareCommand,
    DealJudgement,
    Decision,
    Exact,
    Gains,
    Kind,
    MeanLoss,
    PointedOut,
    all_pointed_out,
)

LARGE: Final = 0.25
"""A loss is large from this share of the contract's worth to the player."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceShown:
    """A choice: cards to play, call or discard, a bid or words; a pass if it has none of them."""

    faces: Sequence[Face] = ()
    suit: str = ""
    """The suit that a led joker names."""
    bid: BidWord | None = None
    words: str = ""
    """Before the bid, if there is one."""

    @classmethod
    def of(cls, choice: BareCommand) -> ChoiceShown:
        if choice.discards:
            return cls(faces=faces(card_set(choice.discards)))
        if choice.card == NOT_OF_A_CARD:
            return cls._of_words(choice.bid)
        suit = "" if choice.suit is None else SUITS[choice.suit]
        return cls(faces=[face(choice.card)], suit=suit)

    @classmethod
    def _of_words(cls, name: str) -> ChoiceShown:
        if name == PASS:
            return cls()
        if name == REDEAL:
            return cls(words=pgettext("a choice", "throw the hand in"))
        if name in CALLED_WHO:
            return cls(words=str(CALLED_WHO[name]))
        if name in NAP_BIDS:
            return cls(bid=BidWord(word=nap_bid_word(name)))
        bid = name.removeprefix(RAISE)
        return cls(bid=BidWord(int(bid[:-1]), bid[-1]), words="" if bid == name else pgettext("a choice", "raise to"))


@dataclass(frozen=True, slots=True, kw_only=True)
class TurningPoint:
    """A costly decision."""

    deal: int
    step: int
    seat: int
    kind: Kind
    trick: int
    """The number of the trick; 0 before the play."""
    name: str
    is_mine: bool
    how_word: str
    played: ChoiceShown
    better: ChoiceShown
    cost: str
    """The average loss given the knowledge of the player, with its range."""
    by_taken: bool
    """Whether it cost pictures or tricks, because no points hung on it."""
    share: float
    """The loss as a share of what the contract was worth to the player; 0 if it cost no points."""
    is_large: bool
    exact: str
    """The loss with all hands open, in a sentence; empty if it was not computed."""
    reason: str
    gains: str
    """How often each choice would have won points, in a sentence; empty if equally often."""
    url: str
    """The position with the better card."""
    after: str
    """The position after the card that was played."""
    again: Sequence[TurningPoint] = ()
    """Later decisions of the player in the deal with the same reason."""


def turning_points(
    game: Game, replay: Replay, number: int, judgement: DealJudgement, user: Visitor
) -> list[TurningPoint]:
    moves, history = replay.moves_of(number), replay.seats_of(game)
    return [_turning_point(game, history, number, moves, judgement, told, user) for told in all_pointed_out(judgement)]


def by_theme(points: Iterable[TurningPoint]) -> list[TurningPoint]:
    """The first decision for each player, deal and reason, with the later ones attached."""
    themes: dict[tuple[int, int, str | int], list[TurningPoint]] = {}
    for point in points:
        themes.setdefault((point.deal, point.seat, point.reason or point.step), []).append(point)
    return [replace(first, again=again) for first, *again in themes.values()]


def trick_at(moves: Sequence[Move], step: int, players: int) -> int:
    """The number of the trick to which the card or claim of that step belongs."""
    return sum(isinstance(before.event, Play) for before in moves[:step]) // players + 1


def _turning_point(
    game: Game,
    history: SeatHistory,
    number: int,
    moves: Sequence[Move],
    judgement: DealJudgement,
    told: PointedOut,
    user: Visitor,
) -> TurningPoint:
    decision, loss, by_taken = told
    move, address = moves[decision.step], Address(game.slug, number)
    holder = history.at(move.seq)[decision.seat]
    share = 0.0 if by_taken else judgement.share(decision)
    return TurningPoint(
        deal=number,
        step=decision.step,
        seat=decision.seat,
        kind=decision.kind,
        trick=trick_at(moves, decision.step, game.rules.players) if decision.kind == "card" else 0,
        name=holder.name,
        is_mine=user.pk is not None and holder.user_id == user.pk,
        how_word=str(HOW.get(move.how, "")),
        played=ChoiceShown.of(decision.played),
        better=ChoiceShown.of(loss.best),
        cost=_cost_words(judgement, loss, by_taken),
        by_taken=by_taken,
        share=share,
        is_large=share >= LARGE,
        exact=_exact_words(judgement, decision.exact) if decision.kind == "card" else _as_dealt(decision),
        reason=str(REASONS.get(decision.reason, "")),
        gains=_gains_words(loss.gains),
        url=f"{address.to(decision.step - 1)}?better=1",
        after=address.to(decision.step),
    )


def _cost_words(judgement: DealJudgement, loss: MeanLoss, by_taken: bool) -> str:
    figures = {"lost": number_format(loss.lost, 1), "error": number_format(2 * loss.error, 1)}
    if not by_taken:
        return _("−%(lost)s points (± %(error)s)") % figures
    if judgement.unit == "pictures":
        return _("−%(lost)s picture cards (± %(error)s), no points") % figures
    return _("−%(lost)s tricks (± %(error)s), no points") % figures


def _gains_words(gains: Gains | None) -> str:
    best, played = (round(100 * share) for share in gains or (0, 0))
    if best == played:
        return ""
    words = _(
        "Given what the player could know, the better choice wins them points in %(best)s deals of "
        "100, their own choice in %(played)s."
    )
    return words % {"best": best, "played": played}


def _exact_words(judgement: DealJudgement, exact: Exact | None) -> str:
    if exact is None:
        return _("With all hands open: not computed so early in the deal.")
    points = int(exact.lost)
    # At misère tricks are no loss in themselves: the points show whether it was made.
    difference = exact.difference if judgement.goal else 0
    if not (difference or points):
        return _("As the cards lay, it cost nothing.")
    if judgement.unit == "pictures":
        what = ngettext("%(n)s picture card", "%(n)s picture cards", difference)
    else:
        what = ngettext("%(n)s trick", "%(n)s tricks", difference)
    words = {"what": what % {"n": difference}, "points": number_format(points)}
    if not difference:
        # At misère, or if taking everything loses and the side can't avoid it any more.
        told = ngettext(
            "As the cards lay, it cost %(points)s point.", "As the cards lay, it cost %(points)s points.", points
        )
        return told % words
    if exact.took_too_much:
        told = ngettext(
            "As the cards lay, it took %(what)s too many, which cost %(points)s point.",
            "As the cards lay, it took %(what)s too many, which cost %(points)s points.",
            points,
        )
        return told % words
    if points:
        told = ngettext(
            "As the cards lay, it cost %(what)s and %(points)s point.",
            "As the cards lay, it cost %(what)s and %(points)s points.",
            points,
        )
        return told % words
    return _("As the cards lay, it cost %(what)s and no points.") % words


def _as_dealt(decision: Decision) -> str:
    if decision.as_dealt is None:
        return ""
    points = {"lost": decimal(abs(decision.as_dealt.lost)), "error": decimal(2 * decision.as_dealt.error)}
    if decision.as_dealt.lost < 0:
        words = _("As the cards lay, it brought %(lost)s points (± %(error)s), bots playing on.")
        return words % points
    return _("As the cards lay, it cost %(lost)s points (± %(error)s), bots playing on.") % points
