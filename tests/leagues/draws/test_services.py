"""The draw of a division: rehearsed, changed by hand, locked, and redrawn for the rounds to come."""

import re
from itertools import combinations

import pytest
from django.utils import timezone, translation

from leagues import seating
from leagues.draws import services as draws_services
from leagues.draws.draw_json import certificate_from_json, certificate_to_json, request_from_json, rounds_from_json
from leagues.draws.seating_request import rounds_drawn
from leagues.draws.states import draw_states
from leagues.entries import services as entries_services
from leagues.locks import ClubError
from leagues.models import AuditEntry, Club, Division, Draw, Entry, Season, Table
from leagues.rounds import closing
from leagues.seasons import divisions, services
from leagues.seasons.divisions import WantedDivision
from players.models import User
from tests.support.cast import person
from tests.support.clubs import log, tuesday
from tests.support.stored_seasons import course, crowd, enter, open_season, reread, started
from tests.support.visits import get, post, queries, text
from tests.support.worlds import world

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_draws")]


@world
def season() -> Season:
    """Eight members, two rounds at tables of four."""
    made = open_season(tuesday(), person("bo"))
    enter(made, *crowd(8))
    return made


def rehearse(season: Season, user: User, seed: int = 1, number: int = 1) -> Draw:
    return draws_services.rehearse(club_id=season.club_id, user=user, season_id=season.pk, number=number, seed=seed)


def lock(season: Season, user: User, number: int = 1) -> None:
    draw = Draw.objects.get(division__season=season, division__number=number, locked_at=None)
    draws_services.lock(club_id=season.club_id, user=user, season_id=season.pk, number=number, draw_id=draw.pk)


def tables(season: Season) -> list[str]:
    """The tables of the rounds: `1-1: P01 P02 P03 P04`."""
    found = Table.objects.filter(round__season=season).order_by("round__number", "division__number", "number")
    return [
        f"{table.round.number}-{table.number}: "
        + " ".join(seat.entry.name if seat.entry else "bot" for seat in table.seats.order_by("number"))
        for table in found.select_related("round").prefetch_related("seats__entry__user")
    ]


def members_of(line: str) -> set[str]:
    return set(line.split(": ")[1].split())


# --- Rehearsing ---


def test_a_rehearsal_is_what_the_pure_draw_gives(season: Season, bo: User) -> None:
    draw = rehearse(season, bo, seed=7)
    members = tuple(season.entries.order_by("order").values_list("pk", flat=True))
    request = seating.SeatingRequest(members, rounds=2, size=4, other=None)
    drawn = seating.draw(request, 7)
    assert request_from_json(draw.request_json) == request
    assert rounds_from_json(draw.rounds_json) == drawn.rounds
    assert certificate_from_json(draw.certificate_json) == drawn.certificate
    assert tables(season) == []
    # Rehearsing is no news.
    assert not AuditEntry.objects.filter(action__startswith="draw")


def test_a_certificate_is_stored_whole() -> None:
    request = seating.SeatingRequest(tuple(range(1, 12)), 4, gap="byes", apart=frozenset({(1, 2)}))
    certificate = seating.draw(request, 1, trials=500).certificate
    assert certificate_from_json(certificate_to_json(certificate)) == certificate


def test_rehearsing_again_replaces_the_rehearsal(season: Season, bo: User) -> None:
    first, second = rehearse(season, bo, seed=1), rehearse(season, bo, seed=2)
    assert list(Draw.objects.all()) == [second]
    with pytest.raises(ClubError, match="replaced"):
        draws_services.lock(club_id=season.club_id, user=bo, season_id=season.pk, number=1, draw_id=first.pk)
    assert tables(season) == []


def test_a_division_of_one_is_not_drawn(club: Club, bo: User) -> None:
    season = open_season(club, bo)
    enter(season, *crowd(1))
    with pytest.raises(ClubError, match="at least 2 members"):
        rehearse(season, bo)


def test_without_bots_a_division_needs_a_table_of_members(club: Club, bo: User) -> None:
    season = open_season(club, bo, gap="byes")
    enter(season, *crowd(3))
    with pytest.raises(ClubError, match="at least 4 members"):
        rehearse(season, bo)


def test_members_only_rehearse_nothing(season: Season, chie: User) -> None:
    with pytest.raises(ClubError):
        rehearse(season, chie)
    assert not Draw.objects.exists()


# --- Changing places ---


