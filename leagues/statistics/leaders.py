"""The leaders of a division: who has won most in each role, made the highest contracts, taken most tricks and pictures.

`games.statistics` counts it in the division's finished matches, substitutes included.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Final, NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.models import SeatTally
from games.presentation.cards import nap_bid_word, suit_word
from games.statistics.counting import Counts, add
from games.statistics.figures import ROLES
from leagues.corrections.voided import GAME_IS_VOID
from leagues.models import Division
from napoleon.engine.cards import PICTURE_COUNT, TRUMPS
from napoleon.engine.events import NAP_BIDS
from players.models import User

SHOWN: Final = 5
"""The last place of a list; those who share it are shown as well."""

Rank = tuple[int, ...]
"""Higher is better; all zeros is nothing."""


class Leader(NamedTuple):
    place: int
    user: User
    figure: str


@dataclass(frozen=True, slots=True)
class LeaderList:
    title: str
    leaders: list[Leader]


def leaders_of(division: Division, is_member: bool) -> list[LeaderList]:
    """The lists that have anybody. Takes two queries.

    Members of the club (``is_member``) see everybody, and others those who show their figures to all, as in the list
    of ratings.
    """
    counts = _counts(division)
    people = User.objects.filter(pk__in=counts)
    if not is_member:
        people = people.filter(statistics_for=User.Audience.EVERYBODY)
    found = {user: counts[user.pk] for user in people.order_by("pk")}
    lists = [
        *(_list(capfirst(str(name)), found, _won(role), _of_deals(role)) for role, name in ROLES.items()),
        _list(_("Highest contract made"), found, _highest, _highest_in_words),
        _list(_("Tricks"), found, lambda own: (_tricks(own),), lambda own: str(_tricks(own))),
        _list(_("Pictures"), found, lambda own: (_pictures(own),), lambda own: str(_pictures(own))),
    ]
    return [each for each in lists if each.leaders]


def _counts(division: Division) -> dict[int, Counts]:
    """By person, the sums of their seats."""
    rows = SeatTally.objects.filter(game__league_table__division=division, user__isnull=False).exclude(GAME_IS_VOID)
    found: dict[int, Counts] = {}
    for user_id, counts in rows.values_list("user", "counts_json"):
        add(found.setdefault(user_id, {}), counts)
    return found


def _list(
    title: str, people: Mapping[User, Counts], rank: Callable[[Counts], Rank], words: Callable[[Counts], str]
) -> LeaderList:
    ranked = {user: rank(counts) for user, counts in people.items()}
    ranks = sorted(ranked.values(), reverse=True)
    leaders = [
        Leader(1 + ranks.index(own), user, words(people[user]))
        for user, own in sorted(ranked.items(), key=lambda each: each[1], reverse=True)
        if any(own) and ranks.index(own) < SHOWN
    ]
    return LeaderList(title, leaders)


def _won(role: str) -> Callable[[Counts], Rank]:
    """More deals won rank higher; with as many, fewer deals do."""

    def rank(counts: Counts) -> Rank:
        won = counts.get(f"{role}.won", 0)
        return (won, -counts[f"{role}.deals"]) if won else (0, 0)

    return rank


def _of_deals(role: str) -> Callable[[Counts], str]:
    return lambda counts: (
        _("%(won)s of %(deals)s deals won") % {"won": counts[f"{role}.won"], "deals": counts[f"{role}.deals"]}
    )


def _made(counts: Counts) -> Iterable[tuple[int, str, int]]:
    """Each contract that was made: its height, its name and how often; the highest bid first."""
    for height, bid in sorted(enumerate(NAP_BIDS, 1), reverse=True):
        if times := counts.get(f"bid.{bid}.made"):
            yield height, capfirst(nap_bid_word(bid)), times
    for count, trump in product(range(PICTURE_COUNT, 0, -1), reversed(TRUMPS)):
        if times := counts.get(f"bid.{count}{trump}.made"):
            yield count, f"{count} {suit_word(trump)}", times


def _highest(counts: Counts) -> Rank:
    """Trumps do not count: a contract is as high as its number; then how often."""
    made = list(_made(counts))
    height = max((height for height, _name, _times in made), default=0)
    return height, sum(times for own, _name, times in made if own == height)


def _highest_in_words(counts: Counts) -> str:
    height, _sum = _highest(counts)
    made = [(name, times) for own, name, times in _made(counts) if own == height]
    return _(", ").join(name if times == 1 else f"{name} ×{times}" for name, times in made)


def _tricks(counts: Counts) -> int:
    return sum(times for name, times in counts.items() if name.startswith("why."))


def _pictures(counts: Counts) -> int:
    return counts.get("pictures", 0)
