"""Voiding a finished match, replaying it and undoing both, with everything that follows; the log stays as it was."""

from fractions import Fraction

import pytest

from games.models import Event, Game
from games.statistics.services import tally
from leagues import tasks
from leagues.clubs import services as clubs
from leagues.clubs.services import admit
from leagues.corrections import services
from leagues.corrections.services import Correction
from leagues.locks import ClubError
from leagues.models import Club, Rating, RatingChange, Season, SeasonStatistics, Standing, Table
from leagues.ratings.services import are_stale, rate
from leagues.seasons import sweep
from leagues.standings.store import update_standings
from leagues.statistics.services import recompute_sums
from leagues.substitutes.services import volunteer
from players.models import Notification, User
from tests.support.cast import person
from tests.support.clubs import log, tuesday
from tests.support.notifications import message_of
from tests.support.stored_seasons import course, crowd, play_out, reread, started, table_at
from tests.support.substitutes import answer, asked, replace
from tests.support.visits import get, post, text
from tests.support.worlds import world

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_draws")]
ROUND = "/clubs/tuesday/seasons/spring/rounds/1/"


@world
def season() -> Season:
    """Two tables of four in two rounds; the first table of round 1 is over, and the second plays."""
    made = started(tuesday(), person("bo"), crowd(8), round_days=7)
    play_out(table_at(made, "1-1"))
    tally(table_at(made, "1-1").game_id or 0)
    rate(table_at(made, "1-1").game_id or 0)
    return made


def void(season: Season, user: User, at: str = "1-1", reason: str = "A revoke") -> None:
    keys = {"club_id": season.club_id, "user": user, "season_id": season.pk}
    services.void_match(**keys, table_id=table_at(season, at).pk, reason=reason)


def replay(season: Season, user: User, at: str = "1-1", reason: str = "A revoke") -> None:
    keys = {"club_id": season.club_id, "user": user, "season_id": season.pk}
    services.replay_match(**keys, table_id=table_at(season, at).pk, reason=reason)


def undo(season: Season, user: User, at: str = "1-1") -> None:
    keys = {"club_id": season.club_id, "user": user, "season_id": season.pk}
    services.undo(**keys, table_id=table_at(season, at).pk)


def points(season: Season) -> dict[str, Fraction]:
    for division in season.divisions.all():
        update_standings(division.pk)
    return {one.entry.name: one.total for one in Standing.objects.select_related("entry__user")}


def ratings() -> list[tuple[int, float, int]]:
    return list(Rating.objects.order_by("pk").values_list("user", "mu", "matches"))


def counted(season: Season) -> int:
    """How many deals the statistics of the season count, over all players."""
    assert recompute_sums() == 0
    rows = SeasonStatistics.objects.filter(season=season).values_list("counts_json", flat=True)
    return sum(sum(value for value in row.values() if isinstance(value, int)) for row in rows)


def events() -> list[tuple[int, int, str]]:
    return list(Event.objects.order_by("pk").values_list("game", "seq", "digest"))


def test_a_void_match_counts_for_nothing_and_undone_for_all_again(season: Season, club: Club, bo: User) -> None:
    before = points(season), ratings(), counted(season), events()
    assert any(before[0].values())
    assert before[2] > 0
    void(season, bo)
    tasks.rebuild_ratings()
    table = table_at(season, "1-1")
    assert (table.state, table.outcome) == ("void", "voided")
    assert not any(points(season).values())
    assert {matches for _user, _mu, matches in ratings()} == {0}
    assert counted(season) == 0
    assert not are_stale()
    assert events() == before[3]
    undo(season, bo)
    tasks.rebuild_ratings()
    assert (points(season), ratings(), counted(season), events()) == before
    assert table_at(season, "1-1").outcome == "played"
    assert [line.split(" the match")[0] for line in log(club)[-2:]] == ["Bo voided", "Bo let"]


def test_the_players_and_the_log_learn_the_reason(season: Season, club: Club, bo: User) -> None:
    void(season, bo)
    member = table_at(season, "1-1").seats.order_by("number")[0].entry.user  # type: ignore[union-attr]
    note = message_of(Notification.objects.filter(user=member).latest("pk"))
    assert note.title == "Spring, round 1: the organisers voided the match of your table"
    assert note.lines == ["The reason given: A revoke"]
    assert "reason: A revoke" in text(get(bo, "/clubs/tuesday/audit-log/"))
    undo(season, bo)
    note = message_of(Notification.objects.filter(user=member).latest("pk"))
    assert note.title == "Spring, round 1: the match of your table counts again"


