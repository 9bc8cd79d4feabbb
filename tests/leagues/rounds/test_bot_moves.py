"""Deals that a bot played for somebody, as the log of the game has them."""

from typing import Any

import pytest

from games.models import Event
from leagues.models import Season, Standing, Table
from leagues.standings.store import update_standings
from tests.support.absent_players import go_away, play
from tests.support.cast import person
from tests.support.clubs import tuesday
from tests.support.stored_seasons import crowd, play_out, started, table_at
from tests.support.substitutes import replace
from tests.support.worlds import world

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_draws")]
season = world(lambda: started(tuesday(), person("bo"), crowd(4)))


def bots(season: Season) -> list[Any]:
    """By deal, the seats in which a bot played."""
    return [deal.get("bots", []) for deal in table_at(season, "1-1").deals_json]


@pytest.fixture
def table(season: Season) -> Table:
    return table_at(season, "1-1")


def test_people_play_their_own_deals(season: Season, table: Table) -> None:
    play(table)
    assert bots(season) == [[], []]


@pytest.mark.parametrize("by", [Event.By.BOT, Event.By.TIMEOUT])
def test_a_bot_plays_for_who_is_away(season: Season, table: Table, by: Event.By) -> None:
    play(table, deals=1)
    play(table, away=[1, 2], by=by)
    assert bots(season) == [[], [1, 2]]


def test_a_few_moves_do_not_make_a_deal_the_bots(season: Season, table: Table) -> None:
    """It bids for somebody who then plays every card."""
    from django.db.transaction import atomic

    from games.kernel.game_queries import locked
    from games.kernel.transaction import GameTransaction
    from napoleon.bots import STAND_IN

    with atomic():
        transaction = GameTransaction(locked(key=table.game_id or 0))
        transaction.deal()
        state = next(iter(transaction.running.open.values()))
        seat = state.to_act()[0]
        transaction.bot_move(state, seat, STAND_IN, Event.By.TIMEOUT)
        transaction.commit()
    play(table)
    assert bots(season) == [[], []]


def test_after_the_round_was_closed_bots_play_for_who_was_there(season: Season, table: Table) -> None:
    play(table, deals=1)
    play_out(table)
    assert bots(season) == [[], []]


def test_but_for_who_was_away_before_it_is_still_the_bots(season: Season, table: Table) -> None:
    go_away(table, 3)
    play_out(table)
    assert bots(season) == [[3], [3]]


def test_so_it_is_for_who_has_left_and_nobody_has_come(season: Season, table: Table) -> None:
    replace(season, person("bo"), table.seats.get(number=2).entry.name)  # type: ignore[union-attr]  # a member's
    play_out(table)
    assert bots(season) == [[2], [2]]


def test_who_never_moves_has_no_place_and_all_can_read_why(season: Season, table: Table) -> None:
    go_away(table, 0)
    play(table, away=[0])
    update_standings(table.division_id)
    absent = Standing.objects.get(entry=table.seats.get(number=0).entry_id)
    assert (absent.position, absent.place, absent.played) == (4, None, 0)
    assert (absent.is_gone, absent.bot_deals) == (True, (2, 2))
    assert Standing.objects.exclude(pk=absent.pk).filter(place=None).count() == 0


def test_seasons_from_before_the_rule_count_a_bot_in_full(season: Season, table: Table) -> None:
    Season.objects.update(bot_deals="full")
    play(table, away=[0])
    update_standings(table.division_id)
    absent = Standing.objects.get(entry=table.seats.get(number=0).entry_id)
    assert (absent.place is None, absent.played, absent.bot_deals) == (False, 1, (2, 2))
