"""Values of a view: its own seat, what its phase must hold, how its running trick was led."""

from typing import TypeVar

from napoleon.engine import BidNap, DealView
from napoleon.engine.deal import Led
from napoleon.engine.events import NapBid

T = TypeVar("T")


def seat_of(deal: DealView) -> int:
    """The seat whose view it is. Only on its turn, because the legal commands tell it."""
    return deal.legal[0].seat


def known(value: T | None) -> T:
    """A value that the view has in the current phase. Raises `ValueError` if it is missing."""
    if value is None:
        raise ValueError("the view does not fit its phase")
    return value


def nap_bid_of(deal: DealView) -> NapBid:
    """The bid of the declarer at Nap. Raises `ValueError` before there is one."""
    return known(deal.contract.bid if isinstance(deal.contract, BidNap) else None)


def led_of(deal: DealView) -> Led:
    """How the running trick was led, as `deal.Led` numbers it."""
    return known(deal.led)
