"""The context of the page of a draw: the seats of all rounds, and the certificate in words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.access import Visitor
from leagues import seating
from leagues.access import SeasonAccess
from leagues.draws.all_divisions import divisions_to_rehearse, rehearsals_to_lock
from leagues.draws.draw_json import certificate_from_json, request_from_json, rounds_from_json
from leagues.draws.forms import DrawSeedForm
from leagues.draws.services import swapped_draw
from leagues.draws.states import DrawState, draw_states
from leagues.models import Apart, Division, Draw, Entry, Season
from leagues.pages import SeasonPage
from leagues.seasons.dates import first_open_round
from leagues.standings.number_format import as_text

Names = Mapping[int, str]
TeamOf = Mapping[int, int]
"""By entry the key of the team."""


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat of a drawn table."""

    name: str
    """Empty: a bot's."""
    entry: int | None
    is_marked: bool = False


@dataclass(frozen=True, slots=True)
class DrawnRound:
    number: int
    tables: list[list[Chair]]
    byes: list[Chair]


@dataclass(frozen=True, slots=True)
class Figure:
    """A line of the certificate."""

    what: str
    value: str
    remark: str = ""
    is_best: bool | None = None
    """Whether no draw can be better in this; None: unknown."""
    was: str = ""
    """The value before the swap, if it differs."""


@dataclass(frozen=True, slots=True)
class SwapPreview:
    """What a swap of two members would cost."""

    names: tuple[str, str]
    figures: list[Figure]
    is_dearer: bool


@dataclass(frozen=True, kw_only=True)
class DrawPage(SeasonPage):
    division: Division
    divisions: list[Division]
    state: DrawState
    to_rehearse: int
    """How many divisions can be drawn at once."""
    to_lock: str
    """The keys of the rehearsals that can be locked at once; empty if there are not several."""
    names: Names
    team_of: TeamOf
    mine: int | None
    """The reader's entry."""
    rehearsal: Draw | None
    """For organisers."""
    can_draw: bool
    members: list[Entry]
    shown: Draw | None
    """The rehearsal, or else the locked draw."""
    rounds: list[DrawnRound]
    figures: list[Figure]
    apart: list[Apart]
    seed_form: DrawSeedForm
    exchange: SwapPreview | None = None
    """The swap that an organiser considers."""
    swap_error: str = ""
    asked: dict[str, Any] | None = None
    """The swap as it was asked for."""

    @property
    def can_unlock(self) -> bool:
        return self.season.state != Season.State.RUNNING

    @property
    def to_swap(self) -> list[Entry]:
        """The members in the rounds of the rehearsal: in a knock-out not those who are out."""
        chairs = [chair for each in self.rounds for chair in (*chain.from_iterable(each.tables), *each.byes)]
        drawn = {chair.entry for chair in chairs}
        return [member for member in self.members if member.pk in drawn]


def draw_page(access: SeasonAccess, number: int, user: Visitor) -> DrawPage:
    """Only organisers get the rehearsal."""
    season = access.season
    entries = list(season.entries.select_related("user").order_by("order"))
    entered = [entry for entry in entries if entry.state == Entry.State.ENTERED]
    divisions = list(season.divisions.order_by("number"))
    first_open = first_open_round(season)
    states = draw_states(season, divisions, entered, whole=True, first=first_open)
    state = next((each for each in states if each.division.number == number), None)
    if state is None:
        raise Http404
    division, names = state.division, {entry.pk: entry.name for entry in entries}
    team_of = {entry.pk: entry.team_id for entry in entries if entry.team_id is not None}
    can_draw = access.organises and not season.is_over and first_open > 0
    rehearsal = state.rehearsal if can_draw else None
    shown = rehearsal or state.locked
    pairs = season.apart.filter(one__division=division, other__division=division)
    pairs = pairs.select_related("one__user", "other__user").order_by("pk")
    rehearsals = rehearsals_to_lock(states)
    page = DrawPage(
        access=access,
        division=division,
        divisions=divisions,
        state=state,
        to_rehearse=len(divisions_to_rehearse(states)),
        to_lock=",".join(str(draw.pk) for draw in rehearsals.values()) if len(rehearsals) > 1 else "",
        names=names,
        team_of=team_of,
        mine=next((entry.pk for entry in entries if user.pk and entry.user_id == user.pk), None),
        rehearsal=rehearsal,
        can_draw=can_draw,
        members=[entry for entry in entered if entry.division_id == division.pk],
        shown=shown,
        rounds=[],
        figures=[],
        apart=list(pairs) if access.organises else [],
        seed_form=DrawSeedForm(),
    )
    if shown is None:
        return page
    past = () if rehearsal else request_from_json(shown.request_json).past
    rounds = (*past, *rounds_from_json(shown.rounds_json))
    first = rehearsal.first_round if rehearsal else 1
    certificate = certificate_from_json(shown.certificate_json)
    return replace(
        page,
        rounds=shown_rounds(rounds, first, names),
        figures=list(figures(certificate, names, team_of, tells_who=access.organises)),
    )


