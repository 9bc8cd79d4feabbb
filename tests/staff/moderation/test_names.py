"""Tables, clubs and seasons can be reported, and staff remove a name or a description, which the log keeps."""

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.kernel.stored_rules import columns_of
from games.models import Game, HouseRules
from leagues.access import ClubAccess
from leagues.clubs.audit_log import readable_entries
from leagues.clubs.audit_messages import sentence
from leagues.house_rules.services import keep
from leagues.models import Club, Season, Team
from napoleon.engine import preset_rules
from players.models import User
from staff.models import Report, StaffAction
from staff.moderation import services
from tests.support.clubs import club_of, membership
from tests.support.play import lobby, running
from tests.support.stored_seasons import bare_season, entered
from tests.support.visits import client_of

pytestmark = pytest.mark.django_db
RUDE = "A very rude name"


@pytest.fixture
def table(bo: User) -> Game:
    game = lobby(bo)
    Game.objects.filter(pk=game.pk).update(name=RUDE)
    return Game.objects.get(pk=game.pk)


@pytest.fixture
def club(bo: User, chie: User) -> Club:
    club = club_of(bo, chie, about="Rude words")
    club.name = RUDE
    club.save()
    return club


@pytest.fixture
def season(club: Club) -> Season:
    season = bare_season(club, about="More rude words", announced_at=timezone.now())
    season.name = RUDE
    season.save()
    return season


@pytest.mark.parametrize("kind", ["table", "club", "season"])
def test_a_stranger_reports_it_and_staff_see_the_name(
    kind: str, request: pytest.FixtureRequest, staff: User, ai: User
) -> None:
    target = request.getfixturevalue(kind)
    browser, path = client_of(ai), f"/report/{kind}/{target.slug if kind == 'table' else target.pk}/"
    assert path in browser.get(target.get_absolute_url()).content.decode()
    assert RUDE in browser.get(path).content.decode()
    answer = browser.post(path, {"reason": "name", "words": "Please look."})
    assert answer["Location"] == target.get_absolute_url()
    report = Report.objects.get()
    assert (report.reporter, report.person, getattr(report, kind)) == (ai, User.objects.get(name="Bo"), target)
    page = client_of(staff).get("/staff/reports/").content.decode()
    assert RUDE in page
    assert f"/staff/decide/{kind}/{target.pk}/" in page


def test_a_running_table_is_reported_from_the_page_of_its_seats(ai: User, bo: User, chie: User) -> None:
    game = running(ai, bo)
    path = f"/report/table/{game.slug}/"
    assert path in client_of(chie).get(f"/t/{game.slug}/people/").content.decode()
    assert path not in client_of(ai).get(f"/t/{game.slug}/people/").content.decode()


def test_nobody_reports_what_is_theirs_or_closed_to_them(bo: User, ai: User, table: Game, club: Club) -> None:
    assert client_of(bo).get(f"/report/table/{table.slug}/").status_code == 404
    assert client_of(bo).get(f"/report/club/{club.pk}/").status_code == 404
    Club.objects.update(is_public=False)
    assert client_of(ai).get(f"/report/club/{club.pk}/").status_code == 404
    assert client_of(ai).get("/report/season/1/").status_code == 404


def decide(staff: User, kind: str, pk: int, do: str) -> None:
    answer = client_of(staff).post(f"/staff/decide/{kind}/{pk}/", {"do": do, "reason": "Rude"})
    assert answer["Location"] == "/staff/reports/"


def test_a_table_loses_its_name(staff: User, ai: User, table: Game) -> None:
    services.report(reporter=ai, target=table, reason="name", words="")
    decide(staff, "table", table.pk, "unname")
    assert Game.objects.get(pk=table.pk).name == ""
    assert RUDE not in client_of(ai).get(table.get_absolute_url()).content.decode()
    assert Report.objects.get().outcome == "acted"
    entry = StaffAction.objects.get()
    assert (entry.actor, entry.action, entry.target) == (staff, "unname", f"table:{table.pk}")


def test_a_club_gets_a_plain_name_and_loses_its_description(staff: User, bo: User, club: Club) -> None:
    decide(staff, "club", club.pk, "unname")
    club.refresh_from_db()
    assert (club.name, club.about) == (f"Club {club.pk}", "Rude words")
    decide(staff, "club", club.pk, "clear")
    club.refresh_from_db()
    assert club.about == ""
    entries = readable_entries(ClubAccess(club, membership(club, bo)))
    assert {sentence(entry) for entry in entries} >= {
        "The people who run the site removed the name.",
        "The people who run the site removed the description.",
    }


def test_so_does_a_season(staff: User, season: Season) -> None:
    decide(staff, "season", season.pk, "unname")
    decide(staff, "season", season.pk, "clear")
    season.refresh_from_db()
    assert (season.name, season.about) == (f"Season {season.pk}", "")


