"""The audit log in words. A kind of notification has the sentences of its own event (`Audited`)."""

from collections import ChainMap
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy, pgettext_lazy

from games.presentation.table_titles import fixture_title
from leagues.announcements.notifications import Announced
from leagues.clubs.audit_log import Audited
from leagues.clubs.notifications import (
    InvitedToClub,
    MemberJoined,
    RemovedFromClub,
    RequestApproved,
    RequestRefused,
    RoleChanged,
)
from leagues.corrections.notifications import MatchCorrected
from leagues.entries.notifications import EntrySettled, TakenOut
from leagues.external_matches.notifications import ExternalMatchCounts
from leagues.handicaps.words import change_in_words
from leagues.late_players.notifications import WrittenToLate
from leagues.models import AuditEntry, Role
from leagues.pauses.notifications import SeasonPaused
from leagues.rounds.mailing import RoundMailed
from leagues.rounds.notifications import DatesChanged, RoundOpened
from leagues.seasons.notifications import RegistrationOpened, SeasonOver, SeasonStarted
from leagues.standings.number_format import as_text
from leagues.webhooks.notifications import WebhookSwitchedOff

_AUDITED: Final[tuple[type[Audited], ...]] = (
    Announced,
    InvitedToClub,
    RequestApproved,
    RequestRefused,
    RemovedFromClub,
    RoleChanged,
    MemberJoined,
    RegistrationOpened,
    SeasonStarted,
    SeasonOver,
    EntrySettled,
    TakenOut,
    DatesChanged,
    RoundOpened,
    SeasonPaused,
    RoundMailed,
    ExternalMatchCounts,
    MatchCorrected,
    WrittenToLate,
    WebhookSwitchedOff,
)
_OTHER_ACTIONS: Final[dict[str, Promise]] = {
    "created": gettext_lazy("%(actor)s founded the club."),
    "edited": gettext_lazy("%(actor)s changed the club’s page: %(fields)s."),
    "closed": gettext_lazy("%(actor)s closed the club."),
    "unnamed": gettext_lazy("The people who run the site removed the name."),
    "house_rules_unnamed": gettext_lazy("The people who run the site removed the name of house rules."),
    "cleared": gettext_lazy("The people who run the site removed the description."),
    "note_changed": gettext_lazy("%(actor)s changed the organisers’ note about %(subject)s."),
    "left": gettext_lazy("%(actor)s left the club."),
    "gone": gettext_lazy("%(actor)s deleted their account."),
    "link_made": gettext_lazy("%(actor)s made an invitation link (%(uses)s, %(days)s)."),
    "webhook_set": gettext_lazy("%(actor)s set up a webhook."),
    "webhook_changed": gettext_lazy("%(actor)s changed a webhook."),
    "webhook_removed": gettext_lazy("%(actor)s removed a webhook."),
    "revoked": gettext_lazy("%(actor)s revoked an invitation."),
    "adjusted": gettext_lazy("%(actor)s changed the points of %(subject)s in %(season)s: %(points)s."),
    "adjustment_cancelled": gettext_lazy(
        "%(actor)s cancelled the change of points of %(subject)s in %(season)s: %(points)s."
    ),
    "handicap_set": gettext_lazy("%(actor)s changed the handicap of %(subject)s in %(season)s: %(handicap)s."),
    "handicaps_set": gettext_lazy("%(actor)s changed the handicaps of %(members)s in %(season)s."),
    "team_changed": gettext_lazy("%(actor)s moved %(subject)s in %(season)s: %(team)s."),
    "teams_made": gettext_lazy("%(actor)s made teams of %(members)s of %(season)s."),
    "ladder_founded": gettext_lazy("%(actor)s founded the ladder %(ladder)s."),
    "ladder_edited": gettext_lazy("%(actor)s changed the limits of the ladder %(ladder)s."),
    "ladder_moved": gettext_lazy("%(actor)s moved %(subject)s on the ladder %(ladder)s."),
    "ladder_left_out": gettext_lazy("%(actor)s took %(subject)s off the ladder %(ladder)s."),
    "ladder_ended": gettext_lazy("%(actor)s ended the ladder %(ladder)s."),
    "boards_planned": gettext_lazy("%(actor)s planned the boards %(boards)s (%(weeks)s)."),
    "boards_ended": gettext_lazy("%(actor)s ended the boards %(boards)s: no further week opens."),
    "house_rules_kept": gettext_lazy("%(actor)s added the house rules %(rules)s."),
    "house_rules_changed": gettext_lazy("%(actor)s changed the house rules %(rules)s."),
    "house_rules_deleted": gettext_lazy("%(actor)s deleted the house rules %(rules)s."),
    "season_created": gettext_lazy("%(actor)s prepared the season %(season)s."),
    "season_taken_in": gettext_lazy("%(actor)s took in the season %(season)s from a file of the club %(before)s."),
    "season_deleted": gettext_lazy("%(actor)s deleted the season %(season)s."),
    "season_edited": gettext_lazy("%(actor)s changed the season %(season)s: %(settings)s."),
    "season_closed": gettext_lazy("%(actor)s closed the registration for %(season)s."),
    "season_reopened": gettext_lazy("%(actor)s opened the registration for %(season)s again."),
    "entry_withdrawn": gettext_lazy("%(actor)s withdrew from %(season)s."),
    "divisions_set": gettext_lazy("%(actor)s set up %(divisions)s in %(season)s."),
    "shared_out": gettext_lazy("%(actor)s assigned the members of %(season)s to divisions %(by)s."),
    "divisions_listed": gettext_lazy("%(actor)s set the divisions and seeds of %(members)s of %(season)s by a list."),
    "tie_decided_up": gettext_lazy(
        "%(actor)s decided a tie in %(division)s: %(subject)s goes up into %(season)s (%(reason)s)."
    ),
    "tie_decided_down": gettext_lazy(
        "%(actor)s decided a tie in %(division)s: %(subject)s goes down into %(season)s (%(reason)s)."
    ),
    "moved": gettext_lazy("%(actor)s moved %(subject)s to %(division)s in %(season)s."),
    "draw_locked": gettext_lazy(
        "%(actor)s locked the draw of %(division)s in %(season)s from round %(round)s on (seed %(seed)s, %(swaps)s)."
    ),
    "draw_unlocked": gettext_lazy("%(actor)s unlocked the draw of %(division)s in %(season)s."),
    "kept_apart": gettext_lazy("%(actor)s keeps two members of %(season)s apart."),
    "allowed_together": gettext_lazy("%(actor)s no longer keeps two members of %(season)s apart."),
    "stage_made": gettext_lazy("%(actor)s prepared %(season)s with the best of %(before)s."),
    "round_to_real_table": gettext_lazy("%(actor)s moved round %(round)s of %(season)s to real tables."),
    "round_to_site": gettext_lazy("%(actor)s moved round %(round)s of %(season)s to this site."),
    "table_to_real_table": gettext_lazy("%(actor)s moved the table %(table)s to a real table."),
    "table_to_site": gettext_lazy("%(actor)s moved the table %(table)s to this site."),
    "attendance_recorded": gettext_lazy("%(actor)s noted who is coming to round %(round)s of %(season)s."),
    "guest_added": gettext_lazy("%(actor)s added a guest to round %(round)s of %(season)s."),
    "round_closed": gettext_lazy("%(actor)s closed round %(round)s of %(season)s: %(tables)s."),
    "substituted": gettext_lazy("%(actor)s substituted for %(subject)s in round %(round)s of %(season)s."),
}
"""The sentences of events that nobody is notified of."""
_OTHERS_BY_SITE: Final[dict[str, Promise]] = {
    "draw_locked": gettext_lazy(
        "Round %(round)s of %(season)s, %(division)s, was drawn from the standings, seed %(seed)s."
    ),
    "closed": gettext_lazy("The last member left, so the club was closed."),
    "merged": gettext_lazy("Two accounts of %(subject)s were merged."),
    "round_closed": gettext_lazy("Round %(round)s of %(season)s closed on schedule: %(tables)s."),
}
ACTIONS: Final = ChainMap(_OTHER_ACTIONS, *(kind.audit for kind in _AUDITED))
"""The sentence of each action (`AuditEntry.action`)."""
BY_SITE: Final = ChainMap(_OTHERS_BY_SITE, *(kind.audit_by_site for kind in _AUDITED))
"""The sentences where nobody did it: on schedule, or by the club's rules."""

