"""Every date that the site stores, and what an outage does to it.

A test (`tests/staff/outages/test_dates.py`) refuses a new date that has no place here.
"""

from typing import Final

from games.lobby import seat_wishes
from games.seats import meetings, pauses
from games.turns.outages import MOVERS, Mover
from leagues.clubs import invitations
from leagues.ladder import sweep as ladders
from leagues.pauses import clocks as season_pauses
from leagues.seasons import outages as seasons
from leagues.substitutes import services as substitutes

MOVES: Final[dict[str, Mover]] = {
    # Seasons first, games last: in this order everything locks them.
    "leagues.Season.registration_opens_at": seasons.move_dates,
    "leagues.Season.registration_closes_at": seasons.move_dates,
    "leagues.Season.starts_at": seasons.move_dates,
    "leagues.Round.opens_at": seasons.move_dates,
    "leagues.Round.closes_at": seasons.move_dates,
    "leagues.Table.closes_at": seasons.move_dates,
    "leagues.SeasonPause.end": season_pauses.move_pauses,
    "leagues.Offer.answer_by": substitutes.move_answers,
    "leagues.Challenge.answer_by": ladders.move_dates,
    "leagues.Challenge.play_by": ladders.move_dates,
    "leagues.Rung.idle_since": ladders.move_dates,
    "leagues.Invitation.expires_at": invitations.move_expiry,
    "games.SeatWish.bots_at": seat_wishes.move_wishes,
    "games.SeatWish.expires_at": seat_wishes.move_wishes,
    "games.Pause.end": pauses.move_pauses,
    "games.Game.paused_until": pauses.move_pauses,
    "games.Game.meets_at": meetings.move_meetings,
    "games.Game.meeting_remind_at": meetings.move_meetings,
}
"""Dates that people wait for: they become later by the length of the outage, once it is over."""

RECKONED: Final[dict[str, str]] = {
    "games.Turn.due": "recomputed from when the turn opened (games.turns.deadlines)",
    "games.Turn.times_out_at": "recomputed from when the turn opened (games.turns.deadlines)",
    "games.Turn.remind_at": "recomputed from when the turn opened (games.turns.deadlines)",
    "games.Seat.bank_charged_until": "the bank is charged without the outage (games.turns.deadlines)",
    "games.Turn.release_at": "drawn again where it was missed (games.plans.timekeeper)",
    "games.Game.closes_at": "put off by the outage when it is due (games.seats.time_outs)",
    "games.Upload.at": "deleted when the site has run for a week since (games.imports.services)",
    "games.Draft.changed_at": "deleted when the site has run for eight weeks since (games.transcription.services)",
    "leagues.Webhook.unknown_since": "switched off when the site has run for a week since (leagues.webhooks.services)",
    "players.User.seen_at": "guests are deleted when the site has run for a week since (games.departure)",
    "players.User.last_login": "guests are deleted when the site has run for a week since (games.departure)",
}
"""Dates that stay as they are, and from which the outage is left out when something follows from them."""

_PAST: Final = "says when something happened"
_PERIOD: Final = "a month or a day of play, for statistics"
_RETRY: Final = "when to send or retry it, at once if that has passed; what is no longer true is dropped"
_PROCESS: Final = "a claim of a process, of some minutes"

