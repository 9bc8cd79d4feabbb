"""Accepting an external match for a table, and taking it back."""

from collections import Counter

import pytest
from django.utils import timezone

from games.kernel import early_end as game_closing
from games.models import Game, Seat
from games.seats import substitution
from games.statistics.services import recompute_sums
from games.statistics.services import tally as tally_statistics
from leagues.clubs.services import admit
from leagues.exports.csv_files import EXPORTS
from leagues.locks import ClubError
from leagues.models import Club, ExternalMatch, RatingChange, Season, SeasonStatistics, Standing, Table
from leagues.ratings.services import rate
from leagues.rounds import closing
from leagues.rounds.results import deals_of
from leagues.rounds.score_sheets import score_sheets_of
from leagues.seasons import services, sweep
from leagues.seasons.dates import first_open_round
from leagues.standings.store import update_standings
from leagues.substitutes import services as substitutes
from players.models import Notification, User
from tests.support.archive_pages import deals
from tests.support.cast import person
from tests.support.clubs import club_of, log, told, tuesday
from tests.support.external_matches import count, in_a_room, of_table, people_of, scores_of, take_back
from tests.support.notifications import is_current, message_of
from tests.support.stored_seasons import FOUR, course, crowd, enter, play_out, reread, started, table_at
from tests.support.substitutes import answer, asked, replace, seat_of
from tests.support.worlds import world

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_draws")]


@world
def season() -> Season:
    """Two tables of four in two rounds; the first round runs."""
    return started(tuesday(), person("bo"), crowd(8))


def points_of(season: Season) -> dict[str, int]:
    update_standings(season.divisions.get().pk)
    found = Standing.objects.filter(division__season=season).select_related("entry__user")
    return {one.entry.name: int(one.total) for one in found}


# --- It counts ---


def test_its_scores_are_those_of_the_table(season: Season, table: Table, bo: User) -> None:
    match = of_table(bo, table)
    count(bo, season, table, match)
    table.refresh_from_db()
    assert (table.state, table.outcome, table.game) == ("finished", "recorded", match)
    [sheet, _] = score_sheets_of(season, table.round)
    assert sheet.totals == scores_of(match)
    assert sheet.names == [user.name for user in people_of(table)]
    expected = dict(zip(sheet.names, sheet.totals, strict=True))
    found = points_of(season)
    assert {name: found[name] for name in expected} == expected
    assert set(found.values()) > {0}


def test_people_may_have_sat_in_another_order(season: Season, table: Table, bo: User) -> None:
    people = people_of(table)
    turned = [people[2], people[0], people[3], people[1]]
    match = in_a_room(bo, *(user.name for user in turned), members=turned)
    count(bo, season, table, match, (1, 3, 0, 2))
    table.refresh_from_db()
    [sheet, _] = score_sheets_of(season, table.round)
    assert dict(zip(sheet.names, sheet.totals, strict=True)) == dict(
        zip([user.name for user in turned], scores_of(match), strict=True)
    )
    assert match.events.filter(type="deal").count() >= len(table.deals_json)
    # Reading the log again gives the same.
    assert deals_of(table, match) == table.deals_json
    roles = {deal["napoleon"] for deal in table.deals_json}
    assert roles == {(1, 3, 0, 2).index(seat) for seat in {deal["napoleon"] for deal in deals_in_record_order(match)}}


def deals_in_record_order(match: Game) -> list[dict[str, int]]:
    from leagues.rounds.results import external_deals

    return external_deals(match, (0, 1, 2, 3))


def test_everything_that_tells_of_results_tells_of_it(season: Season, table: Table, bo: User) -> None:
    count(bo, season, table, of_table(bo, table))
    rows = [row for row in EXPORTS["results"].rows(season) if row[2] == 1]
    assert {row[4] for row in rows} == {"recorded"}
    assert len(rows) == 4 * len(table_at(season, "1-1").deals_json)
    assert log(season.club)[-1] == ("Bo accepted an external match for the table Spring, round 1, table 1.")
    recorded = ExternalMatch.objects.get()
    assert (recorded.accepted_by, recorded.table) == (bo, table)


