"""The pages of standings: who stands where, and every figure explained."""

from csv import DictReader
from datetime import timedelta
from fractions import Fraction

import pytest
from django.http import HttpResponse

from games.models import Game
from leagues.models import Adjustment, Club, Division, Entry, Role, Season, Standing
from leagues.seasons.scheme_json import TIE_BREAKS
from leagues.standings.context import standings_sheet
from leagues.standings.core import Scheme
from leagues.standings.tie_break_texts import TIE_BREAK_TEXTS
from players.models import User
from tests.support.cast import everybody
from tests.support.clubs import add, log, tuesday
from tests.support.play import running
from tests.support.played_seasons import bye, division_of, entry, season_of, table, tallied
from tests.support.table_pages import words
from tests.support.visits import client_of, get, post, queries, text
from tests.support.worlds import world

pytestmark = pytest.mark.django_db
HERE = "/clubs/tuesday/seasons/spring/standings/1/"
SEASON = "/clubs/tuesday/seasons/spring/"


@world
def season() -> Season:
    """Two rounds of three, of which the better one counts; in the second Chie has a bye."""
    club, (ai, bo, chie, *_) = tuesday(), everybody()
    scheme = Scheme(
        points="both",
        places=((Fraction(3), Fraction(1), Fraction(0)),),
        best=1,
        bye=None,
        tie_breaks=("head_to_head", "points_per_deal", "strength", "fewer_penalties"),
    )
    made = season_of(club, ai, bo, chie, scheme=scheme)
    table(made, "1/1", [ai, bo, chie], "4 2 0 made 0", "0 2 2 lost 0")
    table(made, "2/1", [ai, bo, None], "2 2 1", "1 1 0")
    bye(made, 2, chie)
    tallied(made)
    return made


def test_they_can_be_pasted_into_a_messenger(season: Season) -> None:
    title, *lines, address = get(None, HERE).context["report"].splitlines()
    assert title == "Spring, standings after 2 of 2 rounds"
    standings = Standing.objects.order_by("position").select_related("entry__user")
    assert [line.split(" ")[1] for line in lines] == [one.entry.name for one in standings]
    assert lines[0].startswith("1. ")
    assert address.endswith(HERE)


def test_anyone_reads_the_standings_of_a_public_club(season: Season) -> None:
    page = words(get(None, HERE))
    assert "Standings" in page
    assert "final All rounds are over." in page
    for name in ("Ai", "Bo", "Chie"):
        assert name in page


def test_before_the_first_result_nobody_shares_a_place(ai: User, bo: User, chie: User) -> None:
    made = season_of(tuesday(), ai, bo, chie)
    table(made, "1/1", [ai, bo, chie], state="running")
    tallied(made)
    page = words(get(ai, HERE))
    assert "0 of" in page
    assert "Ai (you)" in page
    assert "shares this place" not in page
    assert "You: place" not in page


def test_what_is_provisional_says_what_can_be_reached(season: Season, ai: User, bo: User) -> None:
    table(season, "2/2", [ai, bo, None], state="running")
    tallied(season)
    page = words(get(ai, HERE))
    assert "provisional 1 of 2 rounds are over." in page
    assert "Ai (you) can still finish 1st to 2nd · final: 6–28 points" in page
    assert "Chie will finish 3rd 2 2" in page
    assert "“Final” below a name shows the lowest and highest total" in page


@pytest.mark.parametrize(("planned", "is_shown"), [(3, True), (4, False)])
def test_what_can_be_reached_is_said_once_two_rounds_are_left(
    season: Season, ai: User, bo: User, planned: int, is_shown: bool
) -> None:
    Season.objects.update(rounds_planned=planned)
    table(season, "2/2", [ai, bo, None], state="running")
    tallied(season)
    assert ("final: " in words(get(ai, HERE))) == is_shown
    assert ("Can still reach" in words(get(ai, f"{HERE}{entry(season, ai).pk}/"))) == is_shown


