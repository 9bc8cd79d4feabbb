"""Twins of a set: what somebody did with the same cards changes no answer to others before the close, by any route."""

import re
from collections.abc import Callable, Iterator

import pytest
from django.utils import timezone

from games.boards.services import begin, open_challenge
from games.models import BoardPlay, BoardSet, Game
from leagues.models import BoardWeek, Club
from players.models import User
from tests.support.api import Program
from tests.support.board_weeks import planned_series
from tests.support.boards import open_boards, play_boards
from tests.support.club_readers import undone
from tests.support.visits import get, text

pytestmark = pytest.mark.django_db

ALWAYS_NEW = re.compile(r'name="key" value="[^"]*"')


def daily(_club: Club, _organiser: User) -> BoardSet:
    return open_boards(boards=1)


def challenge(_club: Club, host: User) -> BoardSet:
    return open_challenge(host, "gurunapo", 1, players=5)


def club_week(club: Club, organiser: User) -> BoardSet:
    board_set = BoardWeek.objects.get(series=planned_series(club, organiser), number=1).board_set
    assert board_set is not None
    return board_set


def pages(board_set: BoardSet, own: Game, other: Game) -> Iterator[str]:
    address, profile = board_set.get_absolute_url(), f"/u/{other.seats.get(number=0).user_id}/"
    yield from ("/", "/me/", "/tables/", "/archive/", "/boards/", "/daily/", profile, f"{profile}statistics/")
    yield from ("/clubs/tuesday/", "/clubs/tuesday/boards/", "/clubs/tuesday/boards/1/", "/clubs/tuesday/statistics/")
    yield from (address, f"{address}1/", f"{address}picture.png", "/me/notifications/")
    for game in (own, other):
        yield f"/t/{game.slug}/"
        yield from (f"/t/{game.slug}/{rest}/" for rest in ("board", "review", "review/1/3", "record", "analysis"))
        yield from (f"/t/{game.slug}/{rest}/" for rest in ("score-sheet", "shuffle", "people", "comments", "chat"))


def calls(own: Game, other: Game) -> Iterator[str]:
    yield from ("/games", "/games?mine=true", "/archive", "/archive.ndjson", "/clubs/tuesday")
    for game in (own, other):
        yield from (f"/games/{game.slug}", f"/games/{game.slug}/chat", f"/records/{game.slug}")


def answers(reader: User | None, board_set: BoardSet, own: Game, other: Game) -> dict[str, tuple[int, str]]:
    program = Program(reader)
    found = {path: get(reader, path) for path in pages(board_set, own, other)}
    told = {path: (page.status_code, ALWAYS_NEW.sub("", text(page))) for path, page in found.items()}
    for path in calls(own, other):
        answer = program.get(path)
        told[f"API {path}"] = answer.status_code, b"".join(answer).decode()
    return told


@pytest.mark.slow
@pytest.mark.parametrize("opened", [daily, challenge, club_week])
def test_what_somebody_did_with_the_same_cards_changes_nothing_for_others(
    opened: Callable[[Club, User], BoardSet],
    club: Club,
    ai: User,
    bo: User,
    chie: User,
    emi: User,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = timezone.now()
    monkeypatch.setattr("django.utils.timezone.now", lambda: now)
    board_set = opened(club, ai)
    own = begin(board_set, bo).game
    seen, lines = [], []
    for seed in (1, 2):
        with undone():
            other = play_boards(board_set, chie, seed=seed).game
            Game.objects.filter(pk=other.pk).update(slug="otherwise")
            other.refresh_from_db()
            lines.append(list(other.events.values_list("payload", flat=True)))
            # The host or organiser, one who has begun, one who has not, and a visitor.
            seen.append([answers(reader, board_set, own, other) for reader in (ai, bo, emi, None)])
            assert BoardPlay.objects.filter(user=chie).exists()
    assert lines[0] != lines[1]
    for before, after in zip(*seen, strict=True):
        assert {path for path in before if before[path] != after[path]} == set()
        assert before["/t/otherwise/"][0] == 404
        assert {code for path, (code, _told) in before.items() if path.startswith("API /records")} == {404}
