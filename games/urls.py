"""All addresses of tables, in one namespace."""

from django.urls import path

from games.analysis import views as analysis
from games.archive import views as archive
from games.boards import views as boards
from games.comments import views as comments
from games.embeds import views as embeds
from games.house_rules import views as house_rules
from games.imports import views as imports
from games.learning import views as learning
from games.lobby import views as lobby
from games.plans import views as plans
from games.records import views as records
from games.review import views as review
from games.rules_pages import views as rules_pages
from games.seats import views as seats
from games.statistics import views as statistics
from games.table import views as table
from games.transcription import views as transcription
from games.turns import views as turns

app_name = "games"

urlpatterns = [
    # First, because most requests are for them: the patterns are tried one by one.
    path("next/", table.next_table, name="next_table"),
    path("t/<slug:slug>/", table.table, name="table"),
    path("t/<slug:slug>/act/", table.act, name="act"),
    path("t/<slug:slug>/board/", table.board, name="board"),
    path("t/<slug:slug>/chat/", table.chat, name="chat"),
    path("t/<slug:slug>/take-move-back/", table.take_move_back, name="take_move_back"),
    path("t/<slug:slug>/note/", table.add_note, name="add_note"),
    path("t/<slug:slug>/try/<number:deal>/<number:step>/", analysis.attempt_deal, name="attempt_deal"),
    path("exercise/", analysis.exercise, name="exercise"),
    path("t/<slug:slug>/exercise/<number:deal>/<number:step>/", analysis.exercise_step, name="exercise_step"),
    path("t/<slug:slug>/analysis/", analysis.analysis, name="analysis"),
    path("t/<slug:slug>/analysis/ask/", analysis.analyse, name="analyse"),
    path("t/<slug:slug>/analysis/progress/", analysis.analysis_progress, name="analysis_progress"),
    path("t/<slug:slug>/analysis/<number:deal>/curve.svg", analysis.analysis_curve, name="analysis_curve"),
    path("archive/", archive.archive, name="archive"),
    path("archive/deals.csv", archive.archive_csv, name="archive_csv"),
    path("archive/records.jsonl", archive.archive_records, name="archive_records"),
    path("daily/", boards.daily, name="daily"),
    path("boards/", boards.board_sets, name="board_sets"),
    path("boards/new/", boards.new_challenge, name="new_challenge"),
    path("boards/tables/new/", boards.new_duplicate, name="new_duplicate"),
    path("boards/<slug:slug>/", boards.board_set, name="board_set"),
    path("boards/<slug:slug>/close/", boards.close_board_set, name="close_board_set"),
    path("boards/<slug:slug>/fill/", boards.fill_duplicate, name="fill_duplicate"),
    path("boards/<slug:slug>/picture.png", boards.picture, name="boards_picture"),
    path("boards/<slug:slug>/play/", boards.play_board_set, name="play_board_set"),
    path("boards/<slug:slug>/<number:number>/", boards.board, name="board_of_set"),
    path("t/<slug:slug>/give-cards/", boards.give_cards, name="give_cards"),
    path("t/<slug:slug>/comments/", comments.comments, name="comments"),
    path("t/<slug:slug>/comments/<number:pk>/delete/", comments.delete_comment, name="delete_comment"),
    path("t/<slug:slug>/comments/<number:pk>/edit/", comments.edit_comment, name="edit_comment"),
    path("t/<slug:slug>/notes/", comments.notes, name="notes"),
    path("t/<slug:slug>/notes/<number:pk>/delete/", comments.delete_note, name="delete_note"),
    path("t/<slug:slug>/notes/<number:pk>/edit/", comments.edit_note, name="edit_note"),
    path("t/<slug:slug>/notes/share/", comments.share_notes, name="share_notes"),
    path("t/<slug:slug>/notes/unshare/", comments.unshare_notes, name="unshare_notes"),
    path("t/<slug:slug>/review/<number:deal>/<number:step>/comment/", comments.comment, name="comment"),
    path("imports/", imports.import_matches, name="import_matches"),
    path("imports/<slug:slug>/", imports.upload, name="upload"),
    path("imports/<slug:slug>/discard/", imports.discard_upload, name="discard_upload"),
    path("imports/<slug:slug>/store/", imports.store_upload, name="store_upload"),
    path("t/<slug:slug>/not-me/", imports.not_me, name="not_me"),
    path("learn/", learning.learn_index, name="learn_index"),
    path("learn/glossary/", learning.glossary, name="glossary"),
    path("learn/luck/", learning.luck, name="luck"),
    path("learn/<slug:game>/", learning.learn, name="learn"),
    path("learn/<slug:game>/<number:number>/", learning.learn_step, name="learn_step"),
    path("learn/<slug:game>/end/", learning.learn_end, name="learn_end"),
    path("join/<slug:invitation>/", lobby.join, name="join"),
    path("play-now/", lobby.play_now, name="play_now"),
    path("t/<slug:slug>/cancel/", lobby.cancel, name="cancel"),
    path("t/<slug:slug>/invite/", lobby.invite, name="invite"),
    path("t/<slug:slug>/leave-seat/", lobby.leave_seat, name="leave_seat"),
    path("t/<slug:slug>/rematch/", lobby.rematch, name="rematch"),
    path("t/<slug:slug>/seat-bot/", lobby.seat_bot, name="seat_bot"),
    path("t/<slug:slug>/seats/", lobby.seats, name="seats"),
    path("t/<slug:slug>/seed/", lobby.seed, name="seed"),
    path("t/<slug:slug>/take-seat/", lobby.take_seat, name="take_seat"),
    path("embed/t/<slug:slug>/", embeds.table, name="embedded_table"),
    path("embed/t/<slug:slug>/<number:deal>/", embeds.deal, name="embedded_deal"),
    path("bots/", lobby.bots, name="bots"),
    path("tables/", lobby.tables, name="tables"),
    path("tables/seat-me/", lobby.seat_me, name="seat_me"),
    path("tables/seat-me/end/", lobby.end_seat_wish, name="end_seat_wish"),
    path("tables/new/", lobby.new_table, name="new_table"),
    path("t/<slug:slug>/plan/", plans.plan, name="plan"),
    path("t/<slug:slug>/plan/tap/", table.tap_plan, name="tap_plan"),
    path("t/<slug:slug>/plan/drop/", plans.drop_plan, name="drop_plan"),
    path("t/<slug:slug>/play-forced/", plans.play_forced, name="play_forced"),
    path("t/<slug:slug>/record/", records.record, name="record"),
    path("t/<slug:slug>/score-sheet/", records.score_sheet, name="score_sheet"),
    path("t/<slug:slug>/picture.png", records.picture, name="match_picture"),
    path("t/<slug:slug>/shuffle/", records.shuffle, name="shuffle"),
    path("t/<slug:slug>/review/", review.review, name="review"),
    path("t/<slug:slug>/review/<number:deal>/", review.review_deal, name="review_deal"),
    path("t/<slug:slug>/review/<number:deal>/picture.png", review.result_picture, name="result_picture"),
    path("t/<slug:slug>/review/<number:deal>/<number:step>/", review.review_step, name="review_step"),
    path("t/<slug:slug>/review/<number:deal>/<number:step>/picture.png", review.review_picture, name="review_picture"),
    path("rules/", rules_pages.rules_index, name="rules_index"),
    path("rules/compare/", rules_pages.rules_compare, name="rules_compare"),
    path("rules/house/", house_rules.house_rules, name="house_rules"),
    path("rules/house/new/", house_rules.new_house_rules, name="new_house_rules"),
    path("rules/house/<slug:slug>/", house_rules.house_rule_set, name="house_rule_set"),
    path("rules/house/<slug:slug>/delete/", house_rules.delete_house_rules, name="delete_house_rules"),
    path("rules/house/<slug:slug>/edit/", house_rules.edit_house_rules, name="edit_house_rules"),
    path("rules/<slug:preset>/", rules_pages.rules_page, name="rules_page"),
    path("t/<slug:slug>/rules/", rules_pages.table_rules, name="table_rules"),
    path("t/<slug:slug>/leave/", seats.leave, name="leave"),
    path("t/<slug:slug>/live/", seats.agree_to_live, name="agree_to_live"),
    path("t/<slug:slug>/live/end/", seats.end_live, name="end_live"),
    path("t/<slug:slug>/meeting.ics", seats.meeting, name="meeting"),
    path("t/<slug:slug>/meeting/", seats.fix_meeting, name="fix_meeting"),
    path("t/<slug:slug>/meeting/cancel/", seats.cancel_meeting, name="cancel_meeting"),
    path("t/<slug:slug>/offer/", seats.offer, name="offer"),
    path("t/<slug:slug>/pause/", seats.pause, name="pause"),
    path("t/<slug:slug>/people/", seats.people, name="people"),
    path("t/<slug:slug>/resume/", seats.resume, name="resume"),
    path("t/<slug:slug>/take-back/", seats.take_back, name="take_back"),
    path("u/<number:pk>/statistics/", statistics.person_statistics, name="person_statistics"),
    path("u/<number:pk>/statistics/<slug:name>.svg", statistics.person_chart, name="person_chart"),
    path("transcriptions/new/", transcription.new_transcription, name="new_transcription"),
    path("transcriptions/<slug:slug>/", transcription.transcription, name="transcription"),
    path("transcriptions/<slug:slug>/check/", transcription.check_line, name="check_line"),
    path("transcriptions/<slug:slug>/discard/", transcription.discard_transcription, name="discard_transcription"),
    path("transcriptions/<slug:slug>/finish/", transcription.finish_transcription, name="finish_transcription"),
    path("transcriptions/<slug:slug>/table/", transcription.transcription_table, name="transcription_table"),
    path("transcriptions/<slug:slug>/take-back/", transcription.take_back_line, name="take_back_line"),
    path("transcriptions/<slug:slug>/write/", transcription.write_line, name="write_line"),
    path("calendar/<slug:token>.ics", turns.calendar, name="calendar"),
]
