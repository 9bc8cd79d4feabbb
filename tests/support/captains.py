"""Captains for tests that do not ask how well they play. Imported in `conftest.py`."""

from __future__ import annotations

import pytest

from games.bots.captain import contract, early, endgame, nap


@pytest.fixture
def quick_captains(monkeypatch: pytest.MonkeyPatch) -> None:
    """They bid as ever at Napoleon, and look into few worlds elsewhere."""
    for part in (contract, early, endgame, nap):
        monkeypatch.setattr(part, "WORLDS", 4)
    monkeypatch.setattr(endgame, "NODES", 4_000)
