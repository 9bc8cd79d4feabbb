"""Shared by the leak tests: every route, how to request it, and the cards a reader may see."""

import json
import os
import re
from collections.abc import Callable, Iterator
from io import BytesIO

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client
from openpyxl import load_workbook

from games.models import Game
from games.presentation.cards import label
from infrastructure import workbooks
from napoleon.engine import Deal, Match, is_over
from napoleon.engine.cards import CARD_NAMES, JOKER, cards_in
from napoleon.engine.napoleon import Calling
from napoleon.engine.napoleon_contract import Contract
from napoleon.engine.napoleon_ranking import ranking
from players.models import CalendarFeed
from tests.napoleon.engine.records import Played, played
from tests.napoleon.engine.twins import Story
from tests.support import table_pages
from tests.support.own_data import DOWNLOAD, unzipped

SIDES = ("log", "rules", "plans", "chat", "notes")
# Of this many pairs of positions, LEAK_POSITIONS=50, only the first is looked at by default.
FIRST_SEEDS = [
    pytest.param(seed, marks=pytest.mark.slow) if seed else seed
    for seed in range(0, 100 * int(os.environ.get("LEAK_POSITIONS", "2")), 50)
]

# --- Every route, and how to request it ---

Request = tuple[str, str, dict[str, str]]
Requests = Callable[[Game, int], list[Request]]


def get(path: str) -> Requests:
    return lambda game, deal: [("GET", path.format(game=game, deal=deal), {})]


def post(path: str, **data: str) -> Requests:
    return lambda game, deal: [("POST", path.format(game=game, deal=deal), data)]


def every_panel(game: Game, deal: int) -> list[Request]:
    return [("GET", f"/t/{game.slug}/?deal={deal}&side={side}", {}) for side in SIDES]


def every_refusal(game: Game, deal: int) -> list[Request]:
    """Refused moves return the board, so none of these changes anything."""
    path, here = f"/t/{game.slug}/act/", {"deal": str(deal), "seen": ""}
    return [
        ("POST", path, {**here, "do": "play", "card": "XX"}),
        ("POST", path, {**here, "do": "pass", "seen": "1"}),
        ("POST", path, {**here, "do": "claim", "seen": "1"}),
        ("POST", path, {**here, "do": "refuse", "seen": "1"}),
    ]


def own_calendar(game: Game, deal: int) -> list[Request]:
    """The host's feed: anyone who knows its secret address may read it."""
    feed, _ = CalendarFeed.objects.get_or_create(user=game.host, defaults={"token": "a-secret"})
    return [("GET", f"/calendar/{feed.token}.ics", {})]


def every_way_to_look_back(game: Game, deal: int) -> list[Request]:
    """Early and late positions of the deal, with open hands and as two of the seats saw them."""
    ways = ("", "?as=1", "?as=2&times=1")
    steps = (0, 2, 7, 20, 33, 41)
    return [("GET", f"/t/{game.slug}/review/{deal}/{n}/{way}", {}) for n in steps for way in ways]


