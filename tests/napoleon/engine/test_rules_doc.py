"""The rules page is complete: what it names exists, and every statement of the seeds has its row."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
NAMED = re.findall(r"`(tests/napoleon/engine/test_\w+\.py)::(test_\w+)`", PAGE)
ROW = re.compile(r"^\| (00[0-4])-(\d\d) \|(.*)\|$", re.MULTILINE)
NOT_THE_ENGINES = {("002", "36")}
"""A match that ends by the clock is the site's business."""


def names_in(path: str) -> set[str]:
    """The names of the tests in a file; none if there is no such file."""
    file = ROOT / path
    tree = ast.parse(file.read_text(encoding="utf-8")) if file.exists() else ast.Module([], [])
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("path", sorted({path for path, _ in NAMED}))
def test_every_test_named_on_the_page_exists(path: str) -> None:
    missing = {name for file, name in NAMED if file == path} - names_in(path)
    assert missing == set()


def test_the_rows_of_each_seed_are_numbered_without_a_gap() -> None:
    for seed in ("000", "001", "002", "003", "004"):
        numbers = [int(number) for of, number, _ in ROW.findall(PAGE) if of == seed]
        assert len(numbers) > 20
        assert numbers == list(range(1, len(numbers) + 1))


def test_every_row_names_a_test() -> None:
    for seed, number, cells in ROW.findall(PAGE):
        named = re.search(r"`tests/napoleon/engine/test_\w+\.py::test_\w+`", cells)
        assert named or (seed, number) in NOT_THE_ENGINES, f"{seed}-{number}"


def test_a_test_named_after_a_row_stands_in_that_row_or_decision() -> None:
    """`…_000_14` in row 000-14, `…_decision_08` in decision 8."""
    rows = {f"{seed}_{number}": cells for seed, number, cells in ROW.findall(PAGE)}
    decisions = PAGE[PAGE.index("## 5.") : PAGE.index("## 6.")]
    for number, cells in re.findall(r"^\| (\d+) \|(.*)\|$", decisions, re.MULTILINE):
        rows[f"decision_{int(number):02}"] = cells
    for file in sorted((ROOT / "tests" / "napoleon" / "engine").glob("test_*.py")):
        for name in names_in(f"tests/napoleon/engine/{file.name}"):
            cited = re.search(r"_(00[0-4]_\d\d|decision_\d\d)$", name)
            assert cited is None or f"{file.name}::{name}`" in rows[cited[1]], name
