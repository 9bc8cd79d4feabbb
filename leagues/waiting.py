"""The lines about clubs on a person's front page, all from one query."""

from collections.abc import Iterable
from datetime import datetime
from enum import IntEnum
from typing import Any, Final, NamedTuple

from django.db.models import (
    BigIntegerField,
    CharField,
    Count,
    DateTimeField,
    Exists,
    F,
    Min,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
)
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import Seat
from infrastructure.speed.prepared_queries import Parameter, PreparedQuery
from leagues.clubs.context import open_invitations
from leagues.late_players.late import GRACE
from leagues.locks import ORGANISERS
from leagues.models import (
    Attendance,
    Challenge,
    Club,
    Entry,
    JoinRequest,
    Offer,
    Round,
    Season,
    Table,
    TableSeat,
    TeamInvitation,
)
from leagues.rounds.gone import is_gone
from players.models import User

MOST: Final = 12


class Kind(IntEnum):
    """The kinds of lines, in their order."""

    INVITATION = 0
    TEAM = 1
    CHALLENGE = 2
    OFFER = 3
    REAL_TABLE = 4
    TO_CONFIRM = 5
    ATTENDANCE = 6
    JOIN_REQUESTS = 7
    ENTRIES = 8
    WITHDRAWN = 9
    NEXT_ROUND = 10
    LATE_PLAYERS = 11
    GONE_PLAYERS = 12
    LEFT_TO_BOTS = 13


class WaitingRow(NamedTuple):
    kind: int
    club: str
    """Its address, as that of the season; the latter and the token are empty where there are none."""
    season: str
    token: str
    name: str
    """The name of the season, or else of the club."""
    number: int


class Waiting(NamedTuple):
    """A line, its season or club, and the page to answer it."""

    text: str
    where: str
    path: str


def waiting_for(user: User, now: datetime) -> list[Waiting]:
    """Questions to the person first, then what they organise."""
    rows = WAITING_ROWS.all(user=user.pk, now=now, grace_ends=now - GRACE)
    return _without_repeats(_waiting(WaitingRow(*row)) for row in rows)[:MOST]


def _without_repeats(lines: Iterable[Waiting]) -> list[Waiting]:
    """A club that invites both by name and by mail is listed once."""
    return list({(line.text, line.where): line for line in lines}.values())


def _waiting(row: WaitingRow) -> Waiting:
    return Waiting(_text(row.kind, row.number), row.name, _path(row))


_ASKED: Final[dict[int, Promise]] = {
    Kind.INVITATION: gettext_lazy("You are invited to join"),
    Kind.TEAM: gettext_lazy("You are invited to a team"),
    Kind.CHALLENGE: gettext_lazy("You are challenged on a ladder"),
}


def _text(kind: int, number: int) -> str:
    match kind:
        case Kind.INVITATION | Kind.TEAM | Kind.CHALLENGE:
            return str(_ASKED[kind])
        case Kind.OFFER:
            text = _("Will you substitute in round %(n)s?")
        case Kind.REAL_TABLE:
            text = _("You play round %(n)s at a real table: enter the results")
        case Kind.TO_CONFIRM:
            text = _("Results of your table in round %(n)s were entered: are they right?")
        case Kind.ATTENDANCE:
            text = _("Are you coming to round %(n)s?")
        case Kind.JOIN_REQUESTS:
            text = ngettext("%(n)s person is asking to join", "%(n)s people are asking to join", number)
        case Kind.ENTRIES:
            text = ngettext("%(n)s entry is waiting for approval", "%(n)s entries are waiting for approval", number)
        case Kind.WITHDRAWN:
            text = ngettext(
                "%(n)s member has withdrawn: draw the coming rounds again",
                "%(n)s members have withdrawn: draw the coming rounds again",
                number,
            )
        case Kind.LEFT_TO_BOTS:
            text = ngettext(
                "A bot plays in %(n)s seat of somebody who has left: find a substitute",
                "Bots play in %(n)s seats of people who have left: find substitutes",
                number,
            )
        case Kind.NEXT_ROUND:
            text = _("Round %(n)s can be opened")
        case Kind.LATE_PLAYERS:
            text = ngettext("%(n)s player is late", "%(n)s players are late", number)
        case _:
            text = ngettext(
                "%(n)s player is gone: a bot plays for them", "%(n)s players are gone: bots play for them", number
            )
    return text % {"n": number}


