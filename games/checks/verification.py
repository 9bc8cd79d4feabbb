"""Redoing the shuffle of a finished match from its log: what the site itself could not have chosen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.engine import Deal, Match, start
from games.engine.match import Running
from games.engine.shuffle import Seeds, commitment, next_deal_event
from games.engine.wire import READERS, event_from_json
from games.log import Payload
from games.models import Game
from games.services import first_dealer


@dataclass(frozen=True, slots=True)
class DealCheck:
    """Whether a deal is the one that follows from the seeds."""

    number: int
    holds: bool


@dataclass(frozen=True, slots=True)
class ShuffleCheck:
    """The shuffle of a match: what was promised, what went into it, and whether it holds."""

    commitment: str
    seeds: tuple[str, ...]
    secret: str = ""
    """Empty until the match is over."""
    secret_holds: bool = False
    """Whether the secret is the one that was promised."""
    deals: tuple[DealCheck, ...] = ()

    @property
    def holds(self) -> bool:
        return self.secret_holds and all(deal.holds for deal in self.deals)


def verify_shuffle(game: Game) -> ShuffleCheck:
    """The shuffle of a game as far as it may be known: redone in full when the match is over."""
    payloads = list(game.events.order_by("seq").values_list("payload", flat=True))
    begun = next((one for one in payloads if one["type"] == "start"), None)
    told = next((one for one in payloads if one["type"] == "reveal"), None)
    if begun is None:
        return ShuffleCheck(game.commitment, ())
    given = tuple(begun["seeds"])
    if told is None:
        return ShuffleCheck(begun["commitment"], given)
    secret = bytes.fromhex(told["secret"])
    return ShuffleCheck(
        commitment=begun["commitment"],
        seeds=given,
        secret=told["secret"],
        secret_holds=commitment(secret) == begun["commitment"] == game.commitment,
        deals=tuple(_redo(game, Seeds(secret, game.slug, given), payloads)),
    )


def _redo(game: Game, seeds: Seeds, payloads: Iterable[Payload]) -> Iterable[DealCheck]:
    """Every deal of the log beside the one that the seeds make."""
    rules = game.rules
    running, dealer = Running(start(rules)), first_dealer(seeds, rules.players)
    for payload in payloads:
        event = event_from_json(payload, running) if payload["type"] in READERS else None
        if event is None:
            continue
        if isinstance(event, Deal):
            yield DealCheck(event.deal, event == _due(running.match(), seeds, dealer))
        running.carry_out(event)


def _due(match: Match, seeds: Seeds, dealer: int) -> Deal | None:
    """The deal that the seeds make next; None if none is due."""
    try:
        return next_deal_event(match, seeds, first_dealer=dealer)
    except ValueError:
        return None
