"""Claiming the rest and giving up at the table: the page, the answers of people and bots, the clock, the log."""

import re
from datetime import timedelta
from random import Random
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from games.imports.parse import records
from games.imports.store import store_record
from games.integrity.audit import audit
from games.integrity.rebuild import differences
from games.kernel.log import state_of
from games.lobby.rematch import join_rematch
from games.models import Event, Game, Turn
from games.notifications import YourTurn
from games.seats import time_outs
from games.turns import services
from napoleon.engine import Claim, view
from napoleon.engine.deal import PassedOut
from players.models import Notification, User
from players.notifications.kinds import bind
from tests.support import table_pages
from tests.support.play import in_play, move, play_out, reread
from tests.support.table_form import filled_in
from tests.support.visits import client_of, get, post, text

pytestmark = pytest.mark.django_db
HTMX = {"hx-request": "true"}


def number_of(game: Game) -> int:
    return state_of(reread(game)).match.open[0].number


def to_move(game: Game) -> list[User]:
    """The people who are to act, by seat."""
    match = state_of(reread(game)).match
    seats = {seat.number: seat.user for seat in game.seats.all()}
    return [user for seat in match.open[0].to_act() if (user := seats[seat])] if match.open else []


def say(game: Game, user: User, kind: str, **more: object) -> services.Played:
    """The person claims, gives up, agrees or refuses."""
    state = state_of(reread(game))
    number = state.match.open[0].number
    return services.act(
        slug=game.slug,
        user_id=user.pk,
        payload={"type": kind, "deal": number},
        seen=state.seen[number],
        key=None,
        **more,
    )


def press(browser: Client, game: Game, do: str, **headers: str) -> object:
    """Press that button of the page."""
    page = browser.get(f"/t/{game.slug}/")
    return browser.post(f"/t/{game.slug}/act/", {**table_pages.fields(page), "do": do}, headers=headers)


def is_sound(game: Game) -> bool:
    return all(check.holds for check in audit(reread(game))) and not differences(reread(game))


# --- People among themselves ---


def test_a_concession_is_put_to_the_others_and_ends_the_deal(cast: list[User]) -> None:
    game = in_play(*cast)
    [user] = to_move(game)
    page = client_of(user).get(f"/t/{game.slug}/")
    assert "We give up" in text(page)
    assert "The rest is mine" in text(page)
    assert press(client_of(user), game, "concede").status_code == 303
    asked = to_move(game)
    assert len(asked) == 4
    assert user not in asked
    assert Turn.objects.filter(game=game).count() == 4
    for other in asked:
        page = client_of(other).get(f"/t/{game.slug}/")
        assert "gives up:" in text(page)
        assert ">Agree<" in re.sub(r"\s+", "", text(page))
    assert "You give up:" in text(client_of(user).get(f"/t/{game.slug}/"))
    for other in asked:
        assert press(client_of(other), game, "agree", **HTMX).status_code == 200
    game = reread(game)
    assert game.status == Game.Status.FINISHED
    assert is_sound(game)
    assert "gave up the rest." in text(client_of(asked[0]).get(f"/t/{game.slug}/"))
    assert "You gave up the rest." in text(client_of(user).get(f"/t/{game.slug}/"))


def test_one_refusal_and_the_deal_is_played_on(cast: list[User]) -> None:
    game = in_play(*cast)
    before = state_of(game)
    [user] = to_move(game)
    say(game, user, "claim")
    asked = to_move(game)
    say(game, asked[1], "agree")
    assert "Agreed so far:" in text(client_of(asked[0]).get(f"/t/{game.slug}/"))
    say(game, asked[2], "refuse")
    after = state_of(reread(game))
    assert to_move(game) == [user]
    [was], [now] = before.match.open, after.match.open
    assert now._replace(refused=()) == was
    page = text(client_of(user).get(f"/t/{game.slug}/"))
    assert "Offers to end the deal that were refused: You." in page
    assert "We give up" not in page
    assert press(client_of(user), game, "concede", **HTMX).status_code == 422
    assert is_sound(game)


def test_two_who_agree_at_once_do_not_make_each_other_stale(cast: list[User]) -> None:
    game = in_play(*cast)
    say(game, to_move(game)[0], "concede")
    one, two, *_rest = to_move(game)
    browsers = [client_of(one), client_of(two)]
    for browser, page in zip(browsers, [browser.get(f"/t/{game.slug}/") for browser in browsers], strict=True):
        fields = {**table_pages.fields(page), "do": "agree"}
        assert browser.post(f"/t/{game.slug}/act/", fields).status_code == 303


