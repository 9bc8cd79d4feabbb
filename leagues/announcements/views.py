"""The announcements of a club: their history, reading and writing one, and writing to the organisers."""

from collections import Counter
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.contrib import messages
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from infrastructure.paging import page
from infrastructure.rate_limits import limit
from leagues.access import ClubAccess, get_organised_club, get_own_club
from leagues.announcements import services
from leagues.announcements.audiences import Audience, audience_name, find_audience
from leagues.announcements.forms import AnnouncementForm, LetterForm
from leagues.announcements.wording import Worded, language_for, meanings, path_of, worded
from leagues.locks import ClubError
from leagues.models import Announcement, Recipient
from leagues.pages import ClubFormPage, ClubListPage, ClubPage
from leagues.responses import form_of, page_of, refuse_in_form, show
from players.models import Block, User
from players.requests import PersonRequest

ROWS_SHOWN: Final = 30
NAMES_SHOWN: Final = 100
"""Names in the preview and in the history; the others are counted."""


@dataclass(frozen=True, slots=True)
class Row:
    """An announcement in the list."""

    announcement: Announcement
    subject: str
    audience: str


@dataclass(frozen=True, kw_only=True)
class AnnouncementsPage(ClubListPage):
    rows: list[Row]


@dataclass(frozen=True, kw_only=True)
class AnnouncementPage(ClubPage):
    announcement: Announcement
    audience: str
    texts: list[Worded]
    """In the reader's language; for organisers whom it did not reach, in each."""
    readers: list[User]
    """For organisers."""
    more_readers: int
    about: str
    """The page that it is about."""
    answer_to: int | None
    """The membership of a letter's author, for organisers who may answer."""
    answers: list[Announcement]


@dataclass(frozen=True, slots=True)
class Preview:
    """What each reader gets."""

    readers: list[User]
    more: int
    versions: list[tuple[str, int, Worded]]
    """By language: its name, how many get it, and the text as the first of them gets it."""
    replies: str
    refusal: str
    """Why it cannot be sent now."""

    @property
    def count(self) -> int:
        return len(self.readers) + self.more


@dataclass(frozen=True, kw_only=True)
class WritePage(ClubFormPage):
    form: AnnouncementForm
    preview: Preview | None

    @property
    def words(self) -> list[tuple[str, object]]:
        scopes = [self.form.audience.scope] if self.preview and self.form.audience else []
        return list(meanings(scopes) if scopes else meanings())


def readable(user: User, access: ClubAccess) -> QuerySet[Announcement]:
    """What the member wrote or got, but nothing by people whom they have blocked; organisers read all."""
    related = (
        "club",
        "author",
        "season",
        "division",
        "round",
        "table__game",
        "table__division",
        "table__round__season",
    )
    written = Announcement.objects.filter(club=access.club).select_related(*related)
    got = Exists(Recipient.objects.filter(announcement=OuterRef("pk"), user=user))
    if access.organises:
        return written
    blocked = Block.objects.filter(user=user).values("blocked")
    unwanted = Q(author__in=blocked) & Q(author__isnull=False)
    return written.filter(got | Q(author=user)).exclude(unwanted)


@page_of(get_own_club)
def announcements(request: PersonRequest, access: ClubAccess) -> HttpResponse:
    """What the organisers wrote, as far as it reached the reader; for organisers everything, with members' letters."""
    written = readable(request.user, access).annotate(count=Count("recipients"))
    part = page(written, request.GET.get("after"), ROWS_SHOWN, newest=True)
    rows = [Row(one, worded(one, one.texts, str(request.user)).subject, audience_name(one)) for one in part.rows]
    context = AnnouncementsPage(access=access, page=part, rows=rows)
    return show(request, "leagues/announcements/announcements.html", context)


@page_of(get_own_club)
def announcement(request: PersonRequest, access: ClubAccess, pk: int) -> HttpResponse:
    found = readable(request.user, access).filter(pk=pk).first()
    if found is None:
        raise Http404
    people = User.objects.filter(pk__in=found.recipients.values("user")).order_by("name", "pk")
    reached = list(people) if access.organises else []
    is_for_reader = request.user in reached or not access.organises
    member = access.club.membership_of(found.author) if found.author else None
    may_answer = access.organises and found.is_letter and access.club.closed_at is None
    context = AnnouncementPage(
        access=access,
        announcement=found,
        audience=audience_name(found),
        texts=[worded(found, found.texts, str(request.user))] if is_for_reader else _every_text(found),
        readers=reached[:NAMES_SHOWN],
        more_readers=len(reached[NAMES_SHOWN:]),
        about=path_of(found),
        answer_to=member.pk if member and may_answer else None,
        answers=list(found.answered_by.select_related("author").order_by("pk")) if access.organises else [],
    )
    return show(request, "leagues/announcements/announcement.html", context)


