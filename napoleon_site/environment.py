"""The environment variables, read so that a wrong one ends the process and is named."""

from __future__ import annotations

import os
from typing import ClassVar, Final

import environ

FALSE: Final = ("false", "off", "n", "no", "0")


class WrongSetting(SystemExit):
    """Ends the process with the reason alone, which a traceback would bury."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"The site does not start: {reason}")


class Environment(environ.Env):
    """The variables that are set. An empty one is as good as none: a compose file passes on what nobody has set so."""

    ENVIRON: ClassVar = {name: value for name, value in os.environ.items() if value.strip()}

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

    def choice(self, name: str, *, default: str, choices: tuple[str, ...]) -> str:
        value: str = self.str(name, default=default)
        if value not in choices:
            raise WrongSetting(f"{name} must be one of {', '.join(choices)}.")
        return value
