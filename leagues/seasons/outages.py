"""What an outage of the site does to seasons: dates move, and organisers are asked where a round would have closed."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from django.db.models import F, Q

from games.turns.outages import Shift
from leagues.clubs.audit_log import record_in_audit_log
from leagues.models import Round, Season, Table
from leagues.rounds.dates import move_rounds
from leagues.rounds.notifications import ClosingPutOff, DatesChanged

WORTH_TELLING: Final = timedelta(hours=1)
"""Players hear of dates that move by less only where a round was to close just then."""


def move_dates(shift: Shift) -> None:
    """Move what members of unfinished seasons wait for: registration, the start, and the rounds."""
    seasons = _lock_seasons()
    keys = [season.pk for season in seasons]
    changed = {*_move_seasons(keys, shift), *_move_rounds(keys, shift)}
    for season in seasons:
        if season.pk in changed:
            record_in_audit_log(season, "dates_moved")


def _lock_seasons() -> list[Season]:
    """In the order of their keys, and before any game."""
    unfinished = Season.objects.filter(state__in=Season.UNFINISHED, club__closed_at=None).select_related("club")
    return list(unfinished.select_for_update(no_key=True, of=("self",)).order_by("pk"))


def _move_seasons(keys: list[int], shift: Shift) -> Iterable[int]:
    changed: set[int] = set()
    for name in ("registration_opens_at", "registration_closes_at", "starts_at"):
        to_come = Season.objects.filter(**{"pk__in": keys, f"{name}__gt": shift.since})
        changed.update(to_come.values_list("pk", flat=True))
        to_come.update(**{name: F(name) + shift.by})
    return changed


def _move_rounds(keys: list[int], shift: Shift) -> Iterable[int]:
    later = Q(opens_at__gt=shift.since) | Q(closes_at__gt=shift.since)
    table_later = Q(pk__in=Table.objects.filter(closes_at__gt=shift.since).values("round"))
    unfinished = Round.objects.filter(season__in=keys).exclude(state=Round.State.FINISHED)
    rounds = list(unfinished.filter(later | table_later).select_related("season__club").order_by("season", "number"))
    put_off = {
        round_.pk
        for round_ in rounds
        if round_.closes_at is not None and shift.since < round_.closes_at <= shift.since + shift.by
    }
    move_rounds(rounds, shift)
    for round_ in rounds:
        if round_.state == Round.State.RUNNING:
            _tell(round_, shift, would_close=round_.pk in put_off)
    return {round_.season_id for round_ in rounds}


def _tell(round_: Round, shift: Shift, *, would_close: bool) -> None:
    if would_close:
        ClosingPutOff.notify(round_)
    if would_close or abs(shift.by) >= WORTH_TELLING:
        DatesChanged.notify(round_, None)
