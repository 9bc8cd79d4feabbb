"""Promotion and relegation, seen beforehand and then done."""

import pytest
from django.http import HttpResponse
from pytest_django.asserts import assertContains

from leagues.entries.services import enter_guest
from leagues.locks import ClubError
from leagues.models import Club, Entry, Season, Standing
from leagues.seasons import divisions, promotion, services
from leagues.seasons.divisions import WantedDivision
from leagues.standings.context import standings_sheet
from players.models import User
from tests.support.cast import person
from tests.support.clubs import log, tuesday
from tests.support.stored_seasons import crowd, enter, open_season, reread
from tests.support.visits import client_of, get, post, queries, text
from tests.support.worlds import world

pytestmark = pytest.mark.django_db
PATH = "/clubs/tuesday/seasons/summer/promotion/"


def placed(season: Season) -> None:
    """The final standings of every division are the order of registration."""
    for division in season.divisions.all():
        for position, entry in enumerate(division.entries.order_by("order"), start=1):
            Standing.objects.create(
                entry=entry,
                division=division,
                position=position,
                place=position,
                points=str(100 - position),
                adjusted="0",
                played=1,
                least="0",
                most="0",
                best_place=position,
                worst_place=position,
            )


@world
def last() -> Season:
    """Three divisions of four; two go up and two go down each."""
    club, bo = tuesday(), person("bo")
    season = open_season(club, bo)
    enter(season, *crowd(12))
    ids = {"club_id": club.pk, "user": bo, "season_id": season.pk}
    wanted = [WantedDivision("", 4, 0, 2), WantedDivision("", 4, 2, 1), WantedDivision("", None, 1, 0)]
    divisions.set_divisions(**ids, divisions=wanted)
    divisions.assign(**ids, order="registration")
    placed(season)
    Season.objects.filter(pk=season.pk).update(state="finished")
    return reread(season)


@pytest.fixture
def following(club: Club, bo: User, last: Season) -> Season:
    """The next one: P06 does not come back, and Zoe is new."""
    season = services.copy(club_id=club.pk, user=bo, season_id=last.pk, slug="summer", name="Summer")
    services.open_registration(club_id=club.pk, user=bo, season_id=season.pk)
    season = reread(season)
    people = User.objects.filter(name__startswith="P").exclude(name="P06").order_by("name")
    enter(season, User.objects.create(name="Zoe", email="zoe@example.org"), *people)
    return season


def shared(season: Season) -> list[str]:
    found: dict[int, list[str]] = {}
    for move in promotion.moves(season):
        found.setdefault(move.to.number, []).append(f"{move.entry.name} {move.how}")
    return [", ".join(found[number]) for number in sorted(found)]


def test_the_first_go_up_and_the_last_go_down(following: Season) -> None:
    assert shared(following) == [
        "P01 stays, P02 stays, P05 up",
        "P03 down, P04 down, P07 stays, P09 up",
        "P08 down, P10 stays, P11 stays, P12 stays, Zoe new",
    ]


@pytest.mark.parametrize(
    ("places", "promoted", "relegated", "expected"),
    [
        (8, 2, 2, "UU....DD"),
        (8, 0, 0, "........"),
        # Those without a place stand behind the others: they go down first, and never up.
        (6, 2, 2, "UU....DD"),
        (6, 2, 1, "UU.....D"),
        (6, 2, 3, "UU...DDD"),
        (1, 2, 2, "U.....DD"),
        (0, 2, 2, "......DD"),
        # Where the two overlap the first go up.
        (8, 5, 5, "UUUUUDDD"),
        (8, 9, 0, "UUUUUUUU"),
    ],
)
def test_the_page_parts_those_who_go_up_and_down(
    club: Club, bo: User, places: int, promoted: int, relegated: int, expected: str
) -> None:
    season = open_season(club, bo)
    enter(season, *crowd(8))
    division = season.divisions.get()
    division.promoted, division.relegated = promoted, relegated
    division.save()
    placed(season)
    Standing.objects.filter(position__gt=places).update(place=None)
    lines = list(Standing.objects.order_by("position"))
    how = {-1: "U", 0: ".", 1: "D"}
    assert "".join(how[step] for step in promotion.steps(division, lines)) == expected
    cuts = [at for at in range(1, 8) if expected[at - 1] != expected[at]]
    assert [at for at, line in enumerate(standings_sheet(division, bo).lines, start=1) if line.is_cut] == cuts


def test_who_has_no_place_goes_down_and_not_up(following: Season) -> None:
    Standing.objects.filter(entry__user__name__in=["P04", "P09"]).update(place=None)
    assert shared(following) == [
        "P01 stays, P02 stays, P05 up",
        "P03 down, P04 down, P07 stays",
        "P08 down, P09 stays, P10 stays, P11 stays, P12 stays, Zoe new",
    ]


