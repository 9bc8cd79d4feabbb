"""Rounds: opening them with their tables, and seeing them to their end.

A round that is running has tables to be opened; each is opened by itself, in a transaction of its own, so that whatever
dies in between is taken up by the next sweep. At the concurrent pace all rounds run from the start, and a table
opens as soon as all its members have room.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.lobby import tables as game_tables
from games.models import Game, Seat
from leagues.models import Division, Entry, Round, Season, Table, TableSeat
from leagues.seasons import drawing, entering, notices
from leagues.seasons.results import read_deals
from leagues.seasons.services import days_after, organised, settle_dates
from leagues.services import ClubError, note
from leagues.tally.services import tally_soon
from players.models import User

State = Round.State


# --- Starting a season ---


@transaction.atomic
def start(*, club_id: int, user: User, season_id: int) -> None:
    """Begin the season: registration ends, and its first round opens now or at its date."""
    season = organised(club_id, user, season_id)
    if season.state != Season.State.REGISTRATION:
        raise ClubError(_("The season is not at that point any more."))
    if reason := not_ready(season):
        raise ClubError(reason)
    begin(season)
    note(season.club, "season_started", actor=user, season=season.name)


def not_ready(season: Season) -> str:
    """Why the season cannot start; empty if it can."""
    entered = list(season.entries.filter(state=Entry.State.ENTERED))
    return why_not_ready(entered, drawing.drawn(season, entered=entered))


def why_not_ready(entered: Sequence[Entry], drawn: Sequence[drawing.Drawn]) -> str:
    if any(entry.division_id is None for entry in entered):
        return _("Some members have no division yet.")
    for one in drawn:
        words = {"division": one.division}
        if one.locked is None:
            return _("The draw of %(division)s is not locked yet.") % words
        if one.is_stale:
            text = _("Somebody has come or gone in %(division)s since its draw: draw again.")
            return text % words
    return ""


def begin(season: Season) -> None:
    """Let the locked season run."""
    now = timezone.now()
    season.state, season.started_at = Season.State.RUNNING, now
    settle_dates(season, now)
    season.save(update_fields=["state", "started_at", "starts_at"])
    entering.expire(season)
    notices.started(season)
    open_due(season, now)


# --- Opening ---


@transaction.atomic
def open_round(*, club_id: int, user: User, season_id: int, number: int) -> None:
    """Open the next round before its date, or without one."""
    season = organised(club_id, user, season_id)
    if season.state != Season.State.RUNNING:
        raise ClubError(_("The season is not at that point any more."))
    round_ = season.rounds.filter(number=number).first()
    if round_ is None or round_.state != State.PLANNED:
        raise ClubError(_("This round has been opened already."))
    if season.rounds.filter(number__lt=number, state=State.PLANNED).exists():
        raise ClubError(_("Open the rounds before it first."))
    _open(season, round_, timezone.now())
    note(season.club, "round_opened", actor=user, season=season.name, round=number)


def open_due(season: Season, now: datetime) -> int:
    """Open the rounds of the locked, running season whose time has come; how many."""
    opened = 0
    for round_ in season.rounds.filter(state=State.PLANNED).order_by("number"):
        if not _is_due(season, round_, now):
            break
        _open(season, round_, now)
        opened += 1
    return opened


def _is_due(season: Season, round_: Round, now: datetime) -> bool:
    if round_.opens_at is not None:
        return round_.opens_at <= now
    if season.is_concurrent or round_.number == 1:
        return True
    if season.opening != Season.Opening.FINISHED:
        return False
    return not season.rounds.filter(number__lt=round_.number).exclude(state=State.FINISHED).exists()


def _open(season: Season, round_: Round, now: datetime) -> None:
    """Let the round run; its tables open after the commit."""
    round_.state, round_.opened_at = State.RUNNING, now
    if round_.closes_at is None and season.round_days and not season.is_concurrent:
        round_.closes_at = days_after(season, now, season.round_days)
    round_.save(update_fields=["state", "opened_at", "closes_at"])
    notices.round_opened(round_)
    tally_soon(*season.divisions.values_list("pk", flat=True))
    transaction.on_commit(partial(see_to_later, season.pk), robust=True)


def see_to_later(season_id: int) -> None:
    """Let a worker do what is due in the season."""
    from leagues.tasks import see_to_season

    see_to_season.delay(season_id)


def tables_to_open(season: Season) -> list[int]:
    """The drawn tables of running rounds that can be opened now, the first rounds first."""
    waiting = list(
        Table.objects.filter(round__season=season, round__state=State.RUNNING, game=None)
        .filter(state=Table.State.DRAWN)
        .order_by("round__number", "division__number", "number")
        .prefetch_related("seats__entry__user")
    )
    if not season.is_concurrent:
        return [table.pk for table in waiting]
    busy = games_of(season)
    found = []
    for table in waiting:
        members = [seat.entry.pk for seat in table.seats.all() if seat.entry and _player(seat)]
        if all(busy.get(one, 0) < season.games_at_once for one in members):
            found.append(table.pk)
        # One who waits for a table keeps his place in line: later rounds do not overtake.
        for one in members:
            busy[one] = busy.get(one, 0) + 1
    return found


def games_of(season: Season) -> dict[int, int]:
    """By entry, in how many running games of the season its member is; not those where somebody else plays for him."""
    sitting = Seat.objects.filter(
        game=OuterRef("table__game"), number=OuterRef("number"), user=OuterRef("entry__user")
    )
    seats = TableSeat.objects.filter(
        Exists(sitting), table__round__season=season, table__state=Table.State.RUNNING
    )
    counted = seats.values("entry").annotate(games=Count("pk")).values_list("entry", "games")
    return dict(counted)


def open_table(table_id: int) -> bool:
    """Begin the game of a drawn table and tell its people; whether it was to be begun."""
    with transaction.atomic():
        table = _locked_table(table_id)
        if table is None or table.state != Table.State.DRAWN or table.game_id:
            return False
        round_, season = table.round, table.round.season
        if round_.state != State.RUNNING or season.state != Season.State.RUNNING:
            return False
        seats = list(table.seats.select_related("entry__user").order_by("number"))
        people = [_player(seat) for seat in seats]
        if not any(people):
            settle(table, Table.State.VOID, Table.Outcome.VOID)
            return True
        table.game = game_tables.begin(
            people=people,
            bots=season.bot_level,
            rules=season.rules_for(len(seats)),
            name=name_of(table),
            is_listed=season.is_listed,
            clock=season.clock,
            release=Game.Release(season.release),
        )
        table.state, table.opened_at = Table.State.RUNNING, timezone.now()
        table.save(update_fields=["game", "state", "opened_at"])
        gone = [seat for seat in seats if seat.entry_id and _player(seat) is None]
        TableSeat.objects.filter(pk__in=[seat.pk for seat in gone]).update(
            sought_at=table.opened_at
        )
        notices.table_opened(table, people)
        return True


def _player(seat: TableSeat) -> User | None:
    """Who is to play there: nobody where it is a bot's, or its member has withdrawn."""
    entry = seat.entry
    if entry is None or entry.state != Entry.State.ENTERED:
        return None
    return entry.user


