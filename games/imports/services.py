"""Importing an upload: read its records, then store the matches that the uploader confirms. Each step may run twice."""

import zlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from itertools import islice
from typing import Final, NamedTuple

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Count, Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games.archive.store import rename
from games.imports.parse import MAX_LINES, MAX_RECORDS, UploadedRecord, count_of, records
from games.imports.store import store_record
from games.kernel.followers import consume_again
from games.models import Candidate, Game, GameQuerySet, Upload
from games.turns.outages import ago
from infrastructure.task_queue import enqueue, enqueue_on_commit
from napoleon.engine import rules_to_json
from players.account_locks import TWICE, lock_accounts
from players.models import User

State = Upload.State

# Uploads up to this size are read in the request; a worker reads larger ones.
AT_ONCE: Final = 200_000
CHUNK: Final = 50
# The most unfinished uploads that one user may have.
MAX_WAITING: Final = 5
KEPT: Final = timedelta(days=7)


class UploadError(Exception):
    """The upload was refused; the text says why, in the user's language."""


class UploadCounts(NamedTuple):
    read: int
    wrong: int
    doubled: int
    new: int
    stored: int


def begin(*, user: User, data: bytes) -> Upload:
    """Accept an upload and read it, now or in a worker. No match is stored yet."""
    if not data.strip():
        raise UploadError(_("It is empty."))
    if data.count(b"\n") > MAX_LINES:
        raise UploadError(_("It has more than %(most)s lines.") % {"most": f"{MAX_LINES:,}"})
    upload = _accept(user, zlib.compress(data), expected=count_of(data))
    if len(data) <= AT_ONCE:
        read(upload.pk)
        upload.refresh_from_db()
    else:
        enqueue_on_commit("games.tasks.read_upload", upload.pk)
    return upload


@transaction.atomic
def _accept(user: User, data: bytes, *, expected: int) -> Upload:
    lock_accounts(user)
    now = timezone.now()
    waiting = Upload.objects.filter(user=user).exclude(state=State.DONE)
    if earlier := waiting.filter(data=data, at__gt=now - TWICE).first():
        return earlier
    if waiting.count() >= MAX_WAITING:
        # All that can be done with these is to read what is wrong with them.
        waiting.filter(~has_new(), state=State.READY, at__lt=now - TWICE).delete()
    if waiting.count() >= MAX_WAITING:
        raise UploadError(_("Some of your uploads are still waiting. Store or discard them first."))
    return Upload.objects.create(user=user, at=now, data=data, expected=expected)


def has_new() -> Exists:
    """Whether one of an upload's records is a new match."""
    new = Candidate.objects.filter(upload=OuterRef("pk"), reason="", repeats=None, same=None)
    return Exists(new)


def confirm(*, upload: Upload, members: dict[str, int], is_listed: bool) -> None:
    """Store the new matches, with these members for the names in the records."""
    with transaction.atomic():
        # The account is locked: two stored at once must not exceed the limit.
        lock_accounts(upload.user)
        locked = Upload.objects.select_for_update().filter(pk=upload.pk).first()
        if locked is None:
            return  # discarded in another window
        if locked.state != State.READY:
            raise UploadError(_("This upload is already being stored."))
        refuse_beyond_limit(upload.user, counts_of(locked).new)
        locked.state, locked.names_json, locked.is_listed = State.STORING, members, is_listed
        locked.save(update_fields=["state", "names_json", "is_listed"])
    if counts_of(upload).new <= CHUNK and upload.expected <= CHUNK:
        store(upload.pk)
    else:
        enqueue_on_commit("games.tasks.store_upload", upload.pk)


def refuse_beyond_limit(user: User, new: int) -> None:
    """Refuse more new matches than the user may still import. Their account is locked."""
    imported = Game.objects.filter(host=user, is_imported=True).count()
    for stored in Upload.objects.filter(user=user, state=State.STORING):
        counts = counts_of(stored)
        imported += counts.new - counts.stored
    left = max(0, settings.MOST_IMPORTED_MATCHES - imported)
    if new > left:
        words = {"most": settings.MOST_IMPORTED_MATCHES, "left": left}
        text = _("An account may import %(most)s matches in all. You can still import %(left)s.")
        raise UploadError(text % words)


def discard(*, upload: Upload) -> None:
    """Delete an upload; matches stored from it stay."""
    Upload.objects.filter(pk=upload.pk).exclude(state=State.STORING).delete()


def counts_of(upload: Upload) -> UploadCounts:
    is_wrong = ~Q(reason="")
    is_double = Q(repeats__isnull=False) | Q(same__isnull=False)
    counts = upload.candidates.aggregate(
        read=Count("pk"),
        wrong=Count("pk", filter=is_wrong),
        doubled=Count("pk", filter=is_double),
        new=Count("pk", filter=~is_wrong & ~is_double),
        stored=Count("pk", filter=Q(game__isnull=False)),
    )
    return UploadCounts(**counts)


# --- Reading ---


def read(upload_id: int) -> None:
    """Read all records of an upload and save a candidate for each."""
    upload = Upload.objects.filter(pk=upload_id, state=State.READING).first()
    if upload is None:
        return
    first: dict[str, int] = {}
    for chunk in _chunks(islice(records(zlib.decompress(upload.data)), MAX_RECORDS + 1)):
        if chunk[-1].number > MAX_RECORDS:
            upload.is_cut = True
            chunk.pop()
        candidates = [_candidate(upload, record, first) for record in chunk]
        _look_for_the_same(upload.user, candidates)
        # After a crash the records are read again; some candidates exist already.
        Candidate.objects.bulk_create(candidates, ignore_conflicts=True)
    # A second reader must not reset an upload that is being stored by now.
    reading = Upload.objects.filter(pk=upload_id, state=State.READING)
    reading.update(state=State.READY, is_cut=upload.is_cut)


