"""An account becomes a bot for good, if it has never played."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.api.stream_lines import OwnPosition
from games.models import Game
from players.models import User
from tests.support.api import Program
from tests.support.play import lobby, running

pytestmark = pytest.mark.django_db

WISH = {"confirm": True, "author": "Ai of Kamakura"}


def test_an_account_becomes_a_bot_and_its_tokens_end(ai: User) -> None:
    program = Program(ai)
    answer = program.post("/account/bot", WISH)
    assert (answer.status_code, answer.json()["bot"], answer.json()["author"]) == (200, True, "Ai of Kamakura")
    ai.refresh_from_db()
    assert (ai.is_bot, ai.bot_author) == (True, "Ai of Kamakura")
    assert program.get("/account").status_code == 401
    assert Program(ai, "profile:read", "bot:play").get("/account").json()["bot"] is True


def test_who_has_sat_at_a_table_stays_a_person(ai: User) -> None:
    lobby(ai, preset="nap", players=2)
    answer = Program(ai).post("/account/bot", WISH)
    assert (answer.status_code, answer.json()["code"]) == (409, "has_played")
    ai.refresh_from_db()
    assert not ai.is_bot


@pytest.mark.parametrize(
    "wish",
    [
        {},
        {"confirm": False, "author": "Ai"},
        {"confirm": True},
        {**WISH, "author": ""},
        {**WISH, "author": " "},
        {**WISH, "author": "a\0"},
    ],
)
def test_it_is_confirmed_and_has_an_author(ai: User, wish: dict[str, object]) -> None:
    assert Program(ai).post("/account/bot", wish).status_code == 422


@pytest.fixture
def bot() -> User:
    return User.objects.create(name="Botto", email="botto@example.org", is_bot=True, bot_author="Ai")


def test_a_bot_offers_itself_and_sits_down_where_another_account_invites_it(bot: User, bo: User) -> None:
    own, host = Program(bot, "games:create", "games:read", "bot:play"), Program(bo)
    assert own.post("/account/bot/offer", {"minutes": 30}).json()["waiting"] is True
    [waiting] = [each for each in host.get("/bots").json()["items"] if each["waiting"]]
    rules = {"preset": "nap", "players": 2, "deals": 1}
    game = host.post("/games", {"rules": rules, "listed": False, "invite": [waiting["name"]]}).json()
    assert (game["status"], game["players"][1]["name"]) == ("lobby", None)
    seated = own.post(f"/games/{game['id']}/join", {"seat": 1}).json()
    assert (seated["status"], seated["seat"], seated["players"][1]["bot"]) == ("running", 1, True)
    assert own.post("/account/bot/offer", {"minutes": 0}).json()["waiting"] is False


def test_people_do_not_offer_themselves_as_bots(ai: User) -> None:
    assert Program(ai).post("/account/bot/offer", {"minutes": 30}).status_code == 403


def test_a_seat_of_a_running_match_is_offered_to_a_bot_which_takes_it(bot: User, ai: User, bo: User) -> None:
    game = running(ai, bo, preset="nap", players=2, deals=1)
    Game.objects.filter(pk=game.pk).update(is_listed=False)
    host, own = Program(ai), Program(bot, "games:create", "games:read", "bot:play")
    wish = {"seat": 1, "player": bot.pk}
    assert host.post(f"/games/{game.slug}/invite", wish).json()["code"] == "refused"
    Program(bo).post(f"/games/{game.slug}/leave")
    assert own.get(f"/games/{game.slug}").status_code == 404
    assert host.post(f"/games/{game.slug}/invite", wish).status_code == 200
    before = OwnPosition(timezone.now() - timedelta(hours=1), ("a", 0, 0)).id
    assert '"type": "invitation"' in own.get("/stream", **{"Last-Event-ID": before}).content.decode()
    seated = own.post(f"/games/{game.slug}/join").json()
    assert (seated["seat"], seated["players"][1]["name"]) == (1, "Botto")
