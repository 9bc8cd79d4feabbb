"""What a reader may know of a match, and nothing else. All secrets pass through here.

`view(match, seat)` builds a `PlayerView` from an allow-list. A ``seat`` of None is a spectator. Two matches that
the reader cannot tell apart give equal views: a view hides cards, and also what their number, order or time would
reveal. Templates, mails, bots and exports of a running match get views only.
"""

from dataclasses import dataclass

from .deal import Blocked, DealView, EndedView, Mark, PassedOut, Phase, passed_out_view
from .match import Match, is_over
from .rules import Rules
from .variants import End, State, variant_of

__all__ = ["Blocked", "DealView", "EndedView", "Mark", "Phase", "PlayerView", "deal_view", "view"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerView:
    """A match as a reader sees it. ``seat`` is None for a spectator."""

    rules: Rules
    seat: int | None
    finished: bool
    scores: tuple[int, ...]
    deals: tuple[DealView, ...]
    """The open deals."""
    ended: tuple[EndedView, ...]
    """The deals that have ended, by number."""


def view(match: Match, seat: int | None, *, closed: bool = False) -> PlayerView:
    """What the seat, or a spectator (None), may know of the match.

    ``closed`` is for an abandoned match: its ended deals are no longer secret.
    """
    over = is_over(match)
    ended = [ended_view(end, over or closed, seat) for end in match.ended]
    return PlayerView(
        rules=match.rules,
        seat=seat,
        finished=over,
        scores=match.scores,
        deals=tuple(deal_view(state, seat) for state in match.open),
        ended=tuple(sorted(ended, key=lambda end: end.number)),
    )


def deal_view(state: State, seat: int | None) -> DealView:
    """What the seat, or a spectator (None), may know of one open deal."""
    return variant_of(state.dealt.rules).deal_view(state, seat)


def ended_view(end: End, over: bool, seat: int | None) -> EndedView:
    """A deal that has ended. ``over`` says whether the match is over or was abandoned.

    The seats see its cards at once, and everyone when the match is over. Those of a passed-out deal, and of any deal
    under ``no_shuffle``, stay hidden until then, because they would reveal cards that are still to be played.
    """
    if isinstance(end, PassedOut):
        return passed_out_view(end, over)
    rules = end.dealt.rules
    opened = over or (seat is not None and not rules.no_shuffle)
    return variant_of(rules).ended_view(end, opened)
