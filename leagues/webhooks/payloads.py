"""Posts as requests: in JSON, signed by the Standard Webhooks specification, or as chat services take them."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple

from django.conf import settings
from standardwebhooks import Webhook as Signer

from leagues.models import Post, Webhook
from players.notifications.kinds import Message

CHAT_LIMIT: Final = 1900
"""Discord takes 2,000 characters, the others more."""
NO_SPACE: Final = "\u200b"
"""An invisible separator."""
FORMER_SIGNS: Final = timedelta(days=1)
TELEGRAM: Final = "https://api.telegram.org/bot{token}/sendMessage"
LINE: Final = "https://api.line.me/v2/bot/message/push"

Json = dict[str, Any]


class PostRequest(NamedTuple):
    url: str
    body: bytes
    headers: dict[str, str]


def request_of(webhook: Webhook, post: Post, message: Message, now: datetime) -> PostRequest:
    """The request that delivers the post; a retry has the same body and the same id."""
    form = Webhook.Form(webhook.form)
    text = json.dumps(_BODIES[form](webhook, post, message), ensure_ascii=False)
    headers = {"Content-Type": "application/json; charset=utf-8", "User-Agent": "napoleon-league"}
    url = webhook.url
    if form == Webhook.Form.JSON:
        headers |= signed(webhook, post, text, now)
    elif form == Webhook.Form.TELEGRAM:
        url = TELEGRAM.format(token=webhook.token)
    elif form == Webhook.Form.LINE:
        url = LINE
        headers["Authorization"] = f"Bearer {webhook.token}"
    return PostRequest(url, text.encode(), headers)


def signed(webhook: Webhook, post: Post, text: str, now: datetime) -> dict[str, str]:
    """The three headers of the specification, with a signature by each secret that is valid."""
    secrets = [webhook.secret]
    if webhook.renewed_at is not None and now - webhook.renewed_at < FORMER_SIGNS:
        secrets.append(webhook.former_secret)
    key, moment = f"post_{post.pk}", now.astimezone(UTC).replace(microsecond=0)
    return {
        "webhook-id": key,
        "webhook-timestamp": str(int(moment.timestamp())),
        "webhook-signature": " ".join(Signer(one).sign(key, moment, text) for one in secrets),
    }


def _json(webhook: Webhook, post: Post, message: Message) -> Json:
    return {
        "type": post.kind,
        "timestamp": post.at.isoformat(),
        "data": {
            "key": post.key,
            "club": webhook.club.slug,
            "title": message.title,
            "lines": list(message.lines),
            "url": settings.SITE_URL + message.path,
        },
    }


def _text(_webhook: Webhook, _post: Post, message: Message) -> Json:
    return {"text": _chat(message, is_markdown=True, escape=True)}


def _discord(_webhook: Webhook, _post: Post, message: Message) -> Json:
    # Names may hold an @, which must not mention anybody.
    return {"content": _chat(message, is_markdown=True), "allowed_mentions": {"parse": []}}


def _telegram(webhook: Webhook, _post: Post, message: Message) -> Json:
    # Without a parse mode nothing is markup, but an @ would still mention the person of that name there.
    text = _chat(message).replace("@", f"@{NO_SPACE}")
    preview = {"is_disabled": True}
    return {"chat_id": webhook.recipient, "text": text, "link_preview_options": preview}


def _line(webhook: Webhook, _post: Post, message: Message) -> Json:
    return {"to": webhook.recipient, "messages": [{"type": "text", "text": _chat(message)}]}


def _chat(message: Message, *, is_markdown: bool = False, escape: bool = False) -> str:
    text = "\n".join([message.title, *message.lines])
    if is_markdown:
        # Names may hold a link, whose text would hide where it leads, or a picture from elsewhere.
        text = text.replace("]", f"]{NO_SPACE}")
    text = text[:CHAT_LIMIT]
    if escape:
        # Some services read these three signs as links and mentions; others mention any name after a bare @.
        text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        text = text.replace("@", f"@{NO_SPACE}")
    return f"{text}\n{settings.SITE_URL}{message.path}"


_BODIES: Final = {
    Webhook.Form.JSON: _json,
    Webhook.Form.TEXT: _text,
    Webhook.Form.DISCORD: _discord,
    Webhook.Form.TELEGRAM: _telegram,
    Webhook.Form.LINE: _line,
}
