"""A knock-out: each round is drawn from those who are still in, up to a final at one table."""

import re
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Seat
from leagues.corrections import services as corrections
from leagues.draws import services as draws
from leagues.draws.seating_request import request_of, rounds_to_final
from leagues.draws.states import draw_states
from leagues.entries import services as entries
from leagues.locks import ClubError
from leagues.models import Adjustment, Club, Season, Standing, Table
from leagues.rounds import closing
from leagues.rounds.draw_and_open import draw_and_open
from leagues.rounds.notifications import KnockOutRoundOver
from leagues.seasons import sweep
from leagues.standings.division_input import DivisionRows
from leagues.standings.preview import changes_in_places
from leagues.standings.store import update_standings
from leagues.substitutes import services as substitutes
from players.models import Notification, User
from tests.support.cast import person
from tests.support.clubs import add
from tests.support.notifications import is_current, message_of
from tests.support.stored_seasons import (
    course,
    crowd,
    drawn_season,
    enter,
    open_season,
    play_out,
    reread,
    start,
    started,
    table_at,
)
from tests.support.visits import get, post, queries, text

pytestmark = pytest.mark.django_db
SEASON = "/clubs/tuesday/seasons/spring/"


def cup(club: Club, bo: User, people: Sequence[User], **values: Any) -> Season:
    """A knock-out at tables of four whose first round runs."""
    values = {"rules_json": {"preset": "four", "deals": 1}, "opening": "finished", "pairing": "out", **values}
    season = drawn_season(club, bo, people, **values)
    start(season, bo)
    sweep.advance_season(season.pk)
    return reread(season)


def play_round(season: Season, number: int) -> None:
    for table in Table.objects.filter(round__season=season, round__number=number, state="running"):
        play_out(table)


def at_tables(season: Season, number: int) -> set[int]:
    tables = Table.objects.filter(round__season=season, round__number=number)
    return {seat.entry_id for table in tables for seat in table.seats.all() if seat.entry_id}


def still_in(season: Season, number: int) -> set[int]:
    return {*Standing.objects.filter(division__season=season, next_round=number).values_list("entry", flat=True)}


def test_it_has_as_many_rounds_as_its_members_need(club: Club, bo: User) -> None:
    season = open_season(club, bo, pairing="out", rounds_planned=5)
    assert course(season) == ["1 planned: "]
    enter(season, *crowd(13))
    ids = {"club_id": club.pk, "user": bo, "season_id": season.pk, "number": 1}
    draws.lock(**ids, draw_id=draws.rehearse(**ids).pk)
    assert course(season) == ["1 planned: drawn, drawn, drawn, drawn", "2 planned: ", "3 planned: "]
    start(season, bo)
    season = reread(season)
    # 13, 8, 4.
    assert season.rounds_planned == rounds_to_final(season, 13) == 3


def test_who_is_out_reads_it_on_the_page_of_the_season(club: Club, bo: User) -> None:
    season = cup(club, bo, crowd(8))
    assert "Withdraw</a>" in text(get(User.objects.get(name="P01"), SEASON))
    play_round(season, 1)
    out, on = text(get(person_at(season, 8), SEASON)), text(get(person_at(season, 1), SEASON))
    assert "Out in round 1</a>" in out
    assert "Withdraw</a>" not in out
    assert "Still in</a>" in on
    assert "Withdraw</a>" in on


def test_the_best_two_of_each_table_meet_in_the_final(club: Club, bo: User) -> None:
    season = cup(club, bo, crowd(8))
    assert course(season) == ["1 running: running, running", "2 planned: "]
    play_round(season, 1)
    on = still_in(season, 2)
    assert len(on) == 4
    sweep.advance_season(season.pk)
    sweep.advance_season(season.pk)
    assert at_tables(season, 2) == on
    play_round(season, 2)
    season = reread(season)
    assert season.state == "finished"
    lines = list(Standing.objects.filter(division__season=season).order_by("position"))
    assert {line.entry_id for line in lines[:4]} == on
    assert [line.results_json[-1]["round"] for line in lines] == [2] * 4 + [1] * 4
    assert not Standing.objects.filter(next_round__gt=0).exists()


def test_swaps_offer_those_who_are_drawn(club: Club, bo: User) -> None:
    season = cup(club, bo, crowd(8), opening="dates")
    play_round(season, 1)
    draws.rehearse(club_id=club.pk, user=bo, season_id=season.pk, number=1)
    page = get(bo, f"{SEASON}draw/1/")
    [one] = re.findall(r'<select name="one">.*?</select>', text(page), re.DOTALL)
    assert {int(key) for key in re.findall(r'value="(\d+)"', one)} == still_in(season, 2)


