"""A season played to its end by one command, and its standings computed again from the records of its games alone."""

from collections import defaultdict
from fractions import Fraction
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.models import Game
from games.records import whole_record
from leagues.models import Club, DivisionStandings, Draw, Season, Standing
from leagues.standings import store
from players.models import User
from tests.napoleon.referee import referee
from tests.support.stored_seasons import quick_draws  # noqa: F401

pytestmark = pytest.mark.django_db(transaction=True)

PLACES = {
    5: [Fraction(p) for p in (5, 3, 2, 1, 0)],
    # The same scale, shared out over four places (docs/standings.md).
    4: [Fraction(p) for p in ("4.6", "2.6", "1.4", "0.2")],
}


@pytest.fixture(autouse=True)
def demonstration(settings: Any) -> None:
    settings.DEMO = True


def test_a_site_open_to_others_has_none(settings: Any) -> None:
    settings.DEMO, settings.EMBEDDED = False, False
    with pytest.raises(CommandError, match="open to others"):
        play(members=3, rounds=1)
    assert not Club.objects.exists()


def test_it_can_be_undone_and_takes_nobody_else_along(ai: User) -> None:
    play(members=3, rounds=1)
    told = StringIO()
    call_command("demo_season", "--undo", stdout=told)
    assert told.getvalue() == "3 people deleted, and their clubs closed.\n"
    assert list(User.objects.all()) == [ai]
    assert Club.objects.get().closed_at
    assert Game.objects.exists()


def play(members: int, rounds: int, deals: int = 1, **options: str) -> str:
    told = StringIO()
    call_command("demo_season", members=members, rounds=rounds, deals=deals, stdout=told, **options)
    return told.getvalue()


@pytest.mark.slow
def test_it_can_be_played_again_under_another_name() -> None:
    play(members=3, rounds=1)
    play(members=3, rounds=1)
    assert list(Club.objects.order_by("pk").values_list("name", flat=True)) == ["Demo season", "Demo season 2"]


def recomputed(best: int) -> dict[str, Fraction]:
    """By member: of every match the score and the points for its place, of these the best; from the records alone."""
    brought = defaultdict(list)
    for game in Game.objects.all():
        [record] = referee(whole_record(game).splitlines())
        assert record["ok"]
        assert record["finished"]
        scores, scale = record["scores"], PLACES[len(record["players"])]
        for name, score in zip(record["players"], scores, strict=True):
            ahead, equal = sum(s > score for s in scores), scores.count(score)
            brought[name].append(score + sum(scale[ahead : ahead + equal]) / equal)
    return {name: sum(sorted(each)[-best:], Fraction()) for name, each in brought.items()}


def stored() -> dict[str, Fraction]:
    return {line.entry.name: line.total for line in Standing.objects.select_related("entry__user").order_by("position")}


def holds(members: int, rounds: int) -> None:
    """Everything that is to be seen after a season of so many members."""
    season = Season.objects.get()
    assert season.state == Season.State.FINISHED
    assert not DivisionStandings.objects.get().is_provisional
    points = stored()
    assert len(points) == members
    assert points == recomputed(best=min(5, rounds))
    assert list(points.values()) == sorted(points.values(), reverse=True)
    before = list(Standing.objects.order_by("pk").values())
    assert not store.update_standings(season.divisions.get().pk, in_full=True)
    assert list(Standing.objects.order_by("pk").values()) == before


@pytest.mark.slow
def test_nine_members(quick_draws: None) -> None:  # noqa: F811
    told = play(9, 2)
    assert "4 matches" in told
    assert "/clubs/demo-season/seasons/" in told
    holds(9, 2)


@pytest.mark.slow
def test_thirty_members_with_swiss_draws() -> None:
    """Every round is drawn from the standings; these are recomputed from the records alone."""
    assert "24 matches" in play(30, 4, pairing="swiss")
    holds(30, 4)
    draws = Draw.objects.order_by("first_round")
    assert [(one.first_round, len(one.rounds_json)) for one in draws] == [(1, 1), (2, 1), (3, 1), (4, 1)]
    gaps = [one.certificate_json["gaps"] for one in draws]
    # Two at a table stand nearer than two at random, who are a third of 31 places apart.
    assert all(found < 1033 for found, _straight in gaps)


@pytest.mark.services
def test_twenty_three_members_and_six_rounds() -> None:
    """The whole of it takes a minute: run with the tests that need servers, on either database."""
    assert "30 matches" in play(23, 6, deals=2)
    holds(23, 6)


@pytest.mark.parametrize("options", [{"members": 1}, {"members": 201}, {"rounds": 0}, {"deals": 0}, {"deals": 101}])
def test_seasons_that_cannot_be(options: dict[str, int]) -> None:
    """They leave no club behind."""
    with pytest.raises(CommandError):
        call_command("demo_season", **options)
    assert not Club.objects.exists()
