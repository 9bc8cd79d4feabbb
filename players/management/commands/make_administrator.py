"""Make someone an administrator (docs/operations.md)."""

from typing import Any

from allauth.account.models import EmailAddress
from django.core.management.base import BaseCommand, CommandError, CommandParser

from players.models import User


class Command(BaseCommand):
    help = "Makes the person who has confirmed this email address an administrator."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("address")

    def handle(self, *, address: str, **options: Any) -> None:
        # Anyone can sign up with any address; only its owner can confirm it.
        confirmed = EmailAddress.objects.filter(email__iexact=address, verified=True)
        person = User.objects.filter(emailaddress__in=confirmed, is_active=True).first()
        if person is None:
            raise CommandError(
                f"Nobody has confirmed the address {address}. Sign up, open the link in the mail, then try again."
            )
        person.is_staff = person.is_superuser = True
        person.save(update_fields=["is_staff", "is_superuser"])
        self.stdout.write(f"{person} is an administrator now.")