def swap(season: Season, user: User, draw: Draw | None, number: int, one: int, other: int, made: int = 0) -> None:
    draws_services.swap(
        club_id=season.club_id,
        user=user,
        season_id=season.pk,
        number=1,
        draw_id=draw.pk if draw else 1,
        made=made,
        round_number=number,
        one=one,
        other=other,
    )


def test_two_change_places_and_the_certificate_follows(season: Season, bo: User) -> None:
    draw = rehearse(season, bo)
    first = rounds_from_json(draw.rounds_json)[0]
    one, other = first.tables[0].members[0], first.tables[1].members[0]
    swap(season, bo, draw, 1, one, other)
    draw.refresh_from_db()
    now = rounds_from_json(draw.rounds_json)[0]
    assert other in now.tables[0].members
    assert one in now.tables[1].members
    expected = seating.certify(request_from_json(draw.request_json), rounds_from_json(draw.rounds_json))
    assert certificate_from_json(draw.certificate_json) == expected
    assert draw.swaps_json == [{"round": 1, "one": one, "other": other}]


def test_what_cannot_be_exchanged(season: Season, bo: User) -> None:
    with pytest.raises(ClubError, match="Draw first"):
        swap(season, bo, None, 1, 1, 2)
    draw = rehearse(season, bo)
    one, mate = rounds_from_json(draw.rounds_json)[0].tables[0].members[:2]
    with pytest.raises(ClubError, match="same table"):
        swap(season, bo, draw, 1, one, mate)
    with pytest.raises(ClubError, match="no such round"):
        swap(season, bo, draw, 3, one, mate)
    with pytest.raises(ClubError, match="in this round"):
        swap(season, bo, draw, 1, one, 10_000)
    draw.refresh_from_db()
    assert draw.swaps_json == []


def test_a_button_that_is_pressed_twice_swaps_once(season: Season, bo: User) -> None:
    draw = rehearse(season, bo)
    one, other = (table.members[0] for table in rounds_from_json(draw.rounds_json)[0].tables)
    swap(season, bo, draw, 1, one, other)
    swap(season, bo, draw, 1, one, other)
    draw.refresh_from_db()
    assert len(draw.swaps_json) == 1
    assert other in rounds_from_json(draw.rounds_json)[0].tables[0].members
    # An organiser who saw the swap may take it back.
    swap(season, bo, draw, 1, one, other, made=1)
    draw.refresh_from_db()
    assert one in rounds_from_json(draw.rounds_json)[0].tables[0].members


def test_in_a_draw_that_has_changed_nobody_is_swapped_unseen(season: Season, bo: User) -> None:
    seen = rehearse(season, bo)
    one, other = (table.members[0] for table in rounds_from_json(seen.rounds_json)[0].tables)
    swap(season, bo, seen, 1, one, rounds_from_json(seen.rounds_json)[0].tables[1].members[1])
    with pytest.raises(ClubError, match="changed since"):
        swap(season, bo, seen, 1, one, other)
    another = rehearse(season, bo, seed=2)
    with pytest.raises(ClubError, match="changed since"):
        swap(season, bo, seen, 1, one, other)
    another.refresh_from_db()
    assert another.swaps_json == []


# --- Locking ---


def test_locking_writes_the_tables(season: Season, bo: User) -> None:
    draw = rehearse(season, bo, seed=5)
    lock(season, bo)
    names = {entry.pk: entry.name for entry in season.entries.select_related("user")}
    expected = [
        f"{number}-{place}: " + " ".join(names[seat] for seat in table.seats if seat)
        for number, one in enumerate(rounds_from_json(draw.rounds_json), start=1)
        for place, table in enumerate(one.tables, start=1)
    ]
    assert tables(season) == expected
    assert log(season.club)[-1] == (
        "Bo locked the draw of Division 1 in Spring from round 1 on (seed 5, 0 changes by hand)."
    )
    with translation.override("ja"):
        assert "1部" in log(season.club)[-1]


def test_bots_and_byes_are_written_as_well(club: Club, bo: User) -> None:
    season = open_season(club, bo)
    people = crowd(7)
    enter(season, *people)
    rehearse(season, bo)
    lock(season, bo)
    assert sum(line.count("bot") for line in tables(season)) == 2
    draws_services.unlock(club_id=club.pk, user=bo, season_id=season.pk, number=1)
    services.edit(club_id=club.pk, user=bo, season_id=season.pk, values={"gap": "byes"})
    rehearse(season, bo)
    lock(season, bo)
    assert len(tables(season)) == 2
    assert [one.byes.count() for one in season.rounds.order_by("number")] == [3, 3]
    assert rounds_drawn(season.divisions.get(), 1) == rounds_from_json(Draw.objects.get().rounds_json)


