"""Posts as requests: in JSON, signed by the Standard Webhooks specification, or as chat services take them."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple

from django.conf import settings
from standardwebhooks import Webhook as Signer

from leagues.models import Post, Webhook
from leagues.webhooks.chat_text import chat_text
from players.notifications.kinds import Message

CHAT_LIMIT: Final = 2000
"""Discord takes as many characters, the others more."""
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
    return {"text": _chat(message, escape=True)}


def _discord(_webhook: Webhook, _post: Post, message: Message) -> Json:
    return {"content": _chat(message), "allowed_mentions": {"parse": []}}


def _telegram(webhook: Webhook, _post: Post, message: Message) -> Json:
    preview = {"is_disabled": True}
    return {"chat_id": webhook.recipient, "text": _chat(message), "link_preview_options": preview}


def _line(webhook: Webhook, _post: Post, message: Message) -> Json:
    return {"to": webhook.recipient, "messages": [{"type": "text", "text": _chat(message)}]}


def _chat(message: Message, *, escape: bool = False) -> str:
    link = f"{settings.SITE_URL}{message.path}"
    return chat_text([message.title, *message.lines], link, CHAT_LIMIT, escape=escape)


_BODIES: Final = {
    Webhook.Form.JSON: _json,
    Webhook.Form.TEXT: _text,
    Webhook.Form.DISCORD: _discord,
    Webhook.Form.TELEGRAM: _telegram,
    Webhook.Form.LINE: _line,
}
