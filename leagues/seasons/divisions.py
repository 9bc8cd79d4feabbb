"""The divisions of a season, and assigning members to them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from leagues.clubs.audit_log import record_in_audit_log
from leagues.locks import ClubError, lock_as_organiser, refuse_drawn
from leagues.models import Division, Entry, Rating, Season
from leagues.standings.store import update_standings_later
from players.models import User

Order = Literal["registration", "rating"]


class WantedDivision(NamedTuple):
    """The settings of a division, as an organiser wants them."""

    name: str
    size: int | None
    promoted: int
    relegated: int


@transaction.atomic
def set_divisions(*, club_id: int, user: User, season_id: int, divisions: Sequence[WantedDivision]) -> None:
    """Set the divisions of the season, the highest first; members of a deleted division have none."""
    season = lock_as_organiser(club_id, user, season_id)
    refuse_drawn(season)
    season.divisions.filter(number__gt=len(divisions)).delete()
    for number, wanted in enumerate(divisions, start=1):
        Division.objects.update_or_create(season=season, number=number, defaults=wanted._asdict())
    if len(divisions) == 1:
        season.entries.filter(state=Entry.State.ENTERED).update(division=season.divisions.get())
    record_in_audit_log(season, "divisions_set", actor=user, divisions=len(divisions))


@transaction.atomic
def assign(*, club_id: int, user: User, season_id: int, order: Order) -> None:
    """Assign all members to divisions of the given sizes, by registration or by rating."""
    season = lock_as_organiser(club_id, user, season_id)
    refuse_drawn(season)
    entries = entered_in_order(season)
    if order == "rating":
        entries = by_rating(season, entries)
    fill(list(season.divisions.order_by("number")), entries)
    record_in_audit_log(season, "shared_out", actor=user, by=order)


@transaction.atomic
def move_all(*, club_id: int, user: User, season_id: int, wanted: Mapping[int, int]) -> None:
    """Move members, by the keys of their entries, to the divisions of these numbers."""
    season = lock_as_organiser(club_id, user, season_id)
    divisions = {division.number: division for division in season.divisions.all()}
    entered = season.entries.filter(state=Entry.State.ENTERED).select_related("user").in_bulk(list(wanted))
    for entry_id, number in wanted.items():
        if entry_id not in entered:
            raise ClubError(_("This entry was withdrawn or refused."))
        if number not in divisions:
            raise ClubError(_("The season has no such division any more."))
        if entered[entry_id].division_id != divisions[number].pk:
            _move(season, user, entered[entry_id], divisions[number])


def _move(season: Season, user: User, entry: Entry, division: Division) -> None:
    """Move a member to another division; a late entrant without one can be moved after the draw as well."""
    if entry.division_id is not None:
        refuse_drawn(season)
    former, entry.division = entry.division_id, division
    entry.save(update_fields=["division"])
    update_standings_later(division.pk, *([former] if former else []))
    record_in_audit_log(season, "moved", actor=user, subject=entry.user, division=division.logged)


def fill(divisions: Sequence[Division], entries: Iterable[Entry]) -> None:
    """Fill the highest division up to its size, then the next; the last one takes the rest.

    Divisions without a size share the rest as equally as possible.
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
    """How many members go into each division, by the sizes that some of them have.

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


class UnmeantSize(NamedTuple):
    """A division that has other than the number of members that its size, or an equal share, would give it."""

    division: Division
    members: int
    meant: int


def unmeant_sizes(divisions: Sequence[Division], assigned: Iterable[int | None]) -> list[UnmeantSize]:
    """The divisions of a size that was not meant, by the keys of the divisions that members are assigned to."""
    counts = Counter(assigned)
    total = sum(counts[division.pk] for division in divisions)
    if not total or len(divisions) == 1:
        return []
    shares = cut(total, [division.size for division in divisions])
    # Equal shares may differ by one, whichever division has more.
    return [
        UnmeantSize(division, counts[division.pk], division.size or share)
        for division, share in zip(divisions, shares, strict=True)
        if abs(counts[division.pk] - (division.size or share)) > (division.size is None)
    ]


def by_rating(season: Season, entries: Sequence[Entry]) -> list[Entry]:
    """The best rated at the season's game first; then members without a rating, in the order of registration."""
    users = [entry.user_id for entry in entries if entry.user_id]
    is_nap = season.rules_json["preset"] == "nap"
    family = Rating.Family.NAP if is_nap else Rating.Family.NAPOLEON
    found = Rating.objects.filter(user__in=users, family=family, matches__gt=0)
    # The lower bound of each rating, as in the club's list.
    ratings = dict(found.annotate(sure=F("mu") - 2 * F("sigma")).values_list("user", "sure"))
    return sorted(entries, key=lambda entry: (-ratings.get(entry.user_id or 0, float("-inf")), entry.order))


def entered_in_order(season: Season) -> list[Entry]:
    """The members of a season, in the order of their registration."""
    found = season.entries.filter(state=Entry.State.ENTERED).select_related("user", "division")
    return list(found.order_by("order"))
