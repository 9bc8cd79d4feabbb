"""Substitutes are asked in order, each with a time to answer; until one accepts, a bot plays."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.kernel.log import state_of
from games.models import Game, Seat
from games.seats import substitution
from leagues.clubs import services as clubs
from leagues.clubs.services import admit
from leagues.entries import services
from leagues.locks import ClubError
from leagues.models import Offer, Season, TableSeat
from leagues.rounds import closing
from leagues.seasons import sweep
from leagues.substitutes import services as substitutes
from players.models import Notification, User
from players.signals import account_closing
from tests.support.cast import person
from tests.support.clubs import log, membership, told, tuesday
from tests.support.notifications import is_current, message_of
from tests.support.stored_seasons import crowd, enter, play_out, started, table_at
from tests.support.substitutes import answer, asked, replace, seat_of
from tests.support.worlds import world

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_draws")]
season = world(lambda: started(tuesday(), person("bo"), crowd(4), substitute_hours=12))


@pytest.fixture
def ready(season: Season, chie: User, dai: User, emi: User) -> list[User]:
    """Three who are ready to play on, in this order."""
    for user in (chie, dai, emi):
        admit(season.club, user)
        substitutes.volunteer(club_id=season.club_id, user=user, season_id=season.pk)
    return [chie, dai, emi]


def sitting(season: Season, name: str) -> Seat:
    seat = seat_of(season, name)
    return Seat.objects.select_related("user").get(game=seat.table.game_id, number=seat.number)


def test_who_is_replaced_gives_their_seat_to_a_bot_at_once(season: Season, bo: User, ready: list[User]) -> None:
    replace(season, bo, "P02", reason="not seen for weeks")
    seat = sitting(season, "P02")
    assert (seat.user, seat.bot) == (None, "captain")
    assert log(season.club)[-1] == "Bo replaced P02 at a table of Spring."
    assert told(User.objects.get(name="P02"))[-1] == "season_out"
    with pytest.raises(ClubError, match="already"):
        replace(season, bo, "P02")


def test_the_time_to_answer_stands_still_in_quiet_hours(season: Season, bo: User, ready: list[User]) -> None:
    begun = timezone.now().replace(second=0, microsecond=0)
    over = begun + timedelta(hours=8)
    quiet = {"quiet_from": begun.time(), "quiet_until": over.time(), "time_zone": "UTC"}
    User.objects.filter(pk=ready[0].pk).update(keeps_quiet=True, **quiet)
    replace(season, bo, "P02")
    assert Offer.objects.get().answer_by == over + timedelta(hours=12)


@pytest.mark.parametrize(("rivals", "first", "second"), [(False, "Chie open", None), (True, "Chie open", "P03 open")])
def test_nobody_plays_for_a_rival_unless_the_season_says_so(
    season: Season, bo: User, chie: User, rivals: bool, first: str, second: str | None
) -> None:
    """P03 volunteered first, but plays in the division, at another table of it."""
    Season.objects.update(rivals_substitute=rivals)
    entry = season.entries.get(user__name="P03")
    seat_of(season, "P03").table.seats.filter(entry=entry).update(entry=None)
    admit(season.club, chie)
    for user in (entry.user, chie):
        substitutes.volunteer(club_id=season.club_id, user=user, season_id=season.pk)
    Seat.objects.filter(user=entry.user).update(user=None)
    replace(season, bo, "P02")
    assert asked() == [first]
    answer(season, chie, accept=False)
    assert asked()[1:] == ([second] if second else [])


def test_they_are_asked_one_after_the_other(season: Season, bo: User, ready: list[User]) -> None:
    chie, dai, _emi = ready
    User.objects.update(keeps_quiet=False)
    replace(season, bo, "P02")
    assert asked() == ["Chie open"]
    assert told(chie)[-1] == "season_asked"
    assert "season_asked" not in told(dai)
    offer = Offer.objects.get()
    assert offer.answer_by - offer.asked_at == timedelta(hours=12)
    answer(season, chie, accept=False)
    assert asked() == ["Chie declined", "Dai open"]
    answer(season, dai, accept=True)
    assert asked() == ["Chie declined", "Dai accepted"]
    assert sitting(season, "P02").user == dai
    assert seat_of(season, "P02").sought_at is None
    assert log(season.club)[-1] == "Dai substituted for P02 in round 1 of Spring."
    game = Game.objects.get(pk=seat_of(season, "P02").table.game_id)
    assert [one.event.type for one in state_of(game).happened] == ["left", "substituted"]


def test_who_comes_in_is_told_so_and_not_asked_once_more(season: Season, bo: User, ready: list[User]) -> None:
    chie, *_ = ready
    replace(season, bo, "P02")
    answer(season, chie, accept=True)
    assert told(chie)[-2:] == ["season_asked", "substitute"]


def test_who_does_not_answer_is_followed_by_the_next(season: Season, bo: User, ready: list[User]) -> None:
    chie = ready[0]
    replace(season, bo, "P02")
    Offer.objects.update(answer_by=timezone.now())
    with pytest.raises(ClubError, match="answered"):
        answer(season, chie, accept=True)
    sweep.advance_season(season.pk)
    assert asked() == ["Chie expired", "Dai open"]
    sweep.advance_season(season.pk)
    assert asked() == ["Chie expired", "Dai open"]


def test_when_all_have_declined_the_bot_plays_on(season: Season, bo: User, ready: list[User]) -> None:
    replace(season, bo, "P02")
    for user in ready:
        answer(season, user, accept=False)
    assert seat_of(season, "P02").sought_at is None
    sweep.advance_season(season.pk)
    assert asked() == ["Chie declined", "Dai declined", "Emi declined"]
    assert sitting(season, "P02").bot == "captain"


def test_without_a_list_the_bot_plays_on(season: Season, bo: User) -> None:
    replace(season, bo, "P02")
    assert asked() == []
    assert seat_of(season, "P02").sought_at is None


def test_nobody_is_asked_for_two_seats_at_a_time(season: Season, bo: User, ready: list[User]) -> None:
    replace(season, bo, "P02")
    replace(season, bo, "P03")
    assert asked() == ["Chie open", "Dai open"]


def test_who_is_on_a_full_list_may_volunteer_once_more_and_others_may_not(
    season: Season, ready: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(substitutes, "MOST_ON_THE_LIST", len(ready))
    substitutes.volunteer(club_id=season.club_id, user=ready[-1], season_id=season.pk)
    with pytest.raises(ClubError, match="full"):
        substitutes.volunteer(club_id=season.club_id, user=User.objects.get(name="P01"), season_id=season.pk)
    assert season.substitutes.count() == len(ready)


def test_who_sits_at_the_table_is_not_asked_for_it(season: Season, bo: User) -> None:
    for name in ("P01", "P02"):
        substitutes.volunteer(club_id=season.club_id, user=User.objects.get(name=name), season_id=season.pk)
    replace(season, bo, "P02")
    assert asked() == []


def test_who_has_played_another_hand_at_the_table_is_not_asked(season: Season, bo: User, ready: list[User]) -> None:
    chie, *_others = ready
    replace(season, bo, "P02")
    answer(season, chie, accept=True)
    game_id = seat_of(season, "P02").table.game_id or 0
    substitution.leave(game_id=game_id, user=chie)
    neighbour = TableSeat.objects.filter(table__game=game_id).exclude(entry__user__name="P02")
    replace(season, bo, neighbour.first().entry.user.name)  # type: ignore[union-attr]
    assert asked() == ["Chie accepted", "Dai open"]


def test_a_withdrawal_seeks_one(season: Season, ready: list[User]) -> None:
    services.withdraw(club_id=season.club_id, user=User.objects.get(name="P04"), season_id=season.pk)
    assert asked() == ["Chie open"]
    assert sitting(season, "P04").bot == "captain"


def test_a_withdrawal_throws_no_substitute_out(season: Season, bo: User, ready: list[User]) -> None:
    chie, gone = ready[0], User.objects.get(name="P02")
    replace(season, bo, "P02")
    answer(season, chie, accept=True)
    services.withdraw(club_id=season.club_id, user=gone, season_id=season.pk)
    assert sitting(season, "P02").user == chie
    assert seat_of(season, "P02").sought_at is None
    assert asked() == ["Chie accepted"]


def test_nor_does_leaving_the_club_or_the_site(season: Season, bo: User, ready: list[User]) -> None:
    chie, dai, _emi = ready
    for name, user in (("P02", chie), ("P03", dai)):
        replace(season, bo, name)
        answer(season, user, accept=True)
    left, closed = User.objects.get(name="P02"), User.objects.get(name="P03")
    clubs.leave(club_id=season.club_id, user=left)
    account_closing.send(sender=User, user=closed)
    assert (sitting(season, "P02").user, sitting(season, "P03").user) == (chie, dai)
    assert asked() == ["Chie accepted", "Dai accepted"]


def test_who_leaves_the_site_is_played_on_for(season: Season, ready: list[User]) -> None:
    # Their games have let them go before their clubs do, so that a bot sits there already.
    account_closing.send(sender=User, user=User.objects.get(name="P04"))
    assert sitting(season, "P04").bot == "captain"
    assert asked() == ["Chie open"]


def test_a_withdrawal_costs_the_seat_no_place_in_line(season: Season, bo: User, ready: list[User]) -> None:
    chie, gone = ready[0], User.objects.get(name="P02")
    replace(season, bo, "P02")
    since = seat_of(season, "P02").sought_at
    services.withdraw(club_id=season.club_id, user=gone, season_id=season.pk)
    assert seat_of(season, "P02").sought_at == since
    assert asked() == [f"{chie.name} open"]


def test_so_does_leaving_the_table(season: Season, ready: list[User]) -> None:
    gone = User.objects.get(name="P04")
    substitution.leave(game_id=seat_of(season, "P04").table.game_id or 0, user=gone)
    assert asked() == []
    sweep.advance_season(season.pk)
    assert asked() == ["Chie open"]


def test_where_a_substitute_leaves_the_next_is_asked(season: Season, bo: User, ready: list[User]) -> None:
    chie, dai, emi = ready
    replace(season, bo, "P02")
    answer(season, chie, accept=True)
    substitution.leave(game_id=seat_of(season, "P02").table.game_id or 0, user=chie)
    sweep.advance_season(season.pk)
    assert asked() == ["Chie accepted", "Dai open"]
    answer(season, dai, accept=True)
    assert sitting(season, "P02").user == dai
    account_closing.send(sender=User, user=dai)
    sweep.advance_season(season.pk)
    assert asked() == ["Chie accepted", "Dai accepted", f"{emi.name} open"]


def test_who_comes_on_the_list_later_is_asked_as_well(season: Season, bo: User, chie: User, dai: User) -> None:
    replace(season, bo, "P02")
    sweep.advance_season(season.pk)
    assert seat_of(season, "P02").sought_at is None
    substitutes.volunteer(club_id=season.club_id, user=chie, season_id=season.pk)
    sweep.advance_season(season.pk)
    assert asked() == ["Chie open"]
    answer(season, chie, accept=False)
    sweep.advance_season(season.pk)
    assert asked() == ["Chie declined"]
    assert seat_of(season, "P02").sought_at is None
    admit(season.club, dai)
    substitutes.volunteer(club_id=season.club_id, user=dai, season_id=season.pk)
    sweep.advance_season(season.pk)
    assert asked() == ["Chie declined", "Dai open"]


def test_who_has_left_the_site_keeps_nobody_from_being_asked(season: Season, bo: User, ready: list[User]) -> None:
    chie, dai, _emi = ready
    replace(season, bo, "P02")
    answer(season, chie, accept=False)
    account_closing.send(sender=User, user=chie)
    chie.delete()
    answer(season, dai, accept=False)
    assert Offer.objects.get(state="open").user == ready[2]


def test_the_end_of_the_match_ends_the_search(season: Season, bo: User, ready: list[User]) -> None:
    replace(season, bo, "P02")
    play_out(table_at(season, "1-1"))
    assert asked() == ["Chie over"]
    assert seat_of(season, "P02").sought_at is None
    with pytest.raises(ClubError, match="replace anyone at this table now"):
        replace(season, bo, "P03")


def test_for_a_table_that_is_being_closed_nobody_is_asked(season: Season, bo: User, ready: list[User]) -> None:
    _chie, dai, _emi = ready
    replace(season, bo, "P02")
    Offer.objects.update(answer_by=timezone.now())
    closing.close_round(club_id=season.club_id, user=bo, season_id=season.pk, number=1)
    assert asked() == ["Chie over"]
    # Bots play the table out, which may take a while.
    assert table_at(season, "1-1").state == "running"
    with pytest.raises(ClubError, match="replace anyone at this table"):
        replace(season, bo, "P03")
    services.withdraw(club_id=season.club_id, season_id=season.pk, user=User.objects.get(name="P03"))
    sweep.advance_season(season.pk)
    assert asked() == ["Chie over"]
    assert "season_asked" not in told(dai)


def test_who_stands_down_is_asked_no_more(season: Season, bo: User, ready: list[User]) -> None:
    chie = ready[0]
    replace(season, bo, "P02")
    substitutes.stand_down(club_id=season.club_id, user=chie, season_id=season.pk)
    assert asked() == ["Chie declined", "Dai open"]
    assert not season.substitutes.filter(user=chie).exists()


@pytest.mark.parametrize("goes", ["left", "removed", "off the site"])
def test_nor_is_who_leaves_the_club(season: Season, bo: User, ready: list[User], goes: str) -> None:
    chie, dai, _emi = ready
    replace(season, bo, "P02")
    if goes == "left":
        clubs.leave(club_id=season.club_id, user=chie)
    elif goes == "removed":
        clubs.remove(club_id=season.club_id, user=bo, membership_id=membership(season.club, chie).pk)
    else:
        account_closing.send(sender=User, user=chie)
    assert asked() == ["Chie declined", "Dai open"]
    assert told(dai)[-1] == "season_asked"


def test_the_question_in_words(season: Season, bo: User, ready: list[User]) -> None:
    replace(season, bo, "P02")
    notification = Notification.objects.get(kind="season_asked")
    words = message_of(notification)
    assert words is not None
    assert words.title == "Spring, round 1: will you be a substitute?"
    assert words.path == "/clubs/tuesday/seasons/spring/substitutes/"
    answer(season, ready[0], accept=False)
    assert not is_current(notification)


def test_whose_deals_they_are(season: Season, bo: User, ready: list[User]) -> None:
    """Each has the entry that they have, or get, in the season; also when they are no longer on the site."""
    chie, dai, _emi = ready
    Season.objects.filter(pk=season.pk).update(late_until=2)
    [entry] = enter(season, chie)
    # Members of the same division are not asked.
    season.entries.filter(pk=entry.pk).update(division=None)
    seat = seat_of(season, "P02")
    for user in (chie, dai):
        replace(season, bo, "P02")
        answer(season, user, accept=True)
    own = services.add(club_id=season.club_id, user=bo, season_id=season.pk, person=dai)
    account_closing.send(sender=User, user=chie)
    chie.delete()
    assert list(Offer.objects.order_by("pk").values_list("user", "entry")) == [(None, entry.pk), (dai.pk, own.pk)]
    play_out(table_at(season, "1-1"))
    assert {deal["players"][seat.number] for deal in table_at(season, "1-1").deals_json} == {own.pk}


def test_deals_that_they_have_played_before_they_entered_are_theirs_too(
    season: Season, bo: User, ready: list[User], django_capture_on_commit_callbacks: Any
) -> None:
    """Also after the table has ended."""
    chie = ready[0]
    replace(season, bo, "P02")
    answer(season, chie, accept=True)
    play_out(table_at(season, "1-1"))
    number = seat_of(season, "P02").number
    assert {deal["players"][number] for deal in table_at(season, "1-1").deals_json} == {None}
    Season.objects.filter(pk=season.pk).update(late_until=2)
    with django_capture_on_commit_callbacks(execute=True):
        [entry] = enter(season, chie)
    assert {deal["players"][number] for deal in table_at(season, "1-1").deals_json} == {entry.pk}


def test_only_whoever_is_asked_answers(season: Season, bo: User, ready: list[User]) -> None:
    replace(season, bo, "P02")
    with pytest.raises(ClubError):
        substitutes.answer_offer(
            club_id=season.club_id, user=ready[1], season_id=season.pk, offer_id=Offer.objects.get().pk, accept=True
        )
    assert asked() == ["Chie open"]
