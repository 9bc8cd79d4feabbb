"""The context of the page of a division's standings, with everything that it says."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.access import Visitor
from games.statistics.luck import AboveExpectation
from leagues.models import Division, DivisionStandings, Entry, Season, Standing
from leagues.pages import DivisionPage
from leagues.rounds.gone import entries_gone
from leagues.seasons import promotion
from leagues.standings.fates import fate_of, last_step, step_in_words
from leagues.standings.number_format import as_text, decimals_of, ordinal, plural_of, span
from leagues.standings.scales import PlaceScales
from leagues.standings.tie_break_texts import TIE_BREAK_TEXTS, tie_break_name
from leagues.teams.names import team_names

PODIUM: Final = 3
LAST_ROUNDS: Final = 2
"""What members can still reach is shown when no more rounds are left."""


@dataclass(frozen=True, slots=True)
class RoundCell:
    """A member's result in one round."""

    text: str
    is_counted: bool = True
    title: str = ""
    """An explanation, for a result that does not come from a table or may still change."""
    is_running: bool = False


@dataclass(frozen=True, slots=True)
class StandingsLine:
    standing: Standing
    points: str
    adjusted: str
    started: str
    handicap: str
    """What each match brings on top."""
    cells: list[RoundCell]
    is_me: bool
    is_cut: bool
    """Promotion or relegation draws a line below this member."""
    marks: list[str]
    """What has become of the member, and whether they go up or down, in words."""
    is_shared: bool
    """Another member has the same place; not said of those who have not played yet."""
    has_few_rounds: bool
    """The member has played too few rounds so far to keep a place."""
    tie_breaks: str
    """The tie-breaks that were computed among members with the same points, with their values; none without results."""
    prospects: str
    """The places and points that the member can still reach; empty until the last rounds."""
    team: str = ""
    """The name of the member's team."""
    luck: AboveExpectation | None = None
    """Points above expectation, where the reader has asked for them and may see them."""

    @property
    def by_bot(self) -> str:
        """How many deals a bot has played for the member; empty if it has played none."""
        bots, deals = self.standing.bot_deals
        return _played_by_bot(bots, deals) if bots else ""

    @property
    def given(self) -> str:
        """The starting points and the handicap, in words; empty if the member has neither."""
        texts = []
        if self.standing.has_start:
            texts.append(_("%(points)s starting points") % {"points": as_text(self.standing.started, signed=True)})
        if self.standing.entry.handicap:
            points = as_text(Fraction(self.standing.entry.handicap), signed=True)
            texts.append(_("%(points)s per match") % {"points": points})
        return _(", ").join(texts)

    @property
    def score(self) -> str:
        """The scores as they were played, where points say how far they are above those of other tables."""
        return as_text(Fraction(sum(int(result.get("score", 0)) for result in self.standing.results_json)))

    @property
    def tied(self) -> str:
        """How the member is tied with others; empty if they are not."""
        if self.is_shared:
            return _("shares this place")
        return _("level on points") if self.tie_breaks else ""

    @property
    def so_far(self) -> str:
        """The points that come from running tables."""
        results = [each for each in self.standing.results_json if each["how"] == "running"]
        # Another table of the same round may be over.
        points = [Fraction(result.get("running", result["points"])) for result in results if result["counted"]]
        return as_text(sum(points, Fraction())) if points else ""


class PodiumStep(NamedTuple):
    """A place from 1 to 3, and who shares it."""

    place: int
    names: list[str]


@dataclass(frozen=True, slots=True)
class StandingsSheet:
    lines: list[StandingsLine]
    rounds: list[int]
    is_provisional: bool
    rounds_over: int
    rounds_planned: int
    shows_ranges: bool
    """Whether lines show what the member can still reach."""
    podium: list[PodiumStep]
    """The first places of a season that is over."""
    split: list[promotion.SplitTie]
    """The ties that promotion or relegation splits."""
    shows_luck: bool = False
    """Whether the reader has asked for points above expectation."""

    @property
    def progress(self) -> str:
        """How many rounds are over."""
        if not self.is_provisional and self.rounds_over >= self.rounds_planned:
            return _("All rounds are over.")
        words = {"over": self.rounds_over, "all": self.rounds_planned}
        return _("%(over)s of %(all)s rounds are over.") % words

    @property
    def mine(self) -> str:
        """The reader's own place and points, once they have any."""
        own = next((line.standing for line in self.lines if line.is_me), None)
        if own is None or not own.place or not self.rounds:
            return ""
        text = ngettext(
            "You: place %(place)s, %(points)s point", "You: place %(place)s, %(points)s points", plural_of(own.points)
        )
        return text % {"place": own.place, "points": as_text(own.points)}

    @property
    def has_open(self) -> bool:
        """Whether a member's final points are still open."""
        return self.shows_ranges and any(line.standing.is_open for line in self.lines)

    @property
    def ties(self) -> list[str]:
        """What promotion and relegation do to ties."""
        return [f"{_split_text(tie)} {_separation_text(tie)}" for tie in self.split]

    @property
    def has_unplaced(self) -> bool:
        return any(line.standing.place is None and not line.standing.is_gone for line in self.lines)

    @property
    def has_gone(self) -> bool:
        return any(line.standing.is_gone for line in self.lines)

    @property
    def has_bot_deals(self) -> bool:
        return any(line.by_bot for line in self.lines)

    @property
    def has_few_rounds(self) -> bool:
        return any(line.has_few_rounds for line in self.lines)

    @property
    def has_running(self) -> bool:
        return any(cell.is_running for line in self.lines for cell in line.cells)

    @property
    def has_adjusted(self) -> bool:
        return any(line.standing.is_adjusted for line in self.lines)

    @property
    def has_start(self) -> bool:
        return any(line.standing.has_start for line in self.lines)

    @property
    def has_handicaps(self) -> bool:
        return any(line.standing.entry.handicap for line in self.lines)


