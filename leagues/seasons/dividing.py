"""The divisions of a season, and who is in which."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from leagues.models import Division, Entry, Season
from leagues.ratings.models import Rating
from leagues.seasons.services import entered, organised, refuse_drawn
from leagues.services import ClubError, note
from players.models import User

Order = Literal["registration", "rating"]


class Wanted(NamedTuple):
    """A division as an organiser wants it."""

    name: str
    size: int | None
    promoted: int
    relegated: int


@transaction.atomic
def set_divisions(*, club_id: int, user: User, season_id: int, divisions: Sequence[Wanted]) -> None:
    """Let the season have these divisions, the highest first; who was in one that goes has none."""
    season = organised(club_id, user, season_id)
    refuse_drawn(season)
    season.divisions.filter(number__gt=len(divisions)).delete()
    for number, wanted in enumerate(divisions, start=1):
        Division.objects.update_or_create(season=season, number=number, defaults=wanted._asdict())
    if len(divisions) == 1:
        season.entries.filter(state=Entry.State.ENTERED).update(division=season.divisions.get())
    note(season.club, "divisions_set", actor=user, season=season.name, divisions=len(divisions))


@transaction.atomic
def share_out(*, club_id: int, user: User, season_id: int, order: Order) -> None:
    """Put everybody into a division, by the order of registration or the best first, as the sizes have it."""
    season = organised(club_id, user, season_id)
    refuse_drawn(season)
    entries = entered(season)
    if order == "rating":
        entries = by_rating(season, entries)
    fill(list(season.divisions.order_by("number")), entries)
    note(season.club, "shared_out", actor=user, season=season.name, by=order)


@transaction.atomic
def move(*, club_id: int, user: User, season_id: int, entry_id: int, division: Division) -> None:
    """Put one member into another division; a late entry that has none yet, also when the draw is locked."""
    season = organised(club_id, user, season_id)
    entry = season.entries.filter(pk=entry_id, state=Entry.State.ENTERED).first()
    if entry is None:
        raise ClubError(_("This entry was withdrawn or refused."))
    if entry.division_id is not None:
        refuse_drawn(season)
    entry.division = division
    entry.save(update_fields=["division"])
    note(
        season.club,
        "moved",
        actor=user,
        subject=entry.user,
        season=season.name,
        division=str(division),
    )


def fill(divisions: Sequence[Division], entries: Iterable[Entry]) -> None:
    """The first into the highest division, up to its size, and so on; the last takes all who are left.

    Where no division says its size, they are as equal as can be.
    """
    entries = list(entries)
    sizes = cut(len(entries), [division.size for division in divisions])
    start = 0
    for division, size in zip(divisions, sizes, strict=True):
        for entry in entries[start : start + size]:
            entry.division = division
        start += size
    Entry.objects.bulk_update(entries, ["division"])


def cut(members: int, sizes: Sequence[int | None]) -> list[int]:
    """How many go into each division, where some say how many they want.

    >>> cut(23, [8, 8, None]), cut(23, [None, None, None]), cut(10, [8, 8])
    ([8, 8, 7], [8, 8, 7], [8, 2])
    """
    stated = sum(size or 0 for size in sizes)
    free = [at for at, size in enumerate(sizes) if size is None] or [len(sizes) - 1]
    each, more = divmod(max(0, members - stated), len(free))
    wanted = [size or 0 for size in sizes]
    for place, at in enumerate(free):
        wanted[at] += each + (place < more)
    found, left = [], members
    for size in wanted:
        found.append(min(size, left))
        left -= found[-1]
    return found


def by_rating(season: Season, entries: Sequence[Entry]) -> list[Entry]:
    """The best at the season's game first; then those without a rating, in the order of their registration."""
    users = [entry.user_id for entry in entries if entry.user_id]
    is_nap = season.rules_json["preset"] == "nap"
    family = Rating.Family.NAP if is_nap else Rating.Family.NAPOLEON
    found = Rating.objects.filter(user__in=users, family=family, matches__gt=0)
    # What they are sure to be worth, as in the ranking of the club.
    ratings = dict(found.annotate(sure=F("mu") - 2 * F("sigma")).values_list("user", "sure"))
    return sorted(
        entries,
        key=lambda entry: (-ratings.get(entry.user_id or 0, float("-inf")), entry.order),
    )