def test_what_has_changed_meanwhile_is_not_locked(season: Season, bo: User) -> None:
    rehearse(season, bo)
    entries_services.withdraw(club_id=season.club_id, user=User.objects.get(name="P03"), season_id=season.pk)
    with pytest.raises(ClubError, match="changed since"):
        lock(season, bo)
    assert tables(season) == []


def test_under_a_locked_draw_nothing_changes(season: Season, bo: User) -> None:
    rehearse(season, bo)
    lock(season, bo)
    ids = {"club_id": season.club_id, "user": bo, "season_id": season.pk}
    with pytest.raises(ClubError, match="Unlock"):
        services.edit(**ids, values={"rounds_planned": 5})
    with pytest.raises(ClubError, match="Unlock"):
        divisions.set_divisions(**ids, divisions=[WantedDivision("", None, 0, 0)] * 2)
    draws_services.unlock(**ids, number=1)
    assert tables(season) == []
    assert log(season.club)[-1] == "Bo unlocked the draw of Division 1 in Spring."
    services.edit(**ids, values={"rounds_planned": 5})


def test_divisions_are_drawn_apart(season: Season, bo: User) -> None:
    ids = {"club_id": season.club_id, "user": bo, "season_id": season.pk}
    divisions.set_divisions(**ids, divisions=[WantedDivision("", 4, 0, 0), WantedDivision("", None, 0, 0)])
    divisions.assign(**ids, order="registration")
    for number in (1, 2):
        rehearse(season, bo, number=number)
        lock(season, bo, number=number)
    assert [members_of(line) for line in tables(season)] == [
        {"P01", "P02", "P03", "P04"},
        {"P05", "P06", "P07", "P08"},
    ] * 2


def test_who_is_to_be_kept_apart_is(season: Season, bo: User) -> None:
    ids = {"club_id": season.club_id, "user": bo, "season_id": season.pk}
    one, other = season.entries.order_by("-order")[:2]
    draws_services.keep_apart(**ids, members=[one.pk, other.pk])
    draws_services.keep_apart(**ids, members=[other.pk, one.pk])
    assert season.apart.count() == 1
    # The log is read by all: it names nobody.
    assert log(season.club)[-1] == "Bo keeps two members of Spring apart."
    rehearse(season, bo)
    lock(season, bo)
    assert not any({one.name, other.name} <= members_of(line) for line in tables(season))
    with pytest.raises(ClubError, match="at least two"):
        draws_services.keep_apart(**ids, members=[one.pk, one.pk])
    draws_services.allow_together(**ids, apart_id=season.apart.get().pk)
    assert not season.apart.exists()


def test_keeping_apart_after_the_draw_says_where_they_meet(season: Season, bo: User) -> None:
    rehearse(season, bo)
    lock(season, bo)
    table = season.rounds.get(number=1).tables.get(number=1)
    two = list(table.seats.values_list("entry", flat=True)[:2])
    assert 1 in draws_services.rounds_together(season, two)
    assert post(bo, f"{PAGE}apart/", members=two).status_code == 302


def test_of_several_each_is_kept_apart_from_every_other(season: Season, bo: User) -> None:
    three = [entry.pk for entry in season.entries.order_by("order")[:3]]
    post(bo, f"{PAGE}apart/", members=three)
    assert set(season.apart.values_list("one", "other")) == set(combinations(sorted(three), 2))
    assert "at most 12" in text(post(bo, f"{PAGE}apart/", members=[entry.pk for entry in enter(season, *crowd(13))]))
    for nobody in (10**20, -1, "x"):
        assert post(bo, f"{PAGE}apart/", members=[three[0], nobody]).status_code < 500
    assert season.apart.count() == 3


# --- After a withdrawal ---


def begun(season: Season, bo: User) -> Season:
    """Its first round has been opened."""
    rehearse(season, bo)
    lock(season, bo)
    Season.objects.filter(pk=season.pk).update(state="running")
    Table.objects.filter(round__season=season, round__number=1).update(opened_at=timezone.now(), state="running")
    return reread(season)


