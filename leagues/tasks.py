"""Background tasks of clubs. All of them may run twice, and on any number of workers."""

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from games.kernel import early_end as game_closing
from games.turns.outages import settle_outages
from leagues import demo_site
from leagues.board_weeks import services as board_weeks
from leagues.clubs import invitation_mail, invitations
from leagues.ladder import sweep as ladders
from leagues.one_by_one import guarded
from leagues.ratings import services as ratings
from leagues.rounds import closing
from leagues.rounds.waiting_posts import post_waiting
from leagues.seasons import sweep
from leagues.standings import store
from leagues.webhooks import delivery


@shared_task
def mail_invitation(mail_id: int) -> None:
    invitation_mail.send(mail_id, timezone.now())


@shared_task
def mail_invitations() -> None:
    """Mail what is due, as after a message was lost or a mail server did not answer."""
    settle_outages()
    for mail_id in invitation_mail.due(timezone.now()):
        mail_invitation.apply_async((mail_id,), expires=60)


@shared_task
def forget_invitations() -> None:
    settle_outages()
    invitations.forget_over()


@shared_task
def post_to_webhook(webhook_id: int) -> None:
    delivery.post_all(webhook_id)


@shared_task
def post_to_webhooks() -> None:
    """Post what is due; each webhook is a task of its own, so that a slow one holds up no other."""
    now = timezone.now()
    guarded(post_waiting, now)
    for webhook_id in delivery.due(now):
        post_to_webhook.apply_async((webhook_id,), expires=60)


@shared_task
def forget_posts() -> None:
    delivery.forget(timezone.now())


@shared_task
def update_standings(division_id: int, in_full: bool = False) -> None:
    store.update_standings(division_id, in_full=in_full)


@shared_task
def update_all_standings(in_full: bool = False) -> None:
    """Every division in which something may have changed, as after a message was lost."""
    for division_id in store.open_divisions():
        update_standings.delay(division_id, in_full)


@shared_task
def update_ratings() -> None:
    """Recompute every rating after a merge of accounts."""
    if ratings.are_stale():
        ratings.rebuild()


@shared_task
def rebuild_ratings() -> None:
    """Recompute every rating after organisers have voided a match, or let it count again."""
    ratings.rebuild()


@shared_task
def advance_seasons() -> None:
    """Look after every season in which something may be due; each is a task of its own."""
    settle_outages()
    for board_set in closing.closed_boards_to_count():
        guarded(closing.count_closed_boards, board_set)
    for season_id in sweep.seasons_to_advance(timezone.now()):
        advance_season.delay(season_id)


@shared_task
def advance_season(season_id: int) -> None:
    settle_outages()
    sweep.advance_season(season_id)


@shared_task
def turn_board_weeks() -> None:
    """Open the weeks of boards that are due, and tell of those that are over."""
    now = timezone.now()
    board_weeks.open_due(now)
    board_weeks.tell_of_ended(now)


@shared_task
def advance_ladders() -> None:
    """Deal out places after matches, and do what is due on ladders."""
    settle_outages()
    ladders.advance(timezone.now())


@shared_task
def end_table(table_id: int) -> None:
    """Bring a table that is to end a piece further, and come back if there is more."""
    if closing.continue_ending(table_id):
        end_table.delay(table_id)


@shared_task
def stop_game(game_id: int) -> None:
    game_closing.stop(game_id=game_id)


@shared_task
def reset_demo() -> None:
    if settings.DEMO:
        demo_site.reset_demo()
