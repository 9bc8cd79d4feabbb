"""The context of the organisers' page of entries."""

from collections import Counter
from dataclasses import dataclass

from leagues.access import SeasonAccess
from leagues.clubs.attendance import shares_shown
from leagues.entries import services
from leagues.entries.forms import AddForm
from leagues.models import Division, Entry, Membership, Season
from leagues.pages import SeasonPage
from leagues.rounds.gone import entries_gone
from leagues.seasons.context import EntryGroup, entry_groups
from leagues.seasons.divisions import UnmeantSize, unmeant_sizes


@dataclass(frozen=True, kw_only=True)
class EntriesPage(SeasonPage):
    groups: list[EntryGroup]
    in_time: dict[int, str]
    """The share of turns taken in time, by person."""
    gone: set[int]
    """The entries of those for whom a bot plays."""
    full: str
    """Why nobody can be entered."""
    over: str
    """What happens to those for whom there is no room, if all are entered."""
    previous_over: str
    """The same if those of `before` are."""
    before: Season | None
    """The season whose members can be entered again."""
    previous: int
    """The number of those members."""
    members_left: list[tuple[Membership, bool]]
    """The members who can still be entered, each with whether another of them has the same name."""
    divisions: list[Division]
    unmeant: list[UnmeantSize]
    add_form: AddForm
    is_drawn: bool
    """Whether members of a division stay there, since tables have been drawn."""

    @property
    def takes_list(self) -> bool:
        """Whether divisions and seeds can be set by a list."""
        return self.season.state in (Season.State.DRAFT, Season.State.REGISTRATION) and not self.is_drawn

    @property
    def can_move(self) -> bool:
        """Whether there is anybody whom an organiser can move to another division."""
        has_several = len(self.divisions) > 1 and not self.season.is_over
        return has_several and any(group.can_move(is_drawn=self.is_drawn) for group in self.groups)


def entries_page(access: SeasonAccess, form: AddForm) -> EntriesPage:
    season, before = access.season, services.previous_season(access.season)
    divisions = list(season.divisions.order_by("number"))
    groups = entry_groups(season, divisions)
    assigned = [entry.division_id for group in groups if group.division for entry in group.entries]
    entered = sum(entry.state == Entry.State.ENTERED for group in groups for entry in group.entries)
    members, previous = list(services.members_left(season)), services.previous_members(season, before).count()
    names = Counter(member.name for member in members)
    return EntriesPage(
        access=access,
        groups=groups,
        in_time=shares_shown(entry.user for group in groups for entry in group.entries),
        gone=entries_gone(table__round__season=season) if season.state == season.State.RUNNING else set(),
        full=services.why_no_room(season, entered),
        over=services.why_not_all(season, len(members), entered),
        previous_over=services.why_not_all(season, previous, entered),
        before=before,
        previous=previous,
        members_left=[(member, names[member.name] > 1) for member in members],
        divisions=divisions,
        unmeant=unmeant_sizes(divisions, assigned),
        add_form=form,
        is_drawn=season.divisions.filter(draws__locked_at__isnull=False).exists(),
    )
