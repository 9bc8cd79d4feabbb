"""A demonstration that anybody may try (DEMO=1)."""

import io
import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.models import Game
from leagues import demo_site, tasks
from leagues.webhooks.http_post import BadAddress, check
from players.models import User
from players.notifications import push
from tests.support.play import running


@pytest.fixture
def demo(settings: Any) -> None:
    settings.DEMO = True


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_it_begins_anew_and_nothing_is_left_of_the_day(demo: None) -> None:
    call_command("reset_demo")
    left = running(User.objects.create(name="a visitor"))
    games = Game.objects.count()
    tasks.reset_demo()
    assert not User.objects.filter(name="a visitor").exists()
    assert not Game.objects.filter(slug=left.slug).exists()
    assert User.objects.filter(email="ai@example.org").exists()
    assert Game.objects.count() == games - 1


@pytest.mark.django_db
def test_a_site_of_others_is_never_emptied(demo: None) -> None:
    member = User.objects.create(name="a member", email="member@napoleon.example")
    with pytest.raises(CommandError, match="no demonstration"):
        call_command("reset_demo")
    assert User.objects.get() == member


@pytest.mark.django_db
def test_what_would_be_deleted(demo: None, ai: User, bo: User) -> None:
    running(ai, bo)
    out = io.StringIO()
    call_command("reset_demo", "--dry-run", "--json", stdout=out)
    told = {"deleted": {"people": 2, "matches": 1}, "done": False}
    assert json.loads(out.getvalue()) == told
    assert Game.objects.count() == 1
    User.objects.filter(pk=ai.pk).update(email="other@example.org")
    with pytest.raises(CommandError, match="no demonstration"):
        call_command("reset_demo", "--dry-run")


@pytest.mark.django_db
def test_a_site_that_is_none_is_left_alone(ai: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo_site, "create_demo_world", None)
    tasks.reset_demo()
    with pytest.raises(CommandError, match="DEMO is not set"):
        call_command("reset_demo")
    assert User.objects.get() == ai


@pytest.mark.django_db
def test_every_page_says_so(demo: None, client: Client, settings: Any) -> None:
    assert "everything is deleted every night" in client.get("/").content.decode()
    assert client.get("/robots.txt").content.decode() == "User-agent: *\nDisallow: /\n"
    settings.DEMO = False
    assert "Every night" not in client.get("/").content.decode()


def test_nothing_is_sent_to_others(demo: None) -> None:
    with pytest.raises(BadAddress):
        check("https://hooks.example.org/")
    assert not push.is_offered()
