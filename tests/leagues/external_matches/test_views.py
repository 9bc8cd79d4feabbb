"""The pages on which organisers accept external matches."""

from typing import Any

import pytest
from django.http import HttpResponse

from leagues.models import Club, ExternalMatch, Season, Table
from players.models import User
from tests.support.cast import person
from tests.support.clubs import club_of, tuesday
from tests.support.external_matches import count, in_a_room, of_table, people_of
from tests.support.stored_seasons import crowd, play_out, started, table_at
from tests.support.visits import get, post, queries, text
from tests.support.worlds import world

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_draws")]
ROUND = "/clubs/tuesday/seasons/spring/rounds/1/"
season = world(lambda: started(tuesday(), person("bo"), crowd(8)))


def page_of(table: Table, more: str = "") -> str:
    return f"{ROUND}tables/{table.pk}/match/{more}"


def send(user: User, table: Table, match: str, *seats: int) -> HttpResponse:
    data = {f"seat-{number}": seat for number, seat in enumerate(seats)}
    return post(user, page_of(table, "accept/"), match=match, **data)


def test_from_the_round_to_the_result(table: Table, bo: User) -> None:
    match = of_table(bo, table)
    assert f'href="{page_of(table)}"' in text(get(bo, ROUND))
    page = text(get(bo, page_of(table)))
    assert "has finished 0 of 2 deals" in page
    assert f'href="{page_of(table)}?match={match.slug}"' in page
    assert "Accept this match" in text(get(bo, page_of(table, f"?match={match.slug}")))
    response = send(bo, table, match.slug, 0, 1, 2, 3)
    assert (response.status_code, response["Location"]) == (302, ROUND)
    # The button was pressed twice.
    assert send(bo, table, match.slug, 0, 1, 2, 3).status_code == 302
    assert ExternalMatch.objects.count() == 1
    page = text(get(None, ROUND))
    assert "External match" in page
    assert "Bo accepted an external match" in page
    assert f'href="/t/{match.slug}/review/"' in page
    assert "Undo" not in page
    page = text(get(bo, ROUND))
    assert f'href="{page_of(table)}"' not in page
    fold = page.split('<span class="vh"> for table 1</span>')[1].split("</details>")[0]
    assert f'action="{page_of(table, "take-back/")}"' in fold
    assert "The table then starts again, with a game on this site" in text(post(bo, page_of(table, "take-back/")))
    assert ExternalMatch.objects.exists()
    post(bo, page_of(table, "take-back/"), reason="mistake", sure="yes")
    assert not ExternalMatch.objects.exists()
    assert "reason: mistake" in text(get(bo, "/clubs/tuesday/audit-log/"))


def test_members_are_led_nowhere(table: Table, bo: User, chie: User) -> None:
    match = of_table(bo, table)
    for user in (None, chie, people_of(table)[0]):
        assert page_of(table) not in text(get(user, ROUND))
    assert f"/t/{match.slug}/tables/" not in text(get(chie, f"/t/{match.slug}/"))


def test_it_says_what_does_not_fit_and_why(table: Table, season: Season, bo: User) -> None:
    people = people_of(table)
    names = [user.name for user in people]
    in_a_room(bo, *names, members=people, rules={"preset": "four", "deals": 3})
    in_a_room(bo, *names, members=people, rules={"preset": "four", "deals": 2, "min_bid": 13})
    of_table(bo, table_at(season, "1-2"))
    of_table(bo, table, broken_off=True)
    fits = of_table(bo, table, rules={"preset": "four", "deals": 2, "auction": "sealed"})
    response = get(bo, page_of(table))
    page = text(response)
    for reason in (
        "It has 3 deals instead of 2.",
        "Lowest bid: 13 instead of",
        "Not in the record: P0",
        "The match was not finished.",
        "This makes no difference.",
    ):
        assert reason in page, reason
    found = response.context["fits"]
    assert [one.fits for one in found] == [True, False, False, False, False]
    assert found[0].match == fits


def test_a_match_is_found_by_its_address(table: Table, bo: User, emi: User) -> None:
    people = people_of(table)
    match = in_a_room(emi, "Ken", "Rin", "Sho", "Yu")
    assert match.slug not in text(get(bo, page_of(table)))
    for address in (match.slug, f"/t/{match.slug}/", f"http://testserver/t/{match.slug}/review/1/"):
        response = get(bo, page_of(table, f"?match={address}"))
        assert response.context["fit"].match == match
    fields = [field for _place, field in response.context["form"].rows()]
    assert [field.label for field in fields] == [user.name for user in people]
    assert [field.initial for field in fields] == [None] * 4
    assert get(bo, page_of(table, "?match=nothing")).status_code == 404
    assert get(bo, page_of(table, "?match=")).status_code == 422
    assert get(bo, page_of(table, "?match=a%20b")).status_code == 422
    page = text(get(bo, page_of(table, "?match=nothing")))
    assert "no such external match" in page
    assert 'value="nothing"' in page


def test_names_that_are_alike_are_proposed(table: Table, bo: User) -> None:
    people = people_of(table)
    names = [people[1].name.lower(), people[0].name, "Ken", "Rin"]
    match = in_a_room(bo, *names, members=[people[0]])
    response = get(bo, page_of(table, f"?match={match.slug}"))
    assert [field.initial for _place, field in response.context["form"].rows()] == [1, 0, None, None]
    names = [people[1].name, people[0].name, people[3].name, "Ken"]
    other = in_a_room(bo, *names, seed=2)
    response = get(bo, page_of(table, f"?match={other.slug}"))
    assert [field.initial for _place, field in response.context["form"].rows()] == [1, 0, 3, 2]


