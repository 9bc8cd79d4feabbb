"""The legal pages in the reader's language."""

from django.conf import settings
from django.utils import translation

from players.legal.files import LegalPage, pages_in


def legal_pages() -> list[LegalPage]:
    return [in_readers_language(versions) for versions in pages_in(settings.LEGAL_DIR).values()]


def legal_page(name: str) -> LegalPage | None:
    versions = pages_in(settings.LEGAL_DIR).get(name)
    return in_readers_language(versions) if versions else None


def in_readers_language(versions: dict[str, LegalPage]) -> LegalPage:
    """In the site's language, or in any, if the operator has not written the reader's."""
    wanted = (translation.get_language() or "", settings.LANGUAGE_CODE)
    return next((versions[language] for language in wanted if language in versions), next(iter(versions.values())))
