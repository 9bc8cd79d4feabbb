"""Replaces players of a season and answers offers to substitutes."""

from leagues.models import Offer, Season, TableSeat
from leagues.substitutes import services as substitutes
from players.models import User


def seat_of(season: Season, name: str) -> TableSeat:
    return TableSeat.objects.select_related("table").get(
        table__round__season=season, table__round__number=1, entry__user__name=name
    )


def replace(season: Season, user: User, name: str, reason: str = "") -> None:
    substitutes.replace_player(
        club_id=season.club_id, user=user, season_id=season.pk, seat_id=seat_of(season, name).pk, reason=reason
    )


def answer(season: Season, user: User, *, accept: bool) -> None:
    offer = Offer.objects.get(user=user, state="open")
    substitutes.answer_offer(club_id=season.club_id, user=user, season_id=season.pk, offer_id=offer.pk, accept=accept)


def asked() -> list[str]:
    return [f"{offer.user.name} {offer.state}" for offer in Offer.objects.select_related("user").order_by("pk")]
