import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.utils import translation

from infrastructure import translations

BASE = Path(settings.BASE_DIR)
TEMPLATE = """
{% load i18n %}{% trans "Hello" %}
{% blocktrans count n=n %}{{ n }} card{% plural %}{{ n }} cards{% endblocktrans %}
{% trans "May" context "month" %}
"""

FRAGMENT = """
{{ pgettext("verb", "Deal") }}
{% trans name=name %}{{ name }}
  leads{% endtrans %}
"""


@pytest.fixture
def site(tmp_path: Path, settings) -> Path:
    """A tiny site with texts of its own."""
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates/page.html").write_text(TEMPLATE)
    (tmp_path / "templates/part.jinja").write_text(FRAGMENT)
    (tmp_path / "games").mkdir()
    (tmp_path / "games/words.py").write_text('from x import gettext_lazy as _\n_("Trump %(suit)s")\n')
    settings.LOCALE_PATHS = [tmp_path / "locale"]
    return tmp_path


def fill(words: dict[str, str]) -> None:
    path = translations.catalog_path("ja")
    text = path.read_text()
    for source, japanese in words.items():
        text = text.replace(f'{source}\nmsgstr ""', f'{source}\nmsgstr "{japanese}"')
        text = text.replace(f'{source}\nmsgstr[0] ""', f'{source}\nmsgstr[0] "{japanese}"')
    path.write_text(text)


WORDS = {
    'msgid "Hello"': "こんにちは",
    'msgid_plural "%(n)s cards"': "%(n)s枚",
    'msgid "May"': "五月",
    'msgid "Trump %(suit)s"': "切り札は%(suit)s",
    'msgid "Deal"': "配る",
    'msgid "%(name)s leads"': "%(name)sがリード",
}


def test_texts_are_extracted_from_code_and_templates(site: Path) -> None:
    found = translations.extract_messages(site)
    assert {str(m.id) for m in found if m.id} == {
        "Hello",
        "('%(n)s card', '%(n)s cards')",
        "May",
        "Trump %(suit)s",
        "Deal",
        "%(name)s leads",
    }
    assert found.get("Deal", context="verb") is not None
    assert found.get("May", context="month") is not None


def test_a_complete_translation_has_no_fault_and_can_be_compiled(site: Path) -> None:
    template = translations.extract_messages(site)
    translations.update("ja", template)
    assert len(translations.faults("ja", template)) == 6
    fill(WORDS)
    assert translations.faults("ja", template) == []
    translations.compile_file("ja")
    assert translations.catalog_path("ja").with_suffix(".mo").stat().st_size > 100


@pytest.mark.parametrize(
    ("japanese", "fault"), [("", "not translated"), ("切り札は%(colour)s", "placeholder"), ("切り札", None)]
)
def test_a_faulty_translation_is_named(site: Path, japanese: str, fault: str | None) -> None:
    template = translations.extract_messages(site)
    translations.update("ja", template)
    fill(WORDS | {'msgid "Trump %(suit)s"': japanese})
    found = translations.faults("ja", template)
    if fault is None:  # leaving a placeholder out is a choice of wording
        assert found == []
        return
    [line] = found
    assert fault in line
    assert "games/words.py" in line


def test_updating_keeps_translations_drops_unused_ones_and_guesses_nothing(site: Path) -> None:
    translations.update("ja", translations.extract_messages(site))
    fill(WORDS)
    (site / "games/words.py").write_text('_("Trumps %(suit)s")\n')
    template = translations.extract_messages(site)
    translations.update("ja", template)
    text = translations.catalog_path("ja").read_text()
    assert "こんにちは" in text
    assert "切り札" not in text
    [line] = translations.faults("ja", template)
    assert line.startswith("not translated: 'Trumps")
    # Done again, it changes nothing.
    translations.update("ja", template)
    assert translations.catalog_path("ja").read_text() == text


def test_the_site_is_complete_in_every_language() -> None:
    try:
        call_command("compile_translations", check=True)
    except CommandError as error:
        pytest.fail(str(error))


def test_the_check_fails_on_a_missing_translation(site: Path, settings) -> None:
    settings.BASE_DIR = site
    with pytest.raises(CommandError, match="not translated: 'Hello'"):
        call_command("compile_translations", check=True)


def test_what_was_compiled_is_what_the_pages_show() -> None:
    with translation.override("ja"):
        assert translation.gettext("Sign out") == "ログアウト"


def test_a_season_before_its_round_stands_in_japanese_brackets() -> None:
    assert re.findall(r"%\(season\)s[ ：]*第.*", translations.catalog_path("ja").read_text()) == []
