"""What organisers write to their club, and what members have got."""

from typing import Any, Final
from uuid import uuid4

from ninja import Field, Schema, Status

from infrastructure.api.bodies import Body
from infrastructure.api.lists import Cursor, ItemList, Limit, page_of, parse_key
from infrastructure.api.operations import operation
from infrastructure.api.problems import Problem, invalid_form
from infrastructure.api.times import moment
from infrastructure.rate_limits import limit as limit_rate
from leagues.access import get_organised_club, get_own_club
from leagues.announcements import services
from leagues.announcements.audiences import audience_name
from leagues.announcements.forms import AnnouncementForm
from leagues.announcements.views import readable
from leagues.announcements.wording import worded
from leagues.api.clubs import router
from leagues.locks import ClubError
from leagues.models import Announcement
from players.api.door import ApiRequest, Needs
from players.api.models import Scope
from players.models import User

READ = (Scope.CLUBS_READ,)
MANAGE = (Scope.CLUBS_MANAGE,)
Json = dict[str, Any]


class AnnouncementItem(Schema):
    id: int
    at: str
    to: str
    author: str | None
    subject: str
    text: str


class Text(Body):
    subject: str = Field(min_length=1, max_length=100)
    text: str = Field(min_length=1, max_length=20_000)


class NewAnnouncement(Body):
    to: str = Field("club", max_length=40, description="`club`, or `season:`, `division:`, `round:` … with a number.")
    texts: dict[str, Text] = Field(description="By language, `ja` or `en`; one is enough.")
    takes_replies: bool = False


EXAMPLE: Final[Json] = {
    "id": 3,
    "at": "2026-03-01T12:00:00Z",
    "to": "Kamakura",
    "author": "Ai",
    "subject": "Spring",
    "text": "The season begins.",
}


@operation(
    router,
    "GET",
    "/clubs/{club}/announcements",
    "What the organisers wrote, as far as it reached me",
    scopes=READ,
    guard=Needs(*READ),
    answer=ItemList[AnnouncementItem],
    example={"items": [EXAMPLE], "next": None},
)
def list_announcements(request: ApiRequest, club: str, limit: Limit, cursor: Cursor) -> Json:
    written = readable(request.user, get_own_club(request.user, club)).order_by("-pk")
    if (key := parse_key(cursor)) is not None:
        written = written.filter(pk__lt=key)
    shown, after = page_of(request, written[: limit + 1], limit, lambda row: row.pk)
    return {"items": [_item(row, request.user) for row in shown], "next": after}


@operation(
    router,
    "POST",
    "/clubs/{club}/announcements",
    "Write to the club, or to a part of it",
    scopes=MANAGE,
    guard=Needs(*MANAGE),
    answer=AnnouncementItem,
    status=201,
    example=EXAMPLE,
    body={"to": "club", "texts": {"en": {"subject": "Spring", "text": "The season begins."}}},
)
def write_announcement(request: ApiRequest, club: str, new: NewAnnouncement) -> Status[Json]:
    access = get_organised_club(request.user, club)
    fields = {f"{name}_{key}": value for key, text in new.texts.items() for name, value in text.model_dump().items()}
    data = {"to": new.to, "key": str(uuid4()), **fields, **({"takes_replies": "on"} if new.takes_replies else {})}
    form = AnnouncementForm(data, club=access.club)
    if unknown := new.texts.keys() - set(form.languages):
        raise Problem(422, detail=", ".join(sorted(unknown)))
    if not form.is_valid():
        raise invalid_form(form)
    limit_rate(request, "announce", "40/h")
    try:
        made = services.announce(
            **access.keys,
            user=request.user,
            to=new.to,
            texts=form.texts(),
            takes_replies=form.takes_replies,
            key=form.cleaned_data["key"],
        )
    except ClubError as error:
        raise Problem(409, "refused", str(error)) from error
    return Status(201, _item(made, request.user))


def _item(row: Announcement, reader: User) -> Json:
    text = worded(row, row.texts, str(reader))
    return {
        "id": row.pk,
        "at": moment(row.at),
        "to": audience_name(row),
        "author": str(row.author) if row.author else None,
        "subject": text.subject,
        "text": text.text,
    }
