"""A table of figures and its chart, as values: statistics make them, and `charts` draws them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple


class Series(NamedTuple):
    name: str
    values: Sequence[float | None]
    spans: Sequence[tuple[float, float] | None] = ()
    """The 95 % confidence interval of each value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    kind: Literal["bars", "stacked", "rows", "line"]
    labels: Sequence[str]
    series: Sequence[Series]
    alt: str
    """The text alternative of the image."""

    @property
    def shows_something(self) -> bool:
        """Whether a reader sees more than the table says: a single month is no line."""
        return self.kind != "line" or len(self.labels) > 1


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureTable:
    name: str
    """The name in addresses."""
    title: str
    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    chart: Chart
    note: str = ""
