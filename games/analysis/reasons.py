"""Why another card would have been better, as far as the trick itself tells: looked at with all hands open."""

from __future__ import annotations

from games.analysis.judgement import Choice, Reason
from games.engine.cards import JOKERS, Card, CardSet, card_set, count_pictures, is_picture
from games.engine.deal import Trick
from games.engine.nap import NapPlaying, strongest
from games.engine.napoleon import Playing


def reason_for(state: Playing | NapPlaying, played: Choice, best: Choice, trick: Trick) -> Reason:
    """The reason in one word; empty where the trick tells none. ``trick`` is the one that came of the played card."""
    if isinstance(state, NapPlaying):
        return _reason_at_nap(state, played, best, trick)
    if not state.trick:
        return _reason_for_lead(state, played, best)
    return _reason_to_follow(_Following(state, played, best, trick))


def _reason_for_lead(state: Playing, played: Choice, best: Choice) -> Reason:
    rank, mine = state.setup.tricks.ranking, state.contract.side()
    enemies = [
        seat for seat in range(len(state.setup.hands)) if (seat in mine) != (state.turn in mine)
    ]
    held: CardSet = sum(state.hand(seat) for seat in enemies)
    if best.card == rank.joker_call != played.card and held & JOKERS:
        return "did_not_call_joker"
    trumps = sum(1 << card for card in range(52) if card // 13 == rank.trump)
    if state.turn in mine and _suit(best) == rank.trump != _suit(played) and held & trumps:
        return "did_not_draw_trumps"
    return ""


def _suit(choice: Choice) -> int:
    return choice.card // 13 if choice.suit is None else choice.suit


class _Following:
    """The facts of a card played to a trick that was led."""

    def __init__(self, state: Playing, played: Choice, best: Choice, trick: Trick) -> None:
        side, self.state = state.contract.side(), state
        self.rank = state.setup.tricks.ranking
        self.played, self.best = played.card, best.card
        self.won = (trick.winner in side) == (state.turn in side)
        self.by_me = trick.winner == state.turn
        self.pictures = count_pictures(card_set(trick.cards))
        if not state.past.tricks:
            self.pictures += state.contract.pictures_for_first_trick()
        leading = trick.seats()[self._place(state.trick)]
        self.friend_led = (leading in side) == (state.turn in side)
        self.takes = self._takes(self.played)
        self.would_take = self._takes(self.best)

    def _place(self, cards: tuple[Card, ...]) -> int:
        return self.rank.strongest(cards, self.state.led, not self.state.past.tricks)[0]

    def _takes(self, card: Card) -> bool:
        return self._place((*self.state.trick, card)) == len(self.state.trick)

    def is_safe_picture(self, card: Card) -> bool:
        """A picture card that its side wants safe; of the mighty that can hardly be said."""
        return is_picture(card) and not self.is_power(card)

    def is_power(self, card: Card) -> bool:
        return bool((self.rank.powers | JOKERS) >> card & 1)

    def is_strong(self, card: Card) -> bool:
        return self.is_power(card) or card // 13 == self.rank.trump


def _reason_to_follow(at: _Following) -> Reason:
    if at.is_power(at.played) and not at.is_power(at.best) and not at.by_me:
        return "spent_in_vain"
    if not at.won and is_picture(at.played) and not is_picture(at.best):
        return "gave_picture"
    if at.takes and at.friend_led and not at.would_take:
        return "overtook_friend"
    would_win = at.would_take if at.by_me else at.won
    if would_win and at.is_safe_picture(at.best) and not is_picture(at.played):
        return "kept_picture_back"
    if not (at.won or at.friend_led) and at.pictures and at.would_take and not at.takes:
        return "let_go"
    if at.is_strong(at.played) and not at.is_strong(at.best):
        if not at.by_me:
            return "spent_in_vain"
        if not at.pictures:
            return "spent_on_nothing"
    return ""


def _reason_at_nap(state: NapPlaying, played: Choice, best: Choice, trick: Trick) -> Reason:
    """Whoever wants the trick and could have had it."""
    declarer, lying = state.contract.declarer, state.trick
    if not lying or state.contract.bid == "misere":
        return ""
    leading = trick.seats()[strongest(lying, state.trump)]
    if any((seat == declarer) == (state.turn == declarer) for seat in (leading, trick.winner)):
        return ""
    takes, would_take = (
        strongest((*lying, choice.card), state.trump) == len(lying) for choice in (played, best)
    )
    return "let_go" if would_take and not takes else ""
