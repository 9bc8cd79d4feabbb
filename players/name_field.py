"""Form fields for names of people and of other things."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from players import names
from players.models import User, key_of, skeleton_of, validate_name, validate_title
from players.writing import SharedTextField


class TitleField(SharedTextField):
    """A name in its stored form. One from before may stay, even if today's rules refuse it."""

    default_validators = [validate_title]

    def to_python(self, value: object) -> str:
        return names.tidy(super().to_python(value) or "")

    def is_kept(self, text: str) -> bool:
        return text == names.tidy(self.kept)

    def run_validators(self, value: str) -> None:
        if not self.is_kept(value):
            super().run_validators(value)


class NameField(TitleField):
    """A person's name, which must be no other's and look like none."""

    default_validators = [validate_name]
    person: User | None = None
    """The current owner of the name."""

    def run_validators(self, value: str) -> None:
        # First the other validators: the database cannot read some texts, such as a NUL.
        super().run_validators(value)
        if value and not self.is_kept(value):
            own = [self.person.pk] if self.person else []
            refuse_names_of_others(value, same_names(value).exclude(pk__in=own))


def same_names(name: str) -> QuerySet[User]:
    """Everybody whose name is the same to readers, or looks like it."""
    return User.objects.filter(Q(name_key=key_of(name)) | Q(name_skeleton=skeleton_of(name)))


def refuse_names_of_others(name: str, others: QuerySet[User]) -> None:
    keys = set(others.values_list("name_key", flat=True))
    if key_of(name) in keys:
        raise ValidationError(_("Somebody else has this name. Please choose another, or add to it."))
    if keys:
        raise ValidationError(_("This name looks like another person’s. Please change it."))


def why_to_rename(person: User) -> str:
    """Why the person could not choose their name today; empty if they could. The first of several keeps it."""
    try:
        validate_name(person.name)
        refuse_names_of_others(person.name, same_names(person.name).filter(pk__lt=person.pk))
    except ValidationError as error:
        return str(error.messages[0])
    return ""


def ask_to_rename(person: User) -> None:
    """Judge the name at a visit: the rules may have changed since it was chosen."""
    if not person.name_key:
        # Stored by a release that knew no keys.
        User.objects.filter(pk=person.pk, name=person.name).update(name_key=key_of(person.name))
    is_asked = bool(why_to_rename(person))
    if is_asked != person.asked_to_rename:
        person.asked_to_rename = is_asked
        User.objects.filter(pk=person.pk).update(asked_to_rename=is_asked)


def ask_at_sign_in(sender: object, user: User, **kwargs: Any) -> None:
    ask_to_rename(user)
