"""Opens rounds and their tables.

Each table of a running round opens in a transaction of its own, so that the next sweep continues where a process died.
At the concurrent pace all rounds run from the start, and a table opens as soon as all its members have room.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.boards.tables import open_tables
from games.lobby import services as game_tables
from games.models import BoardSet, Game, Seat
from games.presentation.board_set_titles import RoundFixture
from games.presentation.table_titles import Fixture
from infrastructure.task_queue import enqueue_on_commit
from leagues.clubs.audit_log import record_in_audit_log
from leagues.draws.seating_request import to_draw
from leagues.locks import ClubError, lock_as_organiser
from leagues.models import Attendance, Bye, Division, Entry, Round, Season, Table, TableSeat
from leagues.pauses.clocks import follow_pauses, is_paused
from leagues.rounds import notifications
from leagues.rounds.closing import finish_round_if_over, finish_table, lock_table
from leagues.rounds.titles import fixture_of
from leagues.seasons.dates import end_of_round
from leagues.standings.store import update_standings_later
from players.models import User

State = Round.State


@transaction.atomic
def open_round(*, club_id: int, user: User, season_id: int, number: int) -> None:
    """Open the next round before its date, or a round without a date."""
    season = lock_as_organiser(club_id, user, season_id)
    round_ = season.rounds.filter(number=number).first()
    if round_ is None:
        raise ClubError(already_opened(), "season")
    refuse_to_open(season, round_)
    undrawn = divisions_to_draw(season, round_).order_by("number").first() if season.is_drawn_by_round else None
    if undrawn is not None:
        raise ClubError(_("This round has not been drawn yet."), "draw", undrawn.number)
    _open(season, round_, timezone.now())
    record_in_audit_log(season, "round_opened", actor=user, round=number)


def why_not_open(season: Season, round_: Round) -> str:
    """Why an organiser cannot open the round, be it drawn or not; empty if they can."""
    if season.state != Season.State.RUNNING:
        return _("The season has moved past that point.")
    if round_.state != State.PLANNED:
        return already_opened()
    if season.rounds.filter(number__lt=round_.number, state=State.PLANNED).exists():
        return _("Open the earlier rounds first.")
    if is_paused(round_, timezone.now()):
        return _("The season pauses now. End the pause first.")
    return ""


def refuse_to_open(season: Season, round_: Round) -> None:
    reason = why_not_open(season, round_)
    if not reason:
        return
    if season.state == Season.State.RUNNING and round_.state == State.PLANNED:
        earlier = season.rounds.filter(number__lt=round_.number, state=State.PLANNED).order_by("number").first()
        raise ClubError(reason, *(("round", earlier.number) if earlier else ("pauses",)))
    raise ClubError(reason, "season")


def already_opened() -> str:
    return _("This round has been opened already.")


def open_due(season: Season, now: datetime) -> int:
    """Open the rounds of the locked, running season that are due; returns how many."""
    opened = 0
    for round_ in season.rounds.filter(state=State.PLANNED).order_by("number"):
        if not is_due(season, round_, now) or (season.is_drawn_by_round and not is_drawn(season, round_)):
            break
        _open(season, round_, now)
        opened += 1
    return opened


def is_due(season: Season, round_: Round, now: datetime) -> bool:
    """Whether the planned round may open by itself now. One drawn from results needs those of all before it."""
    if season.takes_attendance:
        return False
    before = season.rounds.filter(number__lt=round_.number).exclude(state=State.FINISHED)
    if (season.follows_results and before.exists()) or is_paused(round_, now):
        return False
    if round_.opens_at is not None:
        return round_.opens_at <= now
    if season.is_concurrent or round_.number == 1:
        return True
    return season.opening == Season.Opening.FINISHED and not before.exists()


def is_drawn(season: Season, round_: Round) -> bool:
    """Whether every division that has members left has its tables in the round."""
    return not divisions_to_draw(season, round_).exists()


def divisions_to_draw(season: Season, round_: Round) -> QuerySet[Division]:
    peopled = to_draw(season, round_.number).values("division")
    return season.divisions.filter(pk__in=peopled).exclude(tables__round=round_)


def _open(season: Season, round_: Round, now: datetime) -> None:
    """Start the round. Its tables open after the commit."""
    round_.state, round_.opened_at = State.RUNNING, now
    round_.closes_at = end_of_round(season, round_, now)
    round_.save(update_fields=["state", "opened_at", "closes_at"])
    notifications.RoundOpened.notify(round_)
    if season.is_duplicate:
        _draw_boards(season, round_)
    if season.takes_attendance:
        _give_byes_asked_for(round_)
    _begin_at_real_tables(round_)
    update_standings_later(*season.divisions.values_list("pk", flat=True))
    # Where everybody has withdrawn there is no table to end it.
    finish_round_if_over(season, round_)
    enqueue_on_commit("leagues.tasks.advance_season", season.pk)


def _draw_boards(season: Season, round_: Round) -> None:
    """Fix the deals of all tables of the round, before anybody plays the first of them."""
    for players in sorted({len(table.seats.all()) for table in round_.tables.with_seats()}):
        _boards_of(season, round_, players)


def _boards_of(season: Season, round_: Round, players: int) -> BoardSet:
    """The deals of the tables of that size in the round."""
    found = round_.boards.filter(players=players).select_related("board_set").first()
    if found is not None:
        return found.board_set
    other = players if len(season.table_sizes) > 1 else 0
    fixture = RoundFixture(season=season.name, round=round_.number, players=other)
    board_set = open_tables(season.rules_for(players), is_listed=season.is_listed, fixture=fixture)
    round_.boards.create(players=players, board_set=board_set)
    return board_set


def _give_byes_asked_for(round_: Round) -> None:
    asked = round_.attendances.filter(answer=Attendance.Answer.BYE, entry__state=Entry.State.ENTERED)
    Bye.objects.bulk_create(Bye(round=round_, entry_id=entry) for entry in asked.values_list("entry", flat=True))


def _begin_at_real_tables(round_: Round) -> None:
    for table in round_.tables.with_seats():
        table.round = round_
        if table.is_at_real_table:
            begin_at_real_table(table)


def begin_at_real_table(table: Table) -> None:
    """Tell those at the table with whom they play. A table that all have left is void."""
    people = [player_of(seat) for seat in table.seats.all()]
    if any(people) or any(is_guest(seat) for seat in table.seats.all()):
        notifications.RoundBegan.notify(table, people)
    else:
        finish_table(table, Table.State.VOID, Table.Outcome.VOID)


def tables_to_open(season: Season) -> list[int]:
    """The drawn tables of running rounds that can open now, early rounds first; none at real tables or in a pause."""
    waiting = list(
        Table.objects.filter(round__season=season, round__state=State.RUNNING, game=None)
        .filter(state=Table.State.DRAWN)
        .order_by("round__number", "division__number", "number")
        .select_related("round__season")
        .prefetch_related("seats__entry__user")
    )
    waiting = [table for table in waiting if not table.is_at_real_table]
    now = timezone.now()
    paused = {round_.pk for round_ in {table.round for table in waiting} if is_paused(round_, now)}
    waiting = [table for table in waiting if table.round_id not in paused]
    if not season.is_concurrent:
        return [table.pk for table in waiting]
    busy = count_running_games(season)
    found = []
    for table in waiting:
        members = [seat.entry.pk for seat in table.seats.all() if seat.entry and player_of(seat)]
        if all(busy.get(member, 0) < season.games_at_once for member in members):
            found.append(table.pk)
        # A member who waits for a table keeps their place in line: later rounds do not overtake.
        for one in members:
            busy[one] = busy.get(one, 0) + 1
    return found


def count_running_games(season: Season) -> dict[int, int]:
    """By entry, the number of running games that the member plays; games with a substitute for them do not count."""
    sitting = Seat.objects.filter(game=OuterRef("table__game"), number=OuterRef("number"), user=OuterRef("entry__user"))
    seats = TableSeat.objects.filter(Exists(sitting), table__round__season=season, table__state=Table.State.RUNNING)
    counted = seats.values("entry").annotate(games=Count("pk")).values_list("entry", "games")
    return dict(counted)


def open_table(table_id: int) -> bool:
    """Begin the game of a drawn table and notify its players; returns whether it was still to begin."""
    with transaction.atomic():
        table = lock_table(table_id)
        if table is None or table.state != Table.State.DRAWN or table.game_id:
            return False
        round_, season = table.round, table.round.season
        if table.is_at_real_table or round_.state != State.RUNNING or season.state != Season.State.RUNNING:
            return False
        seats = list(table.seats.select_related("entry__user").order_by("number"))
        people = [player_of(seat) for seat in seats]
        if not any(people):
            finish_table(table, Table.State.VOID, Table.Outcome.VOID)
            return True
        fixture = fixture_of(table)
        terms = game_tables.TableTerms(
            rules=season.rules_for(len(seats)),
            name=table_name(fixture),
            fixture=fixture,
            is_listed=season.is_listed,
            clock=season.clock,
            release=Game.Release(season.release),
            allows_claims=season.allows_claims,
            shows_seen_cards=season.shows_seen_cards,
            board_set=_boards_of(season, round_, len(seats)) if season.is_duplicate else None,
        )
        table.game = game_tables.begin(terms, people=people, bots=season.bot_level)
        table.state, table.opened_at = Table.State.RUNNING, timezone.now()
        table.save(update_fields=["game", "state", "opened_at"])
        follow_pauses([table], table.opened_at)
        gone = [seat for seat in seats if seat.entry_id and player_of(seat) is None]
        TableSeat.objects.filter(pk__in=[seat.pk for seat in gone]).update(sought_at=table.opened_at)
        notifications.RoundBegan.notify(table, people)
        return True


def player_of(seat: TableSeat) -> User | None:
    """The player of the seat; None for a bot's seat, or after its member has withdrawn."""
    entry = seat.entry
    if entry is None or entry.state != Entry.State.ENTERED:
        return None
    return entry.user


def is_guest(seat: TableSeat) -> bool:
    """Whether a guest without an account sits there."""
    return seat.entry is not None and bool(seat.entry.guest_name) and seat.entry.state == Entry.State.ENTERED


def table_name(fixture: Fixture) -> str:
    """The name of the table's game in records, the same in every language.

    "Spring 2-3" is the third table of the second round; with several divisions, "Spring 1/2-3".
    """
    where = f"{fixture['round']}-{fixture['table']}"
    if fixture["division"]:
        where = f"{fixture['division']}/{where}"
    return f"{fixture['season'][:48]} {where}"
