"""Environment variables; an invalid one ends the process with its name."""

import os
import re
from typing import Any, ClassVar, Final
from urllib.parse import ParseResult, urlparse

import environ

DOMAIN: Final = re.compile(r"([a-z0-9-]+\.)+[a-z0-9-]+")
FALSE: Final = ("false", "off", "n", "no", "0")
# The library's names for these kinds of mail servers, and their default ports. It knows smtps too, but takes it for
# STARTTLS, unlike everyone else.
MAIL_ALIASES: Final = {"smtps": ("smtp+ssl", 465), "submissions": ("smtp+ssl", 465), "submission": ("smtp+tls", 587)}
MAIL_SCHEMES: Final = {*environ.Env.EMAIL_SCHEMES, *MAIL_ALIASES}


class WrongSetting(SystemExit):
    """Ends the process with the reason alone, without a traceback."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"The site does not start: {reason}")


class Environment(environ.Env):
    """The variables that are set and not empty: compose files pass unset variables on as empty ones."""

    ENVIRON: ClassVar = {name: value for name, value in os.environ.items() if value.strip()}

    @classmethod
    def email_url_config(cls, url: str | ParseResult, backend: str | None = None) -> dict[str, Any]:
        """Read the address of a mail server."""
        address = urlparse(url) if isinstance(url, str) else url
        scheme, port = MAIL_ALIASES.get(address.scheme, (address.scheme, None))
        config: dict[str, Any] = super().email_url_config(address._replace(scheme=scheme), backend)
        return {**config, "EMAIL_PORT": config["EMAIL_PORT"] or port}

    def number(self, name: str, *, default: int, least: int = 0) -> int:
        text = self.str(name, default=str(default)).strip()
        if not (text.isascii() and text.isdecimal() and len(text) < 10 and int(text) >= least):
            raise WrongSetting(f"{name} must be a number, at least {least}.")
        return int(text)

    def switch(self, name: str, *, default: bool) -> bool:
        text = self.str(name, default=str(default)).strip().lower()
        if text not in (*self.BOOLEAN_TRUE_STRINGS, *FALSE):
            raise WrongSetting(f"{name} must be 1 or 0.")
        return text not in FALSE

    def choice_or_domains(self, name: str, *, default: str, choices: tuple[str, ...]) -> tuple[str, list[str]]:
        """One of these words, or "domains" and the names of domains."""
        value = self.str(name, default=default).strip().lower()
        if value in choices:
            return value, []
        domains = [domain.strip() for domain in value.split(",")]
        if not all(map(DOMAIN.fullmatch, domains)):
            raise WrongSetting(
                f"{name} must be one of {', '.join(choices)}, or domains such as example.org,example.com."
            )
        return "domains", domains

    def choice(self, name: str, *, default: str, choices: tuple[str, ...]) -> str:
        value: str = self.str(name, default=default)
        if value not in choices:
            raise WrongSetting(f"{name} must be one of {', '.join(choices)}.")
        return value
