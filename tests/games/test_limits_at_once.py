"""Limits per person hold where two windows add something at the same moment."""

from datetime import date
from functools import partial
from uuid import uuid4

import pytest

from games.analysis import services as analysis
from games.boards.services import board_rules
from games.boards.tables import open_for_people
from games.comments import services as comments
from games.comments.models import PositionKey
from games.imports import services as imports
from games.imports.services import UploadError
from games.kernel.transaction import TableError
from games.lobby import services as lobby_services
from games.lobby.rematch import join_rematch
from games.models import Analysis, Candidate, Comment, Draft, Game, Note, Seat, Upload
from games.transcription import services as drafts
from games.transcription.services import DraftError, TableTold
from napoleon.time_bank import ClockRules
from players.models import User
from tests.napoleon.engine.records import played
from tests.support.analyses import blundered
from tests.support.concurrency import at_once
from tests.support.play import play_out, running
from tests.support.scribe import a_match

pytestmark = pytest.mark.django_db(transaction=True)
WINDOWS = 4
WRITTEN = [(comments.create_note, Note, None), (comments.create_comment, Comment, PositionKey(1, 1))]


@pytest.mark.parametrize(("create", "model", "place"), WRITTEN)
def test_notes_and_comments(create, model, place, ai: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comments, "MOST", 1)
    add = partial(create, game=running(ai, deals=1), user=ai, place=place, text="Hm")
    at_once(*[lambda: add(key=uuid4())] * WINDOWS, refusals=(comments.TooMany,))
    assert model.objects.count() == 1


def test_uploads(ai: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports, "MAX_WAITING", 1)

    sent = [partial(imports.begin, user=ai, data=b"{}" * n) for n in range(1, WINDOWS + 1)]
    at_once(*sent, refusals=(UploadError,))
    assert Upload.objects.count() == 1


def test_one_match_in_two_uploads(ai: User) -> None:
    data = "\n".join(played(0, cut=False).lines).encode()
    uploads = [imports.begin(user=ai, data=data + end) for end in (b"", b"\n")]
    at_once(*(partial(imports.confirm, upload=one, members={}, is_listed=True) for one in uploads))
    assert Game.objects.count() == 1


def test_one_match_in_uploads_of_two_people(ai: User, bo: User) -> None:
    lines = "\n".join(played(0, cut=False).lines).encode()
    uploads = [imports.begin(user=user, data=lines) for user in (ai, bo)]
    at_once(*(partial(imports.confirm, upload=one, members={}, is_listed=True) for one in uploads))
    game = Game.objects.get()
    assert Candidate.objects.get(game=game).upload.user == game.host
    assert Candidate.objects.get(same=game).upload.user != game.host


def test_analyses(ai: User, bo: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "MAX_WAITING", 1)
    asked = [partial(analysis.ask, blundered([ai, bo]), ai) for _ in range(WINDOWS)]
    at_once(*asked, refusals=(analysis.TooManyWaiting,))
    assert Analysis.objects.count() == 1


def test_listed_tables(ai: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_services, "MOST_OPEN", 1)
    rules = a_match(7, preset="nap", deals=1).rules

    def add() -> object:
        return lobby_services.create(lobby_services.TableTerms(rules=rules), host=ai)

    at_once(*[add] * WINDOWS, refusals=(TableError,))
    assert Game.objects.count() == 1


def test_listed_rematches(ai: User, bo: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_services, "MOST_OPEN", 1)
    games = [play_out(running(ai, bo, preset="nap", deals=1), ai, bo) for _ in range(WINDOWS)]
    asked = [partial(join_rematch, game_id=game.pk, user=ai) for game in games]
    at_once(*asked, refusals=(TableError,))
    assert Game.objects.filter(rematch_of__isnull=False).count() == 1


def test_drafts(ai: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drafts, "MOST", 1)
    rules = a_match(7, preset="nap", deals=1).rules
    names = [f"Player {number}" for number in range(1, rules.players + 1)]
    tables = [
        TableTold(name=f"Table {number}", played_on=date(2026, 11, 3), rules=rules, players=names, dealer=0)
        for number in range(WINDOWS)
    ]
    begun = (partial(drafts.begin, user=ai, table=table) for table in tables)
    at_once(*begun, refusals=(DraftError,))
    assert Draft.objects.count() == 1


def test_tables_with_the_same_deals(ai: User, bo: User) -> None:
    board_set = open_for_people(ai, board_rules("four", 1), ClockRules(), 3)
    free = [game.pk for game in board_set.games.order_by("pk") if not game.seats.filter(user=ai).exists()]
    at_once(*(partial(lobby_services.take_seat, game_id=key, user=bo) for key in free), refusals=(TableError,))
    assert Seat.objects.filter(user=bo).count() == 1
