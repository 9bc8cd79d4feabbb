from __future__ import annotations

import gc
import os
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import settings

from tests.support.captains import quick_captains  # noqa: F401

# HYPOTHESIS_PROFILE=ci takes its time; by default the property tests are a quick look.
settings.register_profile("quick", max_examples=3, deadline=None)
settings.register_profile("ci", max_examples=40, deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))

LEFT_OUT = pytest.StashKey[Counter[str]]()
WHY = {
    "browser": "they drive Chromium: make browser",
    "compiled": "they need a C compiler: make compiled",
    "services": "they need PostgreSQL or Redis: make services",
    "slow": "they take seconds each: make slow",
}


# What a test leaves behind is little beside modules and tests, which stay to the end: they are not searched
# for garbage, and the rest seldom.
gc.set_threshold(50_000, 20, 100)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: a test that waits for a thread or a disk leaves one idle."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark those with a database; the slow ones first, else a worker would begin one when the others are done."""
    for item in items:
        asked = set(getattr(item, "fixturenames", ()))
        if item.get_closest_marker("django_db") or asked & {"db", "transactional_db"}:
            item.add_marker("database")
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_collection_finish() -> None:
    gc.freeze()


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    if not pluginmanager.hasplugin("django"):
        parser.addini("DJANGO_SETTINGS_MODULE", "an option of pytest-django, which is not loaded")


def pytest_configure(config: pytest.Config) -> None:
    if config.pluginmanager.hasplugin("django"):  # `-p no:django` runs the tests of the library
        config.pluginmanager.import_plugin("tests.site_fixtures")
    config.stash[LEFT_OUT] = Counter()
    config.pluginmanager.register(LeftOut(config), "left-out")


class LeftOut:
    """Says at the end which tests were left out and why, also when workers did the collecting."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.counts = config.stash[LEFT_OUT]

    def pytest_deselected(self, items: Sequence[pytest.Item]) -> None:
        for item in items:
            self.counts.update(name for name in WHY if item.get_closest_marker(name))

    def pytest_sessionfinish(self) -> None:
        if hasattr(self.config, "workeroutput"):
            self.config.workeroutput["left_out"] = dict(self.counts)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        # Each worker collects everything, so any one of them has the whole count.
        self.counts |= Counter(getattr(node, "workeroutput", {}).get("left_out", {}))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        wanted = str(self.config.getoption("markexpr"))
        for name, count in sorted(self.counts.items()):
            if f"not {name}" in wanted:
                terminalreporter.write_line(f"Left out: {count} marked {name}; {WHY[name]}")