def test_those_of_the_table_are_told(season: Season, table: Table, bo: User) -> None:
    count(bo, season, table, of_table(bo, table))
    player = people_of(table)[0]
    assert told(player)[-1] == "season_recorded"
    assert "season_recorded" not in told(people_of(table_at(season, "1-2"))[0])
    counted = Notification.objects.get(user=player, kind="season_recorded")
    began = Notification.objects.get(user=player, kind="season_round")
    words = message_of(counted)
    assert words is not None
    assert words.title == "Spring, round 1: an external match counts for your table"
    assert words.path == "/clubs/tuesday/seasons/spring/rounds/1/"
    assert (is_current(counted), is_current(began)) == (True, False)
    take_back(bo, season, table)
    back = Notification.objects.filter(user=player, kind="season_recorded").latest("pk")
    assert (is_current(counted), is_current(back)) == (False, True)


def test_the_tables_own_game_is_stopped_and_counts_nothing(season: Season, table: Table, bo: User) -> None:
    own = table.game
    assert own is not None
    while not table.deals_json:
        game_closing.play_out(game_id=own.pk)
        closing.update_table(table.pk)
        table.refresh_from_db()
        if Game.objects.get(pk=own.pk).is_over:
            pytest.fail("it was to be stopped in the middle")
    match = of_table(bo, table)
    count(bo, season, table, match)
    own.refresh_from_db()
    assert own.status == "abandoned"
    assert own.events.latest("seq").type == "adjudicated"
    assert not own.turns.exists()
    table.refresh_from_db()
    assert table.deals_json == deals_in_record_order(match)
    # Whatever is on its way for the old game comes too late.
    closing.update_table(table.pk)
    sweep.advance_season(season.pk)
    update_standings(table.division_id, in_full=True)
    table.refresh_from_db()
    assert (table.state, table.game) == ("finished", match)
    assert table.deals_json == deals_in_record_order(match)


def test_what_a_worker_read_from_the_old_game_is_not_kept(season: Season, bo: User) -> None:
    from leagues.rounds.results import read_deals

    late = table_at(season, "1-1")
    play = late.game
    assert play is not None
    count(bo, season, late, of_table(bo, late))
    now = table_at(season, "1-1")
    Game.objects.filter(pk=play.pk).update(seq=99999)
    play.refresh_from_db()
    late.game = play
    assert not read_deals(late)
    again = table_at(season, "1-1")
    assert (again.deals_json, again.deals_seq) == (now.deals_json, now.deals_seq)


def test_the_round_and_the_season_come_to_their_end_with_it(club: Club, bo: User) -> None:
    season = started(club, bo, crowd(4), rounds_planned=1)
    table = table_at(season, "1-1")
    count(bo, season, table, of_table(bo, table))
    assert course(season) == ["1 finished: finished"]
    assert reread(season).state == "finished"


def test_a_table_that_never_opened_can_have_one(club: Club, bo: User) -> None:
    season = started(club, bo, crowd(4), pace="concurrent", games_at_once=1)
    table = table_at(season, "2-1")
    assert table.game is None
    count(bo, season, table, of_table(bo, table))
    assert course(season) == ["1 running: running", "2 finished: finished"]
    assert table_at(season, "2-1").opened_at is not None


def test_its_round_is_no_longer_one_to_come_in_for(club: Club, bo: User) -> None:
    season = started(club, bo, crowd(4), pace="concurrent", games_at_once=1)
    assert first_open_round(season) == 2
    count(bo, season, table_at(season, "2-1"), of_table(bo, table_at(season, "2-1")))
    assert first_open_round(season) == 0


def test_the_archive_has_it_among_the_matches_of_the_season(season: Season, table: Table, bo: User) -> None:
    match = of_table(bo, table)
    assert deals("/archive/?club=tuesday/spring") == []
    count(bo, season, table, match)
    found = deals("/archive/?club=tuesday/spring")
    assert len(found) == len(table_at(season, "1-1").deals_json)
    assert all(match.slug in path for path in found)


def test_a_void_table_can_have_one_later(season: Season, bo: User) -> None:
    Season.objects.filter(pk=season.pk).update(closing="void")
    closing.close_round(club_id=season.club_id, user=bo, season_id=season.pk, number=1)
    sweep.advance_season(season.pk)
    table = table_at(season, "1-1")
    assert (table.state, table.round.state) == ("void", "finished")
    count(bo, season, table, of_table(bo, table))
    assert table_at(season, "1-1").state == "finished"
    assert points_of(season)[people_of(table)[0].name] == table_total(table_at(season, "1-1"), 0)


def table_total(table: Table, seat: int) -> int:
    return sum(deal["scores"][seat] for deal in table.deals_json)


