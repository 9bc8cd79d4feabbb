"""Drafts of transcriptions, made by the services."""

from datetime import date

from games.models import Draft
from games.transcription import services
from games.transcription.services import TableTold
from players.models import User
from tests.support.scribe import Line, Match


def begun(user: User, match: Match, *lines: Line) -> Draft:
    """A draft of the match with these lines."""
    table = TableTold(
        name="",
        played_on=date(2026, 11, 3),
        rules=match.rules,
        players=[f"Player {number}" for number in range(1, match.rules.players + 1)],
        dealer=match.dealer,
    )
    draft = services.begin(user=user, table=table)
    for version, (index, line, text) in enumerate(lines):
        services.write(draft=draft, version=version, index=index, line=line, text=text)
    draft.refresh_from_db()
    return draft
