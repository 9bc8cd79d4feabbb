"""The stages of a competition in a row: a league, say, and the final of its best."""

from django.db.models import Q

from leagues.access import SeasonAccess
from leagues.models import Season


def stages_of(access: SeasonAccess) -> list[Season]:
    """The season with its earlier and later stages, two each way, in one query; nothing for a season without any.

    Only organisers see a stage that was never announced.
    """
    season = access.season
    if season.stage_after_id is None and season.state != Season.State.FINISHED:
        # Only a season that is over has a later stage.
        return []
    earlier = Q(next_stages=season) | Q(next_stages__next_stages=season)
    later = Q(stage_after=season) | Q(stage_after__stage_after=season)
    found = Season.objects.filter(earlier | later).distinct().order_by("pk")
    others = list(found if access.organises else found.exclude(announced_at=None))
    for other in others:
        other.club = access.club
    # A later stage is always made later.
    return sorted([*others, season], key=lambda each: each.pk) if others else []
