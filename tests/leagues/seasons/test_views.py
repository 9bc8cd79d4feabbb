"""The pages of a season: what they say, to whom, and what they cost."""

import re
from fractions import Fraction

import pytest
from django.http import HttpResponse
from pytest_django.asserts import assertContains

from games.models import Game
from leagues.models import Club, Division, Entry, Season
from leagues.seasons import services
from napoleon.engine import rules_from_json
from players.models import User
from tests.support.clubs import add, log, told
from tests.support.stored_seasons import crowd, drawn_season, enter, open_season, reread, season_of, started, states
from tests.support.table_pages import fields
from tests.support.visits import get, guest, post, queries, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_draws")]
SPRING = "/clubs/tuesday/seasons/spring/"
WHOLE = {
    "preset": "four",
    "name": "Winter 2027",
    "about": "On Tuesdays.",
    "rounds_planned": "4",
    "pairing": "swiss",
    "pace": "rounds",
    "opening": "dates",
    "starts_at": "2027-01-05T20:00",
    "round_days": "14",
    "games_at_once": "2",
    "closing": "pro_rata",
    "credit": "deals",
    "bot_deals": "nothing",
    "substitute_hours": "12",
    "needs_approval": "on",
    "cap": "24",
    "has_waiting_list": "on",
    "late_until": "2",
    "other_size": "5",
    "venue": "site",
    "gap": "byes",
    "bot_level": "recruit",
    "is_listed": "no",
    "points": "both",
    "places": "5 3 2 1 0\n4 2 1 0",
    "bye": "1/2",
    "void": "0",
    "absent": "-1",
    "best": "3",
    "drop": "0",
    "minimum": "2",
    "tie_break_1": "head_to_head",
    "tie_break_2": "registration",
    "clock_move": "86400",
    "clock_bank": "259200",
    "clock_increment": "0",
    "clock_quiet": "on",
    "clock_autopilot": "on",
    "release": "minutes",
    # A day for a move, one deal after another, in rounds of two weeks: that is asked about.
    "anyway": "on",
}


def rules_of(preset: str) -> dict[str, str]:
    """The options of a preset, as the form sends them."""
    from napoleon.engine import preset_rules
    from napoleon.engine.rules import options_of

    rules = preset_rules(preset)
    values = {key: getattr(rules, key) for key in options_of(preset)}
    sent = {key: "on" if value is True else str(value) for key, value in values.items()}
    return {key: value for key, value in sent.items() if value != "False"}


def sent(**changes: str) -> dict[str, str]:
    return {**rules_of("four"), "deals": "3", **WHOLE, **changes}


# --- Preparing one ---


def test_rounds_too_short_for_the_matches_are_asked_about(club: Club, bo: User) -> None:
    answer = post(bo, "/clubs/tuesday/seasons/new/", **sent(anyway=""))
    page = text(answer)
    assert answer.status_code == 422
    assert "A match takes about" in page
    assert "but a round has 14 days: most tables would not finish." in page
    assert "Play all 3 deals at once" in page
    assert "Save anyway" in page
    assert not Season.objects.exists()
    assert "Nothing has been saved yet. See the warning below." in page
    # Rounds that last until they are finished can be as long as they like.
    endless = sent(anyway="", round_days="", opening="finished")
    assert post(bo, "/clubs/tuesday/seasons/new/", **endless).status_code == 302


def test_a_button_pressed_twice_prepares_one_season(club: Club, bo: User) -> None:
    path = "/clubs/tuesday/seasons/new/"
    first, second = (post(bo, path, **sent()) for _time in range(2))
    assert first["Location"] == second["Location"]
    assert Season.objects.count() == 1
    # With other settings it is another one.
    assert post(bo, path, **sent(about="At full moon.")).status_code == 302
    assert Season.objects.count() == 2


def test_a_season_is_prepared_with_its_divisions(club: Club, bo: User) -> None:
    path = "/clubs/tuesday/seasons/new/"
    post(bo, path, **sent())
    assert Season.objects.get().divisions.count() == 1
    post(bo, path, **sent(divisions="3"))
    assert numbers(Season.objects.latest("pk")) == [1, 2, 3]
    assert Season.objects.count() == 2
    assert post(bo, path, **sent(divisions="9")).status_code == 422