def test_an_answer_to_a_claim_that_was_refused_meanwhile_is_stale(cast: list[User]) -> None:
    game = in_play(*cast)
    say(game, to_move(game)[0], "concede")
    one, two, *_rest = to_move(game)
    page = client_of(one).get(f"/t/{game.slug}/")
    say(game, two, "refuse")
    fields = {**table_pages.fields(page), "do": "agree"}
    assert client_of(one).post(f"/t/{game.slug}/act/", fields).status_code == 409


def test_a_request_that_is_sent_twice_claims_once(cast: list[User]) -> None:
    game, key = in_play(*cast), uuid4()
    [user] = to_move(game)
    state = state_of(game)
    number = state.match.open[0].number
    for repeated in (False, True):
        done = services.act(
            slug=game.slug,
            user_id=user.pk,
            payload={"type": "concede", "deal": number},
            seen=state.seen[number],
            key=key,
        )
        assert done.repeated is repeated
    assert game.events.filter(type="concede").count() == 1


def test_nobody_claims_for_somebody_else(cast: list[User]) -> None:
    game = in_play(*cast)
    [user] = to_move(game)
    other = next(one for one in cast if one != user)
    answer = client_of(other).post(f"/t/{game.slug}/act/", {"do": "concede", "deal": number_of(game), "seen": ""})
    assert answer.status_code == 422
    assert "Claim or give up" not in text(client_of(other).get(f"/t/{game.slug}/"))


def test_those_who_are_asked_are_told_like_of_any_turn(cast: list[User]) -> None:
    game = in_play(*cast)
    say(game, to_move(game)[0], "concede")
    turns = list(Turn.objects.filter(game=game))
    assert {turn.user for turn in turns} == set(to_move(game))
    assert all(turn.times_out_at and turn.tell_at for turn in turns)
    YourTurn.notify(turns, turns[0].opened_at)
    [notification] = Notification.objects.filter(kind="turn", user=turns[0].user)
    message = bind([notification], full=True)[notification.pk].message()
    assert message is not None
    assert "Agree, or play on." in message.lines
    assert any("gives up:" in line for line in message.lines)


# --- Bots, and people who are away ---


def test_bots_let_a_person_give_up_at_once(ai: User) -> None:
    game = in_play(ai)
    say(game, ai, "concede")
    assert reread(game).status == Game.Status.FINISHED
    assert [one.payload["type"] for one in game.events.order_by("seq")][-6:] == ["concede", *["agree"] * 4, "reveal"]
    assert is_sound(game)


def test_bots_play_on_after_a_claim(ai: User) -> None:
    game = in_play(ai)
    assert any(isinstance(one, Claim) and not one.certain for one in view(state_of(game).match, 0).deals[0].proposals)
    say(game, ai, "claim")
    assert to_move(game) == [ai]
    assert game.events.filter(type="refuse", by=Event.By.BOT).count() == 1


def test_a_claim_that_is_certain_ends_the_deal_at_once(cast: list[User]) -> None:
    """The last card is certain as soon as it beats what lies there."""
    game = in_play(*cast)
    rng = Random(5)
    for _ in range(200):
        users = to_move(game)
        [deal] = view(state_of(reread(game)).match, seat_of(game, users[0])).deals
        if any(isinstance(one, Claim) and one.certain for one in deal.proposals):
            break
        move(game, users[0], rng)
    assert "a claim ends the deal at once" in text(client_of(users[0]).get(f"/t/{game.slug}/"))
    say(game, users[0], "claim")
    assert reread(game).status == Game.Status.FINISHED
    assert game.events.get(type="claim").payload["certain"] is True
    assert is_sound(game)


def seat_of(game: Game, user: User) -> int:
    return game.seats.get(user=user).number


