"""A demo for an embedded site that nobody has used yet: people who share a password, their tables and their club."""

from typing import Final, NamedTuple

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.db import transaction

from games.demo_tables import create_demo_tables
from leagues.demo_club import create_demo_club
from players.models import User


class Person(NamedTuple):
    """Somebody of the demo world."""

    name: str
    is_for: str = ""
    """What one sees when signed in as them; empty for those who only play along."""


PEOPLE: Final = (
    Person("Ai", "owns the club, and is to act at several tables"),
    Person("Bo", "organises the club's seasons"),
    Person("Chie", "a member who is asked to substitute"),
    Person("Dai", "a member who is late at a table"),
    Person("Emi", "would like to join the club"),
    *map(Person, ("Fumi", "Gen", "Hana", "Itsu", "Jun", "Kei", "Leo", "Mari", "Nao", "Osamu")),
)


@transaction.atomic
def create_demo_world(password: str) -> None:
    """Create the people, who share this password, with their tables and their club."""
    # One slow hash serves everybody.
    hashed = make_password(password)
    people = [_create(person, hashed) for person in PEOPLE]
    create_demo_tables(people[:5])
    create_demo_club(people)


def address(name: str) -> str:
    return f"{name.lower()}@example.org"


def _create(person: Person, hashed: str) -> User:
    user = User.objects.create(name=person.name, email=address(person.name), password=hashed)
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return user
