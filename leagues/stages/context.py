"""The contexts of the pages of stages: who is in the next one, and the places of all of them."""

from dataclasses import dataclass

from leagues.access import SeasonAccess
from leagues.draws.seating_request import rounds_to_final
from leagues.models import Season, Standing
from leagues.pages import SeasonFormPage, SeasonPage
from leagues.stages.chain import stages_of
from leagues.stages.forms import StageForm
from leagues.stages.qualified import Qualified, qualified
from leagues.stages.services import why_no_stage


@dataclass(frozen=True, kw_only=True)
class NewStagePage(SeasonFormPage):
    form: StageForm
    each: int
    shown: Qualified
    rounds: int
    """Of a knock-out of so many."""
    why_not: str
    """Why it cannot be prepared yet."""
    has_divisions: bool


def new_stage_page(access: SeasonAccess, form: StageForm, each: int) -> NewStagePage:
    season, shown = access.season, qualified(access.season, each)
    return NewStagePage(
        access=access,
        form=form,
        each=each,
        shown=shown,
        rounds=rounds_to_final(season, len(shown.members)),
        why_not=why_no_stage(season, len(shown.members)),
        has_divisions=season.divisions.count() > 1,
    )


@dataclass(frozen=True, slots=True)
class StagePlace:
    """A place over all stages, and where it comes from."""

    place: int
    standing: Standing
    stage: Season
    has_divisions: bool


@dataclass(frozen=True, kw_only=True)
class StagePlacesPage(SeasonPage):
    stages: list[Season]
    places: list[StagePlace]
    is_final: bool


def stage_places_page(access: SeasonAccess) -> StagePlacesPage:
    stages = [stage for stage in stages_of(access) if stage.state not in (Season.State.DRAFT, Season.State.CANCELLED)]
    return StagePlacesPage(
        access=access,
        stages=stages,
        places=places_of(stages),
        is_final=all(stage.state == Season.State.FINISHED for stage in stages),
    )


def places_of(stages: list[Season]) -> list[StagePlace]:
    """Everybody once: those of the last stage first whose places come before those of the one before it."""
    rows = Standing.objects.filter(division__season__in=stages, place__isnull=False)
    by_division: dict[tuple[int, int], list[Standing]] = {}
    for row in rows.select_related("entry__user", "division").order_by("division__number", "position"):
        by_division.setdefault((row.division.season_id, row.division.number), []).append(row)
    found: list[StagePlace] = []
    listed: set[object] = set()
    for stage in _in_order(stages):
        own = [lines for (season, _number), lines in by_division.items() if season == stage.pk]
        for lines in own:
            left = [line for line in lines if _who(line) not in listed]
            start = len(found)
            for line in left:
                ahead = sum((other.place or 0) < (line.place or 0) for other in left)
                found.append(StagePlace(start + ahead + 1, line, stage, len(own) > 1))
            listed |= {_who(line) for line in left}
    return found


def _in_order(stages: list[Season]) -> list[Season]:
    """The stages in the order of their places."""
    ordered: list[Season] = []
    for stage in stages:
        if stage.places_first:
            before = [each.pk for each in ordered]
            at = before.index(stage.stage_after_id) if stage.stage_after_id in before else 0
            ordered.insert(at, stage)
        else:
            ordered.append(stage)
    return ordered


def _who(line: Standing) -> object:
    entry = line.entry
    # A person's key and an entry's may be the same number.
    return ("person", entry.user_id) if entry.user_id else ("guest", entry.guest_name or line.pk)
