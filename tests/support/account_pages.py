"""The addresses of the pages of an account, by the names of their views."""

OPEN = {
    "account_login": "/accounts/login/",
    "account_signup": "/accounts/signup/",
    "account_inactive": "/accounts/inactive/",
    "account_request_login_code": "/accounts/login/code/",
    "account_reset_password": "/accounts/password/reset/",
    "account_reset_password_done": "/accounts/password/reset/done/",
    "account_reset_password_from_key_done": "/accounts/password/reset/key/done/",
    "account_email_verification_sent": "/accounts/confirm-email/",
}

OWN = {
    "devices": "/me/devices/",
    "settings": "/me/",
    "api_tokens": "/me/tokens/",
    "apps": "/me/apps/",
    "friends": "/me/friends/",
    "own_data": "/me/data/",
    "notifications": "/me/notifications/",
    "notification_settings": "/me/notifications/settings/",
    "vacations": "/me/vacations/",
    "delete_account": "/me/delete/",
    "profile": "/u/{pk}/",
    "account_logout": "/accounts/logout/",
    "account_email": "/accounts/email/",
    "account_change_password": "/accounts/password/change/",
    "account_reauthenticate": "/accounts/reauthenticate/",
    "mfa_index": "/accounts/2fa/",
    "mfa_activate_totp": "/accounts/2fa/totp/activate/",
    "mfa_list_webauthn": "/accounts/2fa/webauthn/",
    "mfa_add_webauthn": "/accounts/2fa/webauthn/add/",
}

WITH_KEYS = {
    "mfa_index": "/accounts/2fa/",
    "mfa_deactivate_totp": "/accounts/2fa/totp/deactivate/",
    "mfa_view_recovery_codes": "/accounts/2fa/recovery-codes/",
    "mfa_generate_recovery_codes": "/accounts/2fa/recovery-codes/generate/",
    "mfa_reauthenticate": "/accounts/2fa/reauthenticate/",
    "mfa_reauthenticate_webauthn": "/accounts/2fa/webauthn/reauthenticate/",
    "mfa_list_webauthn": "/accounts/2fa/webauthn/",
    "mfa_edit_webauthn": "/accounts/2fa/webauthn/keys/{key}/edit/",
    "mfa_remove_webauthn": "/accounts/2fa/webauthn/keys/{key}/remove/",
}

AS_GUEST = {
    "settings": "/me/",
    "friends": "/me/friends/",
    "own_data": "/me/data/",
    "notification_settings": "/me/notifications/settings/",
    "keep_guest": "/me/keep/",
    "delete_account": "/me/delete/",
    "account_logout": "/accounts/logout/",
    "account_set_password": "/accounts/password/set/",
}
