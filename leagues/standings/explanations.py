"""Turns the tree that explains a total (`leagues.standings.core.explain`) into rows of words and figures."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, NamedTuple

from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from games.access import Visitor
from games.models import Seat
from leagues.models import Adjustment, Division, Entry, Table
from leagues.rounds.deal_players import DealPlayers, players_of_season
from leagues.standings.core import Node, What
from leagues.standings.division_input import DivisionRows
from leagues.standings.number_format import as_text, exact
from leagues.standings.tie_break_texts import TIE_BREAK_TEXTS


@dataclass(frozen=True, slots=True)
class ExplanationRow:
    """A row: a name, how its figure was computed, and the figure."""

    level: int
    text: str
    how: str
    figure: str
    value: Fraction
    is_left_out: bool = False
    """The round does not count."""
    path: str = ""


class Names(NamedTuple):
    """The names of people and adjustments, and the tables, for the rows."""

    entries: Mapping[int, Entry]
    tables: Mapping[tuple[int, int, int], Table]
    """By round, number of the division if it is another one, and number."""
    adjustments: Mapping[int, Adjustment]
    own: Collection[int]
    """The unlisted games that the reader may see."""
    players: DealPlayers

    def table(self, facts: Mapping[str, Any]) -> Table | None:
        return self.tables.get((facts["round"], facts.get("division", 0), facts["table"]))

    def person(self, entry_id: int) -> str:
        if entry_id in self.entries:
            return self.entries[entry_id].name
        return self.players.by_entry.get(entry_id, _("somebody who is not in this division"))

    def people(self, entry_ids: tuple[int, ...]) -> str:
        return _(", ").join(map(self.person, entry_ids))

    def others_in_seat(self, facts: Mapping[str, Any]) -> list[str]:
        """Who else played the seat that brings these points: `Deals 2, 3: Dai`."""
        table = self.table(facts)
        if table is None:
            return []
        owners = [seat.entry_id for seat in table.seats.all()]
        deals: dict[str, list[str]] = {}
        for number, deal in enumerate(table.deals_json, start=1):
            player = self.players.of_deal(deal, owners)[facts["seat"]]
            if player.kind != "owner":
                deals.setdefault(player.name, []).append(str(number))
        words = pgettext("played", "deals %(deals)s: %(name)s")
        return [words % {"deals": _(", ").join(numbers), "name": name} for name, numbers in deals.items()]

    def path(self, facts: Mapping[str, Any]) -> str:
        """The address of the game, if the reader may see it."""
        table = self.table(facts)
        game = table.game if table else None
        may_look = game is not None and (game.is_listed or game.pk in self.own)
        return game.get_absolute_url() if game and may_look else ""

    def is_running(self, facts: Mapping[str, Any]) -> bool:
        """Whether the table still runs: its points are those so far."""
        table = self.table(facts)
        return table is not None and table.state == Table.State.RUNNING

    def is_external(self, facts: Mapping[str, Any]) -> bool:
        """Whether the table has an external match."""
        table = self.table(facts)
        return table is not None and table.is_external


def names_of(division: Division, rows: DivisionRows, reader: Visitor) -> Names:
    """The names and tables as this reader may see them."""
    return Names(
        {entry.pk: entry for entry in rows.entries},
        {_place_of(table, division): table for table in rows.tables},
        {adjustment.pk: adjustment for adjustment in rows.adjustments},
        _own(rows, reader),
        players_of_season(division.season),
    )


def _place_of(table: Table, division: Division) -> tuple[int, int, int]:
    other = table.division.number if table.division_id != division.pk else 0
    return table.round.number, other, table.number


def _own(rows: DivisionRows, reader: Visitor) -> set[int]:
    """The unlisted games that the reader may see: `games.access.may_look`, asked of all of them at once."""
    private = [table.game for table in rows.tables if table.game and not table.game.is_listed]
    if reader.pk is None or not private:
        return set()
    seats = Seat.objects.filter(Q(user=reader.pk) | Q(invited=reader.pk), game__in=private)
    imported = {game.pk for game in private if game.host_id == reader.pk}
    return imported | set(seats.values_list("game", flat=True))


def explanation_rows(node: Node, names: Names) -> list[ExplanationRow]:
    """The rows of a total: rounds with their tables and deals, then adjustments."""
    return [row for part in node.parts for row in _rows(part, names, 0)]


def _rows(node: Node, names: Names, level: int, *, left_out: bool = False) -> Iterator[ExplanationRow]:
    if node.what == "dropped":
        yield from _rows(node.parts[0], names, level, left_out=True)
        return
    if node.what == "round" and len(node.parts) == 1:
        # A round with one table is that table.
        yield _table(node.parts[0], names, level, left_out, with_round=True)
        yield from _of_table(node.parts[0], names, level + 1, left_out)
        return
    if node.what == "table":
        yield _table(node, names, level, left_out, with_round=False)
        yield from _of_table(node, names, level + 1, left_out)
        return
    if node.what in _PLAIN:
        text, how = str(_PLAIN[node.what]) % node.facts, ""
    else:
        text, how = _WITH_STEPS[node.what](node.facts, names)
    yield _explanation(level, text, how, node.value, left_out)
    for part in node.parts:
        yield from _rows(part, names, level + 1, left_out=left_out)


def _of_table(node: Node, names: Names, level: int, left_out: bool) -> Iterator[ExplanationRow]:
    for part in node.parts:
        if part.what == "score" and len(node.parts) == 1:
            for deal in part.parts:
                yield from _rows(deal, names, level, left_out=left_out)
        else:
            yield from _rows(part, names, level, left_out=left_out)


def _table(node: Node, names: Names, level: int, left_out: bool, *, with_round: bool) -> ExplanationRow:
    facts: Any = node.facts
    words = {"round": facts["round"], "table": facts["table"], "seat": facts["seat"] + 1}
    text = _("Round %(round)s, table %(table)s") if with_round else _("Table %(table)s")
    how = _("Seat %(seat)s") % words
    if facts["deals"] != facts["of"]:
        shares = _("%(deals)s of %(of)s deals") % {"deals": facts["deals"], "of": facts["of"]}
        how = _(", ").join((how, shares))
    how = _(", ").join((how, *names.others_in_seat(facts)))
    if names.is_running(facts):
        how = _(", ").join((how, _("so far, the table still runs")))
    if names.is_external(facts):
        how = _(", ").join((how, _("external match")))
    table = names.table(facts)
    if "division" in facts and table is not None:
        how = _(", ").join((str(table.division), how))
    return _explanation(level, text % words, how, node.value, left_out, names.path(facts))


def _explanation(level: int, text: str, how: str, value: Fraction, left_out: bool, path: str = "") -> ExplanationRow:
    if left_out and level == 0:
        how = _(", ").join(filter(None, (how, _("does not count"))))
    return ExplanationRow(level, text, how, as_text(value), value, left_out, path)


# --- The words for each kind of node ---


def _bye(facts: Any, names: Names) -> tuple[str, str]:
    how = ""
    if "average_of" in facts:
        numbers = _(", ").join(map(str, facts["average_of"]))
        how = _("the average of the rounds %(rounds)s") % {"rounds": numbers}
    return _("Round %(round)s: bye") % facts, how


def _gone(facts: Any, names: Names) -> tuple[str, str]:
    how = _("counts like a missed round") if "missed" in facts else ""
    return _("Round %(round)s: a bot played all deals") % facts, how


def _deal(facts: Any, names: Names) -> tuple[str, str]:
    steps = []
    if {"mean", "factor", "field"} & facts.keys():
        steps.append(_("scored %(score)s") % {"score": as_text(Fraction(facts["score"]))})
    if "mean" in facts:
        steps.append(_("less the table’s mean %(mean)s") % {"mean": _full(facts["mean"])})
    if "field" in facts:
        steps.append(_less_field(facts))
    if "factor" in facts and facts["factor"] != 1:
        steps.append(_("times %(factor)s, for a whole match") % {"factor": _full(facts["factor"])})
    if "for_bot" in facts:
        steps.append(str(_FOR_BOT[facts["for_bot"]]) % {"score": as_text(Fraction(facts["score"]))})
    return _("Deal %(deal)s") % facts, _(", ").join(steps)


def _less_field(facts: Any) -> str:
    """What the score is compared with: the same seat, with the same cards, at the other tables."""
    others, words = facts["others"], {"mean": _full(facts["field"]), "n": facts["others"]}
    if not others:
        return _("nobody else has played these cards")
    if not facts["captain"]:
        text = ngettext(
            "less the %(mean)s of the same seat at %(n)s other table",
            "less the mean %(mean)s of the same seat at %(n)s other tables",
            others,
        )
    elif others == 1:
        text = _("less the %(mean)s of a captain in this seat: no other table has played these cards")
    else:
        text = _(
            "less the mean %(mean)s of the same seat at %(n)s other tables, one of them of captains, since few have "
            "played these cards"
        )
    return text % words


def _place(facts: Any, names: Names) -> tuple[str, str]:
    words = {**facts, "points": _full(facts["points"]), "share": _full(facts["share"])}
    if facts["first"] == facts["last"]:
        text = _("Place %(first)s of %(size)s") % words
    else:
        text = _("Places %(first)s to %(last)s of %(size)s, shared") % words
    how = ""
    if facts["share"] != 1:
        how = _("%(points)s points for the seat, %(share)s of them for the deals played") % words
    return text, how


def _adjustment(facts: Any, names: Names) -> tuple[str, str]:
    reason = names.adjustments[facts["number"]].reason
    return _("By the organisers: %(reason)s") % {"reason": reason}, ""


def _handicap(facts: Any, names: Names) -> tuple[str, str]:
    how = _("%(points)s in each match") % {"points": as_text(facts["per_match"], signed=True)}
    if facts["own"] != facts["of"]:
        shares = _("for %(own)s of %(of)s deals") % {"own": facts["own"], "of": facts["of"]}
        how = _(", ").join((how, shares))
    return pgettext("in a table", "Handicap"), how


_PLAIN: Final[dict[What, Promise]] = {
    "start": gettext_lazy("Starting points"),
    "round": gettext_lazy("Round %(round)s"),
    "void": gettext_lazy("Round %(round)s: the table is void"),
    "replaced": gettext_lazy("Round %(round)s: others played all deals in this seat"),
    "absent": gettext_lazy("Round %(round)s: not at a table"),
    "score": gettext_lazy("Score"),
}
_FOR_BOT: Final = {
    "losses": gettext_lazy("a bot played and scored %(score)s: only losses count"),
    "nothing": gettext_lazy("a bot played and scored %(score)s: this counts nothing"),
}
_WITH_STEPS: Final = {
    "gone": _gone,
    "bye": _bye,
    "deal": _deal,
    "place": _place,
    "adjustment": _adjustment,
    "handicap": _handicap,
}


# --- Tie-breaks ---


@dataclass(frozen=True, slots=True)
class TieExplanation:
    """A tie-break that was computed for a member."""

    name: Promise
    how: Promise
    among: str
    figure: str
    value: Fraction
    rows: list[ExplanationRow]
    sum: str
    """How the figure follows from the rows, where it is not their sum."""


def tie_explanation(node: Node, names: Names) -> TieExplanation:
    text = TIE_BREAK_TEXTS[node.what]  # type: ignore[index]
    facts: Any = node.facts
    by = ""
    if node.what == "points_per_deal":
        deals = ngettext("%(n)s deal", "%(n)s deals", facts["deals"]) % {"n": facts["deals"]}
        by = _("%(scored)s by %(deals)s") % {"scored": as_text(facts["scored"]), "deals": deals}
    return TieExplanation(
        name=text.heading,
        how=text.counts,
        among=names.people(facts["among"]),
        figure=as_text(node.value, signed=node.what == "head_to_head"),
        value=node.value,
        rows=[_item(part, names, node.what) for part in node.parts],
        sum=by,
    )


def _item(node: Node, names: Names, what: str) -> ExplanationRow:
    facts: Any = node.facts
    if "number" in facts:
        return _explanation(0, names.adjustments[facts["number"]].reason, "", node.value, False)
    text, how = _("Round %(round)s, table %(table)s") % facts, ""
    if "deal" in facts:
        how = _("Deal %(deal)s") % facts
    if "against" in facts:
        against = {"name": names.person(facts["against"])}
        how = pgettext("at a table", "against %(name)s") % against
    figure = as_text(node.value, signed=what == "head_to_head")
    return ExplanationRow(0, text, how, figure, node.value, path=names.path(facts))


def _full(value: Fraction) -> str:
    """A fraction where two decimals cannot hold the value."""
    return exact(value) or as_text(value)