def _path(row: WaitingRow) -> str:
    """The page that answers it."""
    season = [row.club, row.season]
    match row.kind:
        case Kind.INVITATION:
            return reverse("leagues:join", args=[row.token])
        case Kind.WITHDRAWN:
            return reverse("leagues:season", args=season)
        case Kind.TEAM:
            return reverse("leagues:teams", args=season)
        case Kind.CHALLENGE:
            return reverse("leagues:ladder", args=[row.club, row.number])
        case Kind.OFFER | Kind.LEFT_TO_BOTS:
            return reverse("leagues:substitutes", args=season)
        case Kind.JOIN_REQUESTS:
            return reverse("leagues:join_requests", args=[row.club])
        case Kind.ENTRIES:
            return reverse("leagues:entries", args=season)
        case Kind.ATTENDANCE:
            return reverse("leagues:attendance", args=[*season, row.number])
        case Kind.LATE_PLAYERS | Kind.GONE_PLAYERS:
            return reverse("leagues:late", args=[row.club]) + f"?season={row.season}"
        case _:
            return reverse("leagues:round", args=[*season, row.number])


# --- The query and its parts ---

NONE: Final = Value("", CharField())
USER: Final = Parameter("user", BigIntegerField())
NOW: Final = Parameter("now", DateTimeField())
GRACE_ENDS: Final = Parameter("grace_ends", DateTimeField())
"""Without an allowance, only a turn that was opened before is late."""


def _waiting_rows() -> QuerySet[Any, Any]:
    own = [_teams(), _challenges(), _offers(), _real_tables(), _to_confirm(), _evenings()]
    organised = [_requests(), _entries(), _withdrawn(), _next_rounds(), _late(), _gone(), _left_to_bots()]
    return _invitations().union(*own, *organised).order_by("kind", "shown_name")[: 2 * MOST]


WAITING_ROWS: Final = PreparedQuery(_waiting_rows)


def _invitations() -> QuerySet[Any, Any]:
    found = open_invitations(USER, NOW)
    return _rows(found, Kind.INVITATION, "club__slug", NONE, F("token"), "club__name", Value(1))


def _teams() -> QuerySet[Any, Any]:
    season = "team__season__"
    found = TeamInvitation.objects.filter(
        user=USER, **{f"{season}started_at": None, f"{season}state": Season.State.REGISTRATION}
    )
    return _rows(found, Kind.TEAM, f"{season}club__slug", F(f"{season}slug"), NONE, f"{season}name", Value(1))


def _challenges() -> QuerySet[Any, Any]:
    found = Challenge.objects.filter(challenged__user=USER, state=Challenge.State.OPEN)
    return _rows(found, Kind.CHALLENGE, "ladder__club__slug", NONE, NONE, "ladder__name", F("ladder"))


def _offers() -> QuerySet[Any, Any]:
    found = Offer.objects.filter(user=USER, state=Offer.State.OPEN, answer_by__gt=NOW)
    season = "seat__table__round__season__"
    return _rows(
        found,
        Kind.OFFER,
        f"{season}club__slug",
        F(f"{season}slug"),
        NONE,
        f"{season}name",
        F("seat__table__round__number"),
    )


def _real_tables() -> QuerySet[Any, Any]:
    """The person's tables of running rounds whose results nobody has entered yet."""
    round_ = "table__round__"
    season = f"{round_}season__"
    found = TableSeat.objects.filter(
        entry__user=USER,
        entry__state=Entry.State.ENTERED,
        table__state=Table.State.DRAWN,
        **{f"{round_}state": Round.State.RUNNING, f"{season}state": Season.State.RUNNING},
    ).filter(_is_real("table__venue", f"{round_}venue", f"{season}venue"))
    return _rows(
        found, Kind.REAL_TABLE, f"{season}club__slug", F(f"{season}slug"), NONE, f"{season}name", F(f"{round_}number")
    )


