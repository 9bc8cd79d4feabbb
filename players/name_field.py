"""Form fields for names of people and of other things."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from players import names
from players.models import User, skeleton_of


class TitleField(forms.CharField):
    """A name in its stored form."""

    def to_python(self, value: object) -> str:
        return names.tidy(super().to_python(value) or "")


class NameField(TitleField):
    """A person's name, which must not look like another's."""

    person: User | None = None
    """The current owner of the name."""

    def run_validators(self, value: str) -> None:
        # First the other validators: the database cannot read some texts, such as a NUL.
        super().run_validators(value)
        same_look = User.objects.filter(name_skeleton=skeleton_of(value), is_guest=False)
        others = same_look.exclude(name=value)
        if self.person is not None:
            others = others.exclude(pk=self.person.pk)
        if value and others.exists():
            raise ValidationError(_("This name looks like another person’s. Please change it."))