def test_a_replayed_match_starts_again_and_counts_by_itself(season: Season, bo: User) -> None:
    old = table_at(season, "1-1").game
    replay(season, bo)
    sweep.advance_season(season.pk)
    table = table_at(season, "1-1")
    assert table.game not in (None, old)
    assert table.state == "running"
    play_out(table)
    rate(table.game_id or 0)
    tasks.rebuild_ratings()
    assert {matches for _user, _mu, matches in ratings()} == {1}
    assert RatingChange.objects.filter(game=old).exists()
    assert any(points(season).values())
    with pytest.raises(ClubError, match="nothing to undo"):
        undo(season, bo)
    assert Game.objects.get(pk=old.pk).status == "finished"  # type: ignore[union-attr]


def test_a_replay_can_be_given_up_while_it_runs(season: Season, bo: User) -> None:
    before = points(season), table_at(season, "1-1").game
    replay(season, bo)
    sweep.advance_season(season.pk)
    new = table_at(season, "1-1").game
    undo(season, bo)
    assert (points(season), table_at(season, "1-1").game) == before
    assert Game.objects.get(pk=new.pk).status == "abandoned"  # type: ignore[union-attr]


def test_who_declined_a_seat_of_the_former_match_is_asked_for_the_new_one(
    season: Season, club: Club, bo: User, chie: User, dai: User
) -> None:
    for user in (chie, dai):
        admit(club, user)
        volunteer(club_id=club.pk, user=user, season_id=season.pk)
    member = table_at(season, "1-2").seats.get(number=0).entry.name  # type: ignore[union-attr]  # a member's seat
    replace(season, bo, member)
    answer(season, chie, accept=False)
    answer(season, dai, accept=True)
    play_out(table_at(season, "1-2"))
    replay(season, bo, "1-2")
    assert asked() == ["Dai accepted"]
    sweep.advance_season(season.pk)
    replace(season, bo, member)
    assert asked() == ["Dai accepted", "Chie open"]


def test_a_replay_opens_a_round_again_that_was_over(season: Season, bo: User) -> None:
    play_out(table_at(season, "1-2"))
    assert course(season)[0] == "1 finished: finished, finished"
    replay(season, bo)
    sweep.advance_season(season.pk)
    assert course(season)[0] == "1 running: running, finished"
    undo(season, bo)
    assert course(season)[0] == "1 finished: finished, finished"


def test_what_cannot_be_voided_or_replayed_says_why(season: Season, bo: User) -> None:
    with pytest.raises(ClubError, match="No finished match"):
        void(season, bo, "1-2")
    with pytest.raises(ClubError, match="nothing to undo"):
        undo(season, bo)
    Season.objects.update(state="finished")
    with pytest.raises(ClubError, match="This season is over"):
        replay(season, bo)
    void(reread(season), bo)
    undo(reread(season), bo)
    Season.objects.update(state="cancelled")
    with pytest.raises(ClubError, match="was cancelled"):
        void(season, bo)


def test_the_pages_ask_first_and_say_what_changes(season: Season, bo: User) -> None:
    table = table_at(season, "1-1")
    path = f"{ROUND}tables/{table.pk}/"
    page = text(get(bo, ROUND))
    assert f'formaction="{path}void/"' in page
    assert f'formaction="{path}replay/"' in page
    question = text(post(bo, f"{path}void/"))
    assert "Void the match?" in question
    assert "→ 0 points" in question
    assert Table.objects.get(pk=table.pk).state == "finished"
    asked = post(bo, f"{path}void/", sure="yes", reason="")
    assert (asked.status_code, "Give a reason" in text(asked)) == (422, True)
    assert "Let the match be replayed?" in text(post(bo, f"{path}replay/"))
    assert post(bo, f"{path}void/", sure="yes", reason="A revoke").status_code == 302
    assert f'href="{path}corrections/"' in text(get(None, ROUND))
    history = text(get(None, f"{path}corrections/"))
    assert "Voided" in history
    assert "A revoke" in history
    assert "count again" not in history
    assert "Let the former match count again" in text(get(bo, f"{path}corrections/"))
    post(bo, f"{path}corrections/undo/")
    assert Correction.objects.get().undone_by == bo


def test_a_finished_season_asks_with_more_weight(season: Season, bo: User) -> None:
    Season.objects.update(state="finished")
    path = f"{ROUND}tables/{table_at(season, '1-1').pk}/void/"
    assert "its final standings and trophies change" in text(post(bo, path))


def test_the_former_match_of_a_club_that_becomes_private_is_not_shown(season: Season, bo: User) -> None:
    Club.objects.update(is_public=True)
    Game.objects.update(is_listed=True)
    former = table_at(season, "1-1").game_id
    replay(season, bo)
    clubs.edit(club_id=season.club_id, user=bo, values={"is_public": False})
    assert not Game.objects.get(pk=former).is_listed
    assert not Game.objects.filter(is_listed=True).exists()
