"""The process that analyses on an embedded site."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings

from games.analysis import analyst

NOTES_ITS_START = """
import pathlib, sys, time
(pathlib.Path(__file__).parent / "starts").open("a").write(" ".join(sys.argv[1:]) + "\\n")
time.sleep(0.5)
"""


def test_there_is_one_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "manage.py").write_text(NOTES_ITS_START)
    monkeypatch.setattr(settings, "BASE_DIR", tmp_path)
    analyst.start()
    analyst.start()
    analyst._running[0].wait()
    assert (tmp_path / "starts").read_text() == "analyse\n"
    analyst.start()
    analyst._running[0].wait()
    assert (tmp_path / "starts").read_text() == "analyse\nanalyse\n"
