"""What the pages of a club's house rules show."""

from dataclasses import dataclass

from django.http import Http404

from games.access import Visitor
from games.house_rules.forms import NamedRulesForm
from games.house_rules.queries import house_rules_of
from games.models import HouseRules
from games.presentation.option_texts import PRESETS, PresetText, Text
from games.presentation.table_titles import Setting, changes_of
from leagues.access import ClubAccess
from leagues.house_rules.services import why_no_more
from leagues.models import Club
from leagues.pages import ClubFormPage, ClubPage


@dataclass(frozen=True, slots=True)
class HouseRulesRow:
    kept: HouseRules
    preset: Text
    """The name of the rules that they change."""
    changes: list[Setting]


@dataclass(frozen=True, kw_only=True)
class ClubHouseRulesPage(ClubPage):
    rows: list[HouseRulesRow]
    own: list[HouseRules]
    """An organiser's own, from which the club can take a copy."""

    @property
    def full(self) -> str:
        """Why no more can be kept."""
        return why_no_more(len(self.rows))


@dataclass(frozen=True, kw_only=True)
class HouseRulesFormPage(ClubFormPage):
    form: NamedRulesForm
    preset: str
    presets: list[tuple[str, PresetText]]
    kept: HouseRules | None


def kept_by(club: Club) -> list[HouseRules]:
    """The club's own, by name."""
    return list(HouseRules.objects.filter(of_club__club=club).order_by("name", "pk"))


def get_kept_or_404(club: Club, slug: str) -> HouseRules:
    kept = HouseRules.objects.filter(of_club__club=club, slug=slug).first()
    if kept is None:
        raise Http404
    return kept


def club_house_rules_page(access: ClubAccess, reader: Visitor) -> ClubHouseRulesPage:
    rows = [_row(kept) for kept in kept_by(access.club)]
    may_add = access.organises and access.club.closed_at is None
    return ClubHouseRulesPage(access=access, rows=rows, own=house_rules_of(reader) if may_add else [])


def _row(kept: HouseRules) -> HouseRulesRow:
    rules = kept.rules
    return HouseRulesRow(kept, PRESETS[rules.preset].name, changes_of(rules))
