"""A person's profile."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from players.models import User
from players.signals import profile_shown


@require_safe
def profile(request: HttpRequest, pk: int) -> HttpResponse:
    """What others may know of a person: the name, since when, and what other apps add."""
    person = get_object_or_404(User, pk=pk, is_active=True)
    answers: Any = profile_shown.send(sender=User, user=person)
    facts = [fact for _receiver, some in answers for fact in some]
    return render(request, "players/profiles/profile.html", {"person": person, "facts": facts})
