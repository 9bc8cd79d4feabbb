"""The list of late players, writing to them, and the club's texts."""

from collections import Counter
from dataclasses import dataclass
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
from leagues.late_players.addresses import FROM_LATE, list_address
from leagues.late_players.forms import TextsForm, WriteForm
from leagues.late_players.late import LatePlayer, late_players
from leagues.late_players.soon import SoonLate, late_soon
from leagues.late_players.texts import own_texts, save_texts, site_texts
from leagues.models import ReminderText, Round, Season
from leagues.pages import ClubFormPage, ClubPage
from leagues.responses import Posted, change, form_of, page_of, show, takes_post
from players.requests import PersonRequest


@dataclass(frozen=True, kw_only=True)
class LatePage(ClubPage):
    only: Season | None
    """The season that the list is limited to."""
    players: list[LatePlayer]
    soon: list[SoonLate]
    write_form: WriteForm

    @property
    def writable(self) -> list[LatePlayer]:
        return [player for player in self.players if player.may_write]

    @property
    def rows(self) -> list[tuple[LatePlayer, int]]:
        """The players, each with how many at the table can be written to."""
        tables = Counter(player.table.pk for player in self.writable)
        return [(player, tables[player.table.pk]) for player in self.players]

    @property
    def waiting(self) -> int:
        return len(self.writable)

    @property
    def rounds(self) -> list[tuple[Round, int]]:
        """The rounds, if there are several, each with how many in it can be written to."""
        rounds = {player.table.round_id: player.table.round for player in self.writable}
        count = Counter(player.table.round_id for player in self.writable)
        return [(rounds[key], count[key]) for key in sorted(rounds)] if len(rounds) > 1 else []

    @property
    def texts(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """Every text in each language, as it would go out now."""
        found = {**site_texts(), **own_texts(self.club)}
        return [
            (str(label), [(language, text) for (of, language), text in found.items() if of == name])
            for name, label in ReminderText.Name.choices
        ]

    @property
    def everybody(self) -> str:
        return f"season:{self.only.pk}" if self.only else "all"

    @property
    def query(self) -> str:
        return urlencode({"from": FROM_LATE} | ({"season": self.only.slug} if self.only else {}))


@page_of(get_organised_club)
def late(request: PersonRequest, access: ClubAccess) -> HttpResponse:
    """Everybody who is late in the club or, with `?season`, in one of its seasons."""
    season = None
    if "season" in request.GET:
        season = get_object_or_404(Season, club=access.club, slug=request.GET["season"])
    now = timezone.now()
    players = late_players(access.club, now, season, request.user)
    soon = late_soon(access.club, now, season, request.user)
    page = LatePage(access=access, only=season, players=players, soon=soon, write_form=WriteForm())
    return show(request, "leagues/late_players/late.html", page)


@takes_post(get_organised_club, "late", WriteForm, rate=("write_late", "60/h"))
def write_to_late(posted: Posted) -> HttpResponse:
    """Send one of the texts to some or all of them."""
    written = services.write_to_late(**posted.keys, **posted.data)
    messages.success(posted.request, _sent(written))
    return redirect(list_address(posted.request, posted.access))


def _sent(written: services.Written) -> str:
    sent = ngettext("%(n)s message is on its way.", "%(n)s messages are on their way.", written.sent) % {
        "n": written.sent
    }
    if not written.sent:
        sent = _("Nobody was contacted.")
    if not written.spared:
        return sent
    spared = ngettext(
        "%(n)s person was contacted less than 12 hours ago.",
        "%(n)s people were contacted less than 12 hours ago.",
        written.spared,
    ) % {"n": written.spared}
    return f"{sent} {spared}"


@form_of(get_organised_club)
def reminder_texts(request: PersonRequest, access: ClubAccess) -> HttpResponse:
    """The texts for late players, as the club words them."""
    form = TextsForm(request.POST or None, own=own_texts(access.club))
    if not form.is_valid():
        page = ClubFormPage(access=access, form=form)
        return show(request, "leagues/late_players/texts.html", page)
    limit(request, "reminder_texts", "60/h")
    return change(request, access, save_texts, "reminder_texts", texts=form.values(), success=_("Saved."))
