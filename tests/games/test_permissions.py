"""Every route of tables by which something is changed, tried by everybody."""

import pytest

from games.models import Automation, ChatMessage, Comment, Draft, Event, Game, Note, Seat, Upload
from tests.support.caches import forget_games
from tests.support.club_readers import answer, browser_of, undone
from tests.support.route_tables import RouteTable, some
from tests.support.routes import taking
from tests.support.stored_rows import writing_statements
from tests.support.table_readers import READERS, Site, at_a_lobby, at_a_match_that_is_over, at_a_running_match
from tests.support.worlds import world

pytestmark = pytest.mark.django_db
lobby = world(at_a_lobby)
running = world(at_a_running_match)
over = world(at_a_match_that_is_over)
STATES = ("lobby", "running", "over")
OUTSIDE = ("guest", "stranger", "blocked", "former", "staff")
"""From them a table that is not listed is hidden."""
OPEN_TO_FORMER = ("games:analyse", "games:comment")
"""They may review what they have played."""
REFUSED = ("in", "403", "404", "409", "422")


ROUTES = RouteTable(
    """
    games:act | POST | {table}act/ | do=pass&deal=2&seen={seen} | persons 404 \
        | in 404 404 404 404 404 422 422 303 422 404 | seats 422
    games:add_note | POST | {table}note/ | text=Mine | persons 303
    games:agree_to_live | POST | {table}live/ | - | seats 409 | seats 302 | seats 409
    games:analyse | POST | {table}analysis/ask/ | - | persons 404 | persons 404 | persons 302
    games:cancel | POST | {table}cancel/ | - | host 302 | host 409 | host 409
    games:cancel_meeting | POST | {table}meeting/cancel/ | - | seats 409 | seats 302 | seats 409
    games:chat | POST | {table}chat/ | text=Hello | in 404 404 404 404 404 422 303 303 303 404
    games:close_board_set | POST | /boards/none/close/ | - | persons 404
    games:comment | POST | {table}review/1/3/comment/ | text=Why? | persons 404 \
        | in 404 404 404 303 404 403 303 303 303 404 | in 403 303 303 303 303 403 303 303 303 303
    games:delete_comment | POST | {table}comments/{comment}/delete/ | - | persons 404 | writer 303 | writer 303
    games:delete_note | POST | {table}notes/{note}/delete/ | - | writer 303
    games:discard_transcription | POST | /transcriptions/{draft}/discard/ | - | writer 302
    games:discard_upload | POST | /imports/{upload}/discard/ | - | writer 302
    games:drop_plan | POST | {table}plan/drop/ | deal=2&plan=x | seats 422 | seats 303 | seats 422
    games:edit_comment | POST | {table}comments/{comment}/edit/ | text=Otherwise | persons 404 | writer 303 \
        | writer 303
    games:edit_note | POST | {table}notes/{note}/edit/ | text=Otherwise | writer 303
    games:end_live | POST | {table}live/end/ | - | seats 409 | seats 302 | seats 409
    games:exercise_step | POST | {table}exercise/1/6/ | card=SA | all 404
    games:finish_transcription | POST | /transcriptions/{draft}/finish/ | - | writer 302
    games:fix_meeting | POST | {table}meeting/ | at=2031-01-01T12:00 | seats 409
    games:fill_duplicate | POST | /boards/none/fill/ | - | persons 404
    games:import_matches | POST | /imports/ | text={{}} | in 403 302 302 302 302 422 302 302 302 302
    games:give_cards | POST | {table}give-cards/ | - | seats 409 | seats 409 | seats 302
    games:invite | POST | {table}invite/ | number=5&name=Itsu | host 302 | host 409 | host 409
    games:join | POST | /join/{invitation}/ | - | 302 302 302 409 302 302 302 302 302 302 302 | all 302 | all 302
    games:leave | POST | {table}leave/ | sure=on | seats 409 | seats 302 | seats 409
    games:leave_seat | POST | {table}leave-seat/ | - | seats 302 | seats 409 | seats 409
    games:new_challenge | POST | /boards/new/ | preset=nap&boards=9 | persons 422
    games:new_duplicate | POST | /boards/tables/new/ | preset=nap&boards=9 | persons 422
    games:delete_house_rules | POST | /rules/house/none/delete/ | - | persons 404
    games:edit_house_rules | POST | /rules/house/none/edit/ | - | persons 404
    games:new_house_rules | POST | /rules/house/new/ | - | in 302 422 422 422 422 422 422 422 422 422
    games:new_table | POST | /tables/new/ | - | persons 422
    games:new_transcription | POST | /transcriptions/new/ | - | in 302 422 422 422 422 422 422 422 422 422
    games:not_me | POST | {table}not-me/ | - | seats 403
    games:offer | POST | {table}offer/ | number=4&name=Itsu | host 409 | host 302 | host 409
    games:pause | POST | {table}pause/ | days=1&reason=Feast | host 409 | host 302 | host 409
    games:plan | POST | {table}plan/ | deal=2&do=pass | seats 422 | seats 303 | seats 422
    games:play_forced | POST | {table}play-forced/ | wished=yes | seats 422 | seats 303 | seats 422
    games:play_board_set | POST | /boards/none/play/ | - | all 404
    games:play_now | POST | /play-now/ | - | all 302
    games:rematch | POST | {table}rematch/ | - | seats 409 | seats 409 | seats 302
    games:resume | POST | {table}resume/ | - | host 409 | host 302 | host 409
    games:seat_bot | POST | {table}seat-bot/ | number=5&level=recruit | host 302 | host 409 | host 409
    games:seed | POST | {table}seed/ | seed=x | in 404 404 404 404 404 422 302 302 302 404 \
        | in 404 404 404 404 404 422 409 409 409 404 | in 404 404 404 404 404 422 409 409 409 404
    games:share_notes | POST | {table}notes/share/ | note={note} | in 403 404 404 404 404 403 404 404 303 404
    games:store_upload | POST | /imports/{upload}/store/ | - | writer 302
    games:take_back | POST | {table}take-back/ | - | seats 409 | seats 302 | seats 409
    games:take_back_line | POST | /transcriptions/{draft}/take-back/ | version=0 | writer 302
    games:take_move_back | POST | {table}take-move-back/ | deal=2 | seats 303
    games:seat_me | POST | /tables/seat-me/ | - | all 422
    games:end_seat_wish | POST | /tables/seat-me/end/ | - | persons 302
    games:take_seat | POST | {table}take-seat/ | number=5 | 302 302 302 409 302 302 302 302 302 302 302 \
        | 409 409 409 409 409 302 409 409 409 409 409 | all 409
    games:tap_plan | POST | {table}plan/tap/ | deal=2&do=pass | persons 404 | seats 303 | seats 422
    games:transcription_table | POST | /transcriptions/{draft}/table/ | - | writer 422
    games:unshare_notes | POST | {table}notes/unshare/ | note={note} | writer 303
    games:write_line | POST | /transcriptions/{draft}/write/ | version=0&deal=1&line=h1&text= | writer 400
    """,
    READERS,
    {
        "all": "· · · · · · · · · · ·",
        "persons": "in · · · · · · · · · ·",
        "seats": "in 404 404 404 404 404 · · · · 404",
        "host": "in 403 403 403 403 403 403 403 403 · 403",
        "writer": "in 404 404 404 404 404 404 404 404 · 404",
    },
)
"""What each reader is answered at a listed table in the states of `STATES`."""