def _every_text(found: Announcement) -> list[Worded]:
    """As written, with the readers' names still to be filled in."""
    texts = []
    for language in found.texts:
        with override(language):
            texts.append(worded(found, found.texts, "{name}"))
    return texts


@form_of(get_organised_club)
def write_announcement(request: PersonRequest, access: ClubAccess) -> HttpResponse:
    """Write an announcement: first the preview of what goes to whom, then it is sent."""
    club = access.club
    letter = _answered(request, access)
    audience = find_audience(club, request.GET.get("to", ""))
    initial = {f"subject_{language}": f"Re: {subject}" for language, subject in _subjects(letter)}
    form = AnnouncementForm(_posted(request), club=club, to=audience, initial=initial)
    if not form.is_valid() or form.audience is None:
        page = WritePage(access=access, form=form, preview=None)
        return show(request, "leagues/announcements/write.html", page)
    if "send" not in request.POST or form.cleaned_data["seen"] != form.digest():
        return _show_preview(request, access, form)
    limit(request, "announce", "40/h")
    try:
        made = services.announce(
            **access.keys,
            user=request.user,
            to=form.cleaned_data["to"],
            texts=form.texts(),
            takes_replies=form.takes_replies,
            key=form.cleaned_data["key"],
            answers=letter,
        )
    except ClubError as error:
        refuse_in_form(form, access, error)
        page = WritePage(access=access, form=form, preview=None)
        return show(request, "leagues/announcements/write.html", page)
    count = made.recipients.count()
    messages.success(
        request,
        ngettext("It is on its way to %(n)s person.", "It is on its way to %(n)s people.", count) % {"n": count},
    )
    return redirect(made)


def _posted(request: PersonRequest) -> QueryDict | None:
    """What was sent, even if it is empty."""
    return request.POST if request.method == "POST" else None


def _answered(request: PersonRequest, access: ClubAccess) -> Announcement | None:
    """The letter that it answers, if the address names one."""
    number = request.GET.get("letter", "")
    if not (number.isascii() and number.isdigit() and len(number) < 19):
        return None
    letters = Announcement.objects.filter(club=access.club, scope=Announcement.Scope.ORGANISERS)
    return letters.filter(pk=number).first()


def _subjects(letter: Announcement | None) -> list[tuple[str, str]]:
    return [(language, text["subject"][:90]) for language, text in letter.texts.items()] if letter else []


def _show_preview(request: PersonRequest, access: ClubAccess, form: AnnouncementForm) -> HttpResponse:
    assert form.audience is not None  # noqa: S101 (the caller has checked)
    people = form.audience.people(without=request.user)
    preview = Preview(
        readers=people[:NAMES_SHOWN],
        more=len(people[NAMES_SHOWN:]),
        versions=_versions(form, form.audience, people),
        replies=access.club.reply_to if form.takes_replies else "",
        refusal=services.why_too_many(form.audience),
    )
    data = request.POST.copy()
    data["seen"] = form.digest()
    form.data = data
    context = WritePage(access=access, form=form, preview=preview)
    return show(request, "leagues/announcements/write.html", context)


def _versions(form: AnnouncementForm, audience: Audience, people: list[User]) -> list[tuple[str, int, Worded]]:
    texts, names = form.texts(), dict(settings.LANGUAGES)
    counts = Counter(language_for(texts, person.own_language) for person in people)
    versions = []
    for language in texts:
        reader = next((one for one in people if language_for(texts, one.own_language) == language), None)
        with override(language):
            versions.append((str(names[language]), counts[language], worded(audience, texts, str(reader or "{name}"))))
    return versions


@form_of(get_own_club)
def write_to_organisers(request: PersonRequest, access: ClubAccess) -> HttpResponse:
    """A member writes to the organisers."""
    form = LetterForm(_posted(request))
    page = ClubFormPage(access=access, form=form)
    if not form.is_valid():
        return show(request, "leagues/announcements/letter.html", page)
    limit(request, "write_organisers", "20/d")
    try:
        made = services.write_to_organisers(
            **access.keys, user=request.user, texts=form.texts(), key=form.cleaned_data["key"]
        )
    except ClubError as error:
        refuse_in_form(form, access, error)
        return show(request, "leagues/announcements/letter.html", page)
    messages.success(request, _("Your message is on its way to the organisers."))
    return redirect(made)
