"""The search of `search`, compiled: the same windows, bounds and orders, over one vector of integers a board.

This needs the extra ``analysis`` (numba). Numba checks no bounds and cannot cache a function that calls itself, so the
search keeps its own stack: a frame for each card, a row of moves for each frame. All numbers are signed, of 64 bits.

Positions are told apart by a hash of 64 bits instead of an exact key: the chance that two of a million positions share
one is about one in thirty million.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Final

import numba

from napoleon.engine.cards import HEART_QUEEN, JOKER, JOKERS, MIGHTY
from napoleon.engine.napoleon_ranking import SAME_TWO_STRENGTH, YOROMEKI_STRENGTH

from .laws import CALLED
from .search import ALL_SO_FAR, SWEPT

MOST_PLAYERS: Final = 8
CARDS: Final = 53
STRENGTHS: Final = 101

# Where a board's vector holds what (`fast.vector_of`).
LAYOUT: Final[dict[str, int]] = {
    "rows": 16 * CARDS,
    "above": 16 * STRENGTHS,
    "reach": CARDS,
    "suits": 16,
    "following": 16,
    "unusual": 16,
    "bound": MOST_PLAYERS * 16,
    "hands": MOST_PLAYERS,
    "side": MOST_PLAYERS,
    "maximises": MOST_PLAYERS,
    "opponents": 2 * MOST_PLAYERS * MOST_PLAYERS,
    "owner": CARDS,
    "joker_ways": 4,
    "singles": 17,
}
_OFFSETS = dict(zip(LAYOUT, accumulate(LAYOUT.values(), initial=0), strict=False))
VECTOR_SIZE: Final = sum(LAYOUT.values())
ROWS, ABOVE, REACH, SUITS, FOLLOWING, UNUSUAL, BOUND = list(_OFFSETS.values())[:7]
HANDS, SIDE, MAXIMISES, OPPONENTS, OWNER, JOKER_WAYS, SINGLES = list(_OFFSETS.values())[7:]
PLAYERS, VALUABLE, BONUS, PACK, TURNING = range(SINGLES, SINGLES + 5)
YOROMEKI, SAME_TWO, SAME_TWO_FIRST, SPOILERS = range(SINGLES + 5, SINGLES + 9)
WAYS_OF_JOKER, JOKER_CALL, BARRED = range(SINGLES + 9, SINGLES + 12)
POWERS, TRUMPS, SIDE_CARDS, MEMBERS, SALT = range(SINGLES + 12, SINGLES + 17)

# The fields of a frame.
LIVE, SEAT, LEFT, WAY, STRENGTH, HOLDER, LYING, STEP, GOAL, TO_TRY = range(10)
VALUE, NEXT, COUNT, GAIN, KEY, LEAST, MOST, TRIED = range(10, 18)
FRAME_SIZE: Final = 18
MOST_MOVES: Final = 64
DEPTH: Final = 64

UNKNOWN: Final = 999
SUIT_BITS: Final = (1 << 13) - 1
MIXER: Final = 0x2545F4914F6CDD1D

compiled = numba.njit(cache=True, nogil=True)


@compiled
def count(cards):
    """How many cards a set holds."""
    cards = cards - (cards >> 1 & 0x5555555555555555)
    cards = (cards & 0x3333333333333333) + (cards >> 2 & 0x3333333333333333)
    cards = cards + (cards >> 4) & 0x0F0F0F0F0F0F0F0F
    return cards * 0x0101010101010101 >> 56 & 127


@compiled
def lowest(cards):
    """The lowest card of a set."""
    return count((cards & -cards) - 1)


@compiled
def is_first(board, live):
    return live & ~ALL_SO_FAR == board[PACK]


# --- Bounds (`sure`) ---


@compiled
def sure_of(board, own, against, members):
    strongest = -1
    cards = against & (board[TRUMPS] | board[POWERS] | JOKERS)
    while cards:
        strongest = max(strongest, board[REACH + lowest(cards)])
        cards &= cards - 1
    if board[SAME_TWO] and board[TRUMPS] & -board[TRUMPS] & against:
        strongest = max(strongest, SAME_TWO_STRENGTH)
    sure = 0
    cards = own & board[VALUABLE] & (board[TRUMPS] | board[POWERS])
    while cards:
        if board[ROWS + lowest(cards)] > strongest:
            sure += 1
        cards &= cards - 1
    pair = board[YOROMEKI]
    if pair & (own | against) == pair and against >> HEART_QUEEN & 1:
        return max(0, sure - members)
    return sure


@compiled
def limits(board, live):
    most = count(live & board[VALUABLE])
    if is_first(board, live):
        most += board[BONUS]
    side = live & board[SIDE_CARDS]
    others = live & ~board[SIDE_CARDS] & ~ALL_SO_FAR
    lost = sure_of(board, others, side, board[PLAYERS] - board[MEMBERS])
    if live & ALL_SO_FAR and not lost:
        return most - SWEPT, most - 1 if most else most - SWEPT
    return sure_of(board, side, others, board[MEMBERS]), most - lost


# --- Shapes (`shapes`) ---


@compiled
def suit_shape(board, suit, bits, joker, mighty):
    """A hash of the suit's shape, and its cards that are to be tried."""
    live = bits << 13 * suit
    alone = board[TURNING]
    if joker and board[JOKER_CALL] < JOKER:
        alone |= 1 << board[JOKER_CALL]
    if mighty and board[YOROMEKI] != -1:
        alone |= 1 << HEART_QUEEN
    if board[SAME_TWO]:
        holders = joker
        for seat in range(board[PLAYERS]):
            holders += board[HANDS + seat] & live != 0
        if holders >= board[PLAYERS]:
            alone |= 1 << 13 * suit
    powers = live & board[POWERS]
    to_try, last = powers, -1
    hash_ = (powers >> 13 * suit) * 31 + suit + 1
    for rank in range(12, -1, -1):
        card = 13 * suit + rank
        bit = 1 << card
        if not live & bit & ~powers:
            continue
        kind = 2 * board[OWNER + card] + (board[VALUABLE] >> card & 1)
        if alone & bit:
            kind, last = 16 + card, -1
            to_try |= bit
        elif kind != last:
            last = kind
            to_try |= bit
        hash_ = (hash_ ^ kind + 1) * MIXER
        hash_ ^= hash_ >> 29 & 0x7FFFFFFFF
    return hash_ * MIXER, to_try