def test_who_runs_out_of_time_plays_on_after_a_claim(cast: list[User]) -> None:
    game = in_play(*cast)
    [user] = to_move(game)
    say(game, user, "claim")
    long_ago = timezone.now() - timedelta(days=60)
    Turn.objects.filter(game=game).update(opened_at=long_ago, times_out_at=long_ago)
    assert time_outs.time_out(game_id=game.pk)
    assert to_move(game) == [user]
    # One answer is enough: the time of the others did not run out.
    assert game.events.filter(type="refuse", by=Event.By.TIMEOUT).count() == 1
    assert sum(seat.missed for seat in game.seats.all()) == 1


@pytest.mark.cards(2)
def test_nobodys_side_is_given_up_while_they_are_away(cast: list[User]) -> None:
    game = in_play(*cast)
    [user] = to_move(game)
    declarer = state_of(game).match.open[0].contract
    assert seat_of(game, user) != declarer.napoleon, "the position is one of an ally"
    game.seats.exclude(user=user).update(autopilot=True)
    say(game, user, "concede")
    assert to_move(game) == [user]
    assert game.events.filter(type="refuse").count() == 1


# --- What is left of it ---


def test_a_match_with_claims_can_be_reviewed_and_taken_elsewhere(cast: list[User]) -> None:
    game = in_play(*cast)
    say(game, to_move(game)[0], "claim")
    say(game, to_move(game)[2], "refuse")
    move(game, to_move(game)[0])
    say(game, to_move(game)[0], "concede")
    for user in list(to_move(game)):
        say(game, user, "agree")
    game, browser = reread(game), client_of(cast[0])
    number = next(end.number for end in state_of(game).match.ended if not isinstance(end, PassedOut))
    found = ""
    for step in range(200):
        page = browser.get(f"/t/{game.slug}/review/{number}/{step}/")
        if page.status_code == 404:
            break
        seat = browser.get(f"/t/{game.slug}/review/{number}/{step}/?as=2&times=1")
        assert (page.status_code, seat.status_code) == (200, 200)
        found += text(page)
    assert step > 15
    for words in ("claims the rest", "refuses, and plays on", "gives up", "agrees"):
        assert words in found
    assert browser.get(f"/t/{game.slug}/score-sheet/").status_code == 200
    record = browser.get(f"/t/{game.slug}/record/")
    lines = b"".join(record).decode() if record.streaming else text(record)
    assert '"type": "concede"' in lines
    [found_there] = records(lines.encode())
    copy = store_record(found_there, host=cast[0], members={}, is_listed=True, now=timezone.now())
    assert [end.scores for end in state_of(copy).match.ended if hasattr(end, "scores")] == [
        end.scores for end in state_of(game).match.ended if hasattr(end, "scores")
    ]


# --- The option of the table ---


def test_a_table_can_be_opened_without_claims_and_its_rematch_has_none(ai: User, bo: User) -> None:
    assert post(ai, "/tables/new/", **filled_in(allows_claims=False)).status_code == 302
    game = Game.objects.get(host=ai)
    assert not game.allows_claims
    lobby, rules = get(ai, game.get_absolute_url()), get(ai, f"/t/{game.slug}/rules/")
    assert "Nobody may claim the rest or give up" in text(lobby)
    assert "At this table nobody may claim the rest or give up." in text(rules)
    over = in_play(ai, bo)
    Game.objects.filter(pk=over.pk).update(allows_claims=False)
    assert not join_rematch(game_id=play_out(over, ai, bo).pk, user=ai).allows_claims


def test_unless_it_is_chosen_otherwise_players_may_claim(ai: User) -> None:
    assert post(ai, "/tables/new/", **filled_in()).status_code == 302
    game = Game.objects.get(host=ai)
    assert game.allows_claims
    assert "Players may claim the rest or give up" in text(get(ai, game.get_absolute_url()))


def test_without_claims_none_is_offered_and_none_is_taken(cast: list[User]) -> None:
    game = in_play(*cast)
    [user] = to_move(game)
    page = client_of(user).get(f"/t/{game.slug}/")
    assert "The rest is mine" in text(page)
    Game.objects.filter(pk=game.pk).update(allows_claims=False)
    assert "Claim or give up" not in text(client_of(user).get(f"/t/{game.slug}/"))
    for do in ("claim", "concede"):
        answer = client_of(user).post(f"/t/{game.slug}/act/", {**table_pages.fields(page), "do": do}, headers=HTMX)
        assert answer.status_code == 422
        assert "At this table nobody may claim the rest or give up." in text(answer)
    assert to_move(game) == [user]
    assert reread(game).seq == game.seq