TABLE: dict[str, Requests] = {
    "games:act": every_refusal,
    "games:analyse": post("/t/{game.slug}/analysis/ask/"),
    "games:analysis": get("/t/{game.slug}/analysis/"),
    "games:analysis_curve": get("/t/{game.slug}/analysis/{deal}/curve.svg"),
    "games:analysis_progress": get("/t/{game.slug}/analysis/progress/"),
    "games:board": get("/t/{game.slug}/board/?deal={deal}&shown=0&side=log"),
    "games:cancel": post("/t/{game.slug}/cancel/"),
    "games:chat": get("/t/{game.slug}/chat/"),
    "games:comment": post("/t/{game.slug}/review/{deal}/20/comment/", text=""),
    "games:comments": get("/t/{game.slug}/comments/"),
    "games:delete_comment": post("/t/{game.slug}/comments/1/delete/"),
    "games:delete_note": post("/t/{game.slug}/notes/1/delete/"),
    "games:drop_plan": post("/t/{game.slug}/plan/drop/", deal="1", plan="{}"),
    "games:edit_comment": post("/t/{game.slug}/comments/1/edit/", text="x"),
    "games:edit_note": post("/t/{game.slug}/notes/1/edit/", text="x"),
    "games:give_cards": get("/t/{game.slug}/give-cards/"),
    "games:invite": post("/t/{game.slug}/invite/", number="1", name="ai"),
    "games:join": get("/join/{game.invitation}/"),
    "games:leave": post("/t/{game.slug}/leave/"),
    "games:leave_seat": post("/t/{game.slug}/leave-seat/"),
    "games:agree_to_live": post("/t/{game.slug}/live/"),
    "games:end_live": post("/t/{game.slug}/live/end/"),
    "games:meeting": get("/t/{game.slug}/meeting.ics"),
    "games:attempt_deal": get("/t/{game.slug}/try/{deal}/20/?as=1"),
    "games:exercise_step": get("/t/{game.slug}/exercise/{deal}/6/"),
    "games:fix_meeting": post("/t/{game.slug}/meeting/", at="2026-03-01T12:00"),
    "games:cancel_meeting": post("/t/{game.slug}/meeting/cancel/"),
    "games:not_me": post("/t/{game.slug}/not-me/"),
    "games:add_note": post("/t/{game.slug}/note/", text="", deal="1"),
    "games:notes": get("/t/{game.slug}/notes/"),
    "games:plan": post("/t/{game.slug}/plan/", deal="1", do="pass"),
    "games:play_forced": post("/t/{game.slug}/play-forced/", deal="1", wished="yes"),
    "leagues:round_of_game": get("/t/{game.slug}/round/"),
    "games:offer": post("/t/{game.slug}/offer/", number="9", name="ai"),
    "games:pause": post("/t/{game.slug}/pause/", days="0"),
    "games:people": get("/t/{game.slug}/people/"),
    "games:record": get("/t/{game.slug}/record/"),
    "games:match_picture": get("/t/{game.slug}/picture.png"),
    "games:result_picture": get("/t/{game.slug}/review/{deal}/picture.png"),
    "games:review": get("/t/{game.slug}/review/?deal={deal}"),
    "games:review_deal": get("/t/{game.slug}/review/{deal}/?step=3"),
    "games:review_picture": get("/t/{game.slug}/review/{deal}/20/picture.png?as=1"),
    "games:review_step": every_way_to_look_back,
    "games:rules_compare": get("/rules/compare/?a={game.slug}&b=leaflet"),
    "games:rematch": post("/t/{game.slug}/rematch/"),
    "games:resume": post("/t/{game.slug}/resume/"),
    "games:seat_bot": post("/t/{game.slug}/seat-bot/", number="1", level="recruit"),
    "games:seats": get("/t/{game.slug}/seats/"),
    "games:seed": post("/t/{game.slug}/seed/", seed="x"),
    "games:embedded_deal": get("/embed/t/{game.slug}/{deal}/"),
    "games:embedded_table": get("/embed/t/{game.slug}/"),
    "games:score_sheet": get("/t/{game.slug}/score-sheet/"),
    "games:share_notes": post("/t/{game.slug}/notes/share/"),
    "games:shuffle": get("/t/{game.slug}/shuffle/"),
    "games:table": every_panel,
    "games:table_rules": get("/t/{game.slug}/rules/"),
    "leagues:tables_for_match": get("/t/{game.slug}/tables/"),
    "games:take_back": post("/t/{game.slug}/take-back/"),
    "games:unshare_notes": post("/t/{game.slug}/notes/unshare/"),
    "games:tap_plan": post("/t/{game.slug}/plan/tap/", deal="1", do="pass"),
    "games:take_move_back": post("/t/{game.slug}/take-move-back/", deal="1"),
    "games:take_seat": post("/t/{game.slug}/take-seat/"),
}
"""The routes of one table."""
BY_DEAL = (
    "games:act",
    "games:analysis_curve",
    "games:attempt_deal",
    "games:board",
    "games:comment",
    "games:embedded_deal",
    "games:exercise_step",
    "games:review_deal",
    "games:review_step",
    "games:table",
)
"""Routes that show one deal of the table; the others show the match."""
EXPLAINS = ("side=rules", "/rules/")
"""These pages name cards to explain the rules to everyone, so that only twins are compared."""
ELSEWHERE: dict[str, Requests] = {
    "front_page": get("/"),
    "games:calendar": own_calendar,
    "games:board_sets": get("/boards/"),
    "games:bots": get("/bots/"),
    "games:daily": get("/daily/"),
    "games:exercise": get("/exercise/"),
    "games:seat_me": get("/tables/seat-me/"),
    "games:tables": get("/tables/"),
    "games:next_table": get("/next/"),
    "leagues:clubs": get("/clubs/"),
    "players:delete_account": get("/me/delete/"),
    "players:download_own_data": post(DOWNLOAD),
    "players:end_calendar": post("/me/calendar/end/"),
    "players:forget_push": post("/me/push/forget/"),
    "players:keep_guest": get("/me/keep/"),
    "players:make_calendar": post("/me/calendar/make/"),
    "players:notification_count": get("/me/notifications/count/"),
    "players:notification_settings": get("/me/notifications/settings/"),
    "players:notifications": get("/me/notifications/"),
    "leagues:rating": get("/u/{game.host_id}/ratings/"),
    "games:person_statistics": get("/u/{game.host_id}/statistics/"),
    "players:friends": get("/me/friends/"),
    "players:profile": get("/u/{game.host_id}/"),
    "players:end_vacation": post("/me/vacations/1/end/"),
    "players:settings": get("/me/"),
    "players:vacations": get("/me/vacations/"),
}
"""Pages that may show several tables."""
NAMES = """
    api_guide
    games:archive games:archive_csv games:archive_records games:board_of_set games:board_set games:boards_picture
    games:check_line
    games:delete_house_rules games:edit_house_rules games:house_rule_set games:house_rules games:new_house_rules
    games:close_board_set games:discard_transcription games:discard_upload games:end_seat_wish games:fill_duplicate
    games:finish_transcription games:glossary games:new_duplicate
    games:import_matches games:learn games:learn_end games:learn_index games:learn_step games:luck
    games:new_challenge games:new_table games:new_transcription games:person_chart games:play_board_set
    games:play_now games:rules_index games:rules_page games:store_upload games:take_back_line games:transcription
    games:transcription_table games:upload games:write_line healthz leagues:accept_match leagues:add_entry
    leagues:add_previous_members leagues:adjust leagues:adjustments leagues:allow_together leagues:answer_entry
    leagues:answer_offer leagues:answer_request leagues:approve_all leagues:assign_divisions leagues:announcement
    leagues:announcements leagues:audit_log leagues:board_series leagues:board_series_list
    leagues:cancel_adjustment leagues:cancel_season leagues:close leagues:close_registration leagues:close_round
    leagues:add_guest leagues:attendance leagues:confirm_results leagues:draw_and_open leagues:evening
    leagues:record_attendance leagues:reply_to_round
    leagues:club_house_rules leagues:delete_club_house_rules leagues:edit_club_house_rules leagues:new_club_house_rules
    leagues:club leagues:club_chart leagues:club_settings leagues:club_statistics leagues:copy_season
    leagues:corrections leagues:replay_match leagues:undo_correction leagues:void_match
    leagues:delete_season leagues:discard_draw leagues:draw_and_start leagues:divisions leagues:draw leagues:edit_season
    leagues:end_board_series leagues:end_pause leagues:end_webhook
    leagues:enter leagues:entries leagues:external_match
    leagues:embedded_round leagues:embedded_standings leagues:embedded_teams
    leagues:fair_play leagues:figure leagues:files leagues:handicaps leagues:import_divisions leagues:import_entries
    leagues:import_members leagues:invitations leagues:invite leagues:invite_again
    leagues:join leagues:join_requests leagues:keep_apart
    leagues:late leagues:leaders leagues:leave leagues:lock_all leagues:lock_draw leagues:mail_round
    leagues:make_link leagues:more_time
    leagues:make_swap leagues:meetings leagues:members leagues:members_csv leagues:members_json leagues:move_entries
    leagues:new_board_series leagues:new_club
    leagues:new_season leagues:open_registration leagues:open_round leagues:own_rounds_calendar
    leagues:pause_season leagues:pauses leagues:places_by_round leagues:promotion leagues:ratings leagues:rehearse
    leagues:rehearse_all
    leagues:reminder_texts leagues:remove
    leagues:remove_entry leagues:renew_webhook_secret leagues:replace_player leagues:request_to_join leagues:results
    leagues:retry_post leagues:revoke leagues:round leagues:rounds_calendar
    leagues:score_sheets leagues:season
    leagues:season_file leagues:take_in_season
    leagues:season_chart leagues:season_csv leagues:season_json leagues:season_rules leagues:season_statistics
    leagues:season_workbook
    leagues:seasons leagues:set_dates leagues:set_handicaps leagues:set_note leagues:set_role
    leagues:bracket leagues:new_stage leagues:stage_places
    leagues:set_venue_of_round leagues:set_venue_of_table leagues:stand_down leagues:standings
    leagues:start_season
    leagues:substitutes leagues:swap leagues:take_back_match leagues:test_webhook leagues:unlock_draw
    leagues:answer_team leagues:found_team leagues:invite_to_team leagues:leave_team leagues:make_teams
    leagues:place_in_team leagues:rename_team leagues:take_back_team_invitation leagues:team leagues:teams
    leagues:answer_challenge leagues:challenge leagues:end_ladder leagues:join_ladder leagues:ladder
    leagues:ladder_history leagues:ladder_settings leagues:ladders leagues:leave_ladder leagues:move_on_ladder
    leagues:new_ladder leagues:sit_in leagues:take_off_ladder leagues:withdraw_challenge
    leagues:new_webhook leagues:webhooks
    leagues:volunteer leagues:webhook leagues:withdraw_entry leagues:withdraw_request leagues:write_announcement
    leagues:write_to_late leagues:write_to_organisers manifest
    idp:metadata idp:oidc:authorization idp:oidc:revoke idp:oidc:token
    oembed offline players:accept_friend players:answer_open_data players:apps
    players:end_app players:end_app_grant players:api_tokens players:ask_friend players:block
    players:end_api_token players:devices players:end_friendship
    players:agree players:legal_page players:mail_again players:mail_events
    players:own_data players:service_worker players:sign_out_device players:sign_out_elsewhere players:subscribe_push
    players:unblock players:unsubscribe readyz robots_txt set_language
    staff:board_set staff:board_sets staff:decide staff:give_back staff:health
    staff:log staff:merge staff:report staff:report_house_rules staff:report_table staff:reports
"""
WITHOUT_GAMES = set(NAMES.split())
"""These show no running game.

Some show matches that are over (archive, leaders, matches from elsewhere, statistics): tests/games/archive,
test_counting.py and test_statistics.py try them. `games:play_now` makes a table of its own, `staff:give_back` names
seats only, and `staff:report` shows texts that its reader sees without it.
"""


