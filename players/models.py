"""The account of a person, and rules for names. Django also finds the models of other rooms here."""

import secrets
import zoneinfo
from collections.abc import Iterable
from datetime import datetime, time, timedelta
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players import names
from players.faces import Emblem, PersonFace, person_face
from players.notifications import reminder_schedule
from players.preferences import time_zones

LONGEST_SKELETON: Final = 255


def new_username() -> str:
    return secrets.token_hex(16)


def validate_time_zone(name: str) -> None:
    if name not in time_zones.names():
        raise ValidationError(_("There is no time zone with this name."))


def validate_visible(text: str) -> None:
    """Refuse invisible characters and changes of text direction, and what shows nothing."""
    if names.has_invisible(text):
        raise ValidationError(_("A name may not contain invisible characters."))
    if not names.is_readable(text):
        raise ValidationError(_("A name needs a letter or a digit."))


def validate_title(name: str) -> None:
    """Refuse what lets one name pass for another, or leads elsewhere."""
    validate_visible(name)
    if character := names.unusual_character(name):
        text = _("A name has letters, digits, ordinary punctuation and emoji, but not “%(character)s” (%(code)s).")
        raise ValidationError(text % {"character": character, "code": f"U+{ord(character):04X}"})
    if names.has_piled_marks(name):
        raise ValidationError(_("A letter in a name has at most two marks, and a mark needs a letter."))
    if names.has_web_address(name):
        raise ValidationError(_("A name may not contain the address of a web site or of a mailbox."))
    if names.has_encoded_word(name):
        raise ValidationError(_("A name may not contain an encoded word, such as =?utf-8?q?…?=."))


def validate_name(name: str) -> None:
    """Refuse names that look like a profile's number or one of the site's names, and those that titles refuse."""
    validate_title(name)
    # In any width, since people without a name are shown by their number.
    plain = names.tidy(name)
    if plain.startswith(("#", "♯")) and plain[1:].strip().isdecimal():
        raise ValidationError(_("A name may not look like somebody’s number, such as #12."))
    if names.is_reserved(plain):
        raise ValidationError(_("The site itself uses this name, or one that looks like it."))


def refuse_staff_names(name: str) -> None:
    if names.is_staff(name):
        raise ValidationError(_("The site itself uses this name, or one that looks like it."))


def skeleton_of(name: str) -> str:
    return names.skeleton(name)[:LONGEST_SKELETON]


def key_of(name: str) -> str:
    return names.key(name)[:LONGEST_SKELETON]


class OpenData(models.TextChoices):
    """Whether one's matches at listed tables go into the open data (`games.open_data`); empty before the answer."""

    NO = "no", _("no")
    YES = "yes", _("yes, without my name")
    NAMED = "named", _("yes, with my name")


OPEN_DATA_ASKED_AFTER: Final = timedelta(days=14)
"""Since they joined: until then people do not know yet what they would share."""


