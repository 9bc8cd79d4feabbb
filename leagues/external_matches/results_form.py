"""The form by which the results of a real table are entered, one row a deal."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final
from unicodedata import normalize

from django import forms
from django.utils.translation import gettext as _

from games.presentation.cards import nap_bid_word
from leagues.external_matches.entered_deals import Json
from leagues.forms import SHORT, number_field
from leagues.models import Table
from napoleon.engine import Rules
from napoleon.engine.cards import PICTURE_COUNT
from napoleon.engine.nap import bids_of
from napoleon.engine.rules import NapoleonRules, NapRules

MOST_POINTS: Final = 10_000
"""The most points of a match at a real table."""
NOBODY: Final = -1
"""In place of a seat: nobody was the declarer, or Napoleon was alone. It is entered as 0."""


class SeatField(forms.TypedChoiceField):
    """A player by their number on the score sheet, from 1, which is entered faster than a name is chosen."""

    def __init__(self, label: Any, names: Sequence[str], nobody: Any) -> None:
        choices = [("", ""), *((str(number), name) for number, name in enumerate([nobody, *names]))]
        super().__init__(label=label, choices=choices, coerce=lambda value: int(value) - 1, widget=_digits(1))

    def to_python(self, value: Any) -> Any:
        """Digits of a Japanese keyboard are digits."""
        return normalize("NFKC", super().to_python(value)).strip()

    def prepare_value(self, value: Any) -> Any:
        return value + 1 if isinstance(value, int) else value


def _digits(most: int) -> forms.TextInput:
    """A narrow field for a number; static/js/results.js goes on to the next one when it is full."""
    return forms.TextInput(attrs={"inputmode": "numeric", "maxlength": most, "autocomplete": "off"})


def _count_field(label: Any, least: int, most: int) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=least, max_value=most, widget=_digits(len(str(most))))


class DealForm(forms.Form):
    """A row. Where nobody was the declarer, the rest of it says nothing."""

    def __init__(self, *args: Any, names: Sequence[str], label: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["declarer"] = SeatField(label, names, _("nobody: all passed"))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("declarer") != NOBODY:
            return data
        self.errors.clear()
        return {"passed_out": True}


class NapoleonDealForm(DealForm):
    def __init__(self, *args: Any, rules: NapoleonRules, names: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, names=names, label=_("Napoleon"), **kwargs)
        self.fields["bid"] = _count_field(_("Bid"), rules.min_bid, PICTURE_COUNT)
        self.fields["adjutant"] = SeatField(_("Adjutant"), names, _("nobody: Napoleon was alone"))
        self.fields["pictures"] = _count_field(_("Pictures taken"), 0, PICTURE_COUNT)
        if rules.sweep == "loses_ignoring_discards" and rules.discards_to == "nobody":
            self.fields["discarded"] = _count_field(_("Pictures discarded"), 0, rules.widow_size)

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if "adjutant" in data and data["adjutant"] == data.get("declarer"):
            self.add_error("adjutant", _("If Napoleon called a card of their own, there was no adjutant."))
        if data.get("pictures", 0) + data.get("discarded", 0) > PICTURE_COUNT:
            self.add_error("pictures", _("There are only %(n)s pictures.") % {"n": PICTURE_COUNT})
        if data.get("adjutant") == NOBODY:
            data["adjutant"] = None
        return data


class NapDealForm(DealForm):
    def __init__(self, *args: Any, rules: NapRules, names: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, names=names, label=_("Declarer"), **kwargs)
        bids = bids_of(rules)
        self.fields["bid"] = forms.ChoiceField(
            label=_("Bid"), choices=[("", "–"), *((bid, nap_bid_word(bid)) for bid in bids)]
        )
        self.fields["made"] = forms.TypedChoiceField(
            label=_("Result"),
            choices=[("", "–"), ("yes", _("made")), ("no", _("lost"))],
            coerce=lambda value: value == "yes",
        )


class TotalsForm(forms.Form):
    """The scores of the whole match, where nobody has the deals."""

    def __init__(self, *args: Any, rules: Rules, names: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules
        for seat, name in enumerate(names):
            self.fields[f"total-{seat}"] = forms.IntegerField(
                label=name, min_value=-MOST_POINTS, max_value=MOST_POINTS, widget=forms.NumberInput(attrs=SHORT)
            )
        played = number_field(_("Deals played, passed-out ones included"), 1, rules.deals, initial=rules.deals)
        self.fields["played"] = played

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        scores = self._scores(data)
        if None not in scores and isinstance(self.rules, NapRules) and sum(scores):
            text = _("At Nap the scores of a table add up to zero, but these make %(n)s.")
            raise forms.ValidationError(text % {"n": sum(scores)})
        return data

    def deals(self) -> list[Json]:
        """The match, as `entered_deals` takes it."""
        return [{"scores": self._scores(self.cleaned_data), "of": self.cleaned_data["played"]}]

    def _scores(self, data: Mapping[str, Any]) -> list[Any]:
        return [data.get(name) for name in self.fields if name != "played"]


class ResultsForm:
    """All deals of a table, or the scores alone. A deal that was not played is left empty."""

    def __init__(self, table: Table, data: Mapping[str, Any] | None = None, deals: Sequence[Json] = ()) -> None:
        rules = table.rules
        self.names = [seat.entry.name if seat.entry else _("in the bot’s seat") for seat in table.seats.all()]
        self.is_bound = data is not None
        totals = deals[0] if deals and "scores" in deals[0] else None
        self.by_totals = totals is not None if data is None else "played" in data
        self.totals = TotalsForm(
            data if self.by_totals else None, rules=rules, names=self.names, initial=_initial_of_totals(totals)
        )
        # A row that was sent has none: what equals its initial values would count as left empty.
        initial = [] if self.is_bound or totals else [_initial(deal) for deal in deals]
        self.rows = [
            _row(rules, self.names, None if self.by_totals else data, prefix=f"deal-{number}", initial=one)
            for number, one in zip_longest(range(1, rules.deals + 1), initial)
        ]
        self.problem = ""

    @property
    def columns(self) -> list[forms.BoundField]:
        """The fields of a line, for the heading of the grid and of the score sheet."""
        return list(self.rows[0])

    def is_valid(self) -> bool:
        if self.by_totals:
            return self.totals.is_valid()
        if any(row.errors for row in self.rows):
            return False
        if not self.deals():
            self.problem = _("Enter at least one deal.")
        return not self.problem

    @property
    def first_problem(self) -> str:
        """What is wrong first, with the name of its field, for readers who have no page."""
        forms_: list[forms.Form] = [self.totals] if self.by_totals else list(self.rows)
        errors = (f"{form.add_prefix(name)}: {texts[0]}" for form in forms_ for name, texts in form.errors.items())
        return next(errors, self.problem)

    def deals(self) -> list[Json]:
        """The deals that were entered, as `entered_deals` takes them."""
        if self.by_totals:
            return self.totals.deals()
        return [row.cleaned_data for row in self.rows if row.has_changed()]


def _row(
    rules: Rules, names: Sequence[str], data: Mapping[str, Any] | None, **how: Any
) -> NapDealForm | NapoleonDealForm:
    how |= {"empty_permitted": True, "use_required_attribute": False}
    if isinstance(rules, NapRules):
        return NapDealForm(data, rules=rules, names=names, **how)
    return NapoleonDealForm(data, rules=rules, names=names, **how)


def columns_of(rules: Rules) -> list[str]:
    """What a line of the form asks for, which a score sheet to print has as columns."""
    return [str(field.label) for field in _row(rules, [], None).fields.values()]


def _initial(deal: Json) -> Json:
    """A stored deal as its row shows it."""
    if deal.get("passed_out"):
        return {"declarer": NOBODY}
    shown = dict(deal)
    if "adjutant" in deal and deal["adjutant"] is None:
        shown["adjutant"] = NOBODY
    if "made" in deal:
        shown["made"] = "yes" if deal["made"] else "no"
    return shown


def _initial_of_totals(deal: Json | None) -> Json:
    if deal is None:
        return {}
    return {**{f"total-{seat}": score for seat, score in enumerate(deal["scores"])}, "played": deal["of"]}


def sent_form(deals: Sequence[Json], scores: Sequence[int] | None, played: int | None) -> dict[str, str]:
    """Deals, or the scores of a match, as the page's form would send them."""
    if scores is not None:
        totals = {f"total-{seat}": str(score) for seat, score in enumerate(scores)}
        return {**totals, "played": "" if played is None else str(played)}
    return {
        f"deal-{number}-{name}": str(value + 1 if name in ("declarer", "adjutant") else value)
        for number, deal in enumerate(deals, start=1)
        for name, value in _initial(deal).items()
        if value is not None
    }
