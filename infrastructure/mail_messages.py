"""Mail messages whose headers every mail server accepts (RFC 5322, RFC 2047).

The standard library's folding leaves the first line of a long header empty, and Django's encoded words are longer than
75 octets: large providers refuse both.
"""

from collections.abc import Iterable, Iterator
from email.header import Header
from email.message import Message
from email.policy import Compat32
from email.utils import formataddr, getaddresses
from typing import Any, Final

from django.core.mail import EmailMultiAlternatives
from django.core.mail.message import ADDRESS_HEADERS, sanitize_address

# A line that holds an encoded word has at most 76 characters. Such words have 75 in lines that begin with a space.
LINE: Final = 76


class HeaderPolicy(Compat32):
    """Folds headers at spaces. Text that does not fit or is not ASCII becomes encoded words."""

    def fold(self, name: str, value: Any) -> str:
        text = str(value)
        words: Iterable[str]
        if name.lower() in ADDRESS_HEADERS:
            words = _address_words(name, text)
        elif name.lower() == "subject" or not text.isascii():
            words = _text_words(name, text)
        else:
            words = text.split()
        return _folded(name, words, self.linesep)

    def fold_binary(self, name: str, value: Any) -> bytes:
        return self.fold(name, value).encode("ascii")


POLICY: Final = HeaderPolicy()


class MailMessage(EmailMultiAlternatives):
    """A mail; every mail of the site is one."""

    def message(self) -> Any:  # type: ignore[override]  # the stubs are those of a later Django
        # Django refuses line breaks in headers, but also encodes them: the policy starts from the plain text.
        message = super().message()
        message.policy = POLICY
        _replace(message, "Subject", str(self.subject))
        _replace(message, "From", str(self.extra_headers.get("From", self.from_email)))
        for name, addresses in (("To", self.to), ("Cc", self.cc), ("Reply-To", self.reply_to)):
            if addresses:
                _replace(message, name, ", ".join(map(str, addresses)))
        for name, value in self.extra_headers.items():
            if name.lower() not in ADDRESS_HEADERS:
                _replace(message, name, str(value))
        return message


def mail_message(other: EmailMultiAlternatives) -> MailMessage:
    """The same mail, made by a library, as one of this site."""
    return MailMessage(
        subject=other.subject,
        body=other.body,
        from_email=other.from_email,
        to=other.to,
        bcc=other.bcc,
        cc=other.cc,
        reply_to=other.reply_to,
        headers=other.extra_headers,
        attachments=other.attachments,
        alternatives=other.alternatives,
    )


def _replace(message: Message, name: str, value: str) -> None:
    if name in message:
        message.replace_header(name, value)


def _text_words(name: str, text: str) -> list[str]:
    """The text as the words of a header: encoded if it is not ASCII, looks encoded, or has a word that fills a line."""
    words = text.split()
    is_plain = text.isascii() and text.isprintable() and "=?" not in text
    if is_plain and all(len(word) <= LINE - len(name) - 2 for word in words):
        return words
    encoded = Header(" ".join(words), "utf-8", maxlinelen=LINE, header_name=name).encode(splitchars="", linesep="\n")
    return encoded.split()


def _address_words(name: str, text: str) -> Iterator[str]:
    addresses = getaddresses([text])
    for number, (person, address) in enumerate(addresses, 1):
        spec = sanitize_address(("", address), "utf-8")
        words = _text_words(name, person)
        if words == person.split():
            words = formataddr((" ".join(words), spec)).split()
        else:
            words.append(f"<{spec}>")
        yield from words[:-1]
        yield words[-1] + ("," if number < len(addresses) else "")


def _folded(name: str, words: Iterable[str], linesep: str) -> str:
    """The header in lines of the allowed length; a longer word, such as a web address, has its own.

    The first line always holds a word.
    """
    lines = [f"{name}:"]
    for number, word in enumerate(words):
        if number and len(lines[-1]) + 1 + len(word) > LINE:
            lines.append("")
        lines[-1] += f" {word}"
    return linesep.join(lines) + linesep