def _chunks(all_records: Iterable[UploadedRecord]) -> Iterator[list[UploadedRecord]]:
    iterator = iter(all_records)
    while chunk := list(islice(iterator, CHUNK)):
        yield chunk


def _candidate(upload: Upload, record: UploadedRecord, first: dict[str, int]) -> Candidate:
    """``first`` maps each match to its first record in the upload."""
    candidate = Candidate(upload=upload, number=record.number, line=record.line, players=list(record.players))
    if record.fault is not None or record.rules is None or record.match is None:
        if record.fault is not None:
            candidate.reason, candidate.wrong_line = record.fault.reason, record.fault.line
            candidate.details = record.fault.details
        return candidate
    candidate.rules_json, candidate.rules_version = rules_to_json(record.rules), record.rules.version
    candidate.deals = len(record.match.ended)
    candidate.is_finished = record.is_finished
    candidate.scores = list(record.match.scores)
    candidate.content = record.content
    place = first.setdefault(record.content, record.number)
    candidate.repeats = None if place == record.number else place
    return candidate


def _look_for_the_same(user: User, candidates: Sequence[Candidate]) -> None:
    """Find the matches that exist here already and that the uploader may see."""
    contents = [candidate.content for candidate in candidates if candidate.content]
    known = dict(seen_by(user).filter(content__in=contents).values_list("content", "pk"))
    for candidate in candidates:
        if candidate.content in known:
            candidate.same_id = known[candidate.content]


def seen_by(user: User) -> GameQuerySet:
    """The matches of the site that the user may see."""
    mine = Game.objects.filter(seats__user=user).values("pk")
    return Game.objects.filter(Q(is_listed=True) | Q(host=user) | Q(pk__in=mine))


# --- Storing ---


def store(upload_id: int) -> None:
    """Store the new matches of an upload, a chunk of whole matches in each transaction."""
    upload = Upload.objects.filter(pk=upload_id, state=State.STORING).first()
    if upload is None:
        return
    for chunk in _chunks(islice(records(zlib.decompress(upload.data)), MAX_RECORDS)):
        with transaction.atomic():
            # The same match may be in another upload that is stored now.
            lock_accounts(upload.user)
            if not Upload.objects.select_for_update().filter(pk=upload_id).first():
                return
            _store_chunk(upload, {record.number: record for record in chunk})
    Upload.objects.filter(pk=upload_id).update(state=State.DONE, data=b"")


def _store_chunk(upload: Upload, chunk: dict[int, UploadedRecord]) -> None:
    wanted = upload.candidates.filter(number__in=chunk, reason="", repeats=None, same=None, game=None)
    candidates = list(wanted.order_by("number"))
    # Another user may have imported the same match in the meantime, or may be about to.
    lock_contents(candidate.content for candidate in candidates)
    _look_for_the_same(upload.user, candidates)
    members = _still_here(upload.names_json)
    now = timezone.now()
    for candidate in candidates:
        if candidate.same_id is None:
            candidate.game = store_record(
                chunk[candidate.number], host=upload.user, members=members, is_listed=upload.is_listed, now=now
            )
    Candidate.objects.bulk_update(candidates, ["same", "game"])


def lock_contents(contents: Iterable[str]) -> None:
    """Keep others from storing these matches until the transaction ends; a transaction may lock only once.

    No unique constraint can do it: of a match that only one of two people may see, each has a copy.
    SQLite has one transaction that writes at a time.
    """
    if connection.vendor != "postgresql":
        return
    keys = sorted(int.from_bytes(bytes.fromhex(content[:16]), signed=True) for content in contents)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(key) FROM unnest(%s::bigint[]) AS key", [keys])


def _still_here(members: dict[str, int]) -> dict[str, int]:
    """Drop members who deleted their account after the names were assigned."""
    here = set(User.objects.filter(pk__in=members.values()).values_list("pk", flat=True))
    return {name: pk for name, pk in members.items() if pk in here}


# --- Names ---


def names_of(upload: Upload) -> list[str]:
    """The names in the new records, in order."""
    new = upload.candidates.filter(reason="", repeats=None, same=None).order_by("number")
    return list(dict.fromkeys(name for names in new.values_list("players", flat=True) for name in names))


def members_named(names: Iterable[str], user: User) -> dict[str, list[User]]:
    """For each name, the members of that name; the user is the last choice for every name."""
    people = list(User.objects.filter(is_active=True, is_guest=False, name__in=list(names)).order_by("pk"))
    return {
        name: [person for person in people if person.name == name and person.pk != user.pk] + [user] for name in names
    }


# --- Tidying ---


def forget_old() -> int:
    """Delete uploads that are some days old, stored or not; return their number."""
    return Upload.objects.filter(at__lt=ago(KEPT, timezone.now())).delete()[1].get("games.Upload", 0)


def resume() -> None:
    """Enqueue uploads that a worker left unfinished."""
    late = timezone.now() - timedelta(minutes=10)
    for pk, state in Upload.objects.filter(at__lt=late).values_list("pk", "state"):
        if state == State.READING:
            enqueue("games.tasks.read_upload", pk)
        elif state == State.STORING:
            enqueue("games.tasks.store_upload", pk)


# --- Members in imported matches ---


@transaction.atomic
def leave_name(*, game_id: int, user: User) -> None:
    """Remove the member from their seat; the seat shows the record's name again."""
    game = Game.objects.select_for_update(no_key=True).get(pk=game_id, is_imported=True)
    seat = game.seats.filter(user=user).first()
    if seat is not None:
        seat.user = None
        seat.save(update_fields=["user"])
        rename(game, seat)
        consume_again("statistics", game_id)
