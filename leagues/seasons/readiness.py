"""Whether a season can start."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from leagues.draws.readiness import why_too_few
from leagues.draws.states import DrawState, draw_states
from leagues.models import Entry, Season


def not_ready(season: Season) -> str:
    """Why the season cannot start; empty if it can."""
    entered = list(season.entries.filter(state=Entry.State.ENTERED))
    return why_not_ready(season, entered, draw_states(season, entered=entered))


def why_not_ready(season: Season, entered: Sequence[Entry], drawn: Sequence[DrawState]) -> str:
    if any(entry.division_id is None for entry in entered):
        return _("Some members have no division yet.")
    if season.takes_attendance:
        # Each round is drawn on its evening, from those who come.
        return why_too_few(season, len(entered))
    for one in drawn:
        words = {"division": one.division}
        if one.is_due and one.obstacle:
            return one.obstacle if len(drawn) == 1 else f"{one.division}{_(': ')}{one.obstacle}"
        if one.locked is None:
            return _("The draw of %(division)s is not locked yet.") % words
        if one.is_stale:
            text = _("The members of %(division)s have changed since its draw. Draw again.")
            return text % words
    return ""
