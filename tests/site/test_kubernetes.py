"""deploy/kubernetes/ starts the same processes as deploy/compose.yaml, and asks after them in the same way."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings

FOLDER = Path(settings.BASE_DIR) / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((FOLDER / "compose.yaml").read_text())
ITEMS: list[dict[str, Any]] = yaml.safe_load((FOLDER / "kubernetes/napoleon.yaml").read_text())["items"]
PODS = {
    item["metadata"]["name"].removeprefix("napoleon-"): item for item in ITEMS if item["kind"] in ("Deployment", "Job")
}
BACKGROUND = ("worker", "timekeeper", "analyst", "attempts", "scheduler")


def container(name: str) -> dict[str, Any]:
    (found,) = PODS[name]["spec"]["template"]["spec"]["containers"]
    return dict(found)


def test_every_process_is_there() -> None:
    assert PODS.keys() == {"web", "migrate", *BACKGROUND}


@pytest.mark.parametrize("name", ["migrate", *BACKGROUND])
def test_processes_run_the_commands_of_compose(name: str) -> None:
    assert container(name)["command"] == COMPOSE["services"][name]["command"]


@pytest.mark.parametrize("name", BACKGROUND)
def test_a_process_without_pages_is_asked_for_its_pulse(name: str) -> None:
    asked = ["CMD", *container(name)["livenessProbe"]["exec"]["command"]]
    assert asked == COMPOSE["services"][name]["healthcheck"]["test"]


@pytest.mark.parametrize("name", ["web", "migrate", *BACKGROUND])
def test_no_process_has_any_right(name: str) -> None:
    spec = PODS[name]["spec"]["template"]["spec"]
    (own,) = spec["containers"]
    assert spec["securityContext"]["runAsUser"] == 10001
    assert own["securityContext"]["readOnlyRootFilesystem"]
    assert own["securityContext"]["capabilities"] == {"drop": ["ALL"]}
    assert "memory" in own["resources"]["limits"]


@pytest.mark.parametrize("name", ["web", *BACKGROUND])
def test_every_process_waits_for_the_migrations_and_has_time_to_end(name: str) -> None:
    spec = PODS[name]["spec"]["template"]["spec"]
    (before,) = spec["initContainers"]
    assert "manage.py migrate --check" in before["command"][-1]
    assert before["image"] == container(name)["image"]
    assert spec["terminationGracePeriodSeconds"] >= int(COMPOSE["x-site"]["stop_grace_period"].removesuffix("s"))


def test_pages_are_asked_for_nothing_that_all_lose_at_once() -> None:
    web = container("web")
    probes = [web[name]["httpGet"]["path"] for name in ("startupProbe", "readinessProbe", "livenessProbe")]
    assert probes == ["/healthz"] * 3


def test_the_handbook_names_what_the_secret_has_to_hold() -> None:
    page = (Path(settings.BASE_DIR) / "docs/kubernetes.md").read_text()
    given = set(re.findall(r"^   (\w+)=", page, re.MULTILINE)) | ITEMS[0]["data"].keys()
    required = {"DATABASE_URL", "BROKER_URL", "CACHE_URL", "EMAIL_URL", "SECRET_KEY", "SITE_URL", "ALLOWED_HOSTS"}
    assert required | {"TRUSTED_PROXIES", "BACKUP_KEY"} <= given