def _to_confirm() -> QuerySet[Any, Any]:
    """The person's real tables whose results somebody else has entered, and nobody confirmed."""
    match, season = "table__external_match__", "table__round__season__"
    found = TableSeat.objects.filter(
        entry__user=USER,
        entry__state=Entry.State.ENTERED,
        **{f"{match}deals_json__isnull": False, f"{match}confirmed_at": None, f"{season}state": Season.State.RUNNING},
    ).exclude(**{f"{match}accepted_by": USER})
    found = found.filter(_is_real("table__venue", "table__round__venue", f"{season}venue"))
    return _rows(
        found,
        Kind.TO_CONFIRM,
        f"{season}club__slug",
        F(f"{season}slug"),
        NONE,
        f"{season}name",
        F("table__round__number"),
    )


def _is_real(*venues: str) -> Q:
    """Whether the first of these columns that says where a table is played names a real table."""
    first, *others = venues
    here = Q(**{first: Season.Venue.REAL_TABLES})
    return here | (Q(**{first: ""}) & _is_real(*others)) if others else here


def _evenings() -> QuerySet[Any, Any]:
    """The next round of each season that is drawn from those present, unless the person has said whether they do."""
    planned = Round.objects.filter(state=Round.State.PLANNED)
    earlier = planned.filter(season=OuterRef("season"), number__lt=OuterRef("number"))
    said = Attendance.objects.filter(round=OuterRef("pk"), entry__user=USER)
    found = planned.filter(
        ~Exists(earlier),
        ~Exists(said),
        season__takes_attendance=True,
        season__state=Season.State.RUNNING,
        season__entries__user=USER,
        season__entries__state=Entry.State.ENTERED,
    )
    return _rows(found, Kind.ATTENDANCE, "season__club__slug", F("season__slug"), NONE, "season__name", F("number"))


def _requests() -> QuerySet[Any, Any]:
    asked = Count("requests", Q(requests__state=JoinRequest.State.OPEN), distinct=True)
    mine = Club.objects.filter(
        closed_at=None, memberships__user=USER, memberships__ended_at=None, memberships__role__in=ORGANISERS
    )
    found = mine.annotate(asked=asked).filter(asked__gt=0)
    return _rows(found, Kind.JOIN_REQUESTS, "slug", NONE, NONE, "name", F("asked"))


def _entries() -> QuerySet[Any, Any]:
    applied = Count("entries", Q(entries__state=Entry.State.APPLIED), distinct=True)
    mine = _organised(Season.State.REGISTRATION, Season.State.RUNNING)
    found = mine.annotate(applied=applied).filter(applied__gt=0)
    return _rows(found, Kind.ENTRIES, "club__slug", F("slug"), NONE, "name", F("applied"))


def _withdrawn() -> QuerySet[Any, Any]:
    """Seasons in which members who have left are still drawn to rounds to come."""
    seats = "rounds__tables__seats__"
    left = ~Q(**{f"{seats}entry__state": Entry.State.ENTERED}) & Q(
        rounds__state=Round.State.PLANNED, **{f"{seats}entry__isnull": False}
    )
    found = _organised(Season.State.RUNNING).annotate(left=Count(f"{seats}entry", left, distinct=True))
    return _rows(found.filter(left__gt=0), Kind.WITHDRAWN, "club__slug", F("slug"), NONE, "name", F("left"))


