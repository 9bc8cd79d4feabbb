"""The page on which the results of a real table are entered."""

import pytest
from django.http import HttpResponse
from pytest_django.asserts import assertContains

from leagues.models import ExternalMatch, Season, Table
from players.models import User
from tests.support.cast import person
from tests.support.clubs import tuesday
from tests.support.external_matches import people_of
from tests.support.stored_seasons import bare_season, crowd, entered, started, table_of
from tests.support.visits import get, post, queries, text
from tests.support.worlds import world

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_draws")]
ROUND = "/clubs/tuesday/seasons/spring/rounds/1/"
MADE = ("1", "13", "3", "15")
LOST_ALONE = ("2", "14", "0", "10")
season = world(lambda: started(tuesday(), person("bo"), crowd(8)))


def page_of(table: Table) -> str:
    return f"{ROUND}tables/{table.pk}/results/"


def send(user: User, table: Table, *deals: tuple[str, ...], seen: str = "", **more: str) -> HttpResponse:
    """Each deal: declarer, bid, adjutant, pictures; the person has looked at what they bring."""
    return post(user, page_of(table), **{"seen": seen, "sure": "yes", **fields_of(*deals), **more})


def fields_of(*deals: tuple[str, ...]) -> dict[str, str]:
    names = ("declarer", "bid", "adjutant", "pictures")
    return {
        f"deal-{number}-{name}": value
        for number, deal in enumerate(deals, start=1)
        for name, value in zip(names, deal, strict=True)
    }


def test_from_the_round_to_the_points(table: Table, bo: User) -> None:
    assert f'href="{page_of(table)}"' in text(get(bo, ROUND))
    page = text(get(bo, page_of(table)))
    assert "has finished 0 of 2 deals" in page
    assert all(user.name in page for user in people_of(table))
    response = send(bo, table, MADE, LOST_ALONE)
    assert (response.status_code, response["Location"]) == (302, ROUND)
    page = text(get(None, ROUND))
    assert "Bo entered the results of a real table" in page
    assert "Played at a real table" in page
    assert "2 of 2 deals" in page
    assert page_of(table) not in page


def test_a_correction_begins_with_what_was_entered(table: Table, bo: User) -> None:
    send(bo, table, MADE, LOST_ALONE)
    assert f'href="{page_of(table)}"' in text(get(bo, ROUND))
    page = text(get(bo, page_of(table)))
    assert 'value="13"' in page
    assert 'name="deal-2-adjutant" value="0"' in page
    seen = ExternalMatch.objects.get().accepted_at.isoformat()
    assert f'name="seen" value="{seen}"'.replace("+", "&#x2B;") in page.replace("+", "&#x2B;")
    question = text(post(bo, page_of(table), seen=seen, **fields_of(LOST_ALONE)))
    assert "Correct the results (Round 1, table 1)?" in question
    assert ", at the table: 5 → 1" in question
    assert send(bo, table, LOST_ALONE, seen=seen, sure="yes").status_code == 422
    assert send(bo, table, LOST_ALONE, seen=seen, sure="yes", reason="A slip").status_code == 302
    table.refresh_from_db()
    assert [deal["napoleon"] for deal in table.deals_json] == [1]


