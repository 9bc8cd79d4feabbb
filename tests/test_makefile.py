"""`make` on a machine that has never run the site."""

import os
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """What `make` reads to set an environment up, in a folder with a space in its name."""
    folder = tmp_path / "my games"
    folder.mkdir()
    for path in (ROOT / "Makefile", *ROOT.glob("requirements*.lock")):
        shutil.copy(path, folder)
    return folder


def make(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    own = {"PATH": os.environ["PATH"]}
    return subprocess.run(["make", *words], cwd=folder, env=own, capture_output=True, text=True)


@pytest.mark.parametrize(
    ("folder", "stamp"), [(".venv", "run.stamp"), (".venv", "dev.stamp"), (".venv-bench", "bench.stamp")]
)
def test_a_checkout_may_have_a_space_in_its_path(checkout: Path, folder: str, stamp: str) -> None:
    said = make(checkout, "--dry-run", f"{folder}/{stamp}").stdout
    [line] = [line for line in said.splitlines() if "pip sync" in line]
    assert f"VIRTUAL_ENV={checkout / folder}" in shlex.split(line.rstrip("\\"))


def test_without_a_network_it_says_what_is_missing(checkout: Path) -> None:
    """A Python that makes an environment whose pip fetches nothing."""
    python = checkout / "python"
    fails = "mkdir -p .venv/bin; echo '#!/bin/false' > .venv/bin/python; chmod +x .venv/bin/python"
    python.write_text(f"#!/bin/sh\n{fails}\n")
    python.chmod(0o755)
    done = make(checkout, "run", "PYTHON=./python")
    assert done.returncode != 0
    assert "This needs the network once" in done.stdout
