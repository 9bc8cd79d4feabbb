"""Prepared queries answer what the ORM answers, with the same objects."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db.models import BigIntegerField
from django.db.transaction import TransactionManagementError
from django.http import Http404
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.kernel.game_queries import game_with_seats, give_seats, locked, locked_by_player
from games.kernel.log import EVENTS
from games.models import Event, Game, Seat, Turn
from games.turns.context import TURNS_HERE_OR_OWN
from games.turns.open_turns import OPEN_TURNS
from infrastructure.speed.prepared_queries import Parameter, PreparedQuery
from leagues.access import get_club_or_404, get_organised_season, get_season_or_404
from leagues.locks import lock_as_organiser, lock_club
from leagues.models import Club, Membership, Season
from players.accounts.sessions import VALID_SESSION, Session, hash_of
from players.models import Notification, User
from players.notifications.inbox import new, unread
from tests.support.clubs import club_of, tuesday
from tests.support.play import running
from tests.support.stored_rows import facts
from tests.support.stored_seasons import season_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(ai: User, bo: User) -> Game:
    return running(ai, bo, preset="nap", players=3)


@pytest.fixture
def club(db: None) -> Club:
    return tuesday()


def test_a_game_comes_with_its_host_its_seats_and_their_people(
    game: Game, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    same = Game.objects.with_seats().get(pk=game.pk)
    with django_assert_num_queries(2):
        found = game_with_seats(game.slug)
        people = [seat.user and seat.user.name for seat in found.seats.all()]
        assert found.host == same.host
    assert facts(found) == facts(same)
    assert [facts(seat) for seat in found.seats.all()] == [facts(one) for one in same.seats.all()]
    assert people == [seat.user and seat.user.name for seat in same.seats.all()]
    assert None in people  # the bot's seat
    assert {seat.game for seat in found.seats.all()} == {found}


@pytest.mark.parametrize("count", [0, 1, 2])
def test_any_number_of_games_get_their_seats_by_one_statement(
    count: int, game: Game, chie: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    running(chie)
    games = list(Game.objects.order_by("pk")[:count])
    same = Game.objects.with_seats().order_by("pk")[:count]
    with django_assert_num_queries(1):
        give_seats(games)
        found = [[(facts(seat), seat.name) for seat in one.seats.all()] for one in games]
    assert found == [[(facts(seat), seat.name) for seat in one.seats.all()] for one in same]


def test_a_game_that_is_not_there_does_not_exist() -> None:
    with pytest.raises(Game.DoesNotExist):
        game_with_seats("nowhere")


def test_a_locked_game_is_the_same(game: Game, ai: User, chie: User) -> None:
    own = locked_by_player(game.slug, ai.pk)
    assert facts(own) == facts(locked(key=game.pk)) == facts(Game.objects.get(pk=game.pk))
    with pytest.raises(Game.DoesNotExist):
        locked_by_player(game.slug, chie.pk)


@pytest.mark.django_db(transaction=True)
def test_nothing_is_locked_outside_of_a_transaction(game: Game) -> None:
    with pytest.raises(TransactionManagementError):
        locked(key=game.pk)


def test_open_turns_are_those_of_the_game(game: Game, chie: User, dai: User) -> None:
    running(chie, dai)
    same = Turn.objects.filter(game=game)
    assert [facts(one) for one in OPEN_TURNS.all(game=game.pk)] == [facts(one) for one in same] != []


def test_turns_of_a_deal_stand_with_those_of_the_reader(game: Game, ai: User, chie: User) -> None:
    elsewhere = running(ai, chie)
    held = {"move": {"type": "pass", "deal": 1, "seat": 0}, "key": None, "taken_back": 1}
    Turn.objects.filter(game=game).update(held=held)
    turn = Turn.objects.get(game=game)
    Turn.objects.filter(game=elsewhere).update(user=ai)
    for reader, games in ((ai.pk, {game.pk, elsewhere.pk}), (None, {game.pk})):
        rows = TURNS_HERE_OR_OWN.all(game=game.pk, deal=turn.deal, user=reader)
        assert {row[0] for row in rows} == games
    [row] = rows
    times = (turn.due, turn.times_out_at)
    assert row == (game.pk, turn.deal, turn.opened_at, turn.user_id, held, turn.release_at, *times)


def test_events_are_those_between_two_numbers(game: Game) -> None:
    names = ("seq", "version", "payload", "by", "at", "digest")
    same = Event.objects.filter(game=game, seq__gt=1).order_by("seq").values_list(*names)
    assert EVENTS.all(game=game.pk, since=2, until=game.seq) == list(same) != []
    assert EVENTS.all(game=game.pk, since=2, until=1) == []


def test_a_session_is_valid_until_its_end(ai: User) -> None:
    now = timezone.now()
    row = Session.objects.create(session_key=hash_of("key"), user=ai, expire_date=now)
    assert VALID_SESSION.first(key=row.session_key, now=now) is None
    assert VALID_SESSION.first(key=row.session_key, now=now - timedelta(seconds=1)) == row


def test_unread_notifications_are_counted_and_named(ai: User, bo: User) -> None:
    now = timezone.now()
    one, other = (write(ai) for _ in range(2))
    Notification.objects.filter(pk__in=[write(bo).pk, write(ai).pk]).update(read_at=now)
    Notification.objects.filter(pk=write(ai).pk).update(in_site=False)
    assert unread(ai) == 2
    assert set(new(ai)) == {one.pk, other.pk}
    assert unread(User(pk=0)) == 0


def test_a_membership_is_the_one_of_today(
    club: Club, ai: User, chie: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    found = club.membership_of(chie)
    assert facts(found) == facts(Membership.objects.get(club=club, user=chie))
    with django_assert_num_queries(0):
        assert found.club is club
        assert club.membership_of(AnonymousUser()) is None
    assert club_of(ai, slug="away").membership_of(chie) is None
    Membership.objects.filter(user=chie).update(ended_at=timezone.now())
    assert club.membership_of(chie) is None


def test_clubs_and_seasons_are_those_of_the_address(
    club: Club, ai: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    season = season_of(club, ai)
    with django_assert_num_queries(1):
        access = get_organised_season(ai, "tuesday", "spring")
        assert access.season.club.name
    assert facts(access.season) == facts(Season.objects.get(pk=season.pk))
    assert facts(get_club_or_404(ai, "tuesday").club) == facts(access.club) == facts(Club.objects.get(slug="tuesday"))
    for address in (("tuesday", "autumn"), ("away", "spring")):
        with pytest.raises(Http404):
            get_season_or_404(ai, *address)
    with pytest.raises(Http404):
        get_club_or_404(ai, "away")


def test_locked_clubs_and_seasons_are_the_same(club: Club, ai: User) -> None:
    season = season_of(club, ai)
    locked_season = lock_as_organiser(club.pk, ai, season.pk)
    assert facts(locked_season) == facts(Season.objects.get(pk=season.pk))
    assert facts(locked_season.club) == facts(Club.objects.get(pk=club.pk))
    with pytest.raises(Season.DoesNotExist):
        lock_as_organiser(club_of(ai, slug="away").pk, ai, season.pk)
    with pytest.raises(Club.DoesNotExist):
        lock_club(0)


def test_parameters_and_fixed_values_may_stand_side_by_side(game: Game) -> None:
    number = Parameter("number", BigIntegerField())
    seats = PreparedQuery(lambda: Seat.objects.filter(game=game, number=number, bot=""))
    assert [seats.first(number=one) for one in (0, 1, 2)] == [*game.seats.all()[:2], None]


def write(user: User) -> Notification:
    key = f"letter-{Notification.objects.count()}"
    return Notification.objects.create(user=user, kind="letter", key=key, at=timezone.now(), in_site=True)
