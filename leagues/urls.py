"""All addresses of clubs and seasons, in one namespace."""

from django.urls import URLPattern, URLResolver, include, path

from leagues.announcements import views as announcements
from leagues.board_weeks import views as board_weeks
from leagues.clubs import views as clubs
from leagues.corrections import views as corrections
from leagues.draws import views as draws
from leagues.embeds import views as embeds
from leagues.entries import views as entries
from leagues.evenings import views as evenings
from leagues.exports import views as exports
from leagues.external_matches import views as external_matches
from leagues.handicaps import views as handicaps
from leagues.house_rules import views as house_rules
from leagues.ladder import views as ladder
from leagues.late_players import views as late_players
from leagues.pauses import views as pauses
from leagues.people_import import views as people_import
from leagues.ratings import views as ratings
from leagues.rounds import views as rounds
from leagues.season_files import views as season_files
from leagues.seasons import views as seasons
from leagues.stages import views as stages
from leagues.standings import views as standings
from leagues.statistics import views as statistics
from leagues.substitutes import views as substitutes
from leagues.teams import views as teams
from leagues.webhooks import views as webhooks

app_name = "leagues"

DRAW = [
    path("", draws.draw, name="draw"),
    path("apart/", draws.keep_apart, name="keep_apart"),
    path("apart/<number:pk>/end/", draws.allow_together, name="allow_together"),
    path("discard/", draws.discard_draw, name="discard_draw"),
    path("lock/", draws.lock_draw, name="lock_draw"),
    path("lock-all/", draws.lock_all, name="lock_all"),
    path("rehearse/", draws.rehearse, name="rehearse"),
    path("rehearse-all/", draws.rehearse_all, name="rehearse_all"),
    path("swap/", draws.swap, name="swap"),
    path("swap/make/", draws.make_swap, name="make_swap"),
    path("unlock/", draws.unlock_draw, name="unlock_draw"),
]

ROUND = [
    path("", rounds.round_page, name="round"),
    path("attendance/", evenings.attendance, name="attendance"),
    path("attendance/guests/", evenings.add_guest, name="add_guest"),
    path("attendance/record/", evenings.record_attendance, name="record_attendance"),
    path("attendance/reply/", evenings.reply, name="reply_to_round"),
    path("close/", rounds.close_round, name="close_round"),
    path("dates/", rounds.set_dates, name="set_dates"),
    path("mail/", rounds.mail_round, name="mail_round"),
    path("draw-and-open/", rounds.draw_and_open, name="draw_and_open"),
    path("open/", rounds.open_round, name="open_round"),
    path("venue/", rounds.set_venue_of_round, name="set_venue_of_round"),
    path("tables/<number:pk>/venue/", rounds.set_venue_of_table, name="set_venue_of_table"),
    path("seats/<number:pk>/replace/", substitutes.replace_player, name="replace_player"),
    path("tables/<number:pk>/corrections/", corrections.corrections, name="corrections"),
    path("tables/<number:pk>/corrections/undo/", corrections.undo_correction, name="undo_correction"),
    path("tables/<number:pk>/replay/", corrections.replay_match, name="replay_match"),
    path("tables/<number:pk>/void/", corrections.void_match, name="void_match"),
    path("tables/<number:pk>/match/", external_matches.external_match, name="external_match"),
    path("tables/<number:pk>/match/accept/", external_matches.accept_match, name="accept_match"),
    path("tables/<number:pk>/match/take-back/", external_matches.take_back_match, name="take_back_match"),
    path("tables/<number:pk>/more-time/", pauses.more_time, name="more_time"),
    path("tables/<number:pk>/results/", external_matches.results, name="results"),
    path("tables/<number:pk>/results/confirm/", external_matches.confirm_results, name="confirm_results"),
]

STANDINGS = [
    path("", standings.standings, name="standings"),
    path("adjust/", standings.adjust, name="adjust"),
    path("adjustments/", standings.adjustments, name="adjustments"),
    path("adjustments/<number:adjustment_id>/cancel/", standings.cancel_adjustment, name="cancel_adjustment"),
    path("bracket/", standings.bracket, name="bracket"),
    path("leaders/", statistics.leaders, name="leaders"),
    path("meetings/", standings.meetings, name="meetings"),
    path("rounds/", standings.places_by_round, name="places_by_round"),
    path("<number:pk>/", standings.figure, name="figure"),
]

