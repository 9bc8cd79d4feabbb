from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from infrastructure import translations


class Command(BaseCommand):
    help = "Updates the translation files from the texts in the code."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        template = translations.extract_messages(settings.BASE_DIR)
        for language in translations.translated_languages():
            translations.update(language, template)
            faults = translations.faults(language, template)
            self.stdout.write(f"{language}: {len(template)} texts, {len(faults)} to look at")
            for fault in faults:
                self.stdout.write(f"  {fault}")