def test_one_button_prepares_a_season_and_opens_its_registration(club: Club, bo: User, chie: User) -> None:
    path = "/clubs/tuesday/seasons/new/"
    first, second = (post(bo, path, **sent(open="yes", divisions="2")) for _time in range(2))
    assert first["Location"] == second["Location"] == "/clubs/tuesday/seasons/winter-2027/"
    season = Season.objects.get()
    assert season.state == Season.State.REGISTRATION
    assert numbers(season) == [1, 2]
    assert told(chie) == ["season_opened"]
    assert log(club)[-2:] == ["Bo prepared the season Winter 2027.", "Bo opened the registration for Winter 2027."]


def numbers(season: Season) -> list[int]:
    return list(season.divisions.order_by("number").values_list("number", flat=True))


@pytest.mark.parametrize("plan", ["usual", "long", "real", "cup", "swiss"])
def test_a_whole_season_to_begin_from_finishes_in_its_rounds(club: Club, bo: User, plan: str) -> None:
    form = get(bo, f"/clubs/tuesday/seasons/new/?plan={plan}").context["form"]
    sent_values = {
        name: "on" if value is True else value
        for name, value in {name: form[name].value() for name in form.fields}.items()
        if value is not None and value is not False
    }
    answer = post(bo, "/clubs/tuesday/seasons/new/", **{**sent_values, "name": "Spring"})
    assert answer.status_code == 302, answer.context["form"].errors
    # How many rounds a knock-out has follows from its members.
    assert Season.objects.get().rounds_planned >= (1 if plan == "cup" else 5)


def test_the_strongest_bots_are_proposed_for_empty_seats(club: Club, bo: User) -> None:
    assert '<option value="captain" selected>' in text(get(bo, "/clubs/tuesday/seasons/new/"))


def test_the_fold_of_time_says_which_clock_is_set(club: Club, bo: User) -> None:
    assert "1 day for each move, then a time bank of 3 days" in text(get(bo, "/clubs/tuesday/seasons/new/"))
    post(bo, "/clubs/tuesday/seasons/new/", **sent(clock_move="172800", clock_bank="0"))
    assert "2 days for each move</small>" in text(get(bo, "/clubs/tuesday/seasons/winter-2027/edit/"))


def test_a_season_is_prepared_as_the_form_says(club: Club, bo: User) -> None:
    assert post(bo, "/clubs/tuesday/seasons/new/", **sent())["Location"] == "/clubs/tuesday/seasons/winter-2027/"
    season = Season.objects.get()
    assert season.rules == rules_from_json({"preset": "four", "deals": 3})
    assert (season.rounds_planned, season.round_days, season.other_size) == (4, 14, 5)
    assert season.pairing == "swiss"
    assert (season.closing, season.credit, season.gap) == ("pro_rata", "deals", "byes")
    assert (season.cap, season.late_until, season.is_listed) == (24, 2, False)
    scheme = season.scheme
    assert (scheme.points, str(scheme.bye), scheme.best, scheme.minimum) == ("both", "1/2", 3, 2)
    assert [len(scale) for scale in scheme.places] == [5, 4]
    assert scheme.tie_breaks == ("head_to_head", "registration")
    assert (scheme.deals, scheme.pro_rata, scheme.credit, scheme.bots) == (3, True, "deals", "nothing")
    assert season.clock.autopilot == 2
    assert season.rounds.count() == 4


