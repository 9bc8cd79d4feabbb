"""Shared arguments and output of staff's commands."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from players.models import User
from staff.find_account import find_person


def add_decision(parser: ArgumentParser) -> None:
    parser.add_argument("--reason", required=True, help="for the log of staff")
    parser.add_argument("--by", default="", metavar="EMAIL", help="who of staff decides")
    parser.add_argument("--dry-run", action="store_true", help="say what would be done, and do nothing")


def staff_member(email: str) -> User | None:
    """The deciding member of staff; None if not named."""
    if not email:
        return None
    member = User.objects.filter(email=email.lower(), is_staff=True).first()
    if member is None:
        raise CommandError(f"Nobody of staff has the address {email}.")
    return member


def person(name: str) -> User:
    account = find_person(name)
    if account is None:
        raise CommandError(f"There is no account {name}.")
    return account


def as_lines(data: dict[str, Any]) -> str:
    """A command's result, with a line for each value."""
    lines: list[str] = []
    for name, value in data.items():
        values = value if isinstance(value, list) else [value]
        lines += [f"{name}: {item}" for item in values]
    return "\n".join(lines)
