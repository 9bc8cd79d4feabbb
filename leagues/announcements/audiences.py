"""To whom an announcement can go: a club, a part of one of its seasons, or one member."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from games.models import Seat
from games.presentation.table_titles import fixture_title
from leagues.models import Announcement, Bye, Club, Division, Entry, Membership, Round, Season, Table, TableSeat
from leagues.rounds.titles import fixture_of
from players.models import User

Scope = Announcement.Scope
SEASONS_SHOWN: Final = 8
"""The latest seasons in the list of choices."""


@dataclass(frozen=True, kw_only=True)
class Audience:
    """Some people of a club, and what they have in common."""

    club: Club
    scope: str
    season: Season | None = None
    division: Division | None = None
    round: Round | None = None
    table: Table | None = None
    member: Membership | None = None

    @property
    def key(self) -> str:
        """What names it in a form."""
        subject = {
            Scope.SEASON: self.season,
            Scope.DIVISION: self.division,
            Scope.ROUND: self.round,
            Scope.TABLE: self.table,
            Scope.MEMBER: self.member,
        }.get(Scope(self.scope))
        return f"{self.scope}:{subject.pk}" if subject else self.scope

    @property
    def name(self) -> str:
        return audience_name(self)

    def user_ids(self) -> set[int]:
        return {user_id for user_id in self._users() if user_id is not None}

    def people(self, without: User | None = None) -> list[User]:
        """Those whom it reaches, by name."""
        keys = self.user_ids() - {without.pk if without else 0}
        return list(User.objects.filter(pk__in=keys, is_active=True).order_by("name", "pk"))

    def _users(self) -> Iterator[int | None]:
        if self.scope == Scope.CLUB:
            yield from self.club.current_memberships().values_list("user", flat=True)
        elif self.scope == Scope.MEMBER:
            yield self.member.user_id if self.member else None
        elif self.table is not None or self.round is not None:
            yield from self._players()
        else:
            entries = Entry.objects.filter(season=self.season, state=Entry.State.ENTERED)
            entries = entries.filter(division=self.division) if self.division else entries
            yield from entries.values_list("user", flat=True)

    def _players(self) -> Iterator[int | None]:
        """Those whose seats they are, those who play in them, and those who have a bye."""
        tables = {"table": self.table} if self.table else {"table__round": self.round}
        owners = TableSeat.objects.filter(entry__state=Entry.State.ENTERED, **tables)
        yield from owners.values_list("entry__user", flat=True)
        games = {f"game__league_{name}": value for name, value in tables.items()}
        yield from Seat.objects.filter(**games).values_list("user", flat=True)
        if self.table is None:
            byes = Bye.objects.filter(round=self.round, entry__state=Entry.State.ENTERED)
            yield from byes.values_list("entry__user", flat=True)

    @property
    def columns(self) -> dict[str, Any]:
        """The columns of `Announcement` that store it."""
        return {name: getattr(self, name) for name in ("club", "scope", "season", "division", "round", "table")}


def audience_name(of: Audience | Announcement) -> str:
    """What it is called in lists, in the active language."""
    season = of.season.name if of.season else ""
    match of.scope:
        case Scope.CLUB:
            return _("The whole club")
        case Scope.ORGANISERS:
            return _("The organisers")
        case Scope.MEMBER:
            member = of.member if isinstance(of, Audience) else None
            return member.name if member else _("One member")
        case Scope.DIVISION if of.division:
            return _("%(season)s, %(division)s") % {"season": season, "division": of.division}
        case Scope.ROUND if of.round:
            return _("%(season)s, round %(round)s") % {"season": season, "round": of.round.number}
        case Scope.TABLE if of.table:
            return fixture_title(fixture_of(of.table))
        case _:
            return season


# --- Finding them ---


def season_audiences(club: Club) -> Iterator[Audience]:
    """The latest announced seasons, their divisions where there are several, and their rounds that are not over."""
    seasons = Season.objects.filter(club=club, announced_at__isnull=False).exclude(state=Season.State.CANCELLED)
    for season in seasons.prefetch_related("divisions", "rounds").order_by("-pk")[:SEASONS_SHOWN]:
        season.club = club
        yield Audience(club=club, scope=Scope.SEASON, season=season)
        divisions = sorted(season.divisions.all(), key=lambda division: division.number)
        if len(divisions) > 1:
            for division in divisions:
                yield Audience(club=club, scope=Scope.DIVISION, season=season, division=division)
        for round_ in season.rounds.all():
            if round_.state != Round.State.FINISHED:
                yield Audience(club=club, scope=Scope.ROUND, season=season, round=round_)


def find_audience(club: Club, key: str) -> Audience | None:
    """The audience of this key (`Audience.key`), if the club has it."""
    scope, _colon, number = key.partition(":")
    if scope == Scope.CLUB:
        return Audience(club=club, scope=Scope.CLUB)
    if not (number.isascii() and number.isdigit() and len(number) < 19):
        return None
    match scope:
        case Scope.MEMBER:
            member = club.current_memberships().select_related("user").filter(pk=number, user__isnull=False).first()
            return Audience(club=club, scope=scope, member=member) if member else None
        case Scope.SEASON | Scope.DIVISION | Scope.ROUND | Scope.TABLE:
            return _in_season(club, scope, int(number))
    return None


def _in_season(club: Club, scope: str, number: int) -> Audience | None:
    """Nothing of a season that only organisers know, or that was cancelled."""
    model, path = {
        Scope.SEASON: (Season, ""),
        Scope.DIVISION: (Division, "season"),
        Scope.ROUND: (Round, "season"),
        Scope.TABLE: (Table, "round__season"),
    }[Scope(scope)]
    prefix = f"{path}__" if path else ""
    known = {f"{prefix}club": club, f"{prefix}announced_at__isnull": False}
    related = ("round__season", "division") if scope == Scope.TABLE else ((path,) if path else ())
    found: Any = model._default_manager.select_related(*related).filter(pk=number, **known)
    found = found.exclude(**{f"{prefix}state": Season.State.CANCELLED}).first()
    if found is None:
        return None
    match scope:
        case Scope.SEASON:
            return Audience(club=club, scope=scope, season=found)
        case Scope.DIVISION:
            return Audience(club=club, scope=scope, season=found.season, division=found)
        case Scope.ROUND:
            return Audience(club=club, scope=scope, season=found.season, round=found)
    return Audience(club=club, scope=scope, season=found.round.season, round=found.round, table=found)
