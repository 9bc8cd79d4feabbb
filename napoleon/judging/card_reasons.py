"""Why another card was better, as far as the trick itself shows it with all hands open."""

from napoleon.engine.cards import (
    JOKERS,
    SUIT_SETS,
    Card,
    CardSet,
    card_set,
    cards_in,
    count_pictures,
    is_joker,
    is_picture,
)
from napoleon.engine.deal import Led, Trick, led_suit, way_to_lead
from napoleon.engine.nap import NapPlaying, strongest
from napoleon.engine.napoleon_contract import Contract
from napoleon.engine.napoleon_play import Playing
from napoleon.judging.judgement import BareCommand, Reason


def reason_for(state: Playing | NapPlaying, played: BareCommand, best: BareCommand, trick: Trick) -> Reason:
    """The reason in one word; empty where the trick shows none. ``trick`` is the one that the played card went to."""
    cards = _OpenCards(state, played, best, trick)
    if isinstance(state, NapPlaying):
        if state.contract.bid == "misere":
            return _reason_at_misere(cards, state)
        return _reason_at_nap(cards, state)
    if not state.trick:
        return _reason_for_lead(state, played, best) or cards.of_lead() or cards.of_call()
    following = _reason_to_follow(_Following(state, played, best, trick))
    return following or cards.of_following() or cards.of_call()