FIELDS: Final[dict[str, Promise]] = {
    "name": pgettext_lazy("part of a club’s page", "name"),
    "about": pgettext_lazy("part of a club’s page", "description"),
    "is_public": pgettext_lazy("part of a club’s page", "who may see it"),
    "takes_requests": pgettext_lazy("part of a club’s page", "who may ask to join"),
    "time_zone": pgettext_lazy("part of a club’s page", "time zone"),
    "reply_to": pgettext_lazy("part of a club’s page", "address for answers"),
}
SETTINGS: Final[dict[str, Promise]] = {
    "name": pgettext_lazy("a setting of a season", "name"),
    "about": pgettext_lazy("a setting of a season", "description"),
    "venue": pgettext_lazy("a setting of a season", "where it is played"),
    "rules_json": pgettext_lazy("a setting of a season", "rules"),
    "clock_json": pgettext_lazy("a setting of a season", "clock"),
    "release": pgettext_lazy("a setting of a season", "when plans are carried out"),
    "is_listed": pgettext_lazy("a setting of a season", "who may watch"),
    "allows_bots": pgettext_lazy("a setting of a season", "bots of other people"),
    "allows_claims": pgettext_lazy("a setting of a season", "claiming the rest and giving up"),
    "shows_seen_cards": pgettext_lazy("a setting of a season", "looking up seen cards"),
    "takes_attendance": pgettext_lazy("a setting of a season", "drawn from those present"),
    "other_size": pgettext_lazy("a setting of a season", "size of the other tables"),
    "is_duplicate": pgettext_lazy("a setting of a season", "the same deals at all tables"),
    "pairing": pgettext_lazy("a setting of a season", "who meets whom"),
    "advancing": pgettext_lazy("a setting of a season", "how many go on"),
    "gap": pgettext_lazy("a setting of a season", "bots or byes"),
    "bot_level": pgettext_lazy("a setting of a season", "level of the bots"),
    "rounds_planned": pgettext_lazy("a setting of a season", "number of rounds"),
    "pace": pgettext_lazy("a setting of a season", "pace"),
    "opening": pgettext_lazy("a setting of a season", "when rounds open"),
    "starts_at": pgettext_lazy("a setting of a season", "start"),
    "round_days": pgettext_lazy("a setting of a season", "length of the rounds"),
    "games_at_once": pgettext_lazy("a setting of a season", "games at once"),
    "closing": pgettext_lazy("a setting of a season", "unfinished tables"),
    "credit": pgettext_lazy("a setting of a season", "points of a substitute"),
    "bot_deals": pgettext_lazy("a setting of a season", "deals that a bot plays"),
    "rivals_substitute": pgettext_lazy("a setting of a season", "substitutes of the same division"),
    "substitute_hours": pgettext_lazy("a setting of a season", "time for substitutes to answer"),
    "registration_opens_at": pgettext_lazy("a setting of a season", "when registration opens"),
    "registration_closes_at": pgettext_lazy("a setting of a season", "when registration closes"),
    "needs_approval": pgettext_lazy("a setting of a season", "approval of entries"),
    "cap": pgettext_lazy("a setting of a season", "most members"),
    "has_waiting_list": pgettext_lazy("a setting of a season", "waiting list"),
    "late_until": pgettext_lazy("a setting of a season", "late entries"),
    "team_size": pgettext_lazy("a setting of a season", "teams"),
    "scheme_json": pgettext_lazy("a setting of a season", "points and tie-breaks"),
}
ORDERS: Final[dict[str, Promise]] = {
    "registration": pgettext_lazy("how members are shared out", "by the order of registration"),
    "rating": pgettext_lazy("how members are shared out", "by their ratings"),
    "last_season": pgettext_lazy("how members are shared out", "by promotion and relegation"),
}
COUNTS: Final[dict[str, Any]] = {
    "weeks": ngettext_lazy("%(weeks)s week", "%(weeks)s weeks", "weeks"),
    "days": ngettext_lazy("for %(days)s day", "for %(days)s days", "days"),
    "uses": ngettext_lazy("%(uses)s use", "%(uses)s uses", "uses"),
    "divisions": ngettext_lazy("%(n)s division", "%(n)s divisions", "n"),
    "people": ngettext_lazy("%(n)s late player", "%(n)s late players", "n"),
    "members": ngettext_lazy("%(n)s member", "%(n)s members", "n"),
    "readers": ngettext_lazy("%(n)s person", "%(n)s people", "n"),
    "swaps": ngettext_lazy("%(n)s change by hand", "%(n)s changes by hand", "n"),
}


