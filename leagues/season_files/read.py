"""Reads the file of a season, to its end or to its first error. Nothing is stored here."""

import json
from datetime import datetime
from decimal import Decimal
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _

from games.kernel.stored_rules import columns_of
from leagues.models import MOST_ADVANCING, MOST_ROUNDS, Season, Table
from leagues.season_files.node import FileRefused, Node
from leagues.season_files.records import refuse_other_results
from leagues.season_files.write import FORMAT, VERSION
from leagues.seasons.scheme_json import SchemeError, scheme_from_json, scheme_to_json
from leagues.seasons.table_sizes import ANY_SIZE, SIZES
from leagues.standings.division_input import deal_range
from leagues.standings.models import LONGEST_FRACTION
from napoleon.engine import RulesError, rules_from_json
from napoleon.engine.editions import RULES_VERSION
from napoleon.time_bank import ClockError, clock_from_json, clock_to_json

MOST_BYTES: Final = 8_000_000
MOST_ENTRIES: Final = 400
"""More than a season takes: some have left."""
MOST_TABLES: Final = 200
MOST_DIVISIONS: Final = 8
MOST_TEAMS: Final = 200
MOST_PLACES: Final = 200

Json = dict[str, Any]


class FileEntry(NamedTuple):
    name: str
    """Empty for an account that was gone."""
    is_guest: bool
    division: int | None
    team: int | None
    left: datetime | None
    first_round: int
    starting_points: Decimal
    handicap: Decimal


class FileTable(NamedTuple):
    division: int
    number: int
    state: str
    outcome: str
    ended: datetime | None
    seats: list[int | None]
    """The places of entries in the file; None for a bot."""
    deals: list[Json]
    """As `leagues.rounds.results` stores them, but for places in the file instead of entries."""


class FileRound(NamedTuple):
    venue: str
    opened: datetime | None
    closed: datetime | None
    byes: list[int]
    tables: list[FileTable]


class FileAdjustment(NamedTuple):
    entry: int
    points: Decimal
    reason: str
    made: datetime | None


class FileStanding(NamedTuple):
    place: int | None
    points: str


class SeasonFile(NamedTuple):
    name: str
    club: str
    columns: Json
    """Of `Season`."""
    divisions: list[Json]
    teams: list[Json]
    entries: list[FileEntry]
    rounds: list[FileRound]
    adjustments: list[FileAdjustment]
    standings: dict[int, FileStanding]
    """By the place of the entry."""


def parse(data: bytes) -> Any:
    """The JSON of a file."""
    if len(data) > MOST_BYTES:
        raise FileRefused(_("The file is too large."))
    try:
        return json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise FileRefused(_("This is not the file of a season: it can’t be read as JSON.")) from None


