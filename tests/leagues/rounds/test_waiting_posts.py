"""Posts of who is to act: for clubs that wish it, once for each person and table, and only while it is true."""

import json
import re
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone, translation
from django.utils.formats import date_format

from games.models import Game, Turn
from leagues.models import Club, Post, Season, Table, Webhook
from leagues.rounds.waiting_posts import PlayerToAct, post_waiting
from leagues.webhooks import delivery
from players.models import User
from players.notifications.kinds import Message
from tests.support.cast import person
from tests.support.clubs import tuesday
from tests.support.late_players import lag, later, play_on
from tests.support.leaks import SPOKEN
from tests.support.stored_seasons import crowd, started, table_at
from tests.support.visits import get, post, text
from tests.support.worlds import world

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_draws")]


@world
def season() -> Season:
    club = tuesday()
    Webhook.objects.create(club=club, url="https://chat.example/", form="text", language="en")
    return started(club, person("bo"), crowd(8))


def posted(hours: float = 0) -> list[Post]:
    """The posts so far, if somebody looks so many hours from now."""
    post_waiting(later(hours))
    return list(Post.objects.filter(kind="to_act").order_by("pk"))


def message(season: Season) -> Message | None:
    with translation.override("en"):
        return PlayerToAct.webhook_message(season.club, posted()[0].data)


def test_whoever_is_to_act_for_some_minutes_is_posted_once(season: Season) -> None:
    assert posted() == []
    assert len(posted(0.2)) == 2
    assert len(posted(0.3)) == 2


def test_it_says_who_where_and_until_when(season: Season) -> None:
    user = lag(season, "1-1", 30)
    found = message(season)
    assert found is not None
    assert found.title == f"Spring, round 1, table 1: it is {user}’s turn."
    assert found.lines[0].startswith("Time runs out on ")
    assert found.path == table_at(season, "1-1").game.get_absolute_url()


@pytest.mark.parametrize(("zone", "name"), [("UTC", "UTC"), ("Asia/Tokyo", "JST"), ("America/Sao_Paulo", "-03")])
def test_times_are_in_the_clubs_time_zone(
    season: Season, zone: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Club.objects.update(time_zone=zone)
    lag(season, "1-1", 30)
    sent: list[str] = []
    monkeypatch.setattr(delivery, "send", lambda _url, body, _headers: sent.append(json.loads(body)["text"]))
    [post_of_turn] = (one for one in posted() if one.data["table"] == table_at(season, "1-1").pk)
    Post.objects.exclude(pk=post_of_turn.pk).delete()
    Post.objects.update(not_before=timezone.now())
    delivery.post_all(Webhook.objects.get().pk)
    turn = Turn.objects.get(game=post_of_turn.data["game"], user=post_of_turn.data["user"])
    assert turn.times_out_at is not None
    ends = date_format(turn.times_out_at.astimezone(ZoneInfo(zone)), "DATETIME_FORMAT")
    assert f"\nTime runs out on {ends} ({name}).\n" in sent[0]


def test_it_is_dropped_once_they_have_played(season: Season) -> None:
    user = lag(season, "1-1", 30)
    assert message(season) is not None
    play_on(user)
    assert message(season) is None


def test_organisers_may_choose_single_tables(season: Season, bo: User) -> None:
    values = {"form": "text", "url": "https://chat.example/", "language": "en", "kinds": "to_act"}
    table = table_at(season, "1-2")
    page = text(get(bo, Webhook.objects.get().get_absolute_url()))
    assert "Seasons and tables: all" in page
    assert f"Spring, round 1, table 2: {table.seats.get(number=0).entry.name}, " in page
    post(bo, Webhook.objects.get().get_absolute_url(), **values, places=f"table:{table.pk}")
    assert "Seasons and tables: 1 chosen" in text(get(bo, Webhook.objects.get().get_absolute_url()))
    assert [one.data["game"] for one in posted(0.2)] == [table.game_id]
    post(bo, Webhook.objects.get().get_absolute_url(), **values, places=f"season:{season.pk}")
    assert len(posted(0.3)) == 2


def test_each_webhook_gets_the_turns_that_it_follows(season: Season) -> None:
    table = table_at(season, "1-2")
    first = Webhook.objects.get()
    second = Webhook.objects.create(club=season.club, language="en", places=[f"table:{table.pk}"])
    Webhook.objects.create(club=season.club, language="en", muted=["to_act"])
    posts = posted(0.2)
    assert [one.webhook_id for one in posts].count(first.pk) == 2
    assert [one.data["table"] for one in posts if one.webhook_id != first.pk] == [table.pk]
    assert {one.webhook_id for one in posts} == {first.pk, second.pk}


def test_a_table_that_is_over_stays_chosen(season: Season, bo: User) -> None:
    table = table_at(season, "1-2")
    Webhook.objects.update(places=[f"table:{table.pk}"])
    Table.objects.update(state="finished")
    page = text(get(bo, Webhook.objects.get().get_absolute_url()))
    assert f'value="table:{table.pk}"' in page
    assert f'value="table:{table_at(season, "1-1").pk}"' not in page


def test_the_next_turn_there_is_not_posted_within_hours(season: Season) -> None:
    lag(season, "1-1", 30)
    posted()
    lag(season, "1-1", 2)
    assert len(posted()) == 1
    Post.objects.update(at=timezone.now() - timedelta(hours=7))
    assert len(posted()) == 2


def test_a_table_that_only_its_players_may_watch_is_not_posted(season: Season) -> None:
    Game.objects.update(is_listed=False)
    assert posted(1) == []


def test_organisers_choose_it(season: Season, bo: User) -> None:
    Webhook.objects.all().delete()
    [choice] = re.findall(r'<input[^>]* value="to_act"[^>]*>', text(get(bo, "/clubs/tuesday/webhook/new/")))
    assert "checked" not in choice
    values = {"url": "https://chat.example/", "form": "text", "language": "en"}
    post(bo, "/clubs/tuesday/webhook/new/", **values, kinds=["joined"])
    assert posted(1) == []
    post(bo, Webhook.objects.get().get_absolute_url(), **values, kinds=["to_act"])
    assert len(posted(1)) == 2


def test_it_names_no_card(season: Season) -> None:
    with translation.override("en"):
        told = [PlayerToAct.webhook_message(season.club, one.data) for one in posted(1)]
    everything = "".join(f"{one.title} {one.lines}" for one in told if one)
    assert "’s turn" in everything
    assert not [name for name in SPOKEN.values() if name in everything]
