"""Teams: who makes them, who joins and leaves, and what their pages and files say."""

from itertools import combinations

import pytest
from django.http import HttpResponse
from django.utils import timezone

from leagues.clubs.services import admit
from leagues.draws import services as draws_services
from leagues.draws.draw_json import certificate_from_json
from leagues.entries import services as entries_services
from leagues.locks import ClubError
from leagues.models import Club, Entry, Rating, Season, Table, Team, TeamInvitation
from leagues.seasons.notifications import SeasonOver
from leagues.seasons.services import edit
from leagues.standings.store import update_standings
from leagues.teams import services
from leagues.teams.table import leading_teams, team_table
from players.models import Notification, User
from staff.moderation import services as moderation
from tests.support.cast import everybody, person
from tests.support.clubs import log, told, tuesday
from tests.support.notifications import is_current, message_of
from tests.support.played_seasons import bye, division_of, entry, season_of, table, tallied
from tests.support.stored_seasons import crowd, enter, open_season, reread, started
from tests.support.table_pages import words
from tests.support.visits import get, post, queries, text
from tests.support.worlds import world

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_draws")]
SEASON = "/clubs/tuesday/seasons/spring/"
HERE = f"{SEASON}teams/"


@world
def season() -> Season:
    """Pairs; Ai, Bo, Chie, Dai and Emi have entered."""
    ai, bo, chie, dai, emi, *_ = everybody()
    made = open_season(tuesday(), bo, team_size=2)
    enter(made, ai, bo, chie, dai, emi)
    return made


def ids(season: Season, user: User) -> dict[str, object]:
    return {"club_id": season.club_id, "user": user, "season_id": season.pk}


def sends(status: int, user: User, path: str, **data: object) -> HttpResponse:
    answer = post(user, path, **data)
    assert answer.status_code == status
    return answer


def teams(season: Season) -> list[str]:
    """`1 Ai & Chie`, the captain first."""
    found = []
    for team in season.teams.order_by("number").select_related("captain__user"):
        others = [one.name for one in team.members.order_by("order") if one.pk != team.captain_id]
        captain = [team.captain.name] if team.captain else ["nobody"]
        found.append(f"{team.number} {' & '.join(captain + others)}")
    return found


def paired(season: Season, one: User, other: User, name: str = "") -> Team:
    """A pair that its captain has made and invited the other to."""
    team = services.found(**ids(season, one), name=name)
    services.invite(**ids(season, one), number=team.number, person=other)
    invitation = TeamInvitation.objects.get(team=team)
    services.answer(**ids(season, other), invitation_id=invitation.pk, accept=True)
    return team


# --- Members ---


def test_a_captain_invites_and_the_other_accepts(season: Season, chie: User, dai: User) -> None:
    sends(302, chie, f"{HERE}found/", name="Aces")
    page = text(get(chie, f"{HERE}1/"))
    assert "Invite somebody" in page
    sends(302, chie, f"{HERE}1/invite/", person=dai.pk)
    assert "team_invited" in told(dai)
    asked = words(get(dai, HERE))
    assert "Chie invites you to a team Aces Accept Decline" in asked
    assert "You are invited to a team" in words(get(dai, "/"))
    invitation = TeamInvitation.objects.get()
    sends(302, dai, f"{HERE}invitations/{invitation.pk}/answer/", approve="yes")
    assert teams(season) == ["1 Chie & Dai"]
    assert "You are invited to a team" not in words(get(dai, "/"))
    joined = Notification.objects.get(user=chie, kind="team_joined")
    message = message_of(joined)
    assert message is not None
    assert message.title == "Spring: Dai is now in your team"
    assert is_current(joined)


def test_who_declines_stays_free(season: Season, chie: User, dai: User) -> None:
    team = services.found(**ids(season, chie))
    services.invite(**ids(season, chie), number=team.number, person=dai)
    services.answer(**ids(season, dai), invitation_id=TeamInvitation.objects.get().pk, accept=False)
    assert teams(season) == ["1 Chie"]
    assert not TeamInvitation.objects.exists()


def test_who_is_not_in_the_season_enters_by_accepting(season: Season, club: Club, chie: User) -> None:
    fu = person("fu")
    admit(club, fu)
    paired(season, chie, fu)
    assert entry(season, fu).state == "entered"
    assert teams(season) == ["1 Chie & Fu"]


def test_who_waits_for_approval_takes_no_place_from_others(club: Club, ai: User, bo: User) -> None:
    season = open_season(club, bo, team_size=2, cap=2, has_waiting_list=False, needs_approval=True)
    first, second = enter(season, *crowd(2))
    entries_services.answer(**ids(season, bo), entry_id=first.pk, approve=True)
    assert "The season is full." not in words(get(ai, HERE))
    entries_services.answer(**ids(season, bo), entry_id=second.pk, approve=True)
    assert "The season is full." in words(get(ai, HERE))


