"""Tables by the API: opening, sitting down, inviting, leaving, and lists of games."""

import pytest

from games.models import Game
from players.models import User
from tests.support.api import Program
from tests.support.play import lobby, running

pytestmark = pytest.mark.django_db

NAP = {"preset": "nap", "players": 3, "deals": 1}


def test_a_table_is_opened_with_its_rules_clock_bots_and_invitations(ai: User, bo: User) -> None:
    wishes = {
        "rules": NAP,
        "bots": 1,
        "bot_level": "recruit",
        "listed": False,
        "name": "Evening",
        "invite": ["Bo"],
        "clock": {"move": 3600, "bank": 0, "quiet": False},
        "allows_claims": False,
    }
    answer = Program(ai).post("/games", wishes)
    assert answer.status_code == 201, answer.content
    view = answer.json()
    assert answer["Location"] == f"/api/v1/games/{view['id']}"
    game = Game.objects.get(slug=view["id"])
    assert (view["status"], view["seat"], game.name, game.is_listed) == ("lobby", 0, "Evening", False)
    assert [player["bot"] for player in view["players"]] == [False, False, True]
    assert (game.rules.deals, game.clock.move.total_seconds(), game.allows_claims) == (1, 3600, False)
    assert game.seats.get(number=1).invited == bo


def test_a_table_filled_by_bots_starts_at_once(ai: User) -> None:
    view = Program(ai).post("/games", {"rules": NAP, "bots": 2, "bot_level": "recruit"}).json()
    assert (view["status"], [player["bot"] for player in view["players"]]) == ("running", [False, True, True])


def test_only_the_own_entries_say_what_is_legal(ai: User, bo: User) -> None:
    own = Program(ai).post("/games", {"rules": NAP, "bots": 2, "bot_level": "recruit"}).json()
    (entry,) = own["to_act"]
    assert {"type": "pass"} in entry["legal"]
    assert Program(bo).view(own["id"])["to_act"] == [{"deal": entry["deal"], "seat": entry["seat"]}]


@pytest.mark.parametrize(
    "wishes",
    [
        {"rules": {"preset": "chess"}},
        {"rules": {"preset": "nap", "deals": "many"}},
        {"rules": {"preset": "nap", "wings": True}},
        {"rules": NAP, "bots": 3},
        {"rules": NAP, "bot_level": "general"},
        {"rules": NAP, "invite": ["Nobody"]},
        {"rules": NAP, "clock": {"move": 17}},
        {"rules": NAP, "clock": "slow"},
        {"rules": NAP, "clock": {"moves": 60}},
        {"rules": NAP, "bots": "2"},
        {"rules": NAP, "colour": "red"},
        {},
    ],
)
def test_what_cannot_be_opened_is_refused(ai: User, wishes: dict[str, object]) -> None:
    answer = Program(ai).post("/games", wishes)
    assert (answer.status_code, answer["Content-Type"]) == (422, "application/problem+json")
    assert not Game.objects.exists()


def test_a_seat_is_taken_and_left_and_never_another_than_the_one_asked_for(ai: User, bo: User, chie: User) -> None:
    game = lobby(ai, preset="nap", players=3, deals=1)
    program = Program(bo)
    assert program.post(f"/games/{game.slug}/join", {"seat": 0}).status_code == 409
    assert program.post(f"/games/{game.slug}/join", {"seat": 2}).json()["seat"] == 2
    assert Program(chie).post(f"/games/{game.slug}/join", {"seat": 2}).status_code == 409
    assert program.post(f"/games/{game.slug}/leave").json() == {"left": True}
    assert program.view(game.slug)["seat"] is None


def test_who_sits_there_joins_again_without_a_refusal(ai: User, bo: User) -> None:
    """A program may hear of its invitation after it has sat down, and the match has begun."""
    game = running(ai, bo, preset="nap", players=2, deals=1)
    answer = Program(bo).post(f"/games/{game.slug}/join")
    assert (answer.status_code, answer.json()["seat"]) == (200, 1)


def test_the_host_invites_by_name_or_number_and_others_may_not(ai: User, bo: User, chie: User) -> None:
    game = lobby(ai, preset="nap", players=3, deals=1)
    assert Program(chie).post(f"/games/{game.slug}/invite", {"seat": 1, "player": "Bo"}).status_code == 403
    host = Program(ai)
    assert host.post(f"/games/{game.slug}/invite", {"seat": 1, "player": "Bo"}).status_code == 200
    assert host.post(f"/games/{game.slug}/invite", {"seat": 2, "player": chie.pk}).status_code == 200
    assert list(game.seats.order_by("number").values_list("invited", flat=True)) == [None, bo.pk, chie.pk]


def test_lists_have_my_games_by_status_and_turn_a_page_at_a_time(ai: User, bo: User) -> None:
    games = [running(ai, bo, preset="nap", players=2, deals=1) for _ in range(3)]
    lobby(ai, preset="nap", players=3)
    program = Program(ai)
    assert len(program.get("/games?mine=true").json()["items"]) == 4
    assert len(program.get("/games?mine=true&status=lobby").json()["items"]) == 1
    page = program.get("/games?mine=true&status=running&limit=2").json()
    rest = program.client.get(page["next"], headers=program.headers).json()
    assert [line["id"] for line in page["items"] + rest["items"]] == [game.slug for game in reversed(games)]
    assert rest["next"] is None
    waiting = {line["id"] for line in program.get("/games?turn=me").json()["items"]}
    assert waiting == set(Game.objects.filter(turns__user=ai).values_list("slug", flat=True))
