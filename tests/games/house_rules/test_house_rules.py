"""House rules under a name: kept by their owner, read by everybody with the link, copied by tables and seasons."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.house_rules.forms import MOST_KEPT
from games.kernel.stored_rules import columns_of
from games.models import Game, HouseRules
from napoleon.engine import preset_rules, rules_from_json
from napoleon.engine.rules import options_of
from players.accounts import merging
from players.models import User
from tests.support.own_data import download
from tests.support.play import lobby
from tests.support.visits import client_of, get, guest, post, queries, text

pytestmark = pytest.mark.django_db
PATH = "/rules/house/"


def filled_in(name: str = "Tuesdays", preset: str = "leaflet", **changes: Any) -> dict[str, Any]:
    """The form as a browser sends it: what is not ticked is missing."""
    values = {key: getattr(preset_rules(preset), key) for key in options_of(preset)} | changes
    return {"name": name, "preset": preset} | {key: value for key, value in values.items() if value is not False}


def kept_by(user: User, name: str = "Tuesdays", **changes: Any) -> HouseRules:
    rules = rules_from_json({"preset": "leaflet", "min_bid": 12, **changes})
    return HouseRules.objects.create(user=user, name=name, **columns_of(rules))


def checked(page: str, key: str) -> bool:
    return f'name="{key}" id="id_{key}" checked' in " ".join(page.split())


# --- Keeping them ---


def test_a_set_is_kept_under_its_name(ai: User) -> None:
    response = post(ai, f"{PATH}new/", **filled_in(min_bid=12, yoromeki=False))
    kept = HouseRules.objects.get()
    assert response.status_code == 302
    assert (kept.user, kept.name) == (ai, "Tuesdays")
    assert kept.rules == rules_from_json({"preset": "leaflet", "min_bid": 12, "yoromeki": False})
    assert "Tuesdays" in text(get(ai, PATH))
    assert queries(ai, PATH) <= 12


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 61}, "name"),
        ({"name": "\u202eTuesdays"}, "name"),
        ({"min_bid": 0}, "min_bid"),
        ({"deals": 2, "deals_at_once": 3}, "deals_at_once"),
    ],
)
def test_what_cannot_be_is_refused_beside_its_field(ai: User, changes: dict[str, Any], field: str) -> None:
    response = post(ai, f"{PATH}new/", **{**filled_in(), **changes})
    assert response.status_code == 422
    assert f'id="id_{field}_error"' in text(response)
    assert not HouseRules.objects.exists()


def test_nobody_keeps_without_end(ai: User) -> None:
    HouseRules.objects.bulk_create(
        HouseRules(user=ai, name=str(number), **columns_of(preset_rules("nap"))) for number in range(MOST_KEPT)
    )
    assert "Delete some first." in text(post(ai, f"{PATH}new/", **filled_in()))
    assert HouseRules.objects.count() == MOST_KEPT


def test_a_guest_chooses_a_name_first() -> None:
    assert post(guest(), f"{PATH}new/", **filled_in()).status_code == 302
    assert not HouseRules.objects.exists()


def test_a_muted_person_writes_no_name(ai: User) -> None:
    kept = kept_by(ai)
    User.objects.filter(pk=ai.pk).update(muted_until=timezone.now() + timedelta(days=1))
    ai.refresh_from_db()
    assert post(ai, f"{PATH}new/", **filled_in()).status_code == 422
    # What they have written before may stay.
    assert post(ai, f"{PATH}{kept.slug}/edit/", **filled_in(min_bid=15)).status_code == 302


def test_the_rules_of_a_table_can_be_kept(ai: User, bo: User) -> None:
    game = lobby(ai, listed=False, preset="four", min_bid=13)
    assert f"{PATH}new/?table={game.slug}" in text(get(ai, f"/t/{game.slug}/rules/"))
    assert 'value="13"' in text(get(ai, f"{PATH}new/?table={game.slug}"))
    assert get(bo, f"{PATH}new/?table={game.slug}").status_code == 404


# --- Showing them ---


def test_everybody_with_the_link_reads_what_differs(ai: User, bo: User) -> None:
    kept = kept_by(ai)
    for reader in (None, guest(), ai, bo):
        page = text(get(reader, f"{PATH}{kept.slug}/"))
        assert "Lowest bid: <b>12</b>" in page
        assert "Ai" in page
        assert (f"{kept.slug}/edit/" in page) == (reader == ai)
    compared = text(get(None, f"/rules/compare/?a=house-{kept.slug}&b=leaflet&only=differences"))
    assert 'id="option-min_bid"' in compared
    assert queries(bo, f"{PATH}{kept.slug}/") <= 12


def test_only_their_owner_changes_them(ai: User, bo: User) -> None:
    kept = kept_by(ai)
    for action in ("edit", "delete"):
        assert post(bo, f"{PATH}{kept.slug}/{action}/", **filled_in("Mine")).status_code == 404
    kept.refresh_from_db()
    assert kept.name == "Tuesdays"
    for path in ("none/", "none/edit/", "%00/"):
        assert get(ai, f"{PATH}{path}").status_code == 404
    assert get(ai, "/rules/compare/?a=house-none").status_code == 404
    assert get(ai, "/tables/new/?house=none").status_code == 404


def test_another_keeps_a_copy(ai: User, bo: User) -> None:
    kept = kept_by(ai)
    page = text(get(bo, f"{PATH}new/?house={kept.slug}"))
    assert 'value="12"' in page
    assert 'value="leaflet"' in page


# --- Playing by them ---


def test_a_new_table_starts_from_them(ai: User, bo: User) -> None:
    kept = kept_by(ai, yoromeki=False)
    page = text(get(ai, "/tables/new/"))
    assert f'href="?house={kept.slug}&amp;pace=' in page
    chosen = text(get(bo, f"/tables/new/?house={kept.slug}"))
    assert '<input type="hidden" name="preset" value="leaflet">' in chosen
    assert "Lowest bid: 12" in chosen
    assert not checked(chosen, "yoromeki")
    assert queries(ai, f"/tables/new/?house={kept.slug}") <= 12


def test_changing_them_changes_nothing_that_is_played(ai: User) -> None:
    kept = kept_by(ai)
    game = lobby(ai, preset="leaflet", min_bid=12)
    post(ai, f"{PATH}{kept.slug}/edit/", **filled_in("Fridays", min_bid=15))
    kept.refresh_from_db()
    assert (kept.name, kept.rules.min_bid) == ("Fridays", 15)  # type: ignore[union-attr]
    assert Game.objects.get(pk=game.pk).rules.min_bid == 12  # type: ignore[union-attr]
    post(ai, f"{PATH}{kept.slug}/delete/")
    assert not HouseRules.objects.exists()
    assert Game.objects.get(pk=game.pk).rules.min_bid == 12  # type: ignore[union-attr]


# --- Whose they are ---


def test_they_are_among_the_persons_data(ai: User) -> None:
    kept = kept_by(ai)
    (found,) = json.loads(download(client_of(ai))["house-rules.json"])
    assert (found["slug"], found["name"], found["rules_json"]["min_bid"]) == (kept.slug, "Tuesdays", 12)


def test_they_stay_with_who_merges_two_accounts(ai: User, bo: User) -> None:
    kept = kept_by(bo)
    merging.merge(bo, ai)
    kept.refresh_from_db()
    assert kept.user == ai