def test_points_by_place_have_a_usual_scale(club: Club, bo: User) -> None:
    post(bo, "/clubs/tuesday/seasons/new/", **sent(places=""))
    [scale] = Season.objects.get().scheme.places
    assert [*map(int, scale)] == [4, 2, 1, 0]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": ""}, "name"),
        ({"slug": "new"}, "slug"),
        ({"slug": "No Spaces"}, "slug"),
        ({"rounds_planned": "0"}, "rounds_planned"),
        ({"rounds_planned": "31"}, "rounds_planned"),
        ({"round_days": ""}, "round_days"),
        ({"pace": "concurrent"}, "pace"),
        ({"starts_at": "soon"}, "starts_at"),
        (
            {"registration_opens_at": "2027-01-03T00:00", "registration_closes_at": "2027-01-02T00:00"},
            "registration_closes_at",
        ),
        ({"registration_closes_at": "2027-02-01T00:00"}, "starts_at"),
        ({"places": "1 2 x"}, "places"),
        ({"places": "3 2 1\n5 3 2 1"}, "places"),
        ({"bye": "1e999"}, "bye"),
        ({"bye": "20000"}, "bye"),
        ({"absent": "-10001"}, "absent"),
        ({"void": ""}, "void"),
        ({"best": "0"}, "best"),
        ({"best": "5"}, "best"),
        ({"drop": "4"}, "drop"),
        ({"minimum": "9"}, "minimum"),
        ({"late_until": "5"}, "late_until"),
        ({"starts_at": "2026-01-05T20:00"}, "starts_at"),
        ({"pace": "slow"}, "pace"),
        ({"other_size": "8"}, "other_size"),
        ({"venue": "real", "closing": "bots"}, "closing"),
        ({"venue": "real", "gap": "bots"}, "gap"),
        ({"cap": "1"}, "cap"),
        ({"deals": "1", "deals_at_once": "2"}, "deals_at_once"),
    ],
)
def test_impossible_rules_are_refused_by_name(club: Club, bo: User, changes: dict[str, str], field: str) -> None:
    response = post(bo, "/clubs/tuesday/seasons/new/", **sent(**changes))
    assert response.status_code == 422
    assert field in response.context["form"].errors
    assert not Season.objects.exists()


KNOCK_OUT = {"pairing": "out", "credit": "seat", "best": "", "minimum": "0", "drop": "0", "late_until": "0"}


def test_a_knock_out_is_prepared(club: Club, bo: User) -> None:
    assert post(bo, "/clubs/tuesday/seasons/new/", **sent(**KNOCK_OUT, advancing="1")).status_code == 302
    season = Season.objects.get()
    assert (season.pairing, season.advancing, season.scheme.advancing) == ("out", 1, 1)
    assert season.is_drawn_by_round


def test_two_go_on_unless_the_form_says_otherwise(club: Club, bo: User) -> None:
    """A page from before the setting says nothing of it."""
    post(bo, "/clubs/tuesday/seasons/new/", **sent(**KNOCK_OUT, advancing=""))
    assert Season.objects.get().advancing == 2


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"advancing": "4"}, "advancing"),
        ({"advancing": "5"}, "advancing"),
        ({"advancing": "0"}, "advancing"),
        ({"credit": "deals"}, "credit"),
        ({"late_until": "1"}, "late_until"),
        ({"best": "2"}, "best"),
        ({"minimum": "1"}, "minimum"),
        ({"drop": "1"}, "drop"),
        ({"team_size": "2"}, "team_size"),
        ({"pace": "concurrent"}, "pace"),
        ({"takes_attendance": "on", "venue": "real", "gap": "byes", "closing": "void"}, "takes_attendance"),
    ],
)
def test_what_does_not_go_with_a_knock_out_is_refused(
    club: Club, bo: User, changes: dict[str, str], field: str
) -> None:
    response = post(bo, "/clubs/tuesday/seasons/new/", **sent(**{**KNOCK_OUT, **changes}))
    assert response.status_code == 422
    assert field in response.context["form"].errors
    assert not Season.objects.exists()


@pytest.mark.parametrize("points", ["10000", "-9999.123", "99999/99999"])
def test_points_that_the_form_takes_are_stored(club: Club, bo: User, points: str) -> None:
    post(bo, "/clubs/tuesday/seasons/new/", **sent(void=points))
    assert Season.objects.get().scheme.void == Fraction(points)


def test_no_tie_break_counts_twice(club: Club, bo: User) -> None:
    response = post(bo, "/clubs/tuesday/seasons/new/", **sent(tie_break_2="head_to_head"))
    assert response.status_code == 422
    assert "Each tie-break can be chosen only once." in text(response)


def test_an_address_that_is_taken(club: Club, bo: User) -> None:
    season_of(club, bo, slug="winter-2027")
    assert post(bo, "/clubs/tuesday/seasons/new/", **sent(slug="winter-2027")).status_code == 422
    post(bo, "/clubs/tuesday/seasons/new/", **sent())
    assert set(club.seasons.values_list("slug", flat=True)) == {"winter-2027", "winter-2027-2"}


