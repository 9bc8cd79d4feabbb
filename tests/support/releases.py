"""A later release that changes what a preset means."""

from collections.abc import Callable
from typing import Any

import pytest

from napoleon.engine import editions, rules
from napoleon.engine.editions import EDITIONS, RULES_VERSION, edition

Release = Callable[..., None]


@pytest.fixture
def release(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Install a release after which the preset has other options: ``release("gurunapo", min_bid=13)``."""

    def install(preset: str, **options: Any) -> None:
        version = RULES_VERSION + 1
        monkeypatch.setitem(EDITIONS, version, {preset: edition(preset, version) | options})
        monkeypatch.setitem(rules.PRESETS, preset, rules.PRESETS[preset] | options)
        for module in (editions, rules):
            monkeypatch.setattr(module, "RULES_VERSION", version)
        rules.preset_rules.cache_clear()

    yield install
    monkeypatch.undo()
    rules.preset_rules.cache_clear()
