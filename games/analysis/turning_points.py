"""The decisions of a deal that are pointed out: what was done, what was better, what it cost and why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.access import Visitor
from games.analysis.reason_texts import REASONS
from games.kernel.replay import SeatHistory
from games.models import Game
from games.presentation.cards import BidWord, Face, face, faces, nap_bid_word
from games.presentation.points import decimal
from games.review.links import Address
from games.review.move_log import HOW
from games.review.replay import Move, Replay
from napoleon.engine import Play
from napoleon.engine.cards import SUITS, card_set
from napoleon.engine.events import NAP_BIDS
from napoleon.judging.judgement import (
    NO_CARD,
    PASS,
    Choice,
    DealJudgement,
    Decision,
    Exact,
    Gains,
    Kind,
    MeanLoss,
    pointed_out,
)

LARGE: Final = 0.25
"""From this share of what the contract was worth to the player, a loss is a large one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceShown:
    """What was done, or could have been: cards to play, call or lay away, or a bid; neither is a pass."""

    faces: Sequence[Face] = ()
    suit: str = ""
    """The one that a led joker names."""
    bid: BidWord | None = None

    @classmethod
    def of(cls, choice: Choice) -> ChoiceShown:
        if choice.discards:
            return cls(faces=faces(card_set(choice.discards)))
        if choice.card == NO_CARD:
            return cls(bid=_bid_shown(choice.bid))
        suit = "" if choice.suit is None else SUITS[choice.suit]
        return cls(faces=[face(choice.card)], suit=suit)


def _bid_shown(name: str) -> BidWord | None:
    if name == PASS:
        return None
    if name in NAP_BIDS:
        return BidWord(word=nap_bid_word(name))
    return BidWord(int(name[:-1]), name[-1])


@dataclass(frozen=True, slots=True, kw_only=True)
class TurningPoint:
    """A decision that is pointed out."""

    deal: int
    step: int
    seat: int
    kind: Kind
    trick: int
    """Its number; 0 before the play."""
    name: str
    is_mine: bool
    how_word: str
    played: ChoiceShown
    better: ChoiceShown
    lost: str
    """The points lost on average, by what the player could know."""
    error: str
    is_large: bool
    exact: str
    """The same by the cards as they lay, in a sentence; empty where it was not worked out."""
    reason: str
    gains: str
    """How often the player would have won points, in a sentence; empty where that is the same."""
    url: str
    """The position with the better card."""
    after: str
    """The position after the card that was played."""
    again: Sequence[TurningPoint] = ()
    """Later decisions of the player in the deal for which the same reason is given."""


def turning_points(
    game: Game,
    replay: Replay,
    number: int,
    judgement: DealJudgement,
    user: Visitor,
) -> list[TurningPoint]:
    moves, history = replay.moves_of(number), replay.seats_of(game)
    return [
        _turning_point(game, history, number, moves, judgement, decision, decision.known, user)
        for decision in pointed_out(judgement)
        if decision.known
    ]


def by_theme(points: Iterable[TurningPoint]) -> list[TurningPoint]:
    """The first decision for each reason that is given to a player in a deal, with the others of it."""
    themes: dict[tuple[int, int, str | int], list[TurningPoint]] = {}
    for point in points:
        themes.setdefault((point.deal, point.seat, point.reason or point.step), []).append(point)
    return [replace(first, again=again) for first, *again in themes.values()]


def trick_at(moves: Sequence[Move], step: int, players: int) -> int:
    """The number of the trick to which the move of that step belongs, a card or a claim."""
    return sum(isinstance(before.event, Play) for before in moves[:step]) // players + 1


def _turning_point(
    game: Game,
    history: SeatHistory,
    number: int,
    moves: Sequence[Move],
    judgement: DealJudgement,
    decision: Decision,
    known: MeanLoss,
    user: Visitor,
) -> TurningPoint:
    move, address = moves[decision.step], Address(game.slug, number)
    holder = history.at(move.seq)[decision.seat]
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
        better=ChoiceShown.of(known.best),
        lost=number_format(known.lost, 1),
        error=number_format(2 * known.error, 1),
        is_large=judgement.share(decision) >= LARGE,
        exact=_exact_words(judgement, decision.exact)
        if decision.kind == "card"
        else _as_dealt(decision),
        reason=str(REASONS.get(decision.reason, "")),
        gains=_gains_words(known.gains),
        url=f"{address.to(decision.step - 1)}?better=1",
        after=address.to(decision.step),
    )


def _gains_words(gains: Gains | None) -> str:
    best, played = (round(100 * share) for share in gains or (0, 0))
    if best == played:
        return ""
    words = _(
        "By what the player could know, the better choice wins them points in %(best)s deals of 100, "
        "what was done in %(played)s."
    )
    return words % {"best": best, "played": played}


def _exact_words(judgement: DealJudgement, exact: Exact | None) -> str:
    if exact is None:
        return _("With all hands open: not worked out so early in the deal.")
    points = int(exact.lost)
    # At misère tricks are no loss by themselves: the points say whether it was made.
    difference = exact.difference if judgement.goal else 0
    if not (difference or points):
        return _("As the cards lay, it cost nothing.")
    if judgement.unit == "pictures":
        what = ngettext("%(n)s picture card", "%(n)s picture cards", difference)
    else:
        what = ngettext("%(n)s trick", "%(n)s tricks", difference)
    words = {"what": what % {"n": difference}, "points": number_format(points)}
    if not difference:
        # At misère, or where to take everything loses and the side can no longer help taking all.
        told = ngettext(
            "As the cards lay, it cost %(points)s point.",
            "As the cards lay, it cost %(points)s points.",
            points,
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
    points = {
        "lost": decimal(abs(decision.as_dealt.lost)),
        "error": decimal(2 * decision.as_dealt.error),
    }
    if decision.as_dealt.lost < 0:
        words = _("As the cards lay, it brought %(lost)s points (± %(error)s), bots playing on.")
        return words % points
    return _("As the cards lay, it cost %(lost)s points (± %(error)s), bots playing on.") % points