def name_of(table: Table) -> str:
    """What the game is called: in every language the same.

    "Spring 2-3" is the third table of the second round; with several divisions, "Spring 1/2-3".
    """
    division = table.division
    several = Division.objects.filter(season=division.season_id, number__gt=1).exists()
    where = f"{table.round.number}-{table.number}"
    if several:
        where = f"{division.number}/{where}"
    return f"{table.round.season.name[:48]} {where}"


# --- Towards the end ---


def follow(table_id: int) -> bool:
    """Take in what has happened at a table; whether that ended it."""
    table = Table.objects.select_related("game").filter(pk=table_id).first()
    if table is None or table.game is None:
        return False
    read_deals(table)
    if table.state != Table.State.RUNNING or not table.game.is_over:
        return False
    with transaction.atomic():
        locked = _locked_table(table_id)
        if locked is None or locked.state != Table.State.RUNNING or locked.game is None:
            return False
        _take_end(locked)
        return True


def tables_over(season_id: int) -> list[int]:
    """The running tables whose games are over: nothing of them is lost with a message."""
    running = Table.objects.filter(round__season=season_id, state=Table.State.RUNNING)
    over = running.exclude(game__status=Game.Status.RUNNING)
    return list(over.values_list("pk", flat=True))


def games_to_stop(season_id: int) -> list[int]:
    """The games that play on though their tables are void: what was to stop them got lost."""
    left = Game.objects.filter(league_table__round__season=season_id, status=Game.Status.RUNNING)
    return list(left.filter(league_table__state=Table.State.VOID).values_list("pk", flat=True))


