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

# SQLite runs every test. PostgreSQL repeats those that could end otherwise there: transactions of their own (locks,
# concurrency), and the folders whose code locks rows, sweeps, searches, counts by JSON, writes SQL, checks constraints
# or triggers, or prepares statements. The permission tests run every query of every view there once.
DATABASE_KIND = (
    "games/api/",
    "games/archive/",
    "games/imports/test_store.py",
    "games/integrity/",
    "games/kernel/",
    "games/plans/test_timekeeper.py",
    "games/statistics/",
    "games/test_access.py",
    "games/test_limits_at_once.py",
    "games/test_merging.py",
    "games/test_permissions.py",
    "games/test_tasks.py",
    "games/turns/",
    "infrastructure/",
    "leagues/clubs/test_permissions.py",
    "leagues/ratings/",
    "leagues/rounds/test_results.py",
    "leagues/standings/",
    "leagues/statistics/",
    "leagues/test_access.py",
    "leagues/test_permissions.py",
    "leagues/webhooks/",
    "players/accounts/",
    "players/api/",
    "players/friends/",
    "players/notifications/",
    "players/oauth/",
    "players/test_permissions.py",
    "site/test_embeds.py",
    "site/test_pages.py",
    "staff/",
)
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
    """Mark those that depend on the kind of database, and put the slow ones first, so that no worker ends with one."""
    for item in items:
        marker = item.get_closest_marker("django_db")
        in_folder = item.path.relative_to(item.config.rootpath / "tests").as_posix()
        if (marker or "db" in getattr(item, "fixturenames", ())) and (
            (marker and marker.kwargs.get("transaction")) or in_folder.startswith(DATABASE_KIND)
        ):
            item.add_marker("database_kind")
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
