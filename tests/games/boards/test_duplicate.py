"""Tables of people that play the same deals, outside seasons."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.boards.closing import close_due
from games.boards.services import board_rules
from games.boards.tables import MOST_OPEN, _seat_captains, fill_with_captains, open_for_people
from games.integrity.audit import audit
from games.kernel.log import state_of
from games.kernel.transaction import TableError
from games.lobby import services as lobby
from games.merging import reasons_by_tables
from games.models import ArchivedDeal, BoardSet, DuplicateSeat, Game
from games.records.export import whole_record
from napoleon.time_bank import ClockRules
from players.models import User
from tests.support.duplicate import play_somehow
from tests.support.stored_seasons import crowd
from tests.support.visits import get, post, queries, text

pytestmark = pytest.mark.django_db


def opened(host: User, tables: int = 2, boards: int = 2) -> BoardSet:
    return open_for_people(host, board_rules("four", boards), ClockRules(), tables)


def games(board_set: BoardSet) -> list[Game]:
    found = board_set.games.filter(board_play=None).exclude(status=Game.Status.CANCELLED)
    return list(found.select_related("board_set").order_by("pk"))


def seated(host: User, tables: int = 2) -> tuple[BoardSet, list[User]]:
    """A set whose tables are full."""
    board_set, people = opened(host, tables), [host, *crowd(4 * tables - 1)]
    for number, user in enumerate(people):
        lobby.take_seat(game_id=games(board_set)[number // 4].pk, user=user)
    return BoardSet.objects.get(pk=board_set.pk), people


def closed(board_set: BoardSet) -> BoardSet:
    close_due(timezone.now())
    return BoardSet.objects.get(pk=board_set.pk)


def test_a_person_opens_tables_and_gets_an_address_for_the_others(ai: User, bo: User) -> None:
    response = post(ai, "/boards/tables/new/", preset="four", boards=2, tables=2, pace="weeks")
    board_set = BoardSet.objects.get()
    assert response.url == board_set.get_absolute_url()
    first, second = games(board_set)
    assert first.seats.get(user=ai).number == 0
    page = text(get(bo, response.url))
    assert f"/join/{second.invitation}/" in page
    assert board_set.commitment in page
    post(bo, f"/join/{second.invitation}/")
    assert second.seats.filter(user=bo).exists()


def test_nobody_sits_at_two_of_the_tables(ai: User) -> None:
    board_set = opened(ai)
    _first, second = games(board_set)
    with pytest.raises(TableError):
        lobby.take_seat(game_id=second.pk, user=ai)
    with pytest.raises(TableError):
        lobby.invite(game_id=second.pk, number=0, user=ai)


def test_hosts_do_not_look_on_where_others_play_their_cards(ai: User) -> None:
    board_set, people = seated(ai)
    first, second = games(board_set)
    assert get(ai, f"/t/{first.slug}/").status_code == 200
    for path in (f"/t/{second.slug}/", f"/t/{second.slug}/record/", f"{board_set.get_absolute_url()}1/"):
        assert get(ai, path).status_code == 404
    assert get(people[4], f"/t/{second.slug}/").status_code == 200
    assert second.slug not in text(get(ai, "/"))


def test_results_come_when_the_last_table_is_over(ai: User, bo: User) -> None:
    board_set, _people = seated(ai)
    first, second = games(board_set)
    play_somehow(first.pk, seed=1)
    assert closed(board_set).closed_at is None
    assert [game.status for game in games(board_set)] == ["sealed", "running"]
    assert get(bo, f"/t/{first.slug}/").status_code == 404
    play_somehow(second.pk, seed=2)
    board_set = closed(board_set)
    assert board_set.closed_at is not None
    page = text(get(bo, board_set.get_absolute_url()))
    assert board_set.seeds.secret.hex() in page
    for path in (f"/t/{first.slug}/review/1/3/", f"/t/{second.slug}/record/", f"{board_set.get_absolute_url()}2/"):
        assert get(bo, path).status_code == 200
    assert get(bo, f"{board_set.get_absolute_url()}3/").status_code == 404
    assert queries(bo, board_set.get_absolute_url()) <= 12


def test_seats_are_compared_with_the_same_seat_and_captains(ai: User) -> None:
    board_set, _people = seated(ai)
    for seed, game in enumerate(games(board_set)):
        play_somehow(game.pk, seed)
    board_set = closed(board_set)
    captains = board_set.games.get(board_play__by_captain=True)
    scores = {game.pk: [end.scores for end in state_of(game).match.ended] for game in (*games(board_set), captains)}
    first, second = games(board_set)
    for row in DuplicateSeat.objects.filter(game=first):
        others = [
            (two[row.number] + captain[row.number]) / 2
            for two, captain in zip(scores[second.pk], scores[captains.pk], strict=True)
        ]
        own = [one[row.number] for one in scores[first.pk]]
        assert row.above == pytest.approx(sum(own) - sum(others))
    assert {row.place for row in DuplicateSeat.objects.all()} >= {1}
    assert not DuplicateSeat.objects.filter(game=captains).exists()


def test_matches_of_people_enter_the_archive_and_hold_to_the_commitment(ai: User) -> None:
    board_set, _people = seated(ai)
    for seed, game in enumerate(games(board_set)):
        play_somehow(game.pk, seed)
    assert not ArchivedDeal.objects.exists()
    board_set = closed(board_set)
    for game in games(board_set):
        assert ArchivedDeal.objects.filter(game=game, is_listed=True).exists()
        claims = {claim.claim: claim.holds for claim in audit(game)}
        assert claims["the shuffle is the one that was promised"]
        assert all(claims.values())
        assert board_set.seeds.secret.hex() in whole_record(game)


def test_captains_take_free_seats_and_a_table_without_anybody_is_closed(ai: User, bo: User) -> None:
    board_set = opened(ai, tables=3)
    first, second, third = games(board_set)
    lobby.take_seat(game_id=second.pk, user=bo)
    with pytest.raises(TableError):
        fill_with_captains(board_set, bo)
    assert post(ai, f"{board_set.get_absolute_url()}fill/").status_code == 302
    assert [game.status for game in games(board_set)] == ["running", "running"]
    assert set(first.seats.exclude(user=ai).values_list("bot", flat=True)) == {"captain"}
    third.refresh_from_db()
    assert third.status == Game.Status.CANCELLED


def test_a_lone_table_is_compared_with_captains_only(ai: User) -> None:
    board_set, _people = seated(ai, tables=1)
    play_somehow(games(board_set)[0].pk, seed=1)
    board_set = closed(board_set)
    assert "captains only" in text(get(ai, board_set.get_absolute_url()))


def test_captains_sit_down_once_though_two_workers_close_the_set(ai: User) -> None:
    board_set = opened(ai, tables=1)
    first, second = _seat_captains(board_set), _seat_captains(board_set)
    assert first == second
    assert board_set.games.filter(board_play__by_captain=True).count() == 1


def test_a_set_that_drags_on_ends_some_day(ai: User) -> None:
    board_set, _people = seated(ai)
    play_somehow(games(board_set)[0].pk, seed=1)
    close_due(timezone.now() + timedelta(days=61))
    assert BoardSet.objects.get(pk=board_set.pk).closed_at is not None
    left = DuplicateSeat.objects.filter(game=games(board_set)[1])
    assert {(row.place, len(row.boards_json)) for row in left} == {(None, 0)}
    assert "2 boards not played" in text(get(ai, board_set.get_absolute_url()))


def test_accounts_that_play_the_same_deals_are_not_merged_meanwhile(ai: User) -> None:
    board_set, people = seated(ai)
    reasons = reasons_by_tables(User, source=people[0], target=people[4])
    assert reasons == ["Both play the same deals at different tables: Duplicate tables of Ai, table 1."]
    assert len(reasons_by_tables(User, source=people[0], target=people[1])) == 1
    for seed, game in enumerate(games(board_set)):
        play_somehow(game.pk, seed)
    closed(board_set)
    assert reasons_by_tables(User, source=people[0], target=people[4]) == []


def test_nobody_opens_too_many(ai: User) -> None:
    # The same twice is a button that was pressed twice.
    assert opened(ai, boards=1) == opened(ai, boards=1)
    for boards in range(2, MOST_OPEN + 1):
        opened(ai, boards=boards)
    response = post(ai, "/boards/tables/new/", preset="four", boards=8, tables=2, pace="weeks")
    assert response.status_code == 409
    assert post(ai, "/boards/tables/new/", preset="four", boards=99, tables=2).status_code == 422
