"""Counts of what bots have scored: points by level and role, bids made, deals passed out, Napoleons alone."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from napoleon.engine.deal import PassedOut
from napoleon.engine.rules import VariantName
from napoleon.engine.variants import End, Result


@dataclass
class BotScores:
    """Counts over any number of deals. Keys of two are a level and a role."""

    deals: Counter[tuple[str, str]] = field(default_factory=Counter)
    points: Counter[tuple[str, str]] = field(default_factory=Counter)
    made: Counter[str] = field(default_factory=Counter)
    """Bids made, by the level of the declarer."""
    alone: int = 0
    played: int = 0
    passed_out: int = 0

    def add(self, ended: Iterable[End], levels: Sequence[str]) -> None:
        """Count deals that have ended. ``levels`` names the bot of each seat."""
        for end in ended:
            if isinstance(end, PassedOut):
                self.passed_out += 1
                continue
            self.played += 1
            roles = _roles(end)
            for level, role, points in zip(levels, roles, end.scores, strict=True):
                self.deals[level, role] += 1
                self.points[level, role] += points
                if role in _DECLARERS and end.made:
                    self.made[level] += 1
            if "napoleon" in roles and end.adjutant is None:
                self.alone += 1

    def declared(self, level: str) -> int:
        """How many bids of the level won their auctions."""
        return sum(self.deals[level, role] for role in _DECLARERS)

    def made_rate(self, level: str) -> float:
        """The share of the level's own bids that it made."""
        return self.made[level] / max(1, self.declared(level))

    def passed_out_rate(self) -> float:
        """The share of deals that were passed out."""
        return self.passed_out / max(1, self.played + self.passed_out)

    def __str__(self) -> str:
        """A table to read."""
        lines = [f"{'level':<10} {'role':<10} {'deals':>7} {'points a deal':>14} {'bids made':>10}"]
        for level in sorted({level for level, _ in self.deals}):
            everything = [role for of, role in self.deals if of == level]
            lines.append(self._line(level, "all", everything, ""))
            for role in sorted(everything, key=_ROLES.index):
                rate = f"{self.made_rate(level):.1%}" if role in _DECLARERS else ""
                lines.append(self._line("", role, [role], rate, level))
        lines.append(
            f"{self.played} deals played, {self.passed_out} passed out"
            f" ({self.passed_out_rate():.1%}), Napoleon alone in {self.alone}"
        )
        return "\n".join(lines)

    def _line(self, shown: str, title: str, roles: list[str], rate: str, level: str = "") -> str:
        of = level or shown
        deals = sum(self.deals[of, role] for role in roles)
        points = sum(self.points[of, role] for role in roles) / deals
        return f"{shown:<10} {title:<10} {deals:>7} {points:>+14.3f} {rate:>10}".rstrip()


_ROLES = ["napoleon", "adjutant", "ally", "declarer", "opponent"]
_DECLARERS = ("napoleon", "declarer")


_SEAT_ROLES: Final[dict[VariantName, tuple[str, str]]] = {
    "napoleon": ("napoleon", "ally"),
    "nap": ("declarer", "opponent"),
}
"""What the declarer and the other seats are called in each game."""


def _roles(end: Result) -> list[str]:
    """The role of each seat in the deal."""
    declarer, other = _SEAT_ROLES[end.dealt.rules.variant]
    roles = [other] * len(end.scores)
    roles[end.declarer] = declarer
    if end.adjutant is not None:
        roles[end.adjutant] = "adjutant"
    return roles
