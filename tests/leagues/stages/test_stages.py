"""Later stages of a competition: who is in, who steps in, and the places over all of them."""

import pytest

from leagues.clubs.services import leave
from leagues.draws import services as draws
from leagues.draws.seating_request import request_of
from leagues.entries import services as entries
from leagues.locks import ClubError
from leagues.models import AuditEntry, Club, Entry, Season, Standing
from leagues.seasons import services as seasons
from leagues.stages.context import places_of
from leagues.stages.qualified import qualified
from leagues.stages.services import make_stage
from leagues.standings.store import update_standings
from players.models import Notification, User
from tests.support.cast import person
from tests.support.clubs import add, log
from tests.support.played_seasons import AT, season_of, table, tallied
from tests.support.stored_seasons import reread, states
from tests.support.visits import get, post, queries, text

pytestmark = pytest.mark.django_db
LEAGUE = "/clubs/tuesday/seasons/spring/"
FINAL = "/clubs/tuesday/seasons/final/"
FIRST = ("ai", "chie", "dai", "emi")
SECOND = ("fumi", "gen", "hana", "itsu")


@pytest.fixture
def league(club: Club) -> Season:
    """A finished league of two divisions: Ai, Chie, Dai, Emi; and Fumi, Gen, Hana, Itsu."""
    people = [person(name) for name in (*FIRST, *SECOND)]
    for user in people:
        add(club, user)
    made = season_of(club, *people, rounds=1, announced_at=AT, preset="four")
    second = made.divisions.create(number=2)
    made.entries.filter(user__in=people[4:]).update(division=second)
    table(made, "1/1", [*people[:4]], "4 3 2 1")
    other = table(made, "1/2", [*people[4:]], "4 3 2 1")
    other.division = second
    other.save()
    made.rounds.update(state="finished", closed_at=AT)
    Season.objects.filter(pk=made.pk).update(state="finished")
    made = reread(made)
    tallied(made)
    standings_of(made, 2)
    return made


def standings_of(season: Season, number: int) -> None:
    update_standings(season.divisions.get(number=number).pk)


def stage(league: Season, bo: User, each: int = 2, **values: object) -> Season:
    values = {"slug": "final", "name": "Final", "pairing": "out", "advancing": 2, "places_first": True, **values}
    make_stage(club_id=league.club_id, user=bo, season_id=league.pk, each=each, **values)  # type: ignore[arg-type]
    return Season.objects.select_related("club").get(slug=values["slug"])


def announced(season: Season, bo: User) -> Season:
    seasons.open_registration(club_id=season.club_id, user=bo, season_id=season.pk)
    return reread(season)


def test_the_first_of_each_division_are_in_and_the_next_wait(league: Season, bo: User) -> None:
    found = qualified(league, 2)
    assert [line.entry.name for line in found.members] == ["Ai", "Fumi", "Chie", "Gen"]
    assert [line.entry.name for line in found.reserves] == ["Dai", "Hana", "Emi", "Itsu"]
    made = stage(league, bo)
    assert states(made) == (
        "Ai entered, Fumi entered, Chie entered, Gen entered, Dai waiting, Hana waiting, Emi waiting, Itsu waiting"
    )
    assert (made.stage_after, made.stage_size, made.cap, made.state) == (league, 2, 4, "draft")
    assert any("Bo prepared Final with the best of Spring." in line for line in log(league.club))


def test_the_seeds_are_their_places(league: Season, bo: User) -> None:
    made = announced(stage(league, bo, each=4), bo)
    request = request_of(made.divisions.get(), 1)
    names = {entry.pk: entry.name for entry in made.entries.all()}
    assert [names[member] for member in request.members] == [
        *("Ai", "Fumi", "Chie", "Gen"),
        *("Dai", "Hana", "Emi", "Itsu"),
    ]
    assert request.places == (1, 2, 3, 4, 5, 6, 7, 8)
    ids = {"club_id": made.club_id, "user": bo, "season_id": made.pk, "number": 1}
    drawn = draws.rehearse(**ids)
    best = {request.members[0], request.members[1]}
    assert all(len(best & set(seats)) == 1 for seats in drawn.rounds_json[0]["tables"])


