"""Refusals link to the page on which something can be done about them, or are said where the form is."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from leagues.access import ClubAccess, DivisionAccess, SeasonAccess, WebhookAccess
from leagues.clubs import services as clubs
from leagues.draws import services as draws
from leagues.locks import ClubError
from leagues.models import Club, Season, SeasonPause, Webhook
from leagues.responses import OF_CLUB, OF_SITE, REMEDIES, remedy_of
from leagues.seasons.divisions import WantedDivision, assign, set_divisions
from players.models import User
from tests.support.clubs import link, membership
from tests.support.ladders import ladder_of
from tests.support.stored_seasons import crowd, drawn_season, enter, open_season, started, table_at
from tests.support.visits import get, post, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_draws")]
LEAGUES = Path(__file__).parents[2] / "leagues"
ON_THE_PAGE = {"Correct the lines with errors first."}
"""What is to be done is done where this is read."""


def refusals() -> Iterator[tuple[str, list[ast.expr]]]:
    """The words of each refusal whose text stands in the code, and what its error is given beside them."""
    for path in sorted(LEAGUES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "ClubError":
                words = [one.value for one in ast.walk(node.args[0]) if isinstance(one, ast.Constant)]
                yield str(words[0]) if words else "", node.args[1:]


def test_who_is_told_to_do_something_else_first_is_led_there() -> None:
    found = list(refusals())
    assert len(found) > 100
    lost = [words for words, more in found if re.search(r"\b(first|instead)\b", words) and not more]
    assert set(lost) == ON_THE_PAGE


def test_every_remedy_is_known() -> None:
    named = {more[0].value for _words, more in refusals() if more and isinstance(more[0], ast.Constant)}
    assert named <= REMEDIES.keys()
    assert REMEDIES.keys() > OF_CLUB | OF_SITE


@pytest.mark.parametrize("remedy", sorted(OF_CLUB))
def test_pages_of_the_club_are_linked_from_everywhere(club: Club, bo: User, remedy: str) -> None:
    season = open_season(club, bo)
    webhook = Webhook.objects.create(club=club, language="en")
    accesses = ClubAccess(club, None), SeasonAccess(club, None, season), WebhookAccess(club, None, webhook)
    links = {remedy_of(access, ClubError("No.", remedy)) for access in accesses}
    assert len(links) == 1


def test_pages_of_the_season_are_linked_from_its_divisions(club: Club, bo: User) -> None:
    season = open_season(club, bo)
    access = DivisionAccess(club, None, season, season.divisions.get())
    assert remedy_of(access, ClubError("No.", "season")) == ("Go to the season", season.get_absolute_url())
    _label, path = remedy_of(access, ClubError("No.", "draw", 1)) or ("", "")
    assert path == f"{season.get_absolute_url()}draw/1/"


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
    assert refused.status_code == 422
    assert 'href="/accounts/email/"' in text(refused)
    assert 'value="ai@example.com"' in text(refused)


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


# --- Where they lead ---


def test_the_way_back_is_the_page_of_the_form(club: Club, bo: User, dai: User) -> None:
    clubs.request_to_join(club_id=club.pk, user=dai)
    asked = club.requests.get()
    clubs.withdraw_request(club_id=club.pk, user=dai)
    refused = text(post(bo, f"/clubs/tuesday/requests/{asked.pk}/answer/", approve="yes"))
    assert "has been answered or withdrawn" in refused
    assert 'href="/clubs/tuesday/requests/"' in refused


def test_the_same_page_is_not_linked_twice(club: Club, bo: User, chie: User) -> None:
    ladder = ladder_of(club, bo)
    refused = text(post(chie, f"{ladder.get_absolute_url()}sit-in/", approve="yes"))
    assert "You are not on this ladder. Join it first." in refused
    assert refused.count(f'href="{ladder.get_absolute_url()}"') == 1
    assert "Go to the ladder" in refused


def test_who_no_longer_organises_is_led_to_the_club(club: Club, ai: User, bo: User) -> None:
    with pytest.raises(ClubError, match="no longer allowed") as refused:
        clubs.close(club_id=club.pk, user=bo)
    assert refused.value.remedy == "club"


def two_divisions(club: Club, bo: User, sizes: tuple[int, int]) -> Season:
    season = open_season(club, bo)
    enter(season, *crowd(sum(sizes)))
    keys = {"club_id": club.pk, "user": bo, "season_id": season.pk}
    set_divisions(**keys, divisions=[WantedDivision("", size, 0, 0) for size in sizes])
    assign(**keys, order="registration")
    return season


def test_the_draw_that_is_locked_is_the_one_to_unlock(club: Club, bo: User) -> None:
    season = two_divisions(club, bo, (4, 4))
    keys = {"club_id": club.pk, "user": bo, "season_id": season.pk, "number": 2}
    draws.lock(**keys, draw_id=draws.rehearse(**keys, seed=1).pk)
    refused = text(post(bo, f"{season.get_absolute_url()}divisions/assign/", order="rating"))
    assert "Unlock the draw first." in refused
    assert f'href="{season.get_absolute_url()}draw/2/"' in refused


def test_once_it_has_started_nobody_is_told_to_unlock_the_draw(club: Club, bo: User) -> None:
    season = started(club, bo, crowd(4))
    refused = text(post(bo, f"{season.get_absolute_url()}divisions/assign/", order="rating"))
    assert "The season has started, so members stay in their divisions." in refused
    assert "Unlock" not in refused


def test_a_season_that_cannot_start_leads_to_what_it_lacks(club: Club, bo: User) -> None:
    season = two_divisions(club, bo, (4, 4))
    page = season.get_absolute_url()
    keys = {"club_id": club.pk, "user": bo, "season_id": season.pk, "number": 1}
    draws.lock(**keys, draw_id=draws.rehearse(**keys, seed=1).pk)
    assert f'href="{page}draw/2/"' in text(post(bo, f"{page}start/", sure="yes"))


def test_nothing_is_locked_where_the_season_cannot_start(club: Club, bo: User) -> None:
    season = two_divisions(club, bo, (4, 1))
    page = season.get_absolute_url()
    assert "Draw and start the season" not in text(get(bo, page))
    refused = text(post(bo, f"{page}start/draw/", sure="yes"))
    assert "The draw needs at least 2 members." in refused
    assert f'href="{page}entries/"' in refused
    assert not season.divisions.filter(draws__isnull=False).exists()


def test_a_draw_too_early_leads_to_the_round_before_it(club: Club, bo: User) -> None:
    season = started(club, bo, crowd(4), pairing="swiss")
    refused = text(post(bo, f"{season.get_absolute_url()}draw/1/rehearse/"))
    assert "Round 1 is not over yet" in refused
    assert f'href="{season.get_absolute_url()}rounds/1/"' in refused


def test_an_invitation_that_leads_nowhere_leads_to_the_club(club: Club, ai: User, dai: User) -> None:
    made = link(club, ai)
    made.expires_at = made.made_at
    made.save()
    for answer in (get(dai, made.get_absolute_url()), post(dai, made.get_absolute_url())):
        assert "no longer valid" in text(answer)
        assert 'href="/clubs/tuesday/"' in text(answer)
    Club.objects.update(is_public=False)
    for answer in (get(dai, made.get_absolute_url()), post(dai, made.get_absolute_url())):
        assert 'href="/clubs/tuesday/"' not in text(answer)
        assert 'href="/clubs/">Clubs</a>' in text(answer)


# --- Forms keep what was entered ---


def test_a_letter_that_is_one_too_many_stays_in_its_form(
    club: Club, bo: User, chie: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("leagues.announcements.services.MOST_LETTERS_A_DAY", 0)
    letter = {"key": uuid4(), "subject": "A question", "text": "When do we play?"}
    page = post(chie, "/clubs/tuesday/announcements/organisers/", **letter)
    assert page.status_code == 422
    assert "five times in a day" in text(page)
    assert "When do we play?" in text(page)
    monkeypatch.setattr("leagues.announcements.services.MOST_A_DAY", 0)
    given = {"to": "club", "key": uuid4(), "subject_en": "Hello", "text_en": "Dear {name}"}
    write = "/clubs/tuesday/announcements/write/"
    preview = post(bo, write, **given)
    assert "which is the limit" in text(preview)
    assert "Send it" not in text(preview)
    seen = preview.context["form"]["seen"].value()
    page = post(bo, write, **given, seen=seen, send="yes")
    assert page.status_code == 422
    assert "which is the limit" in text(page)
    assert "Dear {name}" in text(page)


def test_a_pause_that_overlaps_stays_in_its_form(club: Club, bo: User) -> None:
    season = started(club, bo, crowd(4))
    path = f"{season.get_absolute_url()}pauses/set/"
    given = {"start": "2031-05-01T00:00", "end": "2031-05-09T00:00", "reason": "Holidays"}
    assert post(bo, path, **given).status_code == 302
    page = post(bo, path, **given)
    assert page.status_code == 422
    assert "Another pause covers some of these days." in text(page)
    assert 'value="Holidays"' in text(page)
    assert "lasts 92 days at most" in text(post(bo, path, **{**given, "end": "2032-05-09T00:00"}))
    assert SeasonPause.objects.count() == 1


def test_the_settings_of_a_drawn_season_say_so_and_stay_in_their_form(club: Club, bo: User) -> None:
    season = drawn_season(club, bo, crowd(4), round_days=7)
    path = f"{season.get_absolute_url()}edit/"
    page = get(bo, path)
    assert "To change the rules, rounds, dates or tables, unlock the draw first." in text(page)
    shown = {field.html_name: field.value() for field in page.context["form"]}
    given = {name: value for name, value in shown.items() if value is not None and value is not False}
    page = post(bo, path, **{**given, "name": "Summer", "rounds_planned": 3, "preset": "four", "anyway": "on"})
    assert page.status_code == 422
    assert "Unlock the draw first." in text(page)
    assert f'<a href="{season.get_absolute_url()}draw/1/">Go to the draw</a>' in text(page)
    assert 'value="Summer"' in text(page)


def test_a_season_too_many_stays_in_its_form(club: Club, bo: User, monkeypatch: pytest.MonkeyPatch) -> None:
    season = open_season(club, bo)
    monkeypatch.setattr("leagues.seasons.services.MOST_OPEN", 1)
    page = post(bo, f"{season.get_absolute_url()}copy/", name="Summer")
    assert page.status_code == 422
    assert '<a href="/clubs/tuesday/seasons/">Seasons</a>' in text(page)
    assert 'value="Summer"' in text(page)


def test_the_name_of_another_club_stays_in_its_form(club: Club, bo: User, dai: User) -> None:
    clubs.create(user=dai, slug="wednesday", name="Wednesday")
    given = {"name": "Wednesday", "is_public": "on", "takes_requests": "on", "about": "We meet on Tuesdays."}
    page = post(bo, "/clubs/tuesday/settings/", **given)
    assert page.status_code == 422
    assert "looks like another club’s" in text(page)
    assert "We meet on Tuesdays." in text(page)


def test_results_that_somebody_has_changed_are_linked(club: Club, bo: User) -> None:
    season = started(club, bo, crowd(4), venue="real", gap="byes", closing="void")
    table = table_at(season, "1-1")
    results = f"{season.get_absolute_url()}rounds/1/tables/{table.pk}/results/"
    refused = text(post(bo, f"{results}confirm/", seen="2020"))
    assert "Somebody has changed the results since." in refused
    assert f'href="{results}"' in refused
