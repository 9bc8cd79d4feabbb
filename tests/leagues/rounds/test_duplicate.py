"""Rounds whose tables all play the same deals: what is dealt, what counts, and who learns of it when."""

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from io import BytesIO

import pytest
from django.http import HttpResponse
from django.utils import timezone
from openpyxl import load_workbook

from games.boards import closing as board_closing
from games.kernel.log import state_of
from games.kernel.transaction import TableError
from games.models import ArchivedDeal, BoardSet, DuplicateSeat, Game
from games.seats import substitution
from infrastructure.workbooks import CONTENT_TYPE
from leagues import tasks
from leagues.clubs import services as clubs
from leagues.models import Club, RoundBoards, Season, Standing, Table, TableSeat
from leagues.rounds import closing
from leagues.standings.core import explain, running_standings, so_far
from leagues.standings.store import rows_of, update_standings
from leagues.substitutes import services as substitutes
from players.models import User
from tests.support.api import Program
from tests.support.club_readers import undone
from tests.support.duplicate import close_boards, duplicate_season, play_a_part, play_round, play_table
from tests.support.stored_seasons import reread
from tests.support.visits import get, post, text

ALWAYS_NEW = re.compile(r'name="key" value="[^"]*"|As of [^<]*')
"""Keys of forms, and the time at which a page was printed."""
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_draws")]


@pytest.fixture
def season(club: Club, ai: User) -> Season:
    return duplicate_season(club, ai)


def tables(season: Season) -> list[Table]:
    found = Table.objects.filter(round__season=season).select_related("game__board_set", "round__season", "division")
    return list(found.order_by("round__number", "division__number", "number"))


def points(season: Season) -> dict[str, Fraction]:
    return {line.entry.name: Fraction(line.points) for line in Standing.objects.filter(division__season=season)}


def told(response: HttpResponse) -> str:
    """What the answer says, also if it is a file."""
    if response["Content-Type"] == CONTENT_TYPE:
        return str({sheet.title: list(sheet.values) for sheet in load_workbook(BytesIO(response.content))})
    found = response.getvalue().decode() if response.streaming else text(response)
    return ALWAYS_NEW.sub("", found)


# --- The deals ---


def test_all_tables_of_a_round_play_the_same_deals(season: Season) -> None:
    first, second = tables(season)
    play_round(season)
    dealt = [
        [(end.number, end.dealt.dealer, end.dealt.hands) for end in state_of(game).match.ended]
        for game in Game.objects.filter(pk__in=[first.game_id, second.game_id])
    ]
    assert dealt[0] == dealt[1]
    assert len(dealt[0]) == season.rules.deals


def test_the_site_commits_to_the_deals_before_the_first_of_them(season: Season) -> None:
    boards = RoundBoards.objects.get()
    assert {table.game.commitment for table in tables(season) if table.game} == {boards.board_set.commitment}
    page = text(get(None, boards.board_set.get_absolute_url()))
    assert boards.board_set.commitment in page
    assert boards.board_set.seeds.secret.hex() not in page


@pytest.mark.slow
def test_each_round_has_boards_of_its_own(club: Club, ai: User) -> None:
    season = duplicate_season(club, ai, rounds_planned=2, opening="finished")
    season = play_round(season, 1)
    assert BoardSet.objects.count() == 2
    season = play_round(season, 2)
    assert season.state == Season.State.FINISHED
    assert len({table.game.board_set_id for table in tables(season) if table.game}) == 2


def test_tables_of_all_divisions_play_the_same_deals(club: Club, ai: User) -> None:
    season = duplicate_season(club, ai, people=4)
    assert RoundBoards.objects.filter(round__season=season).count() == 1


# --- What counts ---


def test_points_above_the_same_seat_at_the_other_tables_count(club: Club, ai: User) -> None:
    season = play_round(duplicate_season(club, ai, people=16))
    expected: dict[str, Fraction] = {}
    four = tables(season)
    assert len(four) == 4
    for table in four:
        for seat in table.seats.select_related("entry__user"):
            total = Fraction(0)
            for number, deal in enumerate(table.deals_json):
                others = [one.deals_json[number]["scores"][seat.number] for one in four if one != table]
                total += deal["scores"][seat.number] - Fraction(sum(others), 3)
            assert seat.entry is not None
            expected[seat.entry.name] = total
    assert points(season) == expected
    assert sum(expected.values()) == 0
    assert any(expected.values())
    assert RoundBoards.objects.get().captains_json == []


