from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from infrastructure import translations


class Command(BaseCommand):
    help = "Compiles the translations for Django, without the gettext tools."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="only check: fail if a text is untranslated, fuzzy, wrong or unused"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["check"]:
            self.check_all()
            return
        for language in translations.translated_languages():
            translations.compile_file(language)

    def check_all(self) -> None:
        template = translations.extract_messages(settings.BASE_DIR)
        lines = [
            f"{language}: {fault}"
            for language in translations.translated_languages()
            for fault in translations.faults(language, template)
        ]
        if lines:
            raise CommandError("\n".join(["Translations need work (make messages):", *lines]))
