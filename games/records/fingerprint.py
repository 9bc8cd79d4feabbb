"""The fingerprint of a match: a hash of its rules and events, without names and times."""

import json
from collections.abc import Iterable
from hashlib import sha256

from napoleon.engine import Rules, rules_to_json
from napoleon.engine.events import Event
from napoleon.engine.wire import event_to_json


def content_of(rules: Rules, events: Iterable[Event]) -> str:
    """Equal for two records of the same match and for no others."""
    content = [rules_to_json(rules), *map(event_to_json, events)]
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()
