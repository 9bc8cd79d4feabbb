"""The pages of a round: its tables, how far they are, and for whom they wait; closing it, and substitutes."""

import re
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import timezone

from games.lobby import services as lobby_services
from games.models import Game, Seat, Turn
from leagues.clubs.services import admit
from leagues.models import Club, Offer, Round, Season, Table
from leagues.rounds.progress import forecast
from leagues.seasons import sweep
from leagues.seasons.scheme_json import scheme_to_json
from leagues.standings.core import Scheme
from leagues.substitutes import services as substitutes
from napoleon.engine import rules_from_json
from players.models import User
from tests.support.cast import person
from tests.support.clubs import tuesday
from tests.support.played_seasons import deal
from tests.support.stored_seasons import FOUR, course, crowd, play_out, started, table_at
from tests.support.visits import client_of, get, post, queries, text
from tests.support.worlds import world

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_draws")]
SEASON = "/clubs/tuesday/seasons/spring/"
season = world(lambda: started(tuesday(), person("bo"), crowd(8), round_days=14))


def test_everybody_sees_who_sits_where_and_for_whom_it_waits(season: Season) -> None:
    [turn] = Turn.objects.filter(game=table_at(season, "1-1").game_id)
    response = get(None, f"{SEASON}rounds/1/")
    page = text(response)
    for number in range(1, 9):
        assert f"P0{number}" in page
    [division] = response.context["progress"].divisions
    waited = [one.name for one in division.tables[0].sittings if one.is_waited_for]
    assert turn.user is not None
    assert waited == [turn.user.name]
    assert page.count("to act") >= 2
    assert "0 of 2 deals" in page
    assert "For organisers" not in page


def test_the_results_come_deal_by_deal(season: Season) -> None:
    page = text(get(None, f"{SEASON}rounds/1/"))
    assert "Deal by deal" not in page
    assert "last move:" in page
    table = table_at(season, "1-1")
    Table.objects.filter(pk=table.pk).update(deals_json=[deal("4 2 0 0 made 0", 4)])
    response = get(None, f"{SEASON}rounds/1/")
    page = text(response)
    assert "Deal by deal" in page
    assert "provisional" in page
    [division] = response.context["progress"].divisions
    assert [one.score.shown for one in division.tables[0].ranked] == ["4", "2", "0", "0"]
    review = f"{table.game.get_absolute_url()}review/" if table.game else ""
    assert review not in page
    play_out(table)
    assert review in text(get(None, f"{SEASON}rounds/1/"))


def test_a_table_that_is_over_is_one_line_below_those_that_are_not(season: Season) -> None:
    play_out(table_at(season, "1-1"))
    response = get(None, f"{SEASON}rounds/1/")
    [division] = response.context["progress"].divisions
    assert [row.table.number for row in division.unfinished_first] == [2, 1]
    page = text(response)
    assert page.index("Details") > page.index("Table 2")
    assert page.count("Details") == 1
    player = next(row for row in division.tables if row.is_over).ranked[0]
    assert f"<span>{player.name} {player.score.shown}</span>" in page


def test_tables_of_a_round_to_come_are_a_line_each(season: Season) -> None:
    page = text(get(None, f"{SEASON}rounds/2/"))
    assert page.count("Details") == Table.objects.filter(round__season=season, round__number=2).count()


def test_ones_own_table_stays_open_when_it_is_over(season: Season) -> None:
    table = table_at(season, "1-1")
    play_out(table)
    entry = table.seats.get(number=0).entry
    assert entry is not None
    assert "Details" not in text(get(entry.user, f"{SEASON}rounds/1/"))


def test_scores_below_zero_have_a_minus_sign(season: Season) -> None:
    Season.objects.update(scheme_json=scheme_to_json(Scheme(centred=True)))
    Table.objects.filter(pk=table_at(season, "1-1").pk).update(deals_json=[deal("-4 2 0 0 made 0", 4)])
    page = text(get(None, f"{SEASON}rounds/1/"))
    assert '<td class="num">−4</td>' in page
    assert ">-4<" not in page


