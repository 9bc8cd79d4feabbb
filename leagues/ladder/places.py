"""Changes places on a locked ladder, and keeps what changed them."""

from collections.abc import Sequence
from typing import Any

from django.utils import timezone

from leagues.ladder import notifications
from leagues.ladder.order import Order, climbed, dealt_out, placed, slipped
from leagues.models import Challenge, Ladder, LadderEvent, Rung

Kind = LadderEvent.Kind


def rungs_of(ladder: Ladder) -> list[Rung]:
    """Those on the ladder, the top first; not who joins just now."""
    return list(ladder.rungs.filter(left_at=None, place__gt=0).select_related("user").order_by("place"))


def order_after(order: Order, kind: str, rungs: Sequence[int], place: int | None) -> Order:
    """The order after an event, of which nothing else is needed.

    Who has left meanwhile moves nobody any more.
    """
    here = [rung for rung in rungs if rung in order]
    match kind:
        case Kind.JOINED:
            return (*order, *rungs)
        case Kind.LEFT:
            return tuple(member for member in order if member not in rungs)
        case Kind.PLAYED:
            return dealt_out(order, here)
        case Kind.REFUSED | Kind.EXPIRED:
            return climbed(order, *here) if len(here) == 2 else order
        case Kind.IDLE:
            return slipped(order, *here) if here else order
        case _:
            return placed(order, here[0], place or 1) if here else order


def change(ladder: Ladder, kind: Kind, rungs: Sequence[Rung], **more: Any) -> LadderEvent:
    """Let something happen on the locked ladder: store it, move everybody, and notify those whose place changed.

    ``more``: `place`, `challenge`, `by` and `reason` of the event.
    """
    before = rungs_of(ladder)
    places = {rung.pk: rung.place for rung in before}
    known = {rung.pk: rung for rung in (*before, *rungs)}
    new = order_after(tuple(places), kind, [rung.pk for rung in rungs], more.get("place"))
    after = {key: place for place, key in enumerate(new, start=1)}
    changes = [[key, places.get(key, 0), after.get(key, 0)] for key in known if places.get(key, 0) != after.get(key, 0)]
    for key, _old, place in changes:
        known[key].place = place
    Rung.objects.bulk_update([known[key] for key, _old, _new in changes], ["place"])
    event = LadderEvent.objects.create(
        ladder=ladder,
        at=timezone.now(),
        kind=kind,
        rungs_json=[rung.pk for rung in rungs],
        changes_json=sorted(changes, key=lambda each: each[2]),
        **more,
    )
    if kind not in (Kind.JOINED, Kind.LEFT):
        notifications.PlaceChanged.notify(event, [known[key] for key, _old, _new in changes])
    return event


def stay_active(rungs: Sequence[Rung]) -> None:
    """They have just played."""
    Rung.objects.filter(pk__in=[rung.pk for rung in rungs]).update(idle_since=timezone.now())


def unsettled(ladder: Ladder) -> list[Challenge]:
    found = ladder.challenges.filter(state__in=Challenge.UNSETTLED)
    return list(found.select_related("challenger__user", "challenged__user", "game").order_by("pk"))
