"""The sizes that the tables of a season may have."""

from functools import cache
from typing import Final

from napoleon.engine import Rules, RulesError, rules_from_json, rules_to_json

ANY_SIZE: Final = 0
"""As the other size of tables: every size that the rules allow, so that everybody sits."""
SIZES: Final = range(2, 9)


@cache
def sizes_allowed(rules: Rules) -> tuple[int, ...]:
    """
    >>> sizes_allowed(rules_from_json({"preset": "gurunapo"}))
    (4, 5, 6, 7)
    """
    return tuple(size for size in SIZES if allows(rules, size))


def allows(rules: Rules, size: int) -> bool:
    try:
        rules_from_json({**rules_to_json(rules), "players": size})
    except RulesError:
        return False
    return True