def test_looking_changes_nothing_and_doing_puts_everybody_there(following: Season, bo: User) -> None:
    page = text(get(bo, PATH))
    for words in ("P09", "goes up", "goes down", "place 1 in Division 3", "Zoe"):
        assert words in page
    assert not following.entries.exclude(division=None).exists()
    assert post(bo, PATH).status_code == 302
    found = [
        " ".join(entry.name for entry in one.entries.order_by("user__name"))
        for one in following.divisions.order_by("number")
    ]
    assert found == ["P01 P02 P05", "P03 P04 P07 P09", "P08 P10 P11 P12 Zoe"]
    assert log(following.club)[-1] == ("Bo assigned the members of Summer to divisions by promotion and relegation.")


def test_with_fewer_divisions_the_lowest_takes_all(following: Season, bo: User) -> None:
    divisions.set_divisions(
        club_id=following.club_id, user=bo, season_id=following.pk, divisions=[WantedDivision("", None, 0, 0)] * 2
    )
    lines = shared(following)
    assert len(lines) == 2
    assert lines[1].endswith("P10 up, P11 up, P12 up, Zoe new")


def test_a_season_that_follows_none_knows_no_promotion(club: Club, bo: User) -> None:
    season = open_season(club, bo)
    enter(season, *crowd(2))
    assert "no previous season" in text(get(bo, "/clubs/tuesday/seasons/spring/promotion/"))
    assert [move.how for move in promotion.moves(season)] == ["new", "new"]


def test_while_the_last_one_runs_it_is_provisional(following: Season, last: Season, bo: User) -> None:
    assert "That season is not over" not in text(get(bo, PATH))
    Season.objects.filter(pk=last.pk).update(state="running")
    assert "That season is not over" in text(get(bo, PATH))


def test_it_points_out_divisions_of_another_size(following: Season, bo: User) -> None:
    # P06 does not come back, and nobody else goes up into division 1.
    assert "Members of Division 1: 3 (4 planned)." in text(get(bo, PATH))


# --- Ties that are cut ---


@pytest.fixture
def tied(following: Season, last: Season) -> Season:
    """P09 to P11 have the same points at the top of division 3, from which one goes up; all share the first place."""
    Standing.objects.filter(entry__user__name__in=["P09", "P10", "P11"]).update(points="7", place=1)
    return following


def decide(user: User, season: Season, *names: str, reason: str = "") -> HttpResponse:
    """Post the page with these members going up from division 3."""
    keys = [Standing.objects.get(division__season=season.follows_id, entry__user__name=name).entry_id for name in names]
    return client_of(user).post(PATH, {"going-3-up": keys, "reason-3-up": reason})


def test_a_split_tie_is_shown_with_its_tie_break(tied: Season, bo: User) -> None:
    [tie] = promotion.ties(tied)
    assert [line.entry.name for line in tie.lines] == ["P09", "P10", "P11"]
    assert [line.entry.name for line in tie.moving] == ["P09"]
    assert tie.is_shared
    page = text(get(bo, PATH))
    assert "3 members have 7 points each. No tie-break separates them" in page
    # Equal places are shown as equal, and each leads to the tie.
    assert page.count("place 1 in Division 3") == 3
    assert page.count('<a href="#tie-3-up">level on points with others</a>') == 3
    assert 'id="tie-3-up"' in page


def test_the_tie_break_of_a_split_tie_is_named(tied: Season, bo: User) -> None:
    for name, value in (("P09", "2"), ("P10", "1"), ("P11", "1")):
        Standing.objects.filter(entry__user__name=name).update(
            ties_json=[{"by": "head_to_head", "value": "0"}, {"by": "strength", "value": value}]
        )
    [tie] = promotion.ties(tied)
    assert (tie.rule, tie.is_shared) == ("strength", False)
    assert "The tie-break between them: strength of the opponents." in text(get(bo, PATH))


def test_nobody_is_tied_with_a_member_without_a_place(tied: Season) -> None:
    Standing.objects.filter(entry__user__name__in=["P10", "P11"]).update(place=None)
    assert promotion.ties(tied) == []


def test_a_tie_that_nothing_cuts_needs_no_decision(tied: Season, last: Season) -> None:
    last.divisions.filter(number=3).update(promoted=3)
    assert promotion.ties(tied) == []


def test_nobody_goes_up_from_the_highest_division_or_down_from_the_lowest(following: Season, last: Season) -> None:
    last.divisions.filter(number=1).update(promoted=1, relegated=0)
    last.divisions.filter(number=3).update(promoted=0, relegated=1)
    Standing.objects.exclude(division__number=2).update(points="7")
    assert promotion.ties(following) == []


