"""Games in the admin: read-only, and without anything that a player of a running game may not know.

The shuffle's secrets and players' notes are not registered, because nobody needs them here.
"""

import json
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from players.admin import SafeAdmin

from .models import ChatMessage, Comment, Event, Game, Seat

HIDDEN = _("hidden until the match is over")


class ReadOnlyAdmin(SafeAdmin):
    """Read-only: games change only through their services, so that the log is complete."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SeatInline(ReadOnlyAdmin, admin.TabularInline[Seat, Game]):
    model = Seat
    fields = ("number", "user", "bot", "invited", "score")


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin, admin.ModelAdmin[Game]):
    # Not the invitation, which opens a private table, and not the digest (see below).
    fields = (
        ("slug", "name", "host"),
        ("status", "is_listed"),
        ("created_at", "started_at", "ended_at"),
        ("seq", "commitment"),
        ("rules_json", "rules_version"),
    )
    list_display = ("slug", "name", "status", "host", "seq", "created_at")
    list_filter = ("status", "is_listed")
    list_select_related = ("host",)
    search_fields = ("slug", "name")
    ordering = ("-created_at",)
    inlines = (SeatInline,)
    lookups = ("status__exact", "is_listed__exact")


@admin.register(Event)
class EventAdmin(ReadOnlyAdmin, admin.ModelAdmin[Event]):
    fields = ("game", "seq", "kind", "what", "hand", "at", "chained")
    list_display = ("__str__", "game", "kind", "hand", "at")
    list_select_related = ("game",)
    search_fields = ("=game__slug",)
    ordering = ("-pk",)
    show_full_result_count = False

    # The type tells a sealed bid from a pass, and the digest lets anyone find a card by trying all of them.

    @admin.display(description=_("type"))
    def kind(self, event: Event) -> str | Promise:
        return event.type if event.game.is_public else HIDDEN

    @admin.display(description=_("actor"))
    def hand(self, event: Event) -> str | Promise:
        """Show who made the move; that it was planned stays private while the match runs."""
        by = Event.By(event.by)
        is_secret = by == Event.By.PLAN and not event.game.is_public
        return (Event.By.PLAYER if is_secret else by).label

    @admin.display(description=_("content"))
    def what(self, event: Event) -> str | Promise:
        text = json.dumps(event.payload, ensure_ascii=False)
        return text if event.game.is_public else HIDDEN

    @admin.display(description=_("digest"))
    def chained(self, event: Event) -> str | Promise:
        return event.digest if event.game.is_public else HIDDEN


class TextAdmin(ReadOnlyAdmin, admin.ModelAdmin[Any]):
    """What people write at a table: staff may delete it."""

    list_select_related = ("game", "user")
    search_fields = ("=game__slug", "user__name")
    ordering = ("-pk",)
    show_full_result_count = False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return admin.ModelAdmin.has_delete_permission(self, request, obj)


@admin.register(Comment)
class CommentAdmin(TextAdmin):
    fields = ("game", "deal", "step", "user", "words", "at", "edited_at", "hidden_at", "hidden_by")
    list_display = ("__str__", "user", "words", "at", "hidden_at")

    @admin.display(description=_("text"))
    def words(self, comment: Comment) -> str | Promise:
        return comment.text if comment.game.is_public else HIDDEN


@admin.register(ChatMessage)
class ChatMessageAdmin(TextAdmin):
    fields = ("game", "user", "words", "at")
    list_display = ("__str__", "user", "words", "at")

    @admin.display(description=_("text"))
    def words(self, message: ChatMessage) -> str | Promise:
        return HIDDEN if message.is_thought and not message.game.is_public else message.text
