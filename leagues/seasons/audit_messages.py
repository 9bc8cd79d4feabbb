"""What organisers and members do in seasons, in the words of the club's log (`leagues.clubs.audit_messages`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

ACTIONS: Final[dict[str, Promise]] = {
    "season_created": gettext_lazy("%(actor)s prepared the season %(season)s."),
    "season_edited": gettext_lazy("%(actor)s changed the season %(season)s: %(settings)s."),
    "season_opened": gettext_lazy("%(actor)s opened the registration for %(season)s."),
    "season_closed": gettext_lazy("%(actor)s closed the registration for %(season)s."),
    "season_started": gettext_lazy("%(actor)s started the season %(season)s."),
    "season_cancelled": gettext_lazy("%(actor)s cancelled the season %(season)s."),
    "season_ended": gettext_lazy("The season %(season)s was cancelled with the club."),
    "entry_withdrawn": gettext_lazy("%(actor)s withdrew from %(season)s."),
    "entry_approved": gettext_lazy("%(actor)s approved the entry of %(subject)s for %(season)s."),
    "entry_refused": gettext_lazy("%(actor)s refused the entry of %(subject)s for %(season)s."),
    "entry_added": gettext_lazy("%(actor)s entered %(subject)s for %(season)s."),
    "entry_removed": gettext_lazy("%(actor)s removed %(subject)s from %(season)s."),
    "divisions_set": gettext_lazy("%(actor)s set up %(divisions)s in %(season)s."),
    "shared_out": gettext_lazy("%(actor)s assigned the members of %(season)s to divisions %(by)s."),
    "moved": gettext_lazy("%(actor)s moved %(subject)s to %(division)s in %(season)s."),
    "draw_locked": gettext_lazy(
        "%(actor)s locked the draw of %(division)s in %(season)s from round %(round)s on (seed %(seed)s, %(swaps)s)."
    ),
    "draw_unlocked": gettext_lazy("%(actor)s unlocked the draw of %(division)s in %(season)s."),
    "kept_apart": gettext_lazy("%(actor)s keeps two members of %(season)s apart."),
    "allowed_together": gettext_lazy("%(actor)s no longer keeps two members of %(season)s apart."),
    "round_opened": gettext_lazy("%(actor)s opened round %(round)s of %(season)s."),
    "round_closed": gettext_lazy("%(actor)s closed round %(round)s of %(season)s: %(tables)s."),
    "dates_set": gettext_lazy("%(actor)s moved the dates of round %(round)s of %(season)s."),
    "match_counted": gettext_lazy(
        "%(actor)s accepted a match played elsewhere for the table %(table)s."
    ),
    "match_taken_back": gettext_lazy(
        "%(actor)s undid the match played elsewhere for the table %(table)s."
    ),
    "replaced": gettext_lazy("%(actor)s replaced %(subject)s at a table of %(season)s."),
    "substituted": gettext_lazy(
        "%(actor)s substituted for %(subject)s in round %(round)s of %(season)s."
    ),
}
BY_SITE: Final[dict[str, Promise]] = {
    "season_opened": gettext_lazy("The registration for %(season)s opened on schedule."),
    "season_started": gettext_lazy("The season %(season)s started on schedule."),
    "entry_expired": gettext_lazy(
        "The entry of %(subject)s for %(season)s was not answered in time."
    ),
    "round_closed": gettext_lazy("Round %(round)s of %(season)s closed on schedule: %(tables)s."),
}
"""What happens at its date, and nobody does."""

SETTINGS: Final[dict[str, Promise]] = {
    "name": pgettext_lazy("a setting of a season", "name"),
    "about": pgettext_lazy("a setting of a season", "description"),
    "rules_json": pgettext_lazy("a setting of a season", "rules"),
    "clock_json": pgettext_lazy("a setting of a season", "clock"),
    "release": pgettext_lazy("a setting of a season", "when plans are carried out"),
    "is_listed": pgettext_lazy("a setting of a season", "who may watch"),
    "other_size": pgettext_lazy("a setting of a season", "size of the other tables"),
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
    "substitute_hours": pgettext_lazy("a setting of a season", "time for substitutes to answer"),
    "registration_opens_at": pgettext_lazy("a setting of a season", "when registration opens"),
    "registration_closes_at": pgettext_lazy("a setting of a season", "when registration closes"),
    "needs_approval": pgettext_lazy("a setting of a season", "approval of entries"),
    "cap": pgettext_lazy("a setting of a season", "most members"),
    "has_waiting_list": pgettext_lazy("a setting of a season", "waiting list"),
    "late_until": pgettext_lazy("a setting of a season", "late entries"),
    "scheme_json": pgettext_lazy("a setting of a season", "points and tie-breaks"),
}
ORDERS: Final[dict[str, Promise]] = {
    "registration": pgettext_lazy("how members are shared out", "by the order of registration"),
    "rating": pgettext_lazy("how members are shared out", "by their ratings"),
    "last_season": pgettext_lazy("how members are shared out", "by promotion and relegation"),
}


def _settings(names: Sequence[str]) -> str:
    return _(", ").join(str(SETTINGS[name]) for name in names)


def _divisions(number: int) -> str:
    return ngettext("%(n)s division", "%(n)s divisions", number) % {"n": number}


def _tables(number: int) -> str:
    if not number:
        return _("all tables were finished")
    return ngettext("%(n)s table was unfinished", "%(n)s tables were unfinished", number) % {
        "n": number
    }


def _swaps(number: int) -> str:
    return ngettext("%(n)s change by hand", "%(n)s changes by hand", number) % {"n": number}


READERS: Final[dict[str, Callable[[Any], str]]] = {
    "season": str,
    "settings": _settings,
    "divisions": _divisions,
    "division": str,
    "by": lambda order: str(ORDERS[order]),
    "round": str,
    "seed": str,
    "swaps": _swaps,
    "tables": _tables,
    "table": str,
}
