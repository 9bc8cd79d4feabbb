"""Every model of the app, in the one module where Django looks for them; all importers take them from here."""

from leagues.announcements.models import Announcement, Recipient
from leagues.board_weeks.models import BoardSeries, BoardWeek
from leagues.clubs.models import (
    LONGEST_ADDRESS,
    AuditEntry,
    Club,
    ClubQuerySet,
    Invitation,
    InvitationMail,
    InvitationQuerySet,
    JoinRequest,
    MemberNote,
    Membership,
    Role,
    new_token,
)
from leagues.corrections.models import Correction
from leagues.draws.models import Draw
from leagues.entries.models import MOST_ENTRIES, Adjustment, Apart, Entry
from leagues.evenings.models import Attendance
from leagues.external_matches.models import ExternalMatch
from leagues.handicaps.models import HandicapChange
from leagues.house_rules.models import ClubHouseRules
from leagues.ladder.models import Challenge, Ladder, LadderEvent, Rung
from leagues.late_players.models import ReminderText
from leagues.pauses.models import SeasonPause
from leagues.ratings.models import Rating, RatingChange
from leagues.rounds.models import Bye, Round, RoundBoards, Table, TableQuerySet, TableSeat
from leagues.seasons.models import MOST_ADVANCING, MOST_ROUNDS, Division, Season
from leagues.standings.models import DivisionStandings, Standing
from leagues.statistics.models import SeasonStatistics
from leagues.substitutes.models import Offer, Substitute
from leagues.teams.models import Team, TeamInvitation
from leagues.webhooks.models import Post, Webhook
