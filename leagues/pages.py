"""What every template of a club, a season or a division is given: a page's context is a subclass of these."""

from dataclasses import dataclass
from typing import Any

from django import forms

from infrastructure.paging import Page
from leagues.access import ClubAccess, DivisionAccess, SeasonAccess
from leagues.models import Club, Division, Membership, Season


@dataclass(frozen=True, kw_only=True)
class ClubPage:
    access: ClubAccess

    @property
    def club(self) -> Club:
        return self.access.club

    @property
    def me(self) -> Membership | None:
        return self.access.me

    @property
    def season(self) -> Season | None:
        return self.access.season if isinstance(self.access, SeasonAccess) else None


@dataclass(frozen=True, kw_only=True)
class ClubFormPage(ClubPage):
    """A page that consists of a form, perhaps with lines about what follows."""

    form: forms.Form | forms.ModelForm[Any]


@dataclass(frozen=True, kw_only=True)
class ClubListPage(ClubPage):
    """A part of a long list."""

    page: Page[Any]


@dataclass(frozen=True, kw_only=True)
class SeasonPage(ClubPage):
    access: SeasonAccess

    @property
    def season(self) -> Season:
        return self.access.season


@dataclass(frozen=True, kw_only=True)
class SeasonFormPage(SeasonPage):
    form: forms.Form


@dataclass(frozen=True, kw_only=True)
class DivisionPage(SeasonPage):
    access: DivisionAccess

    @property
    def division(self) -> Division:
        return self.access.division