def test_captains_join_where_few_tables_play(season: Season) -> None:
    season = play_round(season)
    first, second = tables(season)
    captains = RoundBoards.objects.get().captains_json
    assert len(captains) == season.rules.deals
    seat = first.seats.select_related("entry__user").get(number=0)
    own, other = ([deal["scores"][0] for deal in table.deals_json] for table in (first, second))
    means = [Fraction(score + captain[0], 2) for score, captain in zip(other, captains, strict=True)]
    assert seat.entry is not None
    assert points(season)[seat.entry.name] == sum(own) - sum(means)


@pytest.mark.slow
def test_captains_are_counted_though_the_process_ended_before(season: Season) -> None:
    play_round(season)
    counted, before = RoundBoards.objects.get().captains_json, points(season)
    RoundBoards.objects.update(captains_json=[])
    tasks.advance_seasons()
    assert RoundBoards.objects.get().captains_json == counted
    assert points(season) == before


def test_a_single_table_is_compared_with_captains_and_says_so(club: Club, ai: User) -> None:
    season = play_round(duplicate_season(club, ai, people=4))
    assert len(tables(season)) == 1
    entry = Standing.objects.order_by("position")[0].entry_id
    page = text(get(ai, f"/clubs/tuesday/seasons/spring/standings/1/{entry}/"))
    assert "of a captain in this seat: no other table has played these cards" in page


def test_every_figure_is_explained_and_adds_up(season: Season) -> None:
    season = play_round(season)
    division = season.divisions.get()
    _rows, values = rows_of(division)
    for row in running_standings(values):
        tree = explain(so_far(values), row.member)
        deals = [deal for round_ in tree.parts for table in round_.parts for deal in table.parts[0].parts]
        assert tree.value == row.points == sum(deal.value for deal in deals)
        assert all(deal.value == deal.facts["score"] - deal.facts["field"] for deal in deals)  # type: ignore[operator]
        page = text(get(None, f"/clubs/tuesday/seasons/spring/standings/1/{row.member}/"))
        assert "of the same seat at 2 other tables, one of them of captains" in page


def test_scores_stand_beside_points_above_the_field(season: Season) -> None:
    season = play_round(season)
    line = Standing.objects.order_by("position")[0]
    [result] = line.results_json
    table = next(one for one in tables(season) if one.seats.filter(entry=line.entry_id).exists())
    seat = table.seats.get(entry=line.entry_id).number
    assert result["score"] == sum(deal["scores"][seat] for deal in table.deals_json)
    rows = told(get(None, "/clubs/tuesday/seasons/spring/files/results.csv")).splitlines()
    assert rows[0].endswith("field_mean,field_others")
    assert len(rows) == 1 + 2 * season.rules.deals * 4


def test_adjustments_and_byes_count_beside_points_above_the_field(club: Club, ai: User) -> None:
    season = duplicate_season(club, ai, people=9, gap="byes", scheme_json={"bye": "1/2"})
    season = play_round(season)
    standing = next(line for line in Standing.objects.all() if line.results_json[0]["how"] == "bye")
    assert Fraction(standing.points) == Fraction(1, 2)


# --- Tables that end early ---


def test_a_void_table_gets_the_points_of_a_void_one_and_its_boards_stay_in_the_field(club: Club, ai: User) -> None:
    season = duplicate_season(club, ai, people=8, closing="void", scheme_json={"void": "-3"})
    first, _second = tables(season)
    play_table(first, seed=1)
    closing.close_round(club_id=club.pk, user=ai, season_id=season.pk, number=1)
    for table in tables(season):
        while closing.continue_ending(table.pk):
            pass
    season = close_boards(season)
    assert [table.state for table in tables(season)] == ["finished", "void"]
    void = set(TableSeat.objects.filter(table__state="void").values_list("entry", flat=True))
    assert {line.points for line in Standing.objects.filter(entry__in=void)} == {"-3"}
    assert season.state == Season.State.FINISHED
    assert all(board.closed_at for board in BoardSet.objects.all())


