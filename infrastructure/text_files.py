"""Text files in the encodings that spreadsheets and editors write."""

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable
from typing import Final

ENCODINGS: Final = {
    "utf-8": "UTF-8",
    "utf-16": "UTF-16",
    "cp932": "Shift_JIS",
    "euc_jp": "EUC-JP",
    "cp1252": "Windows-1252",
}
"""Their codecs and names."""
# Between lines; a carriage return alone is an old Macintosh's.
_LINE_END: Final = re.compile("\r\n|[\r\v\f\x85\u2028\u2029]")
_CONTROL: Final = re.compile("[\x00-\x08\x0e-\x1f\x7f]")
_FOREIGN_RUN: Final = re.compile(r"[^\x00-\x7f]+")
_LONE_IN_WORD: Final = re.compile(
    r"(?<=[A-Za-z])[^\x00-\x7f](?![^\x00-\x7f])|(?<![^\x00-\x7f])[^\x00-\x7f](?=[A-Za-z])"
)
_PRIVATE: Final = re.compile("[\ue000-\uf8ff]")


class NoText(ValueError):
    """The bytes are no text in that encoding."""


def decode(data: bytes, encoding: str = "") -> tuple[str, str]:
    """The text, its lines ended by line feeds, and its encoding, which is guessed unless it is given."""
    for codec in [encoding] if encoding else _guesses(data):
        try:
            text = _DECODERS.get(codec, lambda data, codec=codec: data.decode(codec))(data)
        except UnicodeDecodeError:
            continue
        if not _CONTROL.search(text) and (encoding or codec != "cp932" or not _is_western(text)):
            return with_line_feeds(text), codec
    raise NoText


def read_again(text: str, was: str, encoding: str) -> str:
    """The text as it is in another encoding than the one in which its bytes were read."""
    try:
        return decode(text.encode(was), encoding)[0]
    except UnicodeEncodeError as error:
        raise NoText from error


def with_line_feeds(text: str) -> str:
    return _LINE_END.sub("\n", text.removeprefix("\ufeff"))


def _guesses(data: bytes) -> tuple[str, ...]:
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) or b"\0" in data:
        return ("utf-16",)
    return "utf-8", "cp932", "cp1252"


def _decode_utf_16(data: bytes) -> str:
    """Without a byte order mark, the zeros of line ends and separators tell the order."""
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return data.decode("utf-16")
    return data.decode("utf-16-le" if data[1::2].count(0) >= data[::2].count(0) else "utf-16-be")


_DECODERS: Final[dict[str, Callable[[bytes], str]]] = {
    "utf-8": lambda data: data.decode("utf-8-sig"),
    "utf-16": _decode_utf_16,
}


def _is_western(text: str) -> bool:
    """Whether it is a Western text that was read as Japanese: its accents become lone characters within words."""
    runs = len(_FOREIGN_RUN.findall(text))
    return _PRIVATE.search(text) is not None or len(_LONE_IN_WORD.findall(text)) * 2 > runs
