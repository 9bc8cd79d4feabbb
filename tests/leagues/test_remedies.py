"""Refusals link to the page on which something can be done about them."""

import pytest

from leagues.access import ClubAccess, SeasonAccess, WebhookAccess
from leagues.locks import ClubError
from leagues.models import Club, Webhook
from leagues.responses import OF_CLUB, remedy_of
from players.models import User
from tests.support.clubs import membership
from tests.support.stored_seasons import open_season
from tests.support.visits import post, text

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("remedy", sorted(OF_CLUB))
def test_pages_of_the_club_are_linked_from_everywhere(club: Club, bo: User, remedy: str) -> None:
    season = open_season(club, bo)
    webhook = Webhook.objects.create(club=club, language="en")
    accesses = ClubAccess(club, None), SeasonAccess(club, None, season), WebhookAccess(club, None, webhook)
    links = {remedy_of(access, ClubError("No.", remedy)) for access in accesses}
    assert len(links) == 1


def test_who_cannot_remove_themselves_is_led_to_leaving(club: Club, bo: User) -> None:
    refused = post(bo, f"/clubs/tuesday/members/{membership(club, bo).pk}/remove/", sure="yes")
    assert refused.status_code == 409
    assert 'href="/clubs/tuesday/leave/"' in text(refused)


def test_the_last_owner_is_led_to_the_members(club: Club, ai: User) -> None:
    refused = post(ai, f"/clubs/tuesday/members/{membership(club, ai).pk}/role/", role="member")
    assert refused.status_code == 409
    assert text(refused).count('href="/clubs/tuesday/members/"') == 1


def test_an_organiser_without_an_address_is_led_to_it(club: Club, bo: User) -> None:
    refused = post(bo, "/clubs/tuesday/invitations/invite/", who="ai@example.com")
    assert refused.status_code == 409
    assert 'href="/accounts/email/"' in text(refused)


def test_a_season_that_was_seen_is_cancelled_instead(club: Club, bo: User) -> None:
    season = open_season(club, bo)
    refused = post(bo, f"{season.get_absolute_url()}delete/", sure="yes")
    assert refused.status_code == 409
    assert f'href="{season.get_absolute_url()}cancel/"' in text(refused)


def test_a_form_that_is_refused_links_to_what_can_be_removed(
    club: Club, bo: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("leagues.webhooks.services.MOST_WEBHOOKS", 0)
    refused = post(bo, "/clubs/tuesday/webhook/new/", form="text", url="https://chat.example/", language="en")
    assert refused.status_code == 422
    assert '<a href="/clubs/tuesday/webhook/">Webhooks</a>' in text(refused)
