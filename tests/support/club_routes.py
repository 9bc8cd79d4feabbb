"""The routes of clubs and seasons, with each reader's answer if the club is public.

The season is open for entries, and Chie, the member, is in it. Its first round has a table.
"""

from functools import partial

from tests.support.club_readers import READERS
from tests.support.route_tables import RouteTable

GROUPS = {
    "all": "· · · · · · ·",
    "persons": "in · · · · · ·",
    "members": "in 403 403 403 · · ·",
    "organisers": "in 403 403 403 403 · ·",
    "owners": "in 403 403 403 403 403 ·",
}
club_table = partial(RouteTable, readers=READERS, groups=GROUPS)

CLUB = club_table("""
    leagues:club | GET | {club} | - | all 200
    leagues:request_to_join | POST | {club}requests/join/ | text=Hello | in 403 302 302 409 409 409
    leagues:withdraw_request | POST | {club}requests/withdraw/ | - | persons 302
    leagues:ladders | GET | {club}ladders/ | - | all 200
    leagues:ladder | GET | {club}ladders/{ladder}/ | - | all 200
    leagues:ladder_history | GET | {club}ladders/{ladder}/history/ | - | all 200
    leagues:new_ladder | POST | {club}ladders/new/ | name=x | organisers 422
    leagues:ladder_settings | POST | {club}ladders/{ladder}/settings/ | name=x | organisers 422
    leagues:join_ladder | POST | {club}ladders/{ladder}/join/ | - | members 302
    leagues:leave_ladder | POST | {club}ladders/{ladder}/leave/ | sure=yes | members 409
    leagues:sit_in | POST | {club}ladders/{ladder}/sit-in/ | approve=yes | members 409
    leagues:challenge | POST | {club}ladders/{ladder}/challenge/1/ | - | members 409
    leagues:answer_challenge | POST | {club}ladders/{ladder}/answer/1/ | approve=yes | members 409
    leagues:withdraw_challenge | POST | {club}ladders/{ladder}/withdraw/1/ | - | members 409
    leagues:move_on_ladder | POST | {club}ladders/{ladder}/members/1/move/ | place=1&reason=x | organisers 409
    leagues:take_off_ladder | POST | {club}ladders/{ladder}/members/1/remove/ | reason=x | organisers 409
    leagues:end_ladder | POST | {club}ladders/{ladder}/end/ | sure=yes | organisers 302
    leagues:board_series_list | GET | {club}boards/ | - | all 200
    leagues:board_series | GET | {club}boards/{series}/ | - | all 200
    leagues:new_board_series | POST | {club}boards/new/ | name=Autumn | organisers 422
    leagues:fair_play | POST | {club}boards/{series}/fair-play/1/ | - | organisers 404
    leagues:end_board_series | POST | {club}boards/{series}/end/ | sure=yes | organisers 302
    leagues:club_house_rules | GET | {club}house-rules/ | - | all 200
    leagues:new_club_house_rules | POST | {club}house-rules/new/ | name=Ours | organisers 422
    leagues:edit_club_house_rules | POST | {club}house-rules/{rules}/edit/ | name=Ours | organisers 422
    leagues:delete_club_house_rules | POST | {club}house-rules/{rules}/delete/ | - | organisers 302
    leagues:members | GET | {club}members/ | - | members 200
    leagues:audit_log | GET | {club}audit-log/ | - | members 200
    leagues:announcements | GET | {club}announcements/ | - | members 200
    leagues:announcement | GET | {club}announcements/{announcement}/ | - | members 200
    leagues:write_announcement | GET | {club}announcements/write/ | - | organisers 200
    leagues:write_to_organisers | GET | {club}announcements/organisers/ | - | members 200
    leagues:leave | POST | {club}leave/ | sure=on | in 403 403 403 302 302 409
    leagues:join_requests | GET | {club}requests/ | - | organisers 200
    leagues:answer_request | POST | {club}requests/{request}/answer/ | approve=yes | organisers 302
    leagues:invitations | GET | {club}invitations/ | - | organisers 200
    leagues:make_link | POST | {club}invitations/link/ | days=3&uses=5 | organisers 302
    leagues:invite | POST | {club}invitations/invite/ | who=Itsu | organisers 302
    leagues:invite_again | POST | {club}invitations/{invitation}/again/ | - | organisers 409
    leagues:revoke | POST | {club}invitations/{invitation}/revoke/ | - | organisers 302
    leagues:club_settings | POST | {club}settings/ | name=Wednesday | organisers 302
    leagues:late | GET | {club}late/ | - | organisers 200
    leagues:reminder_texts | POST | {club}late/texts/ | urgent_en=Hurry. | organisers 302
    leagues:write_to_late | POST | {club}late/write/ | name=friendly&to=all | organisers 302
    leagues:webhooks | GET | {club}webhook/ | - | organisers 200
    leagues:new_webhook | POST | {club}webhook/new/ | name=x | organisers 422
    leagues:webhook | GET | {club}webhook/{webhook}/ | - | organisers 200
    leagues:test_webhook | POST | {club}webhook/{webhook}/test/ | - | organisers 302
    leagues:end_webhook | POST | {club}webhook/{webhook}/end/ | sure=yes | organisers 302
    leagues:renew_webhook_secret | POST | {club}webhook/{webhook}/secret/ | - | organisers 302
    leagues:retry_post | POST | {club}webhook/posts/1/again/ | - | organisers 404
    leagues:remove | POST | {club}members/{member}/remove/ | sure=yes | organisers 302
    leagues:set_note | POST | {club}members/{member}/note/ | note=Away in May | organisers 302
    leagues:set_role | POST | {club}members/{member}/role/ | role=owner | owners 302
    leagues:close | POST | {club}close/ | sure=on | owners 302
""")
ANYWHERE = club_table("""
    leagues:evening | POST | /evenings/x/ | name=Hanako&answer=comes | all 404
    leagues:clubs | GET | /clubs/ | - | all 200
    leagues:new_club | POST | /clubs/new/ | name=New | in 403 302 302 302 302 302
    leagues:join | POST | /clubs/join/{token}/ | - | in 403 302 302 302 302 302
    leagues:round_of_game | GET | /t/{match}/round/ | - | all 404
    leagues:tables_for_match | GET | /t/{match}/tables/ | - | in 403 403 200 403 200 200
""")
"""Routes outside any club."""
SEASON = club_table("""
    leagues:seasons | GET | {seasons} | - | all 200
    leagues:season | GET | {season} | - | all 200
    leagues:season_rules | GET | {season}rules/ | - | all 200
    leagues:new_season | GET | {seasons}new/ | - | organisers 200
    leagues:edit_season | GET | {season}edit/ | - | organisers 200
    leagues:copy_season | POST | {season}copy/ | name=Summer | organisers 302
    leagues:open_registration | POST | {season}registration/open/ | - | organisers 409
    leagues:close_registration | POST | {season}registration/close/ | - | organisers 302
    leagues:start_season | POST | {season}start/ | sure=yes | organisers 409
    leagues:cancel_season | POST | {season}cancel/ | sure=on | organisers 302
    leagues:delete_season | POST | {season}delete/ | sure=yes | organisers 409
    leagues:enter | POST | {season}enter/ | - | in 403 403 403 409 302 302
    leagues:withdraw_entry | POST | {season}withdraw/ | sure=on | in 403 403 403 302 403 403
    leagues:entries | GET | {season}entries/ | - | organisers 200
    leagues:add_entry | POST | {season}entries/add/ | who=Bo | organisers 302
    leagues:approve_all | POST | {season}entries/approve/ | - | organisers 302
    leagues:add_previous_members | POST | {season}entries/previous/ | - | organisers 302
    leagues:answer_entry | POST | {season}entries/{applied}/answer/ | approve=yes | organisers 302
    leagues:move_entries | POST | {season}entries/move/ | wanted={entry}:0:1 | organisers 302
    leagues:remove_entry | POST | {season}entries/{entry}/remove/ | sure=yes | organisers 302
    leagues:divisions | GET | {season}divisions/ | - | organisers 200
    leagues:assign_divisions | POST | {season}divisions/assign/ | order=registration | organisers 302
    leagues:draw | GET | {season}draw/1/ | - | all 200
    leagues:rehearse | POST | {season}draw/1/rehearse/ | seed=1 | organisers 302
    leagues:discard_draw | POST | {season}draw/1/discard/ | - | organisers 302
    leagues:swap | GET | {season}draw/1/swap/?round=1&one={entry}&other={second} | - | organisers 409
    leagues:make_swap | POST | {season}draw/1/swap/make/ | draw=1&made=0&round=1&one={entry}&other={second} \
        | organisers 409
    leagues:lock_draw | POST | {season}draw/1/lock/ | draw={draw} | organisers 302
    leagues:draw_and_start | POST | {season}start/draw/ | - | organisers 200
    leagues:rehearse_all | POST | {season}draw/1/rehearse-all/ | - | organisers 302
    leagues:lock_all | POST | {season}draw/1/lock-all/ | draws={draw} | organisers 302
    leagues:unlock_draw | POST | {season}draw/1/unlock/ | - | organisers 302
    leagues:keep_apart | POST | {season}draw/1/apart/ | members={entry},{second} | organisers 302
    leagues:allow_together | POST | {season}draw/1/apart/{apart}/end/ | - | organisers 302
    leagues:round | GET | {season}rounds/1/ | - | all 200
    leagues:mail_round | POST | {season}rounds/1/mail/ | - | organisers 409
    leagues:open_round | POST | {season}rounds/1/open/ | - | organisers 409
    leagues:close_round | GET | {season}rounds/1/close/ | - | organisers 200
    leagues:set_dates | POST | {season}rounds/1/dates/ | closes_at=2031-01-01T12:00 | organisers 302
    leagues:draw_and_open | POST | {season}rounds/1/draw-and-open/ | - | organisers 409
    leagues:attendance | GET | {season}rounds/1/attendance/ | - | members 200
    leagues:reply_to_round | POST | {season}rounds/1/attendance/reply/ | answer=comes | members 409
    leagues:record_attendance | POST | {season}rounds/1/attendance/record/ | - | organisers 409
    leagues:add_guest | POST | {season}rounds/1/attendance/guests/ | name=x | organisers 422
    leagues:set_venue_of_round | POST | {season}rounds/1/venue/ | venue=real | organisers 409
    leagues:set_venue_of_table | POST | {season}rounds/1/tables/{table}/venue/ | venue=real | organisers 409
    leagues:replace_player | POST | {season}rounds/1/seats/1/replace/ | - | organisers 409
    leagues:more_time | GET | {season}rounds/1/tables/{table}/more-time/ | - | organisers 200
    leagues:corrections | GET | {season}rounds/1/tables/{table}/corrections/ | - | all 200
    leagues:undo_correction | POST | {season}rounds/1/tables/{table}/corrections/undo/ | - | organisers 409
    leagues:void_match | POST | {season}rounds/1/tables/{table}/void/ | reason=x | organisers 409
    leagues:replay_match | POST | {season}rounds/1/tables/{table}/replay/ | reason=x | organisers 409
    leagues:handicaps | GET | {season}handicaps/ | - | all 200
    leagues:set_handicaps | POST | {season}handicaps/set/ | seen=0&start-{entry}=5 | organisers 302
    leagues:teams | GET | {season}teams/ | - | all 200
    leagues:team | GET | {season}teams/1/ | - | all 404
    leagues:found_team | POST | {season}teams/found/ | name=Aces | members 409
    leagues:leave_team | POST | {season}teams/leave/ | - | members 409
    leagues:answer_team | POST | {season}teams/invitations/1/answer/ | approve=yes | members 409
    leagues:rename_team | POST | {season}teams/1/name/ | name=Aces | members 409
    leagues:invite_to_team | POST | {season}teams/1/invite/ | person=0 | members 404
    leagues:take_back_team_invitation | POST | {season}teams/1/invitations/1/end/ | - | members 409
    leagues:make_teams | POST | {season}teams/make/ | order=rating | organisers 409
    leagues:place_in_team | POST | {season}teams/entries/{entry}/ | team=1 | organisers 409
    leagues:pauses | GET | {season}pauses/ | - | all 200
    leagues:pause_season | POST | {season}pauses/set/ | end=2026-12-31T12:00&reason=x | organisers 422
    leagues:end_pause | POST | {season}pauses/1/end/ | - | organisers 409
    leagues:external_match | GET | {season}rounds/1/tables/{table}/match/ | - | organisers 200
    leagues:accept_match | POST | {season}rounds/1/tables/{table}/match/accept/ | match={match} | organisers 409
    leagues:take_back_match | POST | {season}rounds/1/tables/{table}/match/take-back/ | - | organisers 409
    leagues:results | GET | {season}rounds/1/tables/{table}/results/ | - | organisers 200
    leagues:confirm_results | POST | {season}rounds/1/tables/{table}/results/confirm/ | seen=x | members 409
    leagues:substitutes | GET | {season}substitutes/ | - | members 200
    leagues:volunteer | POST | {season}substitutes/join/ | - | members 302
    leagues:stand_down | POST | {season}substitutes/leave/ | - | members 302
    leagues:answer_offer | POST | {season}substitutes/1/answer/ | accept=yes | members 409
    leagues:promotion | POST | {season}promotion/ | - | organisers 302
    leagues:new_stage | GET | {season}stage/ | - | organisers 404
    leagues:stage_places | GET | {season}stages/ | - | all 404
""")
STANDINGS = club_table("""
    leagues:standings | GET | {division} | - | all 200
    leagues:figure | GET | {division}{entry}/ | - | all 200
    leagues:places_by_round | GET | {division}rounds/ | - | all 200
    leagues:bracket | GET | {division}bracket/ | - | all 404
    leagues:meetings | GET | {division}meetings/ | - | all 200
    leagues:leaders | GET | {division}leaders/ | - | persons 200
    leagues:adjustments | GET | {division}adjustments/ | - | all 200
    leagues:files | GET | {club}files/ | - | all 200
    leagues:import_divisions | POST | {season}divisions/import/ | text=Bo | organisers 409
    leagues:import_entries | POST | {season}import/ | text=Bo&confirm=yes | organisers 302
    leagues:import_members | POST | {club}import/ | text=Emi&confirm=yes | organisers 302
    leagues:members_csv | GET | {club}members.csv | - | members 200
    leagues:members_json | GET | {club}members.json | - | members 200
    leagues:own_rounds_calendar | GET | {club}rounds/{feed}.ics | - | all 200
    leagues:rounds_calendar | GET | {club}rounds.ics | - | all 200
    leagues:score_sheets | GET | {season}sheets/1/ | - | all 200
    leagues:take_in_season | POST | {club}files/season/ | - | organisers 422
    leagues:season_file | GET | {season}files/season.json | - | organisers 409
    leagues:season_csv | GET | {season}files/results.csv | - | all 200
    leagues:season_json | GET | {season}files/results.json | - | all 200
    leagues:season_workbook | GET | {season}files/season.xlsx | - | all 200
    leagues:rating | GET | /u/{person}/ratings/ | - | members 200
    leagues:ratings | GET | {club}ratings/ | - | all 200
    leagues:club_statistics | GET | {club}statistics/ | - | all 200
    leagues:club_chart | GET | {club}statistics/roles.svg | - | all 200
    leagues:season_statistics | GET | {season}statistics/ | - | all 200
    leagues:season_chart | GET | {season}statistics/roles.svg | - | all 200
    leagues:adjust | POST | {division}adjust/ | entry={entry}&points=1&reason=x&sure=yes | organisers 302
    leagues:cancel_adjustment | POST | {division}adjustments/{adjustment}/cancel/ | sure=yes&reason=x | organisers 302
""")
TABLES = (CLUB, ANYWHERE, SEASON, STANDINGS)

FORMS = {
    "leagues:close_round": ("{season}rounds/1/close/", "409"),
    "leagues:divisions": ("{season}divisions/", "422"),
    "leagues:edit_season": ("{season}edit/", "422"),
    "leagues:new_season": ("{seasons}new/", "422"),
    "leagues:new_stage": ("{season}stage/", "404"),
    "leagues:more_time": ("{season}rounds/1/tables/{table}/more-time/", "422"),
    "leagues:results": ("{season}rounds/1/tables/{table}/results/", "422"),
    "leagues:write_announcement": ("/clubs/tuesday/announcements/write/", "422"),
    "leagues:write_to_organisers": ("/clubs/tuesday/announcements/organisers/", "422"),
    "leagues:webhook": ("/clubs/tuesday/webhook/{webhook}/", "422"),
}
"""The answers to organisers who send empty forms; the tables list the pages."""
