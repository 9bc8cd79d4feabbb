"""The examples in the library's docstrings run."""

import doctest
import importlib
from pathlib import Path

import pytest

LIBRARY = Path(__file__).parents[2] / "napoleon"
WITH_EXAMPLES = sorted(
    ".".join(path.relative_to(LIBRARY.parent).with_suffix("").parts).removesuffix(".__init__")
    for path in LIBRARY.rglob("*.py")
    if ">>>" in path.read_text("utf-8")
)


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_run(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0


def test_each_part_has_examples() -> None:
    assert {"bots", "engine", "inference", "judging"} <= {name.split(".")[1] for name in WITH_EXAMPLES}