def test_what_was_begun_stays_and_the_rest_is_drawn_anew(season: Season, bo: User) -> None:
    season = begun(season, bo)
    before = tables(season)
    entries_services.withdraw(club_id=season.club_id, user=User.objects.get(name="P03"), season_id=season.pk)
    [state] = draw_states(season)
    assert state.is_stale
    draw = rehearse(season, bo)
    assert draw.first_round == 2
    request = request_from_json(draw.request_json)
    assert len(request.past) == 1
    # What is stored gives the same draw again.
    again = seating.draw(request, draw.seed, rounds_from_json(draw.planned_json))
    assert again.rounds == rounds_from_json(draw.rounds_json)
    lock(season, bo)
    after = tables(season)
    assert after[:2] == before[:2]
    names = [name for line in after[2:] for name in line.split(": ")[1].split()]
    assert "P03" not in names
    assert names.count("bot") == 1
    assert not draw_states(season)[0].is_stale


def test_a_late_entry_comes_into_the_rounds_that_are_left(season: Season, bo: User) -> None:
    season = begun(season, bo)
    Season.objects.filter(pk=season.pk).update(late_until=2)
    [entry] = enter(season, User.objects.create(name="Late", email="late@example.org"))
    assert entry.first_round == 2
    rehearse(season, bo)
    lock(season, bo)
    assert sum("Late" in members_of(line) for line in tables(season)) == 1


def test_when_all_rounds_have_begun_there_is_nothing_to_draw(season: Season, bo: User) -> None:
    season = begun(season, bo)
    Table.objects.update(opened_at=timezone.now())
    with pytest.raises(ClubError, match="nothing left to draw"):
        rehearse(season, bo)


def test_a_round_that_began_meanwhile_is_not_drawn_over(season: Season, bo: User) -> None:
    season = begun(season, bo)
    rehearse(season, bo)
    Table.objects.update(opened_at=timezone.now())
    with pytest.raises(ClubError):
        lock(season, bo)
    assert len(tables(season)) == 4


@pytest.mark.parametrize("closed", [2, 3])
def test_a_round_that_was_closed_before_it_began_is_not_drawn_anew(club: Club, bo: User, closed: int) -> None:
    season = started(club, bo, crowd(8), pace="concurrent", games_at_once=1, rounds_planned=3, late_until=3)
    closing.close_round(club_id=club.pk, user=bo, season_id=season.pk, number=closed)
    before = course(season)
    assert before[closed - 1] == f"{closed} finished: void, void"
    entries_services.withdraw(club_id=club.pk, user=User.objects.get(name="P03"), season_id=season.pk)
    left = closed < 3
    assert draw_states(season)[0].is_stale == left
    if left:
        assert rehearse(season, bo).first_round == closed + 1
        lock(season, bo)
    else:
        with pytest.raises(ClubError, match="nothing left to draw"):
            rehearse(season, bo)
    assert course(season) == before


def test_nobody_comes_late_into_a_round_that_is_over(club: Club, bo: User) -> None:
    season = started(club, bo, crowd(8), pace="concurrent", games_at_once=1, rounds_planned=3, late_until=2)
    closing.close_round(club_id=club.pk, user=bo, season_id=season.pk, number=2)
    with pytest.raises(ClubError, match="late entries"):
        enter(season, User.objects.create(name="Late", email="late@example.org"))


def test_the_draw_of_a_running_season_is_not_unlocked(season: Season, bo: User) -> None:
    season = begun(season, bo)
    with pytest.raises(ClubError, match="Redraw the rounds"):
        draws_services.unlock(club_id=season.club_id, user=bo, season_id=season.pk, number=1)
    assert len(tables(season)) == 4


# --- Its page ---

PAGE = "/clubs/tuesday/seasons/spring/draw/1/"


def test_a_rehearsal_is_for_organisers_alone(season: Season, bo: User) -> None:
    post(bo, f"{PAGE}rehearse/", seed="3")
    for reader in (None, User.objects.get(name="P01")):
        page = text(get(reader, PAGE))
        assert "P05" not in page
        assert "There is no draw yet." in page
    page = text(get(bo, PAGE))
    assert "This is a trial draw" in page
    assert page.count("P05") >= 2


def test_a_draw_with_too_few_members_is_not_offered(club: Club, bo: User) -> None:
    season = open_season(club, bo, gap="byes")
    enter(season, *crowd(3))
    page = text(get(bo, PAGE))
    assert "The draw needs at least 4 members. So far there are 3." in page
    assert f'action="{PAGE}rehearse/"' not in page
    for path in ("invitations", "seasons/spring/entries"):
        assert f'href="/clubs/tuesday/{path}/"' in page
    enter(season, bo)
    assert f'action="{PAGE}rehearse/"' in text(get(bo, PAGE))


