"""The forms for planning ahead."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _

from games.plans.plan import Plan, PlanError, plan_from_json

_OF_AUCTION: Final = {"pass": ("count", "trump"), "bid": ("bid", "count", "trump", "most")}
_TEXTS: Final = ("play", "suit", "led")
_FLAGS: Final = ("by_partner", "stop_pictures", "stays")
_ANSWERS: Final = {"yes": True, "no": False}


class PlanForm(forms.Form):
    """A new plan. Once the form is valid, `plan` holds it."""

    deal = forms.IntegerField(min_value=1, max_value=100_000)
    do = forms.ChoiceField(choices=[(do, do) for do in ("pass", "bid", "play")])
    count = forms.IntegerField(required=False)
    most = forms.IntegerField(required=False)
    bid = forms.CharField(required=False)
    trump = forms.CharField(required=False)
    play = forms.CharField(required=False)
    suit = forms.CharField(required=False)
    led = forms.CharField(required=False)
    calls_joker = forms.CharField(required=False)
    stop_suit = forms.CharField(required=False)
    stop_rank = forms.CharField(required=False)
    by_partner = forms.BooleanField(required=False)
    stop_pictures = forms.BooleanField(required=False)
    stays = forms.BooleanField(required=False)

    plan: Plan

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if self.errors:
            return data
        try:
            self.plan = plan_from_json(self._as_json(data))
        except PlanError as error:
            self.add_error(None, wrong_plan(error))
        return data

    def _as_json(self, data: dict[str, Any]) -> dict[str, Any]:
        if data["do"] != "play":
            sent = {key: data[key] for key in ("do", *_OF_AUCTION[data["do"]])}
            return {key: value for key, value in sent.items() if value not in (None, "")}
        words = {key: data[key] for key in _TEXTS if data[key]}
        if data["stop_suit"]:
            is_joker = data["stop_suit"] in ("JK", "JB")
            words["stop_card"] = data["stop_suit"] + ("" if is_joker else data["stop_rank"])
        if data["calls_joker"]:
            words["calls_joker"] = _ANSWERS.get(data["calls_joker"], data["calls_joker"])
        return {"do": "play", **words, **{key: True for key in _FLAGS if data[key]}}


def _unreadable() -> str:
    return _("This plan could not be read. Please choose again.")


_WRONG: Final = {
    "count": lambda: _("A bid is for 1 to 20 picture cards."),
    "trump": lambda: _("Enter the number of picture cards as well."),
    "bid": lambda: _("Choose a bid."),
    "most": lambda: _("Choose a number that is not above your own bid."),
    "play": lambda: _("Choose what to play."),
    "stop_card": lambda: _("Choose a suit and a rank."),
}


def wrong_plan(error: PlanError) -> str:
    """What is wrong with a plan, in the reader's language."""
    return _WRONG.get(error.key, _unreadable)()


class DropPlanForm(forms.Form):
    """A plan to remove, given as the exact text that the list shows it with."""

    deal = forms.IntegerField(min_value=1, max_value=100_000)
    plan = forms.CharField(max_length=400)
