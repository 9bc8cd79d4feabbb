"""What is done for clubs away from any request. All of it may run twice, and on any number of workers."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from games import closing as game_closing
from leagues import inviting, mailing
from leagues.ratings import services as rating
from leagues.seasons import closing, rounds, sweeping
from leagues.tally import services as tallying
from leagues.webhooks import sending


@shared_task  # type: ignore[untyped-decorator]
def mail_invitation(invitation_id: int) -> None:
    mailing.send(invitation_id, timezone.now())


@shared_task  # type: ignore[untyped-decorator]
def mail_invitations() -> None:
    """Mail what is due, as after a message was lost or a mail server did not answer."""
    for invitation_id in mailing.due(timezone.now()):
        mail_invitation.delay(invitation_id)


@shared_task  # type: ignore[untyped-decorator]
def forget_invitations() -> None:
    inviting.forget_over()


@shared_task  # type: ignore[untyped-decorator]
def post_to_webhook(club_id: int) -> None:
    sending.post_all(club_id)


@shared_task  # type: ignore[untyped-decorator]
def post_to_webhooks() -> None:
    """Post what is due; each webhook is a task of its own, so that a slow one holds up no other."""
    for club_id in sending.due(timezone.now()):
        post_to_webhook.delay(club_id)


@shared_task  # type: ignore[untyped-decorator]
def forget_posts() -> None:
    sending.forget(timezone.now())


@shared_task  # type: ignore[untyped-decorator]
def tally_table(table_id: int) -> None:
    """A deal of that table has ended."""
    tallying.tally_table(table_id)


@shared_task  # type: ignore[untyped-decorator]
def tally_division(division_id: int, in_full: bool = False) -> None:
    tallying.tally(division_id, in_full=in_full)


@shared_task  # type: ignore[untyped-decorator]
def tally_seasons(in_full: bool = False) -> None:
    """Every division in which something may have changed, as after a message was lost."""
    for division_id in tallying.open_divisions():
        tally_division.delay(division_id, in_full)


@shared_task  # type: ignore[untyped-decorator]
def rate_match(game_id: int) -> None:
    rating.rate(game_id)


@shared_task  # type: ignore[untyped-decorator]
def rate_matches() -> None:
    """Rate what was left out, as after a message was lost."""
    for game_id in rating.unrated():
        rate_match.delay(game_id)


# --- Seasons ---


@shared_task  # type: ignore[untyped-decorator]
def see_to_seasons() -> None:
    """Look after every season in which something may be due; each is a task of its own."""
    for season_id in sweeping.to_see_to(timezone.now()):
        see_to_season.delay(season_id)


@shared_task  # type: ignore[untyped-decorator]
def see_to_season(season_id: int) -> None:
    sweeping.see_to(season_id)


@shared_task  # type: ignore[untyped-decorator]
def follow_table(table_id: int) -> None:
    """Something has come to an end at that table."""
    rounds.follow(table_id)


@shared_task  # type: ignore[untyped-decorator]
def end_table(table_id: int) -> None:
    """Bring a table that is to end a piece further, and come back if there is more."""
    if closing.end_table(table_id):
        end_table.delay(table_id)


@shared_task  # type: ignore[untyped-decorator]
def stop_game(game_id: int) -> None:
    game_closing.stop(game_id=game_id)
