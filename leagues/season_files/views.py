"""Downloading a season as one file, and taking one in."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from infrastructure.body_limits import takes_files
from infrastructure.rate_limits import limit
from leagues.access import ClubAccess, SeasonAccess, get_organised_club, get_organised_season
from leagues.locks import ClubError
from leagues.pages import ClubFormPage
from leagues.responses import form_of, page_of, show
from leagues.season_files.forms import MatchedName, SeasonFileForm, matched_names
from leagues.season_files.read import SeasonFile
from leagues.season_files.services import ComputedDivision, preview, take_in
from leagues.season_files.write import season_json
from players.requests import PersonRequest, refused


@page_of(get_organised_season)
def season_file(request: PersonRequest, access: SeasonAccess) -> HttpResponse:
    """The whole season as one file."""
    limit(request, "season_file", "30/h", costly=True)
    try:
        data = season_json(access.season, request.user, with_records=request.GET.get("records") != "no")
    except ClubError as error:
        return refused(request, str(error), access.home)
    response = HttpResponse(json.dumps(data, ensure_ascii=False) + "\n", content_type="application/json")
    name = f"{access.club.slug}-{access.season.slug}.season.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@dataclass(frozen=True, kw_only=True)
class SeasonFilePage(ClubFormPage):
    form: SeasonFileForm
    file: SeasonFile | None = None
    names: Sequence[MatchedName] = ()
    divisions: Sequence[ComputedDivision] = ()

    @property
    def has_errors(self) -> bool:
        return any(name.error for name in self.names)

    @property
    def differences(self) -> int:
        return sum(bool(line.difference) for division in self.divisions for line in division.lines)

    @property
    def tables(self) -> int:
        return sum(len(round_.tables) for round_ in self.file.rounds) if self.file else 0


@takes_files
@form_of(get_organised_club)
def take_in_season(request: PersonRequest, access: ClubAccess) -> HttpResponse:
    """Take the season of a file in. The first post checks it, the second confirms what was shown."""
    if access.club.closed_at is not None:
        return redirect(access.club)
    if request.method != "POST":
        form = SeasonFileForm(club=access.club)
        return show(request, "leagues/season_files/take_in_season.html", SeasonFilePage(access=access, form=form))
    limit(request, "take_in_season", "40/h", costly=True)
    form = SeasonFileForm(request.POST, request.FILES, club=access.club)
    if not form.is_valid() or form.season is None:
        return show(request, "leagues/season_files/take_in_season.html", SeasonFilePage(access=access, form=form))
    file, names = form.season, matched_names(access.club, form.season, request.POST)
    has_errors = any(name.error for name in names)
    keys = {**access.keys, "user": request.user, "file": file}
    members = {name.at: name.member for name in names if name.member and not name.error}
    try:
        if "confirm" in request.POST and not has_errors:
            season = take_in(**keys, members=members)
            messages.success(request, _("The season was taken in."))
            return redirect(season)
        divisions = preview(**keys, members=members)
    except ClubError as error:
        return refused(request, str(error), access.path("take_in_season"))
    page = SeasonFilePage(access=access, form=form, file=file, names=names, divisions=divisions)
    return show(request, "leagues/season_files/take_in_season.html", page, 422 if has_errors else 200)