@compiled
def shape(board, shapes, live):
    joker, mighty = live >> JOKER & 1, live >> MIGHTY & 1
    around = joker + 2 * mighty
    key, to_try = 0, live & JOKERS
    for suit in range(4):
        bits = live >> 13 * suit & SUIT_BITS
        known = shapes[around, suit, bits]
        if known[2] != board[SALT]:
            known[0], known[1] = suit_shape(board, suit, bits, joker, mighty)
            known[2] = board[SALT]
        key ^= known[0]
        to_try |= known[1]
    return key, to_try


# --- The table ---


@compiled
def find(table, key):
    """What is known under the key, 0 if nothing is."""
    place = key >> 7 & len(table) - 2
    for slot in range(place, place + 2):
        if table[slot, 0] == key:
            return table[slot, 1]
    return 0


@compiled
def store(table, frame):
    """Keep what a frame has shown. Of two places the first is for the larger positions."""
    value, goal = frame[VALUE], frame[GOAL]
    least = value if value >= goal else frame[LEAST]
    most = frame[MOST] if value >= goal else value
    size = count(frame[LIVE])
    data = least + 128 | most + 128 << 8 | frame[TRIED] + 1 << 16 | size << 24
    key = frame[KEY]
    place = key >> 7 & len(table) - 2
    if table[place, 0] != key and table[place, 1] >> 24 > size:
        place += 1
    table[place, 0], table[place, 1] = key, data


# --- Orders (`ordering`) ---


@compiled
def add(moves, filled, cards, way):
    """Append the cards, the lowest first."""
    while cards:
        moves[filled] = lowest(cards) << 4 | way
        filled += 1
        cards &= cards - 1
    return filled


@compiled
def lead_worth(board, move, tried, against):
    card, way = move >> 4, move & 15
    if card == tried:
        return -1000
    strength = board[ROWS + CARDS * way + card]
    if not against & board[ABOVE + STRENGTHS * way + strength]:
        return -strength - 100
    return strength + (100 if board[VALUABLE] >> card & 1 else 0)


