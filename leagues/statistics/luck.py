"""Points above expectation of members: beside standings and ratings, where they decide nothing."""

from collections.abc import Collection, Iterable

from games.models import PersonTally, SeatTally
from games.statistics.counting import Counts, add
from games.statistics.forms import belongs
from games.statistics.luck import AboveExpectation, above_expectation
from leagues.corrections.voided import GAME_IS_VOID
from leagues.models import Division
from players.models import User


def luck_in_division(division: Division, *, is_member: bool) -> dict[int, AboveExpectation]:
    """By person, in the analysed matches of the division, for a reader who is signed in. Takes one query.

    Members of the club (``is_member``) see everybody's, and others of those who show their figures to all, as in the
    lists of leaders.
    """
    rows = SeatTally.objects.filter(game__league_table__division=division, user__isnull=False).exclude(GAME_IS_VOID)
    if not is_member:
        rows = rows.filter(user__statistics_for=User.Audience.EVERYBODY)
    return _by_person(rows.values_list("user", "counts_json"))


def luck_of_people(people: Collection[int], family: str) -> dict[int, AboveExpectation]:
    """By person, in all analysed matches that they played here of one of the two games. Takes one query."""
    rows = PersonTally.objects.filter(user__in=people, is_imported=False)
    presets = rows.values_list("user", "preset", "counts_json")
    return _by_person((user, counts) for user, preset, counts in presets if belongs(preset, family))


def luck_in_matches(person: User, games: Collection[int]) -> dict[int, AboveExpectation]:
    """By game, what the person has made of their cards there. Takes one query."""
    rows = SeatTally.objects.filter(user=person, game__in=games)
    return _by_person(rows.values_list("game", "counts_json"))


def _by_person(rows: Iterable[tuple[int, Counts]]) -> dict[int, AboveExpectation]:
    sums: dict[int, Counts] = {}
    for key, counts in rows:
        add(sums.setdefault(key, {}), counts)
    found = {key: above_expectation(counts) for key, counts in sums.items()}
    return {key: luck for key, luck in found.items() if luck is not None}
