"""Pages: the list of notifications, their settings, unsubscribing, push subscriptions, and the calendar address."""

import hashlib
import json
from base64 import b64decode
from dataclasses import dataclass
from functools import cache
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from infrastructure.pages import form_status, render_page
from infrastructure.rate_limits import limit
from infrastructure.requests import get_or_post, public_page
from players.models import CalendarFeed, PushSubscription, Session, User
from players.notifications import inbox, push, services
from players.notifications.forms import NotificationSettingsForm, PushForm
from players.notifications.kinds import KINDS, NotificationKind
from players.notifications.mail import confirmed_address, read_token
from players.notifications.mail_events import read_events, resume_mail, stop_mail_to
from players.notifications.routing import settings_of
from players.requests import PersonRequest


@dataclass(frozen=True, slots=True)
class NotificationsPage:
    lines: list[inbox.Line]
    unreachable: inbox.Unreachable


@dataclass(frozen=True, slots=True)
class NotificationSettingsPage:
    form: NotificationSettingsForm
    unreachable: inbox.Unreachable
    address: str
    browsers: list[str]
    push_key: str
    feed: CalendarFeed | None
    site: str


@dataclass(frozen=True, slots=True)
class UnsubscribePage:
    person: User
    kinds: list[type[NotificationKind]]
    stopped: Promise | str
    """The label of the kind, or "all"; empty if nothing was stopped."""


@require_safe
@never_cache
def notifications(request: PersonRequest) -> HttpResponse:
    """The latest notifications; opening the list marks them as read."""
    # Read before the list is made: anything that arrives in between stays new.
    new = inbox.new(request.user)
    page = NotificationsPage(inbox.lines(request.user), inbox.unreachable(request.user))
    if request.method == "GET":
        inbox.read(new, timezone.now())
    return render_page(request, "players/notifications/notifications.html", page)


@public_page
def notification_count(request: HttpRequest) -> HttpResponse:
    """The masthead's link with the number of new notifications, which open pages refresh; empty when signed out."""
    if not request.user.is_authenticated:
        return HttpResponse(status=204)
    context = {"user": request.user, "seen_path": urlsplit(request.headers.get("HX-Current-URL", "")).path}
    return render(request, "players/notifications/_notification_link.jinja", context, using="fragments")


@get_or_post
def notification_settings(request: PersonRequest) -> HttpResponse:
    """Settings of each kind and channel, reminders, the daily mail, browsers and the calendar."""
    chosen = settings_of([request.user.pk])[request.user.pk]
    form = NotificationSettingsForm(request.user, chosen, request.POST or None)
    if form.is_valid():
        form.save()
        messages.success(request, _("Saved."))
        return redirect("players:notification_settings")
    page = NotificationSettingsPage(
        form=form,
        unreachable=inbox.unreachable(request.user),
        address=confirmed_address(request.user),
        browsers=push.fingerprints(request.user),
        push_key=push.public_key() if push.is_offered() else "",
        feed=CalendarFeed.objects.filter(user=request.user).first(),
        site=settings.SITE_URL,
    )
    template = "players/notifications/settings.html"
    return render_page(request, template, page, status=form_status(form))


@login_not_required
@csrf_exempt
@get_or_post
@never_cache
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """The unsubscribe link of every mail: works signed out, and with one click in mail programs (RFC 8058)."""
    content = read_token(token)
    if content is None:
        raise Http404
    user = get_object_or_404(User, pk=content.user_id)
    stopped: Promise | str = ""
    if request.method == "POST":
        kind = KINDS.get(request.POST.get("stop", "all"))
        services.stop_mails(user, kind.name if kind else "all")
        stopped = kind.label if kind else "all"
    page = UnsubscribePage(user, [KINDS[name] for name in content.kinds], stopped)
    return render_page(request, "players/notifications/unsubscribe.html", page)


@login_not_required
@csrf_exempt
@require_POST
def mail_events(request: HttpRequest) -> HttpResponse:
    """The site's mail service reports dead addresses and complaints here, with MAIL_EVENTS_TOKEN as its password."""
    if not settings.MAIL_EVENTS_TOKEN:
        raise Http404
    if not _has_password(request, settings.MAIL_EVENTS_TOKEN):
        # Amazon's service sends its password only if asked.
        return HttpResponse(status=401, headers={"WWW-Authenticate": 'Basic realm="mail events"'})
    try:
        for event in read_events(request.body):
            stop_mail_to(event)
    except ValueError:
        return HttpResponseBadRequest("This is no report of a known form.\n", content_type="text/plain")
    return HttpResponse("ok\n", content_type="text/plain")


def _has_password(request: HttpRequest, password: str) -> bool:
    """By HTTP's basic authentication, with any name."""
    kind, _space, given = request.headers.get("Authorization", "").partition(" ")
    try:
        text = b64decode(given, validate=True)
    except ValueError:
        return False
    return kind.lower() == "basic" and constant_time_compare(text.partition(b":")[2], password.encode())


@require_POST
def mail_again(request: PersonRequest) -> HttpResponse:
    """Send mail to the person's address again, although it came back before."""
    limit(request, "mail_again", "5/d")
    resume_mail(request.user)
    messages.success(request, _("We’ll send emails to this address again."))
    return redirect("players:notification_settings")


# --- Push ---


@require_POST
def subscribe_push(request: PersonRequest) -> HttpResponse:
    """Store the subscription that a browser's script has made; 409 for one that renews what the person has ended."""
    limit(request, "subscribe_push", "20/h")
    form = PushForm(request.POST)
    if not push.is_offered() or not form.is_valid():
        return HttpResponse(status=422)
    session = Session.key_of(request.session)
    return HttpResponse(status=204 if services.subscribe(request.user, session, **form.cleaned_data) else 409)


@require_POST
def forget_push(request: PersonRequest) -> HttpResponse:
    """End push in all of the person's browsers."""
    PushSubscription.objects.filter(user=request.user).delete()
    messages.success(request, _("Notifications are turned off in all browsers."))
    return redirect("players:notification_settings")


@login_not_required
@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The script for notifications and offline pages; served from the root, its scope is the whole site.

    Browsers install it again when it changes, and with it the page for no connection, which it stores. So it names what
    that page depends on: the release, the language, and what the page says.
    """
    version = f"const VERSION = {json.dumps(_offline_version(settings.RELEASE, get_language()))};\n"
    path = settings.BASE_DIR / "static" / "js" / "service-worker.js"
    return HttpResponse(version + path.read_text(), content_type="text/javascript; charset=utf-8")


@cache
def _offline_version(release: str, language: str) -> str:
    """Computed once by each process: browsers ask for the script at every page."""
    digest = hashlib.blake2b(render_to_string("offline.html").encode(), digest_size=6).hexdigest()
    return "-".join([*filter(None, [release]), language, digest])


# --- The calendar ---


@require_POST
def make_calendar(request: PersonRequest) -> HttpResponse:
    """Make a secret address for the person's calendar; it replaces any former one."""
    limit(request, "make_calendar", "20/h")
    services.make_feed(request.user)
    return redirect("players:notification_settings")


@require_POST
def end_calendar(request: PersonRequest) -> HttpResponse:
    CalendarFeed.objects.filter(user=request.user).delete()
    messages.success(request, _("The address of your calendar no longer works."))
    return redirect("players:notification_settings")
