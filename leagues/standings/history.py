"""Round by round: the place of each member after each round."""

from dataclasses import dataclass
from fractions import Fraction

from games.access import Visitor
from leagues.models import Division, Standing
from leagues.standings.core import SeasonInput, how_many_count, places_after


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """A member's places by round, and their present standing."""

    standing: Standing
    places: list[int]
    is_me: bool


@dataclass(frozen=True, slots=True)
class History:
    rounds: list[int]
    lines: list[HistoryLine]
    is_running: bool
    """Tables of the last of these rounds still run."""


def history_of(division: Division, user: Visitor) -> History:
    """Takes one query: the results of all rounds are stored with the standings."""
    ordered = Standing.objects.filter(division=division).select_related("entry__user")
    standings = list(ordered.order_by("position"))
    points = {
        line.pk: {result["round"]: Fraction(result["points"]) for result in line.results_json} for line in standings
    }
    rounds = sorted({number for own in points.values() for number in own})
    season = division.season
    limit = how_many_count(SeasonInput(season.scheme, (), season.rounds_planned))
    started = {line.pk: Fraction(line.started) for line in standings}
    places = places_after(points, rounds, limit, started)
    return History(
        rounds,
        [
            HistoryLine(line, places[line.pk], user.pk is not None and line.entry.user_id == user.pk)
            for line in standings
        ],
        any(result["how"] == "running" for line in standings for result in line.results_json),
    )
