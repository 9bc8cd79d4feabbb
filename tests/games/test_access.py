"""Each getter of tables, tried by every reader.

Which view has which: `tests/site/test_doors.py`.
"""

import pytest

from games import access
from games.models import Game
from tests.support.club_readers import answer_of, visitor
from tests.support.table_readers import READERS, Site, at_a_lobby, at_a_match_that_is_over, at_a_running_match
from tests.support.worlds import world

pytestmark = pytest.mark.django_db
lobby = world(at_a_lobby)
running = world(at_a_running_match)
over = world(at_a_match_that_is_over)
SEATED = {"muted", "waiting", "mover", "host"}
FORMER = {"former"}


@pytest.mark.parametrize("is_listed", [True, False], ids=["listed", "hidden"])
@pytest.mark.parametrize("state", ["lobby", "running", "over"])
def test_getters(request: pytest.FixtureRequest, state: str, is_listed: bool) -> None:
    """An offer ends with the match, and before it nobody has left."""
    site: Site = request.getfixturevalue(state)
    Game.objects.update(is_listed=is_listed)
    invited = set() if state == "over" else {"substitute"}
    looking = set(READERS) if is_listed else SEATED | invited
    reviewing = looking | (FORMER if state != "lobby" else set())
    slug = str(site.words["table"]).strip("/").removeprefix("t/")
    for getter, let_in, refused in (
        (access.get_game_or_404, looking, set()),
        (access.get_game_to_review_or_404, reviewing, set()),
        (access.get_own_game_or_404, SEATED, set()),
        (access.get_hosted_game, {"host"}, looking - {"host"}),
    ):
        answers = {who: answer_of(getter, visitor(site.cookies[who]), slug) for who in READERS}
        expected = {who: "refused" if who in refused else "not found" for who in READERS}
        assert answers == expected | dict.fromkeys(let_in, "in"), getter.__name__