def test_the_next_of_the_same_division_steps_in(league: Season, bo: User) -> None:
    made = announced(stage(league, bo), bo)
    entries.withdraw(club_id=made.club_id, user=person("gen"), season_id=made.pk)
    assert made.entries.get(user=person("hana")).state == "entered"
    assert made.entries.get(user=person("dai")).state == "waiting"
    entries.withdraw(club_id=made.club_id, user=person("ai"), season_id=made.pk)
    assert made.entries.get(user=person("dai")).state == "entered"


def test_nobody_else_enters_a_stage(league: Season, bo: User) -> None:
    made = announced(stage(league, bo), bo)
    stranger = person("jun")
    add(made.club, stranger)
    with pytest.raises(ClubError, match="Only those who have qualified"):
        entries.enter(club_id=made.club_id, user=stranger, season_id=made.pk)
    assert "Only those who have qualified" in text(get(stranger, FINAL))


def test_those_who_are_in_and_those_who_wait_are_notified(league: Season, bo: User) -> None:
    made = stage(league, bo)
    assert not Notification.objects.exists()
    announced(made, bo)
    told = Notification.objects.filter(kind="season_settled")
    assert {note.user.name: note.data["state"] for note in told.select_related("user") if note.user}["Dai"] == "waiting"
    assert told.count() == 8
    assert not Notification.objects.filter(kind="season_opened").exists()


def test_who_left_the_club_or_the_season_is_passed_over(league: Season) -> None:
    leave(club_id=league.club_id, user=person("ai"))
    Entry.objects.filter(user=person("fumi")).update(state="withdrawn")
    assert [line.entry.name for line in qualified(league, 1).members] == ["Chie", "Gen"]


def test_a_running_season_has_no_stage_yet(league: Season, bo: User) -> None:
    Season.objects.filter(pk=league.pk).update(state="running")
    with pytest.raises(ClubError, match="once the last round is over"):
        stage(league, bo)
    page = text(get(bo, f"{LEAGUE}stage/"))
    assert "This is who would be in now." in page
    assert "Prepare the final stage</button>" not in page
    # Its last round has begun, so the season leads there.
    assert "Final stage</a>" in text(get(bo, LEAGUE))


def test_too_few_make_no_stage(league: Season, bo: User) -> None:
    Standing.objects.update(place=None)
    with pytest.raises(ClubError, match="Too few"):
        stage(league, bo)


def test_a_stage_of_a_stage(league: Season, bo: User) -> None:
    made = stage(league, bo, pairing="even")
    Season.objects.filter(pk=made.pk).update(state="finished", announced_at=AT)
    for place, entry in enumerate(made.entries.filter(state="entered").order_by("order"), start=1):
        Standing.objects.create(
            entry=entry,
            division=entry.division,
            position=place,
            place=place,
            points="1",
            adjusted="0",
            played=1,
            least="1",
            most="1",
            best_place=place,
            worst_place=place,
        )
    last = stage(reread(made), bo, slug="last", name="Last")
    Season.objects.filter(pk=last.pk).update(announced_at=AT, state="registration")
    for path in (LEAGUE, FINAL, "/clubs/tuesday/seasons/last/"):
        page = text(get(None, path))
        assert page.index("Spring</") < page.rindex(">Final</") < page.rindex(">Last</")
    assert [each.name for each in (league, made, last)] == ["Spring", "Final", "Last"]


def test_only_organisers_see_a_stage_in_preparation(league: Season, bo: User) -> None:
    stage(league, bo)
    assert ">Final</a>" in text(get(bo, LEAGUE))
    assert ">Final</a>" not in text(get(person("chie"), LEAGUE))
    assert get(person("chie"), f"{LEAGUE}stages/").status_code == 404


def test_the_button_pressed_twice_makes_one_stage(league: Season, bo: User) -> None:
    stage(league, bo)
    stage(league, bo)
    assert Season.objects.count() == 2
    assert AuditEntry.objects.filter(action="stage_made").count() == 1