def test_a_person_without_a_name_is_shown_by_their_number_and_asked_for_another(staff: User, bo: User) -> None:
    decide(staff, "person", bo.pk, "unname")
    bo.refresh_from_db()
    assert str(bo) == f"#{bo.pk}"
    assert "/me/" in client_of(bo).get("/").content.decode()
    assert bo.asked_to_rename


def test_a_table_has_no_description_to_remove(staff: User, table: Game) -> None:
    decide(staff, "table", table.pk, "clear")
    assert not StaffAction.objects.exists()


def test_a_report_of_a_text_stays_when_the_author_loses_the_name(staff: User, ai: User, bo: User, club: Club) -> None:
    services.report(reporter=ai, target=bo, reason="name", words="")
    services.report(reporter=ai, target=club, reason="name", words="")
    services.remove_name(bo, actor=staff, reason="Rude")
    assert [report.club for report in services.open_reports()] == [club]


def test_the_same_at_the_command_line(capsys: pytest.CaptureFixture[str], table: Game, club: Club) -> None:
    call_command("moderate", "unname", f"table:{table.pk}", reason="Rude", dry_run=True)
    assert Game.objects.get(pk=table.pk).name == RUDE
    call_command("moderate", "unname", f"table:{table.pk}", reason="Rude")
    call_command("moderate", "clear", f"club:{club.pk}", reason="Rude")
    assert Game.objects.get(pk=table.pk).name == ""
    assert Club.objects.get().about == ""


def test_a_team_without_its_name_is_called_by_its_members(season: Season, staff: User, ai: User, bo: User) -> None:
    [one, _other] = entered(season, bo, ai)
    season.team_size = 2
    season.save()
    team = Team.objects.create(season=season, number=1, name=RUDE, captain=one, made_at=timezone.now())
    season.entries.update(team=team)
    chie = User.objects.get(name="Chie")
    assert f"/report/team/{team.pk}/" in client_of(chie).get(team.get_absolute_url()).content.decode()
    assert "Report this team" in client_of(chie).get(f"/report/team/{team.pk}/").content.decode()
    client_of(chie).post(f"/report/team/{team.pk}/", {"reason": "name", "words": ""})
    assert Report.objects.get().person == bo
    assert RUDE in client_of(staff).get("/staff/reports/").content.decode()
    decide(staff, "team", team.pk, "unname")
    assert "Bo &amp; Ai" in client_of(chie).get(team.get_absolute_url()).content.decode()
    assert not Report.objects.filter(settled_at=None).exists()


def test_house_rules_of_a_club_are_reported_by_their_link(club: Club, staff: User, ai: User, bo: User) -> None:
    kept = keep(club_id=club.pk, user=bo, name=RUDE, rules=preset_rules("gurunapo"))
    path = f"/report/house-rules/{kept.slug}/"
    assert path in client_of(ai).get(kept.get_absolute_url()).content.decode()
    assert "Report these house rules" in client_of(ai).get(path).content.decode()
    client_of(ai).post(path, {"reason": "name", "words": ""})
    report = Report.objects.get()
    assert (report.person, report.house_rules) == (bo, kept)
    assert RUDE in client_of(staff).get("/staff/reports/").content.decode()
    decide(staff, "house_rules", kept.pk, "unname")
    assert HouseRules.objects.get().name == f"House rules {kept.pk}"
    entries = readable_entries(ClubAccess(club, membership(club, bo)))
    assert "The people who run the site removed the name of house rules." in {sentence(entry) for entry in entries}
    assert not Report.objects.filter(settled_at=None).exists()


def test_their_keeper_does_not_report_them(ai: User, bo: User) -> None:
    kept = HouseRules.objects.create(user=bo, name=RUDE, **columns_of(preset_rules("gurunapo")))
    path = f"/report/house-rules/{kept.slug}/"
    assert path not in client_of(bo).get(kept.get_absolute_url()).content.decode()
    assert client_of(bo).get(path).status_code == 404
    assert client_of(ai).get(path).status_code == 200
    services.remove_name(kept, actor=None, reason="Rude")
    assert kept.name == f"House rules {kept.pk}"


def test_the_command_line_names_whatever_the_page_does(season: Season, bo: User) -> None:
    kept = HouseRules.objects.create(user=bo, name=RUDE, **columns_of(preset_rules("gurunapo")))
    team = Team.objects.create(season=season, number=1, name=RUDE, made_at=timezone.now())
    call_command("moderate", "unname", f"house_rules:{kept.pk}", reason="Rude")
    call_command("moderate", "unname", f"team:{team.pk}", reason="Rude")
    assert HouseRules.objects.get().name == f"House rules {kept.pk}"
    assert Team.objects.get().name == ""
