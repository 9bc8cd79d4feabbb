"""deploy/compose.yaml: who reaches whom, and which variables it needs."""

import re
from pathlib import Path

import pytest
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
