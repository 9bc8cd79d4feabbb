"""What a match is known by, whoever wrote its record: its rules and every event, without names, times or hands."""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import sha256

from games.engine import Rules, rules_to_json
from games.engine.events import Event
from games.engine.wire import event_to_json


def content_of(rules: Rules, events: Iterable[Event]) -> str:
    """The same for two records of one match, and for no others."""
    content = [rules_to_json(rules), *map(event_to_json, events)]
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()