def _take_end(table: Table) -> None:
    """The game of the running table is over: so is the table."""
    assert table.game is not None  # noqa: S101 (for the type checker)
    if table.game.status == Game.Status.FINISHED:
        # One that came to its end before anybody stopped it counts whole.
        by_bots = table.outcome == Table.Outcome.BOTS
        how = Table.Outcome.BOTS if by_bots else Table.Outcome.PLAYED
        settle(table, Table.State.FINISHED, how)
    elif table.outcome == Table.Outcome.PRO_RATA and table.deals_json:
        settle(table, Table.State.FINISHED, Table.Outcome.PRO_RATA)
    else:
        # Given up, as nobody came back, or stopped without a finished deal.
        settle(table, Table.State.VOID, Table.Outcome.VOID)


def settle(table: Table, state: Table.State, outcome: Table.Outcome) -> None:
    """The table of a locked season has come to its end, and perhaps its round, and the season."""
    from leagues.seasons.substitutes import seek_no_more

    table.state, table.outcome, table.ended_at = state, outcome, timezone.now()
    table.save(update_fields=["state", "outcome", "ended_at"])
    seek_no_more(table)
    tally_soon(table.division_id)
    notices.table_over(table)
    season = table.round.season
    finish_if_over(season, table.round)
    transaction.on_commit(partial(see_to_later, season.pk), robust=True)


def finish_if_over(season: Season, round_: Round) -> None:
    """A round without a table left to be played is finished; so is a season without such a round."""
    left = round_.tables.filter(state__in=(Table.State.DRAWN, Table.State.RUNNING))
    if left.exists() or round_.state != State.RUNNING:
        return
    now = timezone.now()
    round_.state, round_.closed_at = State.FINISHED, now
    round_.save(update_fields=["state", "closed_at"])
    if season.rounds.exclude(state=State.FINISHED).exists():
        return
    season.state, season.ended_at = Season.State.FINISHED, now
    season.save(update_fields=["state", "ended_at"])
    entering.expire(season)
    notices.finished(season)


def void_all(season: Season) -> None:
    """Let no table of the locked season be played on; their games end where they stand."""
    from leagues.seasons.substitutes import seek_no_more
    from leagues.tasks import stop_game

    now = timezone.now()
    unfinished = season_tables(season).filter(state__in=(Table.State.DRAWN, Table.State.RUNNING))
    for table in unfinished.filter(game__isnull=False):
        seek_no_more(table)
        transaction.on_commit(partial(stop_game.delay, table.game_id), robust=True)
    unfinished.update(state=Table.State.VOID, outcome=Table.Outcome.VOID, ended_at=now)
    season.rounds.filter(state=State.RUNNING).update(state=State.FINISHED, closed_at=now)
    tally_soon(*season.divisions.values_list("pk", flat=True))


def season_tables(season: Season) -> QuerySet[Table]:
    return Table.objects.filter(round__season=season)


def _locked_table(table_id: int) -> Table | None:
    """The table, with its season's row locked: whoever opens, ends or closes anything of a season holds that."""
    found = Table.objects.filter(pk=table_id).values_list("round__season", flat=True).first()
    if found is None:
        return None
    Season.objects.select_for_update().get(pk=found)
    tables = Table.objects.select_related("round__season__club", "division", "game")
    return tables.filter(pk=table_id).first()


# --- Dates ---


@transaction.atomic
def set_dates(
    *,
    club_id: int,
    user: User,
    season_id: int,
    number: int,
    opens_at: datetime | None,
    closes_at: datetime | None,
) -> None:
    """Move the dates of a round that is not over; all others who are at its tables are told."""
    season = organised(club_id, user, season_id)
    round_ = season.rounds.filter(number=number).first()
    if round_ is None or round_.state == State.FINISHED:
        raise ClubError(_("This round is over."))
    if round_.state == State.RUNNING:
        opens_at = round_.opens_at
    if closes_at is not None and closes_at <= max(filter(None, (opens_at, timezone.now()))):
        raise ClubError(_("A round closes after it has opened, and not in the past."))
    if _to_the_minute(opens_at, closes_at) == _to_the_minute(round_.opens_at, round_.closes_at):
        return
    if number == 1 and season.started_at is None and opens_at != season.starts_at:
        # It starts with its first round.
        season.starts_at, season.time_zone = opens_at, timezone.get_current_timezone_name()
        season.save(update_fields=["starts_at", "time_zone"])
    round_.opens_at, round_.closes_at = opens_at, closes_at
    round_.save(update_fields=["opens_at", "closes_at"])
    note(season.club, "dates_set", actor=user, season=season.name, round=number)
    if season.state != Season.State.DRAFT:
        notices.dates_moved(round_, user)


def _to_the_minute(*moments: datetime | None) -> list[datetime | None]:
    """As forms know them: nobody has moved what he has sent as he found it."""
    return [moment and moment.replace(second=0, microsecond=0) for moment in moments]
