"""Ladders: founding them, joining and leaving, challenges and their answers, and what organisers decide."""

import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.kernel.stored_rules import columns_of
from games.lobby import services as lobby
from games.lobby.paces import PACES
from leagues.clubs.audit_log import record_in_audit_log
from leagues.ladder import notifications
from leagues.ladder.places import Kind, change, rungs_of, unsettled
from leagues.locks import ClubError, acting_member, lock_club, lock_club_as_organiser, refuse_guest
from leagues.models import Challenge, Club, Ladder, Rung
from napoleon.time_bank import clock_to_json
from players.account_locks import TWICE
from players.models import User
from players.vacations.models import Vacation

MOST_LADDERS: Final = 4
"""Of a club, at once."""
MOST_RUNGS: Final = 200
LIMITS: Final = ("name", "reach", "open_most", "answer_days", "play_days", "repeat_days", "idle_days")
"""What organisers can change at any time."""
State = Challenge.State

# --- Organisers ---


@transaction.atomic
def found(*, club_id: int, user: User, preset: str, pace: str, **limits: Any) -> Ladder:
    """Found a ladder; nobody is on it yet."""
    club = lock_club_as_organiser(club_id, user)
    lately = club.ladders.filter(created_at__gt=timezone.now() - TWICE, name=limits["name"])
    if twice := lately.first():
        return twice
    if reason := why_no_more(club.ladders.all()):
        raise ClubError(reason, "ladders")
    chosen = PACES[pace]
    ladder = Ladder.objects.create(
        club=club,
        clock_json=clock_to_json(chosen.clock),
        plays_forced=chosen.plays_forced,
        created_at=timezone.now(),
        **columns_of(chosen.rules(preset)),
        **limits,
    )
    record_in_audit_log(club, "ladder_founded", actor=user, ladder=ladder.name)
    return ladder


def why_no_more(ladders: Iterable[Ladder]) -> str:
    """Why a club with these cannot found another; empty if it can."""
    if sum(ladder.ended_at is None for ladder in ladders) < MOST_LADDERS:
        return ""
    return _("%(n)s ladders at once are enough. End one of them first.") % {"n": MOST_LADDERS}


@transaction.atomic
def edit(*, club_id: int, user: User, ladder_id: int, **limits: Any) -> None:
    """Change the limits of the ladder. Dates that run stay as they are."""
    ladder = _organised(club_id, user, ladder_id)
    for name in LIMITS:
        setattr(ladder, name, limits[name])
    ladder.save(update_fields=LIMITS)
    record_in_audit_log(ladder.club, "ladder_edited", actor=user, ladder=ladder.name)


@transaction.atomic
def move(*, club_id: int, user: User, ladder_id: int, rung_id: int, place: int, reason: str) -> None:
    """Put a member in another place."""
    ladder = _organised(club_id, user, ladder_id)
    rung = _rung(ladder, rung_id)
    if rung.place != place:
        change(ladder, Kind.MOVED, [rung], place=place, by=user, reason=reason)
        record_in_audit_log(
            ladder.club, "ladder_moved", actor=user, subject=rung.user, ladder=ladder.name, reason=reason
        )


@transaction.atomic
def take_off(*, club_id: int, user: User, ladder_id: int, rung_id: int, reason: str) -> None:
    """Take a member off the ladder; they may join again, at its foot."""
    ladder = _organised(club_id, user, ladder_id)
    rung = _rung(ladder, rung_id)
    _leave(ladder, rung, by=user, reason=reason)
    record_in_audit_log(
        ladder.club, "ladder_left_out", actor=user, subject=rung.user, ladder=ladder.name, reason=reason
    )


@transaction.atomic
def end(*, club_id: int, user: User, ladder_id: int) -> None:
    """End the ladder: open challenges are void, matches that run are played without changing it."""
    ladder = _organised(club_id, user, ladder_id)
    _end(ladder)
    record_in_audit_log(ladder.club, "ladder_ended", actor=user, ladder=ladder.name)


def end_with_club(club: Club) -> None:
    """Nobody is challenged in a closed club, which is locked."""
    for ladder in club.ladders.select_for_update(no_key=True).filter(ended_at=None).order_by("pk"):
        _end(ladder)


def _end(ladder: Ladder) -> None:
    now = timezone.now()
    ladder.challenges.filter(state__in=Challenge.UNSETTLED).update(state=State.VOID, settled_at=now)
    ladder.ended_at = now
    ladder.save(update_fields=["ended_at"])


# --- Members ---


@transaction.atomic
def join(*, club_id: int, user: User, ladder_id: int) -> None:
    """Join the ladder, at its foot."""
    ladder = _locked(club_id, user, ladder_id)
    if user.is_bot:
        raise ClubError(_("Ladders are for people: bots can’t join."))
    rungs = rungs_of(ladder)
    if any(rung.user_id == user.pk for rung in rungs):
        return
    if reason := why_full(rungs):
        raise ClubError(reason)
    now = timezone.now()
    rung = Rung.objects.create(ladder=ladder, user=user, place=0, joined_at=now, idle_since=now)
    change(ladder, Kind.JOINED, [rung])


