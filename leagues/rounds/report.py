"""A round as plain text: for mails, and to paste into a messenger. Times are in the reader's zone, which it names."""

from collections.abc import Iterator
from datetime import datetime
from fractions import Fraction

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from leagues.models import Table
from leagues.rounds.progress import DivisionProgress, RoundProgress, RoundRows, Sitting, TableProgress
from leagues.rounds.score_sheets import ScoreSheet, ScoreSheetRow
from leagues.standings.number_format import as_text


def report_text(rows: RoundRows, shown: RoundProgress, now: datetime) -> str:
    """The whole report with its title and the address of the round's page."""
    season, number = rows.season, rows.round.number
    title = _("%(season)s, round %(round)s") % {"season": season, "round": number}
    path = reverse("leagues:round", args=[season.club.slug, season.slug, number])
    return "\n".join([title, *report_lines(rows, shown, now), settings.SITE_URL + path])


def report_lines(rows: RoundRows, shown: RoundProgress, now: datetime) -> list[str]:
    """What the report says below its title."""
    lines = [_("As of %(date)s (%(zone)s)") % {"date": _date(now), "zone": timezone.get_current_timezone_name()}]
    words = {"done": shown.finished, "of": shown.tables}
    if shown.tables:
        lines.append(_("%(done)s of %(of)s tables finished") % words)
    if rows.round.closes_at and not rows.round.closed_at:
        lines.append(_("The round closes on %(date)s.") % {"date": _date(rows.round.closes_at)})
    if any(row.has_own_points for row in _tables(shown)):
        lines.append(_("After each name: the points, and the score in brackets."))
    for division in shown.divisions:
        if len(shown.divisions) > 1:
            lines.append(str(division.division))
        lines += _division_lines(division, rows.season.rules.deals)
    if any(row.table.deals_json for row in _tables(shown)):
        lines.append(_("○ beside a score means this player’s bid was made, × that it failed."))
    return lines


def _tables(shown: RoundProgress) -> Iterator[TableProgress]:
    for division in shown.divisions:
        yield from division.tables


def _division_lines(division: DivisionProgress, deals: int) -> Iterator[str]:
    for row in division.tables:
        yield from _table_lines(row, deals)
    if division.byes:
        yield _("Bye: %(names)s") % {"names": _(", ").join(division.byes)}


def _table_lines(row: TableProgress, deals: int) -> Iterator[str]:
    """The table with its players by place, its deals, who is to act, and when anything last happened."""
    words = {
        "n": row.table.number,
        "state": _state(row, deals),
        "players": _(", ").join(_player(one) for one in row.ranked),
    }
    yield _("Table %(n)s (%(state)s): %(players)s") % words
    yield from _deal_lines(row.deals)
    waited = [_limit(one) for one in row.sittings if one.is_waited_for]
    if waited:
        yield _("To act: %(players)s") % {"players": _("; ").join(waited)}
    if row.moved_at and row.may_look:
        yield _("Last move: %(date)s") % {"date": _date(row.moved_at)}


def _deal_lines(sheet: ScoreSheet) -> Iterator[str]:
    """The score of each deal, by seat, with the sign of a bid that was made or failed."""
    for deal in sheet.rows:
        if None in (cell.score for cell in deal.cells):
            continue
        scores = [
            f"{cell.played_by or name} {as_text(Fraction(cell.score or 0))}{_sign(deal, seat)}"
            for seat, (name, cell) in enumerate(zip(sheet.names, deal.cells, strict=True))
        ]
        yield _("Deal %(n)s: %(scores)s") % {"n": deal.number, "scores": _(", ").join(scores)}


def _sign(deal: ScoreSheetRow, seat: int) -> str:
    if deal.napoleon != seat:
        return ""
    return " ○" if deal.made else " ×"


def _state(row: TableProgress, deals: int) -> str:
    table = row.table
    if table.state == Table.State.DRAWN and table.is_at_real_table:
        return _("at a real table, no results yet")
    if row.is_sealed:
        return _("results once the last table of the round is over")
    if table.state != Table.State.RUNNING:
        return table.ending or str(table.get_state_display())
    words = {"done": len(table.deals_json), "of": deals}
    return _("%(done)s of %(of)s deals, provisional") % words


def _player(one: Sitting) -> str:
    name = one.name or pgettext("a player", "bot")
    if one.owner:
        name = _("%(name)s for %(owner)s") % {"name": name, "owner": one.owner}
    if one.score is None:
        return name
    told = f"{one.score.place}. {name} {one.score.shown}".rstrip()
    if not one.score.has_own_points:
        return told
    return _("%(text)s (%(aside)s)") % {"text": told, "aside": as_text(Fraction(one.score.score))}


def _limit(one: Sitting) -> str:
    """Who is to act, and until when with the bank."""
    name = one.name or one.owner
    if one.until is None:
        return name
    end = _date(one.until.times_out_at or one.until.moment)
    return _("%(name)s until %(date)s") % {"name": name, "date": end}


def _date(moment: datetime) -> str:
    return date_format(timezone.localtime(moment), "DATETIME_FORMAT")
