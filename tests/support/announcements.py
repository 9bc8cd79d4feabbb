"""Announcements in one line."""

from typing import Any
from uuid import uuid4

from leagues.announcements import services
from leagues.models import Announcement, Club
from players.models import User

ENGLISH = {"en": {"subject": "Hello", "text": "Dear {name}, see {link}"}}
BOTH = {**ENGLISH, "ja": {"subject": "お知らせ", "text": "{name}さん"}}


def announced(club: Club, user: User, to: str = "club", **values: Any) -> Announcement:
    given = {"texts": ENGLISH, "takes_replies": False, "key": uuid4(), **values}
    return services.announce(club_id=club.pk, user=user, to=to, **given)


def letter(club: Club, user: User, subject: str = "A question", text: str = "When do we play?") -> Announcement:
    texts = {"en": {"subject": subject, "text": text}}
    return services.write_to_organisers(club_id=club.pk, user=user, texts=texts, key=uuid4())
