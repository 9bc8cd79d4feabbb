"""What is written about seasons as a whole; entries, draws and rounds have modules of their own.

Every write of an organiser locks the club's row and then the season's (`organised`), so that he may still do it when it
is done; what a member does for himself does the same (`joined`). What time brings about locks the season's row
alone. Everything that an organiser does is in the log of the club.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.models import Club, Division, Entry, Round, Season
from leagues.seasons import notices
from leagues.services import ClubError, locked, member, note, organiser, refuse_guest
from players.models import User

MOST_DIVISIONS: Final = 8
MOST_OPEN: Final = 20
"""So many seasons of a club are in preparation or running at once."""

TO_PLAY_BY: Final = (
    "rules_json",
    "clock_json",
    "release",
    "is_listed",
    "other_size",
    "gap",
    "bot_level",
    "rounds_planned",
    "pace",
    "opening",
    "starts_at",
    "round_days",
    "closing",
    "credit",
    "registration_opens_at",
    "registration_closes_at",
    "needs_approval",
    "cap",
    "has_waiting_list",
    "scheme_json",
)
"""What is settled when the season starts: from then on nobody changes what the members entered for."""
ALWAYS: Final = ("name", "about", "games_at_once", "substitute_hours", "late_until")
DATES: Final = ("rounds_planned", "pace", "opening", "starts_at", "round_days")
"""What the dates of the rounds follow from."""


# --- The season itself ---


@transaction.atomic
def create(*, club_id: int, user: User, slug: str, name: str, **values: Any) -> Season:
    """A season in preparation, with one division."""
    club = locked(club_id)
    organiser(club, user)
    states = (Season.State.DRAFT, Season.State.REGISTRATION, Season.State.RUNNING)
    if club.seasons.filter(state__in=states).count() >= MOST_OPEN:
        raise ClubError(_("This club has too many seasons that are not over."))
    try:
        with transaction.atomic():
            season = Season.objects.create(
                club=club,
                slug=slug,
                name=name,
                time_zone=timezone.get_current_timezone_name(),
                created_at=timezone.now(),
                **values,
            )
    except IntegrityError as error:
        raise ClubError(_("Another season of the club has this address.")) from error
    Division.objects.create(season=season, number=1)
    plan_rounds(season)
    note(club, "season_created", actor=user, season=season.name)
    return season


@transaction.atomic
def edit(*, club_id: int, user: User, season_id: int, values: Mapping[str, Any]) -> None:
    """Change what the season says; what it is played by only before it starts."""
    from leagues.seasons import entering  # which needs this module

    season = organised(club_id, user, season_id)
    allowed = ALWAYS if season.state == Season.State.RUNNING else (*ALWAYS, *TO_PLAY_BY)
    changed = [name for name in allowed if name in values and getattr(season, name) != values[name]]
    if not changed:
        return
    if any(name in DATES or name in ("rules_json", "other_size", "gap") for name in changed):
        refuse_drawn(season)
    for name in changed:
        setattr(season, name, values[name])
    if "starts_at" in changed:
        season.time_zone = timezone.get_current_timezone_name()
    season.save(update_fields=[*changed, "time_zone"])
    if any(name in DATES for name in changed):
        plan_rounds(season)
    if "cap" in changed or "late_until" in changed:
        # There may be room for those who wait: nobody who comes later is to have it.
        entering.move_up(season)
    note(season.club, "season_edited", actor=user, season=season.name, settings=changed)


@transaction.atomic
def copy(*, club_id: int, user: User, season_id: int, slug: str, name: str) -> Season:
    """A season in preparation with the same settings and divisions; without dates, and with nobody in it yet."""
    club = locked(club_id)
    organiser(club, user)
    old = Season.objects.get(pk=season_id, club=club)
    values = {key: getattr(old, key) for key in (*ALWAYS, *TO_PLAY_BY) if key != "name"}
    for key in ("starts_at", "registration_opens_at", "registration_closes_at"):
        values[key] = None
    made = create(club_id=club_id, user=user, slug=slug, name=name, follows=old, **values)
    made.divisions.all().delete()
    Division.objects.bulk_create(
        Division(
            season=made,
            number=one.number,
            name=one.name,
            size=one.size,
            promoted=one.promoted,
            relegated=one.relegated,
        )
        for one in old.divisions.all()
    )
    return made


@transaction.atomic
def open_registration(*, club_id: int, user: User, season_id: int) -> None:
    """Let members enter; all of the club are told."""
    season = organised(club_id, user, season_id)
    _refuse_unless(season, Season.State.DRAFT)
    open_for_entries(season)
    note(season.club, "season_opened", actor=user, season=season.name)


def open_for_entries(season: Season) -> None:
    season.state = Season.State.REGISTRATION
    closes = season.registration_closes_at
    if closes is not None and closes <= timezone.now():
        # A date that has passed would close it at once.
        season.registration_closes_at = None
    season.save(update_fields=["state", "registration_closes_at"])
    notices.opened(season)


@transaction.atomic
def close_registration(*, club_id: int, user: User, season_id: int) -> None:
    """Take no more entries before the season starts."""
    season = organised(club_id, user, season_id)
    _refuse_unless(season, Season.State.REGISTRATION)
    # To the minute, as the form of its settings has it: sent as it was found, nothing has changed.
    season.registration_closes_at = timezone.now().replace(second=0, microsecond=0)
    season.save(update_fields=["registration_closes_at"])
    note(season.club, "season_closed", actor=user, season=season.name)


@transaction.atomic
def cancel(*, club_id: int, user: User, season_id: int, reason: str = "") -> None:
    """End the season before it is over; its running games end where they stand."""
    season = organised(club_id, user, season_id)
    was_announced = season.state != Season.State.DRAFT
    _call_off(season)
    note(season.club, "season_cancelled", actor=user, season=season.name, reason=reason)
    notices.cancelled(season, reason, is_posted=was_announced)


def going_on(club: Club) -> QuerySet[Season]:
    """The seasons of the club that have been announced and are not over."""
    return club.seasons.filter(state__in=(Season.State.REGISTRATION, Season.State.RUNNING))


def end_with_club(season: Season, actor: User | None) -> None:
    """Nobody can look after the locked season any more: its club was closed."""
    _call_off(season)
    note(season.club, "season_ended", actor=actor, is_by_site=actor is None, season=season.name)
    notices.cancelled(season, "", with_club=True)


def _call_off(season: Season) -> None:
    from leagues.seasons.rounds import void_all

    void_all(season)
    season.state, season.ended_at = Season.State.CANCELLED, timezone.now()
    season.save(update_fields=["state", "ended_at"])


# --- Its rounds, as they are planned ---


def plan_rounds(season: Season) -> None:
    """Let the rounds that have not been opened be those that the season plans, at the dates that follow from it."""
    planned = season.rounds.filter(state=Round.State.PLANNED)
    planned.filter(number__gt=season.rounds_planned).delete()
    there = {one.number: one for one in season.rounds.all()}
    for number in range(1, season.rounds_planned + 1):
        found = there.get(number) or Round(season=season, number=number)
        if found.state == Round.State.PLANNED:
            found.opens_at, found.closes_at = dates_of(season, number)
            found.save()


def dates_of(season: Season, number: int) -> tuple[datetime | None, datetime | None]:
    """When that round opens and closes, as far as the season says."""
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
    """So many days of the calendar later: from noon it is noon, whatever the clocks of the season's zone do between."""
    return moment.astimezone(season.zone) + timedelta(days=days)