def test_nobody_is_sought_for_the_table_any_more(season: Season, bo: User, emi: User) -> None:
    admit(season.club, emi)
    substitutes.volunteer(club_id=season.club_id, user=emi, season_id=season.pk)
    table = table_at(season, "1-1")
    match = of_table(bo, table)
    seat = table.seats.get(number=1)
    substitutes.replace_player(club_id=season.club_id, user=bo, season_id=season.pk, seat_id=seat.pk)
    count(bo, season, table, match)
    assert not table.seats.exclude(sought_at=None).exists()
    assert not substitutes.open_offers(season).exists()


def test_names_and_a_bots_seat_are_matched_by_hand(club: Club, bo: User, emi: User) -> None:
    season = started(club, bo, crowd(7))
    [table] = [one for one in season.rounds.get(number=1).tables.all() if len(people_of(one)) == 3]
    people, [bot] = people_of(table), table.seats.filter(entry=None)
    match = in_a_room(bo, "Hana", "Emi", people[0].name, people[1].name, members=[emi, *people[:2]])
    members = [seat.entry.user if seat.entry else None for seat in seats_of(table)]
    there = {people[0]: 2, people[1]: 3, people[2]: 0, None: 1}
    wrong = [{**there, people[2]: 1, None: 0}[one] for one in members]
    with pytest.raises(ClubError, match="Every seat needs a different player"):
        count(bo, season, table, match, wrong)
    count(bo, season, table, match, [there[one] for one in members])
    table.refresh_from_db()
    [sheet] = [one for one in score_sheets_of(season, table.round) if one.table == table]
    assert sheet.totals[members.index(people[2])] == scores_of(match)[0]
    assert sheet.totals[bot.number] == scores_of(match)[1]


def seats_of(table: Table) -> list[object]:
    return list(table.seats.select_related("entry__user").order_by("number"))


# --- Statistics and ratings ---


def test_the_statistics_of_the_season_have_it(season: Season, table: Table, bo: User) -> None:
    match = of_table(bo, table)
    tally_statistics(match.pk)
    before = sums(season)
    count(bo, season, table, match)
    assert sums(season) != before
    assert recompute_sums() == 0
    take_back(bo, season, table)
    assert sums(season) == before
    assert recompute_sums() == 0


def sums(season: Season) -> Counter[str]:
    found: Counter[str] = Counter()
    for row in SeasonStatistics.objects.filter(season=season):
        found.update({key: value for key, value in row.counts_json.items() if value})
    return found


def test_statistics_that_are_counted_later_have_it_too(season: Season, bo: User) -> None:
    from games.models import SeatTally

    table = table_at(season, "1-1")
    match = of_table(bo, table)
    SeatTally.objects.filter(game=match).delete()
    count(bo, season, table, match)
    tally_statistics(match.pk)
    assert sums(season)
    assert recompute_sums() == 0


def test_it_changes_no_rating(season: Season, table: Table, bo: User) -> None:
    match = of_table(bo, table)
    count(bo, season, table, match)
    assert not rate(match.pk)
    assert not RatingChange.objects.exists()


# --- What is refused ---


def refused(user: User, season: Season, table: Table, match: Game, text: str) -> None:
    before = (course(season), Table.objects.get(pk=table.pk).game_id, log(season.club))
    with pytest.raises(ClubError, match=text):
        count(user, season, table, match)
    assert (course(season), Table.objects.get(pk=table.pk).game_id, log(season.club)) == before


def test_a_match_counts_once(season: Season, bo: User) -> None:
    first = table_at(season, "1-1")
    match = of_table(bo, first)
    count(bo, season, first, match)
    refused(bo, season, table_at(season, "1-2"), match, "It already counts for a table")
    refused(bo, season, first, of_table(bo, first, seed=2), "already counts for this table")


def test_a_table_with_a_result_keeps_it(season: Season, table: Table, bo: User) -> None:
    match = of_table(bo, table)
    play_out(table)
    refused(bo, season, table, match, "This table already has a result")


def test_a_game_that_has_just_ended_is_the_result(season: Season, table: Table, bo: User) -> None:
    match = of_table(bo, table)
    while game_closing.play_out(game_id=table.game_id or 0):
        pass
    Table.objects.filter(pk=table.pk).update(state="running", outcome="")
    refused(bo, season, table, match, "The game at this table has just ended, so its own result counts")


def test_a_game_that_was_given_up_is_no_result(season: Season, table: Table, bo: User) -> None:
    match = of_table(bo, table)
    game_closing.stop(game_id=table.game_id or 0)
    Table.objects.filter(pk=table.pk).update(state="running", outcome="")
    count(bo, season, table_at(season, "1-1"), match)
    assert table_at(season, "1-1").outcome == "recorded"


