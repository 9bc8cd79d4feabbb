"""The page of the game's words: every word of the rules stands there, under an address of its own."""

import re
from pathlib import Path

import pytest
from django.test import Client

from games.learning.glossary import GROUPS, WORDS
from games.presentation.option_texts import PRESETS
from players.models import User
from tests.support.visits import get, guest, post, queries, text

pytestmark = pytest.mark.django_db
RULES = (Path(__file__).parents[3] / "docs" / "rules.md").read_text("utf-8")


def names_in_the_rules() -> set[str]:
    """The Japanese names in the table of words in docs/rules.md."""
    table = RULES.split("## Words")[1].split("A **deal** runs")[0]
    rows = [row.split("|")[2] for row in table.splitlines() if row.startswith("| ")][1:]
    return {name.strip() for row in rows for name in re.split("[、,;]", row)}


def test_the_page_is_open_to_all(ai: User) -> None:
    for reader in (None, ai, guest()):
        assert "Napoleon’s secret partner" in text(get(reader, "/learn/glossary/"))
    assert queries(None, "/learn/glossary/") == 0
    assert post(None, "/learn/glossary/").status_code == 405


def test_every_word_has_an_address_of_its_own() -> None:
    ids = re.findall(r'id="([\w-]+)"', text(get(None, "/learn/glossary/")))
    assert len(ids) == len(set(ids))
    assert WORDS.keys() <= set(ids)
    assert sum(len(group.words) for group in GROUPS) == len(WORDS)


def test_every_name_that_the_rules_give_stands_there() -> None:
    known = {name for word in WORDS.values() for name in word.japanese}
    assert {"副官", "よろめき", "切札請求", "セーム2", "ブリュッヒャー"} <= names_in_the_rules()
    assert names_in_the_rules() - known == set()


def test_each_reader_finds_their_own_name_first() -> None:
    english = text(get(None, "/learn/glossary/"))
    assert '<a href="#left-jack">left jack</a> <span class="abroad" lang="ja">裏ジャック' in english
    japanese = text(Client(headers={"Accept-Language": "ja"}).get("/learn/glossary/"))
    assert '<a href="#mighty">マイティ</a> <span class="other">オールマイティ</span>' in japanese
    assert '<span class="abroad" lang="en">left jack</span>' in japanese


@pytest.mark.parametrize("preset", PRESETS)
def test_the_rules_lead_to_words_that_are_there(preset: str) -> None:
    words = set(re.findall(r'href="/learn/glossary/#([\w-]+)"', text(get(None, f"/rules/{preset}/"))))
    assert len(words) > 5
    assert words <= WORDS.keys()
    assert ("joker-call" in words) == (preset not in ("four", "nap"))
