"""What has happened since a player's last visit: on the front page in words, at the table as cards to be shown."""

import re

import pytest

from games.kernel.log import state_of
from games.models import Game, Seat
from napoleon.engine import Pass, view
from players.models import User
from tests.support import table_pages
from tests.support.play import choices, in_play, move, move_on, move_on_unseen, play_first_deal, reread, running
from tests.support.visits import get, queries, text

pytestmark = pytest.mark.django_db


def news(user: User) -> str:
    """What the front page says is new to the person."""
    found = re.search(r'<small class="new">(.*?)</small>', text(get(user, "/")), re.DOTALL)
    return " ".join(re.sub("<[^>]*>", " ", found[1]).split()) if found else ""


def gathered(user: User, game: Game, shown: str = "") -> list[tuple[int, int]]:
    """For each trick that the page has still to gather, how many cards it has, and how many of them are new."""
    path = f"board/?deal=1&shown={shown}" if shown else "?deal=1"
    tricks = re.findall(r"<li data-winner=.*?</li>", text(get(user, f"/t/{game.slug}/{path}")), re.DOTALL)
    return [(trick.count("data-place="), trick.count("data-new")) for trick in tricks]


def test_who_moves_has_seen_what_was_played(ai: User) -> None:
    game = in_play(ai)
    move(game, ai)
    assert news(ai) == ""
    assert gathered(ai, game) == []


def test_before_the_first_visit_nothing_is_new(cast: list[User]) -> None:
    game = in_play(*cast)
    assert news(cast[0]) == ""
    assert gathered(cast[0], game) == []


def test_nothing_is_new_right_after_a_visit(cast: list[User]) -> None:
    game = in_play(*cast)
    get(cast[0], game.get_absolute_url())
    assert news(cast[0]) == ""
    assert queries(cast[0], game.get_absolute_url()) < 8


def test_the_front_page_tells_of_calls_tricks_and_cards(cast: list[User]) -> None:
    game = running(*cast, deals=1)
    reader = cast[0]
    get(reader, game.get_absolute_url())
    caller = move_on(game, cast, 1)[0]
    said = view(state_of(reread(game)).match, None).deals[0].auction[-1]
    name = "You" if caller == reader else caller.name
    new = news(reader)
    assert new.startswith(f"Since your visit: {name} ")
    assert new.endswith("pass" if isinstance(said, Pass) else str(said.count))


def test_the_front_page_counts_tricks_and_names_the_cards_on_the_table(cast: list[User]) -> None:
    game = in_play(*cast)
    reader = cast[0]
    get(reader, game.get_absolute_url())
    move_on_unseen(game, reader, cast, 5 + 5 + 2)
    deal = view(state_of(reread(game)).match, None).deals[0]
    seat = Seat.objects.get(game=game, user=reader).number
    winners = [trick.winner for trick in deal.tricks[2:]]
    assert len(winners) == 2
    said = news(reader)
    for winner in set(winners):
        name, n = ("you" if winner == seat else cast[winner].name), winners.count(winner)
        assert f"{name} won {n} trick" in said
    assert "on the table" in said
    assert len(deal.trick) == 2


def test_an_ended_deal_is_told_until_the_table_is_visited(ai: User) -> None:
    game = running(ai, deals=2)
    get(ai, game.get_absolute_url())
    play_first_deal(game, ai)
    assert "deal 1 ended" in news(ai)
    get(ai, game.get_absolute_url())
    assert "ended" not in news(ai)


def test_the_table_gathers_what_was_played_since_the_visit(cast: list[User]) -> None:
    game = in_play(*cast)  # two tricks: the second still lies there
    reader = cast[0]
    get(reader, game.get_absolute_url())
    move_on(game, cast, 1)
    assert gathered(reader, game) == [(5, 0)]
    assert gathered(reader, game) == []
    move_on_unseen(game, reader, cast, 5 + 5 + 2)
    # The trick that had begun, the two after it; the rest lies on the table.
    assert gathered(reader, game) == [(5, 4), (5, 5)]


def test_a_board_gathers_what_its_page_does_not_show(cast: list[User]) -> None:
    game = in_play(*cast)
    move_on(game, cast, 1)
    assert gathered(cast[0], game, "10") == [(5, 0)]
    assert gathered(cast[0], game, "8") == [(5, 2)]
    assert gathered(cast[0], game, "11") == []
    assert gathered(cast[0], game, "0") == [(5, 5), (5, 5)]


def test_those_who_look_on_have_no_last_visit(cast: list[User]) -> None:
    game = in_play(*cast[:5])
    get(None, game.get_absolute_url())
    move_on(game, cast, 6)
    assert "data-winner" not in text(get(None, game.get_absolute_url()))


def test_a_move_marks_what_its_answer_shows(cast: list[User]) -> None:
    game = in_play(*cast)
    mover = next(user for user in cast if choices(game, user))
    fields = table_pages.fields(get(mover, game.get_absolute_url()))
    assert Seat.objects.get(game=game, user=mover).moves_seen["1"] > 10
    assert fields["shown"] == "10"
