"""Who is coming to a round: the page for members and organisers, and that of the link for guests."""

from dataclasses import dataclass

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from infrastructure.pages import render_page
from infrastructure.rate_limits import limit
from infrastructure.requests import get_or_post
from leagues import seating
from leagues.access import SeasonAccess, get_organised_season, get_own_season
from leagues.evenings import services
from leagues.evenings.forms import AttendanceForm, GuestForm, GuestReplyForm, ReplyForm
from leagues.evenings.link import guest_path, round_of_token
from leagues.locks import ClubError
from leagues.models import Attendance, Entry, Round, Season
from leagues.pages import SeasonPage
from leagues.responses import Posted, page_of, posts_to, show, takes_post
from leagues.rounds import opening
from leagues.seasons.table_sizes import ANY_SIZE
from players.requests import PersonRequest, refused

Answer = Attendance.Answer


@dataclass(frozen=True, kw_only=True)
class AttendancePage(SeasonPage):
    round: Round
    closed: str
    """Why nobody can say any more whether they come."""
    mine: str | None
    """The reader's answer; empty without one, None if they are not in the season."""
    said: dict[str, list[Entry]]
    """By answer, who gave it; `silent` has the others."""
    form: AttendanceForm
    guest_form: forms.Form
    link: str
    may_open: bool
    tables: str
    """How those who come would be divided into tables."""

    @property
    def answers(self) -> list[tuple[str, str]]:
        return [(Answer.COMES, _("I’m coming")), (Answer.BYE, _("A bye, please")), (Answer.ABSENT, _("I can’t come"))]

    @property
    def lines(self) -> list[str]:
        """Those who do not come, in a line for each answer."""
        told = {str(Answer.BYE): _("Bye"), str(Answer.ABSENT): _("Can’t come")}
        found = ((label, _(", ").join(entry.name for entry in self.said[key])) for key, label in told.items())
        return [f"{label}{_(': ')}{names}" for label, names in found if names]


def _page(request: PersonRequest, access: SeasonAccess, number: int, form: forms.Form | None = None) -> HttpResponse:
    """Who comes, and one's own answer; for organisers everybody's."""
    season = access.season
    round_ = get_object_or_404(Round, season=season, number=number)
    round_.season = season
    entries = list(season.entries.filter(state=Entry.State.ENTERED).select_related("user").order_by("order"))
    answers = dict(round_.attendances.values_list("entry", "answer"))
    own = next((entry for entry in entries if entry.user_id == request.user.pk), None)
    said: dict[str, list[Entry]] = {answer: [] for answer in (*Answer.values, "silent")}
    for entry in entries:
        said[answers.get(entry.pk, "silent")].append(entry)
    page = AttendancePage(
        access=access,
        round=round_,
        closed=services.why_closed(season, round_),
        mine=answers.get(own.pk, "") if own else None,
        said=said,
        form=AttendanceForm(entries=entries, answers=answers),
        guest_form=form or GuestForm(),
        link=settings.SITE_URL + guest_path(round_),
        may_open=access.organises and not opening.why_not_open(season, round_),
        tables=_tables(season, said[Answer.COMES]),
    )
    return show(request, "leagues/evenings/attendance.html", page, 422 if form else 200)


attendance = page_of(get_own_season)(_page)


def _tables(season: Season, coming: list[Entry]) -> str:
    """The tables of all divisions in words; empty if some division has too few for one."""
    by_division: dict[int | None, int] = {}
    for entry in coming:
        by_division[entry.division_id] = by_division.get(entry.division_id, 0) + 1
    any_of = season.table_sizes if season.other_size == ANY_SIZE else ()
    seats: list[int] = []
    byes = 0
    try:
        for members in by_division.values():
            shape = seating.cut(members, season.rules.players, season.other_size or None, "byes", any_of)
            seats += [table.seats for table in shape.tables]
            byes += shape.byes
    except seating.SeatingError:
        return ""
    if not seats:
        return ""
    words = ngettext("a table of %(sizes)s", "tables of %(sizes)s", len(seats))
    text = words % {"sizes": _(", ").join(map(str, seats))}
    more = ngettext("%(n)s has a bye", "%(n)s have a bye", byes) % {"n": byes}
    return f"{text}{_(', ')}{more}" if byes else text


reply = posts_to(services.reply, get_own_season, "attendance", ReplyForm)
add_guest = posts_to(services.add_guest, get_organised_season, "attendance", GuestForm, again=_page)


@takes_post(get_organised_season, "attendance")
def record_attendance(posted: Posted, number: int) -> HttpResponse | None:
    season = posted.access.season
    entries = season.entries.filter(state=Entry.State.ENTERED).select_related("user")
    form = AttendanceForm(posted.request.POST, entries=entries, answers={})
    if not form.is_valid():
        raise ClubError(_("This form could not be read. Please try again."))
    services.record(**posted.keys, number=number, answers=form.changes())
    messages.success(posted.request, _("Saved."))
    return None


# --- Guests ---


@dataclass(frozen=True, kw_only=True)
class EveningPage:
    """The page of the link; it tells no more than the invitation to somebody does."""

    round: Round
    closed: str
    form: GuestReplyForm
    guest: Entry | None
    """The guest who has answered from this browser."""
    answer: str

    @property
    def season(self) -> Season:
        return self.round.season


@login_not_required
@get_or_post
@never_cache
def evening(request: HttpRequest, token: str) -> HttpResponse:
    """Somebody with the link says whether they come; members of the season are led to their own page."""
    round_ = round_of_token(token)
    season = round_.season
    user = request.user
    if user.is_authenticated and season.entries.filter(user=user.pk, state=Entry.State.ENTERED).exists():
        return redirect("leagues:attendance", season.club.slug, season.slug, round_.number)
    key = f"evening:{round_.pk}"
    guest = season.entries.filter(pk=request.session.get(key, 0), user=None).first()
    data = request.POST.copy() if request.method == "POST" else None
    if data is not None and guest is not None:
        data["name"] = guest.guest_name
    form = GuestReplyForm(data)
    if form.is_valid():
        limit(request, "evening", "20/h")
        try:
            made = services.reply_as_guest(round_, form.cleaned_data["name"], form.cleaned_data["answer"])
        except ClubError as error:
            return refused(request, str(error), request.path)
        request.session[key] = made.pk
        return redirect(request.path)
    said = round_.attendances.filter(entry=guest).first() if guest else None
    page = EveningPage(
        round=round_,
        closed=services.why_closed(season, round_),
        form=form,
        guest=guest,
        answer=str(said.get_answer_display()) if said else "",
    )
    return render_page(request, "leagues/evenings/evening.html", page, status=422 if form.errors else 200)
