"""The dates of a season's rounds: as planned, when the season starts late, and which round a late entrant can join."""

from datetime import datetime, timedelta

from django.db.models import Max, Q

from leagues.models import Round, Season
from leagues.pauses.clocks import later_by_pauses, pauses_of_round


def plan_rounds(season: Season) -> None:
    """Create, move or delete the rounds that have not been opened, as the season plans them now."""
    planned = season.rounds.filter(state=Round.State.PLANNED)
    planned.filter(number__gt=season.rounds_planned).delete()
    there = {round_.number: round_ for round_ in season.rounds.all()}
    for number in range(1, season.rounds_planned + 1):
        found = there.get(number) or Round(season=season, number=number)
        if found.state == Round.State.PLANNED:
            found.opens_at, found.closes_at = dates_of(season, number)
            found.save()


def set_number_of_rounds(season: Season, number: int) -> None:
    """Plan so many rounds, and keep the dates of those that there are. The season is saved by the caller."""
    season.rounds.filter(state=Round.State.PLANNED, number__gt=number).delete()
    season.rounds_planned = number
    there = {*season.rounds.values_list("number", flat=True)}
    for missing in {*range(1, number + 1)} - there:
        opens, closes = dates_of(season, missing)
        Round.objects.create(season=season, number=missing, opens_at=opens, closes_at=closes)


def dates_of(season: Season, number: int) -> tuple[datetime | None, datetime | None]:
    """When a round opens and closes, as far as the season says."""
    start, days = season.starts_at, season.round_days
    if start is None:
        return None, None
    if season.is_concurrent:
        return start, days_after(season, start, days * season.rounds_planned) if days else None
    if season.opening == Season.Opening.DATES and days:
        before = days * (number - 1)
        return days_after(season, start, before), days_after(season, start, before + days)
    return (start, None) if number == 1 else (None, None)


def days_after(season: Season, moment: datetime, days: int) -> datetime:
    """Calendar days later in the season's zone: noon stays noon, also when the clocks change between."""
    return moment.astimezone(season.zone) + timedelta(days=days)


def shift_dates_to_start(season: Season, now: datetime) -> None:
    """Keep the dates of a season that starts now; if it starts whole days late, move all of them by as many days.

    A season without a date starts now, and rounds that nobody has given dates follow from that.
    """
    planned = season.rounds.filter(state=Round.State.PLANNED)
    if season.starts_at is None:
        season.starts_at = now
        for round_ in planned.filter(opens_at=None, closes_at=None):
            round_.opens_at, round_.closes_at = dates_of(season, round_.number)
            round_.save(update_fields=["opens_at", "closes_at"])
        return
    late = _days_between(season, season.starts_at, now)
    if late < 1:
        return
    season.starts_at = days_after(season, season.starts_at, late)
    for round_ in planned:
        round_.opens_at = round_.opens_at and days_after(season, round_.opens_at, late)
        round_.closes_at = round_.closes_at and days_after(season, round_.closes_at, late)
        round_.save(update_fields=["opens_at", "closes_at"])


def end_of_round(season: Season, round_: Round, now: datetime) -> datetime | None:
    """When a round closes that opens now: whole days late, it has its days all the same; None: once it is over."""
    closes = round_.closes_at
    if closes and round_.opens_at:
        closes = days_after(season, closes, max(0, _days_between(season, round_.opens_at, now)))
    if closes and closes > now:
        return closes
    # Without a date, or when it was held up until its last day was over.
    if season.round_days and not season.is_concurrent:
        length = days_after(season, now, season.round_days) - now
        return later_by_pauses(pauses_of_round(round_, now), now, length)
    return None


def _days_between(season: Season, before: datetime, after: datetime) -> int:
    """Whole days, in the season's zone, where one may have 23 or 25 hours."""
    return (after.astimezone(season.zone) - before.astimezone(season.zone)).days


def first_open_round(season: Season) -> int:
    """First round that a late entrant can join; 0 if none."""
    if season.state != Season.State.RUNNING:
        return 1
    begun = Q(tables__opened_at__isnull=False)
    if not season.is_concurrent:
        # A real table says nothing before its results.
        begun |= Q(state=Round.State.RUNNING)
    # A round that was closed before any of its tables opened has not begun, but takes nobody either.
    passed = season.rounds.filter(begun | Q(state=Round.State.FINISHED))
    last = passed.aggregate(last=Max("number"))["last"] or 0
    return last + 1 if last < season.rounds_planned else 0