def test_whoever_is_out_is_no_rival_and_may_substitute(club: Club, bo: User) -> None:
    season = cup(club, bo, crowd(8))
    play_round(season, 1)
    sweep.advance_season(season.pk)
    sweep.advance_season(season.pk)
    playing = at_tables(season, 2)
    for entry in season.entries.all():
        substitutes.volunteer(club_id=club.pk, user=entry.user, season_id=season.pk)
    seat = Table.objects.get(round__season=season, round__number=2).seats.select_related("table__game", "entry")[0]
    # One of the round whose seat a bot has taken is still a rival.
    Seat.objects.filter(game=seat.table.game).exclude(number=seat.number).update(user=None)
    out = season.entries.exclude(pk__in=playing).values_list("user", flat=True)
    assert {*substitutes.candidates(season, seat).values_list("user", flat=True)} == {*out}


def test_a_table_of_one_round_says_nothing_of_the_next(club: Club, bo: User) -> None:
    season = cup(club, bo, crowd(8))
    play_out(table_at(season, "1-1"))
    sweep.advance_season(season.pk)
    assert course(season)[1] == "2 planned: "
    with pytest.raises(ClubError, match="Round 1 is not over yet"):
        draws.rehearse(club_id=club.pk, user=bo, season_id=season.pk, number=1)


def test_an_organiser_draws_and_opens_the_next_round(club: Club, bo: User) -> None:
    season = cup(club, bo, crowd(8))
    play_round(season, 1)
    assert "4 members are notified." in text(post(bo, f"{SEASON}rounds/2/draw-and-open/"))
    assert post(bo, f"{SEASON}rounds/2/draw-and-open/", sure="yes").status_code == 302
    assert course(season)[1] == "2 running: drawn"


def test_who_withdraws_before_the_draw_makes_room_for_the_next_of_their_table(club: Club, bo: User) -> None:
    season = cup(club, bo, crowd(8))
    play_round(season, 1)
    [first, *_others] = Standing.objects.filter(division__season=season).order_by("position")
    entries.withdraw(club_id=club.pk, user=first.entry.user, season_id=season.pk)
    mates = {seat.entry_id for seat in Table.objects.get(seats__entry=first.entry).seats.all()}
    sweep.advance_season(season.pk)
    drawn = at_tables(season, 2)
    assert len(drawn) == 4
    assert first.entry_id not in drawn
    assert len(drawn & mates) == 2


def test_who_withdraws_after_the_draw_leaves_a_seat_and_the_page_asks_to_draw_again(club: Club, bo: User) -> None:
    season = cup(club, bo, crowd(8), opening="dates")
    play_round(season, 1)
    ids = {"club_id": club.pk, "user": bo, "season_id": season.pk, "number": 1}
    draws.lock(**ids, draw_id=draws.rehearse(**ids).pk)
    gone = User.objects.get(entries__season=season, entries__pk=min(still_in(season, 2)))
    entries.withdraw(club_id=club.pk, user=gone, season_id=season.pk)
    assert [state.is_stale for state in draw_states(reread(season))] == [True]
    assert "have changed. Redraw" in text(get(bo, SEASON))
    draws.lock(**ids, draw_id=draws.rehearse(**ids).pk)
    assert len(at_tables(season, 2)) == 4
    assert gone.entries.get().pk not in at_tables(season, 2)


def test_where_all_but_one_leave_the_last_has_won(club: Club, bo: User) -> None:
    season = cup(club, bo, crowd(8))
    play_round(season, 1)
    for line in list(Standing.objects.filter(division__season=season).order_by("-position"))[:7]:
        entries.withdraw(club_id=club.pk, user=line.entry.user, season_id=season.pk)
    sweep.advance_season(season.pk)
    season = reread(season)
    assert (season.state, season.rounds_planned) == ("finished", 1)
    assert Standing.objects.get(division__season=season, place=1).entry.state == "entered"


def test_nobody_joins_on_the_way(club: Club, bo: User) -> None:
    season = cup(club, bo, crowd(8), late_until=2)
    late = person("late")
    add(club, late)
    with pytest.raises(ClubError, match="no longer takes late entries"):
        entries.enter(club_id=club.pk, user=late, season_id=season.pk)
    with pytest.raises(ClubError, match="takes nobody once it has begun"):
        entries.add(club_id=club.pk, user=bo, season_id=season.pk, person=late)


