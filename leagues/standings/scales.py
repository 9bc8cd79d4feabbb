"""Points by place at the tables of each size, for people."""

from dataclasses import dataclass

from leagues.models import Season
from leagues.standings.core import scale_for
from leagues.standings.number_format import as_text, decimals_of


@dataclass(frozen=True, slots=True)
class PlaceScales:
    sizes: list[int]
    """The largest first."""
    rows: list[list[str]]
    """By place, the points at each size; empty where a table has fewer places."""


def scales_of(season: Season) -> PlaceScales | None:
    """None if the season does not give points by place."""
    scheme = season.scheme
    if scheme.points == "raw":
        return None
    sizes = sorted(season.table_sizes, reverse=True)
    columns = []
    for size in sizes:
        scale = scale_for(scheme.places, size)
        places = decimals_of(map(str, scale))
        texts = [as_text(points, places=places) for points in scale]
        columns.append(texts + [""] * (sizes[0] - size))
    return PlaceScales(sizes, [list(row) for row in zip(*columns, strict=True)])
