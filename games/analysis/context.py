"""What an analysis tells its readers: turning points, who lost how much, and the course of a deal.

Everything is of deals that the reader may review: whoever calls this has asked `games.review` for that.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from django.db.models import Count
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.access import Visitor
from games.analysis import luck
from games.analysis.judgement import (
    NO_CARD,
    PASS,
    Choice,
    DealJudgement,
    Decision,
    Exact,
    Kind,
    MeanLoss,
    Reason,
    from_json,
    pointed_out,
)
from games.analysis.luck import DealLuck
from games.analysis.luck_context import LuckShown, luck_shown
from games.analysis.proposal_context import ProposalShown, proposals_shown
from games.analysis.services import MAX_ATTEMPTS, is_open
from games.engine import Play
from games.engine.cards import SUITS, card_set
from games.engine.events import NAP_BIDS
from games.engine.match import open_deal
from games.engine.nap import NapPlaying
from games.engine.napoleon import Playing
from games.kernel.replay import SeatHistory, SeatHolder
from games.models import Analysis, DealAnalysis, Game
from games.presentation.cards import BidWord, Face, face, faces, nap_bid_word
from games.presentation.points import decimal
from games.review.context import HandShown, Review, Tab
from games.review.links import Address
from games.review.move_log import HOW, MoveShown
from games.review.replay import Move, Replay
from games.solver import scores_by_count
from games.statistics.figures import Chart, FigureTable, Series

LARGE: Final = 0.25
"""From this share of what the contract was worth to the player, a loss is a large one."""
OWN_HANDS: Final = ("player", "plan", "substitute")
"""How moves were made that say something about their player."""

REASONS: Final[dict[Reason, Promise]] = {
    "gave_picture": gettext_lazy("The picture card went to the other side."),
    "kept_picture_back": gettext_lazy(
        "The player's own side took the trick: a picture card was safe in it."
    ),
    "overtook_friend": gettext_lazy("A player of the same side was winning the trick already."),
    "let_go": gettext_lazy(
        "The other side took the trick, though it could be beaten at that moment."
    ),
    "spent_in_vain": gettext_lazy("A trump or a special card was spent and did not win the trick."),
    "spent_on_nothing": gettext_lazy(
        "A trump or a special card was spent on a trick without picture cards."
    ),
    "did_not_draw_trumps": gettext_lazy("The other side still had trumps to be drawn."),
    "did_not_call_joker": gettext_lazy("The other side had the joker, and it could be called."),
    "led_to_be_trumped": gettext_lazy("The other side trumped the suit that was led."),
    "led_below_trump": gettext_lazy("The other side had a higher trump than the one that was led."),
    "could_be_held": gettext_lazy(
        "The other side took the trick; with the better card it could not have."
    ),
    "cheaper_would_do": gettext_lazy(
        "With a lower card the player's own side would have won the trick as well."
    ),
    "threw_highest_away": gettext_lazy("The highest card left of its suit was given away."),
    "showed_adjutant": gettext_lazy("The called card showed everybody who the adjutant was."),
    "misere_took_trick": gettext_lazy("The declarer took the trick, and had a lower card."),
    "misere_kept_high": gettext_lazy("A higher card could go without taking the trick."),
    "misere_declarer_void": gettext_lazy(
        "The declarer had none of the suit that was led, and could throw another card away."
    ),
    "misere_declarer_above": gettext_lazy(
        "The declarer had only higher cards in the suit of the better card."
    ),
    "misere_overtook": gettext_lazy("The declarer was winning the trick, and was overtaken."),
    "misere_others_kept_high": gettext_lazy(
        "The declarer could not take this trick any more: a higher card could go."
    ),
    "worth_a_bid": gettext_lazy("On average this hand was worth a bid."),
    "not_worth_the_bid": gettext_lazy("On average this hand was not worth so high a bid."),
    "other_trump": gettext_lazy("Another trump suited the hand better."),
    "bid_too_low": gettext_lazy("On average a higher bid brings more."),
    "bid_too_high": gettext_lazy("On average a lower bid brings more."),
    "better_alone": gettext_lazy("On average this hand does better alone."),
    "better_with_partner": gettext_lazy("On average this hand does better with an adjutant."),
    "stronger_partner": gettext_lazy("A special card brings a stronger adjutant."),
    "laid_trump_away": gettext_lazy("A trump was laid away."),
    "laid_picture_away": gettext_lazy("A picture card was laid away."),
    "kept_a_suit": gettext_lazy("A suit could be laid away altogether, so that it can be trumped."),
    "kept_pictures": gettext_lazy(
        "More picture cards could be laid away: they go to whoever takes the first trick."
    ),
}


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
    url: str
    """The position with the better card."""
    after: str
    """The position after the card that was played."""
    again: Sequence[TurningPoint] = ()
    """Later decisions of the player in the deal for which the same reason is given."""


class ParShown(NamedTuple):
    """What the deal came to if both sides played perfectly, from the first end of a trick where that was worked out."""

    trick: int
    """The number of that trick; 0 for the first card."""
    taken: str
    scores: Sequence[tuple[str, int]]
    """By seat the player's name and points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysisShown:
    """How far the analysis of a match is, and what it says of a deal."""

    state: str
    """"asked" while it goes on, "ready", "failed", or "none" if nobody has asked for it."""
    done: int = 0
    of: int = 0
    points: Sequence[TurningPoint] = ()
    here: TurningPoint | None = None
    """The decision that the position is about."""
    is_better_shown: bool = False
    """Whether the position shows the better card before the decision."""
    course: FigureTable | None = None
    curve: str = ""
    """The address of the course as an image."""
    par: ParShown | None = None
    proposals: Sequence[ProposalShown] = ()
    luck: Sequence[LuckShown] = ()
    """By player, what the cards of the deal were worth."""
    attempts: Sequence[Tab] = ()
    """By seat, where to play on from the position in its place."""

    @property
    def themes(self) -> list[TurningPoint]:
        return by_theme(self.points)


