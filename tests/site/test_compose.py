"""deploy/compose.yaml: who reaches whom, and which variables it needs."""

import re
from pathlib import Path

import pytest
import yaml
from django.conf import settings
from django.core.management import call_command

TEXT = (Path(settings.BASE_DIR) / "deploy/compose.yaml").read_text()
# The services, and the blocks at the beginning that they are merged from.
BLOCKS = {
    name: block
    for _indent, name, block in re.findall(
        r"^( {0,2})([\w-]+):.*\n((?:\1 +.*\n|\n)*)", TEXT.replace("services:", "---"), re.MULTILINE
    )
}
OF_THE_SITE = ("web-a", "web-b", "worker", "timekeeper", "analyst", "attempts", "scheduler", "migrate")


def networks_of(service: str) -> set[str]:
    """Those of a service, or of the block that it is merged from."""
    if alias := re.search(rf"^  {service}: \*([\w-]+)$", TEXT, re.MULTILINE):
        return networks_of(f"x-{alias[1]}")
    block = BLOCKS[service]
    if named := re.search(r"^ +networks: \[(.+)\]$", block, re.MULTILINE):
        return set(named[1].split(", "))
    merged = re.search(r"<<: \*([\w-]+)", block)
    assert merged is not None
    return networks_of(f"x-{merged[1]}")


@pytest.mark.parametrize("store", ["redis", "database"])
def test_only_the_sites_own_processes_reach_its_data(store: str) -> None:
    [network] = networks_of(store)
    assert f"  {network}: {{ internal: true }}\n" in TEXT
    assert network not in networks_of("proxy")
    for service in OF_THE_SITE:
        assert network in networks_of(service)


def test_the_proxy_reaches_the_pages() -> None:
    for service in ("web-a", "web-b"):
        assert networks_of("proxy") & networks_of(service) - {"outside"}


def test_redis_asks_for_a_password_and_the_site_knows_it() -> None:
    assert '--requirepass, "${REDIS_PASSWORD}"' in BLOCKS["redis"]
    urls = re.findall(r"redis://(.*)@redis:6379/\d", TEXT)
    assert len(urls) == len(re.findall(r"redis:6379", TEXT)) == 2
    assert all(url.startswith(":${REDIS_PASSWORD") for url in urls)


def test_a_new_site_gets_every_variable_that_must_be_there(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("new_env", "napoleon.example", "smtp://mail.example:25")
    given = {line.partition("=")[0] for line in capsys.readouterr().out.splitlines()}
    assert set(re.findall(r"\$\{(\w+):\?\}", TEXT)) == given
    example = (Path(settings.BASE_DIR) / "deploy/.env.example").read_text()
    assert set(re.findall(r"^(\w+)=", example, re.MULTILINE)) == given


def test_every_variable_of_the_handbook_is_passed_on_and_in_the_example() -> None:
    handbook = (Path(settings.BASE_DIR) / "docs/operations.md").read_text()
    table = handbook.split("## Variables")[1].split("\n## ")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    example = (Path(settings.BASE_DIR) / "deploy/.env.example").read_text()
    of_the_image = {"STATIC_ROOT", "VAR_DIR"}
    passed = set(re.findall(r"^    (\w+): ", BLOCKS["x-site"], re.MULTILINE))
    assert named - passed == of_the_image
    chosen = set(re.findall(r"\$\{(\w+)[:}]", TEXT))
    assert chosen == set(re.findall(r"^#?(\w+)=", example, re.MULTILINE))


@pytest.mark.parametrize("service", OF_THE_SITE)
def test_every_process_that_knows_of_legal_pages_has_their_folder(service: str) -> None:
    found = yaml.safe_load(TEXT)["services"][service]
    assert "LEGAL_DIR" in found["environment"]
    assert "./legal:/legal:ro" in found["volumes"]


def test_the_database_is_asked_by_the_network() -> None:
    """While the image prepares a new volume, its server answers at the socket alone."""
    assert "-h, 127.0.0.1" in BLOCKS["database"]


def test_every_image_is_pinned_to_a_version() -> None:
    images = re.findall(r"image: \$\{\w+:-(.*)\}", TEXT)
    assert len(images) == 4
    assert all(re.search(r":\d+\.\d+", image) for image in images if not image.startswith("napoleon:"))


@pytest.mark.parametrize("service", ["proxy", "database", "redis", "x-site"])
def test_no_log_grows_without_end(service: str) -> None:
    assert "logging: " in BLOCKS[service]


@pytest.mark.parametrize("service", ["worker", "timekeeper", "analyst", "attempts", "scheduler"])
def test_processes_without_pages_have_a_health_check(service: str) -> None:
    assert "<<: *worker" in BLOCKS[service] or "staff.processes.pulse, scheduler" in BLOCKS[service]
