"""The archive's rows of a finished match."""

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.db.models import Model, Prefetch, QuerySet

from games.kernel.followers import Change
from games.kernel.replay import ReplayStep, SeatHolder, moves_of
from games.models import ArchivedDeal, ArchivedPlayer, Game, Seat
from games.records.fingerprint import content_of
from napoleon.engine.cards import CARD_NAMES
from napoleon.engine.record import deal_summary
from napoleon.player_names import readable

Json = dict[str, Any]
Role = ArchivedPlayer.Role


def follow(change: Change) -> None:
    """A follower: store the fingerprint and the deals of a match that has ended."""
    if change.game.is_archived:
        archive_match(change.game, change.steps)


def archive_match(game: Game, steps: Sequence[ReplayStep]) -> None:
    """Store the fingerprint of a finished match, and its deals."""
    game.content = content_of(game.rules, moves_of(step.logged for step in steps))
    game.save(update_fields=["content"])
    archive_deals(game, steps)


def archive_deals(game: Game, steps: Sequence[ReplayStep]) -> None:
    """Store the deals of a match in the archive, in place of earlier rows."""
    forget(game)
    deals, players = rows_of(game, steps)
    ArchivedDeal.objects.bulk_create(deals)
    ArchivedPlayer.objects.bulk_create(players)


def forget(game: Game) -> None:
    ArchivedDeal.objects.filter(game=game).delete()


def unlist(games: QuerySet[Game]) -> None:
    """Show these deals to their players only. The caller unlists the matches first."""
    ArchivedDeal.objects.filter(game__in=games, is_listed=True).update(is_listed=False)


def rename(game: Game, seat: Seat) -> None:
    """Update the player of a seat."""
    players = ArchivedPlayer.objects.filter(deal__game=game, seat=seat.number)
    players.update(user=seat.user_id, name=_name(seat))


def kept(game: Game) -> str:
    """A digest of the match's rows in the archive."""
    stored = ArchivedDeal.objects.filter(game=game).order_by("number")
    deals = list(stored.prefetch_related(Prefetch("players", ArchivedPlayer.objects.order_by("seat"))))
    return _in_short(deals, [player for deal in deals for player in deal.players.all()])


def due(game: Game, steps: Sequence[ReplayStep]) -> str:
    """A digest of the rows that the archive should have."""
    return _in_short(*rows_of(game, steps))


def _in_short(deals: list[ArchivedDeal], players: list[ArchivedPlayer]) -> str:
    text = repr([_plain(row) for row in (*deals, *players)])
    return f"{len(deals)} deals, {sha256(text.encode()).hexdigest()[:12]}"


def _plain(row: Model) -> Json:
    fields = [field.attname for field in row._meta.concrete_fields]
    values = {name: getattr(row, name) for name in fields if name not in ("id", "deal_id")}
    if values.get("is_bot", False) is None:
        # An old row: without a name it counts as a bot's; if that is wrong, it is rebuilt.
        values["is_bot"] = not (values["user_id"] or values["name"])
    return values


def rows_of(game: Game, steps: Sequence[ReplayStep]) -> tuple[list[ArchivedDeal], list[ArchivedPlayer]]:
    """The rows of a match by its row in the database; passed-out deals have none."""
    deals: list[ArchivedDeal] = []
    players: list[ArchivedPlayer] = []
    if game.ended_at is None:
        return deals, players
    ends = [(end, step.seats) for step in steps for end in step.ended]
    for end, holders in sorted(ends, key=lambda pair: pair[0].number):
        summary = deal_summary(end)
        if summary["passed_out"]:
            continue
        deal = _deal(game, game.ended_at, summary)
        deals.append(deal)
        players += [_player(deal, holder, summary) for holder in holders]
    return deals, players


def _deal(game: Game, at: datetime, summary: Json) -> ArchivedDeal:
    is_napoleon = "napoleon" in summary
    bid, called = summary["bid"], summary.get("called") or ""
    return ArchivedDeal(
        game=game,
        number=summary["deal"],
        ended_at=at,
        is_listed=game.is_listed,
        is_imported=game.is_imported,
        preset=game.rules_json["preset"],
        bid=str(bid["count"]) if is_napoleon else bid,
        trump=bid["trump"] if is_napoleon else "",
        called=called if called in CARD_NAMES else "",
        called_who="" if called in CARD_NAMES else called,
        made=summary["made"],
        is_alone=summary.get("adjutant") is None,
        took=summary["side_pictures"] if is_napoleon else summary["tricks_won"][summary["declarer"]],
    )


def _player(deal: ArchivedDeal, holder: SeatHolder, summary: Json) -> ArchivedPlayer:
    name = _name(holder)
    return ArchivedPlayer(
        deal=deal,
        seat=holder.number,
        user_id=holder.user_id,
        name=name,
        is_bot=not (holder.is_person or name),
        role=_role(holder.number, summary),
        points=summary["scores"][holder.number],
        ended_at=deal.ended_at,
    )


def _name(player: Seat | SeatHolder) -> str:
    return "" if player.user_id else readable(player.given_name)


def _role(seat: int, summary: Json) -> str:
    if seat == summary.get("napoleon", summary.get("declarer")):
        return Role.NAPOLEON.value
    return (Role.ADJUTANT if seat == summary.get("adjutant") else Role.ALLY).value