def test_what_was_saved_stands_in_the_form(club: Club, bo: User) -> None:
    post(bo, "/clubs/tuesday/seasons/new/", **sent())
    path = "/clubs/tuesday/seasons/winter-2027/edit/"
    form = get(bo, path).context["form"]
    again = {}
    for field in form:
        value = field.value()
        if value is True:
            value = "on"
        if value is not None and value is not False and value != "":
            again[field.html_name] = value.strftime("%Y-%m-%dT%H:%M") if hasattr(value, "strftime") else value
    before = Season.objects.values().get()
    response = post(bo, path, preset="four", anyway="on", **again)
    assert response.status_code == 302, response.context["form"].errors
    assert Season.objects.values().get() == before


def test_who_changes_something_else_is_not_asked_about_the_length_again(club: Club, bo: User) -> None:
    post(bo, "/clubs/tuesday/seasons/new/", **sent())
    path = "/clubs/tuesday/seasons/winter-2027/edit/"
    values = sent(name="Frost", cap="20", anyway="")
    assert post(bo, path, **values).status_code == 302
    assert Season.objects.get().cap == 20
    assertContains(post(bo, path, **{**values, "round_days": "13"}), "but a round has 13 days", status_code=422)


def test_the_folds_say_what_is_set_though_something_else_is_wrong(club: Club, bo: User) -> None:
    page = text(post(bo, "/clubs/tuesday/seasons/new/", **sent(name="")))
    for line in (
        "Members at most: 24 · Waiting list · Late entries up to round: 2",
        "Best rounds that count: 3 · Rounds needed for a place: 2 · ",
        "1 day for each move, then a time bank of 3 days",
    ):
        assert line in page


def test_other_rules_are_offered_by_link(club: Club, bo: User) -> None:
    assert 'name="blucher"' in text(get(bo, "/clubs/tuesday/seasons/new/?preset=nap"))
    assert get(bo, "/clubs/tuesday/seasons/new/?preset=poker").status_code == 404


def test_a_running_season_keeps_what_it_is_played_by(club: Club, bo: User) -> None:
    season = season_of(club, bo)
    Season.objects.filter(pk=season.pk).update(state="running")
    path = "/clubs/tuesday/seasons/spring/edit/"
    assert 'name="closing"' not in text(get(bo, path))
    data = {"name": "Spring", "games_at_once": "3", "substitute_hours": "6", "late_until": "1"}
    assert post(bo, path, **data, closing="void").status_code == 302
    season = reread(season)
    assert (season.games_at_once, season.closing) == (3, "bots")


# --- Its page ---


def test_what_the_page_says(club: Club, bo: User, chie: User) -> None:
    enter(open_season(club, bo, about="On Tuesdays.", cap=8), chie)
    page = text(get(None, "/clubs/tuesday/seasons/spring/"))
    for words in ("On Tuesdays.", "Chie", "open for entries".capitalize(), "2 rounds", "Sign in to enter"):
        assert words in page
    assert "For organisers" not in page
    assert "You are in this season" in text(get(chie, "/clubs/tuesday/seasons/spring/"))
    assert "For organisers" in text(get(bo, "/clubs/tuesday/seasons/spring/"))


def test_organisers_of_a_new_club_are_led_to_invite_first(club: Club, bo: User) -> None:
    open_season(club, bo, gap="byes")
    response = get(bo, SPRING)
    assert main_button(response) == "Invite members"
    page = text(response)
    assert 'href="/clubs/tuesday/invitations/"' in page
    assert "The draw needs at least 4 members. So far there are 0." in page
    assert "Go to the draw" not in page
    assert "Close the registration" not in page


def test_with_members_they_are_led_to_enter_them_and_then_to_the_draw(club: Club, bo: User, dai: User) -> None:
    add(club, dai)
    season = open_season(club, bo, gap="byes")
    assert main_button(get(bo, SPRING)) == "Enter members"
    enter(season, *crowd(season.rules.players - 1))
    page = get(bo, SPRING)
    assert main_button(page) == "Enter members"
    assert "Go to the draw" not in text(page)
    enter(season, bo)
    response = get(bo, SPRING)
    assert main_button(response) == "Go to the draw"
    assert "Close the registration" in text(response)


