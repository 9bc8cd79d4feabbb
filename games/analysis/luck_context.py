"""Luck for the templates: each player's points beside those of average players with the same cards."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt
from operator import itemgetter

from games.access import Visitor
from games.kernel.replay import SeatHistory
from games.presentation.points import decimal, signed_decimal
from games.review.game_replay import Replay
from napoleon.judging.luck import DealLuck


@dataclass(slots=True, kw_only=True)
class LuckShown:
    """A player in one deal or in several."""

    name: str
    is_mine: bool
    points: int = 0
    mean: float = 0.0
    variance: float = 0.0

    @property
    def expected(self) -> str:
        return decimal(self.mean)

    @property
    def above(self) -> str:
        return signed_decimal(self.points - self.mean)

    @property
    def error(self) -> str:
        """Twice the standard error of the replays."""
        return decimal(2 * sqrt(self.variance))


def luck_shown(history: SeatHistory, replay: Replay, deals: Mapping[int, DealLuck], user: Visitor) -> list[LuckShown]:
    """The sums over these deals, by seat and player; a deal belongs to the player who had the seat when it ended."""
    sums: dict[tuple[int, int], LuckShown] = {}
    ends = replay.ended_at
    for number, deal in sorted(deals.items()):
        for holder, figures in zip(history.at(ends[number]), _by_seat(deal), strict=True):
            is_mine = user.pk is not None and holder.user_id == user.pk
            row = sums.setdefault(holder.key, LuckShown(name=holder.name, is_mine=is_mine))
            points, mean, error = figures
            row.points += points
            row.mean += mean
            row.variance += error**2
    return [sums[key] for key in sorted(sums, key=itemgetter(0))]


def _by_seat(deal: DealLuck) -> Iterable[tuple[int, float, float]]:
    return zip(deal.points, deal.expected, deal.errors, strict=True)
