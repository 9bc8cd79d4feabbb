"""What was played at a table, read from the log of its game."""

import time
from threading import Event

import pytest
from django.utils import timezone

from games.kernel import early_end
from games.kernel.log import state_of
from games.models import Game, Seat
from games.seats import substitution
from games.turns.services import act
from leagues.models import Club, Entry, Offer, Table
from leagues.rounds import results
from leagues.rounds.results import as_deal, as_table, read_deals
from leagues.standings import core, store
from leagues.standings.store import read_again
from players.models import User
from tests.support.concurrency import at_once
from tests.support.deals import a_deal_ends
from tests.support.stored_seasons import bare_season, entered, table_of
from tests.support.visits import get

pytestmark = pytest.mark.django_db


def reread(table: Table) -> Table:
    return Table.objects.select_related("round", "game").get(pk=table.pk)


def played_out(table: Table) -> Table:
    assert table.game
    while early_end.play_out(game_id=table.game_id or 0):
        pass
    table = reread(table)
    read_deals(table)
    return table


def accepted(table: Table, seat: int, entry: Entry) -> None:
    """They have come in there for somebody."""
    now = timezone.now()
    Offer.objects.create(
        seat=table.seats.get(number=seat),
        user=entry.user,
        entry=entry,
        state=Offer.State.ACCEPTED,
        asked_at=now,
        answer_by=now,
        settled_at=now,
    )


def test_the_deals_of_a_table_are_those_of_its_game(club: Club, cast: list[User]) -> None:
    season = bare_season(club)
    table = played_out(table_of(season, entered(season, *cast[:4])))
    counted = [end for end in state_of(Game.objects.get(pk=table.game_id)).match.ended if hasattr(end, "outcome")]
    assert [tuple(deal["scores"]) for deal in table.deals_json] == [end.scores for end in counted]
    assert len(table.deals_json) == 2
    assert [deal["napoleon"] for deal in table.deals_json] == [e.contract.napoleon for e in counted]
    assert [deal["made"] for deal in table.deals_json] == [e.outcome.made for e in counted]
    assert [deal["players"] for deal in table.deals_json] == [None, None]
    scores = [seat.score for seat in Game.objects.get(pk=table.game_id).seats.order_by("number")]
    assert [sum(column) for column in zip(*(d["scores"] for d in table.deals_json), strict=True)] == scores


def test_nap_has_no_adjutant(club: Club, cast: list[User]) -> None:
    season = bare_season(club, rules_json={"preset": "nap", "deals": 2})
    table = played_out(table_of(season, entered(season, *cast[:4])))
    assert [deal["adjutant"] for deal in table.deals_json] == [None, None]
    assert all(sum(deal["scores"]) == 0 for deal in table.deals_json)


def test_reading_again_changes_nothing(club: Club, cast: list[User]) -> None:
    season = bare_season(club)
    table = played_out(table_of(season, entered(season, *cast[:4])))
    before = (table.deals_json, table.deals_seq)
    assert not read_deals(reread(table))
    # One who has read less of the log comes late.
    behind = reread(table)
    behind.deals_seq, behind.deals_json = 0, []
    assert not read_deals(behind)
    after = reread(table)
    assert (after.deals_json, after.deals_seq) == before


def test_who_has_left_has_the_deals_before(club: Club, cast: list[User]) -> None:
    season = bare_season(club, rules_json={"preset": "four", "deals": 3})
    ai, bo, chie, dai = entered(season, *cast[:4])
    table = table_of(season, [ai, bo, chie, dai])
    a_deal_ends(table)
    substitution.leave(game_id=table.game_id or 0, user=cast[1])
    table = played_out(table)
    rest = [ai.pk, None, chie.pk, dai.pk]
    assert [deal["players"] for deal in table.deals_json] == [None, rest, rest]


def test_a_substitute_has_the_deals_that_they_end(club: Club, cast: list[User]) -> None:
    season = bare_season(club, rules_json={"preset": "four", "deals": 3})
    ai, bo, chie, dai, emi = entered(season, *cast)
    table = table_of(season, [ai, bo, chie, dai])
    game_id = table.game_id or 0
    substitution.leave(game_id=game_id, user=cast[1])
    a_deal_ends(table)
    substitution.offer(game_id=game_id, number=1, user=cast[4])
    substitution.sit_in(game_id=game_id, user=cast[4])
    accepted(table, 1, emi)
    table = played_out(table)
    before, after = [ai.pk, None, chie.pk, dai.pk], [ai.pk, emi.pk, chie.pk, dai.pk]
    assert [deal["players"] for deal in table.deals_json] == [before, after, after]
    key = Offer.objects.get().pk
    offers = [[None] * 4, [None, key, None, None], [None, key, None, None]]
    assert [deal["offers"] for deal in table.deals_json] == offers
    # Somebody outside the season has no entry to credit.
    emi.delete()
    Table.objects.filter(pk=table.pk).update(deals_seq=0)
    table = reread(table)
    read_deals(table)
    assert [deal["players"] for deal in table.deals_json] == [before, before, before]
    # The offer still names them.
    assert [deal["offers"] for deal in table.deals_json] == offers