def seat_of(reader: int | str | None, game: Played) -> int | None:
    return reader if isinstance(reader, int) and reader < game.rules.players else None


def known(game: Played, deal: Deal, seat: int | None) -> set[str]:
    """The cards that a page about the deal may name to that seat."""
    story = Story(game.rules, game.events, deal, game.match, seat)
    may = set(cards_in(story.seen()))
    if story.called is not None:
        may.add(story.called)
    state = story.state
    if state is None and not _is_passed_out(game.match, deal.deal):
        may |= _after_the_deal(game, deal, seat)
    if isinstance(state, Calling) and seat == state.contract.napoleon:
        may |= _worth_calling(state.contract)
    return {CARD_NAMES[card] for card in may}


def _is_passed_out(match: Match, number: int) -> bool:
    return any(end.number == number and not hasattr(end, "tricks") for end in match.ended)


def _after_the_deal(game: Played, deal: Deal, seat: int | None) -> set[int]:
    """The cards that a finished deal reveals to its players: all, unless dealt again unshuffled."""
    if is_over(game.match) or (seat is not None and not getattr(game.rules, "no_shuffle", False)):
        return {card for hand in (*deal.hands, deal.widow) for card in cards_in(hand)}
    return set()


def _worth_calling(contract: Contract) -> set[int]:
    """The cards that Napoleon is offered to call: special by the rules alone, wherever they lie."""
    rank = ranking(contract.dealt.rules, contract.trump)
    return {*cards_in(rank.powers), JOKER}


