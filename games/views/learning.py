"""First deals to learn by. How far one has come stands in the address; nothing is kept, and nobody need sign in."""

from __future__ import annotations

from typing import Any, Final

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.forms import MoveForm
from games.learning.lesson import Lesson
from games.learning.nap import NAP
from games.learning.napoleon import NAPOLEON
from games.learning.page import find_step, page, reply_to
from games.learning.stage import steps_of
from games.lobby.forms import presets_to_choose
from games.presenting.showcase import showcase

LESSONS: Final = {lesson.key: lesson for lesson in (NAPOLEON, NAP)}


@login_not_required
@require_safe
def learn_index(request: HttpRequest) -> HttpResponse:
    """Where to begin, and in which order to go on."""
    lessons = [(lesson, len(steps_of(lesson))) for lesson in LESSONS.values()]
    context = {"lessons": lessons, "presets": presets_to_choose(), "showcase": showcase()}
    return render(request, "games/learn_index.html", context)


@login_not_required
@require_safe
def learn(request: HttpRequest, game: str) -> HttpResponse:
    """What the game is, and where its first deal begins."""
    lesson = _lesson(game)
    titles = [step.question.title for step in steps_of(lesson) if step.question]
    return render(request, "games/learn.html", {"lesson": lesson, "titles": titles})


@login_not_required
@require_safe
def learn_step(request: HttpRequest, game: str, number: int) -> HttpResponse:
    """A position with its question, and what is said to the answer that the address gives."""
    lesson = _lesson(game)
    step = find_step(lesson, number)
    if step is None:
        raise Http404
    context: dict[str, Any] = {"lesson": lesson}
    if "do" not in request.GET:
        return render(request, "games/learn_step.html", context | {"page": page(lesson, step)})
    form = MoveForm(request.GET)
    reply = reply_to(step, form.payload()) if form.is_valid() else None
    context |= {"page": page(lesson, step, reply), "is_unread": reply is None}
    return render(request, "games/learn_step.html", context, status=200 if reply else 400)


@login_not_required
@require_safe
def learn_end(request: HttpRequest, game: str) -> HttpResponse:
    """The lesson is over: on to a table."""
    lesson = _lesson(game)
    other = next(one for one in LESSONS.values() if one is not lesson)
    return render(request, "games/learn_end.html", {"lesson": lesson, "other": other})


def _lesson(game: str) -> Lesson:
    lesson = LESSONS.get(game)
    if lesson is None:
        raise Http404
    return lesson
