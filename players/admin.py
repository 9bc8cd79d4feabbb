from __future__ import annotations

from allauth.mfa.admin import AuthenticatorAdmin
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.forms import AdminUserCreationForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from players.models import Delivery, User


class UserCreationForm(AdminUserCreationForm[User]):
    class Meta:
        model = User
        fields = ("email", "name")


@admin.register(User)
class UserAdmin(DjangoUserAdmin[User]):
    add_form = UserCreationForm
    fieldsets = (
        (None, {"fields": ("email", "name", "password", "is_guest")}),
        (_("Preferences"), {"fields": ("language", "time_zone", "theme", "card_style", "one_tap")}),
        (_("Permissions"), {"fields": ("is_active", "is_staff", "is_superuser", "groups")}),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = (
        (None, {"fields": ("email", "name", "usable_password", "password1", "password2")}),
    )
    list_display = ("email", "name", "is_guest", "is_staff", "last_login")
    list_filter = ("is_guest", "is_staff", "is_active")
    search_fields = ("email", "name")
    ordering = ("-date_joined",)
    filter_horizontal = ("groups",)


@admin.register(Delivery)
class DeliveryAdmin(admin.ModelAdmin[Delivery]):
    """The state of mails and pushes; their content stays between the site and the person."""

    fields = ("user", "channel", "state", "error", "tries", "not_before", "settled_at")
    readonly_fields = fields
    list_display = ("__str__", "user", "state", "error", "tries", "not_before", "settled_at")
    list_filter = ("state", "channel")
    list_select_related = ("user",)
    search_fields = ("user__email", "user__name")
    ordering = ("-pk",)
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Delivery | None = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        return super().lookup_allowed(lookup, value, request) and not lookup.startswith(
            "notification"
        )


# The package's own page shows the secret of an authenticator app, which signs in as its owner.
admin.site.unregister(Authenticator)


@admin.register(Authenticator)
class KeyAdmin(AuthenticatorAdmin):  # type: ignore[misc]
    """Staff may delete a lost key; nobody may read or create one."""

    fields = readonly_fields = ("user", "type", "created_at", "last_used_at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        allowed: bool = super().lookup_allowed(lookup, value, request)
        return allowed and not lookup.startswith("data")