def test_it_makes_no_difference_who_leaves_the_site_later(club: Club, cast: list[User]) -> None:
    season = bare_season(club, rules_json={"preset": "four", "deals": 3})
    ai, bo, chie, dai, emi = entered(season, *cast)
    table = table_of(season, [ai, bo, chie, None])
    game_id = table.game_id or 0
    Seat.objects.filter(game=game_id, number=3).update(user=None, bot="recruit")
    substitution.leave(game_id=game_id, user=cast[1])
    for one in (emi, dai):
        assert one.user
        substitution.offer(game_id=game_id, number=1, user=one.user)
        substitution.sit_in(game_id=game_id, user=one.user)
        accepted(table, 1, one)
        a_deal_ends(table)
        if one == emi:
            substitution.leave(game_id=game_id, user=one.user)
    cast[4].delete()
    table = played_out(table)
    first, then = [ai.pk, emi.pk, chie.pk, None], [ai.pk, dai.pk, chie.pk, None]
    assert [deal["players"] for deal in table.deals_json] == [first, then, then]


def test_a_bot_that_sat_from_the_start_for_a_member_who_had_withdrawn_is_not_that_member(
    club: Club, cast: list[User]
) -> None:
    season = bare_season(club)
    ai, bo, chie, dai = entered(season, *cast[:4])
    table = table_of(season, [ai, None, chie, dai])
    table.seats.filter(number=1).update(entry=bo)
    table = played_out(table)
    rest = [ai.pk, None, chie.pk, dai.pk]
    assert [deal["players"] for deal in table.deals_json] == [rest, rest]


def test_a_stopped_table_keeps_its_finished_deals(club: Club, cast: list[User]) -> None:
    season = bare_season(club, rules_json={"preset": "four", "deals": 3})
    table = table_of(season, entered(season, *cast[:4]))
    a_deal_ends(table)
    early_end.stop(game_id=table.game_id or 0)
    table = reread(table)
    read_deals(table)
    assert len(table.deals_json) == 1


def test_for_the_standings(club: Club, cast: list[User]) -> None:
    season = bare_season(club, rules_json={"preset": "four", "deals": 3})
    seats = tuple(entry.pk for entry in entered(season, *cast[:4]))
    table = table_of(season, list(season.entries.order_by("order")))
    a_deal_ends(table)
    table = reread(table)
    read_deals(table)
    assert as_table(table, seats, 3) == core.TableInput(1, 1, seats, (as_deal(table.deals_json[0]),), to_come=2)
    table.state = Table.State.FINISHED
    assert as_table(table, seats, 3).to_come == 0
    table.state = Table.State.VOID
    assert as_table(table, seats, 3).is_void


@pytest.mark.django_db(transaction=True)
def test_whoever_is_credited_while_the_deals_are_read_is_not_forgotten(
    club: Club, cast: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    season = bare_season(club)
    table = table_of(season, entered(season, *cast[:4]))
    while early_end.play_out(game_id=table.game_id or 0):
        pass
    Table.objects.filter(pk=table.pk).update(deals_seq=0)
    begun, whole = Event(), results.deals_of

    def slowly(table: Table, game: Game) -> list[results.Json]:
        found = whole(table, game)
        begun.set()
        time.sleep(0.3)
        return found

    def credit() -> None:
        begun.wait(20)
        read_again([table.pk])

    monkeypatch.setattr(results, "deals_of", slowly)
    monkeypatch.setattr(store, "consume_again", lambda *_: None)
    at_once(lambda: read_deals(reread(table)), credit)
    assert reread(table).deals_seq == 0


@pytest.mark.parametrize("preset", ["gurunapo", "nap"])
def test_a_passed_out_deal_that_counts_is_one_of_the_tables_deals(club: Club, cast: list[User], preset: str) -> None:
    season = bare_season(club, rules_json={"preset": preset, "players": 4, "deals": 2, "passed_out": "counts"})
    table = table_of(season, entered(season, *cast[:4]))
    assert table.game
    for deal in (1, 2):
        for _ in range(4):
            turn = table.game.turns.get()
            data = {"type": "pass", "deal": deal}
            act(slug=table.game.slug, user_id=turn.user_id, payload=data, seen=None, key=None)
    table = reread(table)
    read_deals(table)
    nothing = {"scores": [0, 0, 0, 0], "napoleon": None, "adjutant": None, "made": False, "players": None}
    assert table.deals_json == [nothing, nothing]
    game = Game.objects.get(pk=table.game_id)
    assert (game.status, state_of(game).match.scores) == (Game.Status.FINISHED, (0, 0, 0, 0))
    for page in ("", "?deal=1", "rules/", "review/1/0/", "analysis/", "record/", "score-sheet/", "shuffle/"):
        assert get(cast[0], f"{game.get_absolute_url()}{page}").status_code == 200, page
