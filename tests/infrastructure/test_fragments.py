"""The fragments: parts of pages in Jinja2's language."""

from html import unescape

import pytest
from django.template import Context, Template, engines
from django.test import Client
from django.utils import translation
from jinja2 import UndefinedError

from games.table.board import SIDES
from tests.support.cast import person
from tests.support.play import running


def rendered(source: str, **values: object) -> str:
    return engines["fragments"].from_string(source).render(values)


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["", "board/", *(f"?side={side}" for side in SIDES)])
def test_names_are_escaped_on_the_board(client: Client, address: str) -> None:
    people = [person(f"<b>player {number}</b>") for number in range(5)]
    game = running(*people)
    client.force_login(people[0])
    page = client.get(f"/t/{game.slug}/{address}").content.decode()
    assert "<b>player" not in page
    assert "<b>player 2</b>" in unescape(page)


def test_a_missing_variable_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        rendered("{{ nobody }}")


def test_texts_are_translated_and_their_values_escaped() -> None:
    source = "{% trans name=name %}{{ name }} wins the trick.{% endtrans %}{{ _('Auction') }}"
    assert rendered(source, name="<b>") == "&lt;b&gt; wins the trick.Auction"
    with translation.override("ja"):
        assert "&lt;b&gt;" in rendered(source, name="<b>")
        assert "Auction" not in rendered(source, name="<b>")


def test_no_line_ends_between_a_counter_and_its_number() -> None:
    title, source = "<b>第2ラウンド第13卓", "{{ title|unbroken }}"
    shown = '&lt;b&gt;<span class="whole">第2</span>ラウンド<span class="whole">第13</span>卓'
    assert rendered(source, title=title) == shown
    assert rendered("{% filter unbroken %}{{ title }}{% endfilter %}", title=title) == shown
    assert Template("{% load players %}" + source).render(Context({"title": title})) == shown


def test_texts_have_contexts_and_plurals() -> None:
    source = (
        "{{ pgettext('in the auction', 'pass') }}"
        "{% trans n=n %}{{ n }} comment{% pluralize %}{{ n }} comments{% endtrans %}"
    )
    assert [rendered(source, n=n) for n in (1, 2)] == ["pass1 comment", "pass2 comments"]
    with translation.override("ja"):
        assert rendered(source, n=2) == rendered(source, n=1).replace("1", "2")
        assert "comment" not in rendered(source, n=2)
