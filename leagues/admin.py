"""Clubs and seasons in the admin, read-only: they change by their services, which write the audit log.

Invitations are not registered, because anybody who reads their tokens could join.
"""

from django.contrib import admin

from games.admin import ReadOnlyAdmin
from leagues.models import (
    Adjustment,
    AuditEntry,
    Club,
    Division,
    Draw,
    Entry,
    ExternalMatch,
    JoinRequest,
    Membership,
    Round,
    Season,
    Table,
    TableSeat,
)

# --- Clubs ---


@admin.register(Club)
class ClubAdmin(ReadOnlyAdmin, admin.ModelAdmin[Club]):
    fields = (
        "slug",
        "name",
        "about",
        "is_public",
        "takes_requests",
        "time_zone",
        "reply_to",
        "created_at",
        "closed_at",
    )
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


# --- Seasons ---


class DivisionInline(ReadOnlyAdmin, admin.TabularInline[Division, Season]):
    model = Division
    fields = ("number", "name", "size", "promoted", "relegated")


class RoundInline(ReadOnlyAdmin, admin.TabularInline[Round, Season]):
    model = Round
    fields = ("number", "state", "opens_at", "closes_at", "opened_at", "closed_at")


@admin.register(Season)
class SeasonAdmin(ReadOnlyAdmin, admin.ModelAdmin[Season]):
    fields = (
        ("club", "slug", "name", "state"),
        ("pace", "rounds_planned", "opening", "round_days", "games_at_once"),
        ("starts_at", "time_zone"),
        ("gap", "closing", "credit", "substitute_hours"),
        ("cap", "needs_approval", "has_waiting_list", "late_until"),
        ("rules_json", "rules_version", "other_size", "clock_json"),
        "scheme_json",
        ("created_at", "started_at", "ended_at"),
    )
    list_display = ("club", "slug", "name", "state", "pace", "started_at")
    list_select_related = ("club",)
    list_filter = ("state",)
    search_fields = ("=club__slug", "slug", "name")
    ordering = ("-pk",)
    lookups = ("state__exact",)
    inlines = (DivisionInline, RoundInline)


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin, admin.ModelAdmin[Entry]):
    fields = ("season", "division", "user", "state", "order", "applied_at", "entered_at", "left_at")
    list_display = ("season", "user", "state", "division", "order")
    list_select_related = ("season", "user", "division")
    search_fields = ("=season__slug", "user__name")
    ordering = ("-pk",)


@admin.register(Draw)
class DrawAdmin(ReadOnlyAdmin, admin.ModelAdmin[Draw]):
    fields = ("division", "first_round", "seed", "made_at", "made_by", "locked_at", "locked_by")
    list_display = ("division", "first_round", "made_at", "locked_at")
    list_select_related = ("division",)
    ordering = ("-pk",)


class TableSeatInline(ReadOnlyAdmin, admin.TabularInline[TableSeat, Table]):
    model = TableSeat
    fields = ("number", "entry", "sought_at")


class ExternalMatchInline(ReadOnlyAdmin, admin.StackedInline[ExternalMatch, Table]):
    model = ExternalMatch
    fields = ("seats_json", "deals_json", "replaced", "accepted_at", "accepted_by")


@admin.register(Table)
class TableAdmin(ReadOnlyAdmin, admin.ModelAdmin[Table]):
    fields = ("round", "division", "number", "state", "outcome", "game", "opened_at", "ended_at")
    list_display = ("round", "division", "number", "state", "outcome", "game")
    list_select_related = ("round", "division", "game")
    ordering = ("-pk",)
    inlines = (TableSeatInline, ExternalMatchInline)


@admin.register(Adjustment)
class AdjustmentAdmin(ReadOnlyAdmin, admin.ModelAdmin[Adjustment]):
    fields = ("entry", "points", "reason", "made_at", "made_by", "cancelled_at", "cancelled_by")
    list_display = ("entry", "points", "made_by", "made_at", "cancelled_at")
    list_select_related = ("entry", "made_by")
    ordering = ("-pk",)
