"""The library installed alone, and its README."""

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = ROOT / "napoleon" / "README.md"
LOGS = ROOT / "tests" / "napoleon" / "engine" / "logs"


def test_the_examples_of_the_readme_run() -> None:
    result = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert result.attempted > 0
    assert result.failed == 0


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The Python of an empty environment in which only the library is installed. It takes the network or a mirror."""
    folder = tmp_path_factory.mktemp("alone")
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = str(folder / "bin" / "python")
    subprocess.run([python, "-m", "pip", "install", "--quiet", ROOT / "napoleon"], check=True)
    return python


def run(python: str, folder: Path, *arguments: str, given: str = "") -> str:
    done = subprocess.run(
        [python, *arguments], cwd=folder, input=given, capture_output=True, check=True, encoding="utf-8"
    )
    return done.stdout


@pytest.mark.slow
def test_it_is_installed_whole_and_without_dependencies(python: str, tmp_path: Path) -> None:
    installed = Path(run(python, tmp_path, "-c", "import napoleon; print(napoleon.__path__[0])").strip())
    assert not installed.is_relative_to(ROOT)
    library = ROOT / "napoleon"
    files = {
        path.relative_to(library).as_posix()
        for path in library.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    wanted = files - {"pyproject.toml", "README.md"}
    assert "py.typed" in wanted
    assert {name for name in wanted if not (installed / name).is_file()} == set()
    packages = run(python, tmp_path, "-m", "pip", "list", "--format=freeze").split()
    assert {package.split("==")[0] for package in packages} - {"pip", "setuptools", "wheel"} == {"napoleon-cards"}


@pytest.mark.slow
@pytest.mark.parametrize("options", [[], ["--json"], ["--seat", "1"]])
def test_it_replays_as_in_the_tree(python: str, tmp_path: Path, options: list[str]) -> None:
    record = (LOGS / "four.jsonl").read_text("utf-8")
    words = ["-m", "napoleon", "replay", *options]
    replayed = run(python, tmp_path, *words, given=record)
    assert replayed
    assert replayed == run(sys.executable, ROOT, *words, given=record)


@pytest.mark.slow
def test_the_examples_run_where_it_is_installed(python: str, tmp_path: Path) -> None:
    (tmp_path / "README.md").write_bytes(README.read_bytes())
    assert run(python, tmp_path, "-X", "utf8", "-m", "doctest", "README.md") == ""
