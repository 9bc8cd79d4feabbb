"""Clubs in the admin, read-only: they change by their services, which write the audit log.

Invitations are not registered, because anybody who reads their tokens could join.
"""

from __future__ import annotations

from django.contrib import admin

from games.admin import ReadOnlyAdmin
from leagues.models import AuditEntry, Club, JoinRequest, Membership
from leagues.seasons import admin as seasons

__all__ = ["AuditEntryAdmin", "ClubAdmin", "JoinRequestAdmin", "MembershipAdmin", "seasons"]


@admin.register(Club)
class ClubAdmin(ReadOnlyAdmin, admin.ModelAdmin[Club]):
    fields = ("slug", "name", "about", "is_public", "takes_requests", "created_at", "closed_at")
    list_display = ("slug", "name", "is_public", "created_at", "closed_at")
    list_filter = ("is_public",)
    search_fields = ("slug", "name")
    ordering = ("-pk",)
    lookups = ("is_public__exact",)


@admin.register(Membership)
class MembershipAdmin(ReadOnlyAdmin, admin.ModelAdmin[Membership]):
    fields = ("club", "user", "role", "joined_at", "ended_at", "ended")
    list_display = ("club", "user", "role", "joined_at", "ended_at")
    list_select_related = ("club", "user")
    search_fields = ("=club__slug", "user__name")
    ordering = ("-pk",)


@admin.register(JoinRequest)
class JoinRequestAdmin(ReadOnlyAdmin, admin.ModelAdmin[JoinRequest]):
    fields = ("club", "user", "text", "made_at", "state", "settled_at")
    list_display = ("club", "user", "state", "made_at")
    list_select_related = ("club", "user")
    search_fields = ("=club__slug", "user__name")
    ordering = ("-pk",)


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin, admin.ModelAdmin[AuditEntry]):
    fields = ("club", "at", "action", "actor", "subject", "is_by_site", "data")
    list_display = ("club", "action", "actor", "subject", "at")
    list_select_related = ("club", "actor", "subject")
    search_fields = ("=club__slug",)
    ordering = ("-pk",)