def test_tie_breaks_are_shown_of_those_who_have_played(club: Club, ai: User, bo: User, chie: User, dai: User) -> None:
    made = season_of(club, ai, bo, chie, dai, scheme=Scheme(tie_breaks=("points_per_deal",)))
    table(made, "1/1", [ai, bo], "1 1")
    tallied(made)
    lines = standings_sheet(division_of(made), bo).lines
    assert {line.standing.entry.name for line in lines if line.tied} == {"Ai", "Bo"}
    assert {line.standing.entry.name for line in lines if line.tie_breaks} == {"Ai", "Bo"}
    assert "Tie-breaks" in words(get(None, f"{HERE}{entry(made, bo).pk}/"))
    assert "Tie-breaks" not in words(get(None, f"{HERE}{entry(made, chie).pk}/"))
    file = get(None, f"{SEASON}files/standings.csv").getvalue().decode("utf-8-sig")
    ties = {row["name"]: row["tie_breaks"] for row in DictReader(file.splitlines())}
    assert ties["Bo"]
    assert not ties["Chie"]


def test_once_all_is_played_nothing_is_said_of_what_can_be_reached(season: Season) -> None:
    tallied(season)
    assert "below a name" not in words(get(None, HERE))


def test_tables_that_run_count_so_far_and_say_so(season: Season, ai: User, chie: User) -> None:
    table(season, "2/2", [chie, ai, None], "9 0 0", state="running")
    tallied(season)
    page = words(get(None, HERE))
    assert "Tables that still run count with their finished deals." in page
    # The score and three points for the place: more than all that the others have.
    assert "1 Chie can still finish 1st to 2nd · final: 9–22 points" in page
    assert "12 where Chie’s points come from 12 running" in page
    figure = words(get(None, f"{HERE}{entry(season, chie).pk}/"))
    assert "Round 2, table 2 Seat 1, so far, the table still runs 12" in figure
    assert "Total 12" in figure


def test_of_two_tables_of_a_round_the_one_that_is_over_is_not_called_running(
    season: Season, ai: User, chie: User
) -> None:
    table(season, "2/2", [chie, ai, None], "9 0 0", state="running")
    tallied(season)
    line = Standing.objects.get(entry=entry(season, chie))
    for result in line.results_json:
        result |= {"running": "5"} if result["how"] == "running" else {}
    line.save()
    assert "12 where Chie’s points come from 5 running" in words(get(None, HERE))


def test_a_place_that_is_safe_is_named_once(season: Season, ai: User, chie: User) -> None:
    table(season, "2/2", [chie, ai, None], "99 0 0", state="running")
    tallied(season)
    assert "1 Chie will finish 1st · final: 102–112 points" in words(get(None, HERE))
    assert "Can still reach 1st place, 102–112 points" in words(get(None, f"{HERE}{entry(season, chie).pk}/"))


def test_a_place_with_too_few_rounds_stands_in_brackets(club: Club, ai: User, bo: User) -> None:
    made = season_of(club, ai, bo, rounds=3, scheme=Scheme(minimum=2))
    table(made, "1/1", [ai, bo], "4 1")
    tallied(made)
    page = words(get(None, HERE))
    assert "(1) Ai" in page
    assert "(2) Bo" in page
    assert "A place in brackets is kept only with 2 rounds." in page


def test_decimals_stand_below_one_another(season: Season) -> None:
    season.entries.first().adjustments.create(points="0.25", reason="x", made_at=season.created_at)
    tallied(season)
    assert [line.points for line in standings_sheet(division_of(season), User()).lines] == ["6.25", "6.00", "2.00"]


def test_ties_are_explained_where_they_stand(season: Season, bo: User) -> None:
    page = words(get(None, HERE))
    told = "Head to head 0, Points per deal 1.75, Strength of opponents 14, Fewer penalties 0"
    assert f"Bo shares this place: {told} (Bo)" in page
    link = f'href="{HERE}{entry(season, bo).pk}/#tie-breaks"'
    assert link in get(None, HERE).content.decode()


