"""The question on the front page whether one's matches may be in the open data."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from players.models import OpenData
from players.requests import PersonRequest


class AnswerForm(forms.Form):
    open_data = forms.ChoiceField(choices=OpenData.choices)


@require_POST
def answer_open_data(request: PersonRequest) -> HttpResponse:
    form = AnswerForm(request.POST)
    if form.is_valid():
        request.user.open_data = form.cleaned_data["open_data"]
        request.user.save(update_fields=["open_data"])
        messages.success(request, _("Saved. You can change it in the settings at any time."))
    return redirect("front_page")
