"""The fingerprint of a match: a hash of its rules and events, without names and times."""

import json
from collections.abc import Iterable
from hashlib import sha256

from napoleon.engine import Rules, changed_options
from napoleon.engine.events import Event
from napoleon.engine.rules import first_rules
from napoleon.engine.wire import event_to_json


def content_of(rules: Rules, events: Iterable[Event]) -> str:
    """Equal for two records of the same match and for no others."""
    # The preset as it first was: what a release makes of it later changes no fingerprint.
    own = {"preset": rules.preset, **changed_options(rules, first_rules(rules.preset))}
    content = [own, *map(event_to_json, events)]
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()