def test_the_first_three_of_a_finished_season_stand_on_a_podium(
    club: Club, ai: User, bo: User, chie: User, dai: User
) -> None:
    made = season_of(club, ai, bo, chie, dai, rounds=1)
    table(made, "1/1", [ai, bo, chie, dai], "4 2 2 0")
    tallied(made)
    assert "Podium" not in get(None, HERE).content.decode()
    Season.objects.update(state="finished")
    assert standings_sheet(division_of(Season.objects.get()), ai).podium == [(1, ["Ai"]), (2, ["Bo", "Chie"])]
    assert "1st Ai 2nd Bo Chie" in words(get(None, HERE))
    # As on the season's own page.
    assert "1st Ai 2nd Bo Chie" in words(get(None, SEASON))


def test_a_finished_season_numbers_nobody_by_registration(club: Club, ai: User, bo: User) -> None:
    made = season_of(club, ai, bo, rounds=1, scheme=Scheme(tie_breaks=("registration",)))
    table(made, "1/1", [bo, ai], "2 2")
    assert tallied(made) == ["1 Ai 2", "2 Bo 2"]
    Season.objects.update(state="finished")
    assert tallied(made) == ["1 Ai 2", "1 Bo 2"]
    page = words(get(None, HERE))
    assert "Ai shares this place 2" in page
    assert "Earlier registration" not in page


def test_the_scales_of_both_sizes_stand_side_by_side(club: Club, ai: User) -> None:
    scheme = Scheme(points="place", places=(tuple(map(Fraction, (5, 3, 2, 1, 0))),))
    season_of(club, ai, scheme=scheme, other_size=4)
    for path in (HERE, "/clubs/tuesday/seasons/spring/rules/"):
        assert "Place Table of 5 Table of 4 1st 5 4.6 2nd 3 2.6 3rd 2 1.4 4th 1 0.2 5th 0" in words(get(None, path))


def test_a_tie_that_promotion_splits_is_named(season: Season) -> None:
    told = "The promotion line splits tied members: Ai, Bo."
    assert told not in words(get(None, HERE))
    Division.objects.update(promoted=1)
    assert f"{told} No tie-break separates them" in words(get(None, HERE))
    Division.objects.update(promoted=2)
    assert told not in words(get(None, HERE))


# --- Round by round, and who met whom ---


def test_the_place_after_each_round(season: Season, ai: User) -> None:
    page = words(get(ai, f"{HERE}rounds/"))
    assert "Member R1 R2 Now" in page
    assert "Ai 1 1 1" in page
    assert "Chie 3 3 3" in page


def test_who_met_whom_and_when(season: Season) -> None:
    assert "Member 1 2 3 1. Ai 1, 2 1 2. Bo 1, 2 1 3. Chie 1 1" in words(get(None, f"{HERE}meetings/"))


