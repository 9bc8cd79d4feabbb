"""The list of tables, and the page of a table that waits for players."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.kernel.transaction import TableError
from games.lobby import context, services
from napoleon.engine.shuffle import commitment
from players.models import User
from tests.support.play import lobby, reread, running
from tests.support.visits import client_of, get, guest, post, queries, text

pytestmark = pytest.mark.django_db


def test_listed_tables_stand_there_for_everyone(ai: User, bo: User) -> None:
    game = lobby(ai, deals=3)
    for reader in (None, bo, guest()):
        page = text(get(reader, "/tables/"))
        assert f'href="/t/{game.slug}/"' in page
        assert "Gurunapo · 5 players · 3 deals" in page
        assert "4 seats still free" in page


def test_private_and_closed_tables_do_not(ai: User, bo: User) -> None:
    private, closed = lobby(ai, listed=False), lobby(ai)
    services.cancel(game_id=closed.pk)
    at_play = running(ai, listed=False)
    page = text(get(bo, "/tables/"))
    assert not any(game.slug in page for game in (private, closed, at_play))
    assert "No table needs players just now. Open one, and the next visitor will find it here" in page


def test_running_tables_may_be_watched_where_people_play_each_other(ai: User, bo: User) -> None:
    game, hand_against_bots = running(ai, bo), running(ai)
    page = text(get(None, "/tables/"))
    assert f'href="/t/{game.slug}/"' in page
    assert hand_against_bots.slug not in page


def test_guests_do_not_bury_the_tables_of_members(ai: User, bo: User) -> None:
    real = lobby(ai)
    for _ in range(3):
        lobby(guest())
    page = text(get(bo, "/tables/"))
    assert page.index(f"/t/{real.slug}/") < page.index("Tables of guests")
    assert page.count("4 seats still free") == 4


def test_a_long_list_goes_on_on_the_next_page(ai: User, bo: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context, "TABLES_SHOWN", 2)
    games = [lobby(ai), lobby(bo), lobby(ai), running(ai, bo)]
    page = text(get(bo, "/tables/"))
    assert [game.slug in page for game in games] == [False, True, True, True]
    assert f'href="?open={games[1].pk}#open"' in page
    page = text(get(bo, f"/tables/?open={games[1].pk}"))
    assert [game.slug in page for game in games] == [True, False, False, True]
    for odd in ("x", "-1", "9" * 30, ""):
        assert get(bo, f"/tables/?open={odd}&guests={odd}&running={odd}").status_code == 200


@pytest.mark.parametrize(("is_guest", "most"), [(True, 1), (False, 10)])
def test_nobody_fills_the_list_alone(is_guest: bool, most: int, ai: User) -> None:
    host = guest() if is_guest else ai
    games = [lobby(host) for _ in range(most)]
    with pytest.raises(TableError):
        lobby(host)
    # Tables that only invited people find bury nobody.
    lobby(host, listed=False)
    services.cancel(game_id=games[0].pk)
    lobby(host)


def test_the_table_of_a_guest_who_left_is_closed(ai: User) -> None:
    here, away, gone = guest(), guest(), guest()
    games = [lobby(user) for user in (ai, here, away, gone)]
    now = timezone.now()
    User.objects.exclude(pk=away.pk).update(last_login=now, seen_at=now)
    long_ago = now - timedelta(days=1, minutes=1)
    User.objects.filter(pk=away.pk).update(last_login=long_ago, seen_at=long_ago)
    client_of(gone).post("/accounts/logout/")
    assert services.close_left_tables(now) == 1
    assert [reread(game).status for game in games] == ["lobby", "lobby", "cancelled", "cancelled"]


def test_the_list_costs_the_same_however_long(ai: User, bo: User) -> None:
    lobby(ai), running(ai, bo)
    few = queries(bo, "/tables/")
    for _ in range(4):
        lobby(ai, bo), running(ai, bo)
    assert queries(bo, "/tables/") == few <= 12


# --- The page of one table ---


def test_everyone_sees_the_seats_the_rules_and_the_commitment(ai: User, bo: User) -> None:
    game = lobby(ai, bo, min_bid=13)
    for reader in (None, ai, bo, guest()):
        page = text(get(reader, f"/t/{game.slug}/"))
        assert "Ai" in page
        assert "Lowest bid: <b>13</b>" in page
        assert game.commitment in page


def test_seeds_and_the_secret_are_not_told(ai: User, bo: User, chie: User) -> None:
    game = lobby(ai, bo)
    secret = game.secret_row.secret
    assert commitment(bytes.fromhex(secret)) == game.commitment
    seeds = {seat.user: seat.seed for seat in game.seats.all() if seat.user}
    for reader in (None, ai, bo, chie):
        page = text(get(reader, f"/t/{game.slug}/"))
        assert secret not in page
        assert [owner for owner, seed in seeds.items() if seed in page] == ([reader] if reader in seeds else [])


def test_only_those_at_the_table_see_the_link(ai: User, bo: User, chie: User) -> None:
    game = lobby(ai, bo)
    for reader, sees in ((None, False), (chie, False), (ai, True), (bo, True)):
        page = text(get(reader, f"/t/{game.slug}/"))
        assert (f"/join/{game.invitation}/" in page) is sees


def test_only_the_host_arranges_and_closes(ai: User, bo: User, chie: User) -> None:
    game = lobby(ai, bo)
    for reader, may in ((None, False), (chie, False), (bo, False), (ai, True)):
        page = text(get(reader, f"/t/{game.slug}/"))
        assert (f"/t/{game.slug}/seat-bot/" in page) is may
        assert (f"/t/{game.slug}/cancel/" in page) is may


def test_a_private_table_is_not_found_by_strangers(ai: User, bo: User, chie: User) -> None:
    game = lobby(ai, listed=False)
    services.invite(game_id=game.pk, number=1, user=chie)
    assert [get(reader, f"/t/{game.slug}/").status_code for reader in (None, bo, ai, chie)] == [404, 404, 200, 200]


def test_a_closed_table_says_so(ai: User) -> None:
    game = lobby(ai)
    services.cancel(game_id=game.pk)
    page = text(get(ai, f"/t/{game.slug}/"))
    assert "The host has closed this table." in page
    assert "take-seat" not in page


def test_the_page_costs_the_same_however_full(ai: User, bo: User, chie: User, dai: User) -> None:
    alone, full = lobby(ai), lobby(ai, bo)
    services.invite(game_id=alone.pk, number=1, user=bo)
    services.invite(game_id=full.pk, number=2, user=chie)
    services.invite(game_id=full.pk, number=3, user=dai)
    few = queries(ai, f"/t/{alone.slug}/")
    assert queries(ai, f"/t/{full.slug}/") == few <= 12


def test_neither_page_can_be_posted_to(ai: User) -> None:
    assert post(ai, "/tables/").status_code == 405
    assert post(ai, f"/t/{lobby(ai).slug}/").status_code == 405
