from django.urls import path

from games.views import calendar, lobby, people, plans, record, review, rules, table

app_name = "games"

urlpatterns = [
    path("calendar/<str:token>.ics", calendar.calendar, name="calendar"),
    path("join/<str:invitation>/", lobby.join, name="join"),
    path("next/", table.next_table, name="next_table"),
    path("play-now/", lobby.play_now, name="play_now"),
    path("rules/", rules.rules_index, name="rules_index"),
    path("rules/words/", rules.words, name="rules_words"),
    path("rules/<slug:preset>/", rules.rules_page, name="rules_page"),
    path("t/<slug:slug>/", table.table, name="table"),
    path("t/<slug:slug>/act/", table.act, name="act"),
    path("t/<slug:slug>/board/", table.board, name="board"),
    path("t/<slug:slug>/cancel/", lobby.cancel, name="cancel"),
    path("t/<slug:slug>/chat/", table.chat, name="chat"),
    path("t/<slug:slug>/invite/", lobby.invite, name="invite"),
    path("t/<slug:slug>/leave/", people.leave, name="leave"),
    path("t/<slug:slug>/leave-seat/", lobby.leave_seat, name="leave_seat"),
    path("t/<slug:slug>/note/", table.note, name="note"),
    path("t/<slug:slug>/offer/", people.offer, name="offer"),
    path("t/<slug:slug>/pause/", people.pause, name="pause"),
    path("t/<slug:slug>/people/", people.people, name="people"),
    path("t/<slug:slug>/plan/", plans.plan, name="plan"),
    path("t/<slug:slug>/plan/drop/", plans.drop_plan, name="drop_plan"),
    path("t/<slug:slug>/play-forced/", plans.play_forced, name="play_forced"),
    path("t/<slug:slug>/record/", record.record, name="record"),
    path("t/<slug:slug>/resume/", people.resume, name="resume"),
    path("t/<slug:slug>/review/", review.review, name="review"),
    path("t/<slug:slug>/review/<int:deal>/", review.review_deal, name="review_deal"),
    path("t/<slug:slug>/review/<int:deal>/<int:step>/", review.review_step, name="review_step"),
    path(
        "t/<slug:slug>/review/<int:deal>/<int:step>/picture.png",
        review.review_picture,
        name="review_picture",
    ),
    path("t/<slug:slug>/rules/", rules.table_rules, name="table_rules"),
    path("t/<slug:slug>/seat-bot/", lobby.seat_bot, name="seat_bot"),
    path("t/<slug:slug>/seats/", lobby.seats, name="seats"),
    path("t/<slug:slug>/seed/", lobby.seed, name="seed"),
    path("t/<slug:slug>/shuffle/", record.shuffle, name="shuffle"),
    path("t/<slug:slug>/take-back/", people.take_back, name="take_back"),
    path("t/<slug:slug>/take-seat/", lobby.take_seat, name="take_seat"),
    path("tables/", lobby.lobby, name="lobby"),
    path("tables/new/", lobby.new_table, name="new_table"),
]
