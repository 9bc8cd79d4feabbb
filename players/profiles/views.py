"""A person's profile."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from infrastructure.pages import render_page
from players.access import get_person_or_404
from players.friends.queries import relation_to
from players.models import User
from players.profiles.audience import may_see
from players.requests import PersonRequest
from players.signals import profile_shown


@dataclass(frozen=True, slots=True)
class ProfilePage:
    person: User
    facts: list[tuple[Any, Any]]
    """Labels and values."""
    is_shared: bool
    relation: str


@require_safe
def profile(request: PersonRequest, pk: int) -> HttpResponse:
    """A person's name and joining date; readers whom they allow also see what other apps add."""
    person = get_person_or_404(pk)
    is_shared = may_see(request.user, person)
    answers: Any = profile_shown.send(User, user=person, reader=request.user) if is_shared else []
    facts = [fact for _receiver, answer in answers for fact in answer]
    page = ProfilePage(person, facts, is_shared, relation_to(request.user, person))
    return render_page(request, "players/profiles/profile.html", page)
