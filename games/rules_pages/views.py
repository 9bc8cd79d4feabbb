"""The rules pages: every preset, a comparison of two rule sets, and the rules of one table."""

from dataclasses import dataclass
from typing import Final

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe
from django_htmx.middleware import HtmxDetails

from games.access import Visitor, get_game_or_404
from games.house_rules.queries import get_house_rules_or_404, house_rules_of
from games.lobby.rules_form import BEST_KNOWN, presets_to_choose
from games.models import Game
from games.presentation.option_texts import PRESETS, PresetText, Text
from games.presentation.table_titles import title
from games.rules_pages.compare import SideBySide, side_by_side
from games.rules_pages.context import Comparison, NapoleonText, NapText, comparison, rules_text
from infrastructure.pages import render_page
from napoleon.engine import Rules, preset_rules

HOUSE: Final = "house-"
"""Before the slug of house rules that are compared."""
MOST_TABLES: Final = 20
"""The comparison offers at most this many of the reader's own tables."""


@dataclass(frozen=True, slots=True)
class RulesIndexPage:
    presets: list[tuple[str, PresetText]]
    comparison: Comparison


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesPage:
    preset: PresetText
    key: str
    text: NapoleonText | NapText
    lesson: str


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two rule sets compared: a preset, or the rules of a table."""

    field: str
    key: str
    name: Text
    url: str
    rules: Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesComparePage:
    first: Side
    second: Side
    sides: tuple[Side, Side]
    presets: list[tuple[str, Text]]
    tables: list[tuple[str, Text]]
    both: SideBySide
    only: bool


@dataclass(frozen=True, slots=True)
class TableRulesPage:
    game: Game
    title: str
    text: NapoleonText | NapText


class HtmxRequest(HttpRequest):
    """A request that htmx may have sent."""

    htmx: HtmxDetails


@login_not_required
@require_safe
def rules_index(request: HttpRequest) -> HttpResponse:
    """List the presets and how their rules differ."""
    page = RulesIndexPage(presets_to_choose(), comparison())
    return render_page(request, "games/rules_pages/rules_index.html", page)


@login_not_required
@require_safe
def rules_page(request: HttpRequest, preset: str) -> HttpResponse:
    """Explain a preset to a beginner."""
    if preset not in PRESETS:
        raise Http404
    page = RulesPage(
        preset=PRESETS[preset],
        key=preset,
        text=rules_text(preset_rules(preset)),
        lesson=preset if preset in ("mighty", "nap") else "napoleon",
    )
    return render_page(request, "games/rules_pages/rules_page.html", page)


@login_not_required
@require_safe
def rules_compare(request: HttpRequest) -> HttpResponse:
    """Show two rule sets side by side with their differences marked."""
    first = _side(request.user, "a", request.GET.get("a") or BEST_KNOWN)
    otherwise = first.rules.preset if first.key not in PRESETS else "leaflet"
    second = _side(request.user, "b", request.GET.get("b") or otherwise)
    only = request.GET.get("only") == "differences"
    page = RulesComparePage(
        first=first,
        second=second,
        sides=(first, second),
        presets=[(key, text.name) for key, text in PRESETS.items()],
        tables=_tables(request.user, first, second),
        both=side_by_side(first.rules, second.rules, only_differences=only),
        only=only,
    )
    return render_page(request, "games/rules_pages/rules_compare.html", page)


def _side(user: Visitor, field: str, key: str) -> Side:
    """The preset of that key, or the rules of a table that the visitor may see."""
    if key in PRESETS:
        url = reverse("games:rules_page", args=[key])
        return Side(field, key, PRESETS[key].name, url, preset_rules(key))
    if key.startswith(HOUSE):
        kept = get_house_rules_or_404(key.removeprefix(HOUSE))
        return Side(field, key, kept.name, kept.get_absolute_url(), kept.rules)
    if not key.isprintable():
        raise Http404  # PostgreSQL rejects some unprintable characters
    game = get_game_or_404(user, key)
    return Side(field, key, title(game), reverse("games:table_rules", args=[key]), game.rules)


def _tables(user: Visitor, *sides: Side) -> list[tuple[str, Text]]:
    """The tables and house rules to choose from: the compared ones and the reader's own, tables while unfinished."""
    tables = {side.key: side.name for side in sides if side.key not in PRESETS}
    if user.pk is not None:
        open_ones = (Game.Status.LOBBY, Game.Status.RUNNING)
        mine = Game.objects.filter(seats__user=user, status__in=open_ones).select_related("host")
        tables |= {f"{HOUSE}{kept.slug}": kept.name for kept in house_rules_of(user)}
        tables |= {game.slug: title(game) for game in mine.order_by("-pk")[:MOST_TABLES]}
    return list(tables.items())


@login_not_required
@require_safe
def table_rules(request: HtmxRequest, slug: str) -> HttpResponse:
    """Show the rules of this table; for htmx only the fragment beside the table."""
    game = get_game_or_404(request.user, slug)
    page = TableRulesPage(game, title(game), rules_text(game.rules))
    name = "_table_rules.html" if request.htmx else "table_rules.html"
    return render_page(request, f"games/rules_pages/{name}", page)