SEASON: list[URLPattern | URLResolver] = [
    path("", seasons.season, name="season"),
    path("cancel/", seasons.cancel_season, name="cancel_season"),
    path("delete/", seasons.delete_season, name="delete_season"),
    path("copy/", seasons.copy_season, name="copy_season"),
    path("divisions/", seasons.divisions, name="divisions"),
    path("divisions/assign/", seasons.assign_divisions, name="assign_divisions"),
    path("divisions/import/", people_import.import_divisions, name="import_divisions"),
    path("draw/<number:number>/", include(DRAW)),
    path("edit/", seasons.edit_season, name="edit_season"),
    path("enter/", entries.enter, name="enter"),
    path("entries/", entries.entries, name="entries"),
    path("entries/add/", entries.add_entry, name="add_entry"),
    path("entries/move/", seasons.move_entries, name="move_entries"),
    path("entries/approve/", entries.approve_all, name="approve_all"),
    path("entries/previous/", entries.add_previous_members, name="add_previous_members"),
    path("entries/<number:entry_id>/answer/", entries.answer_entry, name="answer_entry"),
    path("entries/<number:entry_id>/remove/", entries.remove_entry, name="remove_entry"),
    path("files/season.json", season_files.season_file, name="season_file"),
    path("files/<slug:what>.csv", exports.season_csv, name="season_csv"),
    path("files/<slug:what>.json", exports.season_json, name="season_json"),
    path("files/season.xlsx", exports.season_workbook, name="season_workbook"),
    path("handicaps/", handicaps.handicaps, name="handicaps"),
    path("handicaps/set/", handicaps.set_handicaps, name="set_handicaps"),
    path("import/", people_import.import_entries, name="import_entries"),
    path("pauses/", pauses.pauses, name="pauses"),
    path("pauses/set/", pauses.pause_season, name="pause_season"),
    path("pauses/<number:pause_id>/end/", pauses.end_pause, name="end_pause"),
    path("promotion/", seasons.promotion, name="promotion"),
    path("registration/close/", seasons.close_registration, name="close_registration"),
    path("registration/open/", seasons.open_registration, name="open_registration"),
    path("rounds/<number:number>/", include(ROUND)),
    path("rules/", seasons.season_rules, name="season_rules"),
    path("sheets/<number:number>/", rounds.score_sheets, name="score_sheets"),
    path("standings/<number:number>/", include(STANDINGS)),
    path("stage/", stages.new_stage, name="new_stage"),
    path("stages/", stages.stage_places, name="stage_places"),
    path("start/", seasons.start_season, name="start_season"),
    path("start/draw/", seasons.draw_and_start, name="draw_and_start"),
    path("statistics/", statistics.season_statistics, name="season_statistics"),
    path("statistics/<slug:name>.svg", statistics.season_chart, name="season_chart"),
    path("substitutes/", substitutes.substitutes, name="substitutes"),
    path("substitutes/<number:offer_id>/answer/", substitutes.answer_offer, name="answer_offer"),
    path("substitutes/join/", substitutes.volunteer, name="volunteer"),
    path("substitutes/leave/", substitutes.stand_down, name="stand_down"),
    path("teams/", teams.teams, name="teams"),
    path("teams/entries/<number:entry_id>/", teams.place_in_team, name="place_in_team"),
    path("teams/found/", teams.found_team, name="found_team"),
    path("teams/invitations/<number:invitation_id>/answer/", teams.answer_team, name="answer_team"),
    path("teams/leave/", teams.leave_team, name="leave_team"),
    path("teams/make/", teams.make_teams, name="make_teams"),
    path("teams/<number:number>/", teams.team, name="team"),
    path("teams/<number:number>/invite/", teams.invite_to_team, name="invite_to_team"),
    path("teams/<number:number>/name/", teams.rename_team, name="rename_team"),
    path(
        "teams/<number:number>/invitations/<number:invitation_id>/end/",
        teams.take_back_team_invitation,
        name="take_back_team_invitation",
    ),
    path("withdraw/", entries.withdraw_entry, name="withdraw_entry"),
]

LADDER = [
    path("", ladder.ladder, name="ladder"),
    path("answer/<number:challenge_id>/", ladder.answer_challenge, name="answer_challenge"),
    path("challenge/<number:rung_id>/", ladder.challenge, name="challenge"),
    path("end/", ladder.end_ladder, name="end_ladder"),
    path("history/", ladder.ladder_history, name="ladder_history"),
    path("join/", ladder.join_ladder, name="join_ladder"),
    path("leave/", ladder.leave_ladder, name="leave_ladder"),
    path("members/<number:rung_id>/move/", ladder.move_on_ladder, name="move_on_ladder"),
    path("members/<number:rung_id>/remove/", ladder.take_off_ladder, name="take_off_ladder"),
    path("settings/", ladder.ladder_settings, name="ladder_settings"),
    path("sit-in/", ladder.sit_in, name="sit_in"),
    path("withdraw/<number:challenge_id>/", ladder.withdraw_challenge, name="withdraw_challenge"),
]

