"""What was played at a table, read from the log of its game: the deals that count, as the standings take them.

They are stored with the table (`Table.deals_json`), a list of objects with ``scores``, ``napoleon``, ``adjutant``
and ``made``, all by seat, and ``players``: the entries of those who held the seats when the deal ended (null: a bot,
or somebody who is not in the season), or null if those were the owners of all the seats.

A recorded match was played in the seats of its record: its deals are turned into those of the table. Whoever sat there,
they are the owners'.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence
from itertools import starmap
from typing import Any

from games.engine.match import Running, deal_scores
from games.engine.match import start as new_match
from games.engine.nap import NapPassedOut, NapResult
from games.engine.napoleon import NapoleonResult, PassedOut
from games.engine.wire import READERS, event_from_json
from games.log import Row
from games.models import Game
from leagues import standings
from leagues.models import Offer, RecordedMatch, Table

Json = dict[str, Any]
Holders = list[int | None]
"""By seat, the entry of whoever holds it."""


def read_deals(table: Table) -> bool:
    """Bring what is stored of the table's deals up to date; whether there was anything new.

    Two workers may do it at once: what was read from less of the log never replaces what was read from more.
    """
    game = table.game
    if game is None or game.seq <= table.deals_seq:
        return False
    deals = deals_of(table, game)
    # Another game may count for the table by now.
    older = Table.objects.filter(pk=table.pk, game=game, deals_seq__lt=game.seq)
    if not older.update(deals_json=deals, deals_seq=game.seq):
        return False
    is_new: bool = deals != table.deals_json
    table.deals_json, table.deals_seq = deals, game.seq
    return is_new


def deals_of(table: Table, game: Game) -> list[Json]:
    """The deals of the game that have ended, less those passed out; in the order in which they ended."""
    recorded = RecordedMatch.objects.filter(table=table).first()
    if recorded is not None:
        return recorded_deals(game, recorded.seats_json)
    owners: Holders = [seat.entry_id for seat in table.seats.order_by("number")]
    holders, coming = list(owners), _substitutes(table)
    running = Running(new_match(game.rules))
    found: list[Json] = []
    events = game.events.filter(seq__lte=game.seq).order_by("seq").values_list(*Row._fields)
    for row in starmap(Row, events):
        payload = row.payload
        if payload["type"] == "left":
            holders[payload["seat"]] = None
        elif payload["type"] == "substituted":
            queue = coming[payload["seat"]]
            holders[payload["seat"]] = queue.popleft() if queue else None
        event = event_from_json(payload, running) if payload["type"] in READERS else None
        if event is None:
            continue
        before = len(running.ledger.ended)
        running.carry_out(event)
        for end in running.ledger.ended[before:]:
            if not isinstance(end, PassedOut | NapPassedOut):
                found.append({**_figures(end), "players": _players(holders, owners)})
    return found


def recorded_deals(game: Game, seats: Sequence[int]) -> list[Json]:
    """The same of a recorded match; ``seats`` are those of the record, by seat of the table."""
    running = Running(new_match(game.rules))
    for payload in game.events.order_by("seq").values_list("payload", flat=True):
        event = event_from_json(payload, running) if payload["type"] in READERS else None
        if event is not None:
            running.carry_out(event)
    played = [end for end in running.ledger.ended if not isinstance(end, PassedOut | NapPassedOut)]
    return [{**_seated(_figures(end), seats), "players": None} for end in played]


def _seated(figures: Json, seats: Sequence[int]) -> Json:
    place = {there: here for here, there in enumerate(seats)}
    return {
        "scores": [figures["scores"][there] for there in seats],
        "napoleon": place[figures["napoleon"]],
        "adjutant": place.get(figures["adjutant"]),
        "made": figures["made"],
    }


def _substitutes(table: Table) -> dict[int, deque[int | None]]:
    """By seat, the entries of those who came in for somebody, in their order; None for who is not in the season."""
    offers = Offer.objects.filter(seat__table=table, state=Offer.State.ACCEPTED)
    taken = offers.order_by("settled_at", "pk").values_list("seat__number", "entry")
    found: dict[int, deque[int | None]] = defaultdict(deque)
    for number, entry in taken:
        found[number].append(entry)
    return found


def _figures(end: NapoleonResult | NapResult) -> Json:
    scores = list(deal_scores(end))
    if isinstance(end, NapResult):
        return {
            "scores": scores,
            "napoleon": end.deal.declarer,
            "adjutant": None,
            "made": end.made,
        }
    contract = end.deal
    return {
        "scores": scores,
        "napoleon": contract.napoleon,
        "adjutant": contract.adjutant,
        "made": end.outcome.made,
    }


def _players(holders: Holders, owners: Holders) -> Holders | None:
    return None if holders == owners else list(holders)


def as_deal(data: Json) -> standings.Deal:
    """A stored deal, for the standings."""
    players = data["players"]
    return standings.Deal(
        scores=tuple(data["scores"]),
        napoleon=data["napoleon"],
        adjutant=data["adjutant"],
        made=data["made"],
        players=None if players is None else tuple(players),
    )


def as_table(table: Table, seats: tuple[int | None, ...], deals: int) -> standings.Table:
    """A table that has been opened, for the standings; ``seats`` are its entries, ``deals`` those of a whole match.

    One that was closed by the season's rule has no deals to come; a void one says so.
    """
    played = tuple(as_deal(data) for data in table.deals_json)
    is_running = table.state == Table.State.RUNNING
    return standings.Table(
        round=table.round.number,
        number=table.number,
        seats=seats,
        deals=played,
        to_come=max(1, deals - len(played)) if is_running else 0,
        is_void=table.state == Table.State.VOID,
    )
