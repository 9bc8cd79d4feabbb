"""Matches that were imported or typed in are analysed like those of the site, when somebody asks."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from games.analysis import services
from games.imports.parse import records
from games.imports.store import store_record
from games.kernel.followers import catch_up
from games.models import Analysis, DealAnalysis, Game
from games.records import whole_record
from games.transcription import services as transcription
from players.models import User
from tests.support.drafts import begun
from tests.support.play import play_out, running
from tests.support.scribe import a_match, without_hands
from tests.support.visits import get, guest, post

pytestmark = pytest.mark.django_db


def imported(host: User) -> Game:
    """A match of Nap between others that was read from its record."""
    others = guest(), guest()
    (record,) = records(whole_record(play_out(running(*others, preset="nap", players=2, deals=1), *others)).encode())
    return store_record(record, host=host, members={}, is_listed=True, now=datetime(2026, 5, 1, 12, tzinfo=UTC))


def typed_in(host: User) -> Game:
    """A match of Nap that was written from a sheet of tricks."""
    match = a_match(7, preset="nap", deals=1)
    draft = begun(host, match, *without_hands(match.rules, match.events))
    return transcription.finish(draft=draft, version=draft.version, is_over_now=False, members={}, is_listed=True)


@pytest.mark.parametrize("bring", [imported, typed_in])
def test_a_match_that_was_brought_here_is_analysed_when_somebody_asks(ai: User, bring: Callable[[User], Game]) -> None:
    game = bring(ai)
    assert game.is_imported
    catch_up(game.pk)
    assert not Analysis.objects.exists()
    assert post(ai, f"/t/{game.slug}/analysis/ask/").status_code == 302
    while services.analyse_next():
        pass
    assert Analysis.objects.get(pk=game.pk).is_finished
    analyses = DealAnalysis.objects.filter(analysis=game.pk)
    assert [deal.number for deal in analyses] == services.deals_to_analyse(game)
    assert all(deal.judgement_json and deal.luck_json for deal in analyses)
    assert get(ai, f"/t/{game.slug}/analysis/").status_code == 200
