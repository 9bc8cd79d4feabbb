"""What has become of the members of a knock-out, in words."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from leagues.models import Standing
from leagues.standings.number_format import ordinal
from leagues.standings.tie_break_texts import TIE_BREAK_TEXTS, tie_break_name

_DECIDED: Final[dict[str, Promise]] = {
    "seed": gettext_lazy("level, by the better seed"),
    "others_left": gettext_lazy("moved up for somebody who does not go on"),
}


def last_step(standing: Standing) -> Mapping[str, Any] | None:
    """The last round of the member that has a result; None outside of a knock-out."""
    return next((result for result in reversed(standing.results_json) if "on" in result), None)


def fate_of(standing: Standing, *, is_over: bool) -> str:
    """A mark: whether the member is still in, or when they went out."""
    last = last_step(standing)
    if last is not None and last["on"] is False:
        return _("out in round %(n)s") % {"n": last["round"]}
    is_waiting = standing.next_round > 0 or (last is not None and last["on"])
    return pgettext("in a knock-out", "still in") if is_waiting and not is_over else ""


def fate_code(standing: Standing) -> str:
    """The same for files: `in`, `out`, or nothing outside of a knock-out and in the final."""
    last = last_step(standing)
    if last is None or last["on"] is None:
        return ""
    return "in" if last["on"] else "out"


def steps_in_words(results: Sequence[Mapping[str, Any]]) -> list[str]:
    """A sentence for each round: `Round 1, table 3: 2nd of 5, goes on`."""
    return [_sentence(result) for result in results if "on" in result]


def _sentence(result: Mapping[str, Any]) -> str:
    words = {"round": result["round"], "table": result["table"], "step": step_in_words(result)}
    if not result["table"]:
        return _("Round %(round)s: %(step)s") % words
    return _("Round %(round)s, table %(table)s: %(step)s") % words


def step_in_words(result: Mapping[str, Any]) -> str:
    """What came of a round: `2nd of 5, goes on, level with the next …`."""
    if not result["table"]:
        return _("goes on with a bye")
    if not result["place"]:
        return pgettext("a table", "still runs")
    texts = [_("%(place)s of %(n)s") % {"place": ordinal(result["place"]), "n": result["of"]}]
    if result["on"] is None:
        texts.append(pgettext("a round", "the final"))
    else:
        texts += [pgettext("a member", "goes on") if result["on"] else pgettext("a member", "is out")]
        texts += filter(None, [decided_by(result)])
    return _(", ").join(texts)


def decided_by(result: Mapping[str, Any]) -> str:
    """What told the member apart from those with the same points across the line; empty if points did."""
    by = result["by"]
    if by in TIE_BREAK_TEXTS:
        return _("level, by the tie-break: %(name)s") % {"name": tie_break_name(by)}
    return str(_DECIDED.get(by, ""))