@compiled
def list_leads(board, frame, moves):
    live, leader = frame[LIVE], frame[SEAT]
    hand = board[HANDS + leader] & live
    if board[BARRED] and is_first(board, live) and hand & ~board[BARRED]:
        hand &= ~board[BARRED]
    cards = hand & frame[TO_TRY]
    filled = 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if card == JOKER:
            for place in range(board[WAYS_OF_JOKER]):
                moves[filled] = card << 4 | board[JOKER_WAYS + place]
                filled += 1
        else:
            moves[filled] = card << 4 | card // 13 + (CALLED if card == board[JOKER_CALL] else 0)
            filled += 1
    turned = 0 if frame[STEP] > 0 else 1
    place = OPPONENTS + (turned * MOST_PLAYERS + leader) * MOST_PLAYERS + board[PLAYERS] - 1
    against = board[place] & live
    for right in range(1, filled):
        move, left = moves[right], right
        worth = lead_worth(board, move, frame[TRIED], against)
        while left and lead_worth(board, moves[left - 1], frame[TRIED], against) > worth:
            moves[left] = moves[left - 1]
            left -= 1
        moves[left] = move
    return filled


@compiled
def list_follows(board, frame, moves):
    live, seat, way = frame[LIVE], frame[SEAT], frame[WAY]
    cards = board[HANDS + seat] & live
    if way >= CALLED and cards & JOKERS:
        cards &= JOKERS
    elif cards & board[BOUND + 16 * seat + way]:
        cards &= board[FOLLOWING + way]
    cards &= frame[TO_TRY]
    above, valuable = ABOVE + STRENGTHS * way, board[VALUABLE]
    turned = 0 if frame[STEP] > 0 else 1
    place = OPPONENTS + (turned * MOST_PLAYERS + seat) * MOST_PLAYERS + frame[LEFT] - 1
    against = board[place] & live
    beating = board[above + frame[STRENGTH]]
    winners = cards & beating
    is_friend = board[MAXIMISES + seat] == board[MAXIMISES + frame[HOLDER]]
    if is_friend and not against & beating:
        return add(moves, add(moves, 0, cards & valuable, way), cards & ~valuable, way)
    losers = cards ^ winners
    sure = unsure = 0
    left = winners
    while left:
        card = lowest(left)
        left &= left - 1
        if against & board[above + board[ROWS + CARDS * way + card]]:
            unsure |= 1 << card
        else:
            sure |= 1 << card
    filled = add(moves, 0, sure, way)
    for right in range(1, filled):
        move, left = moves[right], right
        worth = board[ROWS + CARDS * way + (move >> 4)]
        while left and board[ROWS + CARDS * way + (moves[left - 1] >> 4)] > worth:
            moves[left] = moves[left - 1]
            left -= 1
        moves[left] = move
    filled = add(moves, filled, losers & ~valuable, way)
    filled = add(moves, filled, losers & valuable, way)
    return add(moves, filled, unsure, way)


# --- The search ---


@compiled
def winner(board, frame, lying, strength, holder):
    """`Board.winner`."""
    way = frame[WAY]
    if not lying & board[UNUSUAL + way]:
        return holder
    if lying & board[YOROMEKI] == board[YOROMEKI] and strength < YOROMEKI_STRENGTH:
        return board[OWNER + HEART_QUEEN]
    two = 13 * (way & 3)
    if (
        board[SAME_TWO]
        and strength < SAME_TWO_STRENGTH
        and lying >> two & 1
        and not lying & ~(board[SUITS + way] | JOKERS)
        and not lying & board[SPOILERS]
        and (board[SAME_TWO_FIRST] or not is_first(board, frame[LIVE]))
    ):
        return board[OWNER + two]
    return holder


