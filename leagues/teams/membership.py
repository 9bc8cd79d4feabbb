"""What becomes of a team when a member leaves the season. Nothing here asks who may do it."""

from collections.abc import Collection

from leagues.models import Bye, Entry, Season, TableSeat, Team


def team_mates(team: Team) -> list[Entry]:
    """Those who are in the season, or may still get in."""
    return list(team.members.filter(state__in=Entry.ACTIVE).select_related("user").order_by("order"))


def bound_among(entries: Collection[Entry]) -> set[int]:
    """The keys of those who have had a place in a round: what they have scored belongs to their team."""
    seats = TableSeat.objects.filter(entry__in=entries, table__round__opened_at__isnull=False)
    byes = Bye.objects.filter(entry__in=entries, round__opened_at__isnull=False)
    return {*seats.values_list("entry", flat=True), *byes.values_list("entry", flat=True)}


def is_bound(entry: Entry) -> bool:
    return bool(bound_among([entry]))


def leave_with_entry(entry: Entry) -> None:
    """Somebody leaves the season: the team loses the member, unless it has points from them."""
    if entry.team is None:
        return
    if is_bound(entry):
        hand_over(entry.team, entry)
    else:
        take_out(entry)


def take_out(entry: Entry) -> None:
    """Take the member out of the team; the last one takes the team along."""
    team, entry.team = entry.team, None
    entry.save(update_fields=["team"])
    if team is None:
        return
    if team.members.exists():
        hand_over(team, entry)
    else:
        team.delete()


def hand_over(team: Team, left: Entry) -> None:
    """The next member becomes the captain in place of one who has left."""
    if team.captain_id != left.pk:
        return
    others = [entry for entry in team_mates(team) if entry.pk != left.pk]
    team.captain = others[0] if others else None
    team.save(update_fields=["captain"])


def is_fixed(season: Season) -> bool:
    """Whether only organisers change teams: the season has started."""
    return season.started_at is not None
