"""The examples of the modules behind standings and ratings hold."""

from __future__ import annotations

import doctest
import importlib

import pytest

MODULES = ("leagues.tally.figures", "leagues.tally.ranges", "leagues.ratings.scale")


@pytest.mark.parametrize("module", MODULES)
def test_examples_run(module: str) -> None:
    found = doctest.testmod(importlib.import_module(module))
    assert found.attempted > 0
    assert found.failed == 0
