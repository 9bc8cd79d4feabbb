"""What follows from a step that cannot be undone: organisers read it before they take the step.

Each question takes what the view's ``get`` finds, the form's data, and the rest of the route. None: nothing is to be
asked, or what the route names is not there, which the service words better.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.models import Seat
from games.presentation.points import minus
from leagues.access import BoardSeriesAccess, ClubAccess, DivisionAccess, LadderAccess, SeasonAccess, WebhookAccess
from leagues.corrections.services import correctable, replayable
from leagues.draws.seating_request import to_draw
from leagues.external_matches.accept import will_be_replayed
from leagues.external_matches.entered_deals import Json, all_figures
from leagues.handicaps.services import Handicap
from leagues.models import Adjustment, BoardSeries, Division, Entry, Membership, Season, Table, TableSeat
from leagues.rounds.opening import why_not_open
from leagues.rounds.titles import title_of
from leagues.standings.adjustments import same_by_others
from leagues.standings.division_input import DivisionRows
from leagues.standings.number_format import as_text
from leagues.standings.preview import changes_in_places, with_tables
from leagues.substitutes import services as substitutes
from players.models import User


class Question(NamedTuple):
    """The step, what follows from it, and the words of the button that takes it."""

    title: str
    lines: list[str]
    button: str


def of_removing_member(access: ClubAccess, _data: Mapping[str, Any], *, membership_id: int) -> Question | None:
    member = Membership.objects.filter(club=access.club, pk=membership_id, ended_at=None).first()
    if member is None:
        return None
    mine = Entry.objects.filter(season__club=access.club, user=member.user_id, state__in=Entry.ACTIVE)
    names = mine.filter(season__state__in=Season.UNFINISHED).values_list("season__name", flat=True)
    lines = _tables_with_bots(TableSeat.objects.filter(table__round__season__club=access.club), member.user_id)
    if names:
        lines.insert(0, _("They leave these seasons: %(names)s.") % {"names": _(", ").join(names)})
    boards = BoardSeries.objects.filter(club=access.club, weeks__board_set__plays__user=member.user_id).distinct()
    if boards:
        lines.append(
            _("They drop out of the standings of these boards: %(names)s.") % {"names": _(", ").join(map(str, boards))}
        )
    if not access.club.is_public:
        lines.append(_("They no longer see the club’s pages."))
    return Question(
        _("Remove %(name)s from the club?") % {"name": member.name},
        [*lines, _told(), _("An organiser can invite them again.")],
        _("Remove from the club"),
    )


def of_answering_request(access: ClubAccess, data: Mapping[str, Any], *, request_id: int) -> Question | None:
    """Only a refusal is asked about."""
    asked = access.club.requests.select_related("user").filter(pk=request_id).first()
    if asked is None or data["approve"]:
        return None
    return Question(
        _("Refuse the request of %(name)s?") % {"name": asked.user},
        [_("They can ask again in a week."), _told()],
        _("Refuse the request"),
    )


def of_answering_entry(access: SeasonAccess, data: Mapping[str, Any], *, entry_id: int) -> Question | None:
    """Only a refusal is asked about."""
    entry = access.season.entries.filter(pk=entry_id).first()
    if entry is None or data["approve"]:
        return None
    return Question(
        _("Refuse the entry of %(name)s?") % {"name": entry.name},
        [_only_organisers_enter_them(), _told()],
        _("Refuse the entry"),
    )


def of_removing_entry(access: SeasonAccess, _data: Mapping[str, Any], *, entry_id: int) -> Question | None:
    entry = access.season.entries.filter(pk=entry_id).first()
    if entry is None:
        return None
    seats = TableSeat.objects.filter(entry=entry)
    lines = _tables_with_bots(seats, entry.user_id)
    if seats.filter(table__opened_at__isnull=False).exists():
        lines.append(_("They stay in the standings with their points so far."))
    if access.season.state == Season.State.RUNNING:
        lines.append(_("The rounds that have not begun should be drawn again."))
    lines += [_only_organisers_enter_them(), _told()]
    return Question(_("Remove %(name)s from the season?") % {"name": entry.name}, lines, _("Remove from the season"))


def of_ending_board_series(access: BoardSeriesAccess, _data: Mapping[str, Any]) -> Question | None:
    unopened = access.series.weeks.filter(board_set=None).count()
    if not unopened:
        return None
    lines = [
        ngettext("%(n)d week has not opened yet.", "%(n)d weeks have not opened yet.", unopened) % {"n": unopened},
        _("A week that is open goes on to its close. The standings stay."),
    ]
    return Question(_("Open no further week of %(name)s?") % {"name": access.series}, lines, _("Open no further week"))


def of_leaving_ladder(access: LadderAccess, _data: Mapping[str, Any]) -> Question:
    return Question(
        _("Leave %(name)s?") % {"name": access.ladder},
        [
            _("Everybody below you moves up by one place."),
            _("A match that is being played goes on, and changes the places of the others only."),
            _("You can join again at any time, at the foot."),
        ],
        _("Leave the ladder"),
    )


def of_ending_ladder(access: LadderAccess, _data: Mapping[str, Any]) -> Question:
    return Question(
        _("End %(name)s?") % {"name": access.ladder},
        [
            _("The places stay as they are, and can still be read."),
            _("Open challenges are void. A match that is being played goes on, and changes no places."),
        ],
        _("End the ladder"),
    )


def of_removing_webhook(access: WebhookAccess, _data: Mapping[str, Any]) -> Question:
    return Question(
        _("Remove the webhook %(name)s?") % {"name": access.webhook},
        [
            _("Nothing more will be posted, and waiting posts are discarded."),
            _("Its address, its secret and the list of its posts are deleted."),
        ],
        _("Remove the webhook"),
    )


def of_replacing_player(access: SeasonAccess, _data: Mapping[str, Any], *, number: int, pk: int) -> Question | None:
    seat = substitutes.running_seat(access.season, pk)
    if seat is None or seat.entry is None or seat.sought_at is not None:
        return None
    sitting = substitutes.sitting_in(seat)
    volunteers = substitutes.candidates(access.season, seat).count()
    asked = ngettext(
        "%(n)s volunteer can be asked, and has %(hours)s hours to answer.",
        "%(n)s volunteers can be asked one after another; each has %(hours)s hours to answer.",
        volunteers,
    )
    return Question(
        _("Replace %(name)s?") % {"name": sitting or seat.entry.name},
        [
            _("%(table)s: a bot plays in the seat at once, until a substitute takes over.")
            % {"table": title_of(seat.table)},
            asked % {"n": volunteers, "hours": access.season.substitute_hours}
            if volunteers
            else _("No volunteer on the list can take the seat, so the bot plays to the end."),
            _("The substitute sees the cards of the seat, and everything that it has seen."),
            _("The points: %(rule)s.") % {"rule": access.season.get_credit_display()},
            _told(),
        ],
        _("Replace the player"),
    )


def of_taking_back_match(access: SeasonAccess, _data: Mapping[str, Any], *, number: int, pk: int) -> Question | None:
    tables = Table.objects.filter(round__season=access.season, pk=pk, external_match__isnull=False)
    table = tables.select_related("round__season", "external_match").first()
    if table is None:
        return None
    if not will_be_replayed(table):
        then = _("The round is over, so the table will be void.")
    elif table.is_at_real_table:
        then = _("The table then waits for its results again.")
    else:
        then = _("The table then starts again, with a game on this site.")
    if table.external_match.is_entered:
        stays = _("What was entered is deleted.")
    else:
        stays = _("The match itself stays in the archive.")
    return Question(
        _("No longer use the external match?"),
        [_("%(table)s: its deals no longer count.") % {"table": title_of(table)}, then, stays],
        pgettext("a match", "Undo"),
    )


def of_voiding_match(access: SeasonAccess, _data: Mapping[str, Any], *, number: int, pk: int) -> Question | None:
    table = _table(access, pk)
    if table is None or correctable(table):
        return None

    def void(table: Table) -> None:
        table.state = Table.State.VOID

    lines = [
        _("%(table)s: its deals no longer count.") % {"table": title_of(table)},
        *_when_over(access.season),
        *changes_in_places(table.division, with_tables(void, pk)),
        *_about_match(),
    ]
    return Question(_("Void the match?"), lines, _("Void the match"))


def of_replaying_match(access: SeasonAccess, _data: Mapping[str, Any], *, number: int, pk: int) -> Question | None:
    table = _table(access, pk)
    if table is None or replayable(table):
        return None

    def replay(table: Table) -> None:
        table.state, table.game, table.deals_json = Table.State.DRAWN, None, []

    lines = [
        _("%(table)s: its deals no longer count, and the members drawn to it play again.") % {"table": title_of(table)},
        *changes_in_places(table.division, with_tables(replay, pk)),
        *_about_match(),
    ]
    return Question(_("Let the match be replayed?"), lines, _("Let it be replayed"))


def _about_match() -> list[str]:
    return [
        _("Ratings and the statistics of the season are computed without the match. It stays in the archive."),
        _("You can undo this."),
        _told(),
    ]


def _table(access: SeasonAccess, pk: int) -> Table | None:
    related = Table.objects.select_related("round__season", "game__board_set", "division__season")
    return related.filter(round__season=access.season, pk=pk).first()


def _when_over(season: Season) -> list[str]:
    """What to think of before the results of a season that is over change."""
    return [_("This season is over: its final standings and trophies change.")] if season.is_over else []


def of_correcting_results(access: SeasonAccess, table: Table, deals: Sequence[Json]) -> Question:
    new = all_figures(table.rules, deals)

    def correct(table: Table) -> None:
        table.deals_json = new

    lines = [
        *changed_scores(table, table.deals_json, new),
        *_when_over(access.season),
        *changes_in_places(table.division, with_tables(correct, table.pk)),
        _told(),
    ]
    title = _("Correct the results (%(table)s)?") % {"table": title_of(table)}
    return Question(title, lines, _("Correct the results"))


def changed_scores(table: Table, old: Sequence[Json], new: Sequence[Json]) -> list[str]:
    """The score of each player at the table, where it changes."""
    text = _("%(name)s, at the table: %(old)s → %(new)s")
    found = []
    for number, seat in enumerate(table.seats.all()):
        before, after = (sum(deal["scores"][number] for deal in deals) for deals in (old, new))
        if before != after:
            name = seat.entry.name if seat.entry else _("Bot")
            found.append(text % {"name": name, "old": minus(before), "new": minus(after)})
    return found


def of_adjusting(access: DivisionAccess, user: User, *, entry_id: int, points: Decimal, reason: str) -> Question:
    entry = Entry.objects.select_related("user").get(pk=entry_id, division=access.division)
    made = Adjustment(pk=0, entry=entry, points=points, reason=reason)
    lines = [
        *_same_by_others(user, entry, points),
        *_when_over(access.season),
        *changes_in_places(access.division, lambda rows: rows._replace(adjustments=[*rows.adjustments, made])),
        _("Everybody who sees the standings can read it."),
    ]
    words = {"name": entry.name, "points": as_text(made.value, signed=True)}
    return Question(_("%(name)s: %(points)s points?") % words, lines, _("Record it"))


def of_setting_handicaps(access: SeasonAccess, changed: Sequence[Entry], handicaps: Mapping[int, Handicap]) -> Question:
    def with_handicaps(rows: DivisionRows) -> DivisionRows:
        for entry in rows.entries:
            if entry.pk in handicaps:
                entry.starting_points, entry.handicap = handicaps[entry.pk]
        return rows

    found = {entry.division_id for entry in changed if entry.division_id is not None}
    divisions = Division.objects.filter(pk__in=found).select_related("season").order_by("number")
    lines = [
        *_when_over(access.season),
        *(line for division in divisions for line in changes_in_places(division, with_handicaps)),
        _("Everybody who sees the standings can read it."),
    ]
    text = ngettext("Change the handicap of %(n)s member?", "Change the handicaps of %(n)s members?", len(changed))
    return Question(text % {"n": len(changed)}, lines, _("Record it"))


def _same_by_others(user: User, entry: Entry, points: Decimal) -> list[str]:
    same = same_by_others(user, entry, points)
    if same is None:
        return []
    text = _("%(name)s has already recorded as many points for this member, on %(date)s: %(reason)s")
    date = date_format(timezone.localtime(same.made_at), "DATETIME_FORMAT")
    return [text % {"name": same.made_by or _("Another organiser"), "date": date, "reason": same.reason}]


def of_cancelling_adjustment(
    access: DivisionAccess, _data: Mapping[str, Any], *, adjustment_id: int
) -> Question | None:
    made = Adjustment.objects.select_related("entry__user").filter(pk=adjustment_id, cancelled_at=None).first()
    if made is None or made.entry.division_id != access.division.pk:
        return None

    def cancel(rows: DivisionRows) -> DivisionRows:
        return rows._replace(adjustments=[one for one in rows.adjustments if one.pk != adjustment_id])

    lines = [*_when_over(access.season), *changes_in_places(access.division, cancel)]
    words = {"name": made.entry.name, "points": as_text(made.value, signed=True)}
    return Question(_("Cancel the adjustment of %(name)s (%(points)s)?") % words, lines, _("Cancel the adjustment"))


def _tables_with_bots(seats: QuerySet[TableSeat], user_id: int | None) -> list[str]:
    """The tables at which a bot plays on for the person, told in a line; none if there are none."""
    running = seats.filter(table__state=Table.State.RUNNING).values("table__game")
    number = Seat.objects.filter(game__in=running, user=user_id).count() if user_id else 0
    text = ngettext(
        "At %(n)s running table a bot plays for them until a substitute takes over.",
        "At %(n)s running tables a bot plays for them until a substitute takes over.",
        number,
    )
    return [text % {"n": number}] if number else []


def _only_organisers_enter_them() -> str:
    return _("They can’t enter this season again by themselves, but an organiser can enter them.")


def _told() -> str:
    return _("They will be notified, with your reason. All members can read it in the log.")


def of_starting(access: SeasonAccess, _data: Mapping[str, Any]) -> Question:
    season = access.season
    states = list(season.entries.values_list("state", flat=True))
    members, waiting = states.count(Entry.State.ENTERED), states.count(Entry.State.APPLIED)
    tables = Table.objects.filter(round__season=season, round__number=1).count()
    now = ngettext("Round 1 begins now: %(n)s table.", "Round 1 begins now: %(n)s tables.", tables)
    lines = [ngettext("%(n)s member plays.", "%(n)s members play.", members) % {"n": members}, now % {"n": tables}]
    if season.takes_attendance:
        lines[1] = _("No round begins yet: you draw and open each from those present.")
    elif not tables:
        lines[1] = _("Round 1 is drawn now, and begins.")
    if season.starts_at is not None and season.starts_at > timezone.now() and not season.takes_attendance:
        day = date_format(season.starts_at.astimezone(season.zone), "DATETIME_FORMAT")
        lines[1] = _("Round 1 begins on %(date)s.") % {"date": day}
    if waiting and not season.late_until:
        text = ngettext(
            "%(n)s entry awaiting approval will expire.", "%(n)s entries awaiting approval will expire.", waiting
        )
        lines.append(text % {"n": waiting})
    lines += [
        _("Rules, points and most other settings are fixed from then on."),
        _("All members of the season will be notified."),
    ]
    return Question(_("Start %(season)s?") % {"season": season}, lines, _("Start the season"))


def of_opening_round(access: SeasonAccess, _data: Mapping[str, Any], *, number: int) -> Question | None:
    """Nothing is asked where the round cannot be opened, nor on an evening, when all are there."""
    season = access.season
    round_ = season.rounds.filter(number=number).first()
    if round_ is None or season.takes_attendance or why_not_open(season, round_):
        return None
    people = to_draw(season, number).count()
    lines = [ngettext("%(n)s member is notified.", "%(n)s members are notified.", people) % {"n": people}]
    if round_.place == Season.Venue.SITE:
        lines.append(_("The games of the round begin, and clocks run."))
    if round_.opens_at and round_.opens_at > timezone.now():
        date = date_format(timezone.localtime(round_.opens_at), "DATETIME_FORMAT")
        lines.append(_("It would open by itself on %(date)s.") % {"date": date})
    return Question(_("Open round %(n)s now?") % {"n": number}, lines, _("Open the round now"))


def of_deleting(access: SeasonAccess, _data: Mapping[str, Any]) -> Question:
    return Question(
        _("Delete %(season)s?") % {"season": access.season},
        [
            _("Its settings, entries and draws are gone for good."),
            _("Only organisers have seen it, so nobody will be notified."),
        ],
        _("Delete the season"),
    )


def of_cancelling(season: Season) -> list[str]:
    """What follows from cancelling the season; its page asks by itself."""
    unfinished = Table.objects.filter(round__season=season)
    running = unfinished.filter(state=Table.State.RUNNING).count()
    over = unfinished.filter(state=Table.State.FINISHED).count()
    lines = [
        ngettext(
            "%(n)s running match will end immediately and not count.",
            "%(n)s running matches will end immediately and not count.",
            running,
        )
        % {"n": running},
        ngettext(
            "%(n)s finished table can still be read, along with the standings.",
            "%(n)s finished tables can still be read, along with the standings.",
            over,
        )
        % {"n": over},
    ]
    return [line for line, number in zip(lines, (running, over), strict=True) if number] + [
        _("The season cannot be taken up again."),
        _("Its members will be notified, with your reason."),
    ]
