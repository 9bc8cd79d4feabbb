"""Referee answers in a comparable form."""

import json
from typing import Any


def comparable(answer: dict[str, Any]) -> dict[str, Any]:
    """The order within `legal` and `from` does not matter, nor does a Nap trick's `why`."""
    for deal in answer.get("deals", []):
        if "declarer" in deal:
            for trick in deal["tricks"]:
                trick.pop("why", None)
    for actor in answer.get("to_act", []):
        for move in actor["legal"]:
            if "from" in move:
                move["from"].sort()
        actor["legal"].sort(key=lambda move: json.dumps(move, sort_keys=True))
    return answer
