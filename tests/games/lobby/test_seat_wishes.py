"""Being seated with people who want to play the same: who sits together, when bots come, and who is never seated."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db.models import F

from games import departure, merging
from games.kernel.log import state_of
from games.lobby import seat_wishes, services
from games.lobby.paces import PACES
from games.lobby.seat_wishes import end_wish, seat_people, wish
from games.models import Automation, Game, Seat, SeatWish
from games.own_data import seat_wish
from games.turns.outages import Shift
from napoleon.engine import rules_from_json
from players.friends.services import block
from players.models import Notification, User, Vacation
from tests.support.cast import person
from tests.support.visits import asks_to_sign_in, get, guest, post, queries, text
from tests.support.wall_clock import Wall

pytestmark = pytest.mark.django_db


def ask(user: User, *presets: str, **changes: Any) -> SeatWish:
    wanted = {"pace": "weeks", "tables": 1, "bots_after": None, "takes_guests": True, **changes}
    return wish(user=user, presets=presets or ("gurunapo",), **wanted)


def tables() -> list[set[str]]:
    """The people at each table, by name."""
    return [{seat.user.name for seat in game.seats.all() if seat.user} for game in Game.objects.order_by("pk")]


def open_table(host: User, *others: User, pace: str = "weeks", preset: str = "gurunapo", listed: bool = True) -> Game:
    """A table that waits for players, as the form of new tables opens it."""
    chosen = PACES[pace]
    terms = services.TableTerms(rules=chosen.rules(preset), clock=chosen.clock, is_listed=listed)
    game = services.create(terms, host=host)
    for user in others:
        services.take_seat(game_id=game.pk, user=user)
    return game


# --- New tables ---


def test_the_fifth_who_wants_the_same_begins_a_match(cast: list[User]) -> None:
    *first, last = cast
    for user in first:
        ask(user)
    assert seat_people() == 0
    ask(last)
    assert seat_people() == 1
    game = Game.objects.get()
    assert game.status == Game.Status.RUNNING
    assert game.rules == PACES["weeks"].rules("gurunapo")
    assert game.clock == PACES["weeks"].clock
    assert {seat.user for seat in game.seats.all()} == {*cast}
    assert not SeatWish.objects.exists()
    assert Automation.objects.filter(plays_forced=True).count() == 5
    assert state_of(game).match.rules == game.rules


def test_everybody_is_notified(cast: list[User]) -> None:
    for user in cast:
        ask(user)
    seat_people()
    told = Notification.objects.filter(kind="started")
    assert set(told.values_list("user", flat=True)) == {user.pk for user in cast}


def test_only_people_of_one_pace_and_of_common_rules_sit_together(cast: list[User]) -> None:
    ai, bo, chie, dai, emi = cast
    for user in (ai, bo, chie, dai):
        ask(user, "gurunapo", "leaflet")
    ask(emi, "gurunapo", pace="days")
    assert seat_people() == 0
    ask(emi, "booklet", "leaflet")
    assert seat_people() == 1
    assert Game.objects.get().rules.preset == "leaflet"


def test_who_has_waited_longest_is_seated_first(cast: list[User], wall: Wall) -> None:
    everybody = [*cast, person("fuyu")]
    for user in everybody:
        wall.go(minutes=1)
        ask(user)
    # To change one's wish costs no place.
    ask(cast[0], "gurunapo", "nap")
    seat_people()
    assert tables() == [{user.name for user in cast}]
    assert SeatWish.objects.get().user == everybody[-1]


def test_a_wish_for_two_tables_ends_with_the_second(cast: list[User]) -> None:
    for user in cast:
        ask(user, tables=2 if user.name == "Ai" else 1)
    assert seat_people() == 1
    assert SeatWish.objects.get().tables == 1
    for user in cast[1:]:
        ask(user)
    assert seat_people() == 1
    assert not SeatWish.objects.exists()


# --- Who never sits together ---


@pytest.mark.parametrize("first", [True, False])
def test_blocked_people_are_never_seated_together(cast: list[User], first: bool) -> None:
    ai, emi = cast[0], cast[4]
    block(user=ai if first else emi, other=emi if first else ai)
    for user in cast:
        ask(user, bots_after=timedelta(hours=1))
    assert seat_people() == 0
    ask(person("fuyu"))
    assert seat_people() == 1
    [names] = tables()
    assert not {"Ai", "Emi"} <= names


def test_nor_with_bots_in_the_end(ai: User, bo: User, wall: Wall) -> None:
    block(user=ai, other=bo)
    for user in (ai, bo):
        ask(user, bots_after=timedelta(hours=1))
    wall.go(hours=2)
    assert seat_people() == 2
    assert sorted(map(sorted, tables())) == [["Ai"], ["Bo"]]


def test_nor_at_a_table_where_one_of_them_sits_already(cast: list[User]) -> None:
    ai, bo, chie, dai, emi = cast
    open_table(ai, bo, chie, dai)
    block(user=dai, other=emi)
    ask(emi)
    assert seat_people() == 0
    fuyu = person("fuyu")
    ask(fuyu)
    assert seat_people() == 1
    assert tables() == [{"Ai", "Bo", "Chie", "Dai", "Fuyu"}]


def test_a_block_between_finding_and_seating_counts(cast: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    for user in cast:
        ask(user)
    [seating, *_] = seat_wishes._seatings(datetime.now(UTC))
    block(user=cast[0], other=cast[1])
    assert not seat_wishes._seat(seating)
    assert not Game.objects.exists()


def test_a_wish_that_changed_or_ended_in_between_seats_nobody(cast: list[User]) -> None:
    for user in cast:
        ask(user)
    [seating, *_] = seat_wishes._seatings(datetime.now(UTC))
    ask(cast[2], "nap")
    assert not seat_wishes._seat(seating)
    end_wish(cast[2])
    assert not seat_wishes._seat(seating)
    assert not Game.objects.exists()
    assert SeatWish.objects.count() == 4


def test_guests_sit_only_with_those_who_take_them(cast: list[User]) -> None:
    heron = guest()
    for user in (heron, *cast[:3]):
        ask(user)
    ask(cast[3], takes_guests=False)
    assert seat_people() == 0
    ask(cast[4])
    assert seat_people() == 1
    assert tables() == [{"Heron 12", "Ai", "Bo", "Chie", "Emi"}]


def test_who_is_on_vacation_waits_until_they_are_back(cast: list[User], wall: Wall) -> None:
    for user in cast:
        ask(user)
    until = wall.now + timedelta(days=2)
    Vacation.objects.create(user=cast[0], start=wall.now, end=until)
    User.objects.filter(pk=cast[0].pk).update(vacations_until=until)
    assert seat_people() == 0
    wall.go(days=3)
    assert seat_people() == 1


def test_deactivated_accounts_are_not_seated(cast: list[User]) -> None:
    for user in cast:
        ask(user)
    User.objects.filter(pk=cast[0].pk).update(is_active=False)
    assert seat_people() == 0


# --- Bots ---


def test_bots_come_after_the_chosen_wait_for_those_who_chose_it(cast: list[User], wall: Wall) -> None:
    ai, bo, chie, *_ = cast
    ask(ai, bots_after=timedelta(hours=4))
    ask(bo, bots_after=timedelta(hours=1))
    ask(chie)
    wall.go(hours=3)
    end_wish(bo)
    assert seat_people() == 0
    ask(bo, bots_after=timedelta(hours=1))
    wall.go(hours=1, minutes=1)
    assert seat_people() == 1
    game = Game.objects.get()
    assert tables() == [{"Ai", "Bo"}]
    assert [seat.bot for seat in game.seats.all() if not seat.user] == ["captain"] * 3
    assert SeatWish.objects.get().user == chie


# --- Tables that wait for players ---


def test_a_listed_table_is_filled_by_just_as_many_as_it_lacks(cast: list[User]) -> None:
    ai, bo, chie, dai, emi = cast
    game = open_table(ai, bo)
    for user in (chie, dai):
        ask(user)
    assert seat_people() == 0
    ask(emi)
    assert seat_people() == 1
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    assert tables() == [{"Ai", "Bo", "Chie", "Dai", "Emi"}]


@pytest.mark.parametrize("other", ["private", "another pace", "other rules", "a reserved seat", "of the same person"])
def test_other_tables_are_left_alone(cast: list[User], other: str) -> None:
    ai, bo, chie, dai, emi = cast
    if other == "private":
        open_table(ai, bo, chie, dai, listed=False)
    elif other == "another pace":
        open_table(ai, bo, chie, dai, pace="days")
    elif other == "other rules":
        terms = services.TableTerms(rules=rules_from_json({"preset": "gurunapo", "min_bid": 13}))
        game = services.create(terms, host=ai)
        for user in (bo, chie, dai):
            services.take_seat(game_id=game.pk, user=user)
    elif other == "a reserved seat":
        game = open_table(ai, bo, chie)
        services.invite(game_id=game.pk, number=4, user=dai)
    else:
        open_table(ai, bo, chie, emi)
    ask(emi)
    assert seat_people() == 0
    assert Game.objects.get().status == Game.Status.LOBBY


def test_a_guest_who_came_in_between_is_noticed(cast: list[User], monkeypatch: pytest.MonkeyPatch, wall: Wall) -> None:
    """They have taken the place of somebody who has left."""
    ai, bo, chie, dai, emi = cast
    game = open_table(ai, bo, chie, dai)
    ask(emi, takes_guests=False)
    found = list(seat_wishes._seatings(wall.now))
    assert len(found) == 1
    game.seats.filter(user=dai).update(user=guest())
    monkeypatch.setattr(seat_wishes, "_seatings", lambda _now: iter(found))
    assert seat_people() == 0


# --- The end of a wish ---


@pytest.mark.parametrize("pace", PACES)
def test_it_expires(cast: list[User], wall: Wall, pace: str) -> None:
    for user in cast[:4]:
        ask(user, pace=pace)
    wall.now += PACES[pace].stays
    assert "Stop looking" not in text(get(cast[0], "/tables/"))
    ask(cast[4], pace=pace)
    assert seat_people() == 0
    assert SeatWish.objects.get().user == cast[4]


def test_it_goes_with_the_account_and_with_a_guest_who_signs_out(ai: User) -> None:
    heron = guest()
    for user in (ai, heron):
        ask(user)
    departure.close_tables_of_guest(User, ai)
    departure.close_tables_of_guest(User, heron)
    assert SeatWish.objects.get().user == ai
    departure.free_seats(User, ai)
    assert not SeatWish.objects.exists()


@pytest.mark.parametrize("both", [True, False])
def test_two_accounts_of_a_person_keep_one(ai: User, bo: User, both: bool) -> None:
    ask(ai, "nap")
    if both:
        ask(bo, "leaflet")
    merging.move_seats(User, ai, bo)
    assert SeatWish.objects.values_list("user", "presets").get() == (bo.pk, ["leaflet" if both else "nap"])


def test_it_is_among_own_data(ai: User, bo: User) -> None:
    ask(ai, "nap", "leaflet")
    [told] = seat_wish(ai)
    assert told["presets"] == ["nap", "leaflet"]
    assert not seat_wish(bo)


# --- Pages ---

FORM = {"presets": ["gurunapo"], "pace": "weeks", "tables": 1, "bots_after": 24, "takes_guests": "on"}


def test_by_its_page(ai: User, wall: Wall) -> None:
    assert post(ai, "/tables/seat-me/", **FORM)["Location"] == "/tables/"
    row = SeatWish.objects.get()
    assert (row.user, row.presets, row.pace, row.tables) == (ai, ["gurunapo"], "weeks", 1)
    assert row.bots_at == wall.now + timedelta(days=1)
    for path in ("/tables/", "/"):
        assert "Stop looking" in text(get(ai, path))
    form = get(ai, "/tables/seat-me/").context["form"]
    assert {name: form[name].value() for name in FORM} == {**FORM, "takes_guests": True}
    assert post(ai, "/tables/seat-me/end/").status_code == 302
    assert not SeatWish.objects.exists()


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"presets": []}, "presets"),
        ({"presets": ["poker"]}, "presets"),
        ({"pace": "hurry"}, "pace"),
        ({"tables": 0}, "tables"),
        ({"tables": 6}, "tables"),
        ({"bots_after": 2}, "bots_after"),
        ({"pace": "evening", "bots_after": 24}, "bots_after"),
    ],
)
def test_what_cannot_be_is_refused_beside_its_field(ai: User, changes: dict[str, Any], field: str) -> None:
    response = post(ai, "/tables/seat-me/", **{**FORM, **changes})
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert not SeatWish.objects.exists()


def test_a_visitor_becomes_a_guest(db: None) -> None:
    assert "Seat me as a guest" in text(get(None, "/tables/seat-me/"))
    assert post(None, "/tables/seat-me/", **FORM).status_code == 302
    assert SeatWish.objects.get().user.is_guest
    assert post(None, "/tables/seat-me/", **{**FORM, "tables": 9}).status_code == 422
    assert User.objects.count() == 1
    assert asks_to_sign_in(post(None, "/tables/seat-me/end/"))


def test_the_lobby_shows_what_others_want_and_not_who(cast: list[User]) -> None:
    ai, bo, chie, *_ = cast
    ask(ai, "gurunapo", "nap")
    ask(bo)
    for path in ("/tables/", "/tables/seat-me/"):
        page = text(get(None, path))
        assert "Gurunapo</b><small>Two weeks at most · 2 people want to play" in page
        assert "European Nap</b><small>Two weeks at most · 1 person wants to play" in page
        assert "Bo</" not in page
    # One's own wish is told elsewhere.
    assert "Two weeks at most · 1 person wants to play" in text(get(ai, "/tables/"))
    assert "2 people want to play" in text(get(chie, "/tables/"))


@pytest.mark.parametrize("blocks", [True, False])
def test_who_could_not_be_seated_with_the_reader_is_not_counted(ai: User, bo: User, chie: User, blocks: bool) -> None:
    """So nobody sees by a table that is not opened who has blocked them."""
    ask(ai)
    ask(bo)
    block(user=chie if blocks else ai, other=ai if blocks else chie)
    assert "1 person wants to play" in text(get(chie, "/tables/"))


def test_the_pages_take_no_more_queries_for_more_wishes(cast: list[User]) -> None:
    ai, bo, *others = cast
    ask(bo)
    few = [queries(ai, path) for path in ("/tables/", "/tables/seat-me/", "/")]
    for user in others:
        ask(user, "nap", "gurunapo")
    assert [queries(ai, path) for path in ("/tables/", "/tables/seat-me/", "/")] == few
    assert max(few) <= 12


def test_the_front_page_always_has_something_to_practise(ai: User, bo: User) -> None:
    for user in (ai, guest()):
        page = text(get(user, "/"))
        assert "Practise now" in page
        assert all(path in page for path in ('action="/play-now/"', 'href="/learn/napoleon/"', 'href="/exercise/"'))
    open_table(ai, bo)
    assert "Practise now" in text(get(ai, "/"))


# --- Visitors at listed tables ---


def test_a_visitor_sits_down_at_a_listed_table_as_a_guest(ai: User) -> None:
    game = open_table(ai)
    assert "Sit down as a guest" in text(get(None, f"/t/{game.slug}/"))
    assert post(None, f"/t/{game.slug}/take-seat/", number=2)["Location"] == f"/t/{game.slug}/"
    assert Seat.objects.get(game=game, number=2).user.is_guest


def test_not_at_a_private_or_a_full_one(cast: list[User]) -> None:
    private = open_table(cast[0], listed=False)
    assert post(None, f"/t/{private.slug}/take-seat/").status_code == 404
    full = open_table(*cast)
    assert post(None, f"/t/{full.slug}/take-seat/").status_code == 409
    assert not User.objects.filter(is_guest=True).exists()


def test_people_wait_longer_for_others_by_an_outage(cast: list[User], wall: Wall) -> None:
    ask(cast[0], bots_after=timedelta(days=1))
    ask(cast[1])
    before = [*SeatWish.objects.order_by("pk").values_list("bots_at", "expires_at")]
    seat_wishes.move_wishes(Shift(wall.now, timedelta(hours=5)))
    after = [*SeatWish.objects.order_by("pk").values_list("bots_at", "expires_at")]
    later = [[at and at + timedelta(hours=5) for at in row] for row in before]
    assert [list(row) for row in after] == later


@pytest.mark.parametrize(("later", "hours"), [(0, 1), (40, 1), (170, 4)])
def test_after_an_outage_the_form_still_says_that_bots_may_come(ai: User, later: int, hours: int) -> None:
    """Their moment was put off by so many minutes."""
    ask(ai, bots_after=timedelta(hours=1))
    SeatWish.objects.update(bots_at=F("bots_at") + timedelta(minutes=later))
    assert get(ai, "/tables/seat-me/").context["form"]["bots_after"].value() == hours
