"""The sections of a person's data from games (`players.own_data`).

For a running match they contain only what the game's page shows the person: the record of their own seat.
"""

from collections.abc import Iterator
from typing import Any, Final

from django.db.models import F
from django.utils.translation import gettext_lazy as _

from games.access import may_look, seat_of
from games.models import (
    Automation,
    BoardPlay,
    ChatMessage,
    Comment,
    Draft,
    DuplicateSeat,
    FormerSeat,
    Game,
    HouseRules,
    Note,
    PairTally,
    Pause,
    PersonTally,
    Seat,
    SeatWish,
    Stint,
)
from games.records import record_for
from players.models import User
from players.own_data.sections import Section

Json = dict[str, Any]
CHUNK: Final = 100
PLACED: Final = ("deal", "step", "text", "at")


def tables(user: User) -> list[Json]:
    mine = Game.objects.all().of_person(user.pk, former=True)
    seats = {seat.game_id: seat for seat in Seat.objects.filter(user=user)}
    former = dict(FormerSeat.objects.filter(user=user).values_list("game", "number"))
    plans = {row.seat_id: row for row in Automation.objects.filter(seat__user=user)}
    pauses: dict[int, list[Json]] = {}
    for pause in Pause.objects.filter(user=user).order_by("start"):
        told = {"start": pause.start, "end": pause.end, "reason": pause.reason}
        pauses.setdefault(pause.game_id, []).append(told)
    return [
        {
            "table": game.slug,
            "name": game.name,
            "status": game.status,
            "created": game.created_at,
            "started": game.started_at,
            "ended": game.ended_at,
            "is_imported": game.is_imported,
            "is_host": game.host_id == user.pk,
            "rules": game.rules_json,
            "rules_version": game.rules_version,
            "clock": game.clock_json,
            "former_seat": former.get(game.pk),
            "pauses": pauses.get(game.pk, []),
            **_seat(seats.get(game.pk), plans),
        }
        for game in mine.order_by("created_at", "pk")
    ]


def _seat(seat: Seat | None, plans: dict[int, Automation]) -> Json:
    if seat is None:
        return {}
    row = plans.get(seat.pk)
    return {
        "seat": seat.number,
        "score": seat.score,
        "plays_forced": bool(row and row.plays_forced),
        "plans": row.plans if row else [],
    }


def records(user: User) -> Iterator[tuple[str, str]]:
    """The records that the page of the game offers, to current and former players."""
    left = FormerSeat.objects.filter(user=user).order_by().values("game")
    keys = Seat.objects.filter(user=user).order_by().values("game").union(left)
    mine = Game.objects.with_seats().filter(pk__in=keys)
    for game in mine.filter(started_at__isnull=False).order_by("pk").iterator(CHUNK):
        if may_look(user.pk, game) and (text := record_for(game, seat_of(user, game))):
            yield f"{game.slug}.jsonl", text


def chat(user: User) -> list[Any]:
    lines = ChatMessage.objects.filter(user=user)
    return list(lines.values("text", "is_thought", "at", table=F("game__slug")))


def board_plays(user: User) -> list[Json]:
    plays = BoardPlay.objects.filter(user=user).order_by("begun_at")
    figures = ("counts", "begun_at", "done_at", "points", "above", "above_error", "percent", "place")
    found = list(plays.values(*figures, boards=F("board_set__slug"), table=F("game__slug")))
    seats = DuplicateSeat.objects.filter(user=user).order_by("pk")
    of_seat = ("number", "boards_json", "points", "above", "above_error", "percent", "place")
    return [*found, *seats.values(*of_seat, boards=F("board_set__slug"), table=F("game__slug"))]


def seat_wish(user: User) -> list[Any]:
    wishes = SeatWish.objects.filter(user=user)
    return list(wishes.values("presets", "pace", "tables", "takes_guests", "since", "bots_at", "expires_at"))


def house_rules(user: User) -> list[Any]:
    return list(
        HouseRules.objects.filter(user=user).order_by("pk").values("slug", "name", "rules_json", "rules_version")
    )


def comments(user: User) -> list[Json]:
    found = Comment.objects.filter(user=user)
    return list(found.values(*PLACED, "edited_at", "hidden_at", "is_note", table=F("game__slug")))


def notes(user: User) -> list[Json]:
    return list(Note.objects.filter(user=user).values(*PLACED, table=F("game__slug")))


def statistics(user: User) -> Json:
    key = ("preset", "is_imported", "month")
    pairs = PairTally.objects.filter(user=user).order_by("month", "other", "preset")
    counted = ("with_deals", "with_points", "against_deals", "against_points")
    stints = Stint.objects.filter(user=user).order_by("pk")
    return {
        "counts": list(
            PersonTally.objects.filter(user=user).order_by("month", "preset").values(*key, counts=F("counts_json"))
        ),
        "with_others": list(pairs.values(*key, *counted, number=F("other"), name=F("other__name"))),
        "turns": list(stints.values("turns", "missed", table=F("game__slug"))),
    }


def transcriptions(user: User) -> list[Json]:
    fields = ("name", "played_on", "players", "dealer", "changed_at", "rules_version")
    drafts = Draft.objects.filter(user=user).order_by("pk")
    return list(drafts.values(*fields, rules=F("rules_json"), deals=F("sheet_json")))


SECTIONS: Final = (
    Section(
        "tables.json",
        _("Every table where you have a seat, had one, are invited or are the host; your scores, plans and pauses"),
        tables,
    ),
    Section(
        "records/", _("The record of each of your matches; while one is running, only what your seat knows"), records
    ),
    Section("chat.json", _("What you have written in chats, with your thoughts"), chat),
    Section("boards.json", _("The sets of boards that you have played, and your places"), board_plays),
    Section("seat-wish.json", _("Your wish to be seated with others, while it lasts"), seat_wish),
    Section("house-rules.json", _("The house rules that you have kept"), house_rules),
    Section("comments.json", _("Your comments"), comments),
    Section("notes.json", _("Your private notes"), notes),
    Section(
        "statistics.json",
        _("Your counts by rules and month, alone and with each other player, and how many turns you took in time"),
        statistics,
    ),
    Section("transcriptions.json", _("Your unfinished transcriptions"), transcriptions),
)
