"""The rounds of a knock-out: as many as it takes until everybody who is still in fits at one table."""

from django.db.models import Count, Q

from leagues.draws.seating_request import rounds_to_final
from leagues.models import Entry, Round, Season, Standing
from leagues.seasons.dates import set_number_of_rounds
from leagues.standings.store import update_standings


def plan_from_entries(season: Season) -> None:
    """Plan the rounds of a knock-out that starts, by the largest division. The caller saves the season."""
    entered = Q(entries__state=Entry.State.ENTERED)
    sizes = season.divisions.annotate(members=Count("entries", entered)).values_list("members", flat=True)
    set_number_of_rounds(season, _most(season, list(sizes)))


def plan_from_results(season: Season) -> None:
    """Plan what is left once a round is over: somebody may have left, or a void table was played again.

    A round that has been drawn stays.
    """
    last = season.rounds.exclude(state=Round.State.PLANNED).order_by("-number").first()
    if last is None or last.state != Round.State.FINISHED:
        return
    if season.rounds.filter(number__gt=last.number, tables__isnull=False).exists():
        return
    divisions = list(season.divisions.values_list("pk", flat=True))
    for division in divisions:
        update_standings(division)
    still_in = Standing.objects.filter(division__in=divisions, next_round=last.number + 1)
    sizes = still_in.values("division").annotate(members=Count("pk")).values_list("members", flat=True)
    needed = last.number + (_most(season, list(sizes)) if sizes else 0)
    if needed != season.rounds_planned or season.rounds.count() != needed:
        set_number_of_rounds(season, needed)
        season.save(update_fields=["rounds_planned"])


def _most(season: Season, sizes: list[int]) -> int:
    return max(1, *(rounds_to_final(season, size) for size in sizes))
