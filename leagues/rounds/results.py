"""The deals of a table that count, read from the log of its game for the standings.

They are stored with the table (`Table.deals_json`), a list of objects with ``scores``, ``napoleon``, ``adjutant``
and ``made``, all by seat, and ``players``: the entries of those who held the seats when the deal ended (null: a bot,
or somebody who is not in the season), or null if those were the owners of all the seats. Where it is not null,
``offers`` has, by seat, the accepted offer (`leagues.models.Offer`) by which its holder came in: it names substitutes
who are not in the season as well (`leagues.rounds.deal_players`). ``bots`` has the seats in which a bot played most of
the deal for the owner or a substitute (`leagues.rounds.bot_moves`); it is left out where there are none. A passed-out
deal is there only if the rules count it: with zeros, and null for ``napoleon``.

An external match has the seats of its record: its deals are rearranged to those of the table. They count for the owners
of the seats.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction

from games.kernel.log import state_of
from games.kernel.replay import SeatHolder, replay
from games.models import Game
from leagues.models import Entry, ExternalMatch, Offer, Table
from leagues.rounds.bot_moves import BotMoves
from leagues.rounds.fields import NO_FIELDS, Fields
from leagues.rounds.sealed import is_sealed
from leagues.standings import core
from napoleon.engine.deal import PassedOut
from napoleon.engine.rules import Rules
from napoleon.engine.variants import End

Json = dict[str, Any]
Holders = list[int | None]
"""By seat, the entry of its holder."""
Substitutes = Mapping[int, Sequence[Offer]]
"""By seat, the accepted offers in their order."""


@transaction.atomic
def read_deals(table: Table) -> bool:
    """Bring what is stored of the table's deals up to date; whether there was anything new.

    Two workers may do it at once: a reading of less of the log never replaces a reading of more. The row lock also
    excludes `leagues.standings.store.read_again`, which credits deals to others.
    """
    game = table.game
    if game is None or game.seq <= table.deals_seq or game.is_sealed:
        return False
    # Another game may count for the table by now.
    same = Table.objects.filter(pk=table.pk, game=game, deals_seq__lt=game.seq)
    if not same.select_for_update().exists():
        return False
    deals = deals_of(table, game)
    same.update(deals_json=deals, deals_seq=game.seq)
    is_new: bool = deals != table.deals_json
    table.deals_json, table.deals_seq = deals, game.seq
    return is_new


def deals_of(table: Table, game: Game) -> list[Json]:
    """The deals of the game that have ended and count, in the order in which they ended."""
    external = ExternalMatch.objects.filter(table=table).first()
    if external is not None:
        return external_deals(game, external.seats_json)
    owners = [seat.entry for seat in table.seats.select_related("entry").order_by("number")]
    substitutes = _substitutes(table)
    moves = BotMoves(number for number, owner in enumerate(owners) if owner)
    deals: list[Json] = []
    for step in replay(game):
        moves.add(step)
        for end in step.ended:
            if _is_of_match(end):
                holders = _holders(step.seats, owners, substitutes)
                deals.append({**_figures(end), **holders, **moves.of_deal(end.number)})
    return deals


def _holders(seats: Sequence[SeatHolder], owners: Sequence[Entry | None], substitutes: Substitutes) -> Json:
    """Who held the seats, unless all of them were held by their owners."""
    is_owner = [_owns(holder, owner) for holder, owner in zip(seats, owners, strict=True)]
    offers = [None if owns else _offer(holder, substitutes) for holder, owns in zip(seats, is_owner, strict=True)]
    entries: Holders = []
    for owns, owner, offer in zip(is_owner, owners, offers, strict=True):
        if owns:
            entries.append(owner.pk if owner else None)
        else:
            entries.append(offer.entry_id if offer else None)
    if all(is_owner):
        return {"players": None}
    return {"players": entries, "offers": [offer and offer.pk for offer in offers]}


def _owns(holder: SeatHolder, owner: Entry | None) -> bool:
    """Whether the seat's owner held it: from the start, or again since it was given back to them.

    A seat without an owner is the bot's that was drawn there.
    """
    is_back = owner is not None and owner.user_id is not None and holder.user_id == owner.user_id
    # Deleted accounts are still known by their place in the log.
    is_first = holder.is_person and holder.substitute == 0
    return is_back or is_first or (owner is None and holder.since == 0)


def _offer(holder: SeatHolder, substitutes: Substitutes) -> Offer | None:
    """The offer by which the person came in; None for a bot."""
    if not holder.is_person:
        return None
    came = substitutes.get(holder.number, ())
    if holder.user_id is not None:
        return next((offer for offer in came if offer.user_id == holder.user_id), None)
    # After an account was deleted, only the order of substitutes is known.
    return came[holder.substitute - 1] if holder.substitute <= len(came) else None


def external_deals(game: Game, seats: Sequence[int]) -> list[Json]:
    """The same for an external match; ``seats`` are those of the record, by seat of the table."""
    return seated_deals(state_of(game).match.ended, seats)


def seated_deals(ended: Iterable[End], seats: Sequence[int]) -> list[Json]:
    """The deals of a record that count, by seat of the table."""
    played = filter(_is_of_match, ended)
    return [{**_seated(_figures(end), seats), "players": None} for end in played]


def _seated(figures: Json, seats: Sequence[int]) -> Json:
    place = {there: here for here, there in enumerate(seats)}
    return {
        "scores": [figures["scores"][there] for there in seats],
        "napoleon": place.get(figures["napoleon"]),
        "adjutant": place.get(figures["adjutant"]),
        "made": figures["made"],
    }


def _substitutes(table: Table) -> Substitutes:
    """By seat, the offers of those who came in for somebody, in their order."""
    offers = Offer.objects.filter(seat__table=table, state=Offer.State.ACCEPTED)
    found: dict[int, list[Offer]] = defaultdict(list)
    for offer in offers.select_related("seat").order_by("settled_at", "pk"):
        found[offer.seat.number].append(offer)
    return found


def _is_of_match(end: End) -> bool:
    """Whether it is one of the match's deals: passed-out ones only where the rules count them."""
    return not isinstance(end, PassedOut) or (end.dealt.rules.counts_passed_out and end.redeal is None)