class _OpenCards:
    """What the cards of all hands tell of a card that was played and of a better one, in either game."""

    def __init__(self, state: Playing | NapPlaying, played: BareCommand, best: BareCommand, trick: Trick) -> None:
        self.state, self.trick = state, trick
        self.played, self.best = played.card, best.card
        self.suit, self.best_suit = _suit(played), _suit(best)
        self.led_best = way_to_lead(best.card, best.suit, 0, None)
        self.later = trick.seats()[len(state.trick) + 1 :]
        """The seats that were still to play to the trick."""
        self.won = self.is_friend(trick.winner)
        self.by_me = trick.winner == state.turn
        self.trump = state.trump if isinstance(state, NapPlaying) else state.trick_rules.ranking.trump

    def is_friend(self, seat: int) -> bool:
        contract = self.state.contract
        side = contract.side() if isinstance(contract, Contract) else (contract.declarer,)
        return (seat in side) == (self.state.turn in side)

    def _strongest(self, cards: tuple[Card, ...], led: Led) -> int:
        """The place of the card that wins; -1 where it is a 2 that another suit would stop."""
        if isinstance(self.state, NapPlaying):
            return strongest(cards, self.state.trump)
        rank = self.state.trick_rules.ranking
        place, why = rank.strongest(cards, led, not self.state.past.tricks)
        return -1 if why == "same_two" else place

    def _led(self, card: Card) -> Led:
        if self.state.trick:
            return self.trick.led
        return self.led_best if card == self.best else self.trick.led

    def takes(self, card: Card) -> bool:
        cards = (*self.state.trick, card)
        return self._strongest(cards, self._led(card)) == len(cards) - 1

    def is_held(self, card: Card) -> bool:
        """Whether the card takes the trick and no opponent still to play could beat it."""
        cards, led = (*self.state.trick, card), self._led(card)
        enemies = [seat for seat in self.later if not self.is_friend(seat)]
        return self.takes(card) and all(
            self._strongest((*cards, other), led) == len(cards) - 1
            for seat in enemies
            for other in cards_in(self._may_follow(self.state.hand(seat), led))
        )

    def _may_follow(self, hand: CardSet, led: Led) -> CardSet:
        """The cards of a hand that might be played to the trick: under some rules these are fewer."""
        special = JOKERS
        if isinstance(self.state, Playing):
            special |= self.state.trick_rules.ranking.powers
        suited = hand & SUIT_SETS[led_suit(led)]
        return hand & (suited | special) if suited & ~special else hand

    def of_lead(self) -> Reason:
        """Why the trick should have been led otherwise."""
        if self.won:
            return self._cheaper()
        winner = self.trick.cards[self.trick.seats().index(self.trick.winner)]
        is_trumped = winner // 13 == self.trump and self.trick.why != "same_two"
        is_trumped &= not is_joker(winner)
        if is_trumped and self.suit not in (self.trump, self.best_suit):
            return "led_to_be_trumped"
        if self.is_held(self.best):
            return "could_be_held"
        is_trump = self.played // 13 == self.trump and not is_joker(self.played)
        return "led_below_trump" if is_trumped and is_trump and self.best_suit != self.trump else ""

    def of_following(self) -> Reason:
        """Why another card should have gone to a trick that was led."""
        if not self.won and self.is_held(self.best):
            return "could_be_held"
        if not (self.by_me or self.takes(self.played)) and self._is_highest(self.played):
            return "" if self._is_highest(self.best) else "threw_highest_away"
        return self._cheaper()

    def _cheaper(self) -> Reason:
        """Whether a card below the one that won the trick would have kept it for the side."""
        is_below = self._strength(self.best) < self._strength(self.played)
        return "cheaper_would_do" if self.by_me and is_below and self.is_held(self.best) else ""

    def _strength(self, card: Card) -> int:
        if isinstance(self.state, Playing):
            return self.state.trick_rules.ranking.rows[self._led(card)][card]
        suits = (self.state.trump, self.trick.led)
        return card % 13 + 13 * sum(card // 13 in suits[place:] for place in range(2))

    def _is_highest(self, card: Card) -> bool:
        """Whether nobody holds a higher card of its suit; nothing is said of the joker."""
        hands = [self.state.hand(seat) for seat in range(len(self.trick.cards))]
        return not is_joker(card) and not any(
            other // 13 == card // 13 and other > card for hand in hands for other in cards_in(hand)
        )

    def of_call(self) -> Reason:
        """Whether the card has told all who the adjutant is."""
        contract = self.state.contract
        if not isinstance(contract, Contract) or contract.adjutant != self.state.turn:
            return ""
        return "showed_adjutant" if self.played == contract.called else ""


def _reason_for_lead(state: Playing, played: BareCommand, best: BareCommand) -> Reason:
    rank, mine = state.trick_rules.ranking, state.contract.side()
    enemies = [seat for seat in range(len(state.setup.hands)) if (seat in mine) != (state.turn in mine)]
    held: CardSet = sum(state.hand(seat) for seat in enemies)
    calls = rank.callers >> best.card & 1
    if calls and best.card != played.card and held & JOKERS:
        return "did_not_call_joker"
    trumps = sum(1 << card for card in range(52) if card // 13 == rank.trump)
    if state.turn in mine and _suit(best) == rank.trump != _suit(played) and held & trumps:
        return "did_not_draw_trumps"
    return ""


def _suit(choice: BareCommand) -> int:
    return choice.card // 13 if choice.suit is None else choice.suit


class _Following:
    """The facts of a card played to a trick that was led."""

    def __init__(self, state: Playing, played: BareCommand, best: BareCommand, trick: Trick) -> None:
        side, self.state = state.contract.side(), state
        self.rank = state.trick_rules.ranking
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


def _reason_at_nap(cards: _OpenCards, state: NapPlaying) -> Reason:
    """A trick that was wanted and could be had, and a better lead."""
    declarer, lying = state.contract.declarer, state.trick
    if not lying:
        if not state.tricks and cards.suit != cards.best_suit:
            return "other_trump"
        others = [seat for seat in range(len(cards.trick.cards)) if seat != declarer]
        trumps = 0 if state.trump is None else SUIT_SETS[state.trump]
        is_drawn = not any(state.hand(seat) & trumps for seat in others)
        if state.turn == declarer and not is_drawn and cards.suit != state.trump == cards.best_suit:
            return "did_not_draw_trumps"
        return cards.of_lead()
    leading = cards.trick.seats()[strongest(lying, state.trump)]
    if cards.is_friend(leading):
        if cards.takes(cards.played) and not cards.takes(cards.best):
            return "overtook_friend"
    elif not cards.won and cards.takes(cards.best) and not cards.takes(cards.played):
        return "let_go"
    return cards.of_following()


def _reason_at_misere(cards: _OpenCards, state: NapPlaying) -> Reason:
    """A trick that the declarer should avoid, and that the others should make them take."""
    declarer = state.contract.declarer
    above = cards.best % 13 - cards.played % 13
    if state.turn == declarer:
        stays_below = bool(state.trick) and not cards.takes(cards.best)
        if cards.by_me and above < 0 and (stays_below or not state.trick):
            return "misere_took_trick"
        return "misere_kept_high" if above > 0 and stays_below else ""
    if not state.trick:
        held = state.hand(declarer)
        of_best = held & SUIT_SETS[cards.best_suit]
        if of_best and not held & SUIT_SETS[cards.suit]:
            return "misere_declarer_void"
        lowest = min(cards_in(of_best), default=0)
        return "misere_declarer_above" if lowest > cards.best else ""
    takes = [cards.takes(play.card) for play in state.legal(state.turn)]
    if cards.trick.seats()[strongest(state.trick, None)] == declarer and not all(takes):
        overtakes = cards.takes(cards.played) and not cards.takes(cards.best)
        return "misere_overtook" if overtakes else ""
    return "misere_others_kept_high" if declarer not in cards.later and above > 0 else ""