def test_the_seasons_page_leads_from_registration_to_the_draw(club: Club, bo: User, dai: User) -> None:
    for member in (dai, *crowd(5)):
        add(club, member)
    season = open_season(club, bo)
    Division.objects.create(season=season, number=2)
    page = text(get(bo, SPRING))
    assert "Enter all 9</button>" in page
    assert "Assign by registration" not in page
    assert post(bo, f"{SPRING}entries/add/?from=season", everybody="yes")["Location"] == SPRING
    page = text(get(bo, SPRING))
    assert "Enter all" not in page
    assert "Assign by rating" in page
    assign = f"{SPRING}divisions/assign/"
    assert f'action="{assign}?from=season"' in page
    # Who has been given a division by hand keeps it.
    season.entries.filter(user=dai).update(division=season.divisions.get(number=2))
    assert "Assign by rating" not in text(get(bo, SPRING))
    season.entries.update(division=None)
    assert post(bo, f"{assign}?from=season", order="registration")["Location"] == SPRING
    page = text(get(bo, SPRING))
    assert "Assign by registration" not in page
    assert "Draw and start the season" in page
    # From the list of entries it leads back there.
    assert post(bo, assign, order="registration")["Location"] == f"{SPRING}entries/"


def test_a_division_with_too_few_members_is_named(club: Club, bo: User) -> None:
    season = drawn_season(club, bo, crowd(4), gap="byes")
    second = Division.objects.create(season=season, number=2)
    assert "Division 2: The draw needs at least 4 members." in text(get(bo, SPRING))
    assert main_button(get(bo, SPRING)) == "Entries and divisions"
    enter(season, bo)
    Entry.objects.filter(user=bo).update(division=second)
    assert "So far there is 1." in text(get(bo, SPRING))


def test_and_to_its_start_where_bots_sit_with_few_members(club: Club, bo: User) -> None:
    drawn_season(club, bo, crowd(2), gap="bots")
    assert main_button(get(bo, SPRING)) == "Start the season…"


def test_in_a_running_season_the_organisers_own_table_comes_first(club: Club, bo: User) -> None:
    started(club, bo, [bo, *crowd(3)])
    page = text(get(bo, SPRING))
    assert page.index("Go to my table of round 1") < page.index("For organisers")


def main_button(response: HttpResponse) -> str:
    """The words of the one main button for organisers."""
    panel = response.content.decode().split("For organisers")[1].split("</section>")[0]
    (found,) = re.findall(r'class="button primary"[^>]*>([^<]*)<', panel)
    return str(found)


def test_entering_and_withdrawing_by_the_page(club: Club, bo: User, chie: User) -> None:
    season = open_season(club, bo)
    assert post(chie, "/clubs/tuesday/seasons/spring/enter/").status_code == 302
    assert states(season) == "Chie entered"
    path = "/clubs/tuesday/seasons/spring/withdraw/"
    assert post(chie, path, sure="").status_code == 422
    assert post(chie, path, sure="on").status_code == 302
    assert states(season) == "Chie withdrawn"


@pytest.mark.parametrize("state", ["finished", "cancelled"])
def test_the_next_is_copied_from_one_that_is_over(club: Club, bo: User, chie: User, state: str) -> None:
    season = open_season(club, bo)
    Season.objects.update(state=state, ended_at=season.created_at)
    path = "/clubs/tuesday/seasons/spring/"
    link = f'href="{path}copy/"'
    assert link in text(get(bo, path))
    assert link not in text(get(chie, path))
    assert f'href="{path}edit/"' not in text(get(bo, path))
    assert post(bo, f"{path}copy/", name="Summer").status_code == 302
    Club.objects.update(closed_at=season.created_at)
    assert link not in text(get(bo, path))


def test_a_season_that_is_over_leads_to_its_standings(club: Club, bo: User, chie: User) -> None:
    season = open_season(club, bo)
    [entry] = enter(season, chie)
    entry.division = season.divisions.create(number=2)
    entry.save()
    path = "/clubs/tuesday/seasons/spring/"
    assert "See the final standings" not in text(get(chie, path))
    Season.objects.update(state="finished", started_at=season.created_at)
    for reader, division in ((chie, 2), (None, 1)):
        assert f'<a class="button primary" href="{path}standings/{division}/">' in text(get(reader, path))


