"""Commands that tell their result to people or, with `--json`, to programs."""

import json
from argparse import ArgumentParser
from typing import Any, Final

from django.core.management.base import BaseCommand

WRONG_ARGUMENTS: Final = 2
"""The status with which a command ends that could not read its arguments."""


class ReportCommand(BaseCommand):
    """With `--json` it prints one value of JSON whatever happens: an object with `error` if it fails."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help='print one value of JSON, {"error": …} if it fails')

    def run_from_argv(self, argv: list[str]) -> None:
        try:
            super().run_from_argv(argv)
        except SystemExit as end:
            if end.code == WRONG_ARGUMENTS and "--json" in argv:
                self.stdout.write(json.dumps({"error": "The arguments are wrong."}))
            raise

    def execute(self, *args: Any, **options: Any) -> Any:
        self.as_json = bool(options.get("json"))
        try:
            return super().execute(*args, **options)
        except Exception as error:
            # People read the error on standard error.
            if self.as_json:
                self.stdout.write(json.dumps({"error": str(error).strip() or type(error).__name__}))
            raise

    def report(self, result: object, text: str) -> None:
        self.stdout.write(json.dumps(result, ensure_ascii=False) if self.as_json else text)
