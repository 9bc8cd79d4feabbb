"""What becomes of seats and figures when two accounts of one person become one."""

from typing import Any, Final

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from games.models import (
    BoardPlay,
    BoardSet,
    FormerSeat,
    Game,
    HouseRules,
    PairTally,
    PersonTally,
    Seat,
    SeatTally,
    SeatWish,
    Turn,
)
from games.presentation.table_titles import title
from games.statistics.services import sum_people
from infrastructure import broadcast
from players.accounts.merging import MergeRefused
from players.models import User

MOST_NAMED: Final = 5


def reasons_by_tables(sender: type[User], source: User, target: User, **kwargs: Any) -> list[str]:
    """A match is between different people. While it runs, its cards would be another reason."""
    shared = Game.objects.filter(pk__in=_tables_of(source)).filter(pk__in=_tables_of(target))
    reasons = [_reason(game) for game in shared.order_by("-pk")[:MOST_NAMED]]
    return reasons + [_reason_of_boards(game) for game in _with_same_deals(source, target)[:MOST_NAMED]]


def _with_same_deals(source: User, target: User) -> QuerySet[Game]:
    """Duplicate tables of the first, where the second plays the same deals at another one that is not over."""
    sealed = Game.objects.filter(board_set__kind=BoardSet.Kind.DUPLICATE, board_set__closed_at=None)
    own, others = (sealed.filter(pk__in=_tables_of(user)) for user in (source, target))
    found = own.filter(board_set__in=others.order_by().values("board_set")).exclude(pk__in=_tables_of(target))
    return found.select_related("board_set__host").order_by("-pk")


def _reason_of_boards(game: Game) -> str:
    return _("Both play the same deals at different tables: %(table)s.") % {"table": title(game)}


def _tables_of(user: User) -> QuerySet[Any, Any]:
    """The keys of the games where the person has, or had, a seat."""
    own = Seat.objects.filter(user=user).order_by().values("game")
    return own.union(FormerSeat.objects.filter(user=user).order_by().values("game"))


def _reason(game: Game) -> str:
    words = {"table": title(game)}
    if game.status == Game.Status.RUNNING:
        return _("Both are playing at the same table and know different cards: %(table)s.") % words
    if game.status == Game.Status.LOBBY:
        return (
            _("Both have a seat at a table that has not started. One of them must leave it first: %(table)s.") % words
        )
    return _("Both have played at the same table: %(table)s.") % words


def move_seats(sender: type[User], source: User, target: User, **kwargs: Any) -> None:
    """Make the source's seats, turns and figures the target's."""
    own = Game.objects.all().of_person(source.pk, former=True)
    # Locked, so that no move of this moment stores a seat as it was.
    games = list(Game.objects.select_for_update(no_key=True, of=("self",)).filter(pk__in=own).order_by("pk"))
    if reasons := reasons_by_tables(sender, source, target):
        raise MergeRefused(reasons)
    _move_invitations(source, target)
    _move_wish(source, target)
    _move_board_plays(source, target)
    Seat.objects.filter(user=source).update(user=target)
    Turn.objects.filter(user=source).update(user=target)
    HouseRules.objects.filter(user=source).update(user=target)
    _move_figures(source, target)
    for game in games:
        if not game.is_over:
            broadcast.publish_after_commit(game.slug, game.seq)


def _move_invitations(source: User, target: User) -> None:
    """Nobody is invited to where they sit, or twice."""
    known = Game.objects.all().of_person(target.pk)
    Seat.objects.filter(invited=source, game__in=known).update(invited=None)
    Seat.objects.filter(invited=target, game__seats__user=source).update(invited=None)


def _move_wish(source: User, target: User) -> None:
    """A person has one wish for a seat: that of the account that stays, if it has one."""
    if not SeatWish.objects.filter(user=target).exists():
        SeatWish.objects.filter(user=source).update(user=target)
    SeatWish.objects.filter(user=source).delete()


def _move_board_plays(source: User, target: User) -> None:
    """One try counts: that of the account that stays. The other one remains as practice, and in the field."""
    tried = BoardPlay.objects.filter(user=target, counts=True).values("board_set")
    days = BoardSet.objects.filter(pk__in=tried, day__isnull=False).values("day")
    again = Q(board_set__in=tried) | Q(board_set__day__in=days)
    BoardPlay.objects.filter(again, user=source, counts=True).update(counts=False, place=None)
    BoardPlay.objects.filter(user=source).update(user=target)
    BoardSet.objects.filter(host=source).update(host=target)


def _move_figures(source: User, target: User) -> None:
    met = set(PairTally.objects.filter(user=source).values_list("other", flat=True))
    SeatTally.objects.filter(user=source).update(user=target)
    PersonTally.objects.filter(user=source).delete()
    PairTally.objects.filter(user=source).delete()
    PairTally.objects.filter(other=source).delete()
    sum_people(sorted({target.pk, *met}))
