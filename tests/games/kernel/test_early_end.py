"""Matches that are ended before their time."""

from typing import Any

import pytest

from games.integrity import rebuild
from games.kernel import early_end, followers
from games.kernel.followers import behind
from games.kernel.log import seats_of, state_of
from games.kernel.transaction import TableError
from games.lobby import services
from games.models import Game, Seat, Turn
from games.seats import substitution, time_outs
from games.seats.table_messages import table_messages
from napoleon.engine import rules_from_json
from players.models import Notification, User
from tests.support.play import reread, running

pytestmark = pytest.mark.django_db


def kinds(game: Game) -> list[str]:
    """The types of all events, those of the cards left out."""
    cards = ("deal", "bid", "pass", "call", "exchange", "play")
    return [kind for kind in game.events.order_by("seq").values_list("type", flat=True) if kind not in cards]


def test_bots_play_a_match_to_its_end_a_piece_at_a_time(ai: User, bo: User) -> None:
    game = running(ai, bo, deals=2)
    pieces = 1
    while early_end.play_out(game_id=game.pk):
        pieces += 1
    game = reread(game)
    assert game.status == "finished"
    assert pieces > 1
    assert kinds(game) == ["start", "played_out", "autopilot", "autopilot", "reveal"]
    assert sum(seat.score or 0 for seat in game.seats.all()) > 0
    assert [seat.user for seat in game.seats.order_by("number")[:2]] == [ai, bo]
    assert rebuild.differences(game) == []


def test_who_takes_their_seat_back_meanwhile_is_not_waited_for(ai: User, bo: User) -> None:
    game = running(ai, bo, deals=3)
    assert early_end.play_out(game_id=game.pk)
    time_outs.take_back(game_id=game.pk, user=ai)
    while early_end.play_out(game_id=game.pk):
        pass
    assert reread(game).status == "finished"
    assert kinds(game).count("played_out") == 1


def test_the_table_reads_why_bots_play_on(ai: User, bo: User) -> None:
    game = running(ai, bo, deals=2)
    early_end.play_out(game_id=game.pk)
    game = reread(game)
    told = table_messages(state_of(game).happened, seats_of(game, state_of(game)))
    assert told[-1].text == "The round was closed, so bots are playing the match to the end."


def test_a_match_is_stopped_where_it_stands(ai: User, bo: User) -> None:
    game = running(ai, bo, deals=2)
    assert early_end.stop(game_id=game.pk)
    game = reread(game)
    assert game.status == "abandoned"
    assert kinds(game) == ["start", "adjudicated"]
    assert not Turn.objects.filter(game=game)
    assert rebuild.differences(game) == []
    assert [one.event.type for one in state_of(game).happened] == ["adjudicated"]
    with pytest.raises(TableError):
        substitution.leave(game_id=game.pk, user=ai)


def test_what_is_over_stays_as_it_is(ai: User, bo: User) -> None:
    game = running(ai, bo, deals=1)
    early_end.stop(game_id=game.pk)
    before = reread(game).seq
    assert not early_end.stop(game_id=game.pk)
    assert not early_end.play_out(game_id=game.pk)
    assert reread(game).seq == before


def test_a_consumer_hears_of_deals_that_end(
    ai: User, bo: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    heard: list[tuple[str, int]] = []

    def hear(game_id: int) -> None:
        game = Game.objects.get(pk=game_id)
        heard.append((game.slug, len(state_of(game).match.ended)))

    game = running(ai, bo, deals=2)
    monkeypatch.setattr(followers, "_consumers", {"ear": hear})
    with django_capture_on_commit_callbacks(execute=True):
        while early_end.play_out(game_id=game.pk):
            pass
    assert heard[-1] == (game.slug, 2)
    assert behind() == []


def test_a_table_begins_with_all_its_people(ai: User, bo: User) -> None:
    rules = rules_from_json({"preset": "four", "deals": 1})
    terms = services.TableTerms(rules=rules, name="Spring 1-2", is_listed=False)
    game = reread(services.begin(terms, people=[ai, None, bo, None], bots="recruit"))
    assert (game.status, game.host, str(game)) == ("running", None, "Spring 1-2")
    seats = list(Seat.objects.filter(game=game).order_by("number"))
    assert [(seat.user, seat.bot) for seat in seats] == [(ai, ""), (None, "recruit"), (bo, ""), (None, "recruit")]
    assert len({seat.seed for seat in seats}) == 4
    assert all(seat.bank for seat in seats if seat.user)
    # Whoever called them tells them.
    assert not Notification.objects.filter(kind="started")
