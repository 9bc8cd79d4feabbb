"""The errors of the engine: what the rules do not allow.

``code`` is one of the public codes of the record format, ``reason`` narrows it down, and ``details`` holds what a
sentence about it needs (a suit letter, a key, a bound). `napoleon.error_messages` has the sentences. An error reveals
nothing that its player does not know.
"""

from typing import Final, Literal, TypeAlias

ErrorCode: TypeAlias = Literal[
    "bad_json",
    "bad_header",
    "bad_rules",
    "bad_deal",
    "not_your_turn",
    "illegal_bid",
    "illegal_call",
    "illegal_exchange",
    "illegal_play",
    "illegal_claim",
    "unknown_event",
    "after_end",
]
Detail: TypeAlias = str | int | bool | None


class EngineError(ValueError):
    """The base of all errors: ``code``, ``reason`` and ``details`` (docs/rules-engine.md, "Errors")."""

    code: ErrorCode

    def __init__(self, code: ErrorCode, reason: str, **details: Detail) -> None:
        super().__init__(code, reason, details)
        self.code = code
        self.reason = reason
        self.details = details

    def __str__(self) -> str:
        details = " ".join(f"{key}={value}" for key, value in self.details.items())
        return f"{self.code}: {self.reason}" + (f" ({details})" if details else "")


class RulesError(EngineError):
    """An impossible rule set. ``key`` names the option at fault.

    Reasons: ``not_an_object``, ``unknown_preset``, ``unknown_key``, ``wrong_type``, ``out_of_range``,
    ``not_a_choice``, ``impossible_combination``, ``newer_rules``.
    """

    def __init__(self, reason: str, key: str, **details: Detail) -> None:
        super().__init__("bad_rules", reason, key=key, **details)
        self.key = key


class IllegalCommand(EngineError):
    """A command that the rules do not allow now. The state is unchanged."""


_CODES: Final[dict[str, ErrorCode]] = {
    "Call": "illegal_call",
    "Exchange": "illegal_exchange",
    "Play": "illegal_play",
    "Claim": "illegal_claim",
    "Concede": "illegal_claim",
    "Agree": "illegal_claim",
    "Refuse": "illegal_claim",
}


def wrong_phase(command: object) -> IllegalCommand:
    """The error for a command of another phase of the deal, or of another game."""
    return IllegalCommand(_CODES.get(type(command).__name__, "illegal_bid"), "wrong_phase")


def not_to_act() -> IllegalCommand:
    """The error for a command of a seat that may not act in the deal now."""
    return IllegalCommand("not_your_turn", "not_to_act")