def test_the_bank_of_those_who_wait_and_who_is_away(season: Season) -> None:
    table = table_at(season, "1-1")
    [turn] = Turn.objects.filter(game=table.game_id)
    first, second, third = Seat.objects.filter(game=table.game_id).exclude(number=turn.seat).order_by("number")
    Seat.objects.filter(pk=first.pk).update(bank=timedelta(hours=30))
    Seat.objects.filter(pk=second.pk).update(autopilot=True)
    [division] = get(None, f"{SEASON}rounds/1/").context["progress"].divisions
    shown = {one.seat.number: one for one in division.tables[0].sittings}
    assert [shown[one.number].bank for one in (first, second, third)] == ["30 hours", "", "3 days"]
    assert [shown[one.number].is_away for one in (first, second)] == [False, True]
    assert shown[turn.seat].bank == ""
    assert "away: a bot is playing" in text(get(None, f"{SEASON}rounds/1/"))


def test_a_round_that_has_not_begun_shows_its_draw(season: Season) -> None:
    page = text(get(None, f"{SEASON}rounds/2/"))
    assert "P01" in page
    assert "to act" not in page
    assert get(None, f"{SEASON}rounds/3/").status_code == 404


def test_a_private_table_is_linked_for_its_players_only(club: Club, bo: User) -> None:
    game = table_at(started(club, bo, crowd(8), is_listed=False), "1-1").game
    assert game is not None
    inside = User.objects.filter(seats__game=game).first()
    link = f'href="{game.get_absolute_url()}"'
    assert link not in text(get(None, f"{SEASON}rounds/1/"))
    assert link not in text(get(bo, f"{SEASON}rounds/1/"))
    assert link in text(get(inside, f"{SEASON}rounds/1/"))


def test_the_way_to_the_rounds(season: Season) -> None:
    page = text(get(None, SEASON))
    assert f'href="{SEASON}rounds/1/"' in page
    assert f'href="{SEASON}rounds/2/"' in page


def test_on_paper_it_says_of_when_it_is(season: Season) -> None:
    paths = (f"{SEASON}rounds/1/", f"{SEASON}sheets/1/")
    for path in paths:
        assert re.search(r'<p class="only-print">\s*As of [A-Z][^<]+ \(UTC\)', text(get(None, path))), path
    Round.objects.filter(season=season, number=1).update(closed_at=timezone.now())
    for path in paths:
        assert "As of" not in text(get(None, path)).split("<textarea")[0], path


def test_a_table_leads_back_to_its_round(season: Season, bo: User) -> None:
    game = table_at(season, "1-2").game
    assert game
    there = f"{game.get_absolute_url()}round/"
    for side in ("", "?side=rules"):
        assert there in text(get(None, f"{game.get_absolute_url()}{side}"))
    response = get(None, there)
    assert (response.status_code, response["Location"]) == (302, f"{SEASON}rounds/1/")
    # The address of a table that may be seen says nothing of a season that may not.
    Club.objects.update(is_public=False)
    assert get(None, there).status_code == 404
    assert get(bo, there).status_code == 302
    own = lobby_services.create(lobby_services.TableTerms(rules=rules_from_json(FOUR)), host=bo)
    assert get(bo, f"{own.get_absolute_url()}round/").status_code == 404


def test_the_seasons_page_leads_members_to_their_tables(season: Season, bo: User) -> None:
    table = table_at(season, "1-2")
    inside = User.objects.filter(seats__game=table.game_id).first()
    assert table.game
    link = f'href="{table.game.get_absolute_url()}"'
    page = text(get(inside, SEASON))
    assert link in page
    assert "Go to my table of round 1" in page
    assert link not in text(get(bo, SEASON))
    play_out(table)
    assert link not in text(get(inside, SEASON))


def test_the_rounds_page_leads_members_to_their_tables(season: Season, bo: User) -> None:
    table = table_at(season, "1-2")
    inside = User.objects.filter(seats__game=table.game_id).first()
    page = text(get(inside, f"{SEASON}rounds/1/"))
    assert "Go to my table of round 1" in page
    assert page.index("Go to my table of round 1") < page.index("P01")
    assert page.index("0 of 2 finished") < page.index("P01")
    assert "Go to my table" not in text(get(bo, f"{SEASON}rounds/1/"))
    play_out(table)
    assert "Go to my table" not in text(get(inside, f"{SEASON}rounds/1/"))


