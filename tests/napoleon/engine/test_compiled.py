"""Compiled modules pass the tests of the library: `make compiled`."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[3]
TESTS = ("tests/napoleon",)
# These inherit from compiled classes or read docstrings, and neither works with compiled modules.
INTERPRETED_ONLY = "test_a_difference_is_noticed or test_worlds_are_played_out_legally or test_examples_run"


def run(folder: Path, *words: str) -> str:
    done = subprocess.run([sys.executable, *words], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout


@pytest.mark.compiled
def test_compiled_modules_pass_the_same_tests(tmp_path: Path) -> None:
    project = tmp_path / "project"
    shutil.copytree(PROJECT, project, ignore=shutil.ignore_patterns(".*", "var", "__pycache__"))
    run(project, "-m", "deploy.compile_pure", ".", "0")
    asked = "from napoleon import solver; from napoleon.engine import match, napoleon_play, record; "
    asked += "print(match.apply, napoleon_play.lead_off, record.replay, solver.evaluate)"
    assert run(project, "-c", asked).count("<built-in function") == 4
    usual = ("-q", "-p", "no:cacheprovider", "-k", f"not ({INTERPRETED_ONLY})")
    run(project, "-m", "pytest", *usual, *TESTS)