@dataclass(frozen=True, kw_only=True)
class StandingsPage(DivisionPage):
    sheet: StandingsSheet
    divisions: list[Division]
    """All divisions of the season, if there are several."""
    report: str
    scales: PlaceScales | None


def _split_text(tie: promotion.SplitTie) -> str:
    text = _("The relegation line splits tied members: %(names)s.")
    if tie.step == promotion.UP:
        text = _("The promotion line splits tied members: %(names)s.")
    return text % {"names": tie.names}


def _separation_text(tie: promotion.SplitTie) -> str:
    if tie.is_shared:
        return _("No tie-break separates them: earlier registration decides, unless an organiser decides otherwise.")
    return _("The tie-break between them: %(name)s.") % {"name": tie_break_name(tie.rule)}


def with_luck(sheet: StandingsSheet, luck: Mapping[int, AboveExpectation]) -> StandingsSheet:
    """The sheet with points above expectation, by person."""
    lines = [replace(line, luck=luck.get(line.standing.entry.user_id or 0)) for line in sheet.lines]
    return replace(sheet, lines=lines, shows_luck=True)


def standings_sheet(division: Division, user: Visitor, *, organises: bool = False) -> StandingsSheet:
    """Takes three queries.

    At tables that not everybody may watch, only organisers learn who is gone.
    """
    state = DivisionStandings.objects.filter(division=division).first()
    ordered = Standing.objects.filter(division=division).select_related("entry__user")
    standings = list(ordered.order_by("position"))
    is_provisional = state is None or state.is_provisional
    shows_ranges = has_ranges(division.season, state)
    rounds = sorted({result["round"] for standing in standings for result in standing.results_json})
    is_followed = division.season.state == Season.State.RUNNING and (division.season.is_listed or organises)
    gone = entries_gone(table__division=division) if is_followed else set[int]()
    steps = promotion.steps(division, standings)
    lines = _lines(division, standings, rounds, user, gone, steps)
    if teams := team_names(division.season):
        lines = [replace(line, team=teams.get(line.standing.pk, "")) for line in lines]
    if shows_ranges:
        lines = [replace(line, prospects=_prospects(line.standing, len(lines))) for line in lines]
    return StandingsSheet(
        lines=lines,
        rounds=rounds,
        is_provisional=is_provisional,
        rounds_over=state.rounds_over if state else 0,
        rounds_planned=division.season.rounds_planned,
        shows_ranges=shows_ranges,
        podium=[] if is_provisional else podium_of(division.season, standings),
        split=promotion.split_ties(division, standings),
    )


def has_ranges(season: Season, state: DivisionStandings | None) -> bool:
    """Whether pages show what members can still reach: near the end, since everything is open before."""
    if season.state != Season.State.RUNNING or state is None or not state.is_provisional:
        return False
    return season.rounds_planned - state.rounds_over <= LAST_ROUNDS


def podium_of(season: Season, standings: Sequence[Standing]) -> list[PodiumStep]:
    """The first three places of a finished season, each with all who share it."""
    if season.state != Season.State.FINISHED:
        return []
    first = [each for each in standings if each.place is not None and each.place <= PODIUM]
    return [
        PodiumStep(place, [standing.entry.name for standing in those])
        for place, those in groupby(first, key=lambda standing: standing.place or 0)
    ]


def _prospects(standing: Standing, members: int) -> str:
    """What the member can still reach, without places while all are open."""
    texts = []
    best, worst = map(ordinal, standing.places)
    if standing.places != (1, members):
        text = _("will finish %(place)s") if best == worst else _("can still finish %(best)s to %(worst)s")
        texts.append(text % {"place": best, "best": best, "worst": worst})
    if standing.is_open and last_step(standing) is None and not standing.next_round:
        texts.append(_("final: %(points)s points") % {"points": span(*standing.reach)})
    return " · ".join(texts)