@dataclass(slots=True, kw_only=True)
class PlayerLosses:
    """What one player lost in a match."""

    name: str
    is_mine: bool
    deals: set[int]
    pointed_out: int = 0
    large: int = 0
    lost: float = 0.0
    exact: float = 0.0

    @property
    def a_deal(self) -> str:
        return number_format(self.pointed_out / len(self.deals), 1)

    @property
    def lost_word(self) -> str:
        return number_format(self.lost, 1)

    @property
    def exact_word(self) -> str:
        return number_format(self.exact, 1)


# --- What is stored ---


class DealFound(NamedTuple):
    """What was found in a deal."""

    judgement: DealJudgement
    luck: DealLuck | None
    """None where the deal was analysed before luck was told apart."""


def found_in(game: Game, deals: Collection[int]) -> dict[int, DealFound]:
    """What was found in those of the deals that are analysed, in their order."""
    if not is_open(game):
        return {}
    rows = DealAnalysis.objects.filter(analysis=game.pk, number__in=deals).order_by("number")
    return {
        number: DealFound(from_json(data), None if of_luck is None else luck.from_json(of_luck))
        for number, data, of_luck in rows.values_list("number", "judgement_json", "luck_json")
    }


def judgements_of(game: Game, deals: Collection[int]) -> dict[int, DealJudgement]:
    return {number: found.judgement for number, found in found_in(game, deals).items()}


def progress_of(game: Game) -> AnalysisShown:
    """How far the analysis of the match is."""
    if not is_open(game):
        return AnalysisShown(state="")
    row = Analysis.objects.filter(pk=game.pk).annotate(done=Count("found")).first()
    if row is None:
        return AnalysisShown(state="none")
    state = "ready" if row.is_finished else "asked"
    if row.attempts >= MAX_ATTEMPTS and not row.is_finished:
        state = "failed"
    return AnalysisShown(state=state, done=row.done, of=row.deals)


# --- What is pointed out ---


def turning_points(
    game: Game,
    replay: Replay,
    number: int,
    judgement: DealJudgement,
    user: Visitor,
) -> list[TurningPoint]:
    moves, history = replay.moves_of(number), replay.seats_of(game)
    return [
        _turning_point(game, history, number, moves, judgement, one, one.known, user)
        for one in pointed_out(judgement)
        if one.known
    ]


def by_theme(points: Iterable[TurningPoint]) -> list[TurningPoint]:
    """The first decision for each reason that is given to a player in a deal, with the others of it."""
    themes: dict[tuple[int, int, str | int], list[TurningPoint]] = {}
    for one in points:
        themes.setdefault((one.deal, one.seat, one.reason or one.step), []).append(one)
    return [replace(first, again=again) for first, *again in themes.values()]