def test_nobody_tells_a_table_of_corrections_without_end(
    table: Table, bo: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("infrastructure.rate_limits._count", lambda window: 61)
    assert send(bo, table, MADE).status_code == 429
    assert not ExternalMatch.objects.exists()


def test_deals_left_empty_do_not_count(table: Table, bo: User) -> None:
    send(bo, table, ("", "", "", ""), MADE)
    table.refresh_from_db()
    assert len(table.deals_json) == 1


@pytest.mark.parametrize(
    ("deal", "problem"),
    [
        (("1", "", "3", "15"), "This field is required."),
        (("1", "21", "3", "15"), "less than or equal to 20"),
        (("1", "10", "3", "15"), "greater than or equal to 11"),
        (("1", "13", "1", "15"), "If Napoleon called a card of their own, there was no adjutant."),
        (("1", "13", "3", "21"), "less than or equal to 20"),
        (("9", "13", "2", "15"), "Select a valid choice"),
        (("", "", "", ""), "Enter at least one deal."),
    ],
)
def test_what_cannot_be_is_named(table: Table, bo: User, deal: tuple[str, ...], problem: str) -> None:
    assertContains(send(bo, table, deal), problem, status_code=422)
    assert not ExternalMatch.objects.exists()


def other_table(season: Season, players: int, **rules: object) -> Table:
    """A table of the same people in another season, `/clubs/tuesday/seasons/other/`."""
    other = bare_season(season.club, "other", rules_json=rules, state=Season.State.RUNNING)
    people = [entry.user for entry in season.entries.select_related("user")[:players]]
    return table_of(other, entered(other, *[user for user in people if user]))


def test_pictures_laid_away_are_asked_where_they_decide(season: Season, bo: User) -> None:
    table = other_table(season, 5, preset="leaflet", deals=1, sweep="loses_ignoring_discards")
    path = page_of(table).replace("spring", "other")
    assert "Pictures discarded" in text(get(bo, path))
    deal = {"declarer": 1, "bid": 13, "adjutant": 3, "pictures": 18}
    data = {f"deal-1-{name}": value for name, value in deal.items()}
    assert post(bo, path, **data, **{"deal-1-discarded": 3}, sure="yes").status_code == 422
    assert post(bo, path, **data, **{"deal-1-discarded": 2}, sure="yes").status_code == 302
    table.refresh_from_db()
    assert table.deals_json[0]["made"] is False


@pytest.mark.parametrize("passed_out", ["counts", "dealt_again"])
def test_a_passed_out_deal_counts_as_played(season: Season, bo: User, passed_out: str) -> None:
    """Whatever else is in its row, and whatever the rules say of play on this site; and the correction shows it."""
    table = other_table(season, 5, preset="leaflet", deals=2, passed_out=passed_out)
    path = page_of(table).replace("spring", "other")
    data = {**fields_of(("0", "99", "", ""), MADE), "sure": "yes"}
    assert post(bo, path, **data).status_code == 302
    table.refresh_from_db()
    assert [deal["scores"] for deal in table.deals_json] == [[0, 0, 0, 0, 0], [2, -1, 1, -1, -1]]
    assert [deal["napoleon"] for deal in table.deals_json] == [None, 0]
    assert 'name="deal-1-declarer" value="0"' in text(get(bo, path))


def test_the_longest_match_fits_in_one_form(season: Season, bo: User) -> None:
    table = other_table(season, 4, preset="four", deals=100, sweep="loses_ignoring_discards", discards_to="nobody")
    deal = {"declarer": 1, "bid": 15, "adjutant": 3, "pictures": 16, "discarded": 1}
    data = {f"deal-{number}-{name}": value for number in range(1, 101) for name, value in deal.items()}
    path = page_of(table).replace("spring", "other")
    assert post(bo, path, seen="", sure="yes", csrfmiddlewaretoken="x", **data).status_code == 302
    table.refresh_from_db()
    assert len(table.deals_json) == 100


def test_deals_of_nap(season: Season, bo: User) -> None:
    table = other_table(season, 4, preset="nap", deals=2)
    path = page_of(table).replace("spring", "other")
    data = {"deal-1-declarer": "２", "deal-1-bid": "three", "deal-1-made": "no", "sure": "yes"}
    assert "blücher" not in text(get(bo, path))
    assert post(bo, path, **data).status_code == 302
    table.refresh_from_db()
    assert table.deals_json[0]["scores"] == [3, -9, 3, 3]
    assert '<option value="no" selected>' in text(get(bo, path))


def test_what_the_results_bring_is_shown_before_they_are_stored(season: Season, table: Table, bo: User) -> None:
    Season.objects.filter(pk=season.pk).update(closing="pro_rata")
    page = text(post(bo, page_of(table), seen="", **fields_of(MADE)))
    assert "Only 1 of 2 deals is entered. By the rules of the season every score therefore counts 2 times." in page
    assert 'name="deal-1-pictures" value="15"' in page
    assert not ExternalMatch.objects.exists()
    again = post(bo, page_of(table), seen="", change="yes", **fields_of(MADE))
    assert again.status_code == 200
    assert 'name="deal-1-pictures" value="15"' in text(again)


def test_a_whole_match_shows_no_factor(season: Season, table: Table, bo: User) -> None:
    Season.objects.filter(pk=season.pk).update(closing="pro_rata")
    assert "Only" not in text(post(bo, page_of(table), seen="", **fields_of(MADE, LOST_ALONE)))


def test_the_scores_of_the_match_are_enough(season: Season, table: Table, bo: User) -> None:
    """They count as a match of two deals, so that nothing is scaled."""
    Season.objects.filter(pk=season.pk).update(closing="pro_rata")
    totals = {"total-0": 7, "total-1": -2, "total-2": 0, "total-3": 1, "played": 2, "sure": "yes"}
    assert post(bo, page_of(table), **totals).status_code == 302
    table.refresh_from_db()
    assert [deal["scores"] for deal in table.deals_json] == [[7, -2, 0, 1], [0, 0, 0, 0]]
    page = text(get(None, ROUND))
    assert "1–2" in page
    assert "2 of 2 deals" in page
    assert 'name="total-1" value="-2"' in text(get(bo, page_of(table)))


def test_scores_of_nap_add_up_to_zero(season: Season, bo: User) -> None:
    table = other_table(season, 4, preset="nap", deals=2)
    totals = {"total-0": 7, "total-1": -2, "total-2": 0, "total-3": 1, "played": 2}
    response = post(bo, page_of(table).replace("spring", "other"), **totals)
    assertContains(response, "but these make 6", status_code=422)


def test_it_is_for_organisers(table: Table, chie: User) -> None:
    for user in (chie, people_of(table)[0]):
        assert get(user, page_of(table)).status_code in (403, 404)
        assert send(user, table, MADE).status_code in (403, 404)
    assert not ExternalMatch.objects.exists()


def test_a_table_with_a_result_of_its_own_has_no_form(season: Season, table: Table, bo: User) -> None:
    Season.objects.filter(pk=season.pk).update(state=Season.State.FINISHED)
    page = text(get(bo, page_of(table)))
    assert "This season is over." in page
    assert "deal-1-bid" not in page


def test_it_takes_few_queries(table: Table, bo: User) -> None:
    assert queries(bo, page_of(table)) <= 9
