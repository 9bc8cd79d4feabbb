"""The counts that an analysis adds to the seats of a match (`games.statistics`), in whole numbers.

Fractions of points are counted in hundredths. Luck, like the points of a deal, belongs to the player who had the seat
when the deal ended; a decision belongs to the player who took it.
"""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from games.analysis.context import decisions_of_players
from games.analysis.services import is_open
from games.kernel.replay import SeatHistory, SeatHolder
from games.models import DealAnalysis, Game
from games.review.game_replay import Replay, replay_of
from games.statistics.counting import Counts, add
from napoleon.judging import luck
from napoleon.judging.judgement import DealJudgement, from_json, pointed_out
from napoleon.judging.luck import DealLuck

Found: TypeAlias = tuple[SeatHolder, Counts]


def counts_of(game: Game) -> Mapping[tuple[int, int], Counts]:
    """The counts from a finished analysis, by seat and number of its holder."""
    rows = DealAnalysis.objects.filter(analysis=game.pk, analysis__is_finished=True)
    sums: dict[tuple[int, int], Counts] = {}
    analysed = list(rows) if is_open(game) else []
    if not analysed:
        return sums
    replay = replay_of(game)
    history = replay.seats_of(game)
    for row in analysed:
        for holder, counts in _of_deal(row, replay, history):
            key = holder.number, history.holders[holder.number].index(holder)
            add(sums.setdefault(key, {}), counts)
    return sums


def _of_deal(row: DealAnalysis, replay: Replay, history: SeatHistory) -> Iterator[Found]:
    if row.luck_json is not None:
        last = replay.ended_at[row.number]
        yield from zip(history.at(last), _of_luck(luck.from_json(row.luck_json)), strict=True)
    yield from _of_decisions(row.number, from_json(row.judgement_json), replay, history)


def _of_luck(deal: DealLuck) -> Iterator[Counts]:
    """By seat."""
    for points, mean in zip(deal.points, deal.expected, strict=True):
        expected = round(100 * mean)
        yield {
            "luck.deals": 1,
            "luck.points": points,
            "luck.expected": expected,
            "luck.squares": (100 * points - expected) ** 2,
        }


def _of_decisions(number: int, judgement: DealJudgement, replay: Replay, history: SeatHistory) -> Iterator[Found]:
    told = {decision.step for decision in pointed_out(judgement)}
    players = set[SeatHolder]()
    for holder, decision in decisions_of_players(history, replay.moves_of(number), judgement):
        if holder not in players:
            players.add(holder)
            yield holder, {"judged.deals": 1}
        if decision.known and decision.step in told:
            yield holder, {"judged.bad": 1, "judged.lost": round(100 * decision.known.lost)}
