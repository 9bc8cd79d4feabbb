"""Finding the account that staff name."""

from players.models import User


def find_person(name: str) -> User | None:
    """The account with this number (``#`` is optional), or with this address if it is unique."""
    text = name.strip().removeprefix("#")
    if text.isdecimal():
        return User.objects.filter(pk=int(text)).first()
    people = list(User.objects.filter(email=text.lower())[:2]) if "@" in text else []
    return people[0] if len(people) == 1 else None