def sentence(entry: AuditEntry) -> str:
    """An entry of the log as its readers see it."""
    somebody = _("a former player")
    words: dict[str, Any] = {
        "actor": entry.actor or somebody,
        "subject": entry.subject or entry.data.get("guest") or somebody,
    }
    for name, value in entry.data.items():
        if name in COUNTS:
            words[name] = COUNTS[name] % {"n": value, name: value}
        elif name in _READERS:
            words[name] = _READERS[name](value)
    actions = ChainMap(BY_SITE, ACTIONS) if entry.is_by_site else ACTIONS
    text = str(actions[entry.action]) % words
    # Names keep the case that their owners chose.
    return capfirst(text) if text.startswith(somebody) else text


def _fields(names: Sequence[str]) -> str:
    return _(", ").join(str(FIELDS[name]) for name in names)


def _settings(names: Sequence[str]) -> str:
    return _(", ").join(str(SETTINGS[name]) for name in names)


def _tables(number: int) -> str:
    if not number:
        return _("all tables were finished")
    return ngettext("%(n)s table was unfinished", "%(n)s tables were unfinished", number) % {"n": number}


def division_name(logged: str | int) -> str:
    """The division as `Division.logged` has it; older entries name those without a name in one language."""
    if isinstance(logged, str):
        return logged
    return _("Division %(number)s") % {"number": logged}


