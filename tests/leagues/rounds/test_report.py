"""How a round stands in plain text: to copy, and by mail."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone, translation

from games.models import Turn
from leagues.locks import ClubError
from leagues.models import Club, Round, Season, Table
from leagues.rounds import mailing
from leagues.rounds.progress import progress, read_round
from leagues.rounds.report import report_text
from leagues.seasons.scheme_json import scheme_from_json, scheme_to_json
from leagues.seasons.services import cancel
from players.models import Notification, User
from tests.support.clubs import log
from tests.support.notifications import is_current, message_of
from tests.support.played_seasons import deal
from tests.support.stored_seasons import crowd, play_out, reread, started, table_at
from tests.support.visits import get, post, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_draws")]
NOON = datetime(2027, 3, 1, 12, tzinfo=ZoneInfo("Asia/Tokyo"))


def report(season: Season, reader: User | None = None, *, organises: bool = False) -> list[str]:
    rows = read_round(season, season.rounds.get(number=1), NOON)
    rows.moved_at.update(dict.fromkeys(rows.moved_at, NOON - timedelta(minutes=90)))
    return report_text(rows, progress(rows, reader or AnonymousUser(), NOON, organises=organises), NOON).splitlines()


def a_round(club: Club, by: User, **values: object) -> Season:
    """One table with two deals played of three, where P02 leads; P03 is to act."""
    season = started(club, by, crowd(4), rules_json={"preset": "four", "deals": 3}, **values)
    table = table_at(season, "1-1")
    names = [seat.entry.name for seat in table.seats.select_related("entry__user") if seat.entry]
    scores = {"P01": 1, "P02": 4, "P03": 0, "P04": -1}
    line = " ".join(str(scores[name]) for name in names)
    deals = [deal(f"{line} made {names.index('P02')}", 4), deal(f"{line} failed {names.index('P04')}", 4)]
    Table.objects.filter(pk=table.pk).update(deals_json=deals)
    seat = names.index("P03")
    Turn.objects.filter(game=table.game_id).update(
        seat=seat,
        user=User.objects.get(name="P03"),
        due=NOON - timedelta(hours=1),
        times_out_at=NOON + timedelta(hours=9),
    )
    return season


def test_the_text_says_places_points_and_for_whom_it_waits(club: Club, bo: User) -> None:
    season = a_round(club, bo)
    with timezone.override("Asia/Tokyo"):
        assert report(season) == [
            "Spring, round 1",
            "As of March 1, 2027, 12:00 (Asia/Tokyo)",
            "0 of 1 tables finished",
            "Table 1 (2 of 3 deals, provisional): 1. P02 8, 2. P01 2, 3. P03 0, 4. P04 −2",
            "Deal 1: P04 −1, P01 1, P02 4 ○, P03 0",
            "Deal 2: P04 −1 ×, P01 1, P02 4, P03 0",
            "To act: P03 until March 1, 2027, 21:00",
            "Last move: March 1, 2027, 10:30",
            "○ beside a score means this player’s bid was made, × that it failed.",
            f"{settings.SITE_URL}/clubs/tuesday/seasons/spring/rounds/1/",
        ]
        with translation.override("ja"):
            assert report(season)[3:7] == [
                "第1卓（3局中2局、暫定）：1. P02 8、2. P01 2、3. P03 0、4. P04 −2",
                "第1局：P04 −1、P01 1、P02 4 ○、P03 0",
                "第2局：P04 −1 ×、P01 1、P02 4、P03 0",
                "手番：P03（2027年3月1日 21:00まで）",
            ]


@pytest.mark.parametrize(("points", "told"), [("both", "1. P02 11 (8), 2. P01"), ("raw", "1. P02 8,")])
def test_points_that_are_not_the_score_stand_beside_it(club: Club, bo: User, points: str, told: str) -> None:
    scheme = scheme_to_json(scheme_from_json({"points": points, "places": [["3", "2", "1", "0"]]}))
    lines = report(a_round(club, bo, scheme_json=scheme))
    assert any(told in line for line in lines)
    says_what_they_are = "After each name: the points, and the score in brackets." in lines
    assert says_what_they_are == (points == "both")


def test_a_table_that_is_over_says_how_it_ended(club: Club, bo: User) -> None:
    season = started(club, bo, crowd(5), gap="byes")
    play_out(table_at(season, "1-1"))
    lines = report(season)
    assert "1 of 1 tables finished" in lines
    [line] = [line for line in lines if line.startswith("Table 1")]
    assert line.startswith("Table 1 (played to the end): 1. P0")
    assert [line for line in lines if line.startswith("Bye: P0")]


def test_whom_an_unlisted_table_waits_for_is_told_to_its_players_and_organisers(
    club: Club, bo: User, chie: User
) -> None:
    season = a_round(club, bo, is_listed=False)
    game = table_at(season, "1-1").game
    assert game
    inside = User.objects.get(name="P01")
    waits = "To act: P03"
    assert waits not in "\n".join(report(season, chie))
    assert "Last move" not in "\n".join(report(season, chie))
    assert "Deal 2" in "\n".join(report(season, chie))
    assert waits in "\n".join(report(season, inside))
    assert waits in "\n".join(report(season, bo, organises=True))
    path = "/clubs/tuesday/seasons/spring/rounds/1/"
    assert "to act" not in text(get(chie, path))
    assert "last move" not in text(get(chie, path))
    assert "bank:" not in text(get(chie, path))
    assert "bank:" in text(get(inside, path))
    assert "to act" in text(get(inside, path))
    # The text to paste contains only what everybody may see, even when an organiser copies it.
    page = text(get(bo, path))
    assert "to act" in page
    assert waits not in page
    for reader in (None, chie, bo):
        assert game.slug not in text(get(reader, path))


def ids(season: Season, by: User) -> dict[str, object]:
    return {"club_id": season.club_id, "user": by, "season_id": season.pk}


def mailed() -> list[Notification]:
    return list(Notification.objects.filter(kind="season_report").order_by("user__name", "pk"))


def test_an_organiser_mails_the_round_to_all_who_are_in_it(club: Club, ai: User, bo: User, chie: User) -> None:
    a_round(club, bo)
    path = "/clubs/tuesday/seasons/spring/rounds/1/mail/"
    assert post(bo, path).status_code == 302
    # Twice by the same finger, and once by another organiser at the same time.
    assert post(bo, path).status_code == 302
    assert post(ai, path).status_code == 302
    assert [one.user.name for one in mailed()] == ["Bo", "P01", "P02", "P03", "P04"]
    assert log(club).count("Bo mailed the members of round 1 of Spring an update.") == 1
    message = message_of(mailed()[1], full=True)
    assert message
    assert message.title == "Spring, round 1: status update"
    assert message.path == "/clubs/tuesday/seasons/spring/rounds/1/"
    assert "Table 1 (2 of 3 deals, provisional): 1. P02 8" in "\n".join(message.lines)
    assert chie.notifications.filter(kind="season_report").count() == 0


def test_a_round_is_mailed_once_in_six_hours(club: Club, bo: User) -> None:
    season = a_round(club, bo)
    mailing.mail_round(**ids(season, bo), number=1)  # type: ignore[arg-type]
    first = mailed()[0]
    Round.objects.update(mailed_at=timezone.now() - timedelta(hours=5))
    with pytest.raises(ClubError, match="a few hours ago"):
        mailing.mail_round(**ids(season, bo), number=1)  # type: ignore[arg-type]
    Round.objects.update(mailed_at=timezone.now() - timedelta(hours=7))
    mailing.mail_round(**ids(season, bo), number=1)  # type: ignore[arg-type]
    assert len(mailed()) == 10
    # The later mail says more.
    assert (is_current(first), is_current(mailed()[1])) == (False, True)
    with pytest.raises(ClubError, match="has not begun"):
        mailing.mail_round(**ids(season, bo), number=2)  # type: ignore[arg-type]


def test_who_may_no_longer_see_the_club_gets_no_mail_of_it(club: Club, bo: User) -> None:
    season = a_round(club, bo)
    mailing.mail_round(**ids(season, bo), number=1)  # type: ignore[arg-type]
    Club.objects.update(is_public=False)
    of_player = mailed()[1]
    assert is_current(of_player)
    club.memberships.filter(user=of_player.user).update(ended_at=timezone.now())
    assert not is_current(of_player)


def test_the_mail_to_each_reader_says_what_they_may_see(club: Club, bo: User) -> None:
    season = started(club, bo, crowd(8), is_listed=False)
    mailing.mail_round(**ids(season, bo), number=1)  # type: ignore[arg-type]
    for one in mailed():
        message = message_of(one, full=True)
        assert message
        assert sum(line.startswith("To act") for line in message.lines) == (2 if one.user == bo else 1), one.user.name


def test_a_season_that_is_over_can_be_mailed_once_more(club: Club, bo: User) -> None:
    season = a_round(club, bo)
    cancel(**ids(season, bo))  # type: ignore[arg-type]
    mailing.mail_round(**ids(reread(season), bo), number=1)  # type: ignore[arg-type]
    assert len(mailed()) == 5
