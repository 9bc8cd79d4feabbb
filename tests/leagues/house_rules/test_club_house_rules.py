"""House rules of a club: kept by its organisers, offered to its members, read by everybody with their link."""

from typing import Any

import pytest

from games.kernel.stored_rules import columns_of
from games.models import Game, HouseRules
from leagues.house_rules.services import MOST_KEPT
from leagues.models import AuditEntry, Club, ClubHouseRules, Membership
from napoleon.engine import preset_rules, rules_from_json
from napoleon.engine.rules import options_of
from players.models import User
from tests.support.clubs import club_of, kept_rules
from tests.support.play import lobby
from tests.support.visits import get, post, queries, text

pytestmark = pytest.mark.django_db
PATH = "/clubs/tuesday/house-rules/"


def filled_in(name: str = "Tuesdays", preset: str = "mighty", **changes: Any) -> dict[str, Any]:
    """The form as a browser sends it: what is not ticked is missing."""
    values = {key: getattr(preset_rules(preset), key) for key in options_of(preset)} | changes
    return {"name": name, "preset": preset} | {key: value for key, value in values.items() if value is not False}


# --- Keeping them ---


def test_an_organiser_adds_a_set(bo: User, chie: User, club: Club) -> None:
    response = post(bo, f"{PATH}new/", **filled_in(min_bid=14))
    kept = HouseRules.objects.get()
    assert response.status_code == 302
    assert (kept.user, kept.name) == (None, "Tuesdays")
    assert kept.rules == rules_from_json({"preset": "mighty", "min_bid": 14})
    assert ClubHouseRules.objects.get(kept=kept).club == club
    for path in (PATH, "/clubs/tuesday/"):
        page = text(get(chie, path))
        assert f'href="{kept.get_absolute_url()}"' in page
        assert "Tuesdays" in page
    assert "Lowest bid: 14" in text(get(None, PATH))
    assert "added the house rules Tuesdays" in text(get(chie, "/clubs/tuesday/audit-log/"))


def test_what_cannot_be_is_refused_beside_its_field(bo: User, club: Club) -> None:
    response = post(bo, f"{PATH}new/", **filled_in(deals=2, deals_at_once=3))
    assert response.status_code == 422
    assert 'id="id_deals_at_once_error"' in text(response)
    assert not HouseRules.objects.exists()


def test_a_club_keeps_no_more_than_some(bo: User, club: Club) -> None:
    sets = [HouseRules(name=str(number), **columns_of(preset_rules("nap"))) for number in range(MOST_KEPT)]
    HouseRules.objects.bulk_create(sets)
    ClubHouseRules.objects.bulk_create(ClubHouseRules(club=club, kept=kept) for kept in HouseRules.objects.all())
    assert "Delete some first." in text(post(bo, f"{PATH}new/", **filled_in()))
    assert HouseRules.objects.count() == MOST_KEPT


def test_the_copy_of_an_organisers_own_outlasts_them(ai: User, bo: User, chie: User, club: Club) -> None:
    own = HouseRules.objects.create(
        user=bo, name="Bo’s", **columns_of(rules_from_json({"preset": "mighty", "min_bid": 15}))
    )
    assert f"{PATH}new/?house={own.slug}&amp;name=Bo%E2%80%99s" in text(get(bo, PATH))
    form = text(get(bo, f"{PATH}new/?house={own.slug}&name=Bo’s"))
    assert 'value="Bo’s"' in form
    assert 'value="15"' in form
    post(bo, f"{PATH}new/", **filled_in("Bo’s", min_bid=15))
    bo.delete()
    kept = HouseRules.objects.get()
    assert kept.rules == rules_from_json({"preset": "mighty", "min_bid": 15})
    assert "House rules of Tuesday" in text(get(chie, kept.get_absolute_url()))


def test_organisers_change_and_delete_them(ai: User, bo: User, club: Club) -> None:
    kept = kept_rules(club, bo)
    assert post(ai, f"{PATH}{kept.slug}/edit/", **filled_in("Fridays", min_bid=16)).status_code == 302
    kept.refresh_from_db()
    assert (kept.name, kept.rules) == ("Fridays", rules_from_json({"preset": "mighty", "min_bid": 16}))
    assert post(bo, f"{PATH}{kept.slug}/delete/").status_code == 302
    assert not HouseRules.objects.exists()
    actions = AuditEntry.objects.filter(action__startswith="house_rules").order_by("pk")
    assert list(actions.values_list("action", "data")) == [
        ("house_rules_kept", {"rules": "Tuesdays"}),
        ("house_rules_changed", {"rules": "Tuesdays"}),
        ("house_rules_deleted", {"rules": "Fridays"}),
    ]


