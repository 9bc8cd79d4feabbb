"""The engine's speed against python-chess and OpenSpiel: `python -m benchmarks.engine [--rounds N]`.

It measures the checked replay of records, random play of deals, and views. The peers do the same work in the same run:
python-chess pushes UCI moves, which it checks for legality; OpenSpiel plays Oh Hell with five players and ten tricks
through Python.
"""

import random
from functools import cache
from statistics import median, quantiles
from time import perf_counter_ns

import chess
import pyspiel

from napoleon.engine import Deal, Exchange, LegalExchanges, Match, MatchCursor, card_set, next_deal, start, view
from napoleon.engine.cards import CardSet, cards_in
from napoleon.engine.events import Event
from napoleon.engine.match import pack
from napoleon.engine.record import header, replay, write
from napoleon.engine.rules import Rules, rules_from_json

from .measure import Contestant, arguments, print_circumstances, print_rates, print_table, rounds

PRESETS = ("gurunapo", "leaflet", "booklet")
"""The presets for five."""
PLAYERS = ("Ai", "Bo", "Chie", "Dai", "Emi")


# --- Random play ---


def random_deal(rules: Rules, number: int, dealer: int, rng: random.Random) -> Deal:
    """A shuffled deal."""
    size, dealt = rules.hand_size, rules.hand_size * rules.players
    cards = sorted(one_card_sets(pack(rules)), key=lambda _: rng.random())
    hands = [sum(cards[place : place + size]) for place in range(0, dealt, size)]
    return Deal(number, dealer, tuple(hands), sum(cards[dealt:]))


@cache
def one_card_sets(cards: CardSet) -> list[CardSet]:
    """Every card of the set as a set of its own, so that sums of them are sets too."""
    return [1 << card for card in cards_in(cards)]


def random_exchange(choice: LegalExchanges, rng: random.Random) -> Exchange:
    discard = card_set(rng.sample(cards_in(choice.among), choice.size))
    give_to = rng.choice(choice.recipients) if choice.recipients else None
    return Exchange(choice.deal, choice.seat, discard, give_to)


def play_deal(running: MatchCursor, rng: random.Random) -> list[Event]:
    """Deal, then take random legal actions until the deal has ended."""
    due = next_deal(running.match())
    if due is None:
        raise ValueError("the match is over")
    events: list[Event] = [random_deal(running.rules, due.number, due.dealer or 0, rng)]
    choose = rng.random
    deal = running.apply_in_place(events[0])
    while deal is not None:
        actions = deal.legal(deal.to_act()[0])
        action = actions[int(choose() * len(actions))]
        event = random_exchange(action, rng) if isinstance(action, LegalExchanges) else action
        events.append(event)
        after = deal.after(event)
        if after is not deal:
            deal = running.go_on(after)
    return events


def random_match(rules: Rules, rng: random.Random) -> list[Event]:
    running, events = MatchCursor(start(rules)), []
    while next_deal(running.match()):
        events += play_deal(running, rng)
    return events


# --- Contestants ---


def checked_replay(matches: int, rng: random.Random) -> Contestant:
    """Records as lines of text, replayed and checked."""
    lines: list[str] = []
    for place in range(matches):
        rules = rules_from_json({"preset": PRESETS[place % len(PRESETS)]})
        lines += write(header(rules, PLAYERS), random_match(rules, rng)).splitlines()

    def contestant() -> int:
        count = 0
        for record in replay(lines):
            if record.error is not None:
                raise ValueError(record.error)
            count += len(record.events)
        return count

    return contestant


def chess_games(games: int, rng: random.Random) -> Contestant:
    """Random games of at most 120 half-moves, in the notation of UCI."""
    played = []
    for _ in range(games):
        board = chess.Board()
        moves: list[chess.Move] = []
        while len(moves) < 120 and (legal := list(board.legal_moves)):
            moves.append(rng.choice(legal))
            board.push(moves[-1])
        played.append([move.uci() for move in moves])

    def contestant() -> int:
        for moves in played:
            board = chess.Board()
            for move in moves:
                board.push_uci(move)
        return sum(map(len, played))

    return contestant


def random_napoleon(matches: int, rng: random.Random) -> Contestant:
    """Whole matches of five deals played at random; the players' actions are counted."""
    rules = rules_from_json({"preset": "gurunapo", "deals": 5})

    def contestant() -> int:
        count = 0
        for _ in range(matches):
            count += len(random_match(rules, rng)) - rules.deals
        return count

    return contestant


def random_oh_hell(deals: int, rng: random.Random) -> Contestant:
    """Random play with OpenSpiel; its chance, which deals each card by an action of its own, is not counted."""
    game = pyspiel.load_game("oh_hell", {"players": 5, "num_tricks_fixed": 10})

    def contestant() -> int:
        count, choose = 0, rng.random
        for _ in range(deals):
            state = game.new_initial_state()
            while not state.is_terminal():
                count += not state.is_chance_node()
                actions = state.legal_actions()
                state.apply_action(actions[int(choose() * len(actions))])
        return count

    return contestant


# --- Views ---


def positions(deals: int, rng: random.Random) -> list[Match]:
    """Every position of some deals, each the only open one of its match."""
    matches = []
    for place in range(deals):
        rules = rules_from_json({"preset": PRESETS[place % len(PRESETS)], "deals": 1})
        running = MatchCursor(start(rules))
        for event in play_deal(MatchCursor(start(rules)), rng):
            running.apply_in_place(event)
            if running.open:
                matches.append(running.match())
    return matches


def view_times(matches: list[Match]) -> list[float]:
    """Microseconds for each view of each match, by every seat and by a spectator; the best of three."""
    times = []
    for match in matches:
        for seat in (0, 1, 2, 3, 4, None):
            took = []
            for _ in range(3):
                begun = perf_counter_ns()
                view(match, seat)
                took.append(perf_counter_ns() - begun)
            times.append(min(took) / 1000)
    return times


def main() -> None:
    options = arguments(__doc__, rounds=15, seed=1)
    rng = random.Random(options.seed)
    print_circumstances(["chess", "open_spiel"])
    replays: dict[str, Contestant] = {
        "Napoleon, record lines": checked_replay(12, rng),
        "python-chess, UCI moves": chess_games(12, rng),
    }
    print_rates("Checked replay", "events/s", rounds(replays, options.rounds))
    plays: dict[str, Contestant] = {"Napoleon": random_napoleon(12, rng), "OpenSpiel, Oh Hell": random_oh_hell(60, rng)}
    print_rates("Random play of whole deals", "moves/s", rounds(plays, options.rounds))
    times = view_times(positions(60, rng))
    percent = quantiles(times, n=100)
    figures = (("median", median(times)), ("p10", percent[9]), ("p99", percent[98]))
    header = (f"a view of a running five-handed deal ({len(times):,} views)", "µs")
    print_table(header, ((name, f"{value:.1f}") for name, value in figures))


if __name__ == "__main__":
    main()
