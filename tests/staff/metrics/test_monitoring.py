"""The dashboard and the alert rules ask for metrics that exist, and point to help that exists."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

FOLDER = Path(settings.BASE_DIR) / "deploy" / "monitoring"
NAME = re.compile(r"\bnapoleon_\w+")


def named(text: str) -> set[str]:
    return set(NAME.findall(text))


def existing() -> set[str]:
    """Every name that a metric has in `staff/metrics`, and what the library makes of it."""
    source = "".join(path.read_text() for path in Path("staff/metrics").glob("*.py"))
    names = named(source) | {
        f"napoleon_{name}"
        for name in re.findall(r'(?:_gauge|_single|^        )\(\s*"(\w+)"', source, re.M)
    }
    names |= {f"napoleon_{name}" for name in re.findall(r'\("(\w+)", "[A-Z]', source)}
    endings = ("", "_total", "_bucket", "_count", "_sum")
    return {f"{name}{ending}" for name in names for ending in endings}


@pytest.mark.parametrize("name", ["dashboard.json", "alerts.yml", "alerts_test.yml"])
def test_every_metric_that_is_asked_for_exists(name: str) -> None:
    asked = named((FOLDER / name).read_text())
    assert len(asked) > 3
    assert asked - existing() == set()


def test_the_dashboard_loads_and_its_panels_differ() -> None:
    dashboard: dict[str, Any] = json.loads((FOLDER / "dashboard.json").read_text())
    panels = dashboard["panels"]
    assert len({panel["id"] for panel in panels}) == len({panel["title"] for panel in panels})
    assert all(target["expr"] for panel in panels for target in panel["targets"])


def test_every_alert_leads_to_a_heading_of_the_handbook() -> None:
    links = re.findall(r'handbook: "([\w./-]+)(?:#([\w-]+))?"', (FOLDER / "alerts.yml").read_text())
    assert len(links) == (FOLDER / "alerts.yml").read_text().count("- alert:")
    for page, anchor in links:
        text = (Path(settings.BASE_DIR) / page).read_text()
        headings = re.findall(r"^#+ (.*)$", text, re.M)
        assert not anchor or anchor in {one.lower().replace(" ", "-") for one in headings}
