"""Forms that the benchmarks and the trial of the image fill in."""

from random import Random
from urllib.parse import urlencode

import pytest

from benchmarks.tables import filled_in
from games.kernel.log import state_of
from napoleon.engine import is_over, to_act
from players.models import User
from tests.support.play import reread, running
from tests.support.visits import client_of

FORM = "application/x-www-form-urlencoded"


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("preset", ["gurunapo", "nap"])
def test_every_form_of_a_match_is_filled_in(preset: str, cast: list[User]) -> None:
    game = running(*cast, preset=preset, players=5, deals=1)
    clients = [client_of(user) for user in cast]
    rng = Random(5)
    while not is_over(match := state_of(game).match):
        [(_deal, seat), *_others] = to_act(match)
        page = clients[seat].get(f"/t/{game.slug}/board/").content.decode()
        answer = clients[seat].post(f"/t/{game.slug}/act/", urlencode(filled_in(page, rng)), content_type=FORM)
        assert answer.status_code == 303
        game = reread(game)