def test_the_seasons_page_says_what_comes_next(season: Season) -> None:
    table = table_at(season, "1-2")
    inside = User.objects.filter(seats__game=table.game_id).first()
    assert "2 tables unfinished" in text(get(None, SEASON))
    play_out(table)
    page = text(get(inside, SEASON))
    assert "1 table unfinished" in page
    assert "Round 2 opens on" in page


def test_substitutes_find_what_they_are_asked_and_where_they_play(season: Season, bo: User, emi: User) -> None:
    admit(season.club, emi)
    ids = {"club_id": season.club_id, "season_id": season.pk}
    substitutes.volunteer(user=emi, **ids)
    table = table_at(season, "1-1")
    seat = table.seats.select_related("entry__user").get(number=2)
    substitutes.replace_player(user=bo, seat_id=seat.pk, **ids)
    assert "Can you substitute for somebody?" in text(get(emi, SEASON))
    substitutes.answer_offer(user=emi, offer_id=Offer.objects.get().pk, accept=True, **ids)
    page = text(get(emi, SEASON))
    assert table.game
    assert "Can you substitute for somebody?" not in page
    assert f'href="{table.game.get_absolute_url()}"' in page
    # Whose seat it is has no table there any more.
    assert seat.entry
    assert "Go to my table" not in text(get(seat.entry.user, SEASON))


def test_closing_by_the_page(season: Season, bo: User) -> None:
    play_out(table_at(season, "1-1"))
    page = text(get(bo, f"{SEASON}rounds/1/close/"))
    assert "0 of 2 deals" in page
    assert "played to the end by bots" in page
    assert "Table 2" in page
    assert "Table 1" not in page
    assert course(season)[0] == "1 running: finished, running"
    assert post(bo, f"{SEASON}rounds/1/close/").status_code == 302
    assert Table.objects.get(pk=table_at(season, "1-2").pk).outcome == "bots"
    assert "is being closed" in text(get(bo, f"{SEASON}rounds/1/"))


def test_dates_by_the_page(season: Season, bo: User) -> None:
    path = f"{SEASON}rounds/1/dates/"
    assert post(bo, path, closes_at="never").status_code == 422
    refused = post(bo, path, closes_at="2024-01-01T00:00")
    assert refused.status_code == 422
    assert "A round must close after it opens" in text(refused)
    assert 'value="2024-01-01T00:00"' in text(refused)
    assert post(bo, path, closes_at="2031-05-05T20:00").status_code == 302
    closes = season.rounds.get(number=1).closes_at
    assert closes is not None
    assert closes.year == 2031


def test_an_older_form_puts_no_dates_back(season: Season, bo: User) -> None:
    path = f"{SEASON}rounds/1/dates/"
    seen = re.search(r'name="seen" value="([^"]+)"', text(get(bo, f"{SEASON}rounds/1/")))
    assert seen is not None
    assert post(bo, path, closes_at="2031-05-05T20:00", seen=seen[1]).status_code == 302
    answer = post(bo, path, closes_at="2032-05-05T20:00", seen=seen[1])
    assert answer.status_code == 422
    assert "Somebody has changed these dates since." in text(answer)
    again = re.search(r'name="seen" value="([^"]+)"', text(answer))
    assert again is not None
    assert again[1] not in ("", seen[1])
    closes = season.rounds.get(number=1).closes_at
    assert closes is not None
    assert closes.year == 2031


def test_opening_by_the_page(season: Season, bo: User) -> None:
    assert "Open the round now" in text(get(bo, f"{SEASON}rounds/2/"))
    question = text(post(bo, f"{SEASON}rounds/2/open/"))
    assert "8 members are notified." in question
    assert course(season)[1] == "2 planned: drawn, drawn"
    post(bo, f"{SEASON}rounds/2/open/", sure="yes")
    sweep.advance_season(season.pk)
    assert course(season)[1] == "2 running: running, running"