def _turning_point(
    game: Game,
    history: SeatHistory,
    number: int,
    moves: Sequence[Move],
    judgement: DealJudgement,
    one: Decision,
    known: MeanLoss,
    user: Visitor,
) -> TurningPoint:
    move, address = moves[one.step], Address(game.slug, number)
    holder = history.at(move.seq)[one.seat]
    plays = sum(isinstance(before.event, Play) for before in moves[: one.step])
    return TurningPoint(
        deal=number,
        step=one.step,
        seat=one.seat,
        kind=one.kind,
        trick=plays // game.rules.players + 1 if one.kind == "card" else 0,
        name=holder.name,
        is_mine=user.pk is not None and holder.user_id == user.pk,
        how_word=str(HOW.get(move.how, "")),
        played=ChoiceShown.of(one.played),
        better=ChoiceShown.of(known.best),
        lost=number_format(known.lost, 1),
        error=number_format(2 * known.error, 1),
        is_large=judgement.share(one) >= LARGE,
        exact=_exact_words(judgement, one.exact) if one.kind == "card" else _as_dealt(one),
        reason=str(REASONS.get(one.reason, "")),
        url=f"{address.to(one.step - 1)}?better=1",
        after=address.to(one.step),
    )


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


def _as_dealt(one: Decision) -> str:
    if one.as_dealt is None:
        return ""
    points = {
        "lost": decimal(abs(one.as_dealt.lost)),
        "error": decimal(2 * one.as_dealt.error),
    }
    if one.as_dealt.lost < 0:
        words = _("As the cards lay, it brought %(lost)s points (± %(error)s), bots playing on.")
        return words % points
    return _("As the cards lay, it cost %(lost)s points (± %(error)s), bots playing on.") % points


# --- Beside a position ---


def beside_position(
    game: Game, replay: Replay, number: int, step: int, user: Visitor, *, better: bool
) -> AnalysisShown:
    """The analysis beside a position of a review; ``better`` asks for the better card of the move to come."""
    shown = progress_of(game)
    found = found_in(game, [number]).get(number) if shown.done else None
    if found is None:
        return shown
    judgement = found.judgement
    points = turning_points(game, replay, number, judgement, user)
    here = {one.step: one for one in points}
    course = curve_of(replay, number, judgement)
    return replace(
        shown,
        points=points,
        here=here.get(step + 1) if better else here.get(step),
        is_better_shown=better and step + 1 in here,
        course=course,
        curve=reverse("games:analysis_curve", args=[game.slug, number]),
        par=par_of(game, replay, number, judgement),
        proposals=list(proposals_shown(game, replay, number, judgement)),
        luck=luck_of(game, replay, {number: found}, user),
    )


def luck_of(
    game: Game, replay: Replay, found: Mapping[int, DealFound], user: Visitor
) -> list[LuckShown]:
    """By player, what the cards of these deals were worth."""
    deals = {number: one.luck for number, one in found.items() if one.luck is not None}
    return luck_shown(replay.seats_of(game), replay, deals, user)


def with_marks(page: Review, shown: AnalysisShown) -> Review:
    """The page with a mark at each decision that is pointed out, and the better card in its hand."""
    marks = {one.step: "large" if one.is_large else "small" for one in shown.points}
    if not marks:
        return page
    return replace(
        page,
        tricks=[replace(trick, plays=_marked(trick.plays, marks)) for trick in page.tricks],
        moves=_marked(page.moves, marks),
        calls=_marked(page.calls, marks),
        hands=[_with_better(hand, shown) for hand in page.hands],
    )


def _marked(moves: Iterable[MoveShown], marks: Mapping[int, str]) -> list[MoveShown]:
    return [replace(move, mark=marks.get(move.step, "")) for move in moves]


def _with_better(hand: HandShown, shown: AnalysisShown) -> HandShown:
    if shown.here is None or not shown.is_better_shown:
        return hand
    codes = {one.code for one in shown.here.better.faces}
    shown_faces = [
        replace(one, state="better") if one.code in codes and one.state != "pale" else one
        for one in hand.faces
    ]
    return replace(hand, faces=shown_faces)


# --- The course of a deal ---


def _ends_of_tricks(replay: Replay, number: int) -> list[int]:
    """The step before the first card, and the last step of each trick."""
    plays = [
        step for step, move in enumerate(replay.moves_of(number)) if isinstance(move.event, Play)
    ]
    players = replay.match.rules.players
    return [plays[0] - 1, *plays[players - 1 :: players]] if plays else []


