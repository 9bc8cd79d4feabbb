"""A person's profile."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from players.friends.context import relation_to
from players.models import User
from players.profiles.audience import may_see
from players.requests import PersonRequest
from players.signals import profile_shown


@require_safe
def profile(request: PersonRequest, pk: int) -> HttpResponse:
    """The name of a person and since when they are here; for readers whom they allow, what other apps add."""
    person = get_object_or_404(User, pk=pk, is_active=True)
    is_shared = may_see(request.user, person)
    answers: Any = []
    if is_shared:
        answers = profile_shown.send(sender=User, user=person, reader=request.user)
    facts = [fact for _receiver, some in answers for fact in some]
    context = {
        "person": person,
        "facts": facts,
        "is_shared": is_shared,
        "relation": relation_to(request.user, person),
    }
    return render(request, "players/profiles/profile.html", context)
