"""The headers of a mail as it goes over the wire, read by RFC 5322 and RFC 2047, strictly."""

import re
from base64 import b64decode
from email.header import decode_header, make_header
from email.message import Message
from email.utils import getaddresses
from quopri import decodestring

ENCODED = re.compile(r"=\?([\w-]+)\?([bq])\?([^? ]*)\?=", re.IGNORECASE)


def wire(message: Message) -> bytes:
    raw: bytes = message.as_bytes(linesep="\r\n")  # type: ignore[call-arg]
    return raw


def assert_lawful(raw: bytes) -> dict[str, str]:
    """Every header of the mail and of its parts keeps the rules; return the mail's, unfolded and decoded."""
    for block in blocks(raw):
        for line in block.split("\r\n"):
            assert_line(line)
    return {name: decoded(value) for name, value in unfolded(raw).items()}


def unfolded(raw: bytes) -> dict[str, str]:
    lines = blocks(raw)[0].replace("\r\n ", " ").split("\r\n")
    headers = dict(line.split(": ", 1) for line in lines)
    assert len(headers) == len(lines), "no header comes twice"
    return headers


def decoded(value: str) -> str:
    return str(make_header(decode_header(value)))


def people(raw: bytes, header: str) -> list[tuple[str, str]]:
    """The names and addresses in a header. They are parsed first: what is encoded has no signs of addresses."""
    return [(decoded(name), address) for name, address in getaddresses([unfolded(raw)[header]])]


def blocks(raw: bytes) -> list[str]:
    """The headers of the mail, and of each of its parts."""
    head, _end, body = raw.partition(b"\r\n\r\n")
    found = [head.decode("ascii")]
    if boundary := re.search(r'boundary="([^"]+)"', found[0]):
        parts = body.split(b"--" + boundary[1].encode())[1:-1]
        found += [part.removeprefix(b"\r\n").partition(b"\r\n\r\n")[0].decode("ascii") for part in parts]
    return found


def assert_line(line: str) -> None:
    assert len(line) <= 998
    assert line.strip(), "no line of a header is empty"
    content = line if line[0] in " \t" else line.partition(":")[2]
    assert line[0] in " \t" or re.fullmatch(r"[!-9;-~]+: \S.*", line), line
    assert "\r" not in line
    assert "\n" not in line
    if len(line) > 78:
        assert len(content.split()) == 1, f"could be folded: {line}"
    for word in content.split():
        if "=?" in word:
            assert len(line) <= 76
            assert_encoded_word(word.rstrip(","))


def assert_encoded_word(word: str) -> None:
    assert len(word) <= 75
    found = ENCODED.fullmatch(word)
    assert found, word
    charset, encoding, text = found.groups()
    content = b64decode(text, validate=True) if encoding in "bB" else decodestring(text.replace("_", "=20"))
    content.decode(charset)  # whole characters alone
