"""Seatings and standings are pure: no Django, no clock, no I/O, randomness from a seed only."""

import ast
import json
import subprocess
import sys
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


def test_importing_them_loads_nothing_of_the_site() -> None:
    script = (
        "import json, sys; import leagues.seating, leagues.standings.core; "
        "print(json.dumps([name for name in sys.modules if name.split('.')[0] in "
        "('django', 'games', 'players', 'leagues')]))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", script], cwd=LEAGUES.parent, capture_output=True, check=True, text=True
    )
    ours = json.loads(done.stdout)
    own = ("leagues.seating", "leagues.standings.core")
    assert {name for name in ours if not name.startswith(own)} == {"leagues", "leagues.standings"}
