"""What players are notified of in their games: each kind is one class (`players/notifications/kinds.py`).

``notify`` is called inside the transaction that makes the notification true, and only writes rows.
"""

from games.notifications.chat_and_comments import ChatWritten, Mentioned
from games.notifications.follower import notify_of_change
from games.notifications.game_notification import GameNotification
from games.notifications.match import MatchBegan
from games.notifications.playing_together import MeetingSoon, MeetingWasCancelled, MeetingWasFixed
from games.notifications.seats import BecameSubstitute, InvitedToTable, PlanDropped, PlayedByTimeOut, PutOnAutopilot
from games.notifications.turns import TurnReminder, YourTurn
