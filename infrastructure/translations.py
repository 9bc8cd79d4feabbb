"""Extract, merge, check and compile translations with Babel, without the gettext tools."""

import tomllib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages import mofile, pofile
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from django.conf import settings
from django.utils.translation import templatize

FRAGMENT = ".jinja"
PACKAGES = ("napoleon", "napoleon_site", "infrastructure", "players", "games", "leagues", "staff")
# Django's lazy variants of the gettext functions.
KEYWORDS: dict[str, Any] = {
    **DEFAULT_KEYWORDS,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
COMMENT_TAG = "Translators:"
UNWANTED_HEADERS = (
    '"POT-Creation-Date',
    '"PO-Revision-Date',
    '"Project-Id-Version',
    '"Report-Msgid-Bugs-To',
    '"Last-Translator',
    '"Language-Team',
    '"Generated-By',
)


def source_files(base: Path) -> Iterator[Path]:
    for package in PACKAGES:
        yield from sorted((base / package).rglob("*.py"))
        yield from sorted((base / package).rglob("templates/**/*.*"))
        yield from sorted((base / package).rglob("content/*.toml"))
    yield from sorted((base / "templates").rglob("*.*"))


def extract_messages(base: Path) -> Catalog:
    """Return every text that code and templates mark for translation."""
    catalog = Catalog(project="Napoleon League", charset="utf-8")
    for path in source_files(base):
        name = path.relative_to(base).as_posix()
        source = path.read_text("utf-8")
        if path.suffix == ".toml":
            for content_text in content_texts(tomllib.loads(source)):
                catalog.add(content_text, locations=[(name, 0)])
            continue
        for _line, text, comments, context in _marked_texts(path, source, name):
            catalog.add(text, locations=[(name, 0)], auto_comments=comments, context=context)
    return catalog


def _marked_texts(path: Path, source: str, name: str) -> Iterator[Any]:
    """Yield what Babel finds in Python, in Jinja2's language (the fragments) or in Django's."""
    method, options = "python", {}
    if path.suffix == FRAGMENT:
        method, options = "jinja2", {"trimmed": "true", "silent": "false"}
    elif path.suffix != ".py":
        # Babel reads the result as Python, to which indentation would mean something.
        source = "\n".join(map(str.lstrip, templatize(source, origin=name).split("\n")))
    yield from extract(method, BytesIO(source.encode()), KEYWORDS, [COMMENT_TAG], options)


def content_texts(content: dict[str, Any]) -> Iterator[str]:
    """Yield the texts of a content file: the values of the keys that it lists under ``translated``."""
    keys, waiting = set(content["translated"]), [content]
    while waiting:
        for key, value in waiting.pop().items():
            if key in keys:
                yield value
            elif isinstance(value, list):
                waiting += [inner for inner in value if isinstance(inner, dict)]


def catalog_path(language: str) -> Path:
    return Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES" / "django.po"


def read(language: str) -> Catalog:
    path = catalog_path(language)
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return pofile.read_po(file, locale=language)


def translated_languages() -> list[str]:
    return [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def update(language: str, template: Catalog) -> Catalog:
    """Update the language's file: add new texts, drop unused ones, guess nothing."""
    catalog = read(language)
    catalog.update(template, no_fuzzy_matching=True)
    catalog.obsolete.clear()
    path = catalog_path(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(as_po(catalog))
    return catalog


def as_po(catalog: Catalog) -> bytes:
    """Return the file sorted by text, without dates, names and line numbers, so that branches merge well."""
    catalog.fuzzy = False
    catalog.header_comment = "# Texts of the site; `make messages` keeps them in step with the code."
    buffer = BytesIO()
    pofile.write_po(buffer, catalog, width=100, sort_output=True, include_lineno=False)
    lines = buffer.getvalue().decode().splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(UNWANTED_HEADERS)).encode()


def compile_file(language: str) -> None:
    """Write the compiled file that Django reads, unless it is newer than its source."""
    source = catalog_path(language)
    target = source.with_suffix(".mo")
    if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
        return
    buffer = BytesIO()
    mofile.write_mo(buffer, read(language))
    # Replaced in one step, so that a running site never reads half a file.
    fresh = target.with_suffix(".mo.new")
    fresh.write_bytes(buffer.getvalue())
    fresh.replace(target)


def faults(language: str, template: Catalog) -> list[str]:
    """Return in words what is missing or wrong in the language's file."""
    catalog = read(language)
    found = [fault for message in template if message.id for fault in _faults(message, catalog)]
    unused = [m for m in catalog if m.id and template.get(*_key(m)) is None]
    return found + [f"no longer used: {_shown(message)}" for message in unused]


def _faults(message: Message, catalog: Catalog) -> Iterator[str]:
    translation = catalog.get(*_key(message))
    if translation is None or not _complete(translation, catalog):
        yield f"not translated: {_shown(message)}"
    elif translation.fuzzy:
        yield f"marked as uncertain: {_shown(message)}"
    else:
        # The flags of the source say whether it has placeholders, which must be the same in both.
        translation.flags |= message.flags
        yield from (f"{error}: {_shown(message)}" for error in translation.check(catalog))


def _complete(translation: Message, catalog: Catalog) -> bool:
    strings = translation.string or ""
    if isinstance(translation.id, str):
        return bool(strings)
    return len(strings) == catalog.num_plurals and all(strings)


def _key(message: Message) -> tuple[Any, str | None]:
    return message.id, message.context


def _shown(message: Message) -> str:
    text = message.id if isinstance(message.id, str) else message.id[0]
    return f"{text!r} ({', '.join(sorted({name for name, _ in message.locations}))})"
