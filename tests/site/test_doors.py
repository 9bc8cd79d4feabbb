"""Each view declares who may come in; this table names it for every address."""

from tests.support.routes import FOREIGN, Door, door_of, routes

DOORS = {
    Door("all", "GET HEAD", "get_game_or_404 get_game_to_review_or_404"): """
        games:table
    """,
    Door("signed in", "POST", "get_game_or_404 get_own_game_or_404"): """
        games:act games:tap_plan
    """,
    Door("all", "GET HEAD", ""): """
        api_guide idp:metadata oembed front_page
        games:archive games:archive_csv games:archive_records games:board_sets games:bots
        games:daily
        games:glossary
        games:learn games:learn_end games:learn_index games:learn_step games:luck
        games:house_rule_set
        games:rules_index games:rules_page games:tables healthz leagues:clubs manifest offline
        players:legal_page players:notification_count players:service_worker readyz robots_txt
    """,
    Door("all", "GET HEAD POST", ""): """
        games:play_now games:seat_me idp:oidc:authorization leagues:evening players:unsubscribe
    """,
    Door("all", "GET HEAD", "get_board_set_or_404"): """
        games:board_of_set games:board_set
    """,
    Door("signed in", "GET HEAD", "get_board_set_or_404"): """
        games:boards_picture
    """,
    Door("signed in", "POST", "get_hosted_board_set"): """
        games:close_board_set
    """,
    Door("all", "POST", "get_board_set_or_404"): """
        games:play_board_set
    """,
    Door("all", "POST", ""): """
        idp:oidc:revoke idp:oidc:token players:mail_events set_language
    """,
    Door("signed in", "GET HEAD", ""): """
        games:check_line games:exercise games:house_rules games:next_table games:transcription games:upload
        leagues:rating leagues:tables_for_match players:devices players:notifications
        players:own_data
    """,
    Door("signed in", "GET HEAD POST", ""): """
        games:finish_transcription games:import_matches games:new_challenge games:new_duplicate
        games:new_table games:new_transcription games:transcription_table leagues:new_club
        players:agree players:api_tokens players:apps players:delete_account players:keep_guest
        games:edit_house_rules games:new_house_rules
        players:notification_settings players:settings players:vacations
    """,
    Door("signed in", "POST", "get_board_set_or_404"): """
        games:fill_duplicate
    """,
    Door("signed in", "POST", ""): """
        players:answer_open_data players:end_app players:end_app_grant
        games:discard_transcription games:discard_upload games:end_seat_wish games:store_upload
        games:take_back_line games:write_line players:download_own_data players:end_api_token players:end_calendar
        games:delete_house_rules
        players:end_vacation players:forget_push players:mail_again players:make_calendar players:sign_out_device
        players:sign_out_elsewhere players:subscribe_push
    """,
    Door("staff", "GET HEAD", ""): """
        staff:health
    """,
    Door("staff.moderate", "GET HEAD", ""): """
        staff:board_sets staff:log staff:reports
    """,
    Door("staff.moderate", "GET HEAD POST", ""): """
        staff:board_set staff:give_back staff:merge
    """,
    Door("staff.moderate", "POST", ""): """
        staff:decide
    """,
    Door("all", "GET HEAD", "get_club_or_404"): """
        leagues:board_series_list leagues:club leagues:club_chart leagues:club_house_rules leagues:club_statistics
        leagues:files leagues:ratings
        leagues:ladders leagues:rounds_calendar leagues:seasons
    """,
    Door("all", "GET HEAD", "get_ladder_or_404"): """
        leagues:ladder leagues:ladder_history
    """,
    Door("signed in", "POST", "get_own_ladder"): """
        leagues:answer_challenge leagues:challenge leagues:join_ladder leagues:leave_ladder leagues:sit_in
        leagues:withdraw_challenge
    """,
    Door("signed in", "POST", "get_organised_ladder"): """
        leagues:end_ladder leagues:move_on_ladder leagues:take_off_ladder
    """,
    Door("signed in", "GET HEAD POST", "get_organised_ladder"): """
        leagues:ladder_settings
    """,
    Door("all", "GET HEAD", "get_board_series_or_404"): """
        leagues:board_series
    """,
    Door("signed in", "POST", "get_club_or_404"): """
        leagues:request_to_join leagues:withdraw_request
    """,
    Door("all", "GET HEAD", "get_club_or_404 get_feed_or_404"): """
        leagues:own_rounds_calendar
    """,
    Door("all", "GET HEAD", "get_division_or_404"): """
        leagues:bracket
        leagues:adjustments leagues:embedded_standings leagues:figure leagues:meetings leagues:places_by_round
        leagues:standings
    """,
    Door("signed in", "GET HEAD", "get_division_or_404"): """
        leagues:leaders
    """,
    Door("all", "GET HEAD", "get_feed_or_404"): """
        games:calendar
    """,
    Door("all", "GET HEAD", "get_game_or_404"): """
        games:board games:embedded_deal games:embedded_table games:meeting games:people games:record games:rules_compare
        games:match_picture games:score_sheet games:seats games:shuffle games:table_rules
    """,
    Door("all", "POST", "get_game_or_404"): """
        games:take_seat
    """,
    Door("signed in", "POST", "get_game_or_404"): """
        games:add_note games:take_move_back
    """,
    Door(
        "signed in", "GET HEAD POST", "get_club_or_404 get_game_or_404 get_game_to_review_or_404 get_season_or_404"
    ): """
        staff:report staff:report_house_rules staff:report_table
    """,
    Door("all", "GET HEAD POST", "get_game_or_404 get_invited_game_or_404"): """
        games:join
    """,
    Door("all", "GET HEAD POST", "get_game_or_404 get_own_game_or_404"): """
        games:chat
    """,
    Door("all", "GET HEAD", "get_game_to_review_or_404"): """
        games:analysis games:analysis_curve games:analysis_progress games:attempt_deal
        games:comments games:result_picture games:review games:review_deal
        games:review_picture games:review_step
    """,
    Door("all", "GET HEAD POST", "get_game_to_review_or_404"): """
        games:exercise_step
    """,
    Door("signed in", "GET HEAD", "get_game_to_review_or_404"): """
        games:notes
    """,
    Door("signed in", "POST", "get_game_to_review_or_404"): """
        games:analyse games:comment games:delete_comment games:delete_note games:edit_comment
        games:edit_note games:share_notes games:unshare_notes
    """,
    Door("all", "GET HEAD", "get_game_to_review_or_404 get_season_or_404"): """
        leagues:round_of_game
    """,
    Door("signed in", "POST", "get_hosted_game"): """
        games:cancel games:invite games:offer games:pause games:resume games:seat_bot
    """,
    Door("all", "GET HEAD POST", "get_invitation_or_404"): """
        leagues:join
    """,
    Door("signed in", "GET HEAD", "get_organised_club"): """
        leagues:invitations leagues:join_requests leagues:late leagues:webhooks
    """,
    Door("signed in", "GET HEAD POST", "get_organised_club"): """
        leagues:club_settings leagues:edit_club_house_rules leagues:import_members leagues:new_board_series
        leagues:new_club_house_rules leagues:new_ladder leagues:new_season
        leagues:new_webhook leagues:reminder_texts leagues:take_in_season leagues:write_announcement
    """,
    Door("signed in", "POST", "get_organised_club"): """
        leagues:answer_request leagues:delete_club_house_rules leagues:invite leagues:invite_again
        leagues:make_link
        leagues:remove leagues:retry_post leagues:revoke
        leagues:set_note leagues:write_to_late
    """,
    Door("signed in", "GET HEAD POST", "get_organised_webhook"): """
        leagues:webhook
    """,
    Door("signed in", "POST", "get_organised_webhook"): """
        leagues:end_webhook leagues:renew_webhook_secret leagues:test_webhook
    """,
    Door("signed in", "GET HEAD POST", "get_organised_board_series"): """
        leagues:fair_play
    """,
    Door("signed in", "POST", "get_organised_board_series"): """
        leagues:end_board_series
    """,
    Door("signed in", "POST", "get_organised_division"): """
        leagues:adjust leagues:cancel_adjustment
    """,
    Door("signed in", "GET HEAD", "get_organised_season"): """
        leagues:entries leagues:external_match leagues:season_file leagues:swap
    """,
    Door("signed in", "GET HEAD POST", "get_organised_season"): """
        leagues:cancel_season leagues:close_round leagues:copy_season leagues:divisions
        leagues:edit_season leagues:import_divisions leagues:import_entries leagues:more_time
        leagues:new_stage leagues:promotion
    """,
    Door("signed in", "POST", "get_organised_season"): """
        leagues:accept_match leagues:add_entry leagues:add_guest leagues:add_previous_members
        leagues:allow_together leagues:answer_entry leagues:approve_all
        leagues:assign_divisions leagues:close_registration leagues:delete_season
        leagues:discard_draw leagues:draw_and_open leagues:draw_and_start
        leagues:end_pause leagues:keep_apart
        leagues:lock_all leagues:lock_draw leagues:mail_round leagues:make_swap leagues:move_entries
        leagues:open_registration
        leagues:open_round leagues:pause_season leagues:record_attendance leagues:rehearse
        leagues:rehearse_all
        leagues:remove_entry leagues:replace_player leagues:replay_match
        leagues:set_dates leagues:set_handicaps leagues:set_venue_of_round leagues:set_venue_of_table
        leagues:start_season leagues:take_back_match leagues:undo_correction leagues:unlock_draw
        leagues:make_teams leagues:place_in_team leagues:void_match
    """,
    Door("signed in", "GET HEAD", "get_own_club"): """
        leagues:announcement leagues:announcements leagues:audit_log leagues:members leagues:members_csv
        leagues:members_json
    """,
    Door("signed in", "GET HEAD POST", "get_own_club"): """
        leagues:leave leagues:write_to_organisers
    """,
    Door("signed in", "GET HEAD POST", "get_own_game_or_404"): """
        games:give_cards
    """,
    Door("signed in", "POST", "get_own_game_or_404"): """
        games:agree_to_live games:cancel_meeting games:drop_plan games:end_live
        games:fix_meeting games:leave games:leave_seat games:not_me games:plan
        games:play_forced games:rematch games:seed games:take_back
    """,
    Door("signed in", "GET HEAD", "get_own_season"): """
        leagues:attendance leagues:substitutes
    """,
    Door("signed in", "GET HEAD POST", "get_own_season"): """
        leagues:results leagues:withdraw_entry
    """,
    Door("signed in", "POST", "get_own_season"): """
        leagues:answer_offer leagues:confirm_results leagues:enter leagues:reply_to_round leagues:stand_down
        leagues:answer_team leagues:found_team leagues:invite_to_team leagues:leave_team leagues:rename_team
        leagues:take_back_team_invitation leagues:volunteer
    """,
    Door("signed in", "GET HEAD POST", "get_owned_club"): """
        leagues:close
    """,
    Door("signed in", "POST", "get_owned_club"): """
        leagues:set_role
    """,
    Door("signed in", "GET HEAD", "get_person_or_404"): """
        games:person_chart games:person_statistics players:profile
    """,
    Door("signed in", "GET HEAD POST", "get_person_or_404"): """
        players:friends
    """,
    Door("signed in", "POST", "get_person_or_404"): """
        players:accept_friend players:ask_friend players:block players:end_friendship
        players:unblock
    """,
    Door("all", "GET HEAD", "get_season_or_404"): """
        leagues:corrections leagues:draw leagues:handicaps leagues:pauses leagues:round leagues:score_sheets
        leagues:season
        leagues:season_chart leagues:season_csv leagues:season_json leagues:season_rules leagues:season_statistics
        leagues:embedded_round leagues:season_workbook leagues:stage_places leagues:team leagues:teams
        leagues:embedded_teams
    """,
}


def test_every_address_has_its_row() -> None:
    """A new view needs a row here, and one in the tables that try it: what is answered, and which cards it names."""
    declared = {
        route.name: door_of(route.view)
        for route in routes()
        if not route.path.startswith(FOREIGN) and "/" not in route.name  # old addresses redirect
    }
    assert declared == {name: door for door, names in DOORS.items() for name in names.split()}


def test_views_take_no_other_methods() -> None:
    assert {door.methods for door in DOORS} == {"GET HEAD", "GET HEAD POST", "POST"}
