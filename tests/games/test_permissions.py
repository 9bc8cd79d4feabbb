"""Every route of tables by which something is changed, tried by everybody."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from games.models import (
    Automation,
    ChatMessage,
    Comment,
    Draft,
    Event,
    Game,
    Note,
    Seat,
    Upload,
)
from players.models import User
from tests.support.caches import forget_games
from tests.support.club_readers import answer, browser_of, column, undone
from tests.support.methods import taking
from tests.support.stored_rows import writing_statements
from tests.support.table_readers import (
    READERS,
    Site,
    at_a_lobby,
    at_a_match_that_is_over,
    at_a_running_match,
)
from tests.support.visits import client_of
from tests.support.worlds import world

pytestmark = pytest.mark.django_db

lobby = world(at_a_lobby)
running = world(at_a_running_match)
over = world(at_a_match_that_is_over)

STATES = ("lobby", "running", "over")
NEW_YEAR = "2031-01-01T12:00"
OUTSIDE = ("guest", "stranger", "blocked", "former", "staff")
"""From them a table that is not listed is hidden."""
OPEN_TO_FORMER = ("games:analyse", "games:comment")
"""They may review what they have played."""
REFUSED = ("in", "403", "404", "409", "422")


class Row(NamedTuple):
    path: str
    data: dict[str, str]
    lobby: str
    """What each reader is answered at a listed table, in the order of `READERS`; "in" is the page for signing in."""
    running: str
    over: str


ROUTES: dict[str, Row] = {
    "games:act": Row(
        "{table}act/",
        {"do": "pass", "deal": "2", "seen": "{seen}"},
        "in 404 404 404 404 404 404 404 404 404 404",
        "in 404 404 404 404 404 422 422 303 422 404",
        "in 404 404 404 404 404 422 422 422 422 404",
    ),
    "games:add_note": Row(
        "{table}note/",
        {"text": "Mine"},
        "in 303 303 303 303 303 303 303 303 303 303",
        "in 303 303 303 303 303 303 303 303 303 303",
        "in 303 303 303 303 303 303 303 303 303 303",
    ),
    "games:agree_to_live": Row(
        "{table}live/",
        {},
        "in 404 404 404 404 404 409 409 409 409 404",
        "in 404 404 404 404 404 302 302 302 302 404",
        "in 404 404 404 404 404 409 409 409 409 404",
    ),
    "games:analyse": Row(
        "{table}analysis/ask/",
        {},
        "in 404 404 404 404 404 404 404 404 404 404",
        "in 404 404 404 404 404 404 404 404 404 404",
        "in 302 302 302 302 302 302 302 302 302 302",
    ),
    "games:cancel": Row(
        "{table}cancel/",
        {},
        "in 403 403 403 403 403 403 403 403 302 403",
        "in 403 403 403 403 403 403 403 403 409 403",
        "in 403 403 403 403 403 403 403 403 409 403",
    ),
    "games:cancel_meeting": Row(
        "{table}meeting/cancel/",
        {},
        "in 404 404 404 404 404 409 409 409 409 404",
        "in 404 404 404 404 404 302 302 302 302 404",
        "in 404 404 404 404 404 409 409 409 409 404",
    ),
    "games:chat": Row(
        "{table}chat/",
        {"text": "Hello"},
        "in 404 404 404 404 404 422 303 303 303 404",
        "in 404 404 404 404 404 422 303 303 303 404",
        "in 404 404 404 404 404 422 303 303 303 404",
    ),
    "games:comment": Row(
        "{table}review/1/3/comment/",
        {"text": "Why?"},
        "in 404 404 404 404 404 404 404 404 404 404",
        "in 404 404 404 303 404 403 303 303 303 404",
        "in 403 303 303 303 303 403 303 303 303 303",
    ),
    "games:delete_comment": Row(
        "{table}comments/{comment}/delete/",
        {},
        "in 404 404 404 404 404 404 404 404 404 404",
        "in 404 404 404 404 404 404 404 404 303 404",
        "in 404 404 404 404 404 404 404 404 303 404",
    ),
    "games:delete_note": Row(
        "{table}notes/{note}/delete/",
        {},
        "in 404 404 404 404 404 404 404 404 303 404",
        "in 404 404 404 404 404 404 404 404 303 404",
        "in 404 404 404 404 404 404 404 404 303 404",
    ),
    "games:discard_transcription": Row(
        "/transcriptions/{draft}/discard/",
        {},
        "in 404 404 404 404 404 404 404 404 302 404",
        "in 404 404 404 404 404 404 404 404 302 404",
        "in 404 404 404 404 404 404 404 404 302 404",
    ),
    "games:discard_upload": Row(
        "/imports/{upload}/discard/",
        {},
        "in 404 404 404 404 404 404 404 404 302 404",
        "in 404 404 404 404 404 404 404 404 302 404",
        "in 404 404 404 404 404 404 404 404 302 404",
    ),
    "games:drop_plan": Row(
        "{table}plan/drop/",
        {"deal": "2", "plan": "x"},
        "in 404 404 404 404 404 422 422 422 422 404",
        "in 404 404 404 404 404 303 303 303 303 404",
        "in 404 404 404 404 404 422 422 422 422 404",
    ),
    "games:edit_comment": Row(
        "{table}comments/{comment}/edit/",
        {"text": "Otherwise"},
        "in 404 404 404 404 404 404 404 404 404 404",
        "in 404 404 404 404 404 404 404 404 303 404",
        "in 404 404 404 404 404 404 404 404 303 404",
    ),
    "games:edit_note": Row(
        "{table}notes/{note}/edit/",
        {"text": "Otherwise"},
        "in 404 404 404 404 404 404 404 404 303 404",
        "in 404 404 404 404 404 404 404 404 303 404",
        "in 404 404 404 404 404 404 404 404 303 404",
    ),
    "games:end_live": Row(
        "{table}live/end/",
        {},
        "in 404 404 404 404 404 409 409 409 409 404",
        "in 404 404 404 404 404 302 302 302 302 404",
        "in 404 404 404 404 404 409 409 409 409 404",
    ),
    "games:exercise_step": Row(
        "{table}exercise/1/6/",
        {"card": "SA"},
        "404 404 404 404 404 404 404 404 404 404 404",
        "404 404 404 404 404 404 404 404 404 404 404",
        "404 404 404 404 404 404 404 404 404 404 404",
    ),
    "games:finish_transcription": Row(
        "/transcriptions/{draft}/finish/",
        {},
        "in 404 404 404 404 404 404 404 404 302 404",
        "in 404 404 404 404 404 404 404 404 302 404",
        "in 404 404 404 404 404 404 404 404 302 404",
    ),
    "games:fix_meeting": Row(
        "{table}meeting/",
        {"at": NEW_YEAR},
        "in 404 404 404 404 404 409 409 409 409 404",
        "in 404 404 404 404 404 409 409 409 409 404",
        "in 404 404 404 404 404 409 409 409 409 404",
    ),
    "games:import_matches": Row(
        "/imports/",
        {"text": "{{}}"},
        "in 403 302 302 302 302 302 302 302 302 302",
        "in 403 302 302 302 302 302 302 302 302 302",
        "in 403 302 302 302 302 302 302 302 302 302",
    ),
    "games:invite": Row(
        "{table}invite/",
        {"number": "5", "name": "Itsu"},
        "in 403 403 403 403 403 403 403 403 302 403",
        "in 403 403 403 403 403 403 403 403 409 403",
        "in 403 403 403 403 403 403 403 403 409 403",
    ),
    "games:join": Row(
        "/join/{invitation}/",
        {},
        "302 302 302 409 302 302 302 302 302 302 302",
        "302 302 302 302 302 302 302 302 302 302 302",
        "302 302 302 302 302 302 302 302 302 302 302",
    ),
    "games:leave": Row(
        "{table}leave/",
        {"sure": "on"},
        "in 404 404 404 404 404 409 409 409 409 404",
        "in 404 404 404 404 404 302 302 302 302 404",
        "in 404 404 404 404 404 409 409 409 409 404",
    ),
    "games:leave_seat": Row(
        "{table}leave-seat/",
        {},
        "in 404 404 404 404 404 302 302 302 302 404",
        "in 404 404 404 404 404 409 409 409 409 404",
        "in 404 404 404 404 404 409 409 409 409 404",
    ),
    "games:new_table": Row(
        "/tables/new/",
        {},
        "in 422 422 422 422 422 422 422 422 422 422",
        "in 422 422 422 422 422 422 422 422 422 422",
        "in 422 422 422 422 422 422 422 422 422 422",
    ),
    "games:new_transcription": Row(
        "/transcriptions/new/",
        {},
        "in 302 422 422 422 422 422 422 422 422 422",
        "in 302 422 422 422 422 422 422 422 422 422",
        "in 302 422 422 422 422 422 422 422 422 422",
    ),
    "games:not_me": Row(
        "{table}not-me/",
        {},
        "in 404 404 404 404 404 403 403 403 403 404",
        "in 404 404 404 404 404 403 403 403 403 404",
        "in 404 404 404 404 404 403 403 403 403 404",
    ),
    "games:offer": Row(
        "{table}offer/",
        {"number": "4", "name": "Itsu"},
        "in 403 403 403 403 403 403 403 403 409 403",
        "in 403 403 403 403 403 403 403 403 302 403",
        "in 403 403 403 403 403 403 403 403 409 403",
    ),
    "games:pause": Row(
        "{table}pause/",
        {"days": "1", "reason": "Feast"},
        "in 403 403 403 403 403 403 403 403 409 403",
        "in 403 403 403 403 403 403 403 403 302 403",
        "in 403 403 403 403 403 403 403 403 409 403",
    ),
    "games:plan": Row(
        "{table}plan/",
        {"deal": "2", "do": "pass"},
        "in 404 404 404 404 404 422 422 422 422 404",
        "in 404 404 404 404 404 303 303 303 303 404",
        "in 404 404 404 404 404 422 422 422 422 404",
    ),
    "games:play_forced": Row(
        "{table}play-forced/",
        {"wished": "yes"},
        "in 404 404 404 404 404 422 422 422 422 404",
        "in 404 404 404 404 404 303 303 303 303 404",
        "in 404 404 404 404 404 422 422 422 422 404",
    ),
    "games:play_now": Row(
        "/play-now/",
        {},
        "302 302 302 302 302 302 302 302 302 302 302",
        "302 302 302 302 302 302 302 302 302 302 302",
        "302 302 302 302 302 302 302 302 302 302 302",
    ),
    "games:rematch": Row(
        "{table}rematch/",
        {},
        "in 404 404 404 404 404 409 409 409 409 404",
        "in 404 404 404 404 404 409 409 409 409 404",
        "in 404 404 404 404 404 302 302 302 302 404",
    ),
    "games:resume": Row(
        "{table}resume/",
        {},
        "in 403 403 403 403 403 403 403 403 409 403",
        "in 403 403 403 403 403 403 403 403 302 403",
        "in 403 403 403 403 403 403 403 403 409 403",
    ),
    "games:seat_bot": Row(
        "{table}seat-bot/",
        {"number": "5", "level": "recruit"},
        "in 403 403 403 403 403 403 403 403 302 403",
        "in 403 403 403 403 403 403 403 403 409 403",
        "in 403 403 403 403 403 403 403 403 409 403",
    ),
    "games:seed": Row(
        "{table}seed/",
        {"seed": "x"},
        "in 404 404 404 404 404 302 302 302 302 404",
        "in 404 404 404 404 404 409 409 409 409 404",
        "in 404 404 404 404 404 409 409 409 409 404",
    ),
    "games:share_notes": Row(
        "{table}notes/share/",
        {"note": "{note}"},
        "in 403 404 404 404 404 403 404 404 303 404",
        "in 403 404 404 404 404 403 404 404 303 404",
        "in 403 404 404 404 404 403 404 404 303 404",
    ),
    "games:store_upload": Row(
        "/imports/{upload}/store/",
        {},
        "in 404 404 404 404 404 404 404 404 302 404",
        "in 404 404 404 404 404 404 404 404 302 404",
        "in 404 404 404 404 404 404 404 404 302 404",
    ),
    "games:take_back": Row(
        "{table}take-back/",
        {},
        "in 404 404 404 404 404 409 409 409 409 404",
        "in 404 404 404 404 404 302 302 302 302 404",
        "in 404 404 404 404 404 409 409 409 409 404",
    ),
    "games:take_back_line": Row(
        "/transcriptions/{draft}/take-back/",
        {"version": "0"},
        "in 404 404 404 404 404 404 404 404 302 404",
        "in 404 404 404 404 404 404 404 404 302 404",
        "in 404 404 404 404 404 404 404 404 302 404",
    ),
    "games:take_move_back": Row(
        "{table}take-move-back/",
        {"deal": "2"},
        "in 404 404 404 404 404 303 303 303 303 404",
        "in 404 404 404 404 404 303 303 303 303 404",
        "in 404 404 404 404 404 303 303 303 303 404",
    ),
    "games:take_seat": Row(
        "{table}take-seat/",
        {"number": "5"},
        "in 302 302 409 302 302 302 302 302 302 302",
        "in 409 409 409 409 302 409 409 409 409 409",
        "in 409 409 409 409 409 409 409 409 409 409",
    ),
    "games:transcription_table": Row(
        "/transcriptions/{draft}/table/",
        {},
        "in 404 404 404 404 404 404 404 404 422 404",
        "in 404 404 404 404 404 404 404 404 422 404",
        "in 404 404 404 404 404 404 404 404 422 404",
    ),
    "games:unshare_notes": Row(
        "{table}notes/unshare/",
        {"note": "{note}"},
        "in 404 404 404 404 404 404 404 404 303 404",
        "in 404 404 404 404 404 404 404 404 303 404",
        "in 404 404 404 404 404 404 404 404 303 404",
    ),
    "games:write_line": Row(
        "/transcriptions/{draft}/write/",
        {"version": "0", "deal": "1", "line": "h1", "text": ""},
        "in 404 404 404 404 404 404 404 404 400 404",
        "in 404 404 404 404 404 404 404 404 400 404",
        "in 404 404 404 404 404 404 404 404 400 404",
    ),
}


def address(site: Site, name: str) -> tuple[str, dict[str, str]]:
    path, data, *_ = ROUTES[name]
    return path.format(**site.words), {key: one.format(**site.words) for key, one in data.items()}


def tried(site: Site, who: str) -> dict[str, str]:
    """By route what the reader is answered. Whoever is refused has changed nothing."""
    client, found = browser_of(site.cookies[who]), {}
    before = stored()
    for name in ROUTES:
        forget_games()
        with undone(), writing_statements() as written:
            found[name] = answer(client.post(*address(site, name)))
            assert found[name] not in REFUSED or not written or stored() == before, name
    return found


def stored() -> list[object]:
    """What there is of tables and of what people have written."""
    models = (Game, Event, Automation, Comment, Note, ChatMessage, Upload, Draft)
    seats = Seat.objects.order_by("pk").values("user", "invited", "bot", "autopilot", "seed")
    return [list(seats), *(list(model.objects.order_by("pk").values()) for model in models)]


def listed(state: str, who: str) -> dict[str, str]:
    return {name: column(getattr(row, state), who, READERS) for name, row in ROUTES.items()}


def hidden(state: str, who: str) -> dict[str, str]:
    """What is answered at a table that is not listed. An offer ends with the match."""
    expected = listed(state, who)
    is_outside = who in OUTSIDE or (who, state) == ("substitute", "over")
    may_review = () if state == "lobby" or who != "former" else OPEN_TO_FORMER
    for name, row in ROUTES.items():
        if is_outside and row.path.startswith("{table}") and name not in may_review:
            expected[name] = "404"
    if state != "lobby" and (is_outside or who in ("anonymous", "substitute")):
        # The link leads to the page for sitting down, where no seat is free.
        expected["games:join"] = "409"
    return expected


@pytest.fixture
def site(request: pytest.FixtureRequest, state: str) -> Site:
    found: Site = request.getfixturevalue(state)
    return found


def test_every_route_that_changes_something_is_tried(ai: User) -> None:
    client = client_of(ai)
    assert taking("POST", "games", client) == ROUTES.keys()
    for method in ("PUT", "PATCH", "DELETE"):
        assert taking(method, "games", client) == set()


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("who", READERS)
def test_at_a_listed_table(who: str, state: str, site: Site) -> None:
    assert tried(site, who) == listed(state, who)


@pytest.mark.slow
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("who", ["anonymous", *OUTSIDE, "substitute", "mover"])
def test_at_a_table_that_is_not_listed(who: str, state: str, site: Site) -> None:
    Game.objects.update(is_listed=False)
    assert tried(site, who) == hidden(state, who)
