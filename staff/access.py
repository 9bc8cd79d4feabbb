"""Access to staff's pages."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse

from players.requests import PersonRequest

View = Callable[..., HttpResponse]


def staff_only(view: View) -> View:
    """A view for staff only; for others the page does not exist."""

    @wraps(view)
    def guarded(request: PersonRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_staff:
            raise Http404
        return view(request, *args, **kwargs)

    return guarded


def needs(permission: str) -> Callable[[View], View]:
    def decorate(view: View) -> View:
        @staff_only
        @wraps(view)
        def guarded(request: PersonRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if not request.user.has_perm(permission):
                raise PermissionDenied
            return view(request, *args, **kwargs)

        return guarded

    return decorate
