"""Plan weeks of boards, open each when it is due, tell members of its end, and end a series before its time."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.boards.services import board_rules, bots_for, open_set
from games.kernel.stored_rules import columns_of
from games.models import BoardSet
from leagues.board_weeks import notifications
from leagues.clubs.audit_log import record_in_audit_log
from leagues.locks import ClubError, lock_club_as_organiser
from leagues.models import BoardSeries, BoardWeek, Club
from leagues.one_by_one import guarded
from players.account_locks import TWICE
from players.models import User

MOST_SERIES: Final = 3
"""Of one club, at once."""
WEEK: Final = timedelta(days=7)


@transaction.atomic
def plan(
    *,
    club_id: int,
    user: User,
    name: str,
    preset: str,
    boards: int,
    order: str,
    weeks: int,
    best: int,
    first_day: date,
    days: int,
) -> BoardSeries:
    """Plan a series. Its weeks open every seventh day at midnight of the club's zone; one that is due opens at once."""
    club = lock_club_as_organiser(club_id, user)
    lately = BoardSeries.objects.filter(club=club, name=name, created_at__gt=timezone.now() - TWICE)
    if twice := lately.first():
        return twice
    if reason := why_no_more(club):
        raise ClubError(reason, "board_series_list")
    series = BoardSeries.objects.create(
        club=club,
        name=name,
        order=order,
        best=best,
        created_at=timezone.now(),
        **columns_of(board_rules(preset, boards)),
    )
    moments = [_moments(club, first_day + number * WEEK, days) for number in range(weeks)]
    BoardWeek.objects.bulk_create(
        BoardWeek(series=series, number=number, opens_at=opens_at, closes_at=closes_at)
        for number, (opens_at, closes_at) in enumerate(moments, 1)
    )
    record_in_audit_log(club, "boards_planned", actor=user, boards=name, weeks=weeks)
    open_due(timezone.now(), series.pk)
    return series


def why_no_more(club: Club) -> str:
    """Why the club cannot plan another series now; empty if it can."""
    going_on = BoardSeries.objects.filter(club=club, weeks__told_at=None).distinct()
    if going_on.count() < MOST_SERIES:
        return ""
    return _("%(n)d series of boards at once are enough. Wait until one of them ends.") % {"n": MOST_SERIES}


def _moments(club: Club, first_day: date, days: int) -> tuple[datetime, datetime]:
    """Midnights, also where the clocks change in between."""
    opens_at, closes_at = (datetime.combine(day, time(), club.zone) for day in (first_day, first_day + timedelta(days)))
    return opens_at, closes_at


# --- By the scheduler ---


def open_due(now: datetime, series_id: int | None = None) -> None:
    """Open the weeks that are due. One that a site was down for from its beginning to its end is left out."""
    due = BoardWeek.objects.filter(board_set=None, opens_at__lte=now, closes_at__gt=now, series__club__closed_at=None)
    if series_id is not None:
        due = due.filter(series=series_id)
    for week_id in due.order_by("pk").values_list("pk", flat=True):
        guarded(_open, week_id)


@transaction.atomic
def _open(week_id: int) -> None:
    week = _locked(week_id)
    if week is None or week.board_set_id is not None:
        return
    rules = week.series.rules
    week.board_set = open_set(
        BoardSet.Kind.CLUB,
        rules,
        bots=bots_for(rules),
        opens_at=week.opens_at,
        closes_at=week.closes_at,
        name=week.name,
        order=week.series.order,
    )
    week.save(update_fields=["board_set"])
    notifications.BoardWeekOpened.notify(week)


def tell_of_ended(now: datetime) -> None:
    """Tell those who played of weeks whose boards have closed."""
    ended = BoardWeek.objects.filter(told_at=None, closes_at__lte=now, board_set__closed_at__isnull=False)
    for week_id in ended.order_by("pk").values_list("pk", flat=True):
        guarded(_tell_of_end, week_id, now)
    missed = BoardWeek.objects.filter(told_at=None, closes_at__lte=now, board_set=None)
    missed.update(told_at=now)


@transaction.atomic
def _tell_of_end(week_id: int, now: datetime) -> None:
    week = _locked(week_id)
    if week is not None and week.told_at is None:
        notifications.BoardWeekOver.notify(week)
        week.told_at = now
        week.save(update_fields=["told_at"])


def _locked(week_id: int) -> BoardWeek | None:
    weeks = BoardWeek.objects.select_for_update(no_key=True, of=("self",)).select_related("series__club")
    return weeks.filter(pk=week_id).first()


# --- Before its time ---


@transaction.atomic
def end(*, club_id: int, user: User, series_id: int) -> None:
    """Open no further week. One that is open goes on to its close."""
    club = lock_club_as_organiser(club_id, user)
    series = BoardSeries.objects.filter(club=club, pk=series_id).first()
    if series is None or not _drop_unopened([series]):
        raise ClubError(_("All weeks of this series have opened."))
    record_in_audit_log(club, "boards_ended", actor=user, boards=series.name)


def end_with_club(club: Club) -> None:
    """Nothing opens in a closed club, and what is open closes now."""
    _drop_unopened(list(club.board_series.all()))
    now = timezone.now()
    running = BoardWeek.objects.filter(series__club=club, told_at=None, closes_at__gt=now)
    BoardSet.objects.filter(board_week__in=running, closed_at=None).update(closes_at=now)
    running.update(closes_at=now)


def _drop_unopened(series: Sequence[BoardSeries]) -> int:
    """Delete the weeks that have not opened, and a series without any other; how many weeks there were."""
    deleted, _rows = BoardWeek.objects.filter(series__in=series, board_set=None).delete()
    BoardSeries.objects.filter(pk__in=[each.pk for each in series], weeks=None).delete()
    return deleted