def test_a_draft_is_not_in_the_list_of_others(club: Club, bo: User, chie: User) -> None:
    season_of(club, bo)
    assert "Spring" in text(get(bo, "/clubs/tuesday/seasons/"))
    assert "Spring" not in text(get(chie, "/clubs/tuesday/seasons/"))


def test_the_rules_page_says_everything(club: Club, bo: User) -> None:
    post(bo, "/clubs/tuesday/seasons/new/", **sent())
    page = text(get(bo, "/clubs/tuesday/seasons/winter-2027/rules/"))
    for words in ("Points by place at a table", "head to head", "The finished deals count", "up to round 2"):
        assert words in page


def test_divisions_by_the_form(club: Club, bo: User) -> None:
    season = open_season(club, bo)
    enter(season, *crowd(5))
    data = {"divisions": "2", "name_0": "Gold", "size_0": "2", "relegated_0": "1", "promoted_1": "1"}
    path = "/clubs/tuesday/seasons/spring/divisions/"
    assert post(bo, path, **data).status_code == 302
    post(bo, f"{path}assign/", order="registration")
    found = [(str(one), one.entries.count(), one.relegated) for one in season.divisions.all()]
    assert found == [("Gold", 2, 1), ("Division 2", 3, 0)]
    assert post(bo, path, divisions="9").status_code == 422


def test_members_are_chosen_from_a_list_and_entered_together(club: Club, bo: User, chie: User) -> None:
    season = open_season(club, bo)
    enter(season, bo)
    path = f"{SPRING}entries/"
    offered = re.findall(r'name="who" value="(#\d+)"><span>(\w+)<', text(get(bo, path)))
    assert [name for _number, name in offered] == ["Ai", "Chie"]
    assert post(bo, f"{path}add/", who=[number for number, _name in offered]).status_code == 302
    assert states(season) == "Bo entered, Ai entered, Chie entered"


def test_of_several_members_none_is_entered_where_one_cannot_be(club: Club, bo: User, dai: User) -> None:
    season = open_season(club, bo)
    page = post(bo, f"{SPRING}entries/add/", who=["Bo", "Dai"])
    assertContains(page, "Dai is not a member of the club.", status_code=422)
    assertContains(page, 'href="/clubs/tuesday/invitations/">Invitations</a>', status_code=422)
    assert states(season) == ""


def test_adding_nobody(club: Club, bo: User) -> None:
    open_season(club, bo)
    assertContains(post(bo, f"{SPRING}entries/add/"), "Choose at least one member.", status_code=422)


def test_adding_somebody_nobody_knows(club: Club, bo: User) -> None:
    open_season(club, bo)
    response = post(bo, "/clubs/tuesday/seasons/spring/entries/add/", who="Nobody")
    assert response.status_code == 422
    assert "Nobody is called" in text(response)


PAGES = ("", "rules/", "entries/", "edit/", "divisions/")


@pytest.mark.parametrize("page", PAGES)
def test_no_page_costs_more_for_more_members(club: Club, bo: User, page: str) -> None:
    season = open_season(club, bo)
    path = f"/clubs/tuesday/seasons/spring/{page}"
    enter(season, *crowd(2))
    few = queries(bo, path)
    for number in range(10, 40):
        enter(season, User.objects.create(name=f"Q{number}", email=f"q{number}@example.org"))
    assert queries(bo, path) == few <= 12


def test_in_japanese(club: Club, bo: User) -> None:
    open_season(club, bo)
    User.objects.filter(pk=bo.pk).update(language="ja")
    bo.refresh_from_db()
    for page in (*PAGES, "copy/", "cancel/"):
        assert get(bo, f"/clubs/tuesday/seasons/spring/{page}").status_code == 200


def test_the_clubs_page_names_its_seasons(club: Club, bo: User, chie: User) -> None:
    open_season(club, bo)
    season_of(club, bo, slug="hidden")
    page = text(get(None, "/clubs/tuesday/"))
    assert 'href="/clubs/tuesday/seasons/spring/"' in page
    assert "Hidden" not in page
    assert "Hidden" not in text(get(chie, "/clubs/tuesday/"))
    assert "Hidden" in text(get(bo, "/clubs/tuesday/"))
    assert queries(bo, "/clubs/tuesday/") <= 12


