"""No mail and no push tells its reader a card that they may not know, nor anything that twins do not share."""

import random
import re
from collections.abc import Iterator
from itertools import islice

import pytest

from games.models import Comment, Game, Turn
from games.notifications import GameNotification
from games.notifications.daily_boards import DailyBoardsOpen
from leagues.clubs.notifications import ClubNotification
from leagues.seasons.notifications import SeasonNotification
from napoleon.engine.cards import CARD_NAMES, cards_in
from napoleon.engine.match import open_deal
from players.accounts.notifications import AccountsMerged
from players.friends.notifications import FriendNotification
from players.models import Notification, User
from players.notifications import push
from players.notifications.kinds import KINDS, Message, NotificationKind, bind
from players.notifications.mail import letter
from tests.napoleon.engine.records import Played
from tests.napoleon.engine.twins import twins
from tests.support.leaks import FIRST_SEEDS, SPOKEN, deals_of, known, positions
from tests.support.stored_games import AT, stored

pytestmark = pytest.mark.django_db
OF_GAMES = [name for name, kind in KINDS.items() if issubclass(kind, GameNotification)]
# A mail tells of deals that are running, or were; these are the latest ones.
DEALS = 2


def owed(game: Game, position: Played, user: User) -> Iterator[Notification]:
    """A notification of every kind that there is, as if all had just happened to the person."""
    for deal in [deal.deal for deal in deals_of(position)][-DEALS:]:
        for number, kind in enumerate(OF_GAMES):
            turn = Turn.objects.filter(game=game, deal=deal, user=user).first()
            facts = {"game": game.pk, "deal": deal, "seat": 0, "message": 0}
            facts["meets_at"] = AT.isoformat()
            facts["opened"] = turn.opened_at.isoformat() if turn else ""
            yield Notification(pk=100 * deal + number, user=user, kind=kind, key=f"{kind}:{deal}", data=facts, at=AT)


def written(game: Game, position: Played, user: User) -> str:
    """All that a mail server, or a push service that could read it, would get to see."""
    notifications = list(owed(game, position, user))
    kinds = bind(notifications, full=True)
    assert kinds.keys() == {notification.pk for notification in notifications}
    items = [(notification, said(kinds[notification.pk])) for notification in notifications]
    mail = letter(user, user.email, items, "1")
    parts = [mail.message().as_string(), str(mail.body), mail.alternatives[0].content]
    return "\n".join([*parts, *(push.payload(*item) for item in items)])


def said(kind: NotificationKind) -> Message:
    message = kind.message()
    assert message is not None
    return message


def test_every_kind_is_looked_at() -> None:
    others = (FriendNotification, AccountsMerged, DailyBoardsOpen)
    families = (GameNotification, ClubNotification, SeasonNotification, *others)
    assert all(issubclass(kind, families) for kind in KINDS.values())


@pytest.mark.parametrize("first", FIRST_SEEDS[::2])
def test_no_mail_names_a_card_that_its_reader_has_not_seen(people: list[User], first: int) -> None:
    some = 0
    for position in positions(6, first):
        game = stored(people, position.rules, position.events)
        for seat, user in enumerate(people[: position.rules.players]):
            text = written(game, position, user)
            found = {code for code, name in SPOKEN.items() if code != "JK" and name in text}
            deals = deals_of(position)[-DEALS:]
            assert found <= set().union(*(known(position, deal, seat) for deal in deals))
            some += len(found)
    assert some, "no card was named at all: nothing was looked at"


@pytest.mark.parametrize("first", FIRST_SEEDS[::2])
def test_no_mail_quotes_what_is_said_of_cards_that_its_reader_has_not_seen(people: list[User], first: int) -> None:
    """Each comment here names all cards of its deal, whatever its author and its way into the database."""
    quoted = 0
    later = (one for one in positions(60, first) if any(hasattr(e, "tricks") for e in one.match.ended))
    for position in islice(later, 2):
        game = stored(people, position.rules, position.events)
        for deal in deals_of(position):
            hands = {CARD_NAMES[card] for hand in deal.hands for card in cards_in(hand)}
            text = " ".join(SPOKEN[card] for card in hands)
            made = Comment.objects.create(game=game, deal=deal.deal, step=0, text=text, at=AT)
            facts = {"game": game.pk, "deal": deal.deal, "step": 0, "comment": made.pk}
            for seat, user in enumerate(people[: position.rules.players]):
                [kind] = bind([Notification(pk=1, user=user, kind="mentioned", data=facts, at=AT)], full=True).values()
                message, is_open = kind.message(), kind.is_current
                assert (list(message.lines) if message else None) == ([text] if is_open else None)
                assert not is_open or hands <= known(position, deal, seat)
                quoted += is_open
    assert quoted, "nothing was quoted at all"


@pytest.mark.parametrize("first", FIRST_SEEDS[::2])
def test_push_names_no_card_at_all(people: list[User], first: int) -> None:
    (position,) = positions(1, first)
    game = stored(people, position.rules, position.events)
    for user in people[: position.rules.players]:
        kinds = bind(owed(game, position, user)).values()
        sent = " ".join(push.payload(kind.notification, said(kind)) for kind in kinds)
        assert not [name for name in SPOKEN.values() if name in sent]


def plain(text: str, game: Game) -> str:
    """Without what differs between any two games, or any two mails."""
    text = re.sub(r"={5,}\d+==", "", text)
    return re.sub(r"(Date|Message-ID): .*", "", text.replace(game.slug, "·"))


@pytest.mark.parametrize("first", FIRST_SEEDS[::2])
def test_twins_get_the_same_mails(people: list[User], first: int) -> None:
    rng = random.Random(first)
    compared = 0
    for position in positions(6, first):
        seat = rng.randrange(position.rules.players)
        for twin in twins(position.rules, position.events, seat, rng, tries=3):
            if open_deal(position.match, twin.deal) is None:
                continue  # notifications may mention a deal that has ended
            game = stored(people, position.rules, position.events)
            other = stored(people, position.rules, twin.events)
            user = people[seat]
            ours, theirs = written(game, position, user), written(other, position, user)
            assert plain(ours, game) == plain(theirs, other), twin.kind
            compared += 1
    assert compared
