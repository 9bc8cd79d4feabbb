"""Seatings and standings are pure: no Django, no clock, no I/O, randomness from a seed only."""

import ast
from pathlib import Path

import pytest

from tests.support.purity import ALLOWED, IMPURE_CALLS, calls, imports

LEAGUES = Path(__file__).parents[2] / "leagues"
PURE = sorted(path for name in ("seating", "standings/core") for path in (LEAGUES / name).rglob("*.py"))


@pytest.mark.parametrize("path", PURE, ids=lambda path: str(path.relative_to(LEAGUES)))
def test_they_import_little_and_do_nothing_outside(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    assert set(imports(tree)) <= ALLOWED | {"bisect", "fractions", "random"}
    assert not calls(tree) & IMPURE_CALLS