def _audience(logged: dict[str, Any]) -> str:
    """Whom an announcement reached, as `leagues.announcements.services` logs it."""
    if logged["table"]:
        return fixture_title(logged["table"])
    if logged["round"]:
        return _("%(season)s, round %(round)s") % logged
    if logged["division"]:
        return _("%(season)s, %(division)s") % {**logged, "division": division_name(logged["division"])}
    return logged["season"] or _("the whole club")


def team_logged(number: int) -> str:
    return _("Team %(number)s") % {"number": number} if number else _("no team")


def _moment(logged: str) -> str:
    return date_format(timezone.localtime(datetime.fromisoformat(logged)), "DATETIME_FORMAT")


_READERS: Final[dict[str, Callable[[Any], str]]] = {
    "audience": _audience,
    "role": lambda role: str(Role(role).label),
    "fields": _fields,
    "handicap": lambda logged: change_in_words(*logged),
    "points": lambda points: as_text(points, signed=True),
    "season": str,
    "boards": str,
    "ladder": str,
    "rules": str,
    "before": str,
    "settings": _settings,
    "division": division_name,
    "reason": str,
    "since": _moment,
    "until": _moment,
    "by": lambda order: str(ORDERS[order]),
    "round": str,
    "seed": str,
    "team": team_logged,
    "tables": _tables,
    # Older entries have its name alone.
    "table": lambda table: table if isinstance(table, str) else fixture_title(table),
}
