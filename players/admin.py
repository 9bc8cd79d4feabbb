"""The administration's pages about people, without secrets and without access to players' accounts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias

from allauth.account.admin import EmailAddressAdmin
from allauth.account.models import EmailAddress
from allauth.idp.oidc.admin import Client, Token
from allauth.mfa.admin import AuthenticatorAdmin
from allauth.mfa.models import Authenticator
from allauth.socialaccount.admin import SocialAccountAdmin
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from django import forms
from django.contrib import admin
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import BadRequest, ValidationError
from django.db import IntegrityError
from django.db.models import Model, QuerySet, Value
from django.db.models.functions import Concat
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from .accounts import email_addresses
from .accounts.adapter import ResetPasswordForm
from .accounts.services import erase
from .models import Delivery, User
from .name_field import NameField
from .writing import keep_texts

if TYPE_CHECKING:
    Base: TypeAlias = admin.ModelAdmin[Any]
else:
    Base = object

# Only superusers may make somebody staff, or give rights.
RIGHTS: Final = ("is_staff", "is_superuser", "groups")
# In characters; each word is a condition, and databases refuse long ones.
LONGEST_SEARCH: Final = 100


class SafeAdmin(Base):
    """Allows listed filters only, and answers malformed requests without a failure.

    Other filters could be used to guess hidden values, such as session keys.
    """

    lookups: ClassVar[tuple[str, ...]] = ()

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """As Django's, which fails if somebody stores the same at the same moment, as by a double click."""
        try:
            return super().changeform_view(request, *args, **kwargs)
        except IntegrityError:
            # The form now sees the other row, and names the field.
            return super().changeform_view(request, *args, **kwargs)

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """As Django's, which fails on an empty name of a field (``_to_field=``)."""
        return super().get_object(request, object_id, from_field or None)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        return lookup in self.lookups

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        return super().get_search_results(request, queryset, search_term[:LONGEST_SEARCH])

    def response_action(  # type: ignore[override]
        self, request: HttpRequest, queryset: QuerySet[Any]
    ) -> HttpResponse | None:
        """As Django's, which fails on selected rows with malformed keys."""
        try:
            return super().response_action(request, queryset)
        except (ValueError, OverflowError) as error:
            raise BadRequest from error


class LoggedAtPlayer(Base):
    """Copies log entries about a player's rows to the log of the player."""

    def log_change(self, request: HttpRequest, obj: Model, message: Any) -> LogEntry:
        entry: LogEntry = super().log_change(request, obj, message)
        self._log_at_players(request, [obj], message)
        return entry

    def log_deletions(self, request: HttpRequest, queryset: QuerySet[Any]) -> Any:
        entries = super().log_deletions(request, queryset)
        # Without the address, which must not outlive the account.
        keys = [str(obj.pk) for obj in queryset]
        of_these = ContentType.objects.get_for_model(self.model)
        logged = LogEntry.objects.filter(content_type=of_these, object_id__in=keys)
        logged.update(object_repr=Concat(Value("#"), "object_id"))
        deleted = {"name": str(self.opts.verbose_name), "object": ""}
        self._log_at_players(request, queryset, [{"deleted": deleted}])
        return entries

    def _log_at_players(self, request: HttpRequest, owned: Iterable[Any], message: Any) -> None:
        players = User.objects.filter(pk__in=[obj.user_id for obj in owned])
        LogEntry.objects.log_actions(request.user.pk or 0, players, CHANGE, change_message=message)


class PersonForm(forms.ModelForm[User]):
    """A person's name as `players.name_field` takes it; the admin's pages add the other fields."""

    class Meta:
        model = User
        fields = ("name",)
        field_classes: ClassVar = {"name": NameField}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "name" in self.fields:
            self.fields["name"].person = self.instance  # type: ignore[attr-defined]
            keep_texts(self, self.initial)


class NewPersonForm(PersonForm):
    def clean_email(self) -> str:
        """Two people may type an address before one of them confirms it, but staff make no second account for it."""
        email: str = self.cleaned_data["email"]
        if email and email_addresses.owners(email):
            raise ValidationError(_("This address belongs to an account already."))
        return email


