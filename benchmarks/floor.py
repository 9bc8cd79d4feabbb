"""The minimal cost of a page here: a bare view that selects a row, inserts one and renders 10 KB.

`python -m benchmarks.floor FD` serves it by the site's own web process, database and pool, with no middleware.
"""

import sys
from functools import lru_cache

import django
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.template.backends.django import Template
from django.urls import path
from django.utils import timezone

LINES = 100
PAGE = """<!doctype html><html lang="en"><head><title>{{ game.name }}</title></head><body><ol>
{% for line in lines %}<li class="line" data-number="{{ line.number }}"><span class="name">{{ line.name }}</span>
<b class="score">{{ line.score }}</b></li>
{% endfor %}</ol></body></html>"""


@lru_cache(maxsize=1)
def template() -> Template:
    return engines["django"].from_string(PAGE)  # type: ignore[return-value]


def floor(request: HttpRequest, slug: str) -> HttpResponse:
    from games.models import ChatMessage, Game  # which need Django set up

    game = Game.objects.get(slug=slug)
    ChatMessage.objects.create(game=game, user_id=game.host_id, text="-", at=timezone.now())
    lines = [{"number": n, "name": f"Player {n}", "score": 3 * n} for n in range(LINES)]
    return HttpResponse(template().render({"game": game, "lines": lines}))


urlpatterns = [path("floor/<slug:slug>/", floor)]


def main() -> None:
    from napoleon_site import web

    django.setup()
    # Only now, because some apps require their middleware at start.
    settings.MIDDLEWARE, settings.ROOT_URLCONF = [], "benchmarks.floor"
    web.main(sys.argv[1])


if __name__ == "__main__":
    main()