def why_full(rungs: Sequence[Rung]) -> str:
    return _("This ladder is full.") if len(rungs) >= MOST_RUNGS else ""


@transaction.atomic
def leave(*, club_id: int, user: User, ladder_id: int) -> None:
    ladder = _locked(club_id, user, ladder_id)
    _leave(ladder, _own(ladder, user))


def leave_ladders(club: Club, user: User) -> None:
    """A former member of the locked club leaves all its ladders."""
    for ladder in club.ladders.select_for_update(no_key=True).filter(ended_at=None).order_by("pk"):
        rung = ladder.rungs.filter(user=user, left_at=None).first()
        if rung is not None:
            _leave(ladder, rung)


def merge_rungs(source: User, target: User) -> None:
    """Where both accounts of a person are on a ladder, the target keeps its place."""
    kept = Rung.objects.filter(user=target, left_at=None).values("ladder")
    doubled = Rung.objects.filter(user=source, left_at=None, ladder__in=kept).values("ladder")
    for ladder in Ladder.objects.select_for_update(no_key=True).filter(pk__in=doubled).order_by("pk"):
        _leave(ladder, ladder.rungs.select_related("user").get(user=source, left_at=None))


def _leave(ladder: Ladder, rung: Rung, **more: Any) -> None:
    """Those above and below close the gap; open challenges are void. A match that runs changes places without them."""
    now = timezone.now()
    for each in unsettled(ladder):
        if each.state == State.OPEN and rung.pk in (each.challenger_id, each.challenged_id):
            _settle(each, State.VOID)
    change(ladder, Kind.LEFT, [rung], **more)
    rung.left_at = now
    rung.save(update_fields=["left_at"])


@transaction.atomic
def sit_in(*, club_id: int, user: User, ladder_id: int, approve: bool) -> None:
    """Say whether one takes a free seat at tables of others."""
    ladder = _locked(club_id, user, ladder_id)
    rung = _own(ladder, user)
    rung.sits_in = approve
    rung.save(update_fields=["sits_in"])


@transaction.atomic
def challenge(*, club_id: int, user: User, ladder_id: int, rung_id: int) -> Challenge:
    """Challenge a member who stands above."""
    ladder = _locked(club_id, user, ladder_id)
    mine, other = _own(ladder, user), _rung(ladder, rung_id)
    now = timezone.now()
    if reason := why_not(ladder, mine, other, history_of(ladder, mine, now), away_now([other], now)):
        raise ClubError(reason)
    made = Challenge.objects.create(
        ladder=ladder,
        challenger=mine,
        challenged=other,
        made_at=now,
        answer_by=now + timedelta(days=ladder.answer_days),
    )
    notifications.Challenged.notify(made)
    return made


def history_of(ladder: Ladder, mine: Rung, now: datetime) -> list[Challenge]:
    """What limits the member's challenges: all that are open or at play on the ladder, and their own of late."""
    lately = now - timedelta(days=ladder.repeat_days)
    return [
        each
        for each in ladder.challenges.exclude(state=State.VOID)
        if each.state in Challenge.UNSETTLED
        or (mine.pk in (each.challenger_id, each.challenged_id) and each.made_at > lately)
    ]


def why_not(ladder: Ladder, mine: Rung, other: Rung, history: Sequence[Challenge], away: dict[int, datetime]) -> str:
    """Why the member cannot challenge the other one now; empty if they can."""
    unsettled_ones = [each for each in history if each.state in Challenge.UNSETTLED]
    if not 0 < mine.place - other.place <= ladder.reach:
        text = ngettext(
            "You can challenge anybody at most %(n)s place above you.",
            "You can challenge anybody at most %(n)s places above you.",
            ladder.reach,
        )
        return text % {"n": ladder.reach}
    if sum(each.challenger_id == mine.pk for each in unsettled_ones) >= ladder.open_most:
        return _("Your last challenge is not over yet.")
    if any({each.challenger_id, each.challenged_id} == {mine.pk, other.pk} for each in history):
        return _("You two have had a challenge lately.")
    if sum(each.challenged_id == other.pk for each in unsettled_ones) >= ladder.open_most:
        return _("%(name)s is being challenged already.") % {"name": other.name}
    if other.user_id in away:
        return _("%(name)s is on vacation.") % {"name": other.name}
    return ""


def away_now(rungs: Sequence[Rung], now: datetime) -> dict[int, datetime]:
    """By person the end of the vacation that they are on."""
    vacations = Vacation.objects.filter(user__in=[rung.user_id for rung in rungs if rung.user_id])
    return dict(vacations.filter(start__lte=now, end__gt=now).values_list("user", "end"))


