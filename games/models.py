"""Every model of the app, in the one module where Django looks for them; all importers take them from here."""

from games.analysis.models import Analysis, DealAnalysis
from games.archive.models import ArchivedDeal, ArchivedPlayer
from games.boards.models import BoardField, BoardPlay, BoardResult, BoardSet, BoardSetSecret, DuplicateSeat
from games.comments.models import Comment, Note
from games.house_rules.models import HouseRules
from games.imports.models import Candidate, Upload
from games.kernel.models import (
    SUBSTITUTE,
    UNDER_WAY,
    Event,
    Game,
    GameQuerySet,
    GameSecret,
    Progress,
    Seat,
    new_invitation,
    new_slug,
    seats_in_order,
)
from games.lobby.models import SeatWish
from games.plans.models import Automation
from games.seats.models import FormerSeat, Pause, Stint
from games.statistics.models import PairTally, PersonTally, SeatTally
from games.table.models import ChatMessage
from games.transcription.models import Draft
from games.turns.models import Heartbeat, Outage, Turn
