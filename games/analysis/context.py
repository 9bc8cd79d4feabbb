"""An analysis for the templates: its progress, its findings beside a position, and the totals of a match.

Callers pass only deals that the reader may review; `games.review` decides which.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from django.db.models import Count
from django.urls import reverse
from django.utils.formats import number_format

from games.access import Visitor
from games.analysis.course_context import ParShown, curve_of, par_of
from games.analysis.key_moment import KeyMoment, key_moment
from games.analysis.luck_context import LuckShown, luck_shown
from games.analysis.proposal_context import ProposalShown, proposals_shown
from games.analysis.services import is_open
from games.analysis.turning_points import LARGE, TurningPoint, by_theme, turning_points
from games.analysis.waiting import MAX_ATTEMPTS
from games.kernel.replay import SeatHistory, SeatHolder
from games.models import Analysis, DealAnalysis, Game
from games.review.context import HandShown, Review, Tab
from games.review.game_replay import Move, Replay
from games.review.move_log import MoveShown
from games.statistics.figure_table import FigureTable
from napoleon.judging import luck
from napoleon.judging.judgement import DealJudgement, Decision, from_json, pointed_out
from napoleon.judging.luck import DealLuck

OWN_HANDS: Final = ("player", "plan", "substitute")
"""The kinds of moves that a player decided on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysisShown:
    """The progress of a match's analysis, and its findings about a deal."""

    state: str
    """"asked" while it runs, "ready", "failed", "none" if nobody asked; empty if it can't be analysed."""
    done: int = 0
    of: int = 0
    points: Sequence[TurningPoint] = ()
    key: KeyMoment | None = None
    """The decision that mattered most in the deal."""
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
    """The worth of the deal's cards, by player."""
    attempts: Sequence[Tab] = ()
    """Links to play on from the position, by seat."""

    @property
    def themes(self) -> list[TurningPoint]:
        return by_theme(self.points)


@dataclass(slots=True, kw_only=True)
class PlayerLosses:
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


class DealFindings(NamedTuple):
    judgement: DealJudgement
    luck: DealLuck | None
    """None if the deal was analysed before the analysis measured luck."""


def findings_in(game: Game, deals: Collection[int]) -> dict[int, DealFindings]:
    """The findings about the analysed deals among these, in order."""
    if not is_open(game):
        return {}
    rows = DealAnalysis.objects.filter(analysis=game.pk, number__in=deals).order_by("number")
    return {
        number: DealFindings(from_json(data), None if of_luck is None else luck.from_json(of_luck))
        for number, data, of_luck in rows.values_list("number", "judgement_json", "luck_json")
    }


def judgements_of(game: Game, deals: Collection[int]) -> dict[int, DealJudgement]:
    return {number: findings.judgement for number, findings in findings_in(game, deals).items()}


def progress_of(game: Game) -> AnalysisShown:
    if not is_open(game):
        return AnalysisShown(state="")
    row = Analysis.objects.filter(pk=game.pk).annotate(done=Count("found")).first()
    if row is None:
        return AnalysisShown(state="none")
    state = "ready" if row.is_finished else "asked"
    if row.attempts >= MAX_ATTEMPTS and not row.is_finished:
        state = "failed"
    return AnalysisShown(state=state, done=row.done, of=row.deals)


# --- Beside a position ---


def beside_position(
    game: Game, replay: Replay, number: int, step: int, user: Visitor, *, better: bool
) -> AnalysisShown:
    """The analysis beside a position of a review; ``better`` asks for the better card of the next move."""
    shown = progress_of(game)
    stored = findings_in(game, [number]).get(number) if shown.done else None
    if stored is None:
        return shown
    judgement = stored.judgement
    points = turning_points(game, replay, number, judgement, user)
    here = {point.step: point for point in points}
    course = curve_of(replay, number, judgement)
    return replace(
        shown,
        points=points,
        key=key_moment(replay, points),
        here=here.get(step + 1) if better else here.get(step),
        is_better_shown=better and step + 1 in here,
        course=course,
        curve=reverse("games:analysis_curve", args=[game.slug, number]),
        par=par_of(game, replay, number, judgement),
        proposals=list(proposals_shown(game, replay, number, judgement)),
        luck=luck_of(game, replay, {number: stored}, user),
    )


def luck_of(game: Game, replay: Replay, findings: Mapping[int, DealFindings], user: Visitor) -> list[LuckShown]:
    """The worth of the cards of these deals, by player."""
    deals = {number: deal.luck for number, deal in findings.items() if deal.luck is not None}
    return luck_shown(replay.seats_of(game), replay, deals, user)


def with_marks(page: Review, shown: AnalysisShown) -> Review:
    """The page with a mark at each costly decision, and the better card marked in the hand."""
    marks = {point.step: "large" if point.is_large else "small" for point in shown.points}
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
    codes = {face.code for face in shown.here.better.faces}
    shown_faces = [
        replace(face, state="better") if face.code in codes and face.state != "pale" else face for face in hand.faces
    ]
    return replace(hand, faces=shown_faces)


# --- The match ---


class MatchFindings(NamedTuple):
    """The findings about several deals of a match: losses and luck by seat and player, and all costly decisions."""

    losses: list[PlayerLosses]
    points: list[TurningPoint]
    key: KeyMoment | None
    luck: list[LuckShown]


def of_match(game: Game, replay: Replay, deals: Collection[int], user: Visitor) -> MatchFindings:
    history = replay.seats_of(game)
    losses: dict[tuple[int, int], PlayerLosses] = {}
    points: list[TurningPoint] = []
    stored = findings_in(game, deals)
    for number, (judgement, _luck) in stored.items():
        points += turning_points(game, replay, number, judgement, user)
        _count(losses, history, number, replay.moves_of(number), judgement, user)
    key, luck = key_moment(replay, points, of_match=True), luck_of(game, replay, stored, user)
    return MatchFindings([losses[key] for key in sorted(losses)], points, key, luck)


def decisions_of_players(
    history: SeatHistory, moves: Sequence[Move], judgement: DealJudgement
) -> Iterator[tuple[SeatHolder, Decision]]:
    """Each decision with the player who took it, without those that bots took in a player's place."""
    for decision in judgement.decisions:
        move = moves[decision.step]
        holder = history.at(move.seq)[decision.seat]
        if move.how in OWN_HANDS or holder.bot:
            yield holder, decision


def _count(
    losses: dict[tuple[int, int], PlayerLosses],
    history: SeatHistory,
    number: int,
    moves: Sequence[Move],
    judgement: DealJudgement,
    user: Visitor,
) -> None:
    told = {decision.step for decision in pointed_out(judgement)}
    for holder, decision in decisions_of_players(history, moves, judgement):
        is_mine = user.pk is not None and holder.user_id == user.pk
        row = losses.setdefault(holder.key, PlayerLosses(name=holder.name, is_mine=is_mine, deals=set()))
        row.deals.add(number)
        row.exact += decision.exact.lost if decision.exact else 0.0
        if decision.step in told and decision.known:
            row.pointed_out += 1
            row.large += judgement.share(decision) >= LARGE
            row.lost += decision.known.lost
