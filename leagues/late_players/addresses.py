"""The address of the list of late players, for views that lead back to it."""

from typing import Final
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse

from leagues.access import ClubAccess
from leagues.models import Season

FROM_LATE: Final = "late"
"""What `?from` says of a form on the list that another page takes."""


def list_address(request: HttpRequest, access: ClubAccess) -> str:
    """The list, of one season alone if `?season` names one of the club's."""
    address = reverse("leagues:late", args=[access.club.slug])
    season = request.GET.get("season", "")
    if not Season.objects.filter(club=access.club, slug=season).exists():
        return address
    return f"{address}?{urlencode({'season': season})}"


def came_from_list(request: HttpRequest, access: ClubAccess) -> str | None:
    """The list, if the form was sent from there."""
    return list_address(request, access) if request.GET.get("from") == FROM_LATE else None
