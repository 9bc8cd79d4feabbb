"""What a reader may know of a match, and nothing else. All secrets pass through here.

`view(match, seat)` builds a `PlayerView` from an allow-list. A ``seat`` of None is a spectator. Two matches that
the reader cannot tell apart give equal views: a view hides cards, and also what their number, order or time would
reveal. Templates, mails, bots and exports of a running match get views only.
"""

from dataclasses import dataclass

from .cards import JOKERS
from .deal import Blocked, DealView, EndedView, Mark, PassedOut, Phase, passed_out_view
from .match import Match, is_over
from .napoleon_ranking import WEAK_JOKER, weak_by_trick
from .rules import NapoleonRules, Rules
from .variants import End, State, variant_of

__all__ = ["Blocked", "DealView", "EndedView", "Mark", "Phase", "PlayerView", "deal_view", "names_needlessly", "view"]


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


def view(match: Match, seat: int | None, *, opens: bool | None = None) -> PlayerView:
    """What the seat, or a spectator (None), may know of the match.

    ``opens`` says whether the cards of ended deals are shown to everybody (True, as of an abandoned match) or to nobody
    (False, as long as others still play the same deals). By default the match decides.
    """
    over = is_over(match)
    ended = [ended_view(end, over, seat, opens=opens) for end in match.ended]
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


def names_needlessly(deal: DealView, rules: Rules) -> bool:
    """Whether I lead a joker as the last card of the deal, and the suit that it names changes nothing.

    All others have one card left as well. Only a joker of the lowest level wins or loses by its suit.
    """
    is_last = deal.my_turn and deal.phase == "playing" and not deal.trick and deal.hand.bit_count() == 1
    is_joker = is_last and deal.hand & JOKERS != 0
    if not is_joker or not isinstance(rules, NapoleonRules):
        return False
    return rules.joker_led != "weakest" and not weak_by_trick(rules)[-1] & WEAK_JOKER


def ended_view(end: End, over: bool, seat: int | None, *, opens: bool | None = None) -> EndedView:
    """A deal that has ended. ``over`` says whether the match is over; ``opens`` is as for `view`.

    The seats see its cards at once, and everyone when the match is over. Those of a passed-out deal, and of any deal
    under ``no_shuffle``, stay hidden until then, because they would reveal cards that are still to be played.
    """
    if isinstance(end, PassedOut):
        return passed_out_view(end, over if opens is None else opens)
    rules = end.dealt.rules
    opened = over or (seat is not None and not rules.no_shuffle) if opens is None else opens
    return variant_of(rules).ended_view(end, opened)
