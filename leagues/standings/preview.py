"""What a correction changes in the places of a division and in promotion, before it is made."""

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _

from leagues.models import Division, Standing, Table
from leagues.seasons.promotion import UP, steps
from leagues.standings.division_input import DivisionRows, read_division, season_input
from leagues.standings.number_format import as_text, ordinal
from leagues.standings.store import lines_of

Change = Callable[[DivisionRows], DivisionRows]


def changes_in_places(division: Division, change: Change) -> list[str]:
    """A sentence for each member whose points, place or division to come would change."""
    rows = read_division(division)
    names = {entry.pk: entry.name for entry in rows.entries}
    before = _lines(division, rows)
    after = _lines(division, change(rows))
    found = [_sentence(names[key], before[key], line) for key, line in after.items() if key in before]
    texts = [text for text in found if text] or [_("No points and no place change.")]
    return [
        *texts,
        *_drawn_already(division, [(before[key][0], line) for key, (line, _) in after.items() if key in before]),
    ]


def _drawn_already(division: Division, lines: Sequence[tuple[Standing, Standing]]) -> list[str]:
    """In a knock-out, what becomes of a draw whose members would be others."""
    changed = [new.next_round or old.next_round for old, new in lines if old.next_round != new.next_round]
    if not changed or not division.tables.filter(round__number=max(changed)).exists():
        return []
    text = _("Round %(n)s is drawn already: draw it again, or it is played as drawn.")
    return [text % {"n": max(changed)}]


def with_tables(change: Callable[[Table], None], key: int) -> Change:
    """The change of one table, which is not saved."""

    def changed(rows: DivisionRows) -> DivisionRows:
        for table in rows.tables:
            if table.pk == key:
                change(table)
        return rows

    return changed


_Line = tuple[Standing, int]
"""With the step to another division."""


def _lines(division: Division, rows: DivisionRows) -> dict[int, _Line]:
    lines = lines_of(division, season_input(rows))
    return {line.entry_id: (line, step) for line, step in zip(lines, steps(division, lines), strict=True)}


def _sentence(name: str, old: _Line, new: _Line) -> str:
    (before, step), (after, new_step) = old, new
    parts = []
    if before.points != after.points:
        points = {"old": as_text(before.total), "new": as_text(after.total)}
        parts.append(_("%(old)s → %(new)s points") % points)
    if before.place != after.place:
        parts.append(_("%(old)s → %(new)s place") % {"old": _place(before), "new": _place(after)})
    if step != new_step:
        parts.append(_promotion(step, new_step))
    if before.next_round != after.next_round:
        parts.append(_("would go on") if after.next_round else _("would be out"))
    return _("%(name)s: %(changes)s") % {"name": name, "changes": _(", ").join(parts)} if parts else ""


def _place(line: Standing) -> str:
    return ordinal(line.place) if line.place is not None else _("no")


def _promotion(old: int, new: int) -> str:
    if new:
        return _("would be promoted") if new == UP else _("would be relegated")
    return _("would no longer be promoted") if old == UP else _("would no longer be relegated")