def test_a_table_on_its_way_to_an_end_is_left_alone(season: Season, table: Table, bo: User) -> None:
    Table.objects.filter(pk=table.pk).update(outcome="bots")
    refused(bo, season, table, of_table(bo, table), "This table is being closed")


def test_a_round_that_was_not_opened_has_no_results(season: Season, bo: User) -> None:
    table = table_at(season, "2-1")
    refused(bo, season, table, of_table(bo, table), "not been opened")


@pytest.mark.parametrize("state", ["finished", "cancelled"])
def test_a_season_that_is_over_takes_none(season: Season, table: Table, bo: User, state: str) -> None:
    match = of_table(bo, table)
    Season.objects.filter(pk=season.pk).update(state=state)
    refused(bo, season, table, match, "season is over")


def test_a_closed_club_takes_none(season: Season, table: Table, bo: User) -> None:
    match = of_table(bo, table)
    Club.objects.update(closed_at=timezone.now())
    refused(bo, season, table, match, "club is closed")


def test_members_do_not_let_matches_count(season: Season, table: Table, chie: User) -> None:
    refused(chie, season, table, of_table(chie, table), "You are no longer allowed to do this in the club")


def test_a_table_of_another_season_is_out_of_reach(season: Season, bo: User, dai: User) -> None:
    other = started(club_of(dai, slug="away"), dai, people_of(table_at(season, "1-1")))
    table = table_at(season, "1-1")
    refused(dai, other, table, of_table(dai, table), "no such table")


def test_a_match_that_the_organiser_may_not_see_is_none(season: Season, table: Table, bo: User, emi: User) -> None:
    refused(bo, season, table, of_table(emi, table, listed=False), "no such external match")
    count(bo, season, table, of_table(bo, table, listed=False, seed=2))
    assert table_at(season, "1-1").outcome == "recorded"


def test_a_match_of_the_site_is_none(season: Season, bo: User) -> None:
    game = table_at(season, "1-2").game
    assert game is not None
    refused(bo, season, table_at(season, "1-1"), game, "no such external match")


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        ({"preset": "four", "deals": 3}, "3 deals instead of 2"),
        ({"preset": "four", "deals": 2, "min_bid": 13}, "13 instead of"),
        ({"preset": "nap", "players": 4, "deals": 2}, "another game"),
    ],
)
def test_other_rules_do_not_fit(season: Season, table: Table, bo: User, rules: dict[str, object], text: str) -> None:
    refused(bo, season, table, of_table(bo, table, rules=rules), text)


def test_what_sets_the_pace_alone_does_not_matter(season: Season, table: Table, bo: User) -> None:
    count(bo, season, table, of_table(bo, table, rules={**FOUR, "auction": "sealed", "finish": "when_decided"}))
    assert table_at(season, "1-1").outcome == "recorded"


def test_a_match_that_was_broken_off_does_not_fit(season: Season, table: Table, bo: User) -> None:
    refused(bo, season, table, of_table(bo, table, broken_off=True), "not finished")


def test_a_match_of_other_people_does_not_fit(season: Season, bo: User) -> None:
    table, other = table_at(season, "1-1"), table_at(season, "1-2")
    refused(bo, season, table, of_table(bo, other), "Not in the record: P0")


@pytest.mark.parametrize("seats", [(0, 1, 2), (0, 1, 2, 2), (0, 1, 2, 4), (-1, 0, 1, 2), (1, 0, 2, 3)])
def test_seats_that_cannot_be_meant(season: Season, table: Table, bo: User, seats: tuple[int, ...]) -> None:
    match = of_table(bo, table)
    with pytest.raises(ClubError, match="Every seat needs a different player"):
        count(bo, season, table, match, seats)
    assert table_at(season, "1-1").game != match


# --- Taking it back ---


def test_a_table_begins_anew_while_its_round_runs(season: Season, table: Table, bo: User) -> None:
    own, match = table.game, of_table(bo, table)
    count(bo, season, table, match)
    take_back(bo, season, table, "it was another table’s")
    assert log(season.club)[-1] == ("Bo undid the external match for the table Spring, round 1, table 1.")
    assert not ExternalMatch.objects.exists()
    sweep.advance_season(season.pk)
    table = table_at(season, "1-1")
    assert table.state == "running"
    assert table.game not in (None, own, match)
    assert not any(points_of(season).values())
    assert Game.objects.filter(pk=match.pk, status="finished").exists()
    assert Notification.objects.filter(user=people_of(table)[0], kind="season_round").count() == 2
    # It is free for the table that it belongs to.
    count(bo, season, table, match)
    assert table_at(season, "1-1").game == match


