"""What entered results will bring, shown before they are stored."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.external_matches.entered_deals import Json, all_figures
from leagues.models import Table
from leagues.rounds.deal_players import players_of_round
from leagues.rounds.score_sheets import ScoreSheet, score_sheet
from leagues.rounds.scores import SeatScore, scores_of
from leagues.standings.core.points import TablePoints
from leagues.standings.number_format import as_text


@dataclass(frozen=True, slots=True)
class ResultsPreview:
    sheet: ScoreSheet
    points: list[tuple[str, SeatScore]]
    """By seat, with the name of its owner."""
    shortfall: str
    """What is made of a match with fewer deals than usual; empty if none is missing."""

    @property
    def has_own_points(self) -> bool:
        return any(score.has_own_points for _name, score in self.points)


def preview_of(table: Table, deals: Sequence[Json]) -> ResultsPreview:
    """The results as if these deals were stored; the table itself stays as it is."""
    of, season = table.rules.deals, table.round.season
    shown = copy(table)
    shown.state, shown.deals_json = Table.State.FINISHED, all_figures(table.rules, deals)
    points = TablePoints(season.scheme)
    sheet = score_sheet(shown, of, players_of_round(table.round))
    scores = scores_of(shown, points, of)
    return ResultsPreview(sheet, list(zip(sheet.names, scores, strict=True)), _shortfall(points, sheet, of))


def _shortfall(points: TablePoints, sheet: ScoreSheet, of: int) -> str:
    played = len(sheet.table.deals_json)
    if played == of:
        return ""
    text = ngettext("Only %(n)s of %(of)s deals is entered.", "Only %(n)s of %(of)s deals are entered.", played)
    only = text % {"n": played, "of": of}
    if points.scheme.points == "place":
        return only
    factor = points.factor(played)
    if factor == 1:
        return f"{only} " + _("By the rules of the season nothing is scaled up for that.")
    scaled = _("By the rules of the season every score therefore counts %(factor)s times.")
    return f"{only} " + scaled % {"factor": as_text(factor)}
