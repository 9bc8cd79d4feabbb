"""The addresses of seasons: those of `leagues.urls` take them in."""

from django.urls import path

from leagues.seasons.views import draw, entries, recorded, rounds, seasons

SEASON = "clubs/<slug:slug>/seasons/<slug:season>"
DRAW = f"{SEASON}/draw/<int:number>"
ROUND = f"{SEASON}/rounds/<int:number>"
TABLE = f"{ROUND}/tables/<int:pk>"

urlpatterns = [
    path("clubs/<slug:slug>/seasons/", seasons.seasons, name="seasons"),
    path("clubs/<slug:slug>/seasons/new/", seasons.new_season, name="new_season"),
    path(f"{SEASON}/", seasons.season, name="season"),
    path(f"{SEASON}/cancel/", seasons.cancel_season, name="cancel_season"),
    path(f"{SEASON}/copy/", seasons.copy_season, name="copy_season"),
    path(f"{SEASON}/divisions/", entries.divisions, name="divisions"),
    path(f"{SEASON}/divisions/share-out/", entries.share_out, name="share_out"),
    path(f"{DRAW}/", draw.draw, name="draw"),
    path(f"{DRAW}/apart/", draw.keep_apart, name="keep_apart"),
    path(f"{DRAW}/apart/<int:pk>/end/", draw.allow_together, name="allow_together"),
    path(f"{DRAW}/discard/", draw.discard_draw, name="discard_draw"),
    path(f"{DRAW}/lock/", draw.lock_draw, name="lock_draw"),
    path(f"{DRAW}/rehearse/", draw.rehearse, name="rehearse"),
    path(f"{DRAW}/swap/", draw.swap, name="swap"),
    path(f"{DRAW}/swap/make/", draw.make_swap, name="make_swap"),
    path(f"{DRAW}/unlock/", draw.unlock_draw, name="unlock_draw"),
    path(f"{SEASON}/edit/", seasons.edit_season, name="edit_season"),
    path(f"{SEASON}/enter/", entries.enter, name="enter"),
    path(f"{SEASON}/entries/", entries.entries, name="entries"),
    path(f"{SEASON}/entries/add/", entries.add_entry, name="add_entry"),
    path(f"{SEASON}/entries/<int:pk>/move/", entries.move_entry, name="move_entry"),
    path(f"{SEASON}/entries/<int:pk>/remove/", entries.remove_entry, name="remove_entry"),
    path(f"{SEASON}/entries/<int:pk>/settle/", entries.settle_entry, name="settle_entry"),
    path(f"{SEASON}/promotion/", entries.promotion, name="promotion"),
    path(f"{SEASON}/registration/close/", seasons.close_registration, name="close_registration"),
    path(f"{SEASON}/registration/open/", seasons.open_registration, name="open_registration"),
    path(f"{ROUND}/", rounds.round_page, name="round"),
    path(f"{ROUND}/close/", rounds.close_round, name="close_round"),
    path(f"{ROUND}/dates/", rounds.set_dates, name="set_dates"),
    path(f"{ROUND}/open/", rounds.open_round, name="open_round"),
    path(f"{ROUND}/seats/<int:pk>/replace/", rounds.replace, name="replace"),
    path(f"{TABLE}/match/", recorded.recorded_match, name="recorded_match"),
    path(f"{TABLE}/match/count/", recorded.count_match, name="count_match"),
    path(f"{TABLE}/match/take-back/", recorded.take_back_match, name="take_back_match"),
    path("t/<slug:slug>/tables/", recorded.tables_for_match, name="tables_for_match"),
    path(f"{SEASON}/rules/", seasons.season_rules, name="season_rules"),
    path(f"{SEASON}/start/", seasons.start_season, name="start_season"),
    path(f"{SEASON}/substitutes/", rounds.substitutes_page, name="substitutes"),
    path(f"{SEASON}/substitutes/<int:pk>/answer/", rounds.answer_offer, name="answer_offer"),
    path(f"{SEASON}/substitutes/join/", rounds.volunteer, name="volunteer"),
    path(f"{SEASON}/substitutes/leave/", rounds.stand_down, name="stand_down"),
    path(f"{SEASON}/withdraw/", entries.withdraw_entry, name="withdraw_entry"),
]
