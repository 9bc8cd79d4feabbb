"""The standings as plain text, to paste into a messenger."""

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from leagues.models import Division
from leagues.standings.context import StandingsSheet


def standings_text(division: Division, sheet: StandingsSheet, *, is_only: bool) -> str:
    """A line for each member with place and points, below the title.

    ``is_only``: the season has no other division, so this one needs no name.
    """
    season = division.season
    words = {"season": season, "over": sheet.rounds_over, "all": season.rounds_planned}
    title = _("%(season)s, standings after %(over)s of %(all)s rounds") % words
    address = reverse("leagues:standings", args=[season.club.slug, season.slug, division.number])
    lines = [title] if is_only else [title, str(division)]
    if sheet.has_running:
        lines.append(_("Tables that still run count with their finished deals."))
    for line in sheet.lines:
        place = "–" if line.standing.place is None else f"{line.standing.place}."
        text = f"{place} {line.standing.entry.name} {line.points}"
        marks = _(", ").join(filter(None, (*line.marks, line.by_bot)))
        lines.append(_("%(text)s (%(aside)s)") % {"text": text, "aside": marks} if marks else text)
    return "\n".join([*lines, settings.SITE_URL + address])