def test_bots_play_late_tables_to_their_end(season: Season, club: Club, ai: User) -> None:
    first, second = tables(season)
    play_table(first, seed=1)
    closing.close_round(club_id=club.pk, user=ai, season_id=season.pk, number=1)
    while closing.continue_ending(second.pk):
        pass
    season = close_boards(season)
    assert [(table.state, table.outcome) for table in tables(season)] == [("finished", "played"), ("finished", "bots")]
    assert sum(map(len, (table.deals_json for table in tables(season)))) == 2 * season.rules.deals


def test_a_cancelled_season_opens_its_boards(season: Season, club: Club, ai: User) -> None:
    post(ai, "/clubs/tuesday/seasons/spring/cancel/", sure="on")
    close_boards(season)
    assert BoardSet.objects.get().closed_at is not None


# --- Secrecy ---


def test_nothing_is_told_before_the_last_table_is_over(season: Season) -> None:
    first, second = tables(season)
    update_standings(season.divisions.get().pk)
    before = [(line.points, line.results_json) for line in Standing.objects.order_by("pk")]
    play_table(first, seed=1)
    update_standings(season.divisions.get().pk)
    first.refresh_from_db()
    assert (first.state, first.deals_json) == (Table.State.FINISHED, [])
    assert [(line.points, line.results_json) for line in Standing.objects.order_by("pk")] == before
    assert reread(season).rounds.get().state == "running"
    assert not DuplicateSeat.objects.exists()
    play_table(second, seed=2)
    season = close_boards(season)
    assert season.rounds.get().state == "finished"
    assert all(table.deals_json for table in tables(season))
    assert {game.is_listed for game in Game.objects.all()} == {True}


def make_private(club: Club, user: User) -> None:
    clubs.edit(club_id=club.pk, user=user, values={"is_public": False})


def listed() -> set[bool]:
    """Whether the tables and their deals are."""
    return {
        *Game.objects.values_list("is_listed", flat=True),
        *ArchivedDeal.objects.values_list("is_listed", flat=True),
    }


def test_tables_of_a_club_that_has_become_private_are_not_listed_when_they_close(
    season: Season, club: Club, ai: User
) -> None:
    make_private(club, ai)
    play_round(season)
    assert ArchivedDeal.objects.exists()
    assert listed() == {False}