class User(AbstractUser):
    """A person, signed up by e-mail address, or a guest who has none yet.

    Django needs the username as a login key, but it is never shown or typed: people sign in by e-mail address and are
    shown by name.
    """

    class CardStyle(models.TextChoices):
        TWO_COLOURS = "two", _("two colours")
        FOUR_COLOURS = "four", _("four colours")

    class Language(models.TextChoices):
        BROWSER = "", _("as in the browser")
        ENGLISH = "en", _("English")
        JAPANESE = "ja", _("Japanese")

    class Theme(models.TextChoices):
        DEVICE = "", _("automatic")
        LIGHT = "light", _("light")
        DARK = "dark", _("dark")

    class Audience(models.TextChoices):
        """Who sees a person's statistics."""

        EVERYBODY = "all", _("everybody who is signed in")
        CIRCLE = "circle", _("people I have played with or share a club with")
        NOBODY = "none", _("only me")

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    username = models.CharField(max_length=150, unique=True, default=new_username, editable=False)
    email = models.EmailField(_("email address"), blank=True)
    name = models.CharField(_("name"), max_length=40, blank=True)
    """`players.name_field` refuses names; an account keeps one that was chosen by earlier rules."""
    name_skeleton = models.CharField(max_length=LONGEST_SKELETON, blank=True, default="", editable=False, db_index=True)
    """The name's skeleton (`players.names.skeleton`), to refuse names that look the same."""
    name_key = models.CharField(
        max_length=LONGEST_SKELETON, blank=True, default="", db_default="", editable=False, db_index=True
    )
    """The name without case, width and kana (`players.names.key`), to refuse the same name."""
    asked_to_rename = models.BooleanField(default=False, db_default=False, editable=False)
    """Whether the account has a name that it could not choose today, and is asked for another."""
    emblem = models.CharField(
        pgettext_lazy("of a person", "face"),
        max_length=12,
        blank=True,
        default="",
        db_default="",
        choices=Emblem.choices,
    )
    """Empty for a pattern (`players.faces`)."""
    language = models.CharField(_("language"), max_length=7, blank=True, default="", choices=Language.choices)
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC", validators=[validate_time_zone])
    card_style = models.CharField(
        _("card style"), max_length=4, choices=CardStyle.choices, default=CardStyle.TWO_COLOURS
    )
    alternates_colours = models.BooleanField(
        _("black and red suits alternate in my hand"), default=False, db_default=False
    )
    trumps_first = models.BooleanField(_("trumps come first in my hand"), default=False, db_default=False)
    large_cards = models.BooleanField(_("larger cards"), default=False, db_default=False)
    theme = models.CharField(_("appearance"), max_length=5, blank=True, default="", choices=Theme.choices)
    one_tap = models.BooleanField(_("play with one tap"), default=False)
    plays_sounds = models.BooleanField(_("sounds at the table"), default=False, db_default=False)
    keeps_quiet = models.BooleanField(_("quiet hours"), default=True)
    quiet_from = models.TimeField(_("quiet from"), default=time(23))
    quiet_until = models.TimeField(_("quiet until"), default=time(7))
    vacations_until = models.DateTimeField(null=True, editable=False)
    """The end of the last vacation; saves most moves a query."""
    statistics_for = models.CharField(
        _("who sees my statistics"), max_length=6, choices=Audience.choices, default=Audience.CIRCLE
    )
    shows_boards = models.BooleanField(
        _("show how I do at the daily boards in my profile"), default=False, db_default=False
    )
    shows_presence = models.BooleanField(
        _("show friends, and players at my tables, when I am online"), default=False, db_default=False
    )
    open_data = models.CharField(
        _("my matches in the open data"), max_length=5, choices=OpenData.choices, blank=True, default="", db_default=""
    )
    is_guest = models.BooleanField(_("guest"), default=False)
    is_bot = models.BooleanField(_("bot"), default=False, db_default=False)
    """Whether a program plays here, for good (`games.api.bot_accounts`)."""
    bot_author = models.CharField(_("author of the bot"), max_length=80, blank=True, default="", db_default="")
    bot_offers_until = models.DateTimeField(null=True, editable=False)
    """Until then the bot waits for tables: the page of bots says so."""
    reminders = models.CharField(max_length=40, blank=True, default=reminder_schedule.DEFAULT)
    """When to send reminders of a turn (`players.notifications.reminder_schedule`)."""
    terms_version = models.CharField(max_length=40, blank=True, default="", db_default="", editable=False)
    """The version of the site's terms that the person has agreed to, if the site asks for that."""
    terms_agreed_at = models.DateTimeField(null=True, editable=False)
    browser_language = models.CharField(max_length=7, blank=True, default="", editable=False)
    """The language of the last visited page, for mails to people who have not chosen one."""
    muted_until = models.DateTimeField(null=True, editable=False)
    """Until then staff have barred the person from writing in chats and comments."""
    seen_at = models.DateTimeField(null=True, editable=False)
    """The last visit, to within an hour; Django itself stores the last sign-in."""

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        indexes = [models.Index(fields=["email"], name="players_user_email")]

    def clean(self) -> None:
        super().clean()
        self.email = self.email.lower()

    def save(self, *, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        self.name_skeleton, self.name_key = skeleton_of(self.name), key_of(self.name)
        if update_fields is not None and "name" in update_fields:
            update_fields = {*update_fields, "name_skeleton", "name_key"}
        super().save(update_fields=update_fields, **kwargs)

    def __str__(self) -> str:
        # Never the address, since others see this.
        return self.name or f"#{self.pk}"

    @property
    def face(self) -> PersonFace:
        face = person_face(self.pk, self.emblem)
        return face._replace(is_bot=True) if self.is_bot else face

    @property
    def last_visit(self) -> datetime | None:
        """The last visit, to within an hour; None if there was none."""
        return max(filter(None, (self.seen_at, self.last_login)), default=None)

    @property
    def asks_about_open_data(self) -> bool:
        """Whether the front page asks the person, as it does until they have answered."""
        is_person = not (self.is_guest or self.is_bot)
        return not self.open_data and is_person and self.date_joined < timezone.now() - OPEN_DATA_ASKED_AFTER

    @property
    def is_muted(self) -> bool:
        """Whether staff have barred the person from writing."""
        return self.muted_until is not None and self.muted_until > timezone.now()

    @property
    def zone(self) -> zoneinfo.ZoneInfo:
        return time_zones.zone(self.time_zone)

    @property
    def own_language(self) -> str:
        """The language of mails to the person."""
        return self.language or self.browser_language or settings.LANGUAGE_CODE

    def get_full_name(self) -> str:
        return str(self)

    def get_short_name(self) -> str:
        return str(self)

    def get_absolute_url(self) -> str:
        return reverse("players:profile", args=[self.pk])


from players.accounts.sessions import Session  # noqa: E402
from players.api.models import ApiToken, KeptAnswer  # noqa: E402
from players.friends.models import Block, Friendship  # noqa: E402
from players.notifications.models import (  # noqa: E402
    CalendarFeed,
    CalendarRevision,
    Delivery,
    Notification,
    NotificationSettings,
    PushSubscription,
)
from players.vacations.models import Vacation  # noqa: E402
