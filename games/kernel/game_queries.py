"""Games with their hosts, seats and the people there, by prepared queries: nearly every request begins with them."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from django.db import connection
from django.db.models import BigIntegerField, CharField, DateTimeField, Exists, OuterRef, Q, QuerySet

from games.models import FormerSeat, Game, Seat, Turn
from infrastructure.speed.prepared_queries import Among, Parameter, PreparedQuery

_GAMES: Final = Game.objects.select_related("host", "board_set")
_LOCKED: Final = _GAMES.select_for_update(no_key=True, of=("self",))
_SLUG: Final = Parameter("slug", CharField())
_KEY: Final = Parameter("key", BigIntegerField())
_READER: Final = Parameter("reader", BigIntegerField())

BY_SLUG: Final = PreparedQuery(lambda: _GAMES.filter(slug=_SLUG))
BY_KEY: Final = PreparedQuery(lambda: _GAMES.filter(pk=_KEY))
NOT_HIDDEN: Final = PreparedQuery(lambda: _GAMES.filter(_not_hidden(), slug=_SLUG))
LOCKED_BY_PLAYER: Final = PreparedQuery(lambda: _LOCKED.filter(Exists(_seats_of_reader()), slug=_SLUG))
LOCKED_BY_KEY: Final = PreparedQuery(lambda: _LOCKED.filter(pk=_KEY))
TIMED_OUT: Final = PreparedQuery(lambda: _free().filter(_late_turns(), pk=_KEY))
FREE: Final = PreparedQuery(lambda: _free().filter(pk=_KEY))
SEATS: Final = PreparedQuery(lambda: Seat.objects.select_related("user").filter(game=_KEY).order_by("number"))
SEATS_OF_ALL: Final = PreparedQuery(
    lambda: Seat.objects.select_related("user").filter(Among("game", "games")).order_by("number")
)


def game_with_seats(slug: str) -> Game:
    """The game of that address. Raises `Game.DoesNotExist`."""
    return _with_seats(BY_SLUG.first(slug=slug))


def game_not_hidden(slug: str, reader: int | None) -> Game:
    """The same, unless the reader may know nothing of it: then no more is read, which would take time and so tell."""
    return _with_seats(NOT_HIDDEN.first(slug=slug, reader=reader or 0))


def _seats_of_reader() -> QuerySet[Seat]:
    return Seat.objects.filter(game=OuterRef("pk"), user=_READER)


def _not_hidden() -> Q:
    """Listed games, the reader's own, and those of sets of boards: `games.access` knows who may see these."""
    of_game = {"game": OuterRef("pk")}
    seated = Seat.objects.filter(Q(user=_READER) | Q(invited=_READER), **of_game)
    former = FormerSeat.objects.filter(user=_READER, **of_game)
    known = Q(is_listed=True) | Q(board_set__isnull=False) | Q(host=_READER)
    return known | Q(Exists(seated)) | Q(Exists(former))


def game_with_seats_by_key(key: int) -> Game:
    """The game of that key. Raises `Game.DoesNotExist`."""
    return _with_seats(BY_KEY.first(key=key))


def locked(*, key: int) -> Game:
    """The same; nobody else writes to it before the transaction ends."""
    return _with_seats(LOCKED_BY_KEY.first(key=key))


def locked_by_player(slug: str, player: int) -> Game:
    """The same, for somebody who sits there. For all others there is none, and no more is read."""
    return _with_seats(LOCKED_BY_PLAYER.first(slug=slug, reader=player))


def locked_if_free(*, key: int, late_at: datetime | None = None) -> Game | None:
    """The same, unless somebody else is writing to it; with ``late_at``, only if a turn has timed out by then."""
    game = FREE.first(key=key) if late_at is None else TIMED_OUT.first(key=key, late_at=late_at)
    return _with_seats(game) if game else None


def _free() -> QuerySet[Game]:
    skip = connection.features.has_select_for_update_skip_locked
    return _GAMES.select_for_update(no_key=True, of=("self",), skip_locked=skip).filter(status=Game.Status.RUNNING)


def _late_turns() -> Exists:
    late_at = Parameter("late_at", DateTimeField())
    return Exists(Turn.objects.filter(game=OuterRef("pk"), times_out_at__lte=late_at))


def _with_seats(game: Game | None) -> Game:
    if game is None:
        raise Game.DoesNotExist
    # Not in one query with the game: a query that waits for the lock would return the seats as they were before.
    give([game], "seats", SEATS.all(key=game.pk))
    return game


def give_seats(games: Sequence[Game]) -> None:
    """Have each game know its seats in order, with their people. In one query."""
    give(games, "seats", SEATS_OF_ALL.all(games=[game.pk for game in games]))


def give(games: Sequence[Game], name: str, rows: Iterable[Seat | Turn]) -> None:
    """Have each game answer ``game.seats.all()``, or of turns, with its own of these rows.

    It is what `prefetch_related` does; Django has no public way, and no types.
    """
    of_game: dict[int, list[Seat | Turn]] = {game.pk: [] for game in games}
    by_key = {game.pk: game for game in games}
    for row in rows:
        row.game = by_key[row.game_id]
        of_game[row.game_id].append(row)
    for game in games:
        known = getattr(game, name).all()
        known._result_cache, known._prefetch_done = of_game[game.pk], True
        vars(game).setdefault("_prefetched_objects_cache", {})[name] = known
