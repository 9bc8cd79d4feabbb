"""Posts as bytes: in JSON with a signature, or as chat services take them."""

from __future__ import annotations

import hmac
import json
from hashlib import sha256
from typing import Any

from django.conf import settings

from leagues.models import Post, Webhook
from players.notifications.kinds import Message

CHAT_LIMIT = 1900
"""Discord takes 2,000 characters, the others more."""
NO_SPACE = "\u200b"
"""An invisible separator."""


def body_of(webhook: Webhook, post: Post, message: Message) -> tuple[bytes, dict[str, str]]:
    """The body of the post, and its headers."""
    build = {
        Webhook.Form.JSON: _json,
        Webhook.Form.TEXT: _text,
        Webhook.Form.DISCORD: _discord,
    }[Webhook.Form(webhook.form)]
    body = json.dumps(build(webhook, post, message), ensure_ascii=False).encode()
    headers = {"Content-Type": "application/json; charset=utf-8", "User-Agent": "napoleon-league"}
    if webhook.form == Webhook.Form.JSON:
        headers["X-Napoleon-Signature"] = signature(webhook.secret, body)
    return body, headers


def signature(secret: str, body: bytes) -> str:
    """HMAC-SHA-256 of the body in hexadecimal, the proof that the site has sent it.

    >>> signature("key", b"The quick brown fox jumps over the lazy dog")[:15]
    'sha256=f7bc83f4'
    """
    return "sha256=" + hmac.new(secret.encode(), body, sha256).hexdigest()


def _json(webhook: Webhook, post: Post, message: Message) -> dict[str, Any]:
    return {
        "key": post.key,
        "kind": post.kind,
        "at": post.at.isoformat(),
        "club": webhook.club.slug,
        "title": message.title,
        "lines": list(message.lines),
        "url": settings.SITE_URL + message.path,
    }


def _text(webhook: Webhook, post: Post, message: Message) -> dict[str, Any]:
    return {"text": _chat(message, escape=True)}


def _discord(webhook: Webhook, post: Post, message: Message) -> dict[str, Any]:
    # Names may hold an @, which must not mention anybody.
    return {"content": _chat(message, escape=False), "allowed_mentions": {"parse": []}}


def _chat(message: Message, *, escape: bool) -> str:
    text = "\n".join([message.title, *message.lines])[:CHAT_LIMIT]
    if escape:
        # Some services read these three signs as links and mentions; others mention any name after a bare @.
        text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        text = text.replace("@", f"@{NO_SPACE}")
    return f"{text}\n{settings.SITE_URL}{message.path}"
