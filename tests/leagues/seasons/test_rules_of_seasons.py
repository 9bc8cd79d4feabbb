"""A release changes what a preset means: a season keeps its rules, however they were stored."""

import pytest

from games.kernel.stored_rules import columns_of
from games.models import Game, HouseRules
from leagues.models import Club, Season
from leagues.seasons import services, sweep
from leagues.seasons.forms import SeasonForm, initial_of
from napoleon.engine import rules_from_json
from players.models import User
from tests.support.releases import Release, release
from tests.support.stored_seasons import crowd, drawn_season, reread, season_of
from tests.support.visits import get, text

pytestmark = pytest.mark.django_db
__all__ = ["release"]

RULES = {"preset": "four", "deals": 1}


@pytest.mark.parametrize("is_whole", [True, False])
def test_tables_that_open_after_it_have_the_rules_of_the_season(
    club: Club, bo: User, release: Release, is_whole: bool
) -> None:
    season = drawn_season(club, bo, crowd(4), rules_json=RULES)
    rules = season.rules
    if is_whole:
        Season.objects.filter(pk=season.pk).update(**columns_of(rules))
    release("four", min_bid=13, first_bidder="last_napoleon")
    services.start(club_id=club.pk, user=bo, season_id=season.pk)
    sweep.advance_season(season.pk)
    game = Game.objects.filter(league_table__round__season=season).first()
    assert game is not None
    assert game.rules == rules == rules_from_json(RULES, 1)
    assert game.rules_json["min_bid"] == 11
    assert get(bo, season.get_absolute_url()).status_code == 200


def test_a_copy_has_the_rules_of_its_model(club: Club, bo: User, release: Release) -> None:
    season = season_of(club, bo, rules_json=RULES)
    release("four", min_bid=13)
    made = services.copy(club_id=club.pk, user=bo, season_id=season.pk, slug="summer", name="Summer")
    assert made.rules == season.rules


def test_saving_the_same_rules_in_full_changes_nothing(club: Club, bo: User) -> None:
    season = season_of(club, bo, rules_json=RULES)
    services.edit(club_id=club.pk, user=bo, season_id=season.pk, values=columns_of(season.rules))
    assert not club.audit.filter(action="season_edited").exists()
    other = rules_from_json({**RULES, "min_bid": 12})
    services.edit(club_id=club.pk, user=bo, season_id=season.pk, values=columns_of(other))
    assert reread(season).rules == other


def test_the_form_shows_the_rules_of_the_season(club: Club, bo: User, release: Release) -> None:
    season = season_of(club, bo, rules_json=RULES)
    release("four", min_bid=13)
    form = SeasonForm(preset="four", initial=initial_of(season))
    assert form["min_bid"].value() == 11


def test_a_new_season_starts_from_house_rules(club: Club, bo: User) -> None:
    rules = rules_from_json({"preset": "leaflet", "min_bid": 12})
    kept = HouseRules.objects.create(user=bo, name="Tuesdays", **columns_of(rules))
    path = f"/clubs/{club.slug}/seasons/new/"
    assert f'href="?house={kept.slug}&amp;plan=' in text(get(bo, path))
    page = text(get(bo, f"{path}?house={kept.slug}"))
    assert "Lowest bid: 12" in page
    assert '<input type="hidden" name="preset" value="leaflet">' in page
