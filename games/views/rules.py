"""The rules in words and pictures, for every preset and for the very rules of a table."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django_htmx.middleware import HtmxDetails

from games.access import get_game_or_404
from games.engine import preset_rules
from games.engine.rules import PRESETS as KNOWN
from games.forms_table import presets_to_choose
from games.option_texts import PRESETS
from games.presenting.rules_text import comparison, rules_text
from games.presenting.tables import title
from games.presenting.words import glossary


class HtmxRequest(HttpRequest):
    """A request of which htmx may be the sender."""

    htmx: HtmxDetails


@login_not_required
@require_safe
def rules_index(request: HttpRequest) -> HttpResponse:
    """Which games there are, and how their rules differ."""
    context = {"presets": presets_to_choose(), "comparison": comparison()}
    return render(request, "games/rules_index.html", context)


@login_not_required
@require_safe
def rules_page(request: HttpRequest, preset: str) -> HttpResponse:
    """A game explained from nothing."""
    if preset not in KNOWN:
        raise Http404
    context = {
        "preset": PRESETS[preset],
        "key": preset,
        "text": rules_text(preset_rules(preset)),
        "presets": presets_to_choose(),
    }
    return render(request, "games/rules_page.html", context)


@login_not_required
@require_safe
def words(request: HttpRequest) -> HttpResponse:
    """The words of the game, each with an address of its own."""
    return render(request, "games/rules_words.html", {"sections": glossary()})


@login_not_required
@require_safe
def table_rules(request: HtmxRequest, slug: str) -> HttpResponse:
    """The rules of exactly this table; alone for htmx, which puts them beside the table."""
    game = get_game_or_404(request.user, slug)
    context = {"game": game, "title": title(game), "text": rules_text(game.rules)}
    template = "games/_table_rules.html" if request.htmx else "games/table_rules.html"
    return render(request, template, context)
