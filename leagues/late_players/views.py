"""The list of late players, writing to them, and the club's texts."""

from __future__ import annotations

from collections import Counter
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from infrastructure.rate_limits import limit
from leagues.access import ClubAccess, get_organised_club
from leagues.late_players import services
from leagues.late_players.addresses import FROM_LATE, list_address, season_slug
from leagues.late_players.forms import TextsForm, WriteForm
from leagues.late_players.late import LatePlayer, late_players
from leagues.late_players.texts import own_texts, save_texts
from leagues.models import Round, Season
from leagues.responses import Posted, change, form_of, page_of, show, takes_post
from players.requests import PersonRequest


@page_of(get_organised_club)
def late(request: PersonRequest, access: ClubAccess) -> HttpResponse:
    """Everybody who is late in the club or, with `?season`, in one of its seasons."""
    season = None
    if "season" in request.GET:
        season = get_object_or_404(Season, club=access.club, slug=season_slug(request))
    found = late_players(access.club, timezone.now(), season)
    waiting = [one for one in found if one.may_write]
    tables = Counter(one.table.pk for one in waiting)
    return show(
        request,
        "leagues/late_players/late.html",
        access,
        only=season,
        rows=[(one, tables[one.table.pk]) for one in found],
        waiting=len(waiting),
        rounds=_rounds(waiting),
        everybody=f"season:{season.pk}" if season else "all",
        query=urlencode({"from": FROM_LATE} | ({"season": season.slug} if season else {})),
        write_form=WriteForm(),
    )


def _rounds(found: list[LatePlayer]) -> list[tuple[Round, int]]:
    """The rounds of these players, if there are several, and how many are in each."""
    rounds = {one.table.round_id: one.table.round for one in found}
    count = Counter(one.table.round_id for one in found)
    return [(rounds[key], count[key]) for key in sorted(rounds)] if len(rounds) > 1 else []


@takes_post(get_organised_club, "late", WriteForm, rate=("write_late", "60/h"))
def write_to_late(posted: Posted) -> HttpResponse:
    """Send one of the texts to some or all of them."""
    written = services.write_to_late(**posted.keys, **posted.data)
    messages.success(posted.request, _sent(written))
    return redirect(list_address(posted.request, posted.access))


def _sent(written: services.Written) -> str:
    sent = ngettext(
        "%(n)s message is on its way.", "%(n)s messages are on their way.", written.sent
    ) % {"n": written.sent}
    if not written.sent:
        sent = _("Nobody was written to.")
    if not written.spared:
        return sent
    spared = ngettext(
        "%(n)s person was written to less than 12 hours ago.",
        "%(n)s people were written to less than 12 hours ago.",
        written.spared,
    ) % {"n": written.spared}
    return f"{sent} {spared}"


@form_of(get_organised_club)
def reminder_texts(request: PersonRequest, access: ClubAccess) -> HttpResponse:
    """The texts for late players, as the club words them."""
    form = TextsForm(request.POST or None, own=own_texts(access.club))
    if not form.is_valid():
        return show(request, "leagues/late_players/texts.html", access, form=form)
    limit(request, "reminder_texts", "60/h")
    return change(
        request, access, save_texts, "reminder_texts", texts=form.values(), success=_("Saved.")
    )