def test_by_the_rule_it_needs_no_reason(tied: Season, bo: User) -> None:
    assert decide(bo, tied, "P09").status_code == 302
    assert tied.entries.get(user__name="P09").division.number == 2
    assert "decided a tie" not in " ".join(log(tied.club))


def test_organisers_decide_otherwise_with_a_reason(tied: Season, bo: User) -> None:
    assert decide(bo, tied, "P11", reason="A play-off").status_code == 302
    found = {entry.name: entry.division.number for entry in tied.entries.all()}
    assert (found["P09"], found["P10"], found["P11"]) == (3, 3, 2)
    assert log(tied.club)[-1] == ("Bo decided a tie in Division 3: P11 goes up into Summer (A play-off).")


@pytest.mark.parametrize(
    ("names", "reason", "error"),
    [
        (["P11"], "", "Give a reason for deciding otherwise."),
        (["P10", "P11"], "Both", "Choose 1."),
        ([], "None", "Choose 1."),
    ],
)
def test_a_decision_that_cannot_be_is_refused(
    tied: Season, bo: User, names: list[str], reason: str, error: str
) -> None:
    assertContains(decide(bo, tied, *names, reason=reason), error, status_code=422)
    assert not tied.entries.exclude(division=None).exists()


def test_only_members_of_the_tie_can_go(tied: Season, bo: User) -> None:
    assert decide(bo, tied, "P12", reason="Better").status_code == 422


def test_a_decision_on_standings_that_have_changed_is_refused(tied: Season, bo: User) -> None:
    [tie] = promotion.ties(tied)
    decision = promotion.TieDecision(frozenset(line.pk for line in tie.lines[:2]), "Both")
    with pytest.raises(ClubError):
        promotion.promote(club_id=tied.club_id, user=bo, season_id=tied.pk, decisions={tie.key: decision})


def test_those_who_go_down_can_be_decided_as_well(tied: Season, last: Season, bo: User) -> None:
    Standing.objects.filter(entry__user__name__in=["P02", "P03"]).update(points="50", place=2)
    [down, _up] = promotion.ties(tied)
    assert (down.key, [line.entry.name for line in down.moving]) == ("1-down", ["P03"])
    chosen = promotion.TieDecision(frozenset([down.lines[0].pk]), "Wants to")
    found = {move.entry.name: move.how for move in promotion.moves(tied, {down.key: chosen})}
    assert (found["P02"], found["P03"], found["P04"]) == ("down", "stays", "down")


def test_of_members_who_are_level_some_go_up_and_others_down(following: Season, last: Season, bo: User) -> None:
    last.divisions.filter(number=2).update(promoted=1, relegated=1)
    Standing.objects.filter(division__season=last, division__number=2).update(points="7", place=1)
    found = {tie.key: tie for tie in promotion.ties(following)}
    up, down = found["2-up"], found["2-down"]
    lines = up.lines
    assert [line.pk for line in down.lines] == [line.pk for line in lines]
    first, *_others, final = [line.pk for line in lines]

    def steps_by(going_up: int, going_down: int) -> dict[int, str]:
        decisions = {
            up.key: promotion.TieDecision(frozenset([going_up]), "Agreed"),
            down.key: promotion.TieDecision(frozenset([going_down]), "Agreed"),
        }
        return {move.line.pk: move.how for move in promotion.moves(following, decisions) if move.line in lines}

    assert {pk: how for pk, how in steps_by(final, first).items() if how != "stays"} == {final: "up", first: "down"}
    with pytest.raises(ClubError, match="up and down"):
        steps_by(final, final)
    form = {"going-2-up": final, "reason-2-up": "Agreed", "going-2-down": final}
    assertContains(client_of(bo).post(PATH, form), "The same member can’t go both up and down.", status_code=422)


def test_the_page_costs_what_it_costs(following: Season, bo: User) -> None:
    assert queries(bo, PATH) <= 12


def test_a_guest_is_nobody_of_last_season(last: Season, following: Season) -> None:
    first = last.entries.order_by("order")[0]
    Entry.objects.filter(pk=first.pk).update(user=None, guest_name="Fumi")
    guest = enter_guest(following, "Haruka")
    [move] = [move for move in promotion.moves(following) if move.entry == guest]
    assert (move.how, move.line, move.to.number) == ("new", None, 3)


def test_a_copy_that_is_asked_for_twice_keeps_its_divisions(club: Club, bo: User, last: Season) -> None:
    def copy() -> Season:
        return services.copy(club_id=club.pk, user=bo, season_id=last.pk, slug="summer", name="Summer")

    made = copy()
    keys = list(made.divisions.values_list("pk", "size", "promoted", "relegated"))
    assert [row[1:] for row in keys] == list(last.divisions.values_list("size", "promoted", "relegated"))
    assert copy() == made
    assert list(made.divisions.values_list("pk", "size", "promoted", "relegated")) == keys