def test_a_round_that_closes_early_lets_the_seed_decide_at_void_tables(club: Club, bo: User) -> None:
    season = cup(club, bo, crowd(8), closing="void")
    closing.close_round(club_id=club.pk, user=bo, season_id=season.pk, number=1)
    for table in Table.objects.filter(round__season=season, round__number=1):
        closing.continue_ending(table.pk)
    on = still_in(season, 2)
    assert len(on) == 4
    for table in Table.objects.filter(round__season=season, round__number=1):
        by_order = sorted(seat.entry.order for seat in table.seats.select_related("entry") if seat.entry)
        assert {seat.entry.order for seat in table.seats.select_related("entry") if seat.entry_id in on} == {
            *by_order[:2]
        }


def test_two_divisions_may_need_different_numbers_of_rounds(club: Club, bo: User) -> None:
    season = open_season(club, bo, pairing="out", opening="finished", rules_json={"preset": "four", "deals": 1})
    season.divisions.create(number=2)
    people = crowd(12)
    for user in people:
        add(club, user)
        entries.enter(club_id=club.pk, user=user, season_id=season.pk)
    first, second = season.divisions.order_by("number")
    for number, entry in enumerate(season.entries.order_by("order")):
        entry.division = first if number < 8 else second
        entry.save()
    for number in (1, 2):
        ids = {"club_id": club.pk, "user": bo, "season_id": season.pk, "number": number}
        draws.lock(**ids, draw_id=draws.rehearse(**ids).pk)
    start(season, bo)
    sweep.advance_season(season.pk)
    play_round(season, 1)
    # The second division had its final at once.
    assert not second.standings_state.is_provisional
    sweep.advance_season(season.pk)
    sweep.advance_season(season.pk)
    assert course(season)[1] == "2 running: running"
    assert [state.obstacle for state in draw_states(reread(season))][1]
    play_round(season, 2)
    assert reread(season).state == "finished"


def test_the_draw_takes_the_first_of_each_table_before_the_second_ones(club: Club, bo: User) -> None:
    season = cup(club, bo, crowd(16))
    play_round(season, 1)
    request = request_of(reread(season).divisions.get(), 2)
    rank = dict(zip(request.members, request.places, strict=True))
    assert request.is_knock_out
    assert sorted(rank.values()) == [*range(1, 9)]
    best = {line.entry_id for line in Standing.objects.filter(division__season=season) if _was_first(line)}
    assert {member for member, own in rank.items() if own <= 4} == best


def _was_first(line: Standing) -> bool:
    return bool(line.results_json[-1]["place"] == 1)


def test_its_date_does_not_open_a_round_that_is_not_drawn(club: Club, bo: User) -> None:
    season = started(club, bo, crowd(8), pairing="out")
    season.rounds.filter(number=2).update(opens_at=timezone.now() - timedelta(hours=1))
    sweep.advance_season(season.pk)
    assert course(season)[1] == "2 planned: "


# --- Notifications, posts, corrections ---


def told(user: User) -> list[str]:
    found = Notification.objects.filter(user=user, kind="season_fate").order_by("pk")
    messages = [message_of(each, full=True) for each in found]
    return [" | ".join([message.title, *message.lines]) for message in messages if message]


def person_at(season: Season, place: int) -> User:
    user = Standing.objects.get(division__season=season, position=place).entry.user
    assert user is not None
    return user


def test_everybody_is_notified_whether_they_go_on(club: Club, bo: User) -> None:
    season = cup(club, bo, crowd(8))
    play_round(season, 1)
    [first], [last] = told(person_at(season, 1)), told(person_at(season, 8))
    assert first.startswith("Spring: you go on after round 1 | ")
    assert "goes on" in first
    assert last.startswith("Spring: you are out in round 1 | ")
    assert last.endswith("is out") or "level" in last
    note = Notification.objects.get(user=person_at(season, 8), kind="season_fate")
    assert is_current(note)
    sweep.advance_season(season.pk)
    sweep.advance_season(season.pk)
    play_round(season, 2)
    # The final is the end of the season.
    assert Notification.objects.filter(kind="season_fate").count() == 8
    assert not is_current(note)


def test_the_channel_of_the_club_learns_who_goes_on(club: Club, bo: User) -> None:
    season = cup(club, bo, crowd(8))
    play_round(season, 1)
    message = KnockOutRoundOver.webhook_message(club, {"round": season.rounds.get(number=1).pk})
    assert message is not None
    assert message.title == "Spring: round 1 is over. These go on:"
    on = Standing.objects.filter(division__season=season, next_round=2).order_by("position")
    assert list(message.lines) == [", ".join(line.entry.name for line in on.select_related("entry__user"))]


