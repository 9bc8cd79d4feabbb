"""The standings after a round in a few lines: the leaders, who has moved up most, and how one member has done."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.models import Division, Standing
from leagues.standings.history import HistoryLine, history
from leagues.standings.number_format import as_text, ordinal, plural_of

LEADERS: Final = 3
MENTIONED: Final = 2
"""Who has moved up by fewer places is not mentioned."""


@dataclass(frozen=True, slots=True)
class DivisionSummary:
    division: Division
    lines: Sequence[HistoryLine]
    """All members, the first one leading."""

    @property
    def leaders(self) -> str:
        """`1. Ai 58, 2. Bo 51, 3. Chie 45`; more than three if they share the third place."""
        shown = [line.standing for line in self.lines if (line.standing.place or LEADERS + 1) <= LEADERS]
        return _(", ").join(f"{one.place}. {one.entry.name} {as_text(one.points)}" for one in shown)

    @property
    def riser(self) -> str:
        """Who has moved up most since the round before, if anybody has by two places or more."""
        best = max(self.lines, key=_rise, default=None)
        if best is None or _rise(best) < MENTIONED:
            return ""
        return _("Up most: %(name)s, by %(n)s places.") % {"name": best.standing.entry.name, "n": _rise(best)}

    def sentence_about(self, user_id: int) -> str:
        """The member's place and points, and how far they moved; empty for others, and for members without a place."""
        line = next((line for line in self.lines if line.standing.entry.user_id == user_id), None)
        if line is None or line.standing.place is None:
            return ""
        words = {
            "place": ordinal(line.standing.place),
            "n": len(self.lines),
            "points": as_text(line.standing.points),
            "moved": _moved(_rise(line)),
        }
        text = ngettext(
            "You are %(place)s of %(n)s with %(points)s point%(moved)s.",
            "You are %(place)s of %(n)s with %(points)s points%(moved)s.",
            plural_of(line.standing.points),
        )
        return text % words


def _rise(line: HistoryLine) -> int:
    """By how many places the member has moved up in the last round."""
    return line.places[-2] - line.places[-1] if len(line.places) > 1 else 0


def _moved(rise: int) -> str:
    if rise > 0:
        return ngettext(", up %(n)s place", ", up %(n)s places", rise) % {"n": rise}
    if rise < 0:
        return ngettext(", down %(n)s place", ", down %(n)s places", -rise) % {"n": -rise}
    return ""


def summaries_of(season_ids: Collection[int]) -> dict[int, list[DivisionSummary]]:
    """By season, in the order of its divisions; takes two queries for any number of seasons."""
    found: dict[int, list[DivisionSummary]] = {season: [] for season in season_ids}
    ordered = Standing.objects.filter(division__season__in=season_ids).select_related("entry__user")
    members: dict[int, list[Standing]] = {}
    for standing in ordered.order_by("position"):
        members.setdefault(standing.division_id, []).append(standing)
    divisions = Division.objects.filter(season__in=season_ids).select_related("season")
    for division in divisions.order_by("number"):
        lines = history(division.season, members.get(division.pk, []), AnonymousUser()).lines
        found[division.season_id].append(DivisionSummary(division, lines))
    return found


def leaders_in_lines(summaries: Sequence[DivisionSummary]) -> list[str]:
    """A line a division, which names it where there are several; none of a division without results."""
    with_leaders = [summary for summary in summaries if summary.leaders]
    if len(summaries) == 1:
        return [summary.leaders for summary in with_leaders]
    return [f"{summary.division}{_(': ')}{summary.leaders}" for summary in with_leaders]


def lines_about(user_id: int, summaries: Sequence[DivisionSummary]) -> list[str]:
    """How the member has done, and who leads in their division; for others, who leads in each."""
    own = [(summary, sentence) for summary in summaries if (sentence := summary.sentence_about(user_id))]
    if not own:
        return leaders_in_lines(summaries)
    return [line for summary, sentence in own for line in (sentence, *filter(None, [summary.leaders]))]
