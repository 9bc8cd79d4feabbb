"""Staff merge two accounts of one person: the consequences, and the merge with its log entry."""

from functools import partial

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import ChatMessage, Comment, Game, Note, Seat
from leagues.models import Entry, Membership
from players.accounts import merging
from players.accounts.merging import MergeRefused
from players.models import Friendship, User
from staff.models import StaffAction
from staff.moderation.services import do, name_of


def reasons_against(source: User, target: User, actor: User | None) -> list[str]:
    """Why this member of staff cannot merge the accounts; empty if they can."""
    reasons = merging.reasons_against(source, target)
    if actor is not None and actor.pk in (source.pk, target.pk):
        # They would gain the secrets of someone else's account.
        reasons.append(_("You can’t merge your own account: another staff member must do it."))
    return reasons


def merge(source: User, target: User, *, actor: User | None, reason: str) -> None:
    """Merge the accounts, or raise `MergeRefused`."""
    if reasons := reasons_against(source, target, actor):
        raise MergeRefused(reasons)
    write = partial(merging.merge, source, target)
    do(StaffAction.Action.MERGE, write, actor, target, name_of(source), reason)


def consequences(source: User, target: User) -> list[str]:
    """The consequences, in sentences, for a preview."""
    words = {"source": source, "target": target}
    return [
        *_of_matches(source, words),
        *_of_clubs(source, words),
        *_of_texts(source, words),
        *_of_people(source),
        _("Ratings and statistics are computed as if %(target)s had played everything.") % words,
        _("The addresses, password, passkeys, devices and settings of %(source)s are deleted.") % words,
        _("The profile of %(source)s is removed, and the name becomes %(target)s everywhere.") % words,
        _("This cannot be undone."),
    ]


def _of_matches(source: User, words: dict[str, User]) -> list[str]:
    seats = Seat.objects.filter(user=source)
    running = seats.filter(game__status=Game.Status.RUNNING).count()
    number = seats.count()
    if not number:
        return []
    text = ngettext(
        "%(n)s seat passes to %(target)s, with its plans; still running: %(running)s.",
        "%(n)s seats pass to %(target)s, with their plans; still running: %(running)s.",
        number,
    )
    return [text % {**words, "n": number, "running": running}]


def _of_clubs(source: User, words: dict[str, User]) -> list[str]:
    sentences = []
    clubs = Membership.objects.filter(user=source, ended_at=None).order_by("club__name")
    if names := list(clubs.values_list("club__name", flat=True)):
        text = _("%(target)s will be a member of these clubs, with the higher of the two roles: %(names)s.")
        sentences.append(text % {**words, "names": _(", ").join(names)})
    entries = Entry.objects.filter(user=source).order_by("-pk")
    if names := list(entries.values_list("season__name", flat=True)):
        text = _("Entries and results in these seasons pass to %(target)s: %(names)s.")
        sentences.append(text % {**words, "names": _(", ").join(names)})
    return sentences


def _of_texts(source: User, words: dict[str, User]) -> list[str]:
    comments = Comment.objects.filter(user=source).count()
    notes = Note.objects.filter(user=source).count()
    lines = ChatMessage.objects.filter(user=source).count()
    if not comments + notes + lines:
        return []
    text = _("Comments (%(comments)s), notes (%(notes)s) and chat messages (%(lines)s) pass to %(target)s.")
    return [text % {**words, "comments": comments, "notes": notes, "lines": lines}]


def _of_people(source: User) -> list[str]:
    friends = Friendship.objects.filter(Q(asker=source) | Q(asked=source)).exists()
    blocks = source.blocks.exists() or source.blocks_received.exists()
    if not (friends or blocks):
        return []
    return [_("Both accounts’ friends are kept, and a block by or against either account applies to both.")]