def test_a_team_takes_no_more_than_it_has_seats(season: Season, chie: User, dai: User, emi: User) -> None:
    paired(season, chie, dai)
    sends(422, chie, f"{HERE}1/invite/", person=dai.pk)
    assert "This team is full." in text(sends(409, chie, f"{HERE}1/invite/", person=emi.pk))


def test_only_the_captain_invites(season: Season, ai: User, chie: User, dai: User, emi: User) -> None:
    services.found(**ids(season, chie))
    assert "Only the captain" in text(sends(409, dai, f"{HERE}1/invite/", person=emi.pk))


def test_only_the_captain_and_organisers_name_a_team(season: Season, ai: User, chie: User, dai: User) -> None:
    paired(season, chie, dai)
    sends(409, dai, f"{HERE}1/name/", name="Mine")
    for user, name in ((chie, "Aces"), (ai, "Kings")):
        sends(302, user, f"{HERE}1/name/", name=name)
        assert Team.objects.get().name == name


def test_a_muted_person_neither_names_nor_invites(season: Season, chie: User, dai: User) -> None:
    team = services.found(**ids(season, chie))
    moderation.mute(chie, days=1, actor=None, reason="test")
    assert "cannot invite anybody for now" in text(sends(422, chie, f"{HERE}1/invite/", person=dai.pk))
    assert "cannot write for now" in text(sends(422, chie, f"{HERE}1/name/", name="Aces"))
    assert not team.invitations.exists()


def test_the_captain_passes_on_the_team_by_leaving(season: Season, chie: User, dai: User) -> None:
    paired(season, chie, dai)
    sends(302, chie, f"{HERE}leave/")
    assert teams(season) == ["1 Dai"]
    sends(302, dai, f"{HERE}leave/")
    assert teams(season) == []


def test_who_withdraws_before_the_start_leaves_the_team(season: Season, chie: User, dai: User) -> None:
    paired(season, chie, dai)
    entries_services.withdraw(**ids(season, chie))
    assert teams(season) == ["1 Dai"]


def test_an_invitation_can_be_taken_back(season: Season, chie: User, dai: User) -> None:
    team = services.found(**ids(season, chie))
    services.invite(**ids(season, chie), number=team.number, person=dai)
    invitation = TeamInvitation.objects.get()
    notification = Notification.objects.get(user=dai, kind="team_invited")
    assert is_current(notification)
    sends(302, chie, f"{HERE}1/invitations/{invitation.pk}/end/")
    assert not TeamInvitation.objects.exists()
    sends(409, dai, f"{HERE}invitations/{invitation.pk}/answer/", approve="yes")


def test_after_the_start_only_organisers_change_teams(season: Season, chie: User) -> None:
    Season.objects.update(started_at=timezone.now(), state="running")
    assert "only organisers change teams" in text(sends(409, chie, f"{HERE}found/", name=""))


def test_a_season_without_teams_has_none(club: Club, bo: User, chie: User) -> None:
    season = open_season(club, bo)
    enter(season, chie)
    sends(409, chie, f"{HERE}found/", name="")
    assert "This season has no teams." in words(get(chie, HERE))
    assert "Teams" not in words(get(chie, SEASON))


# --- Organisers ---


def test_organisers_make_teams_by_registration(season: Season, bo: User, dai: User, ai: User) -> None:
    sends(302, bo, f"{HERE}make/", order="registration")
    assert teams(season) == ["1 Ai & Bo", "2 Chie & Dai", "3 Emi"]
    assert log(season.club)[-1] == "Bo made teams of 5 members of Spring."
    assert "team_joined" in told(dai)


def test_or_even_ones_by_rating(season: Season, ai: User, bo: User, chie: User, dai: User) -> None:
    for mu, user in ((40, ai), (35, bo), (30, chie), (25, dai)):
        Rating.objects.create(user=user, family="napoleon", mu=mu, sigma=1, matches=3)
    sends(302, bo, f"{HERE}make/", order="rating")
    assert teams(season) == ["1 Ai", "2 Bo & Emi", "3 Chie & Dai"]


def test_they_leave_teams_alone_that_members_have_made(season: Season, bo: User, chie: User, dai: User) -> None:
    paired(season, chie, dai)
    sends(302, bo, f"{HERE}make/", order="registration")
    assert teams(season) == ["1 Chie & Dai", "2 Ai & Bo", "3 Emi"]


