"""Everything that leagues adds to the apps below it, by name and in order."""

from games.archive import search
from games.boards.closing import register_after_close
from games.house_rules import circles as house_rules_circles
from games.imports import context as imported_matches
from games.kernel import followers
from games.kernel.board_circles import register_circle
from games.models import BoardSet
from games.statistics.services import Sums, register_sums
from leagues import locks, own_data
from leagues.announcements import notifications as announcements
from leagues.board_weeks import notifications as board_weeks
from leagues.board_weeks.circle import CLUB_CIRCLE
from leagues.clubs import archive_filter, departure, merging
from leagues.clubs import notifications as clubs
from leagues.corrections import notifications as corrections
from leagues.entries import notifications as entries
from leagues.external_matches import match_links
from leagues.external_matches import notifications as external_matches
from leagues.house_rules import circle as house_rules
from leagues.ladder import notifications as ladder
from leagues.ladder import sweep as ladder_sweep
from leagues.late_players import notifications as late_players
from leagues.pauses import notifications as pauses
from leagues.ratings import accounts
from leagues.ratings import services as ratings
from leagues.rounds import closing, mailing
from leagues.rounds import notifications as rounds
from leagues.seasons import notifications as seasons
from leagues.standings import trophies
from leagues.statistics import acquaintances
from leagues.statistics import services as statistics
from leagues.substitutes import notifications as substitutes
from leagues.teams import notifications as teams
from leagues.webhooks import notifications as webhooks
from players import signals
from players.notifications.kinds import register_kinds
from players.own_data.sections import SECTIONS
from players.profiles import audience


def connect() -> None:
    _connect_accounts()
    _connect_games()
    register_kinds(
        clubs.InvitedToClub,
        clubs.AskedToJoin,
        clubs.RequestApproved,
        clubs.RequestRefused,
        clubs.RemovedFromClub,
        clubs.RoleChanged,
        announcements.Announced,
        announcements.LetterToOrganisers,
        seasons.RegistrationOpened,
        seasons.StartHeldUp,
        seasons.SeasonStarted,
        seasons.SeasonOver,
        entries.EntryRequested,
        entries.EntrySettled,
        entries.EntryWithdrawn,
        entries.TakenOut,
        teams.InvitedToTeam,
        teams.JoinedTeam,
        substitutes.AskedToSubstitute,
        rounds.RoundBegan,
        rounds.KnockOutRoundOver,
        rounds.RoundOver,
        rounds.DatesChanged,
        rounds.ClosingPutOff,
        pauses.SeasonPaused,
        external_matches.ExternalMatchCounts,
        corrections.MatchCorrected,
        late_players.WrittenToLate,
        mailing.RoundMailed,
        board_weeks.BoardWeekOpened,
        board_weeks.BoardWeekOver,
        ladder.Challenged,
        ladder.LadderMatchBegan,
        ladder.PlaceChanged,
        webhooks.WebhookSwitchedOff,
    )


def _connect_accounts() -> None:
    signals.account_locking.connect(locks.lock_clubs_and_seasons_of)
    signals.account_closing.connect(departure.end_memberships)
    signals.deletion_shown.connect(departure.what_becomes_of_clubs)
    signals.merge_judged.connect(merging.reasons_by_seasons)
    signals.accounts_merging.connect(merging.merge_clubs)
    signals.accounts_merging.connect(merging.merge_ratings)
    signals.guest_signed_up.connect(accounts.rate_matches_of_guest)
    signals.profile_shown.connect(accounts.ratings_on_profile)
    signals.profile_shown.connect(trophies.trophies_on_profile)
    audience.register(acquaintances.share_a_club)
    SECTIONS.extend(own_data.SECTIONS)


def _connect_games() -> None:
    # After a deal has ended: in this order.
    followers.register_consumer("season tables", closing.update_from_game)
    followers.register_consumer("ratings", ratings.rate)
    followers.register_consumer("ladders", ladder_sweep.update_from_game)
    register_circle(BoardSet.Kind.CLUB, CLUB_CIRCLE)
    house_rules_circles.register_circle(house_rules.CLUB_CIRCLE)
    register_after_close(closing.count_closed_boards)
    register_sums(Sums(statistics.follow, statistics.recompute_sums))
    search.register_finder(archive_filter.matches_at)
    imported_matches.register_finder(match_links.uses_in_seasons)
