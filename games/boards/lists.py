"""The lists of the week and the month, and how somebody does at the daily boards in the long run."""

from collections import defaultdict
from datetime import date, datetime
from math import sqrt
from typing import Any, Final, NamedTuple

from django.core.cache import cache
from django.db.models import Count, Max, QuerySet, Sum
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import BoardPlay, BoardSet
from games.presentation.option_texts import PRESETS
from players.models import User

LINES: Final = 50
"""How many lines of a list or a ranking a page shows; a ranking has the reader's own line below them."""
DAYS_TO_ENTER: Final = 3
"""On so many days somebody has played before a list has them, so that a second account brings nothing at once."""
RATED: Final = 100
"""The latest days that a rating is made from."""
_KEPT_FOR: Final = 24 * 3600


class ListLine(NamedTuple):
    """A member over the closed days of a week or a month."""

    place: int
    user: User
    days: int
    above: float
    is_mine: bool


def last_close() -> datetime | None:
    """When the latest of the days closed: lists change then, and at no other time."""
    last: datetime | None = BoardSet.objects.filter(kind=BoardSet.Kind.DAILY).aggregate(last=Max("closed_at"))["last"]
    return last


def list_since(first: date, user: User | None, closed: datetime | None) -> list[ListLine]:
    """Members by their points above the field on the days since the first; ``closed``: the last close."""
    rows = _sums_since(first, closed) if closed else []
    people = User.objects.in_bulk([row["user"] for row in rows])
    return [
        ListLine(place, people[row["user"]], row["days"], row["total"], user is not None and row["user"] == user.pk)
        for place, row in enumerate((row for row in rows if row["user"] in people), 1)
    ]


def _sums_since(first: date, closed: datetime) -> list[dict[str, Any]]:
    """Counted once after each close, and not by each of thousands of readers."""
    ranked = _ranked().filter(board_set__day__gte=first, user__in=_settled())
    sums = ranked.values("user").annotate(days=Count("pk"), total=Sum("above")).order_by("-total", "user")[:LINES]
    return cache.get_or_set(f"board-list:{first}:{closed.timestamp()}", lambda: list(sums), _KEPT_FOR) or []


def _ranked() -> QuerySet[BoardPlay]:
    """Plays of daily boards that are ranked."""
    return BoardPlay.objects.filter(place__isnull=False, user__isnull=False, board_set__kind=BoardSet.Kind.DAILY)


def _settled() -> QuerySet[Any]:
    """The members who have played on enough days."""
    played = _ranked().filter(done_at__isnull=False).order_by().values("user")
    return played.annotate(days=Count("pk")).filter(days__gte=DAYS_TO_ENTER).values("user")


def latest_plays(user: User | None) -> list[BoardPlay]:
    """The person's own on the latest days that have closed."""
    if user is None:
        return []
    return list(_ranked().filter(user=user).select_related("board_set").order_by("-begun_at")[:RATED])


def days_missing(plays: list[BoardPlay]) -> int:
    """On how many days more the person has to play before a list has them."""
    return max(0, DAYS_TO_ENTER - sum(play.done_at is not None for play in plays))


# --- In the long run ---


class BoardRating(NamedTuple):
    """Points above the field, a board, under the rules of one preset."""

    preset: str
    mean: float
    error: float
    """The standard error of the mean, for somebody who plays like the field."""
    boards: int

    def __str__(self) -> str:
        boards = ngettext("%(n)s board", "%(n)s boards", self.boards) % {"n": self.boards}
        sign = "+" if self.mean > 0 else "−" if self.mean < 0 else ""
        mean, error = number_format(round(abs(self.mean), 2), 2), number_format(round(self.error, 2), 2)
        return f"{PRESETS[self.preset].name} {sign}{mean} ± {error} ({boards})"


def ratings_of(plays: list[BoardPlay]) -> list[BoardRating]:
    """How the person did in these plays; nothing before they have played on a few days."""
    if len(plays) < DAYS_TO_ENTER:
        return []
    by_preset: dict[str, list[BoardPlay]] = defaultdict(list)
    for play in plays:
        by_preset[play.board_set.rules.preset].append(play)
    return [_rating(preset, by_preset[preset]) for preset in PRESETS if preset in by_preset]


def _rating(preset: str, plays: list[BoardPlay]) -> BoardRating:
    boards = sum(play.board_set.rules.deals for play in plays)
    above = sum(play.above or 0 for play in plays)
    variance = sum((play.above_error or 0) ** 2 for play in plays)
    return BoardRating(preset, above / boards, sqrt(variance) / boards, boards)


def profile_facts(sender: type[User], user: User, **kwargs: Any) -> list[tuple[str, object]]:
    """For the profile of somebody who likes it."""
    ratings = ratings_of(latest_plays(user)) if user.shows_boards else []
    return [(_("Above the field at the daily boards, a board"), _(", ").join(map(str, ratings)))] if ratings else []
