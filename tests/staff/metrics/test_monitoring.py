"""The dashboard and the alert rules ask for metrics that the site exposes, and point to help that exists."""

import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone

from players.models import User
from staff.backups.models import BackupProof
from staff.metrics import endpoint
from staff.processes.beats import Beats
from staff.stores import PostgreSQL, Redis
from tests.support.play import move, running

FOLDER = Path(settings.BASE_DIR) / "deploy" / "monitoring"
ASKED = re.compile(r"\b(napoleon_\w+)(?:\{([^}]*)\})?")
MATCHER = re.compile(r'(\w+)\s*(?:=~|!~|!=|=)\s*"')
# `sum by (view) (rate(napoleon_…[5m]))`, however deep the functions are between the two.
GROUPED = re.compile(r"by \(([\w, ]+)\) \((?:\w+\()*(napoleon_\w+)")


@pytest.fixture
def exposed(
    instruments: Any, db: None, ai: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> dict[str, set[str]]:
    """The name of each sample that `/metrics` tells when everything has happened once, with its labels."""
    from prometheus_client.parser import text_string_to_metric_families

    from staff.metrics import site_collector

    monkeypatch.setattr("infrastructure.replica.exists", lambda: True)
    monkeypatch.setattr("infrastructure.replica.lag", lambda: 60.0)
    monkeypatch.setattr(site_collector, "postgresql", lambda: PostgreSQL(1, False, 3, 97, False, 0.0))
    monkeypatch.setattr(site_collector, "redis_servers", lambda: [Redis(1, 2, "volatile-lru")])
    now = timezone.now()
    instruments.measure(lambda request: HttpResponse())(HttpRequest())
    with django_capture_on_commit_callbacks(execute=True):
        move(running(ai), ai)
    instruments.TASKS.labels("games.tasks.sweep", "success").observe(1)
    Beats("worker").beat(now)
    BackupProof.objects.create(name="one", made_at=now - timedelta(hours=1), proven_at=now, rows=1, seconds=1)
    families = text_string_to_metric_families(endpoint.read()[0].decode())
    return {sample.name: set(sample.labels) for one in families for sample in one.samples}


def asked(name: str) -> str:
    """All queries of the file."""
    return (FOLDER / name).read_text().replace('\\"', '"')


@pytest.mark.parametrize("name", ["dashboard.json", "alerts.yml", "alerts_test.yml"])
def test_every_metric_that_is_asked_for_is_exposed(name: str, exposed: dict[str, set[str]]) -> None:
    found = ASKED.findall(asked(name))
    assert len(found) > 3
    assert {metric for metric, _labels in found} - exposed.keys() == set()
    for metric, labels in found:
        # Prometheus itself adds the instance.
        assert set(MATCHER.findall(labels)) - {"instance"} <= exposed[metric], metric


def test_panels_and_alerts_group_by_labels_that_are_there(exposed: dict[str, set[str]]) -> None:
    found = [one for name in ("dashboard.json", "alerts.yml") for one in GROUPED.findall(asked(name))]
    assert len(found) > 10
    for labels, metric in found:
        assert set(labels.split(", ")) <= exposed[metric], metric


def test_every_exposed_metric_is_in_the_handbook(exposed: dict[str, set[str]]) -> None:
    handbook = (Path(settings.BASE_DIR) / "docs" / "operations.md").read_text()
    endings = re.compile(r"_(bucket|count|sum|created)$")
    assert [name for name in exposed if endings.sub("", name) not in handbook] == []


def test_the_views_that_are_asked_for_exist() -> None:
    views = {one for name in ("dashboard.json", "alerts.yml") for one in re.findall(r'view="([^"]+)"', asked(name))}
    assert views
    for view in views:
        assert reverse(view, args=["slug"])


def test_the_dashboard_loads_and_its_panels_differ() -> None:
    dashboard: dict[str, Any] = json.loads((FOLDER / "dashboard.json").read_text())
    panels = dashboard["panels"]
    assert len({panel["id"] for panel in panels}) == len({panel["title"] for panel in panels})
    assert all(target["expr"] for panel in panels for target in panel["targets"])


def test_every_alert_leads_to_a_heading_of_the_handbook() -> None:
    links = re.findall(r'handbook: "([\w./-]+)(?:#([\w-]+))?"', (FOLDER / "alerts.yml").read_text())
    assert len(links) == (FOLDER / "alerts.yml").read_text().count("- alert:")
    for page, anchor in links:
        headings = re.findall(r"^#+ (.*)$", (Path(settings.BASE_DIR) / page).read_text(), re.M)
        assert not anchor or anchor in {one.lower().replace(" ", "-") for one in headings}
