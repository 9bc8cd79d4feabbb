"""Whether a season can start."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from leagues.draws.readiness import why_too_few
from leagues.draws.states import DrawState, draw_states
from leagues.locks import ClubError
from leagues.models import Entry, Season


def not_ready(season: Season) -> str:
    """Why the season cannot start; empty if it can."""
    entered = list(season.entries.filter(state=Entry.State.ENTERED))
    return why_not_ready(season, entered, draw_states(season, entered=entered))


def refuse_unready(season: Season, *, before_draw: bool = False) -> None:
    """Raise `ClubError` unless the season can start; ``before_draw``: unless it can once it is drawn."""
    entered = list(season.entries.filter(state=Entry.State.ENTERED))
    states = draw_states(season, entered=entered)
    if reason := why_not_to_draw(season, entered, states):
        raise ClubError(reason, "entries")
    undrawn = None if before_draw else next(_undrawn(season, states), None)
    if undrawn is not None:
        raise ClubError(_about(undrawn), "draw", undrawn.division.number)


def why_not_ready(season: Season, entered: Sequence[Entry], drawn: Sequence[DrawState]) -> str:
    """Why the season cannot start; empty if it can."""
    return why_not_to_draw(season, entered, drawn) or next(map(_about, _undrawn(season, drawn)), "")


def why_not_to_draw(season: Season, entered: Sequence[Entry], drawn: Sequence[DrawState]) -> str:
    """Why the season cannot even be drawn and then start; empty if it can."""
    if any(entry.division_id is None for entry in entered):
        return _("Some members have no division yet.")
    if season.takes_attendance:
        return why_too_few(season, len(entered))
    for one in drawn:
        if one.is_due and one.obstacle:
            return one.obstacle if len(drawn) == 1 else f"{one.division}{_(': ')}{one.obstacle}"
    return ""


def _undrawn(season: Season, drawn: Sequence[DrawState]) -> Iterator[DrawState]:
    """The divisions to be drawn before the start. Where those present are drawn, each round is drawn on its evening."""
    return (one for one in drawn if one.is_due and not season.takes_attendance)


def _about(undrawn: DrawState) -> str:
    words = {"division": undrawn.division}
    if undrawn.locked is None:
        return _("The draw of %(division)s is not locked yet.") % words
    return _("The members of %(division)s have changed since its draw. Draw again.") % words
