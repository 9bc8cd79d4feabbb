"""Seats, turns, figures and the archive when two accounts of one person become one."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.integrity.audit import audit
from games.integrity.rebuild import differences
from games.kernel.log import broken_links
from games.models import ArchivedPlayer, ChatMessage, Game, PairTally, PersonTally
from games.seats import substitution
from games.statistics.services import recompute_sums, tally
from players.accounts import merging
from players.accounts.merging import MergeRefused
from players.models import User, Vacation
from tests.support.play import in_play, lobby, move_on, play_out, reread, running
from tests.support.timed_match import CLOCK
from tests.support.visits import client_of

pytestmark = pytest.mark.django_db


def test_a_running_match_goes_on_under_the_other_name(ai: User, bo: User, chie: User) -> None:
    game = in_play(bo, chie)
    log = list(game.events.order_by("seq").values_list("digest", flat=True))
    merging.merge(bo, ai)
    game = reread(game)
    assert list(game.events.order_by("seq").values_list("digest", flat=True)) == log
    assert all(check.holds for check in audit(game))
    assert game.seats.get(number=0).user == ai
    move_on(game, [ai, chie], 4)
    assert client_of(ai).get(f"/t/{game.slug}/").status_code == 200
    play_out(game, ai, chie)
    assert all(check.holds for check in audit(reread(game)))


def test_a_finished_match_is_found_under_the_other_name(ai: User, bo: User, chie: User) -> None:
    for one in (ai, bo):
        game = play_out(running(one, chie, deals=1), one, chie)
        tally(game.pk)
    assert PairTally.objects.filter(user=chie).values("other").distinct().count() == 2
    merging.merge(bo, ai)
    assert differences(game) == []
    assert broken_links(game) == []
    assert not tally(game.pk)
    assert recompute_sums() == 0
    assert set(PersonTally.objects.values_list("user", flat=True)) == {ai.pk, chie.pk}
    assert set(ArchivedPlayer.objects.filter(seat=0).values_list("user", flat=True)) == {ai.pk}


@pytest.mark.parametrize("status", ["lobby", "running", "finished"])
def test_two_who_sat_at_one_table_are_not_one(status: str, ai: User, bo: User) -> None:
    game = lobby(ai, bo) if status == "lobby" else running(ai, bo, deals=1)
    if status == "finished":
        game = play_out(game, ai, bo)
    with pytest.raises(MergeRefused):
        merging.merge(bo, ai)
    (reason,) = merging.reasons_against(bo, ai)
    assert {"lobby": "not started", "running": "different cards", "finished": "played"}[status] in reason
    assert reread(game).seats.get(number=1).user == bo


def test_who_has_left_the_table_knows_its_cards_all_the_same(ai: User, bo: User, chie: User) -> None:
    substitution.leave(game_id=running(ai, bo, chie).pk, user=bo)
    assert merging.reasons_against(bo, ai) != []


def test_an_invitation_is_moved_but_not_to_where_one_sits(ai: User, bo: User, chie: User) -> None:
    theirs, other = lobby(ai, chie), lobby(chie)
    for game in (theirs, other):
        game.seats.filter(number=3).update(invited=bo)
    merging.merge(bo, ai)
    assert theirs.seats.get(number=3).invited is None
    assert other.seats.get(number=3).invited == ai


def test_the_vacation_of_the_account_that_ends_still_stops_its_clock(ai: User, bo: User, chie: User) -> None:
    game = running(bo, chie, clock=CLOCK)
    now = timezone.now()
    turn = game.turns.get()
    Vacation.objects.create(user=turn.user, start=now, end=now + timedelta(days=3))
    merging.merge(turn.user, ai)
    after = game.turns.get()
    assert after.user == ai
    assert after.due - turn.due > timedelta(days=2)


def test_texts_and_tables_are_the_others(ai: User, bo: User) -> None:
    ChatMessage.objects.create(game=running(bo), user=bo, text="Hello", at=timezone.now())
    merging.merge(bo, ai)
    assert ChatMessage.objects.get().user == ai
    assert Game.objects.get().host == ai
