"""Write the open data: the finished matches whose players all agree (docs/open-data.md)."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.open_data.export import export


class Command(BaseCommand):
    help = "Writes the finished matches of listed tables whose players all agree, a compressed file a month."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="where the files and the manifest go; older ones are replaced")

    def handle(self, *args: Any, **options: Any) -> None:
        manifest = export(options["folder"], timezone.now())
        matches = sum(file["matches"] for file in manifest["files"])
        self.stdout.write(f"{matches} matches in {len(manifest['files'])} files under {manifest['licence']}.")