def curve_of(replay: Replay, number: int, judgement: DealJudgement) -> FigureTable | None:
    """The expected result after each trick, as a table and a chart."""
    ends = _ends_of_tricks(replay, number)
    by_step = {point.step: point for point in judgement.course}
    found = [(trick, by_step[step]) for trick, step in enumerate(ends) if step in by_step]
    if not found:
        return None
    labels = [str(trick) for trick, _point in found]
    exact = [point.value if point.is_exact else None for _trick, point in found]
    expected = [None if point.is_exact else point.value for _trick, point in found]
    goal: list[float | None] = [float(judgement.goal)] * len(found)
    series = [
        Series(_("Bots play on"), expected),
        Series(_("Perfect play"), exact),
        Series(_("Bid"), goal),
    ]
    is_pictures = judgement.unit == "pictures"
    title = _("Expected picture cards") if is_pictures else _("Expected tricks")
    alt = (
        _("Picture cards that Napoleon's side could expect after each trick.")
        if is_pictures
        else _("Tricks that the declarer could expect after each trick.")
    )
    rows = [
        [str(trick), number_format(point.value, 0 if point.is_exact else 1), _kind(point.is_exact)]
        for trick, point in found
    ]
    return FigureTable(
        name="course",
        title=title,
        headings=[_("After trick"), _("Expected"), _("How it was found")],
        rows=rows,
        chart=Chart(
            kind="line", labels=labels, series=[one for one in series if _has(one)], alt=alt
        ),
    )


def par_of(game: Game, replay: Replay, number: int, judgement: DealJudgement) -> ParShown | None:
    """What perfect play brought each player; None where it was worked out nowhere but at the end."""
    moves = replay.moves_of(number)
    exact = {point.step: point.value for point in judgement.course if point.is_exact}
    for trick, step in enumerate(_ends_of_tricks(replay, number)):
        if step not in exact:
            continue
        state = open_deal(replay.match_after(moves[step].seq), number)
        if not isinstance(state, Playing | NapPlaying):
            return None
        taken, names = round(exact[step]), replay.seats_of(game).at(moves[step].seq)
        points = scores_by_count(state)[taken]
        scores = [(one.name, won) for one, won in zip(names, points, strict=True)]
        return ParShown(trick, _taken(judgement, taken), scores)
    return None


def _taken(judgement: DealJudgement, count: int) -> str:
    if judgement.unit == "tricks":
        return ngettext("%(n)s trick", "%(n)s tricks", count) % {"n": count}
    return ngettext("%(n)s picture card", "%(n)s picture cards", count) % {"n": count}


def _kind(is_exact: bool) -> str:
    return _("perfect play, open hands") if is_exact else _("bots play on")


def _has(series: Series) -> bool:
    return any(value is not None for value in series.values)


# --- The match ---


class MatchFound(NamedTuple):
    """What was found in several deals of a match: by seat and player, and all that is pointed out."""

    losses: list[PlayerLosses]
    points: list[TurningPoint]
    luck: list[LuckShown]


def of_match(game: Game, replay: Replay, deals: Collection[int], user: Visitor) -> MatchFound:
    history = replay.seats_of(game)
    losses: dict[tuple[int, int], PlayerLosses] = {}
    points: list[TurningPoint] = []
    found = found_in(game, deals)
    for number, (judgement, _luck) in found.items():
        points += turning_points(game, replay, number, judgement, user)
        _count(losses, history, number, replay.moves_of(number), judgement, user)
    return MatchFound(
        [losses[key] for key in sorted(losses)], points, luck_of(game, replay, found, user)
    )


def decisions_of_players(
    history: SeatHistory, moves: Sequence[Move], judgement: DealJudgement
) -> Iterator[tuple[SeatHolder, Decision]]:
    """Who took each decision, less what bots did in somebody's place."""
    for one in judgement.decisions:
        move = moves[one.step]
        holder = history.at(move.seq)[one.seat]
        if move.how in OWN_HANDS or holder.bot:
            yield holder, one


def _count(
    losses: dict[tuple[int, int], PlayerLosses],
    history: SeatHistory,
    number: int,
    moves: Sequence[Move],
    judgement: DealJudgement,
    user: Visitor,
) -> None:
    told = {one.step for one in pointed_out(judgement)}
    for holder, one in decisions_of_players(history, moves, judgement):
        is_mine = user.pk is not None and holder.user_id == user.pk
        row = losses.setdefault(
            holder.key, PlayerLosses(name=holder.name, is_mine=is_mine, deals=set())
        )
        row.deals.add(number)
        row.exact += one.exact.lost if one.exact else 0.0
        if one.step in told and one.known:
            row.pointed_out += 1
            row.large += judgement.share(one) >= LARGE
            row.lost += one.known.lost