def positions(count: int, first: int = 0) -> Iterator[Played]:
    """Matches under many rules, most of them unfinished."""
    seed = first
    while count:
        seed += 1
        game = played(seed, cut=True)
        if game.match.open:
            count -= 1
            yield game


def ask(client: Client, request: Request) -> HttpResponse:
    method, path, data = request
    cache.clear()  # it counts requests for the rate limits
    send = client.get if method == "GET" else client.post
    response: HttpResponse = send(path, data or None)
    assert response.status_code < 500, request
    if response["Content-Type"] == "application/zip":
        return HttpResponse(b"".join(response), headers=response.headers)
    return response


# --- Bytes ---

SPOKEN = {code: label(code) for code in CARD_NAMES}


def named_cards(response: HttpResponse) -> set[str]:
    """Every card that an answer contains: drawn, in a field, or read aloud."""
    if "jsonl" in response.get("Content-Type", ""):
        return _recorded_cards(response.content.decode())
    if response["Content-Type"] == "application/zip":
        files = unzipped(response.content)
        records = [text for path, text in files.items() if path.startswith("records/")]
        plans = [table.get("plans") for table in json.loads(files["tables.json"])]
        return set().union(_cards_in_json(json.dumps(plans)), *map(_recorded_cards, records))
    if response["Content-Type"] == workbooks.CONTENT_TYPE:
        sheets = load_workbook(BytesIO(response.content)).worksheets
        return _cards_in_json(json.dumps([[str(cell.value) for cell in row] for page in sheets for row in page]))
    if response["Content-Type"] == "image/png":
        return set()  # made from what the page beside it shows; twins are compared
    drawn = table_pages.cards(response)
    values = set(re.findall(r'(?:value|id)="(?:card-)?(JK|[SHDC][AKQJT2-9])"', response.content.decode()))
    words = table_pages.text(response)
    spoken = {code for code, name in SPOKEN.items() if code != "JK" and name in words}
    # A label for calling the joker names nobody's card.
    return drawn | spoken | (values - {"JK"})


