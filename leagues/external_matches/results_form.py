"""The form by which the results of a real table are entered, one row a deal."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _

from games.presentation.cards import nap_bid_word
from leagues.external_matches.entered_deals import Json
from leagues.forms import number_field
from leagues.models import Table
from napoleon.engine import Rules
from napoleon.engine.cards import PICTURE_COUNT
from napoleon.engine.nap import bids_of
from napoleon.engine.rules import NapoleonRules, NapRules

ALONE: Final = -1
"""Chosen in place of the adjutant's seat."""
PASSED_OUT: Final = -2
"""Chosen in place of the declarer's seat."""


def _seat_field(label: Any, names: Sequence[str], *others: tuple[int, Any]) -> forms.TypedChoiceField:
    choices = [("", _("– choose –")), *others, *enumerate(names)]
    return forms.TypedChoiceField(label=label, choices=choices, coerce=int)


class DealForm(forms.Form):
    """A row. Where nobody was the declarer, the rest of it says nothing."""

    def __init__(self, *args: Any, rules: Rules, names: Sequence[str], label: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = ((PASSED_OUT, _("nobody: all passed")),) if rules.counts_passed_out else ()
        self.fields["declarer"] = _seat_field(label, names, *others)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("declarer") != PASSED_OUT:
            return data
        self.errors.clear()
        return {"passed_out": True}


class NapoleonDealForm(DealForm):
    def __init__(self, *args: Any, rules: NapoleonRules, names: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, rules=rules, names=names, label=_("Napoleon"), **kwargs)
        self.fields["bid"] = number_field(_("Bid"), rules.min_bid, PICTURE_COUNT)
        self.fields["adjutant"] = _seat_field(_("Adjutant"), names, (ALONE, _("nobody: Napoleon was alone")))
        self.fields["pictures"] = number_field(_("Pictures taken"), 0, PICTURE_COUNT)
        if rules.sweep == "loses_ignoring_discards" and rules.discards_to == "nobody":
            self.fields["discarded"] = number_field(_("Pictures discarded"), 0, rules.widow_size)

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if "adjutant" in data and data["adjutant"] == data.get("declarer"):
            self.add_error("adjutant", _("If Napoleon called a card of their own, there was no adjutant."))
        if data.get("pictures", 0) + data.get("discarded", 0) > PICTURE_COUNT:
            self.add_error("pictures", _("There are only %(n)s pictures.") % {"n": PICTURE_COUNT})
        if data.get("adjutant") == ALONE:
            data["adjutant"] = None
        return data


class NapDealForm(DealForm):
    def __init__(self, *args: Any, rules: NapRules, names: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, rules=rules, names=names, label=_("Declarer"), **kwargs)
        bids = bids_of(rules)
        self.fields["bid"] = forms.ChoiceField(
            label=_("Bid"), choices=[("", _("– choose –")), *((bid, nap_bid_word(bid)) for bid in bids)]
        )
        self.fields["made"] = forms.TypedChoiceField(
            label=_("Result"),
            choices=[("", _("– choose –")), ("yes", _("made")), ("no", _("lost"))],
            coerce=lambda value: value == "yes",
        )


class ResultsForm:
    """All deals of a table. A deal that was not played, or was passed out and does not count, is left empty."""

    def __init__(self, table: Table, data: Mapping[str, Any] | None = None, deals: Sequence[Json] = ()) -> None:
        rules = table.rules
        names = [seat.entry.name if seat.entry else _("in the bot’s seat") for seat in table.seats.all()]
        self.is_bound = data is not None
        # A row that was sent has none: what equals its initial values would count as left empty.
        initial = [] if self.is_bound else [_initial(deal) for deal in deals]
        self.rows = [
            _row(rules, names, data, prefix=f"deal-{number}", initial=one)
            for number, one in zip_longest(range(1, rules.deals + 1), initial)
        ]
        self.problem = ""

    def is_valid(self) -> bool:
        if any(row.errors for row in self.rows):
            return False
        if not self.deals():
            self.problem = _("Enter at least one deal.")
        return not self.problem

    def deals(self) -> list[Json]:
        """The deals that were entered, as `entered_deals` takes them."""
        return [row.cleaned_data for row in self.rows if row.has_changed()]


def _row(
    rules: Rules, names: Sequence[str], data: Mapping[str, Any] | None, **how: Any
) -> NapDealForm | NapoleonDealForm:
    how |= {"empty_permitted": True, "use_required_attribute": False}
    if isinstance(rules, NapRules):
        return NapDealForm(data, rules=rules, names=names, **how)
    return NapoleonDealForm(data, rules=rules, names=names, **how)


def _initial(deal: Json) -> Json:
    """A stored deal as its row shows it."""
    if deal.get("passed_out"):
        return {"declarer": PASSED_OUT}
    shown = dict(deal)
    if "adjutant" in deal and deal["adjutant"] is None:
        shown["adjutant"] = ALONE
    if "made" in deal:
        shown["made"] = "yes" if deal["made"] else "no"
    return shown