def test_they_move_members(season: Season, bo: User, chie: User, dai: User, emi: User) -> None:
    paired(season, chie, dai)
    key = entry(season, emi).pk
    assert "This team is full." in text(sends(409, bo, f"{HERE}entries/{key}/", team="1"))
    sends(302, bo, f"{HERE}entries/{key}/", team="0")
    sends(302, bo, f"{HERE}entries/{entry(season, dai).pk}/", team="2")
    assert teams(season) == ["1 Chie", "2 Emi & Dai"]
    assert log(season.club)[-1] == "Bo moved Dai in Spring: Team 2."
    sends(302, bo, f"{HERE}entries/{key}/", team="")
    assert teams(season) == ["1 Chie", "2 Dai"]


def test_the_setting_stays_while_there_are_teams(season: Season, bo: User, chie: User) -> None:
    services.found(**ids(season, chie))
    with pytest.raises(ClubError):
        edit(**ids(season, bo), values={"team_size": 3})


def test_once_the_tables_are_drawn_teams_wait_for_the_draw(season: Season, bo: User, chie: User) -> None:
    season.entries.filter(user=person("emi")).update(state="withdrawn")
    drawn = draws_services.rehearse(**ids(season, bo), number=1, seed=1)
    draws_services.lock(**ids(season, bo), number=1, draw_id=drawn.pk)
    assert "teams stay as they are" in text(sends(409, chie, f"{HERE}found/", name=""))
    page = text(get(chie, HERE))
    assert "teams stay as they are" in page
    assert "Make a team" not in page
    page = text(get(bo, HERE))
    assert "Unlock the draw first" in page
    assert f'href="{SEASON}draw/1/"' in page
    assert "Make teams by registration" not in page


# --- The draw ---


def test_members_of_a_team_do_not_meet(club: Club, bo: User) -> None:
    season = open_season(club, bo, team_size=2)
    enter(season, *crowd(8))
    services.make_teams(**ids(season, bo), order="registration")
    drawn = draws_services.rehearse(**ids(season, bo), number=1, seed=1)
    mates = [set(those) for those in (("P01", "P02"), ("P03", "P04"), ("P05", "P06"), ("P07", "P08"))]
    names = {one.pk: one.name for one in season.entries.all()}
    for each in drawn.rounds_json:
        for seats in each["tables"]:
            assert not any({names[one], names[other]} in mates for one, other in combinations(seats, 2))
    assert certificate_from_json(drawn.certificate_json).broken == ()
    page = words(get(bo, f"{SEASON}draw/1/"))
    assert "Members of one team at a table" in page
    assert "They never meet in these rounds." in page


def test_the_certificate_says_where_they_have_to(club: Club, bo: User, chie: User) -> None:
    """Two teams of four at two tables of four: somebody meets a team-mate, and everybody reads it."""
    season = open_season(club, bo, team_size=4)
    enter(season, *crowd(8))
    services.make_teams(**ids(season, bo), order="registration")
    draw = draws_services.rehearse(**ids(season, bo), number=1, seed=1)
    draws_services.lock(**ids(season, bo), number=1, draw_id=draw.pk)
    page = words(get(chie, f"{SEASON}draw/1/"))
    line = page.split("Members of one team at a table")[1]
    assert "P01 – P0" in line
    assert "Some meetings are provably unavoidable." in line
    assert "Kept apart, but meeting anyway" not in page


# --- Standings ---


@world
def played() -> Season:
    """Pairs after two rounds: Ai & Chie have 9, Bo & Dai 8 points."""
    ai, bo, chie, dai, *_ = everybody()
    made = season_of(tuesday(), ai, bo, chie, dai, team_size=2)
    for number, (one, other) in enumerate(((ai, chie), (bo, dai)), start=1):
        team = Team.objects.create(season=made, number=number, made_at=timezone.now(), captain=entry(made, one))
        made.entries.filter(user__in=(one, other)).update(team=team)
    table(made, "1/1", [ai, bo, chie, dai], "4 3 2 0")
    table(made, "2/1", [ai, bo, chie, dai], "0 4 3 1")
    tallied(made)
    return made


def test_places_stand_beside_those_of_persons(played: Season) -> None:
    page = words(get(None, HERE))
    assert "1 Ai & Chie 9" in page
    assert "2 Bo & Dai 8" in page
    assert "1. Ai & Chie 9" in get(None, HERE).context["report"]
    assert "1 Bo Bo & Dai" in words(get(None, f"{SEASON}standings/1/"))


def test_a_page_says_who_brought_what(played: Season, ai: User) -> None:
    page = words(get(None, f"{HERE}1/"))
    assert "Ai captain 4 0 4" in page
    assert "Chie 2 3 5" in page
    assert "Team 6 3 9" in page
    assert f"{SEASON}standings/1/{entry(played, ai).pk}/" in text(get(None, f"{HERE}1/"))


