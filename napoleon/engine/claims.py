"""Claims: a deal ends before its last card because a seat claims the rest or gives up (docs/rules.md, "Claims").

A seat claims or concedes on its turn. If its own cards make a claim certain, the deal ends at once. Otherwise all other
seats answer, in any order: the first refusal resumes the play, and the last agreement ends the deal. Each game judges
and scores its own proposals (`Claimable`).
"""

from __future__ import annotations

from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar

from .deal import Dealt
from .errors import IllegalCommand, not_to_act, wrong_phase
from .events import Agree, Claim, Command, Concede, Proposal, Refuse
from .rules import Rules


class Claimable(Protocol):
    """The play of a deal, in which a seat can make a proposal."""

    @property
    def number(self) -> int:
        """The number of the deal in its match."""

    @property
    def dealt(self) -> Dealt[Rules]:
        """The cards as dealt."""

    def settled(self, proposal: Proposal) -> Any:
        """The result of the deal if the proposal is accepted."""

    def after_refusal(self, seat: int) -> Self:
        """The play as it was before; the seat can't ask again in this deal."""


P = TypeVar("P", bound=Claimable)
R = TypeVar("R")


class Claimed(NamedTuple, Generic[P, R]):
    """All seats but the one that proposed are asked. ``P`` is the play, ``R`` its result."""

    play: P
    proposal: Proposal
    agreed: tuple[int, ...] = ()
    """The seats that have agreed so far, in that order."""

    @property
    def number(self) -> int:
        return self.play.number

    @property
    def dealt(self) -> Dealt[Rules]:
        return self.play.dealt

    def to_act(self) -> tuple[int, ...]:
        answered = (self.proposal.seat, *self.agreed)
        return tuple(seat for seat in range(self.dealt.rules.players) if seat not in answered)

    def legal(self, seat: int) -> list[Agree | Refuse]:
        return [Agree(self.number, seat), Refuse(self.number, seat)]

    def judge(self, command: Command) -> None:
        if command.seat not in self.to_act():
            raise not_to_act()
        if not isinstance(command, Agree | Refuse):
            raise wrong_phase(command)

    def after(self, event: Command) -> Claimed[P, R] | P | R:
        """The deal after an answer: still asking, resumed, or ended."""
        if isinstance(event, Refuse):
            return self.play.after_refusal(self.proposal.seat)
        now = self._replace(agreed=(*self.agreed, event.seat))
        if now.to_act():
            return now
        ended: R = self.play.settled(self.proposal)
        return ended


def judge_proposal(command: Command, turn: int, refused: tuple[int, ...], certain: bool) -> None:
    """Raise `IllegalCommand` unless the seat may propose that now. ``certain``: its cards make it win all the rest."""
    if command.seat != turn:
        raise not_to_act()
    if not isinstance(command, Claim | Concede):
        raise wrong_phase(command)
    if isinstance(command, Claim) and command.certain:
        if not certain:
            raise IllegalCommand("illegal_claim", "not_certain")
    elif turn in refused:
        raise IllegalCommand("illegal_claim", "refused_before")


def proposals(deal: int, seat: int, refused: tuple[int, ...], certain: bool) -> tuple[Proposal, ...]:
    """What the seat to play may propose."""
    asks = seat not in refused
    claims = (Claim(deal, seat, certain),) if certain or asks else ()
    return (*claims, Concede(deal, seat)) if asks else claims
