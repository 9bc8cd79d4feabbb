"""How the draws of a season stand."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from leagues.draws.readiness import why_decided, why_no_round_is_due, why_too_few
from leagues.draws.seating_request import to_draw
from leagues.models import Division, Draw, Entry, Season
from leagues.seasons.dates import first_open_round


@dataclass(frozen=True, slots=True)
class DrawState:
    """The state of a division's draw: its rehearsal, its latest locked draw, and whether that is stale."""

    division: Division
    rehearsal: Draw | None
    locked: Draw | None
    is_stale: bool
    """Members have come or gone since it was locked, and rounds are left to be drawn again."""
    obstacle: str
    """Why it cannot be drawn now; empty if it can."""

    @property
    def is_due(self) -> bool:
        """Whether something is to be drawn."""
        return self.locked is None or self.is_stale


def draw_states(
    season: Season,
    divisions: Iterable[Division] | None = None,
    entered: Iterable[Entry] | None = None,
    *,
    whole: bool = False,
    first: int | None = None,
) -> list[DrawState]:
    """The state of every division. Callers pass the divisions, members and first open round that they know already.

    With `whole` the drawn rounds are loaded as well.
    """
    if divisions is None:
        divisions = season.divisions.order_by("number")
    if first is None:
        first = first_open_round(season)
    undue = why_no_round_is_due(season, first)
    if entered is None or season.takes_attendance or (season.is_knock_out and not undue):
        entered = to_draw(season, first)
    rows = Draw.objects.filter(division__season=season).select_related("locked_by")
    if not whole:
        # Large columns.
        rows = rows.defer("rounds_json", "certificate_json")
    draws = list(rows.order_by("pk"))
    members: dict[int | None, set[int]] = {}
    for entry in entered:
        members.setdefault(entry.division_id, set()).add(entry.pk)
    found = []
    for division in divisions:
        division.season = season
        own = [draw for draw in draws if draw.division_id == division.pk]
        now = members.get(division.pk, set())
        obstacle = undue or why_decided(season, first, len(now)) or why_too_few(season, len(now))
        found.append(_state(division, own, now, first, obstacle))
    return found


def _state(division: Division, draws: Sequence[Draw], members: set[int], first: int, obstacle: str) -> DrawState:
    rehearsal = next((draw for draw in draws if draw.locked_at is None), None)
    last = next((draw for draw in reversed(draws) if draw.locked_at is not None), None)
    is_stale = (
        last is not None
        and bool(first)
        and not (division.season.is_drawn_by_round and last.first_round < first)
        and set(last.request_json["members"]) != members
    )
    return DrawState(division, rehearsal, last, is_stale, obstacle)
