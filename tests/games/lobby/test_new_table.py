"""Opening a table: every option of every preset, refusals by name, and who gets which seat."""

import re
from typing import Any
from uuid import uuid4

import pytest

from games.lobby import services
from games.lobby.forms import NewTableForm
from games.lobby.views import INVITED
from games.models import Game
from games.presentation.option_texts import GROUPS, PRESETS, TEMPO, TEXTS, option_text
from infrastructure.rate_limits import is_allowed
from napoleon.engine import changed_options, preset_rules
from napoleon.engine.rules import Flag, OneOf, Whole, options_of
from napoleon.time_bank import DAY, HOUR, ClockRules, clock_to_json
from players.models import Notification, User
from tests.support.table_form import filled_in
from tests.support.visits import asks_to_sign_in, get, guest, post, queries, text

pytestmark = pytest.mark.django_db


def opened(user: User, **fields: Any) -> Game:
    response = post(user, "/tables/new/", **filled_in(**fields))
    assert response.status_code == 302, text(response)
    game = Game.objects.latest("pk")
    assert response["Location"] == f"/t/{game.slug}/"
    return game


def test_who_has_too_many_open_tables_hears_so_and_loses_nothing(ai: User) -> None:
    for number in range(services.MOST_OPEN):
        opened(ai, name=f"Table {number}")
    response = post(ai, "/tables/new/", **filled_in(name="One more"))
    assert response.status_code == 422
    assert "before you open another" in text(response)
    assert "One more" in text(response)


def refused(user: User, **fields: Any) -> dict[str, list[str]]:
    response = post(user, "/tables/new/", **filled_in(**fields))
    assert response.status_code == 422
    assert not Game.objects.exists()
    form = response.context["form"]
    assert all(str(error) in text(response) for errors in form.errors.values() for error in errors)
    return {key: list(errors) for key, errors in form.errors.items()}


# --- The form follows the engine ---


@pytest.mark.parametrize("preset", PRESETS)
def test_every_option_has_a_field_and_words(preset: str, ai: User) -> None:
    page = text(get(ai, f"/tables/new/?preset={preset}"))
    for key, option in options_of(preset).items():
        assert f'name="{key}"' in page
        words = option_text(key)
        assert words.name
        if isinstance(option, OneOf):
            assert words.values.keys() >= set(option.values)


def test_no_words_without_an_option() -> None:
    """Nor without a value of it."""
    options = {key: option for preset in PRESETS for key, option in options_of(preset).items()}
    for key, words in TEXTS.items():
        option = options[key]
        assert words.values.keys() == set(option.values if isinstance(option, OneOf) else ())


@pytest.mark.parametrize("preset", PRESETS)
def test_every_option_stands_in_one_place(preset: str) -> None:
    grouped = [key for group in (TEMPO, *GROUPS) for key in group.keys]
    assert len(grouped) == len(set(grouped))
    assert set(options_of(preset)) <= set(grouped)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_taken_as_it_stands(preset: str, ai: User) -> None:
    assert opened(ai, preset=preset).rules == preset_rules(preset)


@pytest.mark.parametrize("preset", PRESETS)
def test_each_option_can_be_changed_by_itself(preset: str, ai: User) -> None:
    for key, option in options_of(preset).items():
        value = other_value(option, getattr(preset_rules(preset), key))
        together = {"deals_at_once": {"deals": 9}, "deck": {"players": 3}}.get(key, {})
        together |= {"blucher": {"payments": "double"}, "second_joker": {"joker": True}}.get(key, {})
        together |= {"sweep": {"scoring": "gurunapo"}}.get(key, {}) if preset == "mighty" else {}
        form = NewTableForm(filled_in(preset, **{key: value, **together}), preset=preset, host=ai)
        assert form.is_valid(), (key, form.errors)
        assert getattr(form.rules, key) == value
        assert changed_options(form.rules).keys() <= {key, *together}


def other_value(option: Flag | OneOf | Whole, value: Any) -> Any:
    if isinstance(option, Flag):
        return not value
    if isinstance(option, OneOf):
        return next(one for one in option.values if one != value)
    return option.least if value != option.least else option.least + 1


# --- What is refused ---


