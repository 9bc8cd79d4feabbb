"""The course of a deal as a table and a chart, and its result with perfect play."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Game
from games.review.game_replay import Replay
from games.statistics.figure_table import Chart, FigureTable, Series
from napoleon.engine import Play
from napoleon.engine.match import open_deal
from napoleon.engine.nap import NapPlaying
from napoleon.engine.napoleon_play import Playing
from napoleon.judging.judgement import DealJudgement
from napoleon.solver import scores_by_count


class ParShown(NamedTuple):
    """The result with perfect play by both sides, from the first trick for which it was computed."""

    trick: int
    """The number of that trick; 0 before the first card."""
    taken: str
    scores: Sequence[tuple[str, int]]
    """By seat the player's name and points."""


def _ends_of_tricks(replay: Replay, number: int) -> list[int]:
    """The step before the first card, and the last step of each trick."""
    plays = [step for step, move in enumerate(replay.moves_of(number)) if isinstance(move.event, Play)]
    players = replay.match.rules.players
    return [plays[0] - 1, *plays[players - 1 :: players]] if plays else []


def curve_of(replay: Replay, number: int, judgement: DealJudgement) -> FigureTable | None:
    """The expected result after each trick, as a table and a chart."""
    ends = _ends_of_tricks(replay, number)
    by_step = {point.step: point for point in judgement.course}
    known = [(trick, by_step[step]) for trick, step in enumerate(ends) if step in by_step]
    if not known:
        return None
    labels = [str(trick) for trick, _point in known]
    exact = [point.value if point.is_exact else None for _trick, point in known]
    expected = [None if point.is_exact else point.value for _trick, point in known]
    goal: list[float | None] = [float(judgement.goal)] * len(known)
    series = [Series(_("Bots play on"), expected), Series(_("Perfect play"), exact), Series(_("Bid"), goal)]
    is_pictures = judgement.unit == "pictures"
    title = _("Expected picture cards") if is_pictures else _("Expected tricks")
    alt = (
        _("Picture cards that Napoleon's side could expect after each trick.")
        if is_pictures
        else _("Tricks that the declarer could expect after each trick.")
    )
    rows = [
        [str(trick), number_format(point.value, 0 if point.is_exact else 1), _kind(point.is_exact)]
        for trick, point in known
    ]
    return FigureTable(
        name="course",
        title=title,
        headings=[_("After trick"), _("Expected"), _("How it was found")],
        rows=rows,
        chart=Chart(kind="line", labels=labels, series=[line for line in series if _has(line)], alt=alt),
    )


def par_of(game: Game, replay: Replay, number: int, judgement: DealJudgement) -> ParShown | None:
    """Each player's points with perfect play; None if they were computed for the last trick only."""
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
        scores = [(holder.name, won) for holder, won in zip(names, points, strict=True)]
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
