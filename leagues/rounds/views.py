"""The pages of a round: its tables and their progress, score sheets to print, opening and closing it, its dates."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django import forms
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.access import get_game_to_review_or_404
from infrastructure.moment_field import MomentField
from infrastructure.requests import public_page
from leagues import consequences
from leagues.access import SeasonAccess, get_organised_season, get_season_or_404
from leagues.models import Round, Season, SeasonPause, Table
from leagues.pages import SeasonPage
from leagues.responses import Posted, change, form_of, page_of, posts_to, show, takes_post
from leagues.rounds import closing, dates, mailing, opening, venues
from leagues.rounds import draw_and_open as drawing
from leagues.rounds.mailing import may_mail
from leagues.rounds.progress import RoundProgress, RoundRows, progress, read_round
from leagues.rounds.report import report_text
from leagues.rounds.score_sheets import ScoreSheet, score_sheets_of
from players.requests import PersonRequest


class DatesForm(forms.Form):
    opens_at = MomentField(label=gettext_lazy("Opens"), required=False)
    closes_at = MomentField(label=gettext_lazy("Closes"), required=False)
    seen = forms.CharField(widget=forms.HiddenInput, required=False)


class VenueForm(forms.Form):
    venue = forms.ChoiceField(label=gettext_lazy("Where it is played"), choices=Season.Venue.choices)


@dataclass(frozen=True, kw_only=True)
class RoundPage(SeasonPage):
    round: Round
    rounds: list[Round]
    progress: RoundProgress
    pauses: list[SeasonPause]
    """Those of the whole round that are not over."""
    dates_form: DatesForm
    may_mail: bool
    report: str

    @property
    def seen(self) -> str:
        """The dates that the page shows, whatever a refused form was filled from."""
        return dates.version_of_dates(self.round)

    @property
    def my_tables(self) -> list[Table]:
        return self.progress.mine

    @cached_property
    def why_not_open(self) -> str:
        """Why organisers cannot open the next round now."""
        return opening.why_not_open(self.season, self.round) if self.is_next and self.access.organises else ""

    @property
    def opens_now(self) -> bool:
        """Whether the reader may open this round: organisers open the next one."""
        return self.is_next and self.access.organises and not self.why_not_open

    @property
    def may_open(self) -> bool:
        return self.opens_now and (not self.season.is_drawn_by_round or opening.is_drawn(self.season, self.round))

    @property
    def may_draw_and_open(self) -> bool:
        """Whether an organiser can draw this round and open it in one go."""
        is_due = self.round.number == 1 or self.season.takes_attendance or self.is_previous_over
        return self.opens_now and self.season.is_drawn_by_round and is_due

    @property
    def is_elsewhere(self) -> bool:
        """Whether it is not played where the season says."""
        return self.round.place != self.season.venue

    @property
    def other_venue(self) -> str:
        """Where the round could be played instead."""
        venue = Season.Venue
        return str(venue.SITE if self.round.place == venue.REAL_TABLES else venue.REAL_TABLES)

    @cached_property
    def why_not_elsewhere(self) -> str:
        """Why organisers cannot let it be played there."""
        if not self.access.organises or self.round.state != Round.State.PLANNED:
            return ""
        return venues.why_not_there(self.season, self.other_venue, has_bots=venues.has_bots(self.round))

    @property
    def is_next(self) -> bool:
        """Whether it is the next round of a running season to be opened."""
        planned = [each.pk for each in self.rounds if each.state == Round.State.PLANNED]
        return self.season.state == Season.State.RUNNING and planned[:1] == [self.round.pk]

    @property
    def is_previous_over(self) -> bool:
        return all(each.state == Round.State.FINISHED for each in self.rounds if each.number < self.round.number)

    @property
    def is_drawn(self) -> bool:
        return bool(self.progress.tables)


@dataclass(frozen=True, kw_only=True)
class ScoreSheetsPage(SeasonPage):
    round: Round
    sheets: list[ScoreSheet]

    @property
    def has_scores(self) -> bool:
        """Whether any of them is more than a sheet to fill in by hand."""
        return any(not sheet.columns for sheet in self.sheets)


@dataclass(frozen=True, kw_only=True)
class CloseRoundPage(SeasonPage):
    round: Round
    endings: list[tuple[Table, Table.Outcome]]


def _page(request: HttpRequest, access: SeasonAccess, number: int, form: DatesForm | None = None) -> HttpResponse:
    """The tables of a round: their players, their progress, and the players to act."""
    season, now = access.season, timezone.now()
    rounds = list(season.rounds.order_by("number"))
    round_ = next((each for each in rounds if each.number == number), None)
    if round_ is None:
        raise Http404
    planned = {"opens_at": round_.opens_at, "closes_at": round_.closes_at, "seen": dates.version_of_dates(round_)}
    rows = read_round(season, round_, now)
    sees = {"organises": access.organises, "sees_vacations": access.is_member}
    page = RoundPage(
        access=access,
        round=round_,
        rounds=rounds,
        progress=progress(rows, request.user, now, **sees),
        pauses=rows.pauses,
        dates_form=form or DatesForm(initial=planned),
        may_mail=access.organises and may_mail(round_, now),
        report=_report(rows, now),
    )
    return show(request, "leagues/rounds/round.html", page, 422 if form else 200)


def _report(rows: RoundRows, now: datetime) -> str:
    """The text to paste elsewhere: only what a stranger may see, since anybody may read it."""
    return report_text(rows, progress(rows, AnonymousUser(), now, organises=False), now)


round_page = page_of(get_season_or_404, is_public=True)(_page)


@public_page
def round_of_game(request: HttpRequest, slug: str) -> HttpResponse:
    """From a game to its round; a season that the reader may not see is not revealed."""
    game = get_game_to_review_or_404(request.user, slug)
    round_ = get_object_or_404(Round.objects.select_related("season__club"), tables__game=game)
    access = get_season_or_404(request.user, round_.season.club.slug, round_.season.slug)
    return redirect(access.path("round", round_.number))


@page_of(get_season_or_404, is_public=True)
def score_sheets(request: HttpRequest, access: SeasonAccess, number: int) -> HttpResponse:
    """The score sheets of a round's tables: the finished deals, and blank lines for the others."""
    round_ = get_object_or_404(Round.objects.all(), season=access.season, number=number)
    sheets = score_sheets_of(access.season, round_)
    page = ScoreSheetsPage(access=access, round=round_, sheets=sheets)
    return show(request, "leagues/rounds/score_sheets.html", page)


