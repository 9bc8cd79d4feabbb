"""Repeats the shuffle of a finished match from its log, to show that the site did not choose the cards."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.kernel.events import MatchStarted, SecretRevealed
from games.kernel.replay import Transition, rows_of, transitions
from games.kernel.transaction import first_dealer
from games.models import Game
from napoleon.engine import Deal, Match
from napoleon.engine.shuffle import Seeds, commitment, next_deal_event


@dataclass(frozen=True, slots=True)
class DealCheck:
    """Whether a deal follows from the seeds."""

    number: int
    holds: bool


@dataclass(frozen=True, slots=True)
class ShuffleCheck:
    """The shuffle of a match: commitment, seeds and secret, and whether they match."""

    commitment: str
    seeds: tuple[str, ...]
    secret: str = ""
    """Empty until the match is over."""
    secret_holds: bool = False
    """Whether the secret matches the commitment."""
    deals: tuple[DealCheck, ...] = ()

    @property
    def holds(self) -> bool:
        return self.secret_holds and all(deal.holds for deal in self.deals)


def verify_shuffle(game: Game) -> ShuffleCheck:
    """The shuffle of a game as far as it is public: repeated in full once the match is over."""
    log = list(transitions(game.rules, rows_of(game)))
    events = [transition.logged.event for transition in log]
    started = next((event for event in events if isinstance(event, MatchStarted)), None)
    revealed = next((event for event in events if isinstance(event, SecretRevealed)), None)
    if started is None:
        return ShuffleCheck(game.commitment, ())
    seeds = _public_seeds(game, started, revealed)
    if seeds is None:
        return ShuffleCheck(started.commitment, started.seeds)
    return ShuffleCheck(
        commitment=started.commitment,
        seeds=started.seeds,
        secret=seeds.secret.hex(),
        secret_holds=commitment(seeds.secret) == started.commitment == game.commitment,
        deals=tuple(_redo(game, seeds, log)),
    )


def _public_seeds(game: Game, started: MatchStarted, revealed: SecretRevealed | None) -> Seeds | None:
    """All that the shuffle follows from, once it is public."""
    if game.board_set is not None:
        return game.board_set.seeds if game.is_of_closed_set else None
    return Seeds(bytes.fromhex(revealed.secret), game.slug, started.seeds) if revealed else None


def _redo(game: Game, seeds: Seeds, log: Iterable[Transition]) -> Iterable[DealCheck]:
    """Compare every deal of the log with the deal from the seeds."""
    dealer = first_dealer(seeds, game.rules.players)
    for logged, before, _after in log:
        if isinstance(logged.event, Deal):
            yield DealCheck(logged.event.deal, logged.event == _due(before, seeds, dealer))


def _due(match: Match, seeds: Seeds, dealer: int) -> Deal | None:
    """The next deal from the seeds; None if none is due."""
    try:
        return next_deal_event(match, seeds, first_dealer=dealer)
    except ValueError:
        return None