def test_a_table_that_begins_anew_forgets_its_substitutes(club: Club, bo: User, chie: User, dai: User) -> None:
    season = started(club, bo, crowd(8), late_until=2, rivals_substitute=True)
    for user in (chie, dai):
        enter(season, user)
        substitutes.volunteer(club_id=club.pk, user=user, season_id=season.pk)
    at = f"1-{seat_of(season, 'P02').table.number}"
    replace(season, bo, "P02")
    answer(season, chie, accept=True)
    count(bo, season, table_at(season, at), of_table(bo, table_at(season, at)))
    take_back(bo, season, table_at(season, at))
    sweep.advance_season(season.pk)
    # The table is as drawn again. P02 is notified of another replacement; Chie may be asked again.
    gone, seat = User.objects.get(name="P02"), seat_of(season, "P02")
    assert gone in people_of(table_at(season, at))
    replace(season, bo, "P02")
    assert told(gone)[-1] == "season_out"
    assert told(gone).count("season_out") == 2
    answer(season, chie, accept=False)
    answer(season, dai, accept=True)
    play_out(table_at(season, at))
    own = season.entries.get(user=dai).pk
    assert {deal["players"][seat.number] for deal in table_at(season, at).deals_json} == {own}


def test_somebody_is_sought_anew_for_a_table_that_begins_anew(season: Season, bo: User, emi: User) -> None:
    admit(season.club, emi)
    substitutes.volunteer(club_id=season.club_id, user=emi, season_id=season.pk)
    at = f"1-{seat_of(season, 'P02').table.number}"
    replace(season, bo, "P02")
    answer(season, emi, accept=False)
    count(bo, season, table_at(season, at), of_table(bo, table_at(season, at)))
    take_back(bo, season, table_at(season, at))
    sweep.advance_season(season.pk)
    leaves = User.objects.get(name="P02")
    substitution.leave(game_id=table_at(season, at).game_id or 0, user=leaves)
    sweep.advance_season(season.pk)
    assert asked() == ["Emi open"]


def test_where_the_round_is_over_it_is_void(season: Season, table: Table, bo: User) -> None:
    own = table.game
    play_out(table_at(season, "1-2"))
    count(bo, season, table, of_table(bo, table))
    assert course(season)[0] == "1 finished: finished, finished"
    take_back(bo, season, table)
    table = table_at(season, "1-1")
    assert (table.state, table.outcome, table.game) == ("void", "void", own)
    assert points_of(season)[people_of(table)[0].name] == 0
    count(bo, season, table, of_table(bo, table, seed=3))
    assert table_at(season, "1-1").outcome == "recorded"


def test_it_is_taken_back_when_the_season_is_over_too(club: Club, bo: User) -> None:
    season = started(club, bo, crowd(4), rounds_planned=1)
    table = table_at(season, "1-1")
    count(bo, season, table, of_table(bo, table))
    assert reread(season).state == "finished"
    take_back(bo, season, table)
    assert (reread(season).state, table_at(season, "1-1").state) == ("finished", "void")


def test_not_in_a_season_that_was_cancelled(season: Season, table: Table, bo: User) -> None:
    count(bo, season, table, of_table(bo, table))
    services.cancel(club_id=season.club_id, user=bo, season_id=season.pk)
    with pytest.raises(ClubError, match="cancelled"):
        take_back(bo, season, table)
    assert table_at(season, "1-1").outcome == "recorded"


def test_nothing_is_taken_back_where_nothing_counts(season: Season, table: Table, bo: User, chie: User) -> None:
    with pytest.raises(ClubError, match="No external match counts for this table now"):
        take_back(bo, season, table)
    count(bo, season, table, of_table(bo, table))
    with pytest.raises(ClubError, match="You are no longer allowed to do this in the club"):
        take_back(chie, season, table)


def test_a_member_who_takes_their_name_off_changes_no_result(season: Season, bo: User) -> None:
    from games.imports.services import leave_name

    table = table_at(season, "1-1")
    match = of_table(bo, table)
    count(bo, season, table, match)
    before = table_at(season, "1-1").deals_json
    user = people_of(table)[0]
    leave_name(game_id=match.pk, user=user)
    assert not Seat.objects.filter(game=match, user=user).exists()
    update_standings(table.division_id, in_full=True)
    assert table_at(season, "1-1").deals_json == before
