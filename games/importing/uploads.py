"""From what was sent to matches: read it, show what is in it, store what its sender wants. Each step may run twice."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from itertools import islice
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games.engine import rules_to_json
from games.models import Candidate, Game, GameQuerySet, Upload
from players.models import User

from .reading import MAX_RECORDS, Found, count_of, records
from .storing import store as store_one

State = Upload.State

# What is read while its sender waits; more is left to a worker.
AT_ONCE: Final = 200_000
CHUNK: Final = 50
# So many of a person's uploads may wait for him.
MAX_WAITING: Final = 5
KEPT: Final = timedelta(days=7)


class UploadError(Exception):
    """It was not taken; the text says why, in the reader's language."""


class Counts(NamedTuple):
    """How far an upload is."""

    read: int
    wrong: int
    doubled: int
    new: int
    stored: int

    @property
    def left(self) -> int:
        return self.new - self.stored


def begin(*, user: User, data: bytes) -> Upload:
    """Take what somebody sends, and read it, now or soon. Nothing of it is stored as a match yet."""
    if not data.strip():
        raise UploadError(_("There is nothing in it."))
    waiting = Upload.objects.filter(user=user).exclude(state=State.DONE)
    if waiting.count() >= MAX_WAITING:
        raise UploadError(
            _("Some of your uploads wait for you still. Store or discard them first.")
        )
    upload = Upload.objects.create(
        user=user, at=timezone.now(), data=zlib.compress(data), expected=count_of(data)
    )
    if len(data) <= AT_ONCE:
        read(upload.pk)
        upload.refresh_from_db()
    else:
        transaction.on_commit(lambda: _later("read_upload", upload.pk))
    return upload


def confirm(*, upload: Upload, members: dict[str, int], is_listed: bool) -> None:
    """Store the matches that are new, with these members for names of the records."""
    with transaction.atomic():
        locked = Upload.objects.select_for_update().get(pk=upload.pk)
        if locked.state != State.READY:
            raise UploadError(_("This upload is being stored already."))
        locked.state, locked.names_json, locked.is_listed = State.STORING, members, is_listed
        locked.save(update_fields=["state", "names_json", "is_listed"])
    if counts_of(upload).new <= CHUNK and upload.expected <= CHUNK:
        store(upload.pk)
    else:
        transaction.on_commit(lambda: _later("store_upload", upload.pk))


def discard(*, upload: Upload) -> None:
    """Throw an upload away; what has been stored of it stays."""
    Upload.objects.filter(pk=upload.pk).exclude(state=State.STORING).delete()


def counts_of(upload: Upload) -> Counts:
    is_wrong = ~Q(reason="")
    is_double = Q(repeats__isnull=False) | Q(same__isnull=False)
    found = upload.candidates.aggregate(
        read=Count("pk"),
        wrong=Count("pk", filter=is_wrong),
        doubled=Count("pk", filter=is_double),
        new=Count("pk", filter=~is_wrong & ~is_double),
        stored=Count("pk", filter=Q(game__isnull=False)),
    )
    return Counts(**found)


def _later(task: str, upload_id: int) -> None:
    from games import tasks  # which need this module

    getattr(tasks, task).delay(upload_id)


# --- Reading ---


def read(upload_id: int) -> None:
    """Read all records of an upload, and note of each what it is."""
    upload = Upload.objects.filter(pk=upload_id, state=State.READING).first()
    if upload is None:
        return
    first: dict[str, int] = {}
    for chunk in _chunks(islice(records(zlib.decompress(upload.data)), MAX_RECORDS + 1)):
        if chunk[-1].number > MAX_RECORDS:
            upload.is_cut = True
            chunk.pop()
        candidates = [_candidate(upload, found, first) for found in chunk]
        _look_for_the_same(upload.user, candidates)
        # Read again, as after a crash, it is there already.
        Candidate.objects.bulk_create(candidates, ignore_conflicts=True)
    # Who has taken it up a second time must not send back what is being stored by now.
    reading = Upload.objects.filter(pk=upload_id, state=State.READING)
    reading.update(state=State.READY, is_cut=upload.is_cut)


def _chunks(found: Iterable[Found]) -> Iterator[list[Found]]:
    iterator = iter(found)
    while chunk := list(islice(iterator, CHUNK)):
        yield chunk


