"""The section of a person's data that belongs to those who run the site (`players.own_data`)."""

from typing import Any, Final

from django.db.models import F
from django.utils.translation import gettext_lazy as _

from players.models import User
from players.own_data.sections import Section
from staff.models import Report

Json = dict[str, Any]


def reports(user: User) -> Json:
    """What is reported of the person stays with staff: it is somebody else's words."""
    own = Report.objects.filter(reporter=user).order_by("pk")
    about = {"number": F("person"), "name": F("person__name"), "at_table": F("table__slug"), "in_club": F("club__slug")}
    return {"reports": list(own.values("reason", "words", "at", **about)), "muted_until": user.muted_until}


SECTIONS: Final = (
    Section(
        "reports.json", _("What you have reported to the people who run the site, and how long you are muted"), reports
    ),
)
