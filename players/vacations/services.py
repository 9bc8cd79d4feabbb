"""Vacations: a limited number of days a year on which the clocks of a person's games stop."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Max, OuterRef, Subquery
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from players.models import User, Vacation
from players.signals import vacations_changed

A_YEAR: Final = 28
"""How many days of vacation there are in a calendar year."""
AHEAD: Final = timedelta(days=366)
DAY: Final = timedelta(days=1)


class VacationError(Exception):
    """These days cannot be taken; the text gives the reason in the reader's language."""


def vacations_now(users: Iterable[User], now: datetime) -> dict[int, datetime]:
    """The end of the vacation of each person who is on vacation; most tables need no query."""
    resting = [user.pk for user in users if user.vacations_until and user.vacations_until > now]
    if not resting:
        return {}
    vacations = Vacation.objects.filter(user__in=resting, start__lte=now, end__gt=now)
    return dict(vacations.values_list("user", "end"))


def next_vacation(user: str, now: datetime) -> dict[str, Subquery]:
    """Annotations of rows that refer to a person: when their vacation under way, or else the next, begins and ends."""
    coming = Vacation.objects.filter(user=OuterRef(user), end__gt=now).order_by("start")
    return {"away_from": Subquery(coming.values("start")[:1]), "away_until": Subquery(coming.values("end")[:1])}


def enter(*, user: User, first: date, last: date) -> Vacation:
    """Take the days from the first to the last, by the person's own clock; from now on if the first is today."""
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=user.pk)
        now = timezone.now()
        today = now.astimezone(user.zone).date()
        if first < today or last < first:
            raise VacationError(_("A vacation must start today or later, and can’t end before it starts."))
        if last > today + AHEAD:
            raise VacationError(_("That is too far ahead."))
        start, end = max(now, _midnight(user, first)), _midnight(user, last + DAY)
        if user.vacations.filter(start__lt=end, end__gt=start).exists():
            raise VacationError(_("Some of these days are already taken."))
        for year in range(first.year, last.year + 1):
            _refuse_too_many(user, year, start, end)
        vacation = Vacation.objects.create(user=user, start=start, end=end)
        _store_last_end(user)
    vacations_changed.send(sender=User, user=user)
    return vacation


def end(*, vacation: Vacation) -> None:
    """End a vacation early; one that has not begun is deleted."""
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=vacation.user_id)
        now = timezone.now()
        current = user.vacations.filter(pk=vacation.pk).first()
        if current is None:
            # The button was pressed twice.
            return
        if current.start >= now:
            current.delete()
        elif current.end > now:
            current.end = now
            current.save(update_fields=["end"])
        _store_last_end(user)
    vacations_changed.send(sender=User, user=user)


def days_left(user: User, year: int) -> int:
    """Whole days that can still be taken in the year."""
    return max((A_YEAR * DAY - _taken(user, year)) // DAY, 0)


def _refuse_too_many(user: User, year: int, start: datetime, end: datetime) -> None:
    if _taken(user, year) + _within(user, year, start, end) > A_YEAR * DAY:
        left = days_left(user, year)
        text = ngettext("%(days)s day left in %(year)s.", "%(days)s days left in %(year)s.", left)
        raise VacationError(text % {"year": year, "days": left})


def _taken(user: User, year: int) -> timedelta:
    begin, over = _year(user, year)
    spans = user.vacations.filter(start__lt=over, end__gt=begin).values_list("start", "end")
    return sum((_within(user, year, start, end) for start, end in spans), timedelta())


def _within(user: User, year: int, start: datetime, end: datetime) -> timedelta:
    """How much of the time lies in the year by wall clock, so that a day counts the same when clocks change."""
    begin, over = _year(user, year)
    own = user.zone
    first, last = (moment.astimezone(own).replace(tzinfo=None) for moment in (max(start, begin), min(end, over)))
    return max(last - first, timedelta())


def _year(user: User, year: int) -> tuple[datetime, datetime]:
    return _midnight(user, date(year, 1, 1)), _midnight(user, date(year + 1, 1, 1))


def _midnight(user: User, day: date) -> datetime:
    return datetime.combine(day, time(), user.zone).astimezone(UTC)


def _store_last_end(user: User) -> None:
    """Store the end of the last vacation on the user, so that most moves need no query for vacations."""
    last = user.vacations.aggregate(last=Max("end"))["last"]
    User.objects.filter(pk=user.pk).update(vacations_until=last)
