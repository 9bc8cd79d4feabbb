"""A replayed record as readable text: auction, tricks in a table, result, scores."""

from collections.abc import Iterator, Sequence
from unicodedata import east_asian_width

from napoleon.engine.cards import CARD_NAMES, SUITS, TRUMPS, is_joker, names
from napoleon.engine.deal import Declaration, PassedOut, Trick, led_suit
from napoleon.engine.events import Bid, BidNap, Claim
from napoleon.engine.match import is_over
from napoleon.engine.nap import NapResult
from napoleon.engine.napoleon_contract import Contract
from napoleon.engine.napoleon_play import NapoleonResult
from napoleon.engine.record import Replayed
from napoleon.engine.variants import End, State
from napoleon.player_names import readable

_NO_TRUMP = {"N": "no trump"}
_CALLED = {None: "?", "nobody": "nobody", "first_trick": "the winner of the first trick"}


def account(record: Replayed) -> str:
    """The report on a record without errors. No name in it can control the terminal."""
    match, players = record.match, tuple(map(readable, record.players))
    if match is None or record.rules is None:
        raise ValueError("the record could not be replayed")
    lines = [f"{', '.join(players)}: {record.rules.preset}"]
    for end in sorted(match.ended, key=lambda end: end.number):
        lines += ["", *_deal(end, players)]
    for state in match.open:
        lines += ["", *_open_deal(state, players)]
    lines += ["", f"Scores: {_by_player(match.scores, players)}"]
    if is_over(match):
        lines.append("The match is over.")
    return "\n".join(lines) + "\n"


def _by_player(numbers: tuple[int, ...], players: tuple[str, ...]) -> str:
    return ", ".join(f"{name} {number}" for name, number in zip(players, numbers, strict=True))


def _deal(end: End, players: tuple[str, ...]) -> Iterator[str]:
    if isinstance(end, PassedOut):
        thrown = "passed out" if end.redeal is None else f"{players[end.redeal]} throws their hand in"
        yield f"Deal {end.number}, dealt by {players[end.dealt.dealer]}: {thrown}"
        return
    yield f"Deal {end.number}, dealt by {players[end.dealt.dealer]}"
    yield "  Auction: " + ", ".join(f"{players[bid.seat]} {_bid(bid)}" for bid in end.auction)
    if isinstance(end, NapoleonResult):
        yield "  " + _call(end.contract, players)
    yield from _trick_table(end.tricks, players)
    if end.proposal is not None:
        did = "claims the rest" if isinstance(end.proposal, Claim) else "gives up"
        yield f"  {players[end.proposal.seat]} {did}"
    yield "  " + (_napoleon_result(end, players) if isinstance(end, NapoleonResult) else _nap_result(end, players))


def _bid(said: Declaration) -> str:
    if isinstance(said, Bid):
        trump = TRUMPS[said.trump]
        return f"{said.count} {_NO_TRUMP.get(trump, trump)}"
    return said.bid if isinstance(said, BidNap) else "passes"


def _call(contract: Contract, players: tuple[str, ...]) -> str:
    napoleon = players[contract.napoleon]
    called = _CALLED[contract.who] if contract.called is None else CARD_NAMES[contract.called]
    partner = "alone" if contract.adjutant is None else f"adjutant {players[contract.adjutant]}"
    if contract.raised_from is not None:
        napoleon += f" raises to {_bid(contract.winning_bid)},"
    text = f"Napoleon {napoleon} calls {called} ({partner}), discards {' '.join(names(contract.discards or 0))}"
    return text if contract.give_to is None else f"{text} to {players[contract.give_to]}"


def _trick_table(tricks: Sequence[Trick], players: tuple[str, ...]) -> Iterator[str]:
    """One column for each player; ``>`` leads the trick, ``*`` wins it."""
    widths = [max(8, _width(name) + 2) for name in players]
    yield "  trick  " + "".join(_pad(name, width) for name, width in zip(players, widths, strict=True))
    for number, trick in enumerate(tricks, 1):
        cells = [""] * len(players)
        for seat, card in zip(trick.seats(), trick.cards, strict=True):
            cells[seat] = CARD_NAMES[card]
        if is_joker(trick.cards[0]):
            cells[trick.leader] += f"({SUITS[led_suit(trick.led)]})"
        cells[trick.leader] = ">" + cells[trick.leader]
        cells[trick.winner] += "*"
        row = "".join(_pad(cell, width) for cell, width in zip(cells, widths, strict=True))
        yield f"  {number:5}  {row}{trick.why.replace('_', ' ')}"


def _width(text: str) -> int:
    """The width on a terminal, where wide characters take two columns."""
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)


def _pad(text: str, width: int) -> str:
    return text + " " * (width - _width(text))


def _napoleon_result(end: NapoleonResult, players: tuple[str, ...]) -> str:
    made = "makes it" if end.outcome.made else "fails"
    return (
        f"Napoleon's side {made} with {end.outcome.side_pictures} of {end.contract.count} pictures "
        f"({_by_player(end.pictures, players)}). Scores: {_by_player(end.outcome.scores, players)}"
    )


def _nap_result(end: NapResult, players: tuple[str, ...]) -> str:
    made = "makes" if end.made else "fails"
    won = end.tricks_won[end.declarer]
    return (
        f"{players[end.declarer]} {made} {end.contract.bid} with {won} tricks. "
        f"Scores: {_by_player(end.scores, players)}"
    )


def _open_deal(state: State, players: tuple[str, ...]) -> Iterator[str]:
    waiting = ", ".join(players[seat] for seat in state.to_act())
    yield f"Deal {state.number}: to act: {waiting}"
