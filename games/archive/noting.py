"""What the archive keeps of a match that is over."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.db.models import Model, Prefetch

from games.engine import Match
from games.engine.record import deal_summary
from games.importing.names import readable
from games.models import ArchivedDeal, ArchivedPlayer, Game, Seat

Json = dict[str, Any]
Role = ArchivedPlayer.Role


def note(game: Game, seats: Sequence[Seat], match: Match) -> None:
    """Take the deals of a match into the archive; once more is no harm."""
    forget(game)
    deals, players = rows_of(game, seats, match)
    ArchivedDeal.objects.bulk_create(deals)
    ArchivedPlayer.objects.bulk_create(players)


def forget(game: Game) -> None:
    ArchivedDeal.objects.filter(game=game).delete()


def rename(game: Game, seat: Seat) -> None:
    """Somebody else stands for the seat than before."""
    players = ArchivedPlayer.objects.filter(deal__game=game, seat=seat.number)
    players.update(user=seat.user_id, name=_name(seat))


def kept(game: Game) -> str:
    """What the archive has of the match, in short."""
    stored = ArchivedDeal.objects.filter(game=game).order_by("number")
    deals = list(
        stored.prefetch_related(Prefetch("players", ArchivedPlayer.objects.order_by("seat")))
    )
    return _in_short(deals, [one for deal in deals for one in deal.players.all()])


def due(game: Game, seats: Sequence[Seat], match: Match) -> str:
    """What the archive should have of it, in short."""
    return _in_short(*rows_of(game, seats, match))


def _in_short(deals: list[ArchivedDeal], players: list[ArchivedPlayer]) -> str:
    text = repr([_plain(row) for row in (*deals, *players)])
    return f"{len(deals)} deals, {sha256(text.encode()).hexdigest()[:12]}"


def _plain(row: Model) -> Json:
    fields = [field.attname for field in row._meta.concrete_fields]
    return {name: getattr(row, name) for name in fields if name not in ("id", "deal_id")}


def rows_of(
    game: Game, seats: Sequence[Seat], match: Match
) -> tuple[list[ArchivedDeal], list[ArchivedPlayer]]:
    """The rows of a match by its row in the database; passed-out deals have none."""
    deals: list[ArchivedDeal] = []
    players: list[ArchivedPlayer] = []
    if game.ended_at is None:
        return deals, players
    for end in sorted(match.ended, key=lambda end: end.deal.number):
        summary = deal_summary(end)
        if summary["passed_out"]:
            continue
        deal = _deal(game, game.ended_at, summary)
        deals.append(deal)
        players += [_player(deal, seat, summary) for seat in seats]
    return deals, players


def _deal(game: Game, at: datetime, summary: Json) -> ArchivedDeal:
    is_napoleon = "napoleon" in summary
    bid = summary["bid"]
    return ArchivedDeal(
        game=game,
        number=summary["deal"],
        ended_at=at,
        is_listed=game.is_listed,
        is_imported=game.is_imported,
        preset=game.rules_json["preset"],
        bid=str(bid["count"]) if is_napoleon else bid,
        trump=bid["trump"] if is_napoleon else "",
        called=(summary.get("called") or "") if is_napoleon else "",
        made=summary["made"],
        is_alone=summary.get("adjutant") is None,
        took=summary["side_pictures"]
        if is_napoleon
        else summary["tricks_won"][summary["declarer"]],
    )


def _player(deal: ArchivedDeal, seat: Seat, summary: Json) -> ArchivedPlayer:
    return ArchivedPlayer(
        deal=deal,
        seat=seat.number,
        user_id=seat.user_id,
        name=_name(seat),
        role=_role(seat.number, summary),
        points=summary["scores"][seat.number],
        ended_at=deal.ended_at,
    )


def _name(seat: Seat) -> str:
    return "" if seat.user_id else readable(seat.given_name)


def _role(seat: int, summary: Json) -> str:
    if seat == summary.get("napoleon", summary.get("declarer")):
        return Role.NAPOLEON.value
    return (Role.ADJUTANT if seat == summary.get("adjutant") else Role.ALLY).value
