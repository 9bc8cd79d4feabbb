"""The routes of seasons: what each reader is answered (`tests.support.club_readers.READERS`).

The season is open for entries, and Chie, the member, is in it. A table stands in
its first round.
"""

from __future__ import annotations

ORGANISERS = "in 403 403 403 403"

ROUTES: dict[str, tuple[str, str, dict[str, str], str]] = {
    "leagues:seasons": ("GET", "{seasons}", {}, "200 200 200 200 200 200 200"),
    "leagues:season": ("GET", "{season}", {}, "200 200 200 200 200 200 200"),
    "leagues:season_rules": ("GET", "{season}rules/", {}, "200 200 200 200 200 200 200"),
    "leagues:new_season": ("GET", "{seasons}new/", {}, f"{ORGANISERS} 200 200"),
    "leagues:edit_season": ("GET", "{season}edit/", {}, f"{ORGANISERS} 200 200"),
    "leagues:copy_season": (
        "POST",
        "{season}copy/",
        {"name": "Summer"},
        f"{ORGANISERS} 302 302",
    ),
    "leagues:open_registration": (
        "POST",
        "{season}registration/open/",
        {},
        f"{ORGANISERS} 409 409",
    ),
    "leagues:close_registration": (
        "POST",
        "{season}registration/close/",
        {},
        f"{ORGANISERS} 302 302",
    ),
    "leagues:start_season": ("POST", "{season}start/", {"sure": "yes"}, f"{ORGANISERS} 409 409"),
    "leagues:cancel_season": ("POST", "{season}cancel/", {"sure": "on"}, f"{ORGANISERS} 302 302"),
    "leagues:delete_season": ("POST", "{season}delete/", {"sure": "yes"}, f"{ORGANISERS} 409 409"),
    "leagues:enter": ("POST", "{season}enter/", {}, "in 403 403 403 409 302 302"),
    "leagues:withdraw_entry": (
        "POST",
        "{season}withdraw/",
        {"sure": "on"},
        "in 403 403 403 302 403 403",
    ),
    "leagues:entries": ("GET", "{season}entries/", {}, f"{ORGANISERS} 200 200"),
    "leagues:add_entry": ("POST", "{season}entries/add/", {"who": "Bo"}, f"{ORGANISERS} 302 302"),
    "leagues:approve_all": ("POST", "{season}entries/approve/", {}, f"{ORGANISERS} 302 302"),
    "leagues:add_previous_members": (
        "POST",
        "{season}entries/previous/",
        {},
        f"{ORGANISERS} 302 302",
    ),
    "leagues:answer_entry": (
        "POST",
        "{season}entries/{applied}/answer/",
        {"approve": "yes"},
        f"{ORGANISERS} 302 302",
    ),
    "leagues:move_entry": (
        "POST",
        "{season}entries/{entry}/move/",
        {"division": "1"},
        f"{ORGANISERS} 302 302",
    ),
    "leagues:remove_entry": (
        "POST",
        "{season}entries/{entry}/remove/",
        {"sure": "yes"},
        f"{ORGANISERS} 302 302",
    ),
    "leagues:divisions": ("GET", "{season}divisions/", {}, f"{ORGANISERS} 200 200"),
    "leagues:assign_divisions": (
        "POST",
        "{season}divisions/assign/",
        {"order": "registration"},
        f"{ORGANISERS} 302 302",
    ),
    "leagues:draw": ("GET", "{season}draw/1/", {}, "200 200 200 200 200 200 200"),
    "leagues:rehearse": (
        "POST",
        "{season}draw/1/rehearse/",
        {"seed": "1"},
        f"{ORGANISERS} 302 302",
    ),
    "leagues:discard_draw": ("POST", "{season}draw/1/discard/", {}, f"{ORGANISERS} 302 302"),
    "leagues:swap": (
        "GET",
        "{season}draw/1/swap/?round=1&one={entry}&other={second}",
        {},
        f"{ORGANISERS} 409 409",
    ),
    "leagues:make_swap": (
        "POST",
        "{season}draw/1/swap/make/",
        {"draw": "1", "made": "0", "round": "1", "one": "{entry}", "other": "{second}"},
        f"{ORGANISERS} 409 409",
    ),
    "leagues:lock_draw": (
        "POST",
        "{season}draw/1/lock/",
        {"draw": "{draw}"},
        f"{ORGANISERS} 302 302",
    ),
    "leagues:unlock_draw": ("POST", "{season}draw/1/unlock/", {}, f"{ORGANISERS} 302 302"),
    "leagues:keep_apart": (
        "POST",
        "{season}draw/1/apart/",
        {"members": "{entry},{second}"},
        f"{ORGANISERS} 302 302",
    ),
    "leagues:allow_together": (
        "POST",
        "{season}draw/1/apart/{apart}/end/",
        {},
        f"{ORGANISERS} 302 302",
    ),
    "leagues:round": ("GET", "{season}rounds/1/", {}, "200 200 200 200 200 200 200"),
    "leagues:mail_round": ("POST", "{season}rounds/1/mail/", {}, f"{ORGANISERS} 409 409"),
    "leagues:open_round": ("POST", "{season}rounds/1/open/", {}, f"{ORGANISERS} 409 409"),
    "leagues:close_round": ("GET", "{season}rounds/1/close/", {}, f"{ORGANISERS} 200 200"),
    "leagues:set_dates": (
        "POST",
        "{season}rounds/1/dates/",
        {"closes_at": "2031-01-01T12:00"},
        f"{ORGANISERS} 302 302",
    ),
    "leagues:replace_player": (
        "POST",
        "{season}rounds/1/seats/1/replace/",
        {},
        f"{ORGANISERS} 409 409",
    ),
    "leagues:external_match": (
        "GET",
        "{season}rounds/1/tables/{table}/match/",
        {},
        f"{ORGANISERS} 200 200",
    ),
    "leagues:accept_match": (
        "POST",
        "{season}rounds/1/tables/{table}/match/accept/",
        {"match": "{match}"},
        f"{ORGANISERS} 409 409",
    ),
    "leagues:take_back_match": (
        "POST",
        "{season}rounds/1/tables/{table}/match/take-back/",
        {},
        f"{ORGANISERS} 409 409",
    ),
    "leagues:results": (
        "GET",
        "{season}rounds/1/tables/{table}/results/",
        {},
        f"{ORGANISERS} 200 200",
    ),
    "leagues:substitutes": ("GET", "{season}substitutes/", {}, "in 403 403 403 200 200 200"),
    "leagues:volunteer": ("POST", "{season}substitutes/join/", {}, "in 403 403 403 302 302 302"),
    "leagues:stand_down": ("POST", "{season}substitutes/leave/", {}, "in 403 403 403 302 302 302"),
    "leagues:answer_offer": (
        "POST",
        "{season}substitutes/1/answer/",
        {"accept": "yes"},
        "in 403 403 403 409 409 409",
    ),
    "leagues:promotion": ("POST", "{season}promotion/", {}, f"{ORGANISERS} 302 302"),
}
"""Method, address, what is sent, and the answers in a public club."""
FORMS = {
    "leagues:close_round": ("{season}rounds/1/close/", "409"),
    "leagues:divisions": ("{season}divisions/", "422"),
    "leagues:edit_season": ("{season}edit/", "422"),
    "leagues:new_season": ("{seasons}new/", "422"),
    "leagues:results": ("{season}rounds/1/tables/{table}/results/", "422"),
    "leagues:webhook": ("/clubs/tuesday/webhook/", "422"),
}
"""What organisers are answered who send the forms of pages empty; the tables hold the pages."""