def _figures(end: End) -> Json:
    if isinstance(end, PassedOut):
        return passed_out_figures(end.dealt.rules)
    return {"scores": list(end.scores), "napoleon": end.declarer, "adjutant": end.adjutant, "made": end.made}


def passed_out_figures(rules: Rules) -> Json:
    """A passed-out deal that counts: nobody is the declarer, and nobody scores."""
    return {"scores": [0] * rules.players, "napoleon": None, "adjutant": None, "made": False}


def as_deal(data: Json, fields: tuple[core.FieldInput, ...] = ()) -> core.DealInput:
    """A stored deal, for the standings, with what it is compared with."""
    players = data["players"]
    return core.DealInput(
        scores=tuple(data["scores"]),
        napoleon=data["napoleon"],
        adjutant=data["adjutant"],
        made=data["made"],
        players=players and tuple(players),
        bots=tuple(data.get("bots", ())),
        fields=fields,
    )


def as_table(table: Table, seats: tuple[int | None, ...], deals: int, fields: Fields = NO_FIELDS) -> core.TableInput:
    """A table that has been opened, for the standings; ``seats`` are its entries, ``deals`` those of a whole match.

    One that was closed by the season's rule has no deals to come; a void one says so. A sealed one counts as running.
    """
    key = (table.round_id, len(seats))
    played = tuple(
        as_deal(data, fields.of_deal(key, number, data["scores"])) for number, data in enumerate(table.deals_json)
    )
    is_running = table.state == Table.State.RUNNING or is_sealed(table)
    return core.TableInput(
        round=table.round.number,
        number=table.number,
        seats=seats,
        deals=played,
        to_come=max(1, deals - len(played)) if is_running else 0,
        is_void=table.state == Table.State.VOID,
    )