def test_the_clubs_page_names_what_runs_before_what_is_over(club: Club, bo: User) -> None:
    for number, state in enumerate(["running", "registration", "finished", "draft", "finished"]):
        Season.objects.filter(pk=season_of(club, bo, slug=f"s{number}").pk).update(state=state)
    page = text(get(bo, "/clubs/tuesday/"))
    assert re.findall(r'class="what" href="/clubs/tuesday/seasons/(\w+)/"', page) == ["s0", "s1", "s3", "s4"]


# --- What only organisers see ---


def test_a_season_that_was_never_announced_stays_with_its_organisers(
    club: Club, ai: User, bo: User, chie: User
) -> None:
    services.cancel(club_id=club.pk, user=bo, season_id=season_of(club, bo).pk)
    page = f"/clubs/{club.slug}/seasons/spring/"
    assert [get(reader, page).status_code for reader in (ai, bo, chie)] == [200, 200, 404]
    assert "Spring" not in text(get(chie, f"/clubs/{club.slug}/seasons/"))
    assert post(chie, f"{page}delete/", sure="yes").status_code == 404
    assert post(bo, f"{page}delete/", sure="yes")["Location"] == f"/clubs/{club.slug}/seasons/"
    assert not Season.objects.exists()
    assert "Bo deleted the season Spring." in text(get(ai, f"/clubs/{club.slug}/audit-log/"))
    assert "Spring" not in text(get(chie, f"/clubs/{club.slug}/audit-log/"))


def test_a_season_that_members_have_seen_stays(club: Club, bo: User, chie: User) -> None:
    services.cancel(club_id=club.pk, user=bo, season_id=open_season(club, bo).pk)
    page = f"/clubs/{club.slug}/seasons/spring/"
    assert post(bo, f"{page}delete/", sure="yes").status_code == 409
    assert "Delete the season" not in text(get(bo, page))
    assert get(chie, page).status_code == 200


def test_in_a_private_club_only_those_at_the_table_watch_unless_it_says_otherwise(club: Club, bo: User) -> None:
    def chosen() -> str:
        page = text(get(bo, f"/clubs/{club.slug}/seasons/new/"))
        return re.findall(r'name="is_listed" value="(\w+)"[^>]* checked', page)[0]

    assert chosen() == "yes"
    Club.objects.update(is_public=False)
    assert chosen() == "no"


def test_a_club_that_becomes_private_hides_its_tables(club: Club, ai: User, bo: User) -> None:
    season = started(club, bo, crowd(8), is_listed=True)
    outsider, game = guest(), Game.objects.filter(league_table__round__season=season)[0]
    assert get(outsider, f"/t/{game.slug}/").status_code == 200
    assert game.slug in text(get(outsider, "/tables/"))
    settings = {"name": club.name, "is_public": "", "takes_requests": "on"}
    assert post(ai, f"/clubs/{club.slug}/settings/", **settings).status_code == 302
    assert get(outsider, f"/t/{game.slug}/").status_code == 404
    assert game.slug not in text(get(outsider, "/tables/"))
    assert not Season.objects.get().is_listed


def test_the_settings_of_another_organiser_are_not_put_back_unseen(club: Club, ai: User, bo: User) -> None:
    season = started(club, bo, crowd(4), rounds_planned=3)
    path = "/clubs/tuesday/seasons/spring/edit/"
    data = {"name": "Spring", "games_at_once": "3", "substitute_hours": "6", "late_until": "1"}
    seen = fields(get(bo, path))["seen"]
    assert post(ai, path, **data | {"late_until": "3", "seen": seen}).status_code == 302
    answer = post(bo, path, **data | {"name": "Other", "seen": seen})
    assert answer.status_code == 422
    assert "Somebody has changed these settings since." in text(answer)
    season.refresh_from_db()
    assert (season.name, season.late_until) == ("Spring", 3)
    now = {"name": "Other", "late_until": "3", "seen": fields(answer)["seen"]}
    assert post(bo, path, **data | now).status_code == 302
    season.refresh_from_db()
    assert (season.name, season.late_until) == ("Other", 3)