def test_a_large_division_lists_whom_each_met(season: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("leagues.standings.meetings.WIDEST", 2)
    assert "1. Ai Bo (1, 2), Chie (1)" in words(get(None, f"{HERE}meetings/"))


def test_void_tables_are_no_meetings(season: Season, ai: User, chie: User) -> None:
    table(season, "2/2", [ai, chie, None], state="void")
    assert "3. Chie 1 1" in words(get(None, f"{HERE}meetings/"))


def test_nothing_can_be_reached_any_more_once_it_was_cancelled(season: Season, ai: User, bo: User) -> None:
    Season.objects.update(rounds_planned=3)
    tallied(season)
    own = f"{HERE}{entry(season, ai).pk}/"
    assert "Can still reach" in words(get(ai, own))
    Season.objects.update(state="cancelled")
    tallied(season)
    line = Standing.objects.get(entry=entry(season, ai))
    assert (line.least, line.most) == (line.points, line.points)
    assert (line.best_place, line.worst_place) == (line.place, line.place)
    assert "Can still reach" not in words(get(ai, own))
    assert "final 2 of 3 rounds are over." in words(get(ai, HERE))


def test_a_season_that_nobody_has_played_in_yet(club: Club, ai: User) -> None:
    season_of(club, slug="spring")
    assert "Nobody is in this division yet." in words(get(ai, HERE))


def test_every_figure_is_explained(season: Season, ai: User) -> None:
    page = words(get(None, f"{HERE}{entry(season, ai).pk}/"))
    assert "Round 1, table 1 Seat 1 6" in page
    assert "Deal 1 4 Deal 2 0" in page
    assert "Places 1 to 2 of 3, shared 2" in page
    assert "Round 2, table 1 Seat 1, does not count 5" in page
    assert "The best round counts." in page
    assert "Total 6" in page


def test_a_bye_says_whose_average_it_is(season: Season, chie: User) -> None:
    page = words(get(None, f"{HERE}{entry(season, chie).pk}/"))
    assert "Round 2: bye the average of the rounds 1, does not count 2" in page


def test_tie_breaks_show_their_numbers(season: Season, bo: User) -> None:
    page = words(get(None, f"{HERE}{entry(season, bo).pk}/"))
    assert "Head to head: 0" in page
    assert "Tied: Ai, Bo." in page
    assert "Points per deal: 1.75" in page
    assert "7 by 4 deals 1.75" in page


def test_every_tie_break_has_words() -> None:
    assert set(TIE_BREAK_TEXTS) == set(TIE_BREAKS)


def test_normalised_scores_show_their_steps(club: Club, ai: User, bo: User) -> None:
    made = season_of(club, ai, bo, scheme=Scheme(centred=True), closing="pro_rata", rules={"deals": 3})
    table(made, "1/1", [ai, bo], "4 1", "2 0")
    page = words(get(None, f"{HERE}{entry(made, ai).pk}/"))
    assert "Deal 1 scored 4, less the table’s mean 2.5, times 1.5, for a whole match 2.25" in page


def test_exact_fractions_stand_beside_rounded_ones(club: Club, ai: User, bo: User) -> None:
    made = season_of(club, ai, bo, scheme=Scheme(points="place", places=((Fraction(10, 3), Fraction(0)),)))
    table(made, "1/1", [ai, bo], "4 1")
    assert "3.33 (10/3)" in words(get(None, f"{HERE}{entry(made, ai).pk}/"))


def test_tables_lead_to_their_games(club: Club, ai: User, bo: User) -> None:
    made = season_of(club, ai, bo)
    game = running(ai, bo, preset="nap", players=2)
    table(made, "1/1", [ai, bo], "4 1", game=game)
    page = get(None, f"{HERE}{entry(made, ai).pk}/").content.decode()
    assert f'href="/t/{game.slug}/"' in page


def test_private_tables_lead_there_for_their_players_only(club: Club, ai: User, bo: User, chie: User) -> None:
    made = season_of(club, ai, bo)
    game = running(ai, bo, preset="nap", players=2)
    Game.objects.update(is_listed=False)
    table(made, "1/1", [ai, bo], "4 1", game=game)
    path = f"{HERE}{entry(made, ai).pk}/"
    pages_of = {user: get(user, path).content.decode() for user in (ai, bo, chie, None)}
    link = f'href="/t/{game.slug}/"'
    assert [link in page for page in pages_of.values()] == [True, True, False, False]


def test_each_finds_their_line(season: Season, ai: User) -> None:
    page = get(ai, HERE).content.decode()
    assert 'href="#me"' in page
    assert page.count('id="me"') == 1
    assert "You: place 1, 6 points" in words(get(ai, HERE))
    assert "You: place" not in words(get(None, HERE))


@pytest.mark.parametrize(("points", "told"), [("1", "1 point"), ("1/2", "0.5 points"), ("-1", "−1 points")])
def test_one_point_is_no_points(season: Season, ai: User, points: str, told: str) -> None:
    Standing.objects.filter(entry__user=ai).update(points=points)
    assert f"You: place 1, {told} " in words(get(ai, HERE))
    assert f", {told} so far" in words(get(ai, "/"))


def test_before_the_start_nobody_stands_anywhere(club: Club, ai: User) -> None:
    season_of(club, ai, slug="spring", state="registration")
    Season.objects.update(started_at=None)
    page = words(get(ai, HERE))
    assert "The season has not started yet." in page
    assert "Nobody is in this division" not in page


def test_only_members_of_the_division_have_a_page(season: Season, dai: User, club: Club) -> None:
    other = season_of(club, dai, slug="autumn")
    assert get(None, f"{HERE}{entry(other, dai).pk}/").status_code == 404
    assert get(None, f"{HERE}999999/").status_code == 404
    assert get(None, HERE.replace("/1/", "/2/")).status_code == 404


def test_a_season_in_preparation_is_for_organisers(season: Season, ai: User, bo: User, chie: User) -> None:
    Season.objects.update(state="draft", announced_at=None)
    assert [get(who, HERE).status_code for who in (None, chie, bo, ai)] == [404, 404, 200, 200]


def test_divisions_lead_to_each_other(season: Season, dai: User) -> None:
    second = Division.objects.create(season=season, number=2, name="Second")
    Entry.objects.filter(user=dai).update(division=second)
    assert 'href="/clubs/tuesday/seasons/spring/standings/2/"' in get(None, HERE).content.decode()


def test_a_cut_stands_where_members_go_up(season: Season) -> None:
    assert 'class=" cut"' not in get(None, HERE).content.decode()
    Division.objects.update(promoted=1)
    assert get(None, HERE).content.decode().count(' cut"') == 1


def test_links_say_elsewhere_what_they_lead_to(season: Season, ai: User) -> None:
    titles = {
        HERE: "Standings · Spring · Tuesday",
        f"{HERE}{entry(season, ai).pk}/": "Ai · Spring · Tuesday",
        "/clubs/tuesday/ratings/": "Ratings · Tuesday",
    }
    for path, title in titles.items():
        page = get(None, path).content.decode()
        assert f'<meta property="og:title" content="{title}">' in page
        assert page.count('<meta property="og:description" content="') == 1


def test_names_are_text(season: Season, ai: User) -> None:
    User.objects.filter(pk=ai.pk).update(name="<b>Ai</b>")
    parts = ("", f"{entry(season, ai).pk}/", "adjustments/", "rounds/", "meetings/", "leaders/")
    for path in [f"{HERE}{part}" for part in parts]:
        assert "<b>Ai" not in get(ai, path).content.decode()


# --- Adjustments ---


def give(user: User, season: Season, whom: User, points: str, reason: str = "Late") -> HttpResponse:
    return post(user, f"{HERE}adjust/", entry=entry(season, whom).pk, points=points, reason=reason, sure="yes")


@pytest.mark.django_db(transaction=True)
def test_organisers_give_and_take_points(season: Season, bo: User, chie: User, club: Club) -> None:
    assert give(bo, season, chie, "-1.5").status_code == 302
    assert log(club)[-1] == "Bo changed the points of Chie in Spring: −1.5."
    assert "Chie: −1.5 Late Bo" in words(get(None, f"{HERE}adjustments/"))
    assert "By the organisers: Late −1.5" in words(get(None, f"{HERE}{entry(season, chie).pk}/"))
    assert division_of(season).standings.get(entry__user=chie).points == "1/2"
    made = Adjustment.objects.get()
    assert post(bo, f"{HERE}adjustments/{made.pk}/cancel/", sure="yes", reason="In time").status_code == 302
    assert log(club)[-1] == "Bo cancelled the change of points of Chie in Spring: −1.5."
    assert "cancelled by Bo" in words(get(None, f"{HERE}adjustments/"))
    assert division_of(season).standings.get(entry__user=chie).points == "2"


def test_before_points_change_the_page_says_what_follows(season: Season, bo: User, chie: User, club: Club) -> None:
    form = {"entry": entry(season, chie).pk, "points": "-1.5", "reason": "Late"}
    question = text(post(bo, f"{HERE}adjust/", **form))
    assert "Chie: −1.5 points?" in question
    assert "Chie: 2 → 0.5 points" in question
    assert not Adjustment.objects.exists()
    give(bo, season, chie, "-1.5")
    made = Adjustment.objects.get()
    path = f"{HERE}adjustments/{made.pk}/cancel/"
    assert "Cancel the adjustment of Chie (−1.5)?" in text(post(bo, path))
    assert post(bo, path, sure="yes").status_code == 422
    post(bo, path, sure="yes", reason="In time after all")
    assert Adjustment.objects.get().cancelled_because == "In time after all"
    assert "cancelled by Bo: In time after all" in words(get(None, f"{HERE}adjustments/"))


def test_the_same_penalty_by_two_organisers_at_once_counts_once(
    season: Season, ai: User, bo: User, chie: User, club: Club
) -> None:
    add(club, ai, Role.ORGANISER)
    give(bo, season, chie, "-1.5")
    refused = give(ai, season, chie, "-1.5", "Came late")
    assert (refused.status_code, "counts once" in text(refused)) == (409, True)
    assert Adjustment.objects.count() == 1
    Adjustment.objects.update(made_at=season.created_at - timedelta(days=1))
    form = {"entry": entry(season, chie).pk, "points": "-1.5", "reason": "Came late"}
    assert "Bo has already recorded as many points for this member" in text(post(ai, f"{HERE}adjust/", **form))
    assert give(ai, season, chie, "-1.5", "Late again").status_code == 302


def test_cancelling_twice_is_once(season: Season, bo: User, chie: User, club: Club) -> None:
    give(bo, season, chie, "3")
    made = Adjustment.objects.get()
    for _ in range(2):
        post(bo, f"{HERE}adjustments/{made.pk}/cancel/", sure="yes", reason="In time")
    assert len(log(club)) == 3


@pytest.mark.parametrize(
    ("points", "reason"),
    [("0", "Late"), ("1.234", "Late"), ("99999", "Late"), ("NaN", "Late"), ("2", ""), ("2", "x" * 201)],
)
def test_what_cannot_be_is_refused(season: Season, bo: User, chie: User, points: str, reason: str) -> None:
    assert give(bo, season, chie, points, reason).status_code == 422
    assert not Adjustment.objects.exists()


def test_nobody_is_meant_until_they_are_chosen(season: Season, bo: User) -> None:
    assert '<option value="" selected>– choose –' in get(bo, f"{HERE}adjustments/").content.decode()
    assert post(bo, f"{HERE}adjust/", entry="", points="1", reason="Late").status_code == 422
    assert not Adjustment.objects.exists()


def test_only_organisers_of_the_club(season: Season, chie: User, dai: User, bo: User) -> None:
    assert give(chie, season, chie, "9").status_code == 403
    assert give(dai, season, chie, "9").status_code == 403
    made = Adjustment.objects.create(entry=entry(season, chie), points=1, reason="x", made_at=season.created_at)
    assert post(chie, f"{HERE}adjustments/{made.pk}/cancel/").status_code == 403
    assert Adjustment.objects.get().cancelled_at is None


def test_what_belongs_to_another_season_is_out_of_reach(season: Season, bo: User, dai: User, club: Club) -> None:
    other = season_of(club, dai, slug="autumn")
    assert give(bo, other, dai, "9").status_code == 422
    made = Adjustment.objects.create(entry=entry(other, dai), points=1, reason="x", made_at=season.created_at)
    assert post(bo, f"{HERE}adjustments/{made.pk}/cancel/").status_code == 409
    assert Adjustment.objects.get().cancelled_at is None


def test_a_cancelled_season_is_left_alone(season: Season, bo: User, chie: User) -> None:
    Season.objects.update(state="cancelled")
    assert give(bo, season, chie, "9").status_code == 409


# --- Cost ---


@pytest.mark.parametrize("who", ["visitor", "organiser"])
def test_queries_do_not_grow(who: str, season: Season, cast: list[User], club: Club) -> None:
    reader = cast[1] if who == "organiser" else None
    parts = ("", f"{entry(season, cast[0]).pk}/", "adjustments/", "rounds/", "meetings/")
    paths = [f"{HERE}{part}" for part in parts]
    before = [queries(reader, path) for path in paths]
    assert max(before) <= 12, before
    for number in range(2, 30):
        user = User.objects.create(name=f"P{number}", email=f"p{number}@example.org")
        made = Entry.objects.create(
            season=season,
            division=division_of(season),
            user=user,
            state="entered",
            order=number + 10,
            applied_at=season.created_at,
        )
        Adjustment.objects.create(entry=made, points=1, reason="x", made_at=season.created_at)
    for number in range(2, 9):
        game = running(*cast[:2], preset="nap", players=2)
        table(season, f"1/{number}", list(cast[:2]), "1 2", game=game)
    tallied(season)
    assert [queries(reader, path) for path in paths] == before


def test_both_languages(season: Season, ai: User) -> None:
    client = client_of(ai)
    client.post("/language/", {"language": "ja"})
    parts = ("", f"{entry(season, ai).pk}/", "adjustments/", "rounds/", "meetings/", "leaders/")
    for path in [f"{HERE}{part}" for part in parts]:
        assert "順位表" in client.get(path).content.decode()


# --- On the front page ---


def test_the_front_page_says_where_one_stands(season: Season, ai: User, dai: User) -> None:
    assert "Spring Tuesday place 1 , 6 points so far" in words(get(ai, "/"))
    assert "Your seasons" not in words(get(dai, "/"))
    Season.objects.update(state="finished")
    assert "Your seasons" not in words(get(ai, "/"))


def test_many_seasons_take_no_more_queries(season: Season, ai: User, club: Club) -> None:
    before = queries(ai, "/")
    for number in range(5):
        tallied(season_of(club, ai, slug=f"season-{number}"))
    assert queries(ai, "/") == before <= 12


# --- Addresses that lead nowhere ---


HUGE = "9" * 30


@pytest.mark.parametrize(
    "path",
    [
        f"standings/{HUGE}/",
        "standings/0/",
        f"standings/1/{HUGE}/",
        f"sheets/{HUGE}/",
        "files/..csv",
        "files/members.csv.csv",
        "standings/1/adjustments/x/",
    ],
)
def test_addresses_that_lead_nowhere(path: str, season: Season, ai: User) -> None:
    assert get(ai, f"/clubs/tuesday/seasons/spring/{path}").status_code == 404


def test_forms_that_lead_nowhere(season: Season, bo: User) -> None:
    assert post(bo, f"{HERE}adjustments/999/cancel/").status_code == 409
    assert post(bo, f"{HERE}adjustments/{HUGE}/cancel/").status_code == 404
    for value in ("", "x", "-1", HUGE):
        assert post(bo, f"{HERE}adjust/", entry=value, points="1", reason="x").status_code == 422
    for after in ("x", HUGE, "-1"):
        assert get(bo, f"/u/{bo.pk}/ratings/?after={after}").status_code == 200
    assert get(bo, f"/u/{HUGE}/ratings/").status_code == 404
    assert get(bo, f"/clubs/tuesday/ratings/?game={HUGE}").status_code == 200