def shown_rounds(
    rounds: Sequence[seating.SeatingRound], first: int, names: Names, marked: Sequence[int] = ()
) -> list[DrawnRound]:
    def chair(entry: int | None) -> Chair:
        name = names.get(entry, _("former player")) if entry is not None else ""
        return Chair(name, entry, entry in marked)

    return [
        DrawnRound(
            number,
            [[chair(entry) for entry in table.seats] for table in drawn.tables],
            [chair(entry) for entry in drawn.byes],
        )
        for number, drawn in enumerate(rounds, start=first)
    ]


def preview_swap(draw: Draw, number: int, one: int, other: int, names: Names, team_of: TeamOf) -> SwapPreview:
    """The certificate after a swap. Raises `ClubError` if the swap is impossible."""
    swapped = swapped_draw(draw, number, one, other)
    before = {figure.what: figure for figure in figures(swapped.before, names, team_of)}
    after = []
    for figure in figures(swapped.after, names, team_of):
        old = before.get(figure.what)
        was = old.value if old is not None and old.value != figure.value else ""
        after.append(replace(figure, was=was))
    pair = names.get(one, ""), names.get(other, "")
    return SwapPreview(pair, after, _cost(swapped.after) > _cost(swapped.before))


def _cost(certificate: seating.Certificate) -> tuple[int, ...]:
    """The costs in the order of the aims (docs/seating.md)."""
    spreads = {exposure.kind: exposure.spread for exposure in certificate.exposures}
    return (
        len(certificate.broken),
        certificate.misplaced or 0,
        spreads.pop("bye", 0),
        certificate.repeats,
        sum(max(0, often - 1) * pairs for often, pairs in enumerate(certificate.met)),
        sum(spreads.values()),
        certificate.seats,
    )


# --- The certificate in words ---


def figures(
    certificate: seating.Certificate, names: Names, team_of: TeamOf, *, tells_who: bool = True
) -> Iterator[Figure]:
    """The lines of the certificate, the weightiest first. Only organisers see who is kept apart.

    Who is in a team with whom is known to all.
    """
    mates = [(one, other) for one, other in certificate.broken if one in team_of and team_of[one] == team_of.get(other)]
    others = [pair for pair in certificate.broken if pair not in mates]
    if team_of:
        yield _team_mates(certificate, mates, names)
    if others or (certificate.proved_unavoidable and not team_of):
        yield _kept_apart(certificate, others, names, tells_who)
    yield _repeats(certificate)
    yield _pairs(certificate)
    if certificate.gaps is not None:
        yield _gaps(certificate.gaps)
    if certificate.misplaced is not None:
        yield _misplaced(certificate.misplaced)
    for exposure in certificate.exposures:
        yield _exposed(exposure)
    yield Figure(
        _("Seats"),
        ngettext("at most %(n)s apart", "at most %(n)s apart", certificate.seats) % {"n": certificate.seats},
        _("between a member’s counts of two seats, in the order of dealing"),
        certificate.seats <= 1 or None,
    )


