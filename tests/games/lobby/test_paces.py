"""The paces of new tables: what each sets, how long it takes, and that forced cards are played from the start."""

from datetime import timedelta
from io import StringIO
from random import Random
from statistics import mean

import pytest
from django.core.management import call_command

from games.lobby.forms import NewTableForm
from games.lobby.match_length import match_length
from games.lobby.paces import DEFAULT_PACE, PACES
from games.lobby.rematch import join_rematch
from games.lobby.services import TableTerms, create, take_seat
from games.lobby.simulated_match import AutomaticMoves, Habits, SimulatedMatch
from games.models import Automation, Game
from games.presentation.option_texts import PRESETS
from napoleon.engine import preset_rules, rules_from_json
from napoleon.time_bank import ClockRules
from players.models import User
from tests.support.table_form import filled_in
from tests.support.visits import get, post, text


@pytest.mark.parametrize("preset", PRESETS)
def test_a_new_table_takes_two_weeks_at_most(preset: str) -> None:
    pace = PACES[DEFAULT_PACE]
    rules = pace.rules(preset)
    assert rules.deals == (4 if preset == "mighty" else preset_rules(preset).deals)
    automatic, people = AutomaticMoves(forced=pace.plays_forced), [Habits()] * rules.players
    days = [SimulatedMatch(rules, people, automatic, Random(match)).days() for match in range(4)]
    assert max(days) <= 14
    assert match_length(rules, pace.clock, rules.players, plays_forced=True) <= timedelta(days=14)


def test_busy_people_who_tap_cards_finish_five_deals_in_about_a_week() -> None:
    rules = PACES[DEFAULT_PACE].rules("gurunapo")
    automatic = AutomaticMoves(forced=True, taps=0.5)
    assert mean(SimulatedMatch(rules, [Habits()] * 5, automatic, Random(n)).days() for n in range(6)) < 8


@pytest.mark.parametrize("preset", PRESETS)
def test_the_paces_differ_and_the_last_is_that_of_the_rules(preset: str) -> None:
    # Where all stay for the evening, the clock that each of them could use up says nothing.
    lengths = [
        match_length(pace.rules(preset), pace.clock, 5, plays_forced=pace.plays_forced)
        for key, pace in PACES.items()
        if key != "evening"
    ]
    assert lengths == sorted(lengths)
    assert PACES["open_end"].rules(preset) == preset_rules(preset)
    assert PACES["open_end"].clock == ClockRules()


@pytest.mark.django_db
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("pace", PACES)
def test_the_form_as_it_is_shown_opens_a_table_of_that_pace(ai: User, preset: str, pace: str) -> None:
    page = get(ai, f"/tables/new/?preset={preset}&pace={pace}")
    form = page.context["form"]
    shown = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in shown.items() if value is not None and value is not False}
    bound = NewTableForm({**sent, "preset": preset}, preset=preset, pace=pace, host=ai)
    assert bound.is_valid(), bound.errors
    assert bound.rules == PACES[pace].rules(preset)
    assert bound.clock == PACES[pace].clock
    assert bound.cleaned_data["plays_forced"] == PACES[pace].plays_forced
    assert bound.forecast() == form.forecast()
    assert f'id="pace-{pace}"' in text(page)


@pytest.mark.django_db
def test_fewer_deals_run_at_once_as_well_unless_a_number_is_given(ai: User) -> None:
    """The host changes the number of deals alone; nothing has to be corrected."""
    assert post(ai, "/tables/new/", **filled_in(deals=3, deals_at_once="")).status_code == 302
    assert Game.objects.get().rules.deals_at_once == 3
    assert post(ai, "/tables/new/", **filled_in(deals=2, deals_at_once=3)).status_code == 422


@pytest.mark.django_db
def test_an_unknown_pace_is_not_found(ai: User) -> None:
    assert get(ai, "/tables/new/?pace=hurry").status_code == 404


@pytest.mark.django_db
def test_people_begin_with_forced_cards_played(ai: User, bo: User) -> None:
    rules = rules_from_json({"preset": "nap", "players": 2, "deals": 1})
    game = create(TableTerms(rules=rules, plays_forced=True), host=ai)
    take_seat(game_id=game.pk, user=bo)
    assert set(Automation.objects.values_list("seat__user", "plays_forced")) == {(ai.pk, True), (bo.pk, True)}
    assert set(game.seats.values_list("automates", flat=True)) == {True}
    Game.objects.update(status=Game.Status.FINISHED)
    assert join_rematch(game_id=game.pk, user=ai).plays_forced


@pytest.mark.django_db
def test_nobody_begins_with_them_where_the_table_has_not_chosen_it(ai: User, bo: User) -> None:
    game = create(TableTerms(rules=rules_from_json({"preset": "nap", "players": 2, "deals": 1})), host=ai)
    take_seat(game_id=game.pk, user=bo)
    assert not Automation.objects.exists()
    assert not game.seats.filter(automates=True).exists()


def test_the_command_prints_days() -> None:
    out = StringIO()
    call_command("simulate_pace", preset="nap", pace="days", matches=1, stdout=out)
    lines = out.getvalue().splitlines()
    assert lines[0] == "days: A few days"
    assert len(lines) == 6
    assert all(" days, at most " in line for line in lines[1:])