@pytest.mark.parametrize(
    ("preset", "changes", "field"),
    [
        ("gurunapo", {"deals": 2, "deals_at_once": 3}, "deals_at_once"),
        ("nap", {"deck": "stripped_24", "players": 4}, "deck"),
        ("nap", {"blucher": True}, "blucher"),
        ("nap", {"no_shuffle": True, "deals_at_once": 2}, "no_shuffle"),
        ("gurunapo", {"players": 8}, "players"),
        ("gurunapo", {"min_bid": 0}, "min_bid"),
        ("gurunapo", {"min_bid": ""}, "min_bid"),
        ("gurunapo", {"deals": "9" * 500}, "deals"),
        ("gurunapo", {"scoring": "mine"}, "scoring"),
        ("gurunapo", {"is_listed": "perhaps"}, "is_listed"),
        ("gurunapo", {"bot_level": "general"}, "bot_level"),
        ("gurunapo", {"bots": 5}, "bots"),
        ("gurunapo", {"bots": 99}, "bots"),
        ("gurunapo", {"name": "x" * 61}, "name"),
        ("gurunapo", {"friends": "Nobody"}, "friends"),
        ("gurunapo", {"friends": "Ai"}, "friends"),
        ("gurunapo", {"friends": "#" + "9" * 30}, "friends"),
        ("gurunapo", {"friends": "a,b,c,d,e,f,g,h,i"}, "friends"),
        ("gurunapo", {"clock_move": 0, "clock_bank": 0}, "clock_bank"),
        ("gurunapo", {"clock_move": 60}, "clock_move"),
        ("gurunapo", {"clock_move": "soon"}, "clock_move"),
        ("gurunapo", {"clock_increment": ""}, "clock_increment"),
        ("gurunapo", {"release": "never"}, "release"),
    ],
)
def test_what_cannot_be_is_refused_beside_its_field(ai: User, preset: str, changes: dict[str, Any], field: str) -> None:
    assert list(refused(ai, preset=preset, **changes)) == [field]


def test_an_error_in_a_folded_group_opens_it(ai: User) -> None:
    response = post(ai, "/tables/new/", **filled_in("nap", blucher=True))
    # The summary says what is set otherwise than in the chosen rules; the other groups have nothing to say.
    assert '<details class="fold" open><summary><span>House rules <small class="soft">Blücher: yes' in text(response)
    assert '<details class="fold" open><summary><span>The bids of Nap <small class="soft">Blücher: yes' in text(
        response
    )
    assert 'Scoring <small class="soft">as in the chosen rules' in text(response)


def test_the_focus_is_in_the_first_field_to_correct(ai: User) -> None:
    response = post(ai, "/tables/new/", **filled_in("gurunapo", bots=99, friends="Nobody"))
    assert re.findall(r'name="(\w+)"[^>]* autofocus', text(response)) == ["bots", "friends"]


def test_unknown_rules_are_not_found(ai: User) -> None:
    assert get(ai, "/tables/new/?preset=poker").status_code == 404
    assert post(ai, "/tables/new/", preset="poker").status_code == 404


def test_two_people_of_one_name_are_told_apart_by_number(ai: User, bo: User) -> None:
    other = User.objects.create(name="Bo", email="other@example.org")
    [error] = refused(ai, friends="Bo")["friends"]
    assert f"#{bo.pk}" in error
    assert f"#{other.pk}" in error
    assert opened(ai, friends=f"#{other.pk}").seats.get(number=1).invited == other


# --- Once ---


def test_every_form_has_a_key_of_its_own(ai: User) -> None:
    keys = [
        re.findall(r'name="key" value="([^"]+)"', text(get(ai, f"/tables/new/?preset={preset}")))[0]
        for preset in PRESETS
    ]
    assert len(set(keys)) == len(PRESETS)


def test_the_same_form_twice_opens_one_table(ai: User, bo: User) -> None:
    key = uuid4()
    first = opened(ai, key=key, friends="Bo")
    assert opened(ai, key=key, friends="Bo") == first
    assert Game.objects.count() == 1
    assert Notification.objects.filter(user=bo).count() == 1


def test_the_same_form_filled_in_otherwise_opens_another_table(ai: User) -> None:
    key = uuid4()
    for changes in ({}, {"name": "Club"}, {"deals": 3}, {"is_listed": "no"}, {"preset": "nap"}):
        opened(ai, key=key, **changes)
    assert Game.objects.count() == 5


def test_other_forms_open_other_tables(ai: User, bo: User) -> None:
    key = uuid4()
    for user, more in [(ai, {"key": key}), (bo, {"key": key}), (ai, {"key": uuid4()}), (ai, {})]:
        opened(user, **more)
    opened(ai)
    assert Game.objects.count() == 5


