"""Preparing a season, changing its settings, starting it and cancelling it."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.lobby import services as lobby_services
from games.models import BoardSet, Game
from leagues.clubs.audit_log import record_in_audit_log
from leagues.clubs.audit_messages import SETTINGS
from leagues.entries import services as entries_services
from leagues.entries.notifications import EntrySettled
from leagues.locks import ClubError, lock_as_organiser, lock_club_as_organiser, lock_in_any_state, refuse_drawn
from leagues.models import Club, Division, Entry, ExternalMatch, Season
from leagues.rounds.closing import void_unfinished_tables
from leagues.rounds.knock_out import plan_from_entries
from leagues.rounds.opening import open_due
from leagues.seasons import notifications
from leagues.seasons.dates import plan_rounds, shift_dates_to_start
from leagues.seasons.readiness import refuse_unready
from napoleon.engine import rules_to_json
from napoleon.time_bank import clock_from_json
from players.account_locks import TWICE
from players.models import User

MOST_DIVISIONS: Final = 8
MOST_OPEN: Final = 20
"""Seasons of a club in preparation or running at once."""

CHANGEABLE: Final = ("name", "about", "games_at_once", "substitute_hours", "late_until", "cap")
FIXED_AT_START: Final = tuple(name for name in SETTINGS if name not in CHANGEABLE)
"""Settings that are fixed once the season has started: members entered for them."""
DATE_SETTINGS: Final = ("rounds_planned", "pace", "opening", "starts_at", "round_days")
"""Settings that the dates of the rounds follow from."""

DRAW_SETTINGS: Final = (
    "venue",
    "rules_json",
    "other_size",
    "gap",
    "pairing",
    "advancing",
    "takes_attendance",
    "team_size",
)
"""Settings that a draw depends on, beside these."""


# --- Preparing ---


@transaction.atomic
def create(
    *, club_id: int, user: User, slug: str, name: str, divisions: int = 1, opens: bool = False, **values: Any
) -> Season:
    """Prepare a season, with so many divisions; one that ``opens`` lets members enter at once."""
    club = lock_club_as_organiser(club_id, user)
    if values.get("pairing") == Season.Pairing.OUT:
        # The others follow from its members, once its first round is drawn.
        values["rounds_planned"] = 1
    lately = club.seasons.filter(name=name, created_at__gt=timezone.now() - TWICE)
    for found in lately.filter(state=Season.State.REGISTRATION if opens else Season.State.DRAFT):
        if found.divisions.count() == divisions and not any(
            _differs(found, key, value) for key, value in values.items()
        ):
            return found
    if reason := why_no_more(club):
        raise ClubError(reason, "seasons")
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
    Division.objects.bulk_create(Division(season=season, number=number + 1) for number in range(divisions))
    plan_rounds(season)
    record_in_audit_log(season, "season_created", actor=user)
    if opens:
        open_for_entries(season)
        record_in_audit_log(season, "season_opened", actor=user)
    return season


def why_no_more(club: Club) -> str:
    """Why the club cannot prepare another season; empty if it can."""
    if club.seasons.filter(state__in=Season.UNFINISHED).count() < MOST_OPEN:
        return ""
    return _("This club has too many seasons that are not over.")


CHANGED_MEANWHILE: Final = gettext_lazy(
    "Somebody has changed these settings since. Compare yours with the current ones, then save again."
)


def digest_of_settings(season: Season) -> str:
    """Tells whether the settings are still those that somebody has seen."""
    values = [(name, str(getattr(season, name))) for name in (*CHANGEABLE, *FIXED_AT_START)]
    return sha256(repr(values).encode()).hexdigest()[:16]


@transaction.atomic
def edit(*, club_id: int, user: User, season_id: int, values: Mapping[str, Any], seen: str = "") -> None:
    """Change the settings of a season; most of them only before it starts. ``seen`` is the digest of those shown."""
    season = lock_as_organiser(club_id, user, season_id)
    if seen and seen != digest_of_settings(season):
        raise ClubError(str(CHANGED_MEANWHILE))
    allowed = CHANGEABLE if season.state == Season.State.RUNNING else (*CHANGEABLE, *FIXED_AT_START)
    changed = [name for name in allowed if name in values and _differs(season, name, values[name])]
    if not changed:
        return
    if any(name in DATE_SETTINGS or name in DRAW_SETTINGS for name in changed):
        refuse_drawn(season)
    if "team_size" in changed and season.teams.exists():
        raise ClubError(_("There are teams already. Take their members out first."), "teams")
    columns = [*changed, "rules_version"] if "rules_json" in changed else changed
    for name in columns:
        setattr(season, name, values[name])
    if "starts_at" in changed:
        season.time_zone = timezone.get_current_timezone_name()
    season.save(update_fields=[*columns, "time_zone"])
    if any(name in DATE_SETTINGS for name in changed):
        plan_rounds(season)
    if "cap" in changed or "late_until" in changed:
        # Members on the waiting list come before anybody who enters later.
        entries_services.move_up(season)
    record_in_audit_log(season, "season_edited", actor=user, settings=changed)


def _differs(season: Season, name: str, value: Any) -> bool:
    """Whether a setting changes. A clock may leave out what is usual, and so may older rules."""
    before = getattr(season, name)
    if name == "clock_json":
        return clock_from_json(before) != clock_from_json(value)
    if name == "rules_json":
        return value not in (before, rules_to_json(season.rules))
    return bool(before != value)


@transaction.atomic
def copy(*, club_id: int, user: User, season_id: int, slug: str, name: str) -> Season:
    """Prepare a season with the settings and divisions of another, without its dates and members."""
    club = lock_club_as_organiser(club_id, user)
    old = Season.objects.get(pk=season_id, club=club)
    values = {key: getattr(old, key) for key in (*CHANGEABLE, *FIXED_AT_START, "rules_version") if key != "name"}
    for key in ("starts_at", "registration_opens_at", "registration_closes_at"):
        values[key] = None
    copied = old.divisions.values("number", "name", "size", "promoted", "relegated")
    values |= {"follows": old, "divisions": len(copied)}
    made = create(club_id=club_id, user=user, slug=slug, name=name, **values)
    # Where the button was pressed twice, somebody may have been entered in between.
    for division in copied:
        made.divisions.filter(number=division["number"]).update(**division)
    return made


# --- Registration, start and end ---


@transaction.atomic
def open_registration(*, club_id: int, user: User, season_id: int) -> None:
    """Let members enter, and notify all of the club; or let them enter again after it was closed."""
    season = lock_as_organiser(club_id, user, season_id)
    if season.state == Season.State.REGISTRATION and season.is_registration_over:
        season.registration_closes_at = None
        season.save(update_fields=["registration_closes_at"])
        record_in_audit_log(season, "season_reopened", actor=user)
        return
    _refuse_unless(season, Season.State.DRAFT)
    open_for_entries(season)
    record_in_audit_log(season, "season_opened", actor=user)


def open_for_entries(season: Season) -> None:
    season.state, season.announced_at = Season.State.REGISTRATION, timezone.now()
    if season.is_registration_over:
        # A date that has passed would close it at once.
        season.registration_closes_at = None
    season.save(update_fields=["state", "announced_at", "registration_closes_at"])
    if season.stage_after_id is None:
        notifications.RegistrationOpened.notify(season)
        told = season.entries.filter(state=Entry.State.ENTERED)
    else:
        # Nobody enters a later stage: those who are in learn it, and those who would step in.
        told = season.entries.filter(state__in=(Entry.State.ENTERED, Entry.State.WAITING))
    for entry in told:
        entry.season = season
        EntrySettled.notify(entry)


@transaction.atomic
def close_registration(*, club_id: int, user: User, season_id: int) -> None:
    """Take no more entries before the season starts."""
    season = lock_as_organiser(club_id, user, season_id)
    _refuse_unless(season, Season.State.REGISTRATION)
    # To the minute, as forms have it: otherwise saving the unchanged settings would change it.
    season.registration_closes_at = timezone.now().replace(second=0, microsecond=0)
    season.save(update_fields=["registration_closes_at"])
    record_in_audit_log(season, "season_closed", actor=user)


@transaction.atomic
def start(*, club_id: int, user: User, season_id: int) -> None:
    """End registration and open the first round, now or at its date."""
    season = lock_as_organiser(club_id, user, season_id)
    _refuse_unless(season, Season.State.REGISTRATION)
    refuse_unready(season)
    begin(season)
    record_in_audit_log(season, "season_started", actor=user)


def begin(season: Season) -> None:
    """Start the locked season."""
    now = timezone.now()
    season.state, season.started_at = Season.State.RUNNING, now
    if season.is_knock_out:
        plan_from_entries(season)
    shift_dates_to_start(season, now)
    season.save(update_fields=["state", "started_at", "starts_at", "rounds_planned"])
    entries_services.expire_unanswered(season)
    notifications.SeasonStarted.notify(season)
    open_due(season, now)


@transaction.atomic
def cancel(*, club_id: int, user: User, season_id: int, reason: str = "") -> None:
    """End a season early; its running games stop where they are."""
    season = lock_as_organiser(club_id, user, season_id)
    _end_early(season)
    record_in_audit_log(season, "season_cancelled", actor=user, reason=reason)
    is_posted = season.announced_at is not None
    notifications.SeasonOver.notify_cancelled(season, reason, is_posted=is_posted)


@transaction.atomic
def delete(*, club_id: int, user: User, season_id: int) -> None:
    """Delete a season that nobody but organisers has seen."""
    season = lock_in_any_state(club_id, user, season_id)
    if season.announced_at is not None:
        raise ClubError(_("Members have already seen this season, so it cannot be deleted."), "cancel_season")
    record_in_audit_log(season, "season_deleted", actor=user)
    season.delete()


def announced_seasons(club: Club) -> QuerySet[Season]:
    """Seasons that are open for entries or running."""
    return club.seasons.filter(state__in=(Season.State.REGISTRATION, Season.State.RUNNING))


def hide_tables(club: Club) -> None:
    """Let only those at the table watch in all seasons and ladders of a club that is no longer public."""
    club.seasons.filter(is_listed=True).update(is_listed=False)
    # Tables of the same deals are listed when they close, as their boards say.
    BoardSet.objects.filter(round_boards__round__season__club=club).update(is_listed=False)
    replaced = ExternalMatch.objects.filter(table__round__season__club=club, replaced__isnull=False)
    own = Game.objects.filter(
        Q(league_table__round__season__club=club)
        | Q(corrections__table__round__season__club=club)
        | Q(challenge__ladder__club=club)
        | Q(pk__in=replaced.values("replaced"))
    )
    keys = own.values("pk")
    lobby_services.unlist(Game.objects.filter(Q(pk__in=keys) | Q(rematch_of__in=keys)))


def end_seasons(club: Club, actor: User | None, reason: str) -> None:
    """Cancel the announced seasons of a club that is closed. The club is locked."""
    for season in announced_seasons(club).select_for_update(no_key=True).order_by("pk"):
        season.club = club
        end_with_club(season, actor, reason)


def end_with_club(season: Season, actor: User | None, reason: str = "") -> None:
    """Cancel the locked season of a club that is closed: nobody can organise it any more."""
    _end_early(season)
    record_in_audit_log(season, "season_ended", actor=actor)
    notifications.SeasonOver.notify_cancelled(season, reason, with_club=True)


def _end_early(season: Season) -> None:
    void_unfinished_tables(season)
    season.state, season.ended_at = Season.State.CANCELLED, timezone.now()
    season.save(update_fields=["state", "ended_at"])


def _refuse_unless(season: Season, state: Season.State) -> None:
    if season.state != state:
        raise ClubError(_("The season has moved past that point."))
