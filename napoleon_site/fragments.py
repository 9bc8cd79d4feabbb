"""The functions and filters that the site's fragments use."""

from functools import cache
from typing import Any

from django.conf import settings
from django.templatetags.static import static
from django.utils import translation
from django_htmx.jinja import htmx_script
from jinja2 import Environment, pass_context

from games.imports.context import uses_of
from games.presentation import points
from games.templatetags import cards, games
from infrastructure import fragments
from infrastructure.read_only import is_read_only
from players.legal.pages import legal_pages
from players.templatetags import players


def environment(**options: Any) -> Environment:
    """Return the Jinja environment that the settings name."""
    loader = fragments.FragmentLoader(settings.BASE_DIR / "templates")
    made = fragments.environment(**{**options, "loader": loader})
    made.globals.update(
        bid=cards.bid,
        bot_face=cards.bot_face,
        card=cards.card,
        cut_name=cards.cut_name,
        explained=games.explained,
        person_face=players.person_face,
        here=pass_context(players.here),
        is_demo=lambda: settings.DEMO,
        is_read_only=is_read_only,
        htmx_script=htmx_script,
        icon=cards.icon,
        languages=languages,
        legal_pages=legal_pages,
        moment=games.moment,
        my_turns=pass_context(games.my_turns),
        new_key=games.new_key,
        sheet_row=cards.sheet_row,
        sign_in_here=pass_context(players.sign_in_here),
        static=cache(static),
        suit=cards.suit,
        suit_key=cards.suit_key,
        term=games.term,
        trick_line=cards.trick_line,
        site_push_key=players.site_push_key,
        unread_notifications=pass_context(players.unread_notifications),
        uses_of=uses_of,
    )
    made.filters.update(
        left=games.left,
        minus=points.minus,
        signed=points.signed,
        unbroken=players.unbroken,
        with_cards=games.with_cards,
        with_words=games.with_words,
    )
    return made


def languages() -> list[tuple[str, str]]:
    """Return the codes of the site's languages with the names that they give themselves."""
    codes = [code for code, _name in settings.LANGUAGES]
    return [(code, translation.get_language_info(code)["name_local"]) for code in codes]