STAYS: Final[dict[str, str]] = {
    "players.Vacation.start": "days in a person's life, which pass without the site",
    "players.Vacation.end": "days in a person's life, which pass without the site",
    "players.User.vacations_until": "days in a person's life, which pass without the site",
    "games.Pause.start": "a date of the calendar, which comes without the site",
    "leagues.SeasonPause.start": "a date of the calendar, which comes without the site",
    "players.User.muted_until": "nobody is muted for longer because the site was down",
    "staff.StaffAction.until": "nobody is muted for longer because the site was down",
    "players.Session.expire_date": "the browser's cookie ends with it; people sign in again",
    "sessions.Session.expire_date": "the browser's cookie ends with it; people sign in again",
    "games.BoardSet.closes_at": "a day of the calendar: the next day has boards of its own",
    "leagues.BoardWeek.opens_at": "a day of the calendar; the boards open as soon as the site runs again",
    "leagues.BoardWeek.closes_at": "a day of the calendar: the next week has boards of its own",
    "games.Turn.tell_at": "two minutes after the turn opened; later where that was missed",
    "games.Game.live_since": "live play ends after an outage, since nobody was seen",
    "games.SeatWish.since": "the order in which people are seated",
    "leagues.TableSeat.sought_at": "the order of seats that seek a substitute",
    "leagues.Webhook.renewed_at": "for a day the former secret signs too",
    "leagues.Webhook.fails_since": "tells its owner since when posts fail",
    "leagues.Webhook.off_at": "tells its owner since when nothing is posted",
    "players.NotificationSettings.mail_fails_since": "tells the person since when mails fail",
    "players.ApiToken.ends_at": "its owner chose the day; a new token is made in a minute",
    "players.User.bot_offers_until": "its program offers the bot again",
    "allauth_idp_oidc.Token.expires_at": "apps renew their tokens by themselves",
    "players.KeptAnswer.at": "programs repeat a request within a day of it",
    "games.Analysis.claimed_until": _PROCESS,
    "staff.Lease.until": _PROCESS,
    "socialaccount.SocialToken.expires_at": "tokens of issuers are not kept",
    **dict.fromkeys(
        ("players.Delivery.not_before", "leagues.InvitationMail.not_before", "leagues.Post.not_before"), _RETRY
    ),
    **dict.fromkeys(
        (
            "games.SeatTally.month",
            "games.PersonTally.month",
            "games.PairTally.month",
            "games.BoardSet.day",
            "games.Draft.played_on",
            "leagues.SeasonStatistics.month",
        ),
        _PERIOD,
    ),
    **dict.fromkeys(
        (
            "account.EmailConfirmation.created",
            "account.EmailConfirmation.sent",
            "allauth_idp_oidc.Client.created_at",
            "allauth_idp_oidc.Token.created_at",
            "admin.LogEntry.action_time",
            "games.Analysis.asked_at",
            "games.Analysis.served_at",
            "games.ArchivedDeal.ended_at",
            "games.ArchivedPlayer.ended_at",
            "games.BoardPlay.begun_at",
            "games.BoardPlay.done_at",
            "games.BoardSet.closed_at",
            "games.BoardSet.opens_at",
            "games.ChatMessage.at",
            "games.ChatMessage.hidden_at",
            "games.Comment.at",
            "games.Comment.edited_at",
            "games.Comment.hidden_at",
            "games.Event.at",
            "games.Game.created_at",
            "games.Game.ended_at",
            "games.Game.started_at",
            "games.Heartbeat.at",
            "games.Heartbeat.read_only_since",
            "games.Note.at",
            "games.Outage.end",
            "games.Outage.start",
            "games.Turn.opened_at",
            "leagues.Adjustment.cancelled_at",
            "leagues.Adjustment.made_at",
            "leagues.Announcement.at",
            "leagues.Attendance.answered_at",
            "leagues.AuditEntry.at",
            "leagues.BoardSeries.created_at",
            "leagues.BoardWeek.told_at",
            "leagues.Challenge.made_at",
            "leagues.Challenge.settled_at",
            "leagues.Club.closed_at",
            "leagues.Correction.at",
            "leagues.Correction.undone_at",
            "leagues.Club.created_at",
            "leagues.DivisionStandings.changed_at",
            "leagues.Draw.locked_at",
            "leagues.Draw.made_at",
            "leagues.Entry.applied_at",
            "leagues.Entry.entered_at",
            "leagues.Entry.left_at",
            "leagues.ExternalMatch.accepted_at",
            "leagues.ExternalMatch.confirmed_at",
            "leagues.Invitation.made_at",
            "leagues.Invitation.revoked_at",
            "leagues.InvitationMail.settled_at",
            "leagues.HandicapChange.made_at",
            "leagues.JoinRequest.made_at",
            "leagues.JoinRequest.settled_at",
            "leagues.Ladder.created_at",
            "leagues.Ladder.ended_at",
            "leagues.LadderEvent.at",
            "leagues.Membership.ended_at",
            "leagues.Membership.joined_at",
            "leagues.Offer.asked_at",
            "leagues.Offer.settled_at",
            "leagues.Post.at",
            "leagues.Post.settled_at",
            "leagues.Rating.rated_at",
            "leagues.RatingChange.at",
            "leagues.Round.closed_at",
            "leagues.Round.mailed_at",
            "leagues.Round.opened_at",
            "leagues.Season.announced_at",
            "leagues.Rung.joined_at",
            "leagues.Rung.left_at",
            "leagues.SeasonPause.ended_at",
            "leagues.SeasonPause.made_at",
            "leagues.Season.created_at",
            "leagues.Season.ended_at",
            "leagues.Season.started_at",
            "leagues.Substitute.since",
            "leagues.Team.made_at",
            "leagues.TeamInvitation.made_at",
            "leagues.Table.ended_at",
            "leagues.Table.opened_at",
            "mfa.Authenticator.created_at",
            "mfa.Authenticator.last_used_at",
            "players.ApiToken.made_at",
            "players.ApiToken.used_at",
            "players.Block.at",
            "players.CalendarRevision.modified_at",
            "players.Delivery.settled_at",
            "players.Friendship.accepted_at",
            "players.Friendship.asked_at",
            "players.Notification.at",
            "players.Notification.read_at",
            "players.Notification.routed_at",
            "players.PushSubscription.created_at",
            "players.PushSubscription.refused_at",
            "players.User.date_joined",
            "players.User.terms_agreed_at",
            "socialaccount.SocialAccount.date_joined",
            "socialaccount.SocialAccount.last_login",
            "staff.BackupProof.made_at",
            "staff.BackupProof.proven_at",
            "staff.Process.seen_at",
            "staff.Process.started_at",
            "staff.Report.at",
            "staff.Report.settled_at",
            "staff.StaffAction.at",
        ),
        _PAST,
    ),
}
"""Dates that no outage moves, each with the reason."""


def connect() -> None:
    MOVERS.extend(dict.fromkeys(MOVES.values()))