def _lines(
    division: Division,
    standings: Sequence[Standing],
    rounds: Sequence[int],
    user: Visitor,
    gone: Collection[int],
    steps: Sequence[int],
) -> list[StandingsLine]:
    by_round = [{result["round"]: result for result in standing.results_json} for standing in standings]
    decimals = {
        number: decimals_of(str(own[number]["points"]) for own in by_round if number in own) for number in rounds
    }
    of_points = decimals_of(standing.points for standing in standings)
    of_adjusted = decimals_of(standing.adjusted for standing in standings)
    of_started = decimals_of(standing.started for standing in standings)
    of_handicap = decimals_of(str(standing.entry.handicap) for standing in standings)
    sharing = Counter(standing.place for standing in standings)
    cuts = _cuts(standings, steps)
    minimum = division.season.scheme.minimum
    return [
        StandingsLine(
            standing=line,
            points=as_text(line.points, places=of_points),
            adjusted=as_text(line.adjusted, signed=True, places=of_adjusted),
            started=as_text(line.started, signed=True, places=of_started),
            handicap=as_text(Fraction(line.entry.handicap), signed=True, places=of_handicap),
            cells=[_cell(own.get(number), decimals[number]) for number in rounds],
            is_me=user.pk is not None and line.entry.user_id == user.pk,
            is_cut=line.position in cuts,
            marks=[*_marks(line, line.pk in gone, step if rounds else 0), *_fates(division.season, line)],
            is_shared=bool(line.played) and line.place is not None and sharing[line.place] > 1,
            has_few_rounds=line.place is not None and line.played < minimum,
            tie_breaks=tie_breaks_of(line),
            prospects="",
        )
        for line, own, step in zip(standings, by_round, steps, strict=True)
    ]


def _marks(line: Standing, is_gone: bool, step: int) -> list[str]:
    marks = []
    if line.entry.state != Entry.State.ENTERED:
        marks.append(_("withdrawn"))
    elif is_gone:
        marks.append(_("a bot plays"))
    if step:
        marks.append(pgettext("a member", "goes up") if step == promotion.UP else pgettext("a member", "goes down"))
    return marks


def _fates(season: Season, line: Standing) -> list[str]:
    """In a knock-out, whether the member is still in."""
    fate = fate_of(line, is_over=season.is_over) if season.is_knock_out else ""
    return [fate] if fate else []


def _played_by_bot(bots: int, deals: int) -> str:
    return _("a bot played %(n)s of %(deals)s deals") % {"n": bots, "deals": deals}


def tie_breaks_of(standing: Standing) -> str:
    """The tie-breaks that were computed for the member, with their values: `Head to head +1, Points per deal 2`."""
    return _(", ").join(_tie_break(tie) for tie in standing.computed_ties)


def _tie_break(tie: dict[str, Any]) -> str:
    name = str(TIE_BREAK_TEXTS[tie["by"]].heading)
    if tie["by"] == "registration":
        # Its value is a number in a list that nobody sees.
        return name
    return f"{name} {as_text(tie['value'], signed=tie['by'] == 'head_to_head')}"


def _cell(result: dict[str, str | int | bool] | None, places: int) -> RoundCell:
    if result is None:
        return RoundCell("")
    how = {
        "running": pgettext("a result", "so far, the table still runs"),
        "bye": pgettext("a result", "bye"),
        "gone": pgettext("a result", "no round of their own"),
        "void": pgettext("a result", "void table"),
        "replaced": pgettext("a result", "others played in this seat"),
        "absent": pgettext("a result", "no table in this round"),
    }
    by_bot = _played_by_bot(int(result["bots"]), int(result["deals"])) if "bots" in result else ""
    is_counted = bool(result["counted"])
    scored = _("scored %(score)s") % {"score": as_text(Fraction(result["score"]))} if "score" in result else ""
    does_not_count = "" if is_counted else _("does not count")
    if "on" in result:
        # In a knock-out the place at the table says more.
        does_not_count = step_in_words(result)
    title = _(", ").join(filter(None, (scored, by_bot, how.get(str(result["how"]), ""), does_not_count)))
    text = as_text(str(result["points"]), places=places)
    return RoundCell(text, is_counted, title, result["how"] == "running")


def _cuts(standings: Sequence[Standing], steps: Sequence[int]) -> set[int]:
    """The positions of the last member promoted and of the last member who stays; in a knock-out, of each round."""
    cuts = {
        line.position for line, step, next_step in zip(standings, steps, steps[1:], strict=False) if step != next_step
    }
    return cuts | {line.position for line, below in pairwise(standings) if _height(line) != _height(below)}


def _height(line: Standing) -> tuple[int, bool]:
    """In a knock-out, how far a member came; the same for all outside of one."""
    last = last_step(line)
    return (last["round"], last["on"] is False) if last else (0, False)
