"""Two windows write to the same draft at once: one succeeds, the other gets a warning."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from games.models import Draft, Game
from games.transcription import services
from games.transcription.services import DraftError, StaleDraft
from players.models import User
from tests.support.concurrency import at_once
from tests.support.drafts import begun
from tests.support.scribe import a_match, with_hands

pytestmark = pytest.mark.django_db(transaction=True)
MATCH = a_match(7, preset="nap", deals=1)


def stale(*tasks: Callable[[], object]) -> int:
    """How many of the tasks came too late; they begin at the same moment."""
    barrier = Barrier(len(tasks))

    def run(task: Callable[[], object]) -> bool:
        try:
            barrier.wait(20)
            task()
        except StaleDraft:
            return True
        finally:
            connection.close()
        return False

    with ThreadPoolExecutor(len(tasks)) as pool:
        return sum(pool.map(run, tasks))


def test_of_two_lines_for_one_place_one_is_written(ai: User) -> None:
    draft = begun(ai, MATCH)

    def writes(text: str) -> Callable[[], None]:
        return lambda: services.write(draft=draft, version=0, index=1, line="auction", text=text)

    assert stale(writes("p two"), writes("p three")) == 1
    draft.refresh_from_db()
    assert draft.version == 1
    assert draft.sheet_json in ([[["auction", "P two"]]], [[["auction", "P three"]]])


def test_a_match_that_is_stored_twice_at_once_is_stored_once(ai: User) -> None:
    draft = begun(ai, MATCH, *with_hands(MATCH.rules, MATCH.events))

    def stores() -> Game:
        return services.finish(draft=draft, version=draft.version, is_over_now=True, members={}, is_listed=True)

    assert stale(stores, stores) == 1
    assert Game.objects.count() == 1
    assert not Draft.objects.exists()


def test_a_match_in_two_drafts_that_are_stored_at_once_is_stored_once(ai: User) -> None:
    drafts = [begun(ai, MATCH, *with_hands(MATCH.rules, MATCH.events)) for _ in range(2)]

    def stores(draft: Draft) -> Callable[[], object]:
        return lambda: services.finish(draft=draft, version=draft.version, is_over_now=True, members={}, is_listed=True)

    at_once(*map(stores, drafts), refusals=(DraftError,))
    assert Game.objects.count() == 1
