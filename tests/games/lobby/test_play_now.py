"""A deal against bots at once, without signing up."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from games.kernel import early_end
from games.kernel.log import state_of
from games.lobby.forms import PlayNowForm
from games.models import Game
from games.turns import services
from napoleon.engine import Pass, view
from napoleon.engine.deal import PassedOut
from players.models import Notification, User
from tests.support import table_pages
from tests.support.chat import match_of
from tests.support.play import choices, let_bots_think, payload, reread, seen
from tests.support.visits import client_of, get, guest, post, text

pytestmark = pytest.mark.django_db


def test_a_visitor_plays_as_a_guest() -> None:
    browser = client_of(None)
    response = browser.post("/play-now/")
    game = Game.objects.get()
    assert response["Location"] == f"/t/{game.slug}/"
    assert game.host is not None
    assert game.host.is_guest
    assert (game.status, game.is_listed, game.rules.deals) == (Game.Status.RUNNING, False, 1)
    assert [seat.bot for seat in game.seats.all()] == ["", *["captain"] * 4]
    assert browser.get(f"/t/{game.slug}/").status_code == 200


def when_bots_have_moved(game: Game) -> Game:
    let_bots_think(game)
    return reread(game)


@pytest.mark.usefixtures("quick_captains")
@pytest.mark.parametrize("preset", ["gurunapo", "booklet", "nap"])
def test_the_first_deal_of_a_newcomer_who_only_passes_is_not_passed_out(preset: str) -> None:
    for _ in range(4):
        player = guest()
        post(player, "/play-now/", preset=preset, key=uuid4())
        game = when_bots_have_moved(Game.objects.get(host=player))
        while choices(game, player) and isinstance(choices(game, player)[0], Pass):
            data = payload(choices(game, player)[0])
            services.act(slug=game.slug, user_id=player.pk, payload=data, seen=seen(state_of(game), data), key=None)
            game = when_bots_have_moved(game)
        match = state_of(game).match
        assert not match.ended or not isinstance(match.ended[0], PassedOut)
        assert match.ended or view(match, 0).deals[0].number == 1


def test_people_play_as_themselves(ai: User) -> None:
    post(ai, "/play-now/")
    assert Game.objects.get().host == ai
    assert not Notification.objects.exists()
    assert User.objects.count() == 1


def test_other_rules_can_be_asked_for() -> None:
    post(None, "/play-now/", preset="nap")
    game = Game.objects.get()
    assert (game.rules.preset, game.rules.deals, game.seats.count()) == ("nap", 1, 4)
    assert post(None, "/play-now/", preset="poker").status_code == 404
    assert User.objects.count() == 1


def test_a_double_tap_begins_one_match(ai: User) -> None:
    key = uuid4()
    first, second = (post(ai, "/play-now/", key=key) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert Game.objects.count() == 1
    # Other rules are another wish, and so is another form.
    post(ai, "/play-now/", key=key, preset="nap")
    post(ai, "/play-now/", key=uuid4())
    assert Game.objects.count() == 3


@pytest.mark.parametrize("at_once", [False, True])
def test_a_visitor_who_taps_twice_becomes_one_guest(at_once: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    key, browser = uuid4(), client_of(None)
    first = post(None, "/play-now/", key=key)
    if at_once:
        # The second tap looks for the match before the first has made it.
        found = iter([None, Game.objects.get()])
        monkeypatch.setattr(PlayNowForm, "opened", lambda form, host: next(found))
    # The second tap does not carry the cookie of the first answer yet.
    second = browser.post("/play-now/", {"key": str(key)})
    assert first["Location"] == second["Location"]
    assert User.objects.count() == 1
    assert browser.get(second["Location"]).status_code == 200


def test_the_key_of_a_visitor_is_worth_nothing_later(ai: User) -> None:
    key = uuid4()
    post(None, "/play-now/", key=key)
    Game.objects.update(created_at=timezone.now() - timedelta(minutes=2))
    post(None, "/play-now/", key=key)
    post(ai, "/play-now/", key=key)
    assert Game.objects.count() == User.objects.count() == 3


def test_two_taps_at_once_begin_one_match(ai: User, monkeypatch: pytest.MonkeyPatch) -> None:
    key = uuid4()
    post(ai, "/play-now/", key=key)
    found = iter([None, Game.objects.get()])
    monkeypatch.setattr(PlayNowForm, "opened", lambda form, host: next(found))
    assert post(ai, "/play-now/", key=key)["Location"] == Game.objects.get().get_absolute_url()


def test_a_page_that_was_kept_begins_another_match_after_the_first(ai: User, bo: User) -> None:
    key = uuid4()
    post(ai, "/play-now/", key=key)
    assert early_end.stop(game_id=Game.objects.get().pk)
    post(ai, "/play-now/", key=key)
    assert Game.objects.filter(status=Game.Status.RUNNING).count() == 1
    # A key is nothing to somebody else.
    post(bo, "/play-now/", key=key)
    assert Game.objects.filter(host=bo).count() == 1


def test_a_key_that_is_none_is_refused(ai: User) -> None:
    assert post(ai, "/play-now/", key="mine").status_code == 404
    assert not Game.objects.exists()


@pytest.mark.parametrize("path", ["/", "/tables/", "/learn/", "/learn/napoleon/end/", "/rules/"])
def test_every_form_has_a_key_of_its_own(path: str) -> None:
    first, second = (table_pages.fields(get(None, path))["key"] for _ in range(2))
    assert first != second


def test_looking_makes_no_guest() -> None:
    assert get(None, "/play-now/").status_code == 200
    assert not User.objects.exists()


def test_nobody_makes_guests_without_end() -> None:
    assert [post(None, "/play-now/").status_code for _ in range(21)] == [302] * 20 + [429]
    assert User.objects.count() == 20


def test_a_guest_is_led_on_from_the_result(ai: User, cast: list[User]) -> None:
    someone = guest()
    over = match_of([someone, *cast[1:]])
    page = text(get(someone, f"/t/{over.slug}/"))
    assert '<input type="hidden" name="preset" value="gurunapo">' in page
    assert "Another hand against bots" in page
    assert 'href="/me/keep/"' in page.partition("Another hand")[2]
    for reader in (cast[1], ai, None):
        assert "Another hand" not in text(get(reader, f"/t/{over.slug}/"))
