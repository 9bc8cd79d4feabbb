"""What the page of a failed sign-in says."""

from dataclasses import dataclass
from enum import Enum

from django.utils.translation import gettext_lazy as _


class Failure(Enum):
    CANCELLED = (401, _("You have not signed in with %(issuer)s."))
    REFUSED = (401, _("Signing in with %(issuer)s failed. Please start again, or sign in another way."))
    UNREACHABLE = (503, _("%(issuer)s is not answering. Please try again in a moment, or sign in another way."))

    def __init__(self, status: int, text: str) -> None:
        self.status = status
        self.text = text


@dataclass(frozen=True, slots=True)
class FailedPage:
    failure: Failure
    issuer: str

    @property
    def error(self) -> str:
        return self.failure.text % {"issuer": self.issuer}