def test_a_refused_form_keeps_its_key(ai: User) -> None:
    key = uuid4()
    assert f'name="key" value="{key}"' in text(post(ai, "/tables/new/", **filled_in(key=key, bots=99)))


def test_the_same_form_is_answered_beyond_the_limit_too(ai: User) -> None:
    forms = [filled_in(key=uuid4(), is_listed="no") for _ in range(31)]
    answers = [post(ai, "/tables/new/", **form) for form in forms]
    assert [answer.status_code for answer in answers] == [302] * 30 + [429]
    assert post(ai, "/tables/new/", **forms[0])["Location"] == answers[0]["Location"]


# --- The clock ---


def test_a_table_has_the_usual_clock(ai: User) -> None:
    assert opened(ai).clock == ClockRules()
    assert opened(ai, clock_autopilot=False, clock_quiet=False).clock == ClockRules(quiet=False, autopilot=0)


def test_every_part_of_the_clock_can_be_chosen(ai: User) -> None:
    game = opened(ai, clock_move=8 * 3600, clock_bank=0, clock_increment=600, clock_weekend="on")
    assert game.clock_json == clock_to_json(ClockRules(8 * HOUR, 0 * DAY, HOUR / 6, weekend=True))


def test_when_plans_are_carried_out_can_be_chosen(ai: User) -> None:
    assert opened(ai).release == "minutes"
    assert opened(ai, release="at_once").release == "at_once"


def test_the_table_says_which_clock_it_has(ai: User, bo: User) -> None:
    game = opened(ai, clock_move=8 * 3600)
    assert "8 hours for each move, then a time bank of 3 days" in text(get(bo, "/tables/"))
    page = text(get(bo, f"/t/{game.slug}/"))
    assert "Stops in each player’s quiet hours" in page
    assert "After 2 time-outs in a row a bot takes over" in page


# --- Who gets which seat ---


def test_a_number_is_whose_it_is_whatever_others_are_called(ai: User, bo: User, chie: User) -> None:
    User.objects.filter(pk=chie.pk).update(name=f"#{bo.pk}")
    assert opened(ai, friends=f"#{bo.pk}").seats.get(number=1).invited == bo
    assert opened(ai, friends=f"#{chie.pk}").seats.get(number=1).invited == chie


def test_friends_are_invited_bots_sit_and_the_rest_stays_free(ai: User, bo: User, chie: User) -> None:
    game = opened(ai, friends="Bo, Chie", bots=1, bot_level="corporal", name="Club")
    seats = [(seat.user, seat.invited, seat.bot) for seat in game.seats.all()]
    assert seats == [(ai, None, ""), (None, bo, ""), (None, chie, ""), (None, None, ""), (None, None, "corporal")]
    assert (game.name, game.is_listed, game.status) == ("Club", True, Game.Status.LOBBY)


def test_with_bots_alone_the_match_begins(ai: User) -> None:
    game = opened(ai, bots=4, is_listed="no")
    assert game.status == Game.Status.RUNNING
    assert not game.is_listed


def test_presets_can_be_looked_at_with_what_was_typed_kept(ai: User) -> None:
    page = text(get(ai, "/tables/new/?preset=nap&name=Club&friends=Bo"))
    assert 'value="Club"' in page
    assert 'value="Bo"' in page
    assert '<input type="hidden" name="preset" value="nap">' in page


# --- Who may ---


def test_visitors_sign_in_first(ai: User) -> None:
    assert asks_to_sign_in(get(None, "/tables/new/"))
    assert asks_to_sign_in(post(None, "/tables/new/", **filled_in()))
    assert not Game.objects.exists()


def test_people_invited_with_a_table_count_one_by_one(ai: User, bo: User, chie: User) -> None:
    for _invited in range(59):
        assert is_allowed("invite", INVITED, f"user:{ai.pk}")
    assert post(ai, "/tables/new/", **filled_in(friends="Bo, Chie")).status_code == 429
    assert not Game.objects.exists()


def test_guests_may_open_tables() -> None:
    host = guest()
    assert opened(host).host == host


def test_it_takes_few_queries(ai: User) -> None:
    assert queries(ai, "/tables/new/") <= 6


def test_nobody_opens_tables_without_end(ai: User) -> None:
    assert {post(ai, "/tables/new/", **filled_in(is_listed="no")).status_code for _ in range(31)} == {302, 429}
    assert Game.objects.count() == 30
