from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.seats.departure import sweep_guests


class Command(BaseCommand):
    help = "Deletes guests who never sat down at a table and have not been back for a week."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{sweep_guests()} guests deleted.")
