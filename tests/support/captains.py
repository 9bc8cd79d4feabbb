"""Fast captains, for tests that don't care how well they play. Imported in `conftest.py`."""

import pytest

from napoleon.bots.captain import exchange, first_tricks, last_tricks, nap_bids, nap_cards


@pytest.fixture
def quick_captains(monkeypatch: pytest.MonkeyPatch) -> None:
    """They bid normally at Napoleon, and otherwise sample few worlds."""
    for part in (exchange, first_tricks, last_tricks):
        monkeypatch.setattr(part, "WORLDS", 4)
    monkeypatch.setattr(last_tricks, "NODES", 4_000)
    for part in (nap_bids, nap_cards):
        monkeypatch.setattr(part, "FIRST_WORLDS", 4)
        monkeypatch.setattr(part, "MORE_WORLDS", 4)


@pytest.fixture(autouse=True)
def captains_think_briefly(quick_captains: None) -> None:
    """For folders whose tests are about the site: `conftest.py` imports it there."""
