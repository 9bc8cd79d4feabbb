"""The shape of the house: no import circles, arrows that go down only, and pure packages that load no Django."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# From the roof down: the packages of a line import none of the lines above it.
LAYERS = (
    ("napoleon_site",),
    ("staff",),
    ("leagues",),
    # Pages.
    tuple(
        f"games.{room}"
        for room in (
            *("analysis", "api", "archive", "boards", "coach", "comments", "front_page"),
            *("house_rules", "imports", "learning", "lobby"),
            *("records", "review", "rules_pages", "statistics", "table", "transcription"),
        )
    ),
    # Time.
    ("games.notifications", "games.plans", "games.seats", "games.turns"),
    # What pages and time share.
    ("games.access", "games.live", "games.presentation"),
    ("games.kernel",),
    ("games",),
    ("players",),
    ("infrastructure",),
    ("napoleon",),
    ("napoleon.judging",),
    ("napoleon.bots",),
    ("napoleon.inference",),
    ("napoleon.solver",),
    ("napoleon.engine",),
)
APPS = tuple(dict.fromkeys(layer[0].split(".")[0] for layer in LAYERS))
PURE = (
    "napoleon",
    "games.boards.scoring",
    "games.kernel.events",
    "leagues.seating",
    "leagues.standings.core",
    "players.notifications.reminder_schedule",
    "players.preferences.own_quiet_hours",
)
# Finer rules: a module of the left imports none of the right.
NEVER = {
    "players.preferences": ("players.accounts", "players.notifications", "players.vacations"),
    "players.notifications": ("players.accounts", "players.profiles", "players.vacations"),
    "napoleon.inference": ("napoleon.solver",),
    "games.kernel": ("games.integrity", "games.tasks", "games.wiring"),
    "games.kernel.events": ("games.models", "games.kernel.models"),
    "games.plans.release": ("games.turns", "games.seats", "games.plans.services"),
    "games.turns.deadlines": ("games.turns.open_turns", "games.turns.services", "games.seats"),
    "games.turns.open_turns": ("games.turns.services", "games.turns.sweep", "games.seats"),
    "games.turns.services": ("games.turns.sweep", "games.seats", "games.plans.services"),
}


def is_within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of the site, by its dotted name; migrations follow Django's order."""
    found = {}
    for package in APPS:
        for path in (ROOT / package).rglob("*.py"):
            if "migrations" not in path.parts:
                parts = path.relative_to(ROOT).with_suffix("").parts
                name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
                found[name] = ast.parse(path.read_text("utf-8"))
    return found


@cache
def imports_of(name: str) -> frozenset[str]:
    """The modules of the site that a module imports anywhere: in functions and under ``TYPE_CHECKING`` as well."""
    found: set[str] = set()
    for node in ast.walk(modules()[name]):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(filter(None, (_package_of(name, node.level), node.module)))
            members = {f"{base}.{alias.name}" for alias in node.names}
            found |= {member if member in modules() else base for member in members}
    return frozenset(found & modules().keys() - {name})


def _package_of(name: str, level: int) -> str:
    if not level:
        return ""
    is_package = (ROOT / name.replace(".", "/")).is_dir()
    parts = name.split(".")
    return ".".join(parts[: len(parts) - level + is_package])


def circles() -> list[set[str]]:
    """Modules that reach themselves, each with all that it shares circles with."""
    reached = {name: _reached(name) for name in modules()}
    found: list[set[str]] = []
    for name, others in reached.items():
        circle = {other for other in others if name in reached[other]}
        if circle and circle not in found:
            found.append(circle)
    return found


def _reached(name: str) -> set[str]:
    found: set[str] = set()
    ways = list(imports_of(name))
    while ways:
        module = ways.pop()
        if module not in found:
            found.add(module)
            ways += imports_of(module)
    return found


def test_no_module_imports_itself_by_way_of_others() -> None:
    assert circles() == []


def layer_of(module: str) -> int:
    """The number of its line, from the roof down. Of several packages that it is in, the innermost counts."""
    lines = [
        (len(package), number) for number, layer in enumerate(LAYERS) for package in layer if is_within(module, package)
    ]
    return max(lines)[1]


def is_free(module: str) -> bool:
    """Whether all rooms may name it, and it all rooms: what wires the app together, and models, loaded together."""
    app, *rest = module.split(".")
    return app == "games" and (layer_of(module) == layer_of("games") or rest[-1] == "models")


def test_arrows_go_down_only() -> None:
    upward = [
        (name, imported)
        for name in modules()
        for imported in imports_of(name)
        if layer_of(imported) < layer_of(name)
        and not (is_within(imported, "games") and (is_free(name) or is_free(imported)))
    ]
    assert upward == []


@pytest.mark.parametrize("name", NEVER)
def test_some_modules_never_import_others(name: str) -> None:
    assert name in modules()
    wrong = [
        (module, imported)
        for module in modules()
        if is_within(module, name)
        for imported in imports_of(module)
        for other in NEVER[name]
        if is_within(imported, other)
    ]
    assert wrong == []


def test_every_package_that_is_named_exists() -> None:
    named = {*NEVER, *PURE, *(package for layer in LAYERS for package in layer)}
    named |= {other for others in NEVER.values() for other in others}
    assert named - modules().keys() == set()


@pytest.mark.parametrize("name", PURE)
def test_pure_packages_load_neither_django_nor_other_apps(name: str) -> None:
    """Every module of theirs; in a process of its own, since the tests have loaded the site."""
    inside = ", ".join(module for module in modules() if is_within(module, name))
    script = f"import {inside}, sys; print(*{{module.split('.')[0] for module in sys.modules}})"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, check=True, text=True)
    loaded = {"django", *APPS} & set(done.stdout.split())
    assert loaded <= {name.split(".")[0], "napoleon"}


def test_a_function_that_imports_is_noticed() -> None:
    """The search sees what Python would import only when a function runs."""
    modules()["games._probe"] = ast.parse("def f():\n    from games.models import Game\n    return Game\n")
    try:
        assert imports_of("games._probe") == {"games.models"}
    finally:
        del modules()["games._probe"]


def test_the_site_needs_neither_tests_nor_benchmarks() -> None:
    """Its image has neither."""
    found = [
        (name, ast.unparse(node))
        for name, module in modules().items()
        for node in ast.walk(module)
        if isinstance(node, ast.Import | ast.ImportFrom)
        and re.search(r"\b(tests|benchmarks)\b", ast.unparse(node).split(" import ")[0])
    ]
    assert found == []


def test_nothing_is_imported_from_tests() -> None:
    """What tests share lies in tests/support, or beside them in a module that is no test."""
    found = []
    for path in sorted([*(ROOT / "tests").rglob("*.py"), *(ROOT / "benchmarks").rglob("*.py")]):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom):
                parts = [*(node.module or "").split("."), *(name.name for name in node.names)]
                if parts[0] == "tests" and any(part.startswith("test_") for part in parts):
                    found.append(f"{path.relative_to(ROOT)}: {ast.unparse(node)}")
    assert found == []