CLUB: list[URLPattern | URLResolver] = [
    path("", clubs.club, name="club"),
    path("announcements/", announcements.announcements, name="announcements"),
    path("announcements/organisers/", announcements.write_to_organisers, name="write_to_organisers"),
    path("announcements/write/", announcements.write_announcement, name="write_announcement"),
    path("announcements/<number:pk>/", announcements.announcement, name="announcement"),
    path("audit-log/", clubs.audit_log, name="audit_log"),
    path("boards/", board_weeks.series_list, name="board_series_list"),
    path("boards/new/", board_weeks.new_series, name="new_board_series"),
    path("boards/<number:pk>/", board_weeks.series, name="board_series"),
    path("boards/<number:pk>/fair-play/<number:number>/", board_weeks.fair_play_of_week, name="fair_play"),
    path("boards/<number:pk>/end/", board_weeks.end_series, name="end_board_series"),
    path("close/", clubs.close, name="close"),
    path("files/", exports.files, name="files"),
    path("files/season/", season_files.take_in_season, name="take_in_season"),
    path("house-rules/", house_rules.club_house_rules, name="club_house_rules"),
    path("house-rules/new/", house_rules.new_club_house_rules, name="new_club_house_rules"),
    path("house-rules/<slug:rules>/delete/", house_rules.delete_club_house_rules, name="delete_club_house_rules"),
    path("house-rules/<slug:rules>/edit/", house_rules.edit_club_house_rules, name="edit_club_house_rules"),
    path("import/", people_import.import_members, name="import_members"),
    path("invitations/", clubs.invitations, name="invitations"),
    path("invitations/invite/", clubs.invite, name="invite"),
    path("invitations/link/", clubs.make_link, name="make_link"),
    path("invitations/<number:invitation_id>/again/", clubs.invite_again, name="invite_again"),
    path("invitations/<number:invitation_id>/revoke/", clubs.revoke, name="revoke"),
    path("ladders/", ladder.ladders, name="ladders"),
    path("ladders/new/", ladder.new_ladder, name="new_ladder"),
    path("ladders/<number:pk>/", include(LADDER)),
    path("late/", late_players.late, name="late"),
    path("late/texts/", late_players.reminder_texts, name="reminder_texts"),
    path("late/write/", late_players.write_to_late, name="write_to_late"),
    path("leave/", clubs.leave, name="leave"),
    path("members/", clubs.members, name="members"),
    path("members.csv", exports.members_csv, name="members_csv"),
    path("members.json", exports.members_json, name="members_json"),
    path("members/<number:membership_id>/note/", clubs.set_note, name="set_note"),
    path("members/<number:membership_id>/remove/", clubs.remove, name="remove"),
    path("members/<number:membership_id>/role/", clubs.set_role, name="set_role"),
    path("ratings/", ratings.ratings, name="ratings"),
    path("requests/", clubs.join_requests, name="join_requests"),
    path("requests/join/", clubs.request_to_join, name="request_to_join"),
    path("requests/withdraw/", clubs.withdraw_request, name="withdraw_request"),
    path("requests/<number:request_id>/answer/", clubs.answer_request, name="answer_request"),
    path("rounds.ics", exports.rounds_calendar, name="rounds_calendar"),
    path("rounds/<slug:token>.ics", exports.own_rounds_calendar, name="own_rounds_calendar"),
    path("seasons/", seasons.seasons, name="seasons"),
    path("seasons/new/", seasons.new_season, name="new_season"),
    path("seasons/<slug:season>/", include(SEASON)),
    path("settings/", clubs.club_settings, name="club_settings"),
    path("statistics/", statistics.club_statistics, name="club_statistics"),
    path("statistics/<slug:name>.svg", statistics.club_chart, name="club_chart"),
    path("webhook/", webhooks.webhooks, name="webhooks"),
    path("webhook/new/", webhooks.new_webhook, name="new_webhook"),
    path("webhook/<number:pk>/", webhooks.webhook, name="webhook"),
    path("webhook/<number:pk>/end/", webhooks.end_webhook, name="end_webhook"),
    path("webhook/posts/<number:post_id>/again/", webhooks.retry_post, name="retry_post"),
    path("webhook/<number:pk>/secret/", webhooks.renew_webhook_secret, name="renew_webhook_secret"),
    path("webhook/<number:pk>/test/", webhooks.test_webhook, name="test_webhook"),
]

EMBED = [
    path("rounds/<number:number>/", embeds.round_page, name="embedded_round"),
    path("standings/<number:number>/", embeds.standings, name="embedded_standings"),
    path("teams/", embeds.teams, name="embedded_teams"),
]

urlpatterns = [
    path("embed/clubs/<slug:slug>/seasons/<slug:season>/", include(EMBED)),
    path("clubs/", clubs.clubs, name="clubs"),
    path("clubs/join/<slug:token>/", clubs.join, name="join"),
    path("clubs/new/", clubs.new_club, name="new_club"),
    path("clubs/<slug:slug>/", include(CLUB)),
    path("evenings/<str:token>/", evenings.evening, name="evening"),
    path("t/<slug:slug>/round/", rounds.round_of_game, name="round_of_game"),
    path("t/<slug:slug>/tables/", external_matches.tables_for_match, name="tables_for_match"),
    path("u/<number:pk>/ratings/", ratings.rating, name="rating"),
]