def _team_mates(certificate: seating.Certificate, mates: Sequence[tuple[int, int]], names: Names) -> Figure:
    unavoidable = _("Some meetings are provably unavoidable.") if certificate.proved_unavoidable else ""
    return Figure(
        _("Members of one team at a table"),
        _in_pairs(mates, names) or pgettext("pairs kept apart", "nobody"),
        unavoidable if mates else _("They never meet in these rounds."),
        not mates,
    )


def _in_pairs(pairs: Sequence[tuple[int, int]], names: Names) -> str:
    return _(", ").join(f"{names.get(one, '')} – {names.get(other, '')}" for one, other in pairs)


def _kept_apart(
    certificate: seating.Certificate, broken: Sequence[tuple[int, int]], names: Names, tells_who: bool
) -> Figure:
    who = _in_pairs(broken, names) if tells_who else str(len(broken) or "")
    return Figure(
        _("Kept apart, but meeting anyway"),
        who or pgettext("pairs kept apart", "nobody"),
        _("Some meetings are provably unavoidable.") if certificate.proved_unavoidable else "",
        not broken,
    )


def _is_of_one_round(certificate: seating.Certificate) -> bool:
    return certificate.gaps is not None or certificate.misplaced is not None


def _repeats(certificate: seating.Certificate) -> Figure:
    bound = certificate.bound.repeats
    return Figure(
        # Where each round is drawn by itself this line is about one round, the next about all.
        _("Second meetings in this round") if _is_of_one_round(certificate) else _("Second meetings"),
        str(certificate.repeats),
        _("none at all") if not certificate.repeats else _("every draw has at least %(n)s") % {"n": bound},
        certificate.repeats == bound,
    )


def _pairs(certificate: seating.Certificate) -> Figure:
    is_of_one = _is_of_one_round(certificate)
    what = _("Pairs by how often they have met then") if is_of_one else _("Pairs by how often they meet")
    return Figure(what, _met(certificate.met))


def _gaps(gaps: tuple[int, int]) -> Figure:
    """How close in the standings the members at a table of a Swiss round are."""
    drawn, straight = (as_text(Fraction(gap, 100)) for gap in gaps)
    return Figure(
        _("Places between two at a table"),
        _("%(n)s on average") % {"n": drawn},
        _("cut straight from the standings: %(n)s") % {"n": straight},
    )


def _misplaced(members: int) -> Figure:
    """Whether each table of a knock-out round has one member of each pot."""
    return Figure(
        _("One of each pot at every table"),
        ngettext("all but %(n)s", "all but %(n)s", members) % {"n": members} if members else _("all"),
        _("the best ranks are in the first pot, so they do not meet at once; chance decides between equals"),
        not members,
    )


def _met(met: Sequence[int]) -> str:
    words = [_("never: %(n)s"), _("once: %(n)s"), _("twice: %(n)s")]
    texts = []
    for often, pairs in enumerate(met):
        if pairs:
            text = words[often] if often < len(words) else _("%(often)s times: %(n)s")
            texts.append(text % {"n": pairs, "often": often})
    return " · ".join(texts)


def _exposed(exposure: seating.Exposure) -> Figure:
    what = {"other_size": _("At tables of a different size"), "bots": _("At tables with bots"), "bye": _("Byes")}[
        exposure.kind
    ]
    if exposure.least == exposure.most:
        value = ngettext("each %(n)s time", "each %(n)s times", exposure.most) % {"n": exposure.most}
    else:
        value = _("each %(least)s to %(most)s times") % {"least": exposure.least, "most": exposure.most}
    is_best = exposure.spread == exposure.best_spread
    remark = "" if is_best else _("the difference could be %(n)s") % {"n": exposure.best_spread}
    if exposure.credited:
        late = _("late entries count as if they had had the average")
        remark = f"{remark} · {late}" if remark else late
    return Figure(what, value, remark, is_best)