def _recorded_cards(record: str) -> set[str]:
    _rules, *events = record.splitlines()
    return _cards_in_json(" ".join(events))


def _cards_in_json(text: str) -> set[str]:
    return set(re.findall(r'"(JK|[SHDC][AKQJT2-9])"', text))


def deals_of(game: Played) -> list[Deal]:
    return [event for event in game.events if isinstance(event, Deal)]


def table_requests(game: Game, position: Played) -> Iterator[tuple[str, int, Request]]:
    """Every request about the table, for its latest deals."""
    for deal in [deal.deal for deal in deals_of(position)][-2:]:
        for name in BY_DEAL:
            for request in TABLE[name](game, deal):
                yield name, deal, request
    for name in [name for name in TABLE if name not in BY_DEAL]:
        for request in TABLE[name](game, 1):
            yield name, 1, request


# --- Twins ---


def plain(response: HttpResponse, *games: Game) -> str:
    """An answer without what differs between any two games or requests."""
    by_chance = ("Expires", "X-Request-ID")
    headers = {name: value for name, value in response.headers.items() if name not in by_chance}
    body = f"{response.status_code} {sorted(headers.items())} {response.content.decode('utf-8', 'replace')}"
    for game in games:
        body = body.replace(game.slug, "·").replace(game.invitation, "·")
    body = re.sub(r'(name="csrfmiddlewaretoken" value=)"\w+"', r"\1", body)
    return re.sub(r'(name="key" value=)"[\w-]+"', r"\1", body)
