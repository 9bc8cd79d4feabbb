"""Writes a season that is over as one JSON object, without anything that its readers may not know."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from games.access import may_look
from games.models import Game
from games.records import whole_record
from leagues.locks import ClubError
from leagues.models import Adjustment, Bye, Entry, Round, Season, Standing, Table
from leagues.seasons.scheme_json import scheme_from_json, scheme_to_json
from napoleon.engine import rules_to_json
from napoleon.time_bank import clock_to_json
from players.models import User

FORMAT: Final = "napoleon-season"
VERSION: Final = 1
SETTINGS: Final = ("venue", "pairing", "advancing", "other_size", "gap", "closing", "credit", "bot_deals", "team_size")
"""The settings that the pages of a past season show or its standings follow from, beside rules, clock and points."""

Json = dict[str, Any]
Places = dict[int | None, int | None]
"""The place in the file's list of entries, by key; a bot has none."""


def refuse_unfit(season: Season) -> None:
    if season.state != Season.State.FINISHED:
        raise ClubError(_("A season can be downloaded as one file once it is over."))
    if season.is_duplicate:
        raise ClubError(_("A season whose tables all play the same deals can’t be downloaded as one file yet."))


def season_json(season: Season, reader: User, *, with_records: bool) -> Json:
    """The season; ``with_records`` includes those of all matches that the reader may see."""
    refuse_unfit(season)
    tables = _tables(season)
    byes = list(Bye.objects.filter(round__season=season).order_by("pk"))
    entries = _entries(season, tables, byes)
    places: Places = {None: None, **{entry.pk: at for at, entry in enumerate(entries)}}
    adjustments = Adjustment.objects.filter(entry__in=entries, cancelled_at=None).order_by("pk")
    standings = Standing.objects.filter(division__season=season).order_by("division__number", "position")
    return {
        "format": FORMAT,
        "version": VERSION,
        "site": settings.SITE_URL,
        "club": season.club.name,
        "name": season.name,
        "about": season.about,
        "started": _moment(season.started_at),
        "ended": _moment(season.ended_at),
        "rules": rules_to_json(season.rules),
        "rules_version": season.rules_version,
        "clock": clock_to_json(season.clock),
        "points": scheme_to_json(scheme_from_json(season.scheme_json)),
        "settings": {name: getattr(season, name) for name in SETTINGS},
        "divisions": list(season.divisions.order_by("number").values("name", "promoted", "relegated")),
        "teams": list(season.teams.order_by("number").values("number", "name")),
        "entries": [_entry(entry) for entry in entries],
        "rounds": [
            _round(round_, tables, byes, places, reader if with_records else None)
            for round_ in season.rounds.order_by("number")
        ],
        "adjustments": [_adjustment(made, places) for made in adjustments],
        "standings": [
            {"entry": places[line.pk], "place": line.place, "points": line.points}
            for line in standings
            if line.pk in places
        ],
    }


def _round(round_: Round, tables: Sequence[Table], byes: Sequence[Bye], places: Places, reader: User | None) -> Json:
    return {
        "venue": round_.venue,
        "opened": _moment(round_.opened_at),
        "closed": _moment(round_.closed_at),
        "byes": [places[bye.entry_id] for bye in byes if bye.round_id == round_.pk],
        "tables": [_table(table, places, reader) for table in tables if table.round_id == round_.pk],
    }


def _adjustment(made: Adjustment, places: Places) -> Json:
    return {
        "entry": places[made.entry_id],
        "points": str(made.points),
        "reason": made.reason,
        "made": _moment(made.made_at),
    }


def _tables(season: Season) -> list[Table]:
    found = Table.objects.filter(round__season=season).select_related("division", "game__board_set", "external_match")
    return list(found.with_seats().order_by("round__number", "division__number", "number"))


def _entries(season: Season, tables: Sequence[Table], byes: Sequence[Bye]) -> list[Entry]:
    """Those whom the standings and tables name: who asked in vain is nobody's business."""
    named = {seat.entry_id for table in tables for seat in table.seats.all()} | {bye.entry_id for bye in byes}
    named |= {key for table in tables for deal in table.deals_json for key in deal["players"] or ()}
    found = season.entries.select_related("user", "division", "team").order_by("order")
    return [entry for entry in found if entry.pk in named or entry.state == Entry.State.ENTERED]


def _entry(entry: Entry) -> Json:
    """Without the account, which means nothing elsewhere; an account that is gone leaves no name."""
    return {
        "name": entry.guest_name or entry.file_name or (entry.user.name if entry.user else ""),
        "is_guest": bool(entry.guest_name),
        "division": entry.division.number if entry.division else None,
        "team": entry.team.number if entry.team else None,
        "left": None if entry.state == Entry.State.ENTERED else _moment(entry.left_at or entry.applied_at),
        "first_round": entry.first_round,
        "starting_points": str(entry.starting_points),
        "handicap": str(entry.handicap),
    }


def _table(table: Table, places: Places, reader: User | None) -> Json:
    written: Json = {
        "division": table.division.number,
        "number": table.number,
        "is_void": table.state == Table.State.VOID,
        "outcome": table.outcome,
        "ended": _moment(table.ended_at),
        "seats": [places[seat.entry_id] for seat in table.seats.all()],
        "deals": [_deal(deal, places) for deal in table.deals_json],
    }
    game = table.game
    if reader is not None and game is not None and _is_open_to(reader, game):
        written["record"] = [json.loads(line) for line in whole_record(game).splitlines()]
        if hasattr(table, "external_match"):
            written["record_seats"] = table.external_match.seats_json
    return written


def _is_open_to(reader: User, game: Game) -> bool:
    """A finished match may be read by everybody who may see its table."""
    return game.status == Game.Status.FINISHED and may_look(reader.pk, game)


def _deal(deal: Json, places: Places) -> Json:
    """With places in the list of entries for their keys; ``offers`` name rows of this site."""
    players = deal["players"] and [places.get(key) for key in deal["players"]]
    return {key: value for key, value in deal.items() if key != "offers"} | {"players": players}


def _moment(at: datetime | None) -> str | None:
    return at.astimezone(timezone.get_default_timezone()).isoformat(timespec="seconds") if at else None
