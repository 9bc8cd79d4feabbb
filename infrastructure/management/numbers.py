"""Arguments of commands that are numbers."""

from argparse import ArgumentTypeError
from collections.abc import Callable


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """Return what reads a number within these limits, for ``type`` of an argument."""

    def read(text: str) -> int:
        is_number = text.isascii() and text.isdecimal() and len(text) <= len(str(most))
        if not is_number or not least <= int(text) <= most:
            raise ArgumentTypeError(f"{text!r} is not a number from {least} to {most}.")
        return int(text)

    return read