def played(final: Season) -> None:
    """Gen wins it, then Ai, Fumi and Chie."""
    order = [person(name) for name in ("gen", "ai", "fumi", "chie")]
    Season.objects.filter(pk=final.pk).update(state="running", announced_at=AT, started_at=AT)
    table(reread(final), "1/1", [*order], "4 3 2 1")
    final.rounds.exclude(number=1).delete()
    final.rounds.update(state="finished", closed_at=AT)
    Season.objects.filter(pk=final.pk).update(state="finished")
    tallied(reread(final))


@pytest.mark.parametrize(
    ("places_first", "expected"),
    [
        (True, ["1 Gen", "2 Ai", "3 Fumi", "4 Chie", "5 Dai", "6 Emi", "7 Hana", "8 Itsu"]),
        (False, ["1 Ai", "2 Chie", "3 Dai", "4 Emi", "5 Fumi", "6 Gen", "7 Hana", "8 Itsu"]),
    ],
)
def test_the_places_over_all_stages(league: Season, bo: User, places_first: bool, expected: list[str]) -> None:
    final = stage(league, bo, places_first=places_first)
    played(final)
    stages = list(Season.objects.order_by("pk"))
    assert [f"{one.place} {one.standing.entry.name}" for one in places_of(stages)] == expected
    page = text(get(None, f"{FINAL}stages/"))
    assert "Places over all stages" in page
    assert "final</span>" in page
    assert "2nd" in page


def test_a_former_player_is_not_taken_for_somebody_else(league: Season) -> None:
    """Jun's account has the same number as the entry of somebody who has deleted theirs."""
    jun = User.objects.create(pk=1_000_000, name="Jun", email="jun@example.org")
    Entry.objects.filter(user=person("emi")).update(user=jun)
    second = league.divisions.get(number=2)
    Entry.objects.create(pk=jun.pk, season=league, division=second, state="entered", order=9, applied_at=AT)
    standings_of(league, 2)
    assert [one.standing.entry.name for one in places_of([league])] == [
        *("Ai", "Chie", "Dai", "Jun"),
        *("Fumi", "Gen", "Hana", "Itsu", "former player"),
    ]


def test_the_pages_take_few_queries(league: Season, bo: User) -> None:
    played(stage(league, bo))
    assert queries(bo, f"{LEAGUE}stages/") <= 12
    assert queries(bo, f"{LEAGUE}stage/") <= 12
    assert queries(bo, LEAGUE) <= 12


def test_an_organiser_previews_and_prepares_it(league: Season, bo: User) -> None:
    page = text(get(bo, f"{LEAGUE}stage/?each=1&pairing=even&name=Cup"))
    assert "1. Ai" in page
    assert "2. Fumi" in page
    assert "3. " not in page.partition("Who is in")[2].partition("Waiting list")[0]
    assert 'value="Cup"' in page
    answer = post(bo, f"{LEAGUE}stage/", each=2, pairing="out", advancing=1, name="Final", slug="", places_first="on")
    assert answer["Location"] == f"{FINAL}entries/"
    assert Season.objects.get(slug="final").advancing == 1


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("each", "0", "greater than or equal to 1"),
        ("each", "x", "Enter a whole number"),
        ("name", "", "required"),
        ("slug", "spring", "This address is taken"),
        ("advancing", "4", "At least one has to stay behind"),
        ("pairing", "swiss", "valid choice"),
    ],
)
def test_bad_input_is_refused(league: Season, bo: User, field: str, value: str, problem: str) -> None:
    data = {"each": "2", "pairing": "out", "advancing": "2", "name": "Final", "slug": "", field: value}
    answer = post(bo, f"{LEAGUE}stage/", **data)
    assert answer.status_code == 422
    assert problem in text(answer)
    assert Season.objects.count() == 1


def test_the_next_league_continues_the_league_and_not_its_final(league: Season, bo: User) -> None:
    played(stage(league, bo))
    new = seasons.create(club_id=league.club_id, user=bo, slug="next", name="Next", rules_json={"preset": "four"})
    assert entries.previous_season(new) == league
