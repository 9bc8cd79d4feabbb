"""The engine and bots are pure: a few standard modules, no clock, randomness or I/O."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.purity import ALLOWED, IMPURE_CALLS, calls, imports

LIBRARY = Path(__file__).parents[3] / "napoleon"
ENGINE = sorted((LIBRARY / "engine").rglob("*.py"))
BOTS = sorted((LIBRARY / "bots").rglob("*.py"))
PURE = [["napoleon", part] for part in ("engine", "solver", "inference", "bots")]
INFERENCE = sorted((LIBRARY / "inference").rglob("*.py"))

# They draw cards: for matches between bots, and worlds and hands that a bot imagines, by a seed.
DRAWING = (
    *(f"bots/captain/{name}.py" for name in ("nap_hands", "sealed_bids")),
    "bots/simulation.py",
    *(f"inference/{name}.py" for name in ("__init__", "card_drawing", "nap_worlds", "napoleon_worlds")),
)
# They read the tables beside them.
READING = ("bots/captain/weights/__init__.py", "inference/habit_table.py")
ALLOWED_TO = {**{name: {"random"} for name in DRAWING}, **{name: {"pkgutil"} for name in READING}}


def name_of(path: Path) -> str:
    return str(path.relative_to(LIBRARY))


@pytest.mark.parametrize("path", ENGINE, ids=name_of)
def test_the_engine_imports_little_and_does_nothing_outside(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    assert set(imports(tree)) <= ALLOWED
    assert not calls(tree) & IMPURE_CALLS


@pytest.mark.parametrize("path", [*BOTS, *INFERENCE], ids=name_of)
def test_the_bots_import_only_the_engine_besides(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    others = {name for name in imports(tree) if name.split(".")[:2] not in PURE}
    assert others <= ALLOWED | ALLOWED_TO.get(name_of(path), set())
    assert not calls(tree) & IMPURE_CALLS


def test_importing_them_loads_nothing_of_the_site() -> None:
    """In a new process, because this one has loaded everything."""
    script = (
        "import json, sys; before = set(sys.modules); "
        "import napoleon.engine, napoleon.engine.record, napoleon.engine.seat_record; "
        "import napoleon.engine.shuffle, napoleon.bots; "
        "print(json.dumps(sorted(set(sys.modules) - before)))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", script], cwd=LIBRARY.parent, capture_output=True, check=True, text=True
    )
    loaded = json.loads(done.stdout)
    ours = {name for name in loaded if name.split(".")[0] in ("games", "leagues", "napoleon", "players")}
    assert {name for name in ours if name.split(".")[:2] not in PURE} == {"napoleon"}
    foreign = {name.split(".")[0] for name in loaded} - sys.stdlib_module_names - {"napoleon"}
    assert foreign == set()