def _candidate(upload: Upload, found: Found, first: dict[str, int]) -> Candidate:
    """``first`` has where each match of the upload stands first."""
    candidate = Candidate(
        upload=upload, number=found.number, line=found.line, players=list(found.players)
    )
    if found.fault is not None or found.rules is None or found.match is None:
        if found.fault is not None:
            candidate.reason, candidate.wrong_line = found.fault.reason, found.fault.line
            candidate.details = found.fault.details
        return candidate
    candidate.rules_json = rules_to_json(found.rules)
    candidate.deals = len(found.match.ended)
    candidate.is_finished = found.is_finished
    candidate.scores = list(found.match.scores)
    candidate.content = found.content
    place = first.setdefault(found.content, found.number)
    candidate.repeats = None if place == found.number else place
    return candidate


def _look_for_the_same(user: User, candidates: Sequence[Candidate]) -> None:
    """Find the matches that are here already, as far as their sender may see them."""
    contents = [one.content for one in candidates if one.content]
    known = dict(seen_by(user).filter(content__in=contents).values_list("content", "pk"))
    for one in candidates:
        if one.content in known:
            one.same_id = known[one.content]


def seen_by(user: User) -> GameQuerySet:
    """The matches of the site that somebody may see."""
    mine = Game.objects.filter(seats__user=user).values("pk")
    return Game.objects.filter(Q(is_listed=True) | Q(host=user) | Q(pk__in=mine))


# --- Storing ---


def store(upload_id: int) -> None:
    """Store what is new of an upload, some matches at a time, each of them whole."""
    upload = Upload.objects.filter(pk=upload_id, state=State.STORING).first()
    if upload is None:
        return
    for chunk in _chunks(islice(records(zlib.decompress(upload.data)), MAX_RECORDS)):
        with transaction.atomic():
            if not Upload.objects.select_for_update().filter(pk=upload_id).first():
                return
            _store_chunk(upload, {found.number: found for found in chunk})
    Upload.objects.filter(pk=upload_id).update(state=State.DONE, data=b"")


def _store_chunk(upload: Upload, found: dict[int, Found]) -> None:
    wanted = upload.candidates.filter(
        number__in=found, reason="", repeats=None, same=None, game=None
    )
    candidates = list(wanted.order_by("number"))
    # Somebody may have brought the same match meanwhile.
    _look_for_the_same(upload.user, candidates)
    members = _still_here(upload.names_json)
    now = timezone.now()
    for one in candidates:
        if one.same_id is None:
            one.game = store_one(
                found[one.number],
                host=upload.user,
                members=members,
                is_listed=upload.is_listed,
                now=now,
            )
    Candidate.objects.bulk_update(candidates, ["same", "game"])


def _still_here(members: dict[str, int]) -> dict[str, int]:
    """Without those who have left the site since names were given to them."""
    here = set(User.objects.filter(pk__in=members.values()).values_list("pk", flat=True))
    return {name: pk for name, pk in members.items() if pk in here}


# --- Names ---


def names_of(upload: Upload) -> list[str]:
    """The names in the records that are new, in their order."""
    new = upload.candidates.filter(reason="", repeats=None, same=None).order_by("number")
    return list(
        dict.fromkeys(name for names in new.values_list("players", flat=True) for name in names)
    )


def members_named(names: Iterable[str], user: User) -> dict[str, list[User]]:
    """For each name the members of that name; the reader himself last, under any name."""
    found = list(
        User.objects.filter(is_active=True, is_guest=False, name__in=list(names)).order_by("pk")
    )
    return {
        name: [one for one in found if one.name == name and one.pk != user.pk] + [user]
        for name in names
    }


# --- Tidying ---


def forget_old() -> int:
    """Throw away the uploads of some days ago, stored or not; how many there were."""
    return Upload.objects.filter(at__lt=timezone.now() - KEPT).delete()[1].get("games.Upload", 0)


def resume() -> None:
    """Go on with uploads that a worker has left behind."""
    late = timezone.now() - timedelta(minutes=10)
    for pk, state in Upload.objects.filter(at__lt=late).values_list("pk", "state"):
        if state == State.READING:
            _later("read_upload", pk)
        elif state == State.STORING:
            _later("store_upload", pk)
