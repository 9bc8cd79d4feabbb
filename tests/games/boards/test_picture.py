"""The picture of one's own boards, and the one of all results of a board."""

from itertools import pairwise
from struct import unpack
from xml.etree import ElementTree as ET

import pytest
from django.template.loader import render_to_string

from games.boards.closing import close
from games.boards.context import board_set_page
from games.boards.distribution import BASE, WIDTH, distribution_of
from games.boards.picture import picture_context
from games.boards.scoring import Field
from players.models import User
from tests.support.boards import open_boards, play_boards
from tests.support.visits import get, post, text


@pytest.mark.django_db
def test_it_is_for_the_person_who_has_played(ai: User, bo: User) -> None:
    board_set = open_boards("nap", 2)
    path = f"{board_set.get_absolute_url()}picture.png"
    post(ai, f"{board_set.get_absolute_url()}play/")
    assert get(ai, path).status_code == 404
    play_boards(board_set, ai)
    picture = get(ai, path)
    assert picture.headers["Content-Type"] == "image/png"
    assert unpack(">II", picture.content[16:24]) == (1200, 630)
    assert get(bo, path).status_code == 404
    assert get(None, path).status_code == 302
    page = text(get(ai, board_set.get_absolute_url()))
    assert f'src="{path}"' in page
    assert 'alt="Your boards as squares: 1: ' in page


@pytest.mark.django_db
@pytest.mark.parametrize("boards", [1, 4, 8])
def test_squares_of_any_number_fit_and_tell_no_card(boards: int, ai: User) -> None:
    ai.name = "A & <i>"
    ai.save()
    board_set = open_boards("nap", boards)
    play_boards(board_set, ai)
    close(board_set)
    board_set.refresh_from_db()
    context = picture_context(board_set_page(board_set, ai))
    svg = render_to_string("games/boards/result_picture.svg", context)
    drawn = "".join(element.text or "" for element in ET.fromstring(svg).iter() if element.tag.endswith("}text"))
    assert "1 / 1" in drawn
    squares = context["squares"]
    assert len(squares) == boards
    assert squares[0][0] >= 48
    assert squares[-1][0] + context["side"] <= 1152


def test_bars_stand_in_scale_and_have_room() -> None:
    shown = distribution_of(Field.of([-4, 2, 2, 2, 6]), own=2, captain=0)
    assert shown is not None
    assert [(bar.points, bar.times, bar.is_mine, bar.is_captains) for bar in shown.bars] == [
        (-4, 1, False, False),
        (0, 0, False, True),
        (2, 3, True, False),
        (6, 1, False, False),
    ]
    left, _captain, mine, right = shown.bars
    assert (left.height, mine.height) == (44.0, 132.0)
    assert left.x > 0
    assert right.x + right.width < WIDTH
    assert mine.top == BASE - 132
    assert left.middle < shown.mean_x < right.middle


def test_labels_do_not_lie_on_each_other() -> None:
    shown = distribution_of(Field.of(range(-40, 41)), own=None, captain=None)
    assert shown is not None
    labels = [bar.middle for bar in shown.bars if bar.is_labelled]
    assert min(after - before for before, after in pairwise(labels)) >= 30
    assert distribution_of(Field.of([]), None, None) is None