@compiled
def play(board, frame, after, move):
    """Fill the frame after a card."""
    card, way = move >> 4, move & 15
    strength, holder = board[ROWS + CARDS * way + card], frame[SEAT]
    lying = frame[LYING] | 1 << card
    players = board[PLAYERS]
    is_lead = frame[LEFT] == 0
    if not is_lead and strength <= frame[STRENGTH]:
        strength, holder = frame[STRENGTH], frame[HOLDER]
    after[LIVE], after[STEP], after[GOAL], after[GAIN] = frame[LIVE], frame[STEP], frame[GOAL], 0
    after[LEFT] = players - 1 if is_lead else frame[LEFT] - 1
    if after[LEFT]:
        after[SEAT] = (frame[SEAT] + frame[STEP] + players) % players
        after[WAY], after[STRENGTH], after[HOLDER] = way, strength, holder
        after[LYING], after[TO_TRY] = lying, frame[TO_TRY]
        return
    holder = winner(board, frame, lying, strength, holder)
    taken = count(lying & board[VALUABLE])
    if is_first(board, frame[LIVE]):
        taken += board[BONUS]
    if count(lying & board[TURNING]) & 1:
        after[STEP] = -frame[STEP]
    after[LIVE], after[SEAT], after[LYING] = frame[LIVE] & ~lying, holder, 0
    if board[SIDE + holder]:
        after[GAIN], after[GOAL] = taken, frame[GOAL] - taken
    elif taken:
        after[LIVE] &= ~ALL_SO_FAR


@compiled
def known_bound(board, shapes, table, frame):
    """A bound of a position at the beginning of a trick that needs no search; `UNKNOWN` if there is none."""
    live, goal = frame[LIVE], frame[GOAL]
    least, most = limits(board, live)
    if goal <= least or least == most:
        return least
    if goal > most:
        return most
    key, frame[TO_TRY] = shape(board, shapes, live)
    place = frame[SEAT] << 3 | (live >> JOKER & 3) << 1 | (frame[STEP] > 0)
    key = (key ^ (board[SALT] << 8 | place) * MIXER) * MIXER
    frame[KEY] = key = key ^ key >> 31 & 0xFFFFFFFF
    frame[TRIED] = -1
    known = find(table, key)
    if known:
        least, most = (known & 255) - 128, (known >> 8 & 255) - 128
        frame[TRIED] = (known >> 16 & 255) - 1
    frame[LEAST], frame[MOST] = least, most
    if least >= goal:
        return least
    return most if most < goal else UNKNOWN


@compiled
def arrive(board, shapes, table, frame, moves):
    """List the moves of a frame, or answer it at once."""
    frame[NEXT] = 0
    bound = UNKNOWN if frame[LEFT] else known_bound(board, shapes, table, frame)
    if bound != UNKNOWN:
        frame[VALUE], frame[COUNT] = bound, 0
        return
    frame[VALUE] = -UNKNOWN if board[MAXIMISES + frame[SEAT]] else UNKNOWN
    if frame[LEFT]:
        frame[COUNT] = list_follows(board, frame, moves)
    else:
        frame[COUNT] = list_leads(board, frame, moves)


@compiled
def fold(board, frame, moves, value):
    """Bring a bound after the last move into its frame."""
    maximises, reached = board[MAXIMISES + frame[SEAT]], value >= frame[GOAL]
    if (value > frame[VALUE]) == maximises:
        frame[VALUE], frame[TRIED] = value, moves[frame[NEXT] - 1] >> 4
    if reached == maximises:
        frame[VALUE] = value
        frame[NEXT] = frame[COUNT]


@compiled
def search(board, shapes, table, frames, moves, limit):
    """The bound of the first frame, and how many nodes it took. More than ``limit`` tell nothing."""
    depth, nodes = 0, 1
    if frames[0, LEFT]:
        frames[0, TO_TRY] = shape(board, shapes, frames[0, LIVE])[1]
    arrive(board, shapes, table, frames[0], moves[0])
    while True:
        frame = frames[depth]
        if frame[NEXT] < frame[COUNT]:
            frame[NEXT] += 1
            after = frames[depth + 1]
            play(board, frame, after, moves[depth, frame[NEXT] - 1])
            depth += 1
            nodes += after[LEFT] != 0
            if nodes > limit:
                return 0, nodes
            arrive(board, shapes, table, after, moves[depth])
            continue
        if frame[COUNT] and not frame[LEFT]:
            store(table, frame)
        if not depth:
            return frame[VALUE], nodes
        depth -= 1
        fold(board, frames[depth], moves[depth], frame[VALUE] + frame[GAIN])
