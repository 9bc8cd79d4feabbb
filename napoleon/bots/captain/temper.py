"""The tempers of captains: how bold they bid, and how much they risk. None knows more than another, or says less."""

from typing import Final, Literal, NamedTuple, TypeAlias

TemperName: TypeAlias = Literal["steady", "careful", "bold"]


class Temper(NamedTuple):
    """What one captain dares more than another."""

    name: TemperName
    least_chance: float
    """A bid that it makes less often than this it leaves to others."""
    doubt: float
    """So many times as clear as usual another choice must be before the captain leaves its habits."""


STEADY: Final = Temper("steady", least_chance=0.46, doubt=1.0)
CAREFUL: Final = Temper("careful", least_chance=0.52, doubt=1.5)
BOLD: Final = Temper("bold", least_chance=0.43, doubt=0.6)
_TEMPERS: Final = (STEADY, CAREFUL, BOLD)


def temper_of(face: int) -> Temper:
    """The temper of the captain with that face."""
    return _TEMPERS[face % len(_TEMPERS)]