def test_a_correction_says_who_would_go_on_and_that_the_draw_stays(club: Club, bo: User) -> None:
    season = cup(club, bo, crowd(8))
    play_round(season, 1)
    season = reread(season)
    out = Standing.objects.filter(division__season=season).order_by("-position").first()
    assert out is not None

    def give_points(rows: DivisionRows) -> DivisionRows:
        given = Adjustment(pk=0, entry=out.entry, points=100, reason="x", made_at=timezone.now())
        return rows._replace(adjustments=[*rows.adjustments, given])

    lines = changes_in_places(season.divisions.get(), give_points)
    assert any("would go on" in line for line in lines)
    assert any("would be out" in line for line in lines)
    assert not any("drawn already" in line for line in lines)
    ids = {"club_id": club.pk, "user": bo, "season_id": season.pk, "number": 1}
    draws.lock(**ids, draw_id=draws.rehearse(**ids).pk)
    lines = changes_in_places(season.divisions.get(), give_points)
    assert lines[-1] == "Round 2 is drawn already: draw it again, or it is played as drawn."


def test_a_void_match_changes_who_goes_on_until_the_next_round_begins(club: Club, bo: User) -> None:
    season = cup(club, bo, crowd(8), opening="dates")
    play_round(season, 1)
    ids = {"club_id": club.pk, "user": bo, "season_id": season.pk}
    table = table_at(season, "1-1")
    corrections.void_match(**ids, table_id=table.pk, reason="A test")
    update_standings(season.divisions.get().pk)
    seats = table.seats.select_related("entry").order_by("entry__order")
    assert [seat.entry_id in still_in(season, 2) for seat in seats] == [True, True, False, False]
    draw_and_open(**ids, number=2)
    drawn = at_tables(season, 2)
    corrections.undo(**ids, table_id=table.pk)
    update_standings(season.divisions.get().pk)
    assert at_tables(season, 2) == drawn
    lines = Standing.objects.filter(division__season=season).order_by("position")
    assert {line.entry_id for line in lines[:4]} == drawn


def test_a_replayed_match_holds_up_the_next_round(club: Club, bo: User) -> None:
    season = cup(club, bo, crowd(8))
    play_round(season, 1)
    ids = {"club_id": club.pk, "user": bo, "season_id": season.pk}
    corrections.replay_match(**ids, table_id=table_at(season, "1-1").pk, reason="A test")
    sweep.advance_season(season.pk)
    sweep.advance_season(season.pk)
    assert course(season) == ["1 running: running, finished", "2 planned: "]
    play_round(season, 1)
    sweep.advance_season(season.pk)
    sweep.advance_season(season.pk)
    assert course(season)[1] == "2 running: running"
    assert len(at_tables(season, 2)) == 4


def test_the_pages_say_how_it_goes(club: Club, bo: User) -> None:
    season = open_season(club, bo, pairing="out", opening="finished")
    assert "a knock-out: as many as it takes to the final" in text(get(bo, SEASON))
    rules = text(get(bo, f"{SEASON}rules/"))
    assert "Knock-out: the best of each table go on" in rules
    assert "The seed is the order of entries." in rules
    for user in crowd(8):
        add(club, user)
        entries.enter(club_id=club.pk, user=user, season_id=season.pk)
    ids = {"club_id": club.pk, "user": bo, "season_id": season.pk, "number": 1}
    draws.rehearse(**ids, seed=3)
    page = text(get(bo, f"{SEASON}draw/1/"))
    assert "One of each pot at every table" in page
    assert "Second meetings in this round" in page
    assert "drawn from those who are still in" in page


def test_rounds_that_are_not_needed_are_taken_away(club: Club, bo: User) -> None:
    season = cup(club, bo, crowd(8))
    season.rounds.create(number=3)
    play_round(season, 1)
    assert [line.partition(":")[0] for line in course(season)] == ["1 finished", "2 planned"]


def test_its_pages_take_few_queries(club: Club, bo: User) -> None:
    season = cup(club, bo, crowd(8))
    play_out(table_at(season, "1-1"))
    update_standings(season.divisions.get().pk)
    player = person_at(season, 3)
    for path in ("", "standings/1/", "standings/1/bracket/", "draw/1/"):
        assert queries(player, SEASON + path) <= 12
        assert queries(bo, SEASON + path) <= 12
    play_round(season, 1)
    assert queries(player, SEASON) <= 12
    assert queries(bo, SEASON) <= 12
