"""Values of a file that somebody sent, each with its place in it, by which one that can’t be right is refused."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from players.name_field import TitleField

POINTS: Final = re.compile(r"-?[0-9]{1,5}(\.[0-9]{1,2})?")
FRACTION: Final = re.compile(r"-?[0-9]+(/[1-9][0-9]*)?")
_EARLIEST: Final = datetime(1800, 1, 1, tzinfo=UTC)


class FileRefused(ValueError):
    """The file is not taken in. The text says why, in the reader's language."""


class Node:
    """A value of the file."""

    def __init__(self, value: Any, where: str = "") -> None:
        self.value, self.where = value, where

    def refuse(self, why: str = "") -> FileRefused:
        text = _("The file is damaged at “%(where)s”: %(why)s")
        return FileRefused(text % {"where": self.where, "why": why or _("this value can’t be right.")})

    def __getitem__(self, key: str) -> Node:
        """A key of an object; None where it is missing."""
        if not isinstance(self.value, dict):
            raise self.refuse()
        return Node(self.value.get(key), f"{self.where}.{key}" if self.where else key)

    def list(self, most: int) -> Iterator[Node]:
        if not isinstance(self.value, list) or len(self.value) > most:
            raise self.refuse()
        return (Node(value, f"{self.where}[{at}]") for at, value in enumerate(self.value))

    def number(self, least: int, most: int) -> int:
        if type(self.value) is not int or not least <= self.value <= most:
            raise self.refuse()
        return self.value

    def optional_number(self, least: int, most: int) -> int | None:
        return None if self.value is None else self.number(least, most)

    def flag(self) -> bool:
        if not isinstance(self.value, bool):
            raise self.refuse()
        return self.value

    def choice(self, choices: Collection[str]) -> str:
        if not isinstance(self.value, str) or self.value not in choices:
            raise self.refuse()
        return self.value

    def points(self) -> Decimal:
        if not isinstance(self.value, str) or not POINTS.fullmatch(self.value):
            raise self.refuse()
        return Decimal(self.value)

    def fraction(self, longest: int) -> Fraction:
        """Exact points."""
        if not isinstance(self.value, str) or len(self.value) > longest or not FRACTION.fullmatch(self.value):
            raise self.refuse()
        return Fraction(self.value)

    def moment(self) -> datetime | None:
        """A time that is not in the future; None if the file has none."""
        if self.value is None:
            return None
        try:
            at = datetime.fromisoformat(str(self.value)[:40])
            at = at.astimezone(UTC) if at.tzinfo else at.replace(tzinfo=UTC)
        except (ValueError, OverflowError):
            raise self.refuse() from None
        if not _EARLIEST <= at <= timezone.now():
            raise self.refuse()
        return at

    def title(self, longest: int, *, required: bool = True) -> str:
        """A name, such as one may have here."""
        return self._cleaned(TitleField(max_length=longest, required=required))

    def text(self, longest: int) -> str:
        return self._cleaned(forms.CharField(max_length=longest, required=False))

    def _cleaned(self, field: forms.CharField) -> str:
        if not isinstance(self.value, str):
            raise self.refuse()
        try:
            self.value.encode()
            cleaned: str = field.clean(self.value)
        except UnicodeEncodeError:
            raise self.refuse() from None
        except ValidationError as error:
            raise self.refuse(" ".join(error.messages)) from None
        return cleaned