def address(site: Site, name: str) -> tuple[str, dict[str, str]]:
    row = ROUTES[name]
    data = {key: value.format(**site.words) for key, value in row.data.items()}
    return row.path.format(**site.words), data


def tried(site: Site, who: str) -> dict[str, str]:
    """The answers to the reader by route; a refused request has changed nothing."""
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
    return ROUTES.answers_to(who, STATES.index(state))


def hidden(state: str, who: str) -> dict[str, str]:
    """What is answered at a table that is not listed. An offer ends with the match."""
    expected = listed(state, who)
    is_outside = who in OUTSIDE or (who, state) == ("substitute", "over")
    may_review = () if state == "lobby" or who != "former" else OPEN_TO_FORMER
    for name, row in ROUTES.items():
        if is_outside and row.path.startswith("{table}") and name not in may_review:
            expected[name] = "404"
    if who == "anonymous":
        # Visitors sit down as guests, at tables that are listed.
        expected["games:take_seat"] = "404"
    if state != "lobby" and (is_outside or who == "anonymous"):
        # An invitation ends when the match starts.
        expected["games:join"] = "404"
    return expected


@pytest.fixture
def site(request: pytest.FixtureRequest, state: str) -> Site:
    found: Site = request.getfixturevalue(state)
    return found


def test_every_route_that_changes_something_is_tried() -> None:
    assert taking("POST", "games") == ROUTES.keys()


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("who", some(READERS, "former", "mover", "host"))
def test_at_a_listed_table(who: str, state: str, site: Site) -> None:
    assert tried(site, who) == listed(state, who)


@pytest.mark.slow
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("who", ["anonymous", *OUTSIDE, "substitute", "mover"])
def test_at_a_table_that_is_not_listed(who: str, state: str, site: Site) -> None:
    Game.objects.update(is_listed=False)
    assert tried(site, who) == hidden(state, who)
