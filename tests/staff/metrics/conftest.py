from collections.abc import Iterator
from typing import Any

import pytest
from celery.signals import task_postrun, task_prerun
from django.conf import settings

from games.kernel import followers

TOKEN = "0123456789abcdefghij"


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """One for all tests: the library keeps the files open that it has begun."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path_factory.mktemp("metrics")))
        yield


@pytest.fixture
def instruments(folder: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The instruments, installed as on a site that has metrics."""
    monkeypatch.setattr(followers, "_followers", [*followers._followers])
    from staff.metrics import instruments

    followers.register(instruments.count_moves)
    monkeypatch.setattr(settings, "METRICS_TOKEN", TOKEN)
    yield instruments
    task_prerun.disconnect(instruments._note_start)
    task_postrun.disconnect(instruments._note_end)