draw_and_open = posts_to(
    drawing.draw_and_open, get_organised_season, "round", rate=("rehearse", "60/h"), asks=consequences.of_opening_round
)
open_round = posts_to(opening.open_round, get_organised_season, "round", asks=consequences.of_opening_round)


@takes_post(get_organised_season, "round", rate=("mail_round", "20/d"))
def mail_round(posted: Posted, number: int) -> None:
    """Mail the state of the round to everybody in it."""
    mailing.mail_round(**posted.keys, number=number)
    messages.success(posted.request, _("The mail is on its way to everybody in the round."))


set_venue_of_round = posts_to(venues.set_venue_of_round, get_organised_season, "round", VenueForm)


@takes_post(get_organised_season, "round", VenueForm)
def set_venue_of_table(posted: Posted, number: int, pk: int) -> None:
    venues.set_venue_of_table(**posted.keys, **posted.data, table_id=pk)


set_dates = posts_to(dates.set_dates, get_organised_season, "round", DatesForm, again=_page)


@form_of(get_organised_season)
def close_round(request: PersonRequest, access: SeasonAccess, number: int) -> HttpResponse:
    """Preview what closing the round would do, and do it."""
    if request.method == "POST":
        return change(request, access, closing.close_round, "round", number, number=number)
    round_ = get_object_or_404(Round, season=access.season, number=number)
    endings = closing.preview_closing(access.season, round_)
    page = CloseRoundPage(access=access, round=round_, endings=endings)
    return show(request, "leagues/rounds/close_round.html", page)