def settle_dates(season: Season, now: datetime) -> None:
    """Let the season that starts now keep its dates; if it starts whole days late, all of them move by as many.

    One without a date starts now, and the rounds that nobody has given dates follow from that.
    """
    planned = season.rounds.filter(state=Round.State.PLANNED)
    if season.starts_at is None:
        season.starts_at = now
        for round_ in planned.filter(opens_at=None, closes_at=None):
            round_.opens_at, round_.closes_at = dates_of(season, round_.number)
            round_.save(update_fields=["opens_at", "closes_at"])
        return
    # Both are read off one clock, so that a day is a day there as well.
    late = (now.astimezone(season.zone) - season.starts_at.astimezone(season.zone)).days
    if late < 1:
        return
    season.starts_at = days_after(season, season.starts_at, late)
    for round_ in planned:
        round_.opens_at = round_.opens_at and days_after(season, round_.opens_at, late)
        round_.closes_at = round_.closes_at and days_after(season, round_.closes_at, late)
        round_.save(update_fields=["opens_at", "closes_at"])


# --- Common to all writes ---


def organised(club_id: int, user: User, season_id: int) -> Season:
    """The season, locked, with its club locked as well, for somebody who organises it; one that is over is refused."""
    club = locked(club_id)
    organiser(club, user)
    season = Season.objects.select_for_update().get(pk=season_id, club=club)
    season.club = club
    refuse_over(season)
    return season


def joined(club_id: int, user: User, season_id: int) -> Season:
    """The same for a member who acts for himself."""
    club = locked(club_id)
    refuse_guest(user)
    if member(club, user) is None:
        raise ClubError(_("Seasons are for members of the club: join it first."))
    season = Season.objects.select_for_update().get(pk=season_id, club=club)
    season.club = club
    refuse_over(season)
    return season


def corrected(club_id: int, user: User, season_id: int) -> Season:
    """The same for an organiser who sets something right: that can be done when the season is over as well."""
    club = locked(club_id)
    organiser(club, user)
    season = Season.objects.select_for_update().filter(pk=season_id, club=club).first()
    if season is None or season.state == Season.State.CANCELLED:
        raise ClubError(_("This season was cancelled."))
    season.club = club
    return season


def refuse_over(season: Season) -> None:
    if season.is_over:
        raise ClubError(_("This season is over."))


def refuse_drawn(season: Season) -> None:
    """What the draw was made for may not change under it."""
    if season.divisions.filter(draws__locked_at__isnull=False).exists():
        raise ClubError(_("The tables are drawn already: unlock the draw first."))


def _refuse_unless(season: Season, state: Season.State) -> None:
    if season.state != state:
        raise ClubError(_("The season is not at that point any more."))


def entered(season: Season) -> list[Entry]:
    """Those who are in it, in the order of their registration."""
    found = season.entries.filter(state=Entry.State.ENTERED).select_related("user", "division")
    return list(found.order_by("order"))
