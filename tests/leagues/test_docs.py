"""What the pages about leagues say holds."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path
from random import Random
from typing import get_args

import pytest

from leagues.seating import cut
from leagues.seating.certificate import Certificate
from leagues.seating.designs import design
from leagues.standings import TieBreak, standings
from leagues.standings.explain import What

from .test_worked_seasons import BY_PLACE

ROOT = Path(__file__).parents[2]
SEATING = (ROOT / "docs" / "seating.md").read_text("utf-8")
STANDINGS = (ROOT / "docs" / "standings.md").read_text("utf-8")
MODULES = sorted(
    f"leagues.{folder}.{path.stem}".removesuffix(".__init__")
    for folder in ("seasons", "seating", "standings")
    for path in (ROOT / "leagues" / folder).glob("*.py")
)


@pytest.mark.parametrize("module", MODULES)
def test_examples_run(module: str) -> None:
    assert doctest.testmod(importlib.import_module(module)).failed == 0


def test_the_rounds_named_are_known() -> None:
    listed = re.findall(r"(\d+)×(\d): (\d+)", SEATING.partition("so far:")[2])
    assert len(listed) > 10
    for tables, size, rounds in listed:
        assert len(design([int(size)] * int(tables), 20, Random(1))) == int(rounds)


def test_every_line_of_the_certificate_is_explained() -> None:
    told = {field for field in Certificate._fields if f"| `{field}` |" in SEATING}
    assert told == {*Certificate._fields} - {"rounds"}


def test_numbers_that_cannot_be_cut() -> None:
    named = re.search(r"([\d, ]+ and \d+) cannot be cut into fours and fives", SEATING)
    assert named is not None
    numbers = [int(number) for number in re.findall(r"\d+", named[1])]
    with_bots = [n for n in range(1, 200) if any(t.members < t.seats for t in cut(n).tables)]
    assert numbers == with_bots


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
