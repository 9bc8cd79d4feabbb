"""The one sentence that an analysis begins with, and a picture of the position that it is about."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.analysis.turning_points import TurningPoint
from games.presentation.cards import Face, faces, signs
from games.presentation.cards import face as face_of
from games.review.game_replay import Replay
from games.templatetags.cards import bid, card
from napoleon.engine.match import open_deal
from napoleon.engine.view import deal_view


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyMoment:
    """The decision that mattered most, and what its player saw."""

    point: TurningPoint
    sentence: SafeString
    trick: Sequence[Face]
    """The cards that lay on the table, in order."""
    hand: Sequence[Face]
    """The hand of the player, with the card that was played and the better one marked."""


def key_moment(replay: Replay, points: Sequence[TurningPoint], *, of_match: bool = False) -> KeyMoment | None:
    """The reader's own costliest decision, or else anybody's; points come before pictures."""
    own = [point for point in points if point.is_mine] or points
    if not own:
        return None
    point = max(own, key=lambda point: point.share)
    sentence = _sentence(point)
    if of_match:
        sentence = format_html(_("Deal {number}: {sentence}"), number=point.deal, sentence=sentence)
    before = replay.moves_of(point.deal)[point.step - 1].seq
    state = open_deal(replay.match_after(before), point.deal)
    if state is None:
        return KeyMoment(point=point, sentence=sentence, trick=(), hand=())
    deal = deal_view(state, point.seat)
    special = signs(deal.marks)
    return KeyMoment(
        point=point,
        sentence=sentence,
        trick=[face_of(played, special) for _seat, played in deal.trick],
        hand=_marked(faces(deal.hand | deal.widow, special), point),
    )


def _marked(hand: Iterable[Face], point: TurningPoint) -> list[Face]:
    played, better = ({face.code for face in choice.faces} for choice in (point.played, point.better))
    states = dict.fromkeys(played - better, "chosen") | dict.fromkeys(better - played, "better")
    return [replace(face, state=states.get(face.code, "")) for face in hand]


def _sentence(point: TurningPoint) -> SafeString:
    what = _own_decision(point) if point.is_mine else _decision_of_another(point)
    if point.by_taken:
        return format_html(_("{what} mattered most, but no points hung on it: {cost}."), what=what, cost=point.cost)
    if point.is_large:
        return format_html(_("{what} turned the deal."), what=what)
    return format_html(_("{what} cost the most."), what=what)


def _own_decision(point: TurningPoint) -> SafeString:
    if point.kind == "card":
        return format_html(_("Your {card} in trick {trick}"), card=_card(point), trick=point.trick)
    if point.kind == "call":
        return format_html(_("Your call of {card}"), card=_card(point))
    if point.kind == "exchange":
        return format_html(_("Your exchange"))
    if point.played.bid is None:
        return format_html(_("Your pass"))
    return format_html(_("Your bid of {bid}"), bid=bid(point.played.bid))


def _decision_of_another(point: TurningPoint) -> SafeString:
    name = point.name
    if point.kind == "card":
        return format_html(_("{name}’s {card} in trick {trick}"), name=name, card=_card(point), trick=point.trick)
    if point.kind == "call":
        return format_html(_("{name}’s call of {card}"), name=name, card=_card(point))
    if point.kind == "exchange":
        return format_html(_("{name}’s exchange"), name=name)
    if point.played.bid is None:
        return format_html(_("{name}’s pass"), name=name)
    return format_html(_("{name}’s bid of {bid}"), name=name, bid=bid(point.played.bid))


def _card(point: TurningPoint) -> SafeString:
    return card(point.played.faces[0], "inline")