def test_replacing_and_coming_in_by_the_pages(season: Season, bo: User, emi: User) -> None:
    admit(season.club, emi)
    path = f"{SEASON}substitutes/"
    assert post(emi, f"{path}join/").status_code == 302
    assert "Emi" in text(get(emi, path))
    seat = table_at(season, "1-1").seats.get(number=2)
    assert seat.entry
    post(bo, f"{SEASON}rounds/1/seats/{seat.pk}/replace/", reason="gone", sure="yes")
    page = text(get(bo, f"{SEASON}rounds/1/"))
    assert "substitute sought" in page
    assert f"for {seat.entry.name}" in page
    assert "Emi has until" in text(get(bo, path))
    assert "can you substitute?" in text(get(emi, path))
    offer = Offer.objects.get()
    assert post(emi, f"{path}{offer.pk}/answer/", accept="maybe").status_code == 422
    answer = client_of(emi).post(f"{path}{offer.pk}/answer/", {"accept": "yes"}, follow=True)
    assert answer.redirect_chain == [(offer.seat.table.game.get_absolute_url(), 302)]
    assert "The seat is yours now." in text(answer)
    assert "Emi" in text(get(None, f"{SEASON}rounds/1/"))
    assert post(emi, f"{path}leave/").status_code == 302
    assert not season.substitutes.exists()


def test_what_is_rare_lies_in_one_fold_of_each_table(season: Season, bo: User) -> None:
    table = table_at(season, "1-1")
    first, *others = text(get(bo, f"{SEASON}rounds/1/")).split('<details class="fold no-print">')[1:]
    assert len(others) == 1
    fold = first.split("</details>")[0]
    assert f'href="{SEASON}rounds/1/tables/{table.pk}/results/"' in fold
    assert f'href="{SEASON}rounds/1/tables/{table.pk}/match/"' in fold
    assert fold.count("Replace P") == 4
    assert "<details" not in text(get(User.objects.get(name="P01"), f"{SEASON}rounds/1/"))
    play_out(table)
    assert text(get(bo, f"{SEASON}rounds/1/")).count("Replace P") == 4


def test_pages_cost_no_more_for_more_tables(club: Club, bo: User, emi: User) -> None:
    season = started(club, bo, crowd(4))
    paths = (f"{SEASON}rounds/1/", f"{SEASON}rounds/1/close/", f"{SEASON}substitutes/", SEASON)
    few = [queries(bo, path) for path in paths]
    Game.objects.all().update(name="")
    season.delete()
    many = started(club, bo, [User.objects.create(name=f"Q{n}", email=f"q{n}@example.org") for n in range(16)])
    for user in (emi, *User.objects.filter(name__startswith="P")):
        admit(club, user)
        substitutes.volunteer(club_id=club.pk, user=user, season_id=many.pk)
    assert [queries(bo, path) for path in paths] == few
    Table.objects.update(deals_json=[deal("4 2 0 0 made 0", 4)] * 20)
    assert [queries(bo, path) for path in paths] == few
    assert max(few) <= 12


# --- The forecast ---

NOW = datetime(2027, 3, 1, 12, tzinfo=timezone.get_default_timezone())
DAY = timedelta(days=1)


def table(days: int, deals: int, state: str = "running") -> Any:
    return SimpleNamespace(state=state, opened_at=NOW - days * DAY, deals_json=[{}] * deals)


def test_the_slowest_table_says_when_it_will_be_over() -> None:
    # One deal in two days, so four in eight; the other needs four.
    assert forecast([table(2, 1), table(2, 2)], 4, NOW) == NOW + 6 * DAY
    # Nobody knows a table without a finished deal: it is taken to be as slow as the slowest.
    assert forecast([table(2, 1), table(1, 0)], 4, NOW) == NOW + 7 * DAY
    assert forecast([table(2, 0)], 4, NOW) is None
    assert forecast([table(2, 4, state="finished")], 4, NOW) is None
    # Overdue by its own pace: now at the earliest.
    assert forecast([table(10, 2), table(1, 1)], 2, NOW) == NOW + DAY
    assert forecast([table(100, 1)], 9, NOW) == NOW + 180 * DAY
