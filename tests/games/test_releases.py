"""A release changes what a preset means: what was begun or stored before goes on by its own rules."""

from io import StringIO
from random import Random

import pytest
from django.core.management import call_command

from games.integrity.audit import audit
from games.kernel.log import state_of
from games.lobby import services as lobby
from games.lobby.rematch import join_rematch
from games.models import ArchivedDeal, Game
from games.records import content_of
from games.records.export import record_for, whole_record
from napoleon.engine import preset_rules
from napoleon.engine.record import replay
from players.models import User
from tests.support.caches import forget_games
from tests.support.play import move, play_out, reread, running
from tests.support.releases import Release, release
from tests.support.visits import get, text

pytestmark = pytest.mark.django_db
__all__ = ["release"]

CHANGED = {
    "joker_call": "none",
    "same_two": "off",
    "first_bidder": "last_napoleon",
    "discards_shown": "all",
    "min_bid": 13,
}


def as_before_versions(game: Game) -> Game:
    """The game as a release without versions of rules stored it: a preset, and what differs from it."""
    Game.objects.filter(pk=game.pk).update(rules_json={"preset": game.rules.preset, "deals": game.rules.deals})
    return reread(game)


def install(release: Release, preset: str = "four") -> None:
    release(preset, **CHANGED)
    forget_games()


@pytest.fixture(params=["whole rules", "a preset and what differs"])
def table(request: pytest.FixtureRequest, cast: list[User]) -> Game:
    """A running match from before the release."""
    game = running(*cast[:4], preset="four", deals=2)
    for _ in range(30):
        assert any(move(game, user, Random(4)) for user in cast[:4])
    return reread(game) if request.param == "whole rules" else as_before_versions(reread(game))


def test_a_running_table_plays_on_by_its_rules(table: Game, cast: list[User], release: Release) -> None:
    before, rules = state_of(table).match, table.rules
    install(release)
    assert reread(table).rules == rules != preset_rules("four")
    assert state_of(reread(table)).match == before
    play_out(table, *cast[:4])
    over = reread(table)
    assert over.status == Game.Status.FINISHED
    assert state_of(over).match.rules == rules


def test_its_pages_records_and_archive_stay(table: Game, cast: list[User], release: Release) -> None:
    play_out(table, *cast[:4])
    over = reread(table)
    record, content, scores = whole_record(over), over.content, state_of(over).match.scores
    pages = [f"{over.get_absolute_url()}{part}" for part in ("", "review/", "result/", "rules/")]
    seen = [get(cast[0], page).status_code for page in pages]
    deals = list(ArchivedDeal.objects.filter(game=over).order_by("number").values())
    install(release)
    assert whole_record(reread(over)) == record
    assert state_of(reread(over)).match.scores == scores
    assert content_of(over.rules, [event for found in replay(record.splitlines()) for event in found.events]) == content
    assert [get(cast[0], page).status_code for page in pages] == seen
    call_command("rebuild", over.slug, stdout=StringIO())
    assert list(ArchivedDeal.objects.filter(game=over).order_by("number").values()) == deals
    assert reread(over).content == content


def test_its_log_is_verified(cast: list[User], release: Release) -> None:
    game = running(*cast[:4], preset="four", deals=1)
    install(release)
    assert [check.claim for check in audit(reread(game)) if not check.holds] == []


def test_the_record_of_a_running_match_says_by_which_rules(table: Game, cast: list[User], release: Release) -> None:
    seat = table.seats.get(user=cast[0])
    install(release)
    record = record_for(reread(table), seat)
    assert record is not None
    (read,) = replay(record.splitlines()[:1])
    assert read.rules == table.rules


def test_bots_play_by_the_rules_of_their_table(ai: User, release: Release) -> None:
    terms = lobby.TableTerms(rules=preset_rules("booklet"), is_listed=False)
    game = lobby.create(terms, host=ai, bots="corporal")
    rules = game.rules
    install(release, "booklet")
    play_out(game, ai)
    assert state_of(reread(game)).match.rules == rules


def test_a_rematch_has_the_rules_of_the_match(table: Game, cast: list[User], release: Release) -> None:
    play_out(table, *cast[:4])
    install(release)
    again = join_rematch(game_id=table.pk, user=cast[0])
    assert again.rules == table.rules


def test_a_new_table_has_todays_rules(ai: User, release: Release) -> None:
    install(release)
    shown = text(get(ai, "/tables/new/?preset=four"))
    assert 'value="13"' in shown
    game = lobby.create(lobby.TableTerms(rules=preset_rules("four")), host=ai)
    assert (game.rules_version, game.rules_json["min_bid"]) == (2, 13)


def test_tables_are_compared_by_their_own_rules(table: Game, cast: list[User], release: Release) -> None:
    install(release)
    page = text(get(cast[0], f"/rules/compare/?a=four&b={table.slug}&only=differences"))
    assert "13" in page
    assert "11" in page