def test_a_bad_form_comes_back_filled_in(table: Table, bo: User) -> None:
    people = people_of(table)
    match = in_a_room(bo, "Ken", "Rin", people[2].name, people[3].name, members=people[2:])
    response = send(bo, table, match.slug, 0, 0, 2, 3)
    assert response.status_code == 422
    page = text(response)
    assert "Every seat needs a different player." in page
    assert page.count('<option value="0" selected>') == 2
    for bad in ((0,), (0, 1, 3, 2), (9, 1, 2, 3), ("x", 1, 2, 3)):
        assert send(bo, table, match.slug, *bad).status_code == 422  # type: ignore[arg-type]
    assert send(bo, table, "nothing", 0, 1, 2, 3).status_code == 404
    assert send(bo, table, "\x00", 0, 1, 2, 3).status_code == 422
    assert not ExternalMatch.objects.exists()
    assert send(bo, table, match.slug, 1, 0, 2, 3).status_code == 302
    assert "in the record Rin" in text(get(None, ROUND))


def test_what_is_refused_says_why(table: Table, season: Season, bo: User) -> None:
    match = of_table(bo, table)
    page = get(bo, page_of(table_at(season, "2-1")).replace("rounds/1", "rounds/2"))
    assert (page.status_code, "not been opened" in text(page)) == (200, True)
    assert get(bo, page_of(table_at(season, "2-1"))).status_code == 404
    play_out(table)
    response = send(bo, table, match.slug, 0, 1, 2, 3)
    assert (response.status_code, "This table already has a result" in text(response)) == (409, True)
    assert "This table already has a result" in text(get(bo, page_of(table)))
    assert post(bo, page_of(table, "take-back/")).status_code == 409
    assert post(bo, page_of(table, "take-back/"), reason="x" * 201).status_code == 422
    response = send(bo, table_at(season, "1-2"), match.slug, 0, 1, 2, 3)
    assert (response.status_code, "Not in the record" in text(response)) == (409, True)


def test_a_private_match_is_linked_for_those_who_may_look(table: Table, bo: User) -> None:
    people = people_of(table)
    match = of_table(bo, table, listed=False)
    season = table.round.season
    count(bo, season, table, match)
    link = f'href="/t/{match.slug}/review/"'
    assert link not in text(get(None, ROUND))
    assert link not in text(get(people_of(table_at(season, "1-2"))[0], ROUND))
    assert link in text(get(bo, ROUND))
    assert link in text(get(people[0], ROUND))


def test_from_the_match_to_its_table(table: Table, season: Season, bo: User, chie: User) -> None:
    match = of_table(bo, table)
    path = f"/t/{match.slug}/tables/"
    assert f'href="{path}"' in text(get(bo, f"/t/{match.slug}/"))
    page = text(get(bo, path))
    assert f'href="{page_of(table)}?match={match.slug}"' in page
    assert "Table 2" not in page
    count(bo, season, table, match)
    assert "It already counts for a table" in text(get(bo, path))
    page = text(get(None, f"/t/{match.slug}/"))
    assert "Counts for Spring, round 1, table 1" in page
    assert f'href="{ROUND}"' in page
    Club.objects.update(is_public=False)
    assert "Counts for" not in text(get(None, f"/t/{match.slug}/"))
    assert "Counts for" in text(get(chie, f"/t/{match.slug}/"))


def test_tables_that_do_not_fit_say_why(table: Table, bo: User, emi: User) -> None:
    match = in_a_room(bo, "Ken", "Rin", "Sho", people_of(table)[0].name, rules={"preset": "four", "deals": 3})
    page = text(get(bo, f"/t/{match.slug}/tables/"))
    assert "It has 3 deals instead of 2." in page
    assert "Choose" not in page
    alone = in_a_room(bo, "Ken", "Rin", "Sho", "Yu")
    assert "No table that you organise is waiting for anyone from this match" in text(
        get(bo, f"/t/{alone.slug}/tables/")
    )
    hidden = in_a_room(emi, "Ken", "Rin", "Sho", "Yu", listed=False, seed=2)
    assert get(bo, f"/t/{hidden.slug}/tables/").status_code == 404


def test_the_standings_say_that_the_match_is_external(table: Table, season: Season, bo: User) -> None:
    from leagues.standings.store import update_standings

    count(bo, season, table, of_table(bo, table))
    update_standings(table.division_id)
    entry = table.seats.get(number=0).entry
    assert entry is not None
    base = "/clubs/tuesday/seasons/spring/standings/1/"
    assert "external match" in text(get(None, f"{base}{entry.pk}/"))
    assert "External match" in text(get(None, "/clubs/tuesday/seasons/spring/sheets/1/"))


def test_pages_cost_no_more_for_more_matches(table: Table, season: Season, bo: User) -> None:
    match = of_table(bo, table)
    paths = (page_of(table), page_of(table, f"?match={match.slug}"), f"/t/{match.slug}/tables/")
    few = [queries(bo, path) for path in paths]
    for seed in range(2, 7):
        of_table(bo, table, seed=seed)
    count(bo, season, table_at(season, "1-2"), of_table(bo, table_at(season, "1-2")))
    many = [queries(bo, path) for path in paths]
    assert many <= few
    assert max(many) <= 12
    assert queries(bo, ROUND) <= 12


def test_another_clubs_table_is_not_found(table: Table, dai: User) -> None:
    away = club_of(dai, slug="away")
    other: Any = started(away, dai, crowd(0) or people_of(table))
    path = page_of(table).replace("tuesday", "away")
    assert get(dai, path).status_code == 404
    assert post(dai, f"{path}accept/", match="x").status_code == 404
    assert other.club == away