def test_a_trial_draw_that_has_lost_its_members_can_only_be_discarded(club: Club, bo: User) -> None:
    season = open_season(club, bo, gap="byes")
    first, *_ = people = crowd(4)
    enter(season, *people)
    rehearse(season, bo)
    entries_services.withdraw(club_id=club.pk, user=first, season_id=season.pk)
    page = text(get(bo, PAGE))
    assert "So far there are 3." in page
    assert [way for way in ("rehearse", "lock", "discard") if f"{PAGE}{way}/" in page] == ["discard"]


def test_nothing_is_offered_once_all_rounds_have_begun(season: Season, bo: User) -> None:
    rehearse(season, bo)
    lock(season, bo)
    services.start(club_id=season.club_id, user=bo, season_id=season.pk)
    season.rounds.update(state="finished")
    assert f'action="{PAGE}' not in text(get(bo, PAGE))


def test_a_trial_draw_is_locked_above_its_rounds_and_leads_back_to_the_season(season: Season, bo: User) -> None:
    rehearse(season, bo)
    page = text(get(bo, PAGE))
    assert page.index(f'action="{PAGE}lock/"') < page.index("<h2>Round 1</h2>")
    lock(season, bo)
    way = 'The draw is locked. <a href="/clubs/tuesday/seasons/spring/">What comes next</a>'
    assert way in text(get(bo, PAGE))
    assert "What comes next" not in text(get(None, PAGE))


def test_once_locked_everybody_sees_it(season: Season, bo: User) -> None:
    post(bo, f"{PAGE}rehearse/", seed="3")
    assert post(bo, f"{PAGE}lock/", draw=Draw.objects.get().pk)["Location"] == PAGE
    page = text(get(None, PAGE))
    for words in ("Round 2", "Quality of the draw", "Second meetings", "P05", "Locked"):
        assert words in page
    assert "Draw again" not in page


def test_who_is_kept_apart_is_named_to_organisers_alone(club: Club, bo: User) -> None:
    season = open_season(club, bo)
    one, other, *_ = enter(season, *crowd(4))
    draws_services.keep_apart(club_id=club.pk, user=bo, season_id=season.pk, members=[one.pk, other.pk])
    rehearse(season, bo)
    lock(season, bo)
    for reader in (None, User.objects.get(name="P03")):
        page = text(get(reader, PAGE))
        assert "Kept apart, but meeting anyway</th><td>1 <" in page
        assert "P01 – P02" not in page
    assert "P01 – P02" in text(get(bo, PAGE))


def test_the_cost_of_an_exchange_is_shown_before_it_is_made(season: Season, bo: User) -> None:
    post(bo, f"{PAGE}rehearse/", seed="3")
    draw = Draw.objects.get()
    first, second = rounds_from_json(draw.rounds_json)
    # Back to the table of the first round, whose members meet again.
    one = first.tables[0].members[0]
    other = next(table for table in second.tables if one not in table.members).members[0]
    response = get(bo, f"{PAGE}swap/?round=2&one={one}&other={other}")
    assert response.status_code == 200
    assert response.context["exchange"].figures
    assert response.context["asked"] == {"round": 2, "one": one, "other": other}
    assert "swap places in round 2" in text(response)
    draw.refresh_from_db()
    assert draw.swaps_json == []
    press = re.findall(r'<input type="hidden" name="(draw|made)" value="(\d+)"', text(response))
    post(bo, f"{PAGE}swap/make/", round="2", one=str(one), other=str(other), **dict(press))
    draw.refresh_from_db()
    assert len(draw.swaps_json) == 1


def test_an_exchange_that_cannot_be_says_why(season: Season, bo: User) -> None:
    post(bo, f"{PAGE}rehearse/", seed="3")
    one = Entry.objects.get(user__name="P01").pk
    response = get(bo, f"{PAGE}swap/?round=1&one={one}&other={one}")
    assert response.status_code == 409
    assert "Both must be in this round." in text(response)
    assert get(bo, f"{PAGE}swap/?round=x").status_code == 422


def test_a_division_that_is_not_there(season: Season) -> None:
    assert get(None, "/clubs/tuesday/seasons/spring/draw/2/").status_code == 404


def test_the_page_costs_no_more_for_more_members(season: Season, bo: User) -> None:
    rehearse(season, bo)
    few = queries(bo, PAGE)
    enter(season, *(User.objects.create(name=f"Q{n}", email=f"q{n}@example.org") for n in range(8)))
    rehearse(season, bo)
    assert queries(bo, PAGE) == few <= 12
    lock(season, bo)
    assert queries(bo, PAGE) <= 12
    assert queries(None, PAGE) <= 12
    assert Division.objects.count() == 1