def test_nor_are_those_of_a_club_that_becomes_private_while_captains_play(
    season: Season, club: Club, ai: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_captains_play = board_closing.tables.let_captains_play

    def take_long(board_set: BoardSet) -> None:
        make_private(club, ai)
        let_captains_play(board_set)

    monkeypatch.setattr(board_closing.tables, "let_captains_play", take_long)
    play_round(season)
    assert ArchivedDeal.objects.exists()
    assert listed() == {False}


def test_who_plays_at_another_table_cannot_substitute(season: Season, club: Club, ai: User) -> None:
    first, second = tables(season)
    seat = first.seats.select_related("entry__user", "table__game").get(number=0)
    other = second.seats.select_related("entry__user").get(number=0)
    assert other.entry is not None
    assert other.entry.user is not None
    substitutes.volunteer(club_id=club.pk, user=other.entry.user, season_id=season.pk)
    assert not substitutes.candidates(season, seat).exists()
    substitutes.volunteer(club_id=club.pk, user=ai, season_id=season.pk)
    assert [one.user for one in substitutes.candidates(season, seat)] == [ai]
    assert seat.entry is not None
    assert seat.entry.user is not None
    substitution.leave(game_id=first.game_id or 0, user=seat.entry.user)
    with pytest.raises(TableError):
        substitution.offer(game_id=first.game_id or 0, number=0, user=other.entry.user)


def readers(season: Season, club: Club, ai: User) -> list[User | None]:
    """A stranger, an organiser who does not play, and everybody at the second table."""
    _first, second = tables(season)
    people = [seat.entry.user for seat in second.seats.select_related("entry__user") if seat.entry]
    organiser = people[0]
    assert organiser is not None
    club.memberships.filter(user=organiser).update(role="organiser")
    return [None, ai, *people]


def pages(season: Season) -> Iterator[str]:
    first, second = tables(season)
    base, entry = "/clubs/tuesday/seasons/spring/", season.entries.order_by("pk").first()
    assert entry is not None
    boards = RoundBoards.objects.get().board_set.get_absolute_url()
    yield from (base, "/", "/tables/", "/archive/", "/clubs/tuesday/", "/clubs/tuesday/statistics/", "/me/", "/boards/")
    yield from (f"{base}rounds/1/", f"{base}sheets/1/", f"{base}statistics/", f"{base}standings/1/leaders/")
    yield from (f"{base}standings/1/", f"{base}standings/1/rounds/", f"{base}standings/1/meetings/")
    yield from (f"{base}standings/1/{one.pk}/" for one in season.entries.all())
    yield from (f"{base}files/{name}.csv" for name in ("members", "seatings", "results", "standings"))
    yield f"{base}files/season.xlsx"
    yield from (boards, f"{boards}1/", "/clubs/tuesday/late/", "/clubs/tuesday/late/?season=spring")
    yield from ("/me/notifications/", f"/u/{entry.user_id}/", f"/u/{entry.user_id}/statistics/")
    assert first.game is not None
    slug = first.game.slug
    names = (
        "",
        "review/",
        "review/1/3/",
        "record/",
        "analysis/",
        "score-sheet/",
        "picture.png",
        "comments/",
        "shuffle/",
    )
    yield from (f"/t/{slug}/{name}" for name in (*names, "comments/", "board/", "chat/", "people/", "round/", "rules/"))
    assert second.game is not None
    yield from (f"/t/{second.game.slug}/{name}" for name in ("", "shuffle/", "score-sheet/", "record/", "people/"))


def answers_of_the_api(season: Season, reader: User | None) -> dict[str, tuple[int, bytes]]:
    first, second = tables(season)
    assert first.game is not None
    assert second.game is not None
    slugs, club, program = (first.game.slug, second.game.slug), "/clubs/tuesday/seasons/spring", Program(reader)
    paths = ["/games?mine=true", "/games", "/archive", "/archive.ndjson", f"{club}/standings"]
    paths += [f"{club}/files/{name}" for name in ("seatings", "results")]
    paths += ["/boards", f"/boards/{first.game.board_set.slug}", f"/boards/{first.game.board_set.slug}/deals/1"]
    paths += [
        f"/{what}{rest}"
        for slug in slugs
        for what, rest in (("games/", slug), ("records/", slug), ("games/", f"{slug}/chat"))
    ]
    found = {path: program.get(path) for path in paths}
    return {path: (response.status_code, b"".join(response)) for path, response in found.items()}


@pytest.mark.slow
@pytest.mark.parametrize("play", [play_table, play_a_part])
def test_another_result_at_another_table_changes_nothing_for_a_reader(
    season: Season, club: Club, ai: User, monkeypatch: pytest.MonkeyPatch, play: Callable[[Table, int], None]
) -> None:
    now = timezone.now()
    monkeypatch.setattr("django.utils.timezone.now", lambda: now)
    first, _second = tables(season)
    people = readers(season, club, ai)
    seen: list[dict[tuple[int, str], tuple[int, str]]] = []
    results = []
    for seed in (1, 2):
        with undone():
            play(first, seed)
            update_standings(season.divisions.get().pk)
            results.append(list(Game.objects.get(pk=first.game_id).events.values_list("payload", flat=True)))
            seen.append(
                {
                    (number, path): (response.status_code, told(response))
                    for number, reader in enumerate(people)
                    for path in pages(season)
                    for response in [get(reader, path)]
                }
            )
            for number, reader in enumerate(people):
                seen[-1] |= {
                    (number, path): (code, str(body))
                    for path, (code, body) in answers_of_the_api(season, reader).items()
                }
    assert results[0] != results[1]
    # While it is played, organisers who do not play see who is to act.
    followed = {(1, "/clubs/tuesday/seasons/spring/rounds/1/")} if play is play_a_part else set()
    assert {key for key in seen[0] if seen[0][key] != seen[1][key]} <= followed
    assert first.game is not None
    assert {seen[0][number, f"/t/{first.game.slug}/"][0] for number in range(len(people))} == {404}
