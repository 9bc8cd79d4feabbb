"""Round by round: the place of each member after each round."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.access import Visitor
from leagues.models import Division, Season, Standing
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
    return history(division.season, list(ordered.order_by("position")), user)


def history(season: Season, standings: Sequence[Standing], user: Visitor) -> History:
    """Of the members of a division, in the order of their standings."""
    points = {
        line.pk: {result["round"]: Fraction(result["points"]) for result in line.results_json} for line in standings
    }
    rounds = sorted({number for own in points.values() for number in own})
    limit = how_many_count(SeasonInput(season.scheme, (), season.rounds_planned))
    started = {line.pk: Fraction(line.started) for line in standings}
    places = places_after(points, rounds, limit, started)
    if season.is_knock_out:
        places = _places_in_knock_out(standings, rounds)
    return History(
        rounds,
        [
            HistoryLine(line, places[line.pk], user.pk is not None and line.entry.user_id == user.pk)
            for line in standings
        ],
        any(result["how"] == "running" for line in standings for result in line.results_json),
    )


def _places_in_knock_out(standings: Sequence[Standing], rounds: list[int]) -> dict[int, list[int]]:
    """The places after each round: who went on comes before who was out, then the points of the round count."""
    points = {
        line.pk: {result["round"]: Fraction(result["points"]) for result in line.results_json} for line in standings
    }
    places: dict[int, list[int]] = {line.pk: [] for line in standings}
    for number in rounds:
        heights = {}
        for line in standings:
            came_to = max(line.next_round, *points[line.pk], 0)
            last = min(came_to, number)
            heights[line.pk] = (min(came_to, number + 1), points[line.pk].get(last, Fraction(0)))
        place = {height: at for at, height in reversed(list(enumerate(sorted(heights.values())[::-1], 1)))}
        for key, height in heights.items():
            places[key].append(place[height])
    return places
