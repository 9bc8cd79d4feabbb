"""The picture of a finished match: who won, by what, and who may have it."""

from struct import unpack
from xml.etree import ElementTree as ET

import pytest
from django.conf import settings
from django.template.loader import render_to_string

from games.kernel.log import seats_of, state_of
from games.models import Game
from games.review.match_picture import MOST_WINNERS, match_picture_context
from napoleon.engine import view
from players.faces import HUE_STEP
from players.models import User
from tests.napoleon.engine.records import played
from tests.support.play import play_first_deal, play_out, running
from tests.support.stored_games import stored
from tests.support.visits import get, text

pytestmark = pytest.mark.django_db


def drawn(game: Game) -> dict[str, object]:
    state = state_of(game)
    return match_picture_context(view(state.match, None), seats_of(game, state), state.seen)


@pytest.fixture
def over(cast: list[User]) -> Game:
    User.objects.filter(pk=cast[1].pk).update(emblem="crane")
    return play_out(running(*cast, deals=3), *cast)


def test_everybody_is_there_by_rank_with_face_and_points(over: Game) -> None:
    scores, people = state_of(over).match.scores, [seat.user for seat in over.seats.all()]
    rows = drawn(over)["rows"]
    assert [row.points for row in rows] == sorted(scores, reverse=True)  # type: ignore[attr-defined]
    by_name = {row.name: row for row in rows}  # type: ignore[attr-defined]
    for seat, user in enumerate(people):
        assert user is not None
        row = by_name[user.name]
        assert (row.points, row.is_winner) == (scores[seat], scores[seat] == max(scores))
        assert (row.face.symbols, row.face.hue) == (user.face.symbols, user.face.hue * HUE_STEP)
    assert by_name["Bo"].face.symbols == ("crane",)


def test_each_line_goes_from_deal_to_deal_to_its_row(over: Game) -> None:
    counted = [end for end in state_of(over).match.ended if end.scores]
    for row in drawn(over)["rows"]:  # type: ignore[attr-defined]
        points = [tuple(map(int, point.split(","))) for point in row.line.split()]
        assert len(points) == 1 + len(counted) + 1
        assert points[-1][1] == row.y
        assert points == sorted(points, key=lambda point: point[0])


def test_bots_have_the_faces_of_their_seats(ai: User) -> None:
    game = play_out(running(ai, deals=1), ai)
    bots = {seat.as_bot.symbols for seat in game.seats.all() if seat.as_bot}
    faces = [row.face for row in drawn(game)["rows"]]  # type: ignore[attr-defined]
    assert {face.symbols for face in faces if face.hue is None} == bots


def test_who_has_left_the_site_has_no_face(over: Game, cast: list[User]) -> None:
    cast[1].delete()
    rows = drawn(Game.objects.with_seats().get(pk=over.pk))["rows"]
    assert [row.face for row in rows if row.name == "former player"] == [None]  # type: ignore[attr-defined]
    assert get(None, f"/t/{over.slug}/picture.png").status_code == 200


def test_the_picture_is_for_those_who_may_see_the_match_once_it_is_over(over: Game, cast: list[User]) -> None:
    path = f"/t/{over.slug}/picture.png"
    picture = get(None, path)
    assert picture.headers["Content-Type"] == "image/png"
    assert unpack(">II", picture.content[16:24]) == (1200, 630)
    assert get(cast[0], path).content == picture.content
    Game.objects.filter(pk=over.pk).update(is_listed=False)
    assert get(None, path).status_code == 404
    assert get(cast[0], path).status_code == 200


def test_a_match_that_goes_on_has_none(cast: list[User]) -> None:
    game = play_first_deal(running(*cast, deals=2), *cast)
    assert get(cast[0], f"/t/{game.slug}/picture.png").status_code == 404


def test_a_match_that_is_over_but_sealed_has_none_yet(over: Game, cast: list[User]) -> None:
    Game.objects.filter(pk=over.pk).update(status=Game.Status.SEALED)
    assert get(cast[0], f"/t/{over.slug}/picture.png").status_code == 404
    assert "picture.png" not in text(get(cast[0], f"/t/{over.slug}/"))


def test_the_page_of_the_winner_leads_to_it_and_so_does_the_preview_of_its_link(over: Game) -> None:
    page = text(get(None, f"/t/{over.slug}/"))
    assert f'href="/t/{over.slug}/picture.png"' in page
    assert f'property="og:image" content="{settings.SITE_URL}/t/{over.slug}/picture.png"' in page


@pytest.mark.parametrize("seed", range(8))
def test_matches_of_any_rules_can_be_drawn(people: list[User], seed: int) -> None:
    match = played(seed, cut=False)
    game = stored(people, match.rules, match.events)
    context = drawn(game)
    assert len(context["faces"]) <= MOST_WINNERS  # type: ignore[arg-type]
    ET.fromstring(render_to_string("games/review/match_picture.svg", context))  # our own
