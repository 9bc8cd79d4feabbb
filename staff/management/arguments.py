"""Shared arguments and output of staff's commands."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from players.models import User
from staff.find_account import find_person


def add_decision(parser: ArgumentParser) -> None:
    parser.add_argument("--reason", required=True, help="for the log of staff")
    parser.add_argument("--by", default="", metavar="EMAIL", help="who of staff decides")
    add_output(parser)


def add_output(parser: ArgumentParser) -> None:
    parser.add_argument("--dry-run", action="store_true", help="say what would be done, and do nothing")
    parser.add_argument("--json", action="store_true", help="print an object of JSON")


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


def format_result(data: dict[str, Any], *, as_json: bool) -> str:
    """A command's result as JSON, or with a line for each value."""
    if as_json:
        return json.dumps(data, ensure_ascii=False)
    lines: list[str] = []
    for name, value in data.items():
        values = value if isinstance(value, list) else [value]
        lines += [f"{name}: {item}" for item in values]
    return "\n".join(lines)
