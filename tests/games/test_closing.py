"""Matches that are ended before their time."""

from __future__ import annotations

import pytest

from games import closing
from games.checks import rebuilding
from games.lobby import tables
from games.lobby.tables import TableError
from games.log import state_of
from games.models import Game, Seat, Turn
from games.seats import absence
from games.seats.happenings import happenings
from games.signals import deals_ended
from games.timing.clock import ClockRules
from players.models import Notice, User
from tests.games.play import reread, running

pytestmark = pytest.mark.django_db


def kinds(game: Game) -> list[str]:
    """The types of all events, those of the cards left out."""
    cards = ("deal", "bid", "pass", "call", "exchange", "play")
    found = game.events.order_by("seq").values_list("type", flat=True)
    return [kind for kind in found if kind not in cards]


def test_bots_play_a_match_to_its_end_a_piece_at_a_time(ai: User, bo: User) -> None:
    game = running(ai, bo, deals=2)
    pieces = 1
    while closing.play_out(game_id=game.pk):
        pieces += 1
    game = reread(game)
    assert game.status == "finished"
    assert pieces > 1
    assert kinds(game) == ["start", "played_out", "autopilot", "autopilot", "reveal"]
    assert sum(seat.score or 0 for seat in game.seats.all()) > 0
    assert [seat.user for seat in game.seats.order_by("number")[:2]] == [ai, bo]
    assert rebuilding.differences(game) == []


def test_who_takes_his_seat_back_meanwhile_is_not_waited_for(ai: User, bo: User) -> None:
    game = running(ai, bo, deals=3)
    assert closing.play_out(game_id=game.pk)
    absence.take_back(game_id=game.pk, user=ai)
    while closing.play_out(game_id=game.pk):
        pass
    assert reread(game).status == "finished"
    assert kinds(game).count("played_out") == 1


def test_the_table_reads_why_bots_play_on(ai: User, bo: User) -> None:
    game = running(ai, bo, deals=2)
    closing.play_out(game_id=game.pk)
    told = happenings(state_of(reread(game)).beside, list(game.seats.all()))
    assert told[-1].text == "Its round was closed, so bots play the match to its end."


def test_a_match_is_stopped_where_it_stands(ai: User, bo: User) -> None:
    game = running(ai, bo, deals=2)
    assert closing.stop(game_id=game.pk)
    game = reread(game)
    assert game.status == "abandoned"
    assert kinds(game) == ["start", "adjudicated"]
    assert not Turn.objects.filter(game=game)
    assert rebuilding.differences(game) == []
    assert [one.kind for one in state_of(game).beside] == ["adjudicated"]
    with pytest.raises(TableError):
        absence.leave(game_id=game.pk, user=ai)


def test_what_is_over_stays_as_it_is(ai: User, bo: User) -> None:
    game = running(ai, bo, deals=1)
    closing.stop(game_id=game.pk)
    before = reread(game).seq
    assert not closing.stop(game_id=game.pk)
    assert not closing.play_out(game_id=game.pk)
    assert reread(game).seq == before


def test_whoever_asks_hears_of_every_deal_that_ends(ai: User, bo: User) -> None:
    heard: list[tuple[str, int]] = []

    def hear(sender: type[Game], game: Game, **kwargs: object) -> None:
        heard.append((game.slug, len(state_of(reread(game)).match.ended)))

    game = running(ai, bo, deals=2)
    deals_ended.connect(hear)
    try:
        while closing.play_out(game_id=game.pk):
            pass
    finally:
        deals_ended.disconnect(hear)
    assert heard
    assert {slug for slug, _ in heard} == {game.slug}


def test_a_table_begins_with_all_its_people(ai: User, bo: User) -> None:
    game = tables.begin(
        people=[ai, None, bo, None],
        bots="recruit",
        rules={"preset": "four", "deals": 1},
        name="Spring 1-2",
        is_listed=False,
        clock=ClockRules(),
        release=Game.Release.MINUTES,
    )
    game = reread(game)
    assert (game.status, game.host, str(game)) == ("running", None, "Spring 1-2")
    seats = list(Seat.objects.filter(game=game).order_by("number"))
    assert [(seat.user, seat.bot) for seat in seats] == [
        (ai, ""),
        (None, "recruit"),
        (bo, ""),
        (None, "recruit"),
    ]
    assert len({seat.seed for seat in seats}) == 4
    assert all(seat.bank for seat in seats if seat.user)
    # Whoever called them tells them.
    assert not Notice.objects.filter(kind="started")