def _left_to_bots() -> QuerySet[Any, Any]:
    """Seasons with seats of members who have left, in which a bot plays."""
    bots = Seat.objects.filter(game=OuterRef("table__game"), number=OuterRef("number"), user=None)
    empty = TableSeat.objects.filter(
        Exists(bots), table__state=Table.State.RUNNING, table__outcome="", table__round__season=OuterRef("pk")
    ).exclude(entry__state=Entry.State.ENTERED)
    counted = empty.filter(entry__isnull=False).order_by().values("table__round__season").annotate(n=Count("pk"))
    found = _organised(Season.State.RUNNING).annotate(empty=Subquery(counted.values("n"))).filter(empty__gt=0)
    return _rows(found, Kind.LEFT_TO_BOTS, "club__slug", F("slug"), NONE, "name", F("empty"))


def _next_rounds() -> QuerySet[Any, Any]:
    """Rounds that wait for their date, or for an organiser, while nobody plays."""
    planned, running = (Q(rounds__state=state) for state in (Round.State.PLANNED, Round.State.RUNNING))
    found = (
        _organised(Season.State.RUNNING)
        .filter(pace=Season.Pace.ROUNDS)
        .annotate(next=Min("rounds__number", filter=planned), at_play=Count("rounds", running, distinct=True))
        .filter(next__isnull=False, at_play=0)
    )
    return _rows(found, Kind.NEXT_ROUND, "club__slug", F("slug"), NONE, "name", F("next"))


def _late() -> QuerySet[Any, Any]:
    """Seasons with players who are late, as their list has it (`leagues.late_players`)."""
    turn = "rounds__tables__game__turns__"
    has_allowance = Q(rounds__tables__game__clock_json__move__gt=0)
    late = Q(
        has_allowance | Q(**{f"{turn}opened_at__lte": GRACE_ENDS}),
        rounds__tables__state=Table.State.RUNNING,
        rounds__tables__outcome="",
        **{f"{turn}due__lte": NOW, f"{turn}times_out_at__isnull": False},
    )
    players = Count(f"{turn}user", late, distinct=True)
    found = _not_sealed().annotate(late=players).filter(late__gt=0)
    return _rows(found, Kind.LATE_PLAYERS, "club__slug", F("slug"), NONE, "name", F("late"))


def _gone() -> QuerySet[Any, Any]:
    """Seasons with players who are gone (`leagues.rounds.gone`)."""
    tables = "rounds__tables__"
    seats = f"{tables}game__seats__"
    gone = is_gone(seats) & Q(
        **{f"{tables}state": Table.State.RUNNING, f"{tables}outcome": "", f"{seats}user__isnull": False}
    )
    found = _not_sealed().annotate(gone=Count(f"{seats}user", gone, distinct=True)).filter(gone__gt=0)
    return _rows(found, Kind.GONE_PLAYERS, "club__slug", F("slug"), NONE, "name", F("gone"))


def _not_sealed() -> QuerySet[Season]:
    """The running seasons that the reader organises, unless they play there with the same cards as others.

    They learn no more than other players who is to act elsewhere, or gone.
    """
    entered = Entry.objects.filter(user=USER).values("season")
    substitutes = Offer.objects.filter(user=USER, state=Offer.State.ACCEPTED).values("seat__table__round__season")
    running = _organised(Season.State.RUNNING)
    return running.exclude(is_duplicate=True, pk__in=entered).exclude(is_duplicate=True, pk__in=substitutes)


def _organised(*states: Season.State) -> QuerySet[Season]:
    return Season.objects.filter(
        state__in=states,
        club__memberships__user=USER,
        club__memberships__ended_at=None,
        club__memberships__role__in=ORGANISERS,
    )


def _rows(
    found: QuerySet[Any, Any], kind: Kind, club: str, season: Any, token: Any, name: str, number: Any
) -> QuerySet[Any, Any]:
    """The columns of `WaitingRow`."""
    columns = {
        "kind": Value(kind),
        "club_slug": F(club),
        "season_slug": season,
        "join_token": token,
        "shown_name": F(name),
        "shown_number": number,
    }
    rows: QuerySet[Any, Any] = found.order_by().annotate(**columns).values_list(*columns)
    return rows