def test_saving_without_a_change_tells_nobody(bo: User, club: Club) -> None:
    kept = kept_rules(club, bo)
    post(bo, f"{PATH}{kept.slug}/edit/", **filled_in(min_bid=14))
    assert not AuditEntry.objects.filter(action="house_rules_changed").exists()


def test_another_clubs_are_out_of_reach(ai: User, bo: User, dai: User, club: Club) -> None:
    club_of(dai, slug="elsewhere")
    kept = kept_rules(club, bo)
    for action in ("edit", "delete"):
        answer = post(dai, f"/clubs/elsewhere/house-rules/{kept.slug}/{action}/", **filled_in("Theirs"))
        assert answer.status_code in (404, 409)
    # Nor are they a person's own, nobody's least of all.
    for reader in (ai, bo, dai):
        assert post(reader, f"/rules/house/{kept.slug}/edit/", **filled_in("Mine")).status_code == 404
        assert post(reader, f"/rules/house/{kept.slug}/delete/").status_code == 404
    assert "Everybody with the link" not in text(get(None, kept.get_absolute_url()))
    kept.refresh_from_db()
    assert kept.name == "Tuesdays"


# --- Showing them ---


def test_the_link_names_a_private_club_to_its_members_only(bo: User, chie: User, dai: User, club: Club) -> None:
    kept = kept_rules(club, bo)
    assert "House rules of Tuesday" in text(get(None, kept.get_absolute_url()))
    Club.objects.update(is_public=False)
    assert "House rules of Tuesday" in text(get(chie, kept.get_absolute_url()))
    for reader in (None, dai):
        page = text(get(reader, kept.get_absolute_url()))
        assert "House rules of a club" in page
        assert "Lowest bid: <b>14</b>" in page
        assert "/clubs/tuesday/" not in page
        assert get(reader, PATH).status_code == 404


def test_pages_make_few_queries_however_many_there_are(bo: User, chie: User, club: Club) -> None:
    kept = kept_rules(club, bo)
    paths = (PATH, "/clubs/tuesday/", kept.get_absolute_url(), "/tables/new/", "/clubs/tuesday/seasons/new/")
    before = [queries(bo, path) for path in paths]
    for number in range(5):
        kept_rules(club, bo, name=f"Set {number}")
    assert [queries(bo, path) for path in paths] == before
    assert max(before) <= 12


# --- Playing by them ---


def test_tables_of_members_and_seasons_start_from_them(bo: User, chie: User, dai: User, club: Club) -> None:
    kept = kept_rules(club, bo)
    assert f'href="?house={kept.slug}&amp;' in text(get(chie, "/tables/new/"))
    assert f'href="?house={kept.slug}&amp;' not in text(get(dai, "/tables/new/"))
    season = text(get(bo, "/clubs/tuesday/seasons/new/"))
    assert f'href="?house={kept.slug}&amp;' in season
    for path in ("/tables/new/", "/clubs/tuesday/seasons/new/"):
        chosen = text(get(bo, f"{path}?house={kept.slug}"))
        assert '<input type="hidden" name="preset" value="mighty">' in chosen
        assert "Lowest bid: 14" in chosen


def test_who_has_left_is_offered_them_no_more(bo: User, chie: User, club: Club) -> None:
    kept = kept_rules(club, bo)
    post(chie, "/clubs/tuesday/leave/", sure="on")
    assert not Membership.objects.filter(user=chie, ended_at=None).exists()
    assert kept.slug not in text(get(chie, "/tables/new/"))


def test_changing_them_changes_nothing_that_is_played(bo: User, club: Club) -> None:
    kept = kept_rules(club, bo)
    game = lobby(bo, preset="mighty", min_bid=14)
    post(bo, f"{PATH}{kept.slug}/edit/", **filled_in(min_bid=16))
    post(bo, f"{PATH}{kept.slug}/delete/")
    assert Game.objects.get(pk=game.pk).rules == rules_from_json(
        {"preset": "mighty", "min_bid": 14, "deals": game.rules.deals}
    )
