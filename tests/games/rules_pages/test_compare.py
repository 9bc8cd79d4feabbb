"""Two rule sets side by side: what differs is marked, and nothing else."""

import re
from itertools import product
from typing import Any

import pytest
from django.utils import translation

from games.presentation.option_texts import PRESETS
from games.rules_pages.compare import side_by_side
from napoleon.engine import Rules, rules_from_json
from players.models import User
from tests.support.play import lobby, running
from tests.support.visits import get, guest, post, queries, text

pytestmark = pytest.mark.django_db


def rules(preset: str, **changes: Any) -> Rules:
    return rules_from_json({"preset": preset, **changes})


def differing(first: Rules, second: Rules) -> set[str]:
    return {row.key for section in side_by_side(first, second).sections for row in section.rows if row.differs}


def marked(page: str) -> set[str]:
    """The options that a page marks."""
    return set(re.findall(r'class="differs" id="option-(\w+)"', page))


# --- What differs ---


def test_presets_differ_in_what_their_tables_of_options_say() -> None:
    assert differing(rules("leaflet"), rules("booklet")) == {
        "min_bid",
        "discards_shown",
        "withhold",
        "same_two_first_trick",
    }


@pytest.mark.parametrize("preset", PRESETS)
def test_a_rule_set_does_not_differ_from_itself(preset: str) -> None:
    both = side_by_side(rules(preset), rules(preset), only_differences=True)
    assert (both.sections, both.tricks, both.differing) == ([], [], 0)


def test_what_means_nothing_does_not_differ() -> None:
    assert differing(rules("gurunapo", joker=False), rules("gurunapo", joker=False, joker_call="S3")) == set()
    off = rules("four", same_two="off", same_two_first_trick=False)
    assert differing(rules("four", same_two="off"), off) == set()
    assert (
        differing(rules("gurunapo", joker_call="none"), rules("gurunapo", joker_call="none", called_joker="weakest"))
        == set()
    )
    assert differing(rules("mighty"), rules("mighty", jacks_weak="first", yoromeki_return="king")) == set()
    sealed = rules("four", auction="sealed", passing="hard")
    assert differing(rules("four", auction="sealed"), sealed) == set()


def test_napoleon_and_nap_share_but_the_match() -> None:
    rows = side_by_side(rules("gurunapo"), rules("nap")).sections
    shared = {
        row.key for section in rows for row in section.rows if "–" not in [str(value.name) for value in row.values]
    }
    assert shared == {"players", "finish", "passed_out", "deals", "deals_at_once"}


def test_tricks_are_shown_where_another_card_wins() -> None:
    pairs = side_by_side(rules("gurunapo"), rules("leaflet")).tricks
    winners = [(first.winner.code, second.winner.code) for first, second in (p.tricks for p in pairs)]
    assert ("JK", "DJ") in winners
    assert all(first != second for first, second in winners)
    assert side_by_side(rules("gurunapo"), rules("nap")).tricks == []


# --- The page ---


def test_every_pair_of_presets_can_be_compared_by_all(ai: User) -> None:
    for first, second in product(PRESETS, PRESETS):
        page = text(get(None, f"/rules/compare/?a={first}&b={second}"))
        assert marked(page) == differing(rules(first), rules(second))
    for reader in (ai, guest()):
        assert get(reader, "/rules/compare/?a=four&b=nap").status_code == 200
    assert queries(None, "/rules/compare/") == 0


def test_only_the_differences() -> None:
    page = text(get(None, "/rules/compare/?a=leaflet&b=booklet&only=differences"))
    assert set(re.findall(r'id="option-(\w+)"', page)) == marked(page)
    assert len(marked(page)) == 4
    assert "These rules do not differ." in text(get(None, "/rules/compare/?a=nap&b=nap&only=differences"))


def test_a_table_beside_its_preset(ai: User, bo: User) -> None:
    game = running(ai, min_bid=13, yoromeki=False)
    for reader in (None, ai, bo):
        page = text(get(reader, f"/rules/compare/?a={game.slug}"))
        assert {"min_bid", "yoromeki"} <= marked(page)
        assert f'<option value="{game.slug}" selected>' in page
    assert f"/rules/compare/?a={game.slug}&amp;b=gurunapo" in text(get(ai, f"/t/{game.slug}/rules/"))
    assert queries(ai, f"/rules/compare/?a={game.slug}") <= 12


def test_ones_own_tables_are_offered(ai: User, bo: User) -> None:
    game = lobby(ai, listed=False)
    assert f'value="{game.slug}"' in text(get(ai, "/rules/compare/"))
    assert f'value="{game.slug}"' not in text(get(bo, "/rules/compare/"))


def test_what_is_not_there_is_not_found(ai: User, bo: User) -> None:
    game = lobby(ai, listed=False)
    for key in ("poker", game.slug, "house-none"):
        assert get(bo, f"/rules/compare/?a=nap&b={key}").status_code == 404
    assert get(bo, "/rules/compare/?a=nap&b=%00").status_code == 400
    assert get(ai, f"/rules/compare/?b={game.slug}").status_code == 200
    assert post(None, "/rules/compare/").status_code == 405


def test_it_marks_the_same_in_japanese() -> None:
    english = differing(rules("gurunapo"), rules("four"))
    with translation.override("ja"):
        assert differing(rules("gurunapo"), rules("four")) == english
