"""Posts in words: the same for every format."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from leagues.exports.sheets import sheet_of
from leagues.models import Club, Post, Round, Season, Table
from players.models import User


class Said(NamedTuple):
    """A post in the language that is active."""

    title: str
    path: str
    """Where on the site it leads."""
    lines: tuple[str, ...] = ()


def say(post: Post, club: Club) -> Said | None:
    """The post in words; None if what it tells of is gone."""
    return WORDS[post.kind](club, post.data)


def _test(club: Club, data: dict[str, Any]) -> Said:
    words = {"name": _somebody(data["user"]), "club": club}
    return Said(_("%(name)s tries out the webhook of %(club)s.") % words, club.get_absolute_url())


def _joined(club: Club, data: dict[str, Any]) -> Said:
    words = {"name": _somebody(data["user"]), "club": club}
    path = reverse("leagues:members", args=[club.slug])
    return Said(_("%(name)s is a member of %(club)s now.") % words, path)


def _season_opened(club: Club, data: dict[str, Any]) -> Said | None:
    return _of_season(data, _("%(season)s: entries are open."))


def _season_started(club: Club, data: dict[str, Any]) -> Said | None:
    return _of_season(data, _("%(season)s has begun."))


def _season_over(club: Club, data: dict[str, Any]) -> Said | None:
    """Finished, or cancelled."""
    season = Season.objects.filter(pk=data["season"]).first()
    if season is not None and season.state == Season.State.CANCELLED:
        return _of_season(data, _("%(season)s was cancelled."))
    return _of_season(data, _("%(season)s is over."))


def _of_season(data: dict[str, Any], text: str) -> Said | None:
    season = Season.objects.filter(pk=data["season"]).select_related("club").first()
    return Said(text % {"season": season}, season.get_absolute_url()) if season else None


def _round_opened(club: Club, data: dict[str, Any]) -> Said | None:
    round_ = Round.objects.filter(pk=data["round"]).select_related("season__club").first()
    if round_ is None:
        return None
    words = {"season": round_.season, "n": round_.number}
    lines: tuple[str, ...] = ()
    if round_.closes_at:
        date = formats.date_format(timezone.localtime(round_.closes_at), "DATETIME_FORMAT")
        lines = (_("To be played until %(date)s (UTC).") % {"date": date},)
    return Said(
        _("%(season)s: round %(n)s has begun.") % words, round_.season.get_absolute_url(), lines
    )


def _table_over(club: Club, data: dict[str, Any]) -> Said | None:
    """Who has how many points, the most first."""
    found = Table.objects.filter(pk=data["table"]).select_related("round__season__club")
    table = found.prefetch_related("seats__entry__user").first()
    if table is None or table.state != Table.State.FINISHED:
        return None
    season = table.round.season
    words = {"season": season, "n": table.round.number, "table": table.number}
    sheet = sheet_of(table, season.rules.deals)
    ranked = sorted(zip(sheet.totals, sheet.names, strict=True), key=lambda one: -one[0])
    result = _(", ").join(f"{name} {total:+}" for total, name in ranked)
    if table.outcome == Table.Outcome.RECORDED:
        title = _("%(season)s, round %(n)s: table %(table)s was played elsewhere.")
    else:
        title = _("%(season)s, round %(n)s: table %(table)s is over.")
    return Said(title % words, season.get_absolute_url(), (result,))


def _somebody(user_id: int) -> str:
    user = User.objects.filter(pk=user_id, is_active=True).first()
    return str(user) if user else _("Somebody")


WORDS: Final[dict[str, Callable[[Club, dict[str, Any]], Said | None]]] = {
    "test": _test,
    "joined": _joined,
    "season_opened": _season_opened,
    "season_started": _season_started,
    "season_over": _season_over,
    "round_opened": _round_opened,
    "table_over": _table_over,
}
