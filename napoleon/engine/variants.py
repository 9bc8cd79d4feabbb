"""The games that the engine knows, and the interface that each of them implements.

A variant is one game: its pack, its deals phase by phase, its views and its part of the record format. `VARIANTS` holds
them by name, and `variant_of` answers the game of a rule set. The rest of the engine (`match`, `view`, `record`,
`wire`, `shuffle`) uses the variant or the rules, and never asks which game it is.

>>> variant_of(NapRules()).name
'nap'
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol, TypeAlias, cast

from . import nap, napoleon, napoleon_view
from .cards import CARD_NAMES, TRUMPS, CardSet, Suit, parse_trump
from .deal import Dealt, DealView, EndedView, PassedOut
from .events import Bid, BidNap, Command, Deal, LegalCommand, NapBid
from .nap import NapEnd, NapResult, NapState
from .napoleon import NapoleonCursor, NapoleonEnd, NapoleonState
from .napoleon_contract import pack_of
from .napoleon_play import NapoleonResult, PlayCursor, Playing
from .rules import NapoleonRules, NapRules, Rules, VariantName

Json: TypeAlias = dict[str, Any]

State: TypeAlias = NapoleonState | NapState
"""An open deal: a phase of either game. Immutable."""
DealCursor: TypeAlias = NapoleonCursor | NapState
"""An open deal in a `match.MatchCursor`: a state, or a cursor that changes in place."""
Result: TypeAlias = NapoleonResult | NapResult
"""The end of a deal that was played."""
End: TypeAlias = NapoleonEnd | NapEnd
"""The end of a deal, played or passed out."""
ENDS: Final = (NapoleonResult, NapResult, PassedOut)
"""The types of `End`, for `isinstance`."""

NO_SUIT: Final = -1
"""An unreadable suit of a record. No rule allows it."""


class DealPhase(Protocol):
    """The interface of an open deal: every state and every cursor has it."""

    @property
    def number(self) -> int:
        """The number of the deal in its match, from 1."""

    @property
    def dealt(self) -> Dealt[Rules]:
        """The cards as dealt."""

    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now."""

    def legal(self, seat: int) -> Sequence[LegalCommand]:
        """Every command that the seat may give. Exchanges are one `events.LegalExchanges`."""

    def judge(self, command: Command) -> None:
        """Raise `errors.IllegalCommand` unless the rules allow the command. Changes nothing."""

    def after(self, event: Command) -> DealPhase | DealEnd:
        """The deal after an event. It does not judge the event, so pass only one that was judged."""


class DealEnd(Protocol):
    """The interface of a deal that has ended: `deal.PassedOut` and the result of each game have it."""

    @property
    def number(self) -> int:
        """The number of the deal in its match, from 1."""

    @property
    def dealt(self) -> Dealt[Rules]:
        """The cards as dealt."""

    @property
    def reshuffles(self) -> bool:
        """Whether the pack is shuffled for the next deal although the rules say ``no_shuffle``."""


class Variant(Protocol):
    """One game. It is given only rules, states and results of its own, which each class casts to its types."""

    @property
    def name(self) -> VariantName: ...

    def pack(self, rules: Rules) -> CardSet:
        """All cards that are shuffled for a deal."""

    def open_deal(self, rules: Rules, deal: Deal, last_declarer: int | None, last_adjutant: int | None) -> State:
        """The first state of a deal.

        ``last_declarer`` declared in the last deal that was played, if any; ``last_adjutant`` was their adjutant.
        """

    def deal_view(self, state: State, seat: int | None) -> DealView:
        """What the seat (None: a spectator) may know of an open deal."""

    def ended_view(self, end: Result, opened: bool) -> EndedView:
        """A played deal. ``opened`` says whether the reader may see all its cards."""

    def read_bid(self, number: int, seat: int, data: Json) -> Command:
        """The bid that a JSON object describes. Unreadable values become values that no rule allows."""

    def contract_json(self, end: Result) -> Json:
        """Who declared what in a played deal, as a record's summary has it."""

    def taken_json(self, end: Result) -> Json:
        """What the seats took in a played deal, as a record's summary has it."""


class NapoleonVariant:
    """Napoleon (rules.md 1)."""

    name: Final = "napoleon"

    def pack(self, rules: Rules) -> CardSet:
        return pack_of(cast(NapoleonRules, rules))

    def open_deal(self, rules: Rules, deal: Deal, last_declarer: int | None, last_adjutant: int | None) -> State:
        return napoleon.open_deal(cast(NapoleonRules, rules), deal, last_declarer, last_adjutant)

    def deal_view(self, state: State, seat: int | None) -> DealView:
        return napoleon_view.deal_view(cast(NapoleonState, state), seat)

    def ended_view(self, end: Result, opened: bool) -> EndedView:
        return napoleon_view.ended_view(cast(NapoleonResult, end), opened)

    def read_bid(self, number: int, seat: int, data: Json) -> Bid:
        count, trump = data.get("count"), parse_trump(data.get("trump"))
        readable = count if type(count) is int else 0
        return Bid(number, seat, readable, NO_SUIT if trump is None else trump)

    def contract_json(self, end: Result) -> Json:
        contract = cast(NapoleonResult, end).contract
        called, before = contract.called, contract.raised_from
        raised = {"raised_from": _bid_json(before.count, before.trump)} if before else {}
        return {
            "napoleon": contract.napoleon,
            "bid": _bid_json(contract.count, contract.trump),
            **raised,
            "called": contract.who if called is None else CARD_NAMES[called],
            "adjutant": contract.adjutant,
        }

    def taken_json(self, end: Result) -> Json:
        result = cast(NapoleonResult, end)
        return {"pictures": list(result.pictures), "side_pictures": result.outcome.side_pictures}


def _bid_json(count: int, trump: Suit) -> Json:
    return {"count": count, "trump": TRUMPS[trump]}


class NapVariant:
    """Nap (rules.md 2)."""

    name: Final = "nap"

    def pack(self, rules: Rules) -> CardSet:
        return nap.PACKS[cast(NapRules, rules).deck]

    def open_deal(self, rules: Rules, deal: Deal, last_declarer: int | None, last_adjutant: int | None) -> State:
        return nap.open_deal(cast(NapRules, rules), deal)

    def deal_view(self, state: State, seat: int | None) -> DealView:
        return nap.deal_view(cast(NapState, state), seat)

    def ended_view(self, end: Result, opened: bool) -> EndedView:
        return nap.ended_view(cast(NapResult, end), opened)

    def read_bid(self, number: int, seat: int, data: Json) -> BidNap:
        bid = data.get("bid")
        return BidNap(number, seat, cast(NapBid, bid if isinstance(bid, str) else ""))

    def contract_json(self, end: Result) -> Json:
        contract = cast(NapResult, end).contract
        return {"declarer": contract.declarer, "bid": contract.bid}

    def taken_json(self, end: Result) -> Json:
        return {"tricks_won": list(cast(NapResult, end).tricks_won)}


_GAMES: Final[tuple[Variant, ...]] = (NapoleonVariant(), NapVariant())
VARIANTS: Final[dict[VariantName, Variant]] = {variant.name: variant for variant in _GAMES}
"""All games by name."""


def variant_of(rules: Rules) -> Variant:
    """The game that the rules are of."""
    return VARIANTS[rules.variant]


def cursor_of(state: State | DealCursor) -> DealCursor:
    """The deal in a form that may change in place."""
    return PlayCursor(state) if isinstance(state, Playing) else state


def state_of(cursor: DealCursor) -> State:
    """The deal in its immutable form."""
    return cursor.state() if isinstance(cursor, PlayCursor) else cursor