@transaction.atomic
def withdraw(*, club_id: int, user: User, ladder_id: int, challenge_id: int) -> None:
    """Take back a challenge that nobody has answered."""
    ladder = _locked(club_id, user, ladder_id)
    found = _open_challenge(ladder, challenge_id)
    if found.challenger.user_id != user.pk:
        raise ClubError(_("Only the challenger takes a challenge back."))
    _settle(found, State.WITHDRAWN)


@transaction.atomic
def answer(*, club_id: int, user: User, ladder_id: int, challenge_id: int, accept: bool) -> Challenge:
    """Accept a challenge, whose match begins at once, or decline it, which counts as lost."""
    ladder = _locked(club_id, user, ladder_id)
    found = _open_challenge(ladder, challenge_id)
    if found.challenged.user_id != user.pk:
        raise ClubError(_("This challenge is not to you."))
    if accept:
        _begin(ladder, found)
    else:
        lose(ladder, found, State.REFUSED)
    return found


def lose(ladder: Ladder, found: Challenge, how: Challenge.State) -> None:
    """Who declines a challenge, or does not answer it, loses their place to the challenger."""
    _settle(found, how)
    change(ladder, Kind(how.value), [found.challenger, found.challenged], challenge=found)


def _begin(ladder: Ladder, found: Challenge) -> None:
    """Begin the match: the two, the nearest willing members in the other seats, then bots. The seats are chance."""
    rules = ladder.rules
    seats: list[Rung | None] = [found.challenger, found.challenged, *_sitting_in(ladder, found, rules.players - 2)]
    seats += [None] * (rules.players - len(seats))
    secrets.SystemRandom().shuffle(seats)
    now = timezone.now()
    terms = lobby.TableTerms(
        rules=rules,
        name=ladder.name,
        is_listed=ladder.club.is_public,
        clock=ladder.clock,
        plays_forced=ladder.plays_forced,
    )
    found.game = lobby.begin(terms, people=[rung.user if rung else None for rung in seats], bots=ladder.bot_level)
    found.state, found.play_by = State.RUNNING, now + timedelta(days=ladder.play_days)
    found.seats_json = [rung.pk if rung else None for rung in seats]
    found.save(update_fields=["state", "play_by", "seats_json", "game"])
    notifications.LadderMatchBegan.notify(found, [rung for rung in seats if rung is not None])


def _sitting_in(ladder: Ladder, found: Challenge, free: int) -> list[Rung]:
    """The members who take the other seats: those nearest to whom is challenged, if they are at no other table."""
    busy = {found.challenger_id, found.challenged_id}
    for each in unsettled(ladder):
        busy.update(key for key in each.seats_json if key is not None)
    willing = [rung for rung in rungs_of(ladder) if rung.sits_in and rung.pk not in busy and rung.user_id]
    away = away_now(willing, timezone.now())
    there = [rung for rung in willing if rung.user_id not in away]
    target = found.challenged.place
    return sorted(there, key=lambda rung: (abs(rung.place - target), rung.place))[: max(0, free)]


# --- Steps of the above ---


def _locked(club_id: int, user: User, ladder_id: int) -> Ladder:
    """The ladder and its club, locked, for a member who acts for themselves."""
    club = lock_club(club_id)
    refuse_guest(user)
    acting_member(club, user)
    return _ladder(club, ladder_id)


def _organised(club_id: int, user: User, ladder_id: int) -> Ladder:
    return _ladder(lock_club_as_organiser(club_id, user), ladder_id)


def _ladder(club: Club, ladder_id: int) -> Ladder:
    ladder = Ladder.objects.select_for_update(no_key=True).get(pk=ladder_id, club=club)
    ladder.club = club
    if ladder.ended_at is not None:
        raise ClubError(_("This ladder has ended."))
    return ladder


def _own(ladder: Ladder, user: User) -> Rung:
    rung = ladder.rungs.filter(user=user, left_at=None).select_related("user").first()
    if rung is None:
        raise ClubError(_("You are not on this ladder. Join it first."), "ladder")
    return rung


def _rung(ladder: Ladder, rung_id: int) -> Rung:
    rung = ladder.rungs.filter(pk=rung_id, left_at=None).select_related("user").first()
    if rung is None:
        raise ClubError(_("This person is not on the ladder any more."))
    return rung


def _open_challenge(ladder: Ladder, challenge_id: int) -> Challenge:
    challenges = ladder.challenges.select_related("challenger__user", "challenged__user")
    found = challenges.filter(pk=challenge_id, state=State.OPEN).first()
    if found is None:
        raise ClubError(_("This challenge has been answered or taken back."))
    return found


def _settle(found: Challenge, state: Challenge.State) -> None:
    found.state, found.settled_at = state, timezone.now()
    found.save(update_fields=["state", "settled_at"])
