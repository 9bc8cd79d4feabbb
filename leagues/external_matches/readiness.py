"""Whether a table can take an external match or its results, and who may enter results."""

from django.utils.translation import gettext as _

from games.access import Visitor
from leagues.models import ExternalMatch, Round, Season, Table
from leagues.rounds.opening import player_of


def why_table_is_closed(table: Table) -> str:
    """Why the table cannot accept a match; empty if it can."""
    season = table.round.season
    if season.is_over:
        return _("This season is over.")
    if season.state != Season.State.RUNNING or table.round.state == Round.State.PLANNED:
        return _("This round has not been opened yet.")
    if season.is_duplicate:
        return _("All tables of this round play the same deals, so a match with other cards can’t count.")
    if table.is_external:
        return _("An external match already counts for this table.")
    if table.state == Table.State.FINISHED:
        return _("This table already has a result.")
    if table.state == Table.State.RUNNING and table.outcome:
        return _("This table is being closed.")
    return ""


def may_enter_results(table: Table, user: Visitor, *, organises: bool) -> bool:
    if organises or not table.is_at_real_table:
        return organises
    return any(player_of(seat) == user for seat in table.seats.all())


def may_confirm(entered: ExternalMatch, table: Table, user: Visitor, *, organises: bool) -> bool:
    """Whether the person can confirm entered results: another player of the table, or an organiser."""
    is_open = entered.is_entered and entered.confirmed_at is None and entered.accepted_by_id != user.pk
    return is_open and may_enter_results(table, user, organises=organises)


def why_results_are_closed(table: Table, entered: ExternalMatch | None, *, organises: bool) -> str:
    """Why results cannot be entered for the table, or corrected; empty if they can."""
    season = table.round.season
    if entered is None:
        return why_table_is_closed(table)
    may_correct = organises and season.state != Season.State.CANCELLED
    return "" if may_correct or not season.is_over else _("This season is over.")


def entered_results(table: Table) -> ExternalMatch | None:
    """The results that were entered for the table, which can still be corrected."""
    return ExternalMatch.objects.filter(table=table, deals_json__isnull=False).first()
