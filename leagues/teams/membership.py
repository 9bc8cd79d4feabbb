"""What becomes of a team when a member leaves the season. Nothing here asks who may do it."""

from leagues.models import Entry, Season, Team

ACTIVE = (Entry.State.APPLIED, Entry.State.WAITING, Entry.State.ENTERED)


def team_mates(team: Team) -> list[Entry]:
    """Those who are in the season, or may still get in."""
    return list(team.members.filter(state__in=ACTIVE).select_related("user").order_by("order"))


def is_bound(entry: Entry) -> bool:
    """Whether the member has had a place in a round: what they have scored belongs to their team."""
    begun = {"round__opened_at__isnull": False}
    return entry.seats.filter(**{f"table__{name}": value for name, value in begun.items()}).exists() or (
        entry.byes.filter(**begun).exists()
    )


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
