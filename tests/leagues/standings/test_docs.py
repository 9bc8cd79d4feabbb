"""What docs/standings.md says holds, and the examples in the code of leagues run."""

import doctest
import importlib
import re
from pathlib import Path
from typing import get_args

import pytest

from leagues.standings.core import TieBreak, standings
from leagues.standings.core.explain import What
from tests.support.season_inputs import BY_PLACE

ROOT = Path(__file__).parents[3]
STANDINGS = (ROOT / "docs" / "standings.md").read_text("utf-8")
MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for path in (ROOT / "leagues").rglob("*.py")
    if ">>> " in path.read_text("utf-8")
)


@pytest.mark.parametrize("module", MODULES)
def test_examples_run(module: str) -> None:
    found = doctest.testmod(importlib.import_module(module))
    assert found.attempted
    assert not found.failed


def test_the_table_on_the_page_is_the_one_computed() -> None:
    page = STANDINGS.partition("| place | member |")[2].replace("½", ".5").replace("−", "-")
    rows = [re.findall(r"[^|]+", line) for line in page.splitlines()[2:10]]
    shown = []
    for place, member, first, second, total, *ties in rows:
        values = [float(tie) for tie in ties if tie.strip()]
        numbers = [float(cell) for cell in (first, second, total)]
        shown.append((int(place), int(member), numbers, values))
    assert shown == [
        (
            row.place,
            row.member,
            [*(float(result.points) for result in row.results), float(row.points)],
            [float(tie.value) for tie in row.ties],
        )
        for row in standings(BY_PLACE)
    ]


def test_every_tie_break_and_node_is_explained() -> None:
    assert {name for name in get_args(TieBreak) if f"| `{name}` |" not in STANDINGS} == set()
    kinds = {name for part in get_args(What) for name in get_args(part)} - {*get_args(TieBreak)}
    assert {name for name in kinds if f"`{name}`" not in STANDINGS} == set()