def read(data: Any) -> SeasonFile:
    """The season of the file, whose records are replayed. Raises `FileRefused`."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise FileRefused(_("This is not the file of a season."))
    if type(data.get("version")) is not int or data["version"] != VERSION:
        text = _("The file has the version %(theirs)s; this site reads version %(ours)s.")
        raise FileRefused(text % {"theirs": str(data.get("version"))[:20], "ours": VERSION})
    root = Node(data)
    columns = _columns(root)
    divisions = [_division(node) for node in root["divisions"].list(MOST_DIVISIONS)]
    if not divisions:
        raise root["divisions"].refuse()
    teams = [_team(node) for node in root["teams"].list(MOST_TEAMS)]
    if len({team["number"] for team in teams}) < len(teams):
        raise root["teams"].refuse()
    numbers = {team["number"] for team in teams}
    entries = [_entry(node, len(divisions), numbers) for node in root["entries"].list(MOST_ENTRIES)]
    season = Season(**columns)
    rounds = [_round(node, season, entries, len(divisions)) for node in root["rounds"].list(MOST_ROUNDS)]
    if not rounds:
        raise root["rounds"].refuse()
    return SeasonFile(
        name=root["name"].title(60),
        club=root["club"].title(60, required=False),
        columns=columns | {"rounds_planned": len(rounds)},
        divisions=divisions,
        teams=teams,
        entries=entries,
        rounds=rounds,
        adjustments=[_adjustment(node, len(entries)) for node in root["adjustments"].list(500)],
        standings=dict(_standing(node, len(entries)) for node in root["standings"].list(len(entries))),
    )


# --- Settings ---


def _columns(root: Node) -> Json:
    settings = root["settings"]
    version = root["rules_version"].number(1, RULES_VERSION)
    try:
        rules = rules_from_json(root["rules"].value, version)
    except RulesError:
        raise root["rules"].refuse(_("these rules are unknown here.")) from None
    try:
        scheme = scheme_to_json(scheme_from_json(root["points"].value))
        clock = clock_to_json(clock_from_json(root["clock"].value))
    except (SchemeError, ClockError) as error:
        raise root["clock" if isinstance(error, ClockError) else "points"].refuse() from None
    other = settings["other_size"]
    return {
        **columns_of(rules),
        "clock_json": clock,
        "scheme_json": scheme,
        "about": root["about"].text(2000),
        "started_at": root["started"].moment(),
        "ended_at": root["ended"].moment(),
        "venue": settings["venue"].choice(Season.Venue.values),
        "pairing": settings["pairing"].choice(Season.Pairing.values),
        "gap": settings["gap"].choice(Season.Gap.values),
        "closing": settings["closing"].choice(Season.Closing.values),
        "credit": settings["credit"].choice(Season.Credit.values),
        "bot_deals": settings["bot_deals"].choice(Season.BotDeals.values),
        "advancing": settings["advancing"].number(1, MOST_ADVANCING),
        "other_size": other.value if other.value == ANY_SIZE else other.optional_number(min(SIZES), max(SIZES)),
        "team_size": settings["team_size"].optional_number(2, 6),
    }


def _division(node: Node) -> Json:
    return {
        "name": node["name"].title(40, required=False),
        "promoted": node["promoted"].number(0, MOST_PLACES),
        "relegated": node["relegated"].number(0, MOST_PLACES),
    }


def _team(node: Node) -> Json:
    return {"number": node["number"].number(1, MOST_TEAMS), "name": node["name"].title(40, required=False)}


# --- People ---


def _entry(node: Node, divisions: int, teams: set[int]) -> FileEntry:
    team = node["team"].optional_number(1, MOST_TEAMS)
    if team is not None and team not in teams:
        raise node["team"].refuse()
    is_guest = node["is_guest"].flag()
    return FileEntry(
        name=node["name"].title(40 if is_guest else 60, required=is_guest),
        is_guest=is_guest,
        division=node["division"].optional_number(1, divisions),
        team=team,
        left=node["left"].moment(),
        first_round=node["first_round"].number(1, MOST_ROUNDS),
        starting_points=node["starting_points"].points(),
        handicap=node["handicap"].points(),
    )


# --- Results ---


def _round(node: Node, season: Season, entries: list[FileEntry], divisions: int) -> FileRound:
    byes = [bye.number(0, len(entries) - 1) for bye in node["byes"].list(MOST_ENTRIES)]
    tables = [_table(table, season, len(entries), divisions) for table in node["tables"].list(MOST_TABLES)]
    seated = [entry for table in tables for entry in table.seats if entry is not None]
    if len({*seated, *byes}) < len(seated) + len(byes):
        raise node.refuse(_("somebody has two places in this round."))
    if any(entries[at].division is None for at in (*seated, *byes)):
        raise node.refuse(_("somebody plays without a division."))
    if len({(table.division, table.number) for table in tables}) < len(tables):
        raise node.refuse(_("two tables have the same number."))
    venue = node["venue"].choice(["", *Season.Venue.values])
    return FileRound(venue, node["opened"].moment(), node["closed"].moment(), byes, tables)


def _table(node: Node, season: Season, entries: int, divisions: int) -> FileTable:
    seats = [seat.optional_number(0, entries - 1) for seat in node["seats"].list(max(SIZES))]
    if len(seats) not in season.table_sizes:
        raise node["seats"].refuse(_("the rules don’t allow a table of this size."))
    is_void = node["is_void"].flag()
    deals = [_deal(deal, season, len(seats), entries) for deal in node["deals"].list(season.rules.deals)]
    if not is_void and not deals:
        raise node["deals"].refuse(_("a table that counts has results."))
    if node["record"].value is not None:
        refuse_other_results(node, deals)
    return FileTable(
        division=node["division"].number(1, divisions),
        number=node["number"].number(1, MOST_TABLES),
        state=Table.State.VOID if is_void else Table.State.FINISHED,
        outcome=node["outcome"].choice(["", *Table.Outcome.values]),
        ended=node["ended"].moment(),
        seats=seats,
        deals=deals,
    )


def _deal(node: Node, season: Season, size: int, entries: int) -> Json:
    least, most = deal_range(season.rules_for(size))
    # Where only the scores of a whole match are known, its first deal has them.
    whole = node["whole"].optional_number(1, season.rules.deals)
    scores = [score.number(least * (whole or 1), most * (whole or 1)) for score in node["scores"].list(size)]
    if len(scores) != size:
        raise node["scores"].refuse()
    napoleon, adjutant = (node[key].optional_number(0, size - 1) for key in ("napoleon", "adjutant"))
    deal: Json = {"scores": scores, "napoleon": napoleon, "adjutant": adjutant, "made": node["made"].flag()}
    deal["players"] = None
    if node["players"].value is not None:
        deal["players"] = [player.optional_number(0, entries - 1) for player in node["players"].list(size)]
        if len(deal["players"]) != size:
            raise node["players"].refuse()
    if node["bots"].value is not None:
        deal["bots"] = [bot.number(0, size - 1) for bot in node["bots"].list(size)]
    return deal if whole is None else {**deal, "whole": whole}


# --- Standings ---


def _adjustment(node: Node, entries: int) -> FileAdjustment:
    points = node["points"].points()
    if not points:
        raise node["points"].refuse()
    reason = node["reason"].text(200)
    return FileAdjustment(node["entry"].number(0, entries - 1), points, reason, node["made"].moment())


def _standing(node: Node, entries: int) -> tuple[int, FileStanding]:
    place = node["place"].optional_number(1, entries)
    return node["entry"].number(0, entries - 1), FileStanding(place, str(node["points"].fraction(LONGEST_FRACTION)))