@admin.register(User)
class UserAdmin(SafeAdmin, DjangoUserAdmin[User]):
    """Staff can't read or set passwords or change addresses; they can mail a link to set a new password."""

    form = PersonForm
    fieldsets = (
        (None, {"fields": ("email", "name", "is_guest")}),
        (
            _("Preferences"),
            {
                "fields": (
                    "emblem",
                    "language",
                    "time_zone",
                    "theme",
                    "card_style",
                    "large_cards",
                    "alternates_colours",
                    "trumps_first",
                    "one_tap",
                    "plays_sounds",
                    "shows_boards",
                )
            },
        ),
        (_("Permissions"), {"fields": ("is_active", *RIGHTS)}),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = ((None, {"fields": ("email", "name")}),)
    readonly_fields = ("email", "is_guest", "last_login", "date_joined")
    list_display = ("email", "name", "is_guest", "is_staff", "last_login")
    list_filter = ("is_guest", "is_staff", "is_active")
    search_fields = ("email", "name")
    ordering = ("-date_joined",)
    filter_horizontal = ("groups",)
    lookups = ("is_guest__exact", "is_staff__exact", "is_active__exact")
    actions = ("mail_password_link",)

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        if obj is None:
            return ()
        return self.readonly_fields if request.user.is_superuser else (*self.readonly_fields, *RIGHTS)

    def get_form(self, request: HttpRequest, obj: User | None = None, change: bool = False, **kwargs: Any) -> Any:
        # Django's form for a new person asks for a password.
        if obj is None:
            kwargs.setdefault("form", NewPersonForm)
        return admin.ModelAdmin.get_form(self, request, obj, change=change, **kwargs)

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        if not change:
            obj.set_unusable_password()
        super().save_model(request, obj, form, change)

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        erase(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for user in queryset:
            erase(user)

    def user_change_password(
        self,
        request: HttpRequest,
        id: str,  # noqa: A002
        form_url: str = "",
    ) -> HttpResponse:
        raise Http404

    @admin.action(description=_("Mail a link to set a new password"), permissions=["change"])
    def mail_password_link(self, request: HttpRequest, people: QuerySet[User]) -> None:
        for person in people.exclude(email=None):
            form = ResetPasswordForm({"email": person.email})
            if form.is_valid():
                with translation.override(person.own_language):
                    form.save(request)
                self.log_change(request, person, str(_("Mailed a link to set a new password")))


@admin.register(Delivery)
class DeliveryAdmin(SafeAdmin, admin.ModelAdmin[Delivery]):
    """The state of mails and pushes, without their content."""

    fields = ("user", "channel", "state", "error", "tries", "not_before", "settled_at")
    readonly_fields = fields
    list_display = ("__str__", "user", "state", "error", "tries", "not_before", "settled_at")
    list_filter = ("state", "channel")
    list_select_related = ("user",)
    search_fields = ("user__email", "user__name")
    ordering = ("-pk",)
    show_full_result_count = False
    lookups = ("state__exact", "channel__exact")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Delivery | None = None) -> bool:
        return False


# The packages' pages show sign-in secrets, or let staff add their own address to a player's account.
for model in (Authenticator, Client, EmailAddress, Group, SocialAccount, SocialApp, SocialToken, Token):
    admin.site.unregister(model)


@admin.register(Authenticator)
class KeyAdmin(LoggedAtPlayer, SafeAdmin, AuthenticatorAdmin):
    """Staff may delete lost keys, but not read or create any."""

    fields = readonly_fields = ("user", "type", "created_at", "last_used_at")
    lookups = ("type__exact",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False


@admin.register(EmailAddress)
class AddressAdmin(LoggedAtPlayer, SafeAdmin, EmailAddressAdmin):
    """Staff may delete an address; only its owner may add or confirm one."""

    fields = readonly_fields = ("user", "email", "primary", "verified")
    list_display = ("email", "user", "primary", "verified")
    list_filter = ("primary", "verified")
    search_fields = ("email", "user__name")
    lookups = ("primary__exact", "verified__exact")
    actions = ()

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False


@admin.register(SocialAccount)
class SignOnAdmin(LoggedAtPlayer, SafeAdmin, SocialAccountAdmin):
    """Staff may part an account from an issuer; only the issuer's answer joins them."""

    fields = readonly_fields = list_display = ("user", "provider", "date_joined", "last_login")
    list_filter = raw_id_fields = ()
    search_fields = ("user__name",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False


@admin.register(Group)
class GroupAdmin(SafeAdmin, admin.ModelAdmin[Group]):
    """Groups of rights, which only superusers may change."""

    filter_horizontal = ("permissions",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_superuser)

    def has_change_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        return bool(request.user.is_superuser)

    def has_delete_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        return bool(request.user.is_superuser)
