"""The process that analyses on an embedded site."""

import subprocess
import sys
import time
from pathlib import Path

import pytest
from celery.signals import worker_shutting_down
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


NOTES_ITS_END = """
import pathlib, signal, sys, time
note = pathlib.Path(__file__).parent / "note"
def end(*_):
    note.write_text("given back")
    sys.exit()
signal.signal(signal.SIGTERM, end)
note.write_text("begun")
time.sleep(60)
"""


def test_it_is_told_when_its_worker_is_to_stop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "manage.py").write_text(NOTES_ITS_END)
    monkeypatch.setattr(settings, "BASE_DIR", tmp_path)
    note = tmp_path / "note"
    analyst.start()
    while not (note.exists() and note.read_text()):
        time.sleep(0.01)
    worker_shutting_down.send(sender="a worker")
    assert note.read_text() == "given back"
    assert analyst._running[0].poll() == 0


@pytest.mark.slow
def test_a_command_leaves_none_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "manage.py").write_text(NOTES_ITS_END)
    program = f"""
import pathlib, time, django
django.setup()
from django.conf import settings
from games.analysis import analyst
settings.BASE_DIR = pathlib.Path({str(tmp_path)!r})
analyst.start()
while not (settings.BASE_DIR / "note").exists():
    time.sleep(0.01)
"""
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "napoleon_site.settings")
    subprocess.run([sys.executable, "-c", program], cwd=settings.BASE_DIR, check=True)
    assert (tmp_path / "note").read_text() == "given back"