def test_level_teams_say_what_decides(played: Season, dai: User) -> None:
    played.entries.filter(user=dai).update(starting_points=1)
    update_standings(division_of(played).pk)
    page = words(get(None, HERE))
    assert "1 Bo & Dai level on points: members 7 · 2" in page
    assert "2 Ai & Chie level on points: members 5 · 4" in page
    assert "the better best member decides" in page
    assert "Dai +1 0 1 2" in words(get(None, f"{HERE}2/"))


def test_a_member_who_left_keeps_points_for_the_team_and_another_comes_in(
    played: Season, club: Club, bo: User, chie: User, emi: User
) -> None:
    """Chie leaves after two rounds; Emi comes in and wins 4 in the third."""
    Season.objects.update(rounds_planned=3)
    played.rounds.create(number=3)
    entries_services.withdraw(**ids(played, chie))
    assert teams(played)[0] == "1 Ai & Chie"
    admit(club, emi)
    came = entries_services.add(**ids(played, bo), person=emi)
    services.place(**ids(played, bo), entry_id=came.pk, number=1)
    ai, dai = person("ai"), person("dai")
    table(played, "3/1", [emi, bo, ai, dai], "4 0 0 0")
    tallied(played)
    [first, *_] = team_table(reread(played)).lines
    assert (first.name, str(first.row.points)) == ("Ai & Emi", "13")
    page = words(get(None, f"{HERE}1/"))
    assert "Chie withdrawn 2 3 0 5" in page
    assert "In each round the best 2 results count" in page


def test_who_has_played_stays_in_the_team(played: Season, bo: User, dai: User) -> None:
    answer = sends(409, bo, f"{HERE}entries/{entry(played, dai).pk}/", team="0")
    assert "Dai has played for their team, so they stay in it." in text(answer)


def test_a_bye_binds_too(club: Club, ai: User, bo: User, chie: User) -> None:
    season = season_of(club, ai, bo, chie, team_size=2)
    team = Team.objects.create(season=season, number=1, made_at=timezone.now())
    season.entries.filter(user=ai).update(team=team)
    table(season, "1/1", [bo, chie], "1 0")
    bye(season, 1, ai)
    sends(409, bo, f"{HERE}entries/{entry(season, ai).pk}/", team="")


def test_files_have_teams(played: Season) -> None:
    answer = get(None, f"{SEASON}files/teams.csv").getvalue().decode("utf-8-sig").splitlines()
    assert answer == [
        "team,place,name,points,members,rounds",
        '"1","1","Ai & Chie","9","Ai; Chie","1:6 2:3"',
        '"2","2","Bo & Dai","8","Bo; Dai","1:3 2:5"',
    ]
    members = get(None, f"{SEASON}files/members.csv").getvalue().decode("utf-8-sig").splitlines()
    assert members[0].endswith(",team")
    assert members[1].endswith(',"1"')


def test_other_sites_show_them_in_a_frame(played: Season) -> None:
    page = words(get(None, "/embed/clubs/tuesday/seasons/spring/teams/"))
    assert "1 Ai & Chie 9" in page
    assert "/oembed" in text(get(None, HERE))


def test_posts_name_the_first_teams(played: Season) -> None:
    assert leading_teams(played) == ["Teams: 1. Ai & Chie 9, 2. Bo & Dai 8"]
    Season.objects.update(state="finished")
    message = SeasonOver.webhook_message(played.club, {"season": played.pk})
    assert message is not None
    assert message.lines[-1] == "Teams: 1. Ai & Chie 9, 2. Bo & Dai 8"


def test_queries_do_not_grow_with_teams(played: Season, ai: User) -> None:
    few = queries(ai, HERE), queries(ai, f"{HERE}1/"), queries(ai, f"{SEASON}standings/1/")
    for number, user in enumerate(crowd(8), start=3):
        team = Team.objects.create(season=played, number=number, name=f"T{number}", made_at=timezone.now())
        Entry.objects.create(
            season=played, user=user, division=division_of(played), team=team, state="entered", order=number + 10,
            applied_at=timezone.now(),
        )  # fmt: skip
    tallied(played)
    assert (queries(ai, HERE), queries(ai, f"{HERE}1/"), queries(ai, f"{SEASON}standings/1/")) == few
    assert max(few) <= 12


def test_a_whole_season_of_pairs(club: Club, bo: User) -> None:
    """From entering to the first round: the draw, the start and the standings know the teams."""
    season = started(club, bo, crowd(8), team_size=2)
    assert Table.objects.filter(round__season=season, round__number=1).count() == 2
    assert get(bo, HERE).status_code == 200
