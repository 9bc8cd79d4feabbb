"""Posts as bytes: in JSON with a signature, or as chat services take them."""

from __future__ import annotations

import hmac
import json
from hashlib import sha256
from typing import Any

from django.conf import settings

from leagues.models import Post, Webhook

from .words import Said

CHAT_LIMIT = 1900
"""Discord takes 2,000 characters, the others more."""
NO_SPACE = "\u200b"
"""Parts what stands on both sides of it, and is not seen."""


def body_of(webhook: Webhook, post: Post, said: Said) -> tuple[bytes, dict[str, str]]:
    """What is posted, and the headers that go with it."""
    build = {
        Webhook.Form.JSON: _json,
        Webhook.Form.TEXT: _text,
        Webhook.Form.DISCORD: _discord,
    }[Webhook.Form(webhook.form)]
    body = json.dumps(build(webhook, post, said), ensure_ascii=False).encode()
    headers = {"Content-Type": "application/json; charset=utf-8", "User-Agent": "napoleon-league"}
    if webhook.form == Webhook.Form.JSON:
        headers["X-Napoleon-Signature"] = signature(webhook.secret, body)
    return body, headers


def signature(secret: str, body: bytes) -> str:
    """By which the receiver knows that the site sent it: HMAC-SHA-256 of the body, in hexadecimal.

    >>> signature("key", b"The quick brown fox jumps over the lazy dog")[:15]
    'sha256=f7bc83f4'
    """
    return "sha256=" + hmac.new(secret.encode(), body, sha256).hexdigest()


def _json(webhook: Webhook, post: Post, said: Said) -> dict[str, Any]:
    return {
        "key": post.key,
        "kind": post.kind,
        "at": post.at.isoformat(),
        "club": webhook.club.slug,
        "title": said.title,
        "lines": list(said.lines),
        "url": settings.SITE_URL + said.path,
    }


def _text(webhook: Webhook, post: Post, said: Said) -> dict[str, Any]:
    return {"text": _chat(said, escape=True)}


def _discord(webhook: Webhook, post: Post, said: Said) -> dict[str, Any]:
    # Names may hold an @: nobody is to be called by them.
    return {"content": _chat(said, escape=False), "allowed_mentions": {"parse": []}}


def _chat(said: Said, *, escape: bool) -> str:
    text = "\n".join([said.title, *said.lines])[:CHAT_LIMIT]
    if escape:
        # The three signs by which some services know links and mentions; others call whoever stands bare behind an @.
        text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        text = text.replace("@", f"@{NO_SPACE}")
    return f"{text}\n{settings.SITE_URL}{said.path}"
