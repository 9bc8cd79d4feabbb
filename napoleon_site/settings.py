"""The settings; environment variables choose them, and docs/operations.md lists those.

Without DATABASE_URL the site is *embedded*: SQLite, its own broker and cache, mail as files, all in var/, for this
machine only. With DATABASE_URL the site is public, and refuses to start with unsafe settings.
"""

import secrets
from pathlib import Path
from typing import Any

import django_stubs_ext
from celery.schedules import crontab
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from infrastructure.environment import Environment, WrongSetting
from infrastructure.secret_key_files import load_or_create_key

from .startup_checks import SafetySettings, startup_errors

# Allows typed base classes such as ModelAdmin[User].
django_stubs_ext.monkeypatch()

env = Environment()

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env.str("VAR_DIR", default=str(BASE_DIR / "var")))
DATABASE_URL = env.str("DATABASE_URL", default="")
EMBEDDED = not DATABASE_URL


def embedded_secret_key() -> str:
    try:
        VAR_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
        return load_or_create_key(VAR_DIR / "secret_key", lambda: secrets.token_urlsafe(50))
    except OSError as error:
        raise WrongSetting(f"its data cannot be kept in {VAR_DIR}: {error.strerror}.") from error


DEBUG = env.switch("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="") or (embedded_secret_key() if EMBEDDED else "")
# Old keys stay valid for signatures, so that a change of key signs nobody out.
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"] if EMBEDDED else [])
# The base of links in mails.
SITE_URL = env.str("SITE_URL", default="http://localhost:8000" if EMBEDDED else "").rstrip("/")
BROKER_URL = env.str("BROKER_URL", default=f"sqlite://localhost/{VAR_DIR / 'broker.sqlite3'}" if EMBEDDED else "")
CACHE_URL = env.str("CACHE_URL", default="")
EMAIL_URL = env.str("EMAIL_URL", default="")
# The token for reading the metrics; without it there are none.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
# The password with which the mail service reports dead addresses; without it there is no such address.
MAIL_EVENTS_TOKEN = env.str("MAIL_EVENTS_TOKEN", default="")
# The folder that all processes of a machine share for their metrics; the library reads this variable as well.
METRICS_DIR = env.str("PROMETHEUS_MULTIPROC_DIR", default=str(VAR_DIR / "metrics"))
# Where errors are reported by Sentry's protocol; nowhere by default.
SENTRY_DSN = env.str("SENTRY_DSN", default="")
# This release's name in the list of processes and in error reports.
RELEASE = env.str("RELEASE", default="")
# A demo site: it sends nothing, and is reset every night.
DEMO = env.switch("DEMO", default=False)
# Pages answer, nothing is changed, and clocks stand; without a restart: `manage.py read_only`.
READ_ONLY = env.switch("READ_ONLY", default=False)
ASKS_FOR_READ_ONLY = True
# The number of proxies in front of the site; only their headers about visitors are trusted.
TRUSTED_PROXIES = env.str("TRUSTED_PROXIES", default="").strip()
# Where backups go (a folder, or a store such as s3://bucket/path), and the age key that encrypts them.
BACKUP_STORE = env.str("BACKUP_STORE", default="")
BACKUP_KEY = env.str("BACKUP_KEY", default="")
# How many are kept.
BACKUP_KEEP = env.number("BACKUP_KEEP", default=14)
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("FROM_EMAIL", default="Napoleon <napoleon@localhost>")
# Created with `manage.py make_vapid_key`; an embedded site creates its own when first needed.
VAPID_PRIVATE_KEY = env.str("VAPID_PRIVATE_KEY", default="")
# The push services of all browsers. The site sends to no other host, whatever address a browser registers.
PUSH_HOSTS = env.list(
    "PUSH_HOSTS", default=["fcm.googleapis.com", "push.services.mozilla.com", "notify.windows.com", "push.apple.com"]
)
# Hosts of your private network, each with its port, that webhooks may post to, even without TLS: chat.internal:8065.
WEBHOOK_PRIVATE_HOSTS = env.list("WEBHOOK_PRIVATE_HOSTS", default=[])

# The presets of the daily boards from Monday to Sunday. After "!" there is no auction: the player is Napoleon.
DAILY_BOARDS = env.list(
    "DAILY_BOARDS", default=["gurunapo", "leaflet", "four!", "booklet", "gurunapo", "nap", "gurunapo!"]
)
# A word, because an empty variable counts as unset.
if DAILY_BOARDS == ["none"]:
    DAILY_BOARDS = []
DAILY_BOARDS_ZONE = env.str("DAILY_BOARDS_ZONE", default="Asia/Tokyo")
# So many equal sets a day, of which each account draws one.
DAILY_POOL = env.number("DAILY_POOL", default=1, least=1)
# The folder of the legal pages, and the version of the terms that everybody has to agree to.
LEGAL_DIR = env.str("LEGAL_DIR", default="")
TERMS_VERSION = env.str("TERMS_VERSION", default="").strip()
# Guests come and go where anybody may sign up, and with an invitation.
SIGN_UP, SIGN_UP_DOMAINS = env.choice_or_domains(
    "SIGN_UP", default="open", choices=("open", "invited", "sign-on", "closed")
)
# Where people can sign in besides: id=https://client:secret@host/path#Name.
OIDC_ISSUERS = env.list("OIDC_ISSUERS", default=[])

if errors := startup_errors(
    SafetySettings(
        embedded=EMBEDDED,
        database_url=DATABASE_URL,
        replica_url=env.str("REPLICA_URL", default=""),
        pooler_url=env.str("POOLER_URL", default=""),
        debug=DEBUG,
        secret_key=SECRET_KEY,
        allowed_hosts=ALLOWED_HOSTS,
        site_url=SITE_URL,
        broker_url=BROKER_URL,
        cache_url=CACHE_URL,
        email_url=EMAIL_URL,
        metrics_token=METRICS_TOKEN,
        mail_events_token=MAIL_EVENTS_TOKEN,
        metrics_dir=METRICS_DIR,
        demo=DEMO,
        trusted_proxies=TRUSTED_PROXIES,
        backup_store=BACKUP_STORE,
        backup_key=BACKUP_KEY,
        backup_keep=BACKUP_KEEP,
        aws_endpoint_url=env.str("AWS_ENDPOINT_URL", default=""),
        from_email=DEFAULT_FROM_EMAIL,
        vapid_private_key=VAPID_PRIVATE_KEY,
        push_hosts=PUSH_HOSTS,
        webhook_private_hosts=WEBHOOK_PRIVATE_HOSTS,
        daily_boards=DAILY_BOARDS,
        daily_boards_zone=DAILY_BOARDS_ZONE,
        daily_pool=DAILY_POOL,
        sign_up=SIGN_UP,
        oidc_issuers=OIDC_ISSUERS,
        legal_dir=LEGAL_DIR,
        terms_version=TERMS_VERSION,
    )
):
    raise WrongSetting(" ".join(errors))

# --- applications -------------------------------------------------------------------

INSTALLED_APPS = [
    "players",
    "games",
    "leagues",
    "staff",
    "infrastructure",
    "napoleon_site",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.idp.oidc",
    "allauth.mfa",
    "allauth.socialaccount",
    "csp",
    "django_htmx",
]
MIDDLEWARE = [
    "infrastructure.log_context.name_requests",
    "django.middleware.security.SecurityMiddleware",
    "infrastructure.response_headers.headers",
    "infrastructure.api.problems.answer_with_problems",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "napoleon_site.middleware.answer_as_to_strangers",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "infrastructure.refused_requests.refuse_huge_requests",
    "infrastructure.refused_requests.refuse_unreadable_requests",
    "players.middleware.forget_former_reader",
    "players.middleware.preferences",
    # Every page needs a sign-in, unless its view is marked otherwise.
    "players.middleware.SignInFirst",
    "players.legal.consent.AskForConsent",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "infrastructure.read_only.refuse_writes",
    "napoleon_site.middleware.RefuseWhatPackagesCannotRead",
    "infrastructure.refused_requests.RefuseDeletedRows",
    "games.table.on_hold.HoldMisfits",
    # Innermost, so that Content-Length is set after these have changed the page.
    "infrastructure.japanese_spacing.close_up_japanese",
    "infrastructure.refused_requests.explain_form_addresses",
]
if METRICS_TOKEN:
    MIDDLEWARE.insert(0, "staff.metrics.instruments.measure")
ROOT_URLCONF = "napoleon_site.urls"
WSGI_APPLICATION = "napoleon_site.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
TEMPLATES = [
    # First, since it finds only files that end in .jinja.
    {
        "NAME": "fragments",
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "environment": "napoleon_site.fragments.environment",
            "context_processors": ["infrastructure.fragments.texts"],
        },
    },
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    },
]

# --- storage ------------------------------------------------------------------------


def replica() -> dict[str, Any]:
    """A replica that does not answer is abandoned quickly: pages then read from the main database."""
    copy: dict[str, Any] = env.db_url("REPLICA_URL")
    options = {"connect_timeout": 2, "tcp_user_timeout": 5000, "options": "-c statement_timeout=10000"}
    limits = {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}
    # Tests have one database, under both names.
    return {**copy, **limits, "OPTIONS": options, "TEST": {"MIRROR": "default"}}


# PgBouncer, which gives a process of the server for each transaction.
POOLER_URL = env.str("POOLER_URL", default="")


def address(variable: str) -> dict[str, Any]:
    """Where a server is, and who connects."""
    values = {name: value for name, value in env.db_url(variable).items() if value}
    # The library leaves the brackets of IPv6 if there are several servers.
    values["HOST"] = values.get("HOST", "").replace("[", "").replace("]", "")
    return {name: values[name] for name in ("HOST", "PORT", "USER", "PASSWORD") if name in values}


def databases() -> dict[str, Any]:
    if not EMBEDDED:
        database: dict[str, Any] = env.db_url("DATABASE_URL")
        database |= address("DATABASE_URL")
        if POOLER_URL:
            # No cursor of the server outlasts its transaction.
            database |= {**address("POOLER_URL"), "DISABLE_SERVER_SIDE_CURSORS": True}
        if "postgresql" in database["ENGINE"]:
            pool = {
                "min_size": 1,
                "max_size": env.number("DATABASE_POOL_SIZE", default=10, least=1),
                # In seconds. Pages wait this long for a database that restarts, then answer 503. If attempts to
                # reconnect went on for minutes with growing pauses, the last pause would outlast the outage.
                "timeout": 10,
                "reconnect_timeout": 10,
            }
            # Repeated statements, which most are, are planned once. A pooler may send the next one elsewhere.
            prepared = {"server_side_binding": True, "prepare_threshold": None if POOLER_URL else 5}
            # In ms: a server that disappears without a word, as in a failover, holds up nobody for longer.
            database.setdefault("OPTIONS", {}).update(pool=pool, tcp_user_timeout=20_000, **prepared)
            # Keeps the pool from handing out connections that a database restart has cut.
            database["CONN_HEALTH_CHECKS"] = True
        copy = {"replica": replica()} if env.str("REPLICA_URL", default="") else {}
        return {"default": database, **copy}
    options = {
        # Take the write lock at the start of a transaction: taking it later fails instead of waiting.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
    name = VAR_DIR / "napoleon.sqlite3"
    # In seconds. Reopening the file and its write-ahead log took a third of most requests' processor time.
    kept = {"CONN_MAX_AGE": 60}
    return {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": name, "OPTIONS": options, **kept}}


DATABASES = databases()
# Past the pooler: for backups, and to listen to the database.
DIRECT_DATABASE = address("DATABASE_URL") if POOLER_URL else {}
if "replica" in DATABASES:
    DATABASE_ROUTERS = ["infrastructure.replica.Router"]
# The tables that archive and statistics read from a replica.
REPLICA_TABLES = {
    "games.ArchivedDeal",
    "games.ArchivedPlayer",
    "games.PairTally",
    "games.PersonTally",
    "games.SeatTally",
    "leagues.SeasonStatistics",
}
# Says how far a replica lags behind, and whether a command has made the site read-only.
HEARTBEAT = "games.Heartbeat"
# In seconds: archive and statistics are not read from a replica that lags further behind.
REPLICA_MAX_LAG = env.number("REPLICA_MAX_LAG", default=300)
# All processes share the cache, since rate limits count in it. Cached game states may be dropped at any time.
CACHES: dict[str, dict[str, Any]] = {
    "states": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": CACHE_URL,
        "KEY_PREFIX": "state",
        "TIMEOUT": 14 * 24 * 3600,
    }
    if CACHE_URL
    # A site without Redis has one web process, which holds the states itself.
    else {"BACKEND": "django.core.cache.backends.dummy.DummyCache"},
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": CACHE_URL}
    if CACHE_URL
    else {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": VAR_DIR / "cache",
        # Counting in files resets the time to live to this default, so it must outlast the longest rate limit.
        "TIMEOUT": 24 * 3600,
        "OPTIONS": {"MAX_ENTRIES": 5000},
    },
}
# Whether each process stores signs of life in the database.
PROCESS_BEATS = True
# Threads of the web process of `manage.py serve`.
WEB_THREADS = env.number("WEB_THREADS", default=4, least=1)

# --- tasks ----------------------------------------------------------------------------------------

CELERY_BROKER_URL = BROKER_URL
# Seconds after which an unacknowledged message goes to another worker. Workers of the SQLite broker renew their claims;
# with Redis this must exceed the longest task.
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 30 if BROKER_URL.startswith("sqlite:") else 600}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# Workers wait for an unreachable broker indefinitely.
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
# The same where it answers but refuses writes: a Redis that is full, or has become a copy.
CELERY_BROKER_CHANNEL_ERROR_RETRY = True
CELERY_TASK_ACKS_LATE = True
# A worker takes tasks from all queues unless `--queues` limits it, so one worker is enough. Due moves never wait for
# thinking bots or statistics, and a slow mail server delays no move. In `serve` and `deploy/`, `sweep`, `analysis`
# and `attempts` have a worker each, and no other reads them: time-outs never wait, even while all others are busy.
CELERY_TASK_ROUTES = {
    "games.tasks.sweep": {"queue": "sweep"},
    "games.tasks.help_time_out": {"queue": "sweep"},
    "games.tasks.go_on": {"queue": "bots"},
    "games.tasks.think_of_attempt": {"queue": "attempts"},
    "games.tasks.resume_games_without_turn": {"queue": "sweep"},
    "leagues.tasks.advance_season*": {"queue": "sweep"},
    "players.tasks.*": {"queue": "notifications"},
    "leagues.tasks.mail_*": {"queue": "notifications"},
    "leagues.tasks.post_to_*": {"queue": "notifications"},
    "games.tasks.game_changed": {"queue": "statistics"},
    "games.tasks.catch_up": {"queue": "statistics"},
    "leagues.tasks.update_*": {"queue": "statistics"},
    "games.tasks.*_upload": {"queue": "analysis"},
    "games.tasks.analyse": {"queue": "analysis"},
}
# The first is for all other tasks.
QUEUES = ("celery", "sweep", "bots", "attempts", "notifications", "statistics", "analysis")
CELERY_TASK_QUEUES: dict[str, Any] = {name: {} for name in QUEUES}
CELERY_TASK_DEFAULT_QUEUE = QUEUES[0]
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
# In tasks: after so many, Celery closes the pool of connections. `napoleon_site.celery` gives them back in between.
CELERY_DB_REUSE_MAX = 1000
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 4 if EMBEDDED else 1
# Threads suit a small site: SQLite allows only one writer anyway.
CELERY_WORKER_POOL = "threads" if EMBEDDED else "prefork"
# An embedded site's worker reads all queues, so it has one more thread, the only one for attempts.
CELERY_WORKER_CONCURRENCY = env.number("WORKER_CONCURRENCY", default=2, least=1) + EMBEDDED
# Remote control needs a broker that can broadcast to all workers.
CELERY_WORKER_ENABLE_REMOTE_CONTROL = not BROKER_URL.startswith("sqlite:")
# Analyses take seconds of CPU time each. On an embedded site a separate process runs while some are waiting.
ANALYSE_IN_PROCESS_OF_ITS_OWN = EMBEDDED
# Whether every ended match of members is analysed. Otherwise a match is analysed on request.
ANALYSE_ENDED_MATCHES = env.switch("ANALYSE_ENDED_MATCHES", default=True)
# The total number of matches that one account may import.
MOST_IMPORTED_MATCHES = env.number("MOST_IMPORTED_MATCHES", default=20_000)
# An embedded site has one scheduler; among several, one leads.
CELERY_BEAT_SCHEDULER = (
    "staff.processes.scheduler:SteadyScheduler" if EMBEDDED else "staff.processes.lease:LeadingScheduler"
)
# In seconds: a thinking bot moves no earlier than this after the previous move.
BOT_THINKS_FOR = 0.7
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat")
# In seconds: how often the site looks for turns, reminders and notifications that are due. Those of a whole minute
# would come by the hundred, and hold up the moves that people make in those seconds.
SWEEP_EVERY = 15


def every(seconds: int, task: str) -> dict[str, Any]:
    """A periodic task; a run that no worker starts in time is skipped."""
    return {"task": task, "schedule": seconds, "options": {"expires": seconds}}


def at(hour: int, minute: int, task: str, **arguments: Any) -> dict[str, Any]:
    return {"task": task, "schedule": crontab(hour=hour, minute=minute), "kwargs": arguments}


# The database stores what is due, so the next run makes up for a missed one.
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    "do what is due": every(SWEEP_EVERY, "games.tasks.sweep"),
    "seat people": every(60, "games.tasks.seat_people"),
    "turn daily boards": every(60, "games.tasks.turn_daily_boards"),
    "resume games without a turn": every(3600, "games.tasks.resume_games_without_turn"),
    "close tables of guests who left": every(3600, "games.tasks.close_left_tables"),
    "tidy uploads": every(1800, "games.tasks.tidy_uploads"),
    "send notifications": every(SWEEP_EVERY, "players.tasks.send_notifications"),
    "keep house": at(4, 10, "staff.tasks.keep_house"),
    "forget old notifications": at(3, 50, "players.tasks.forget_notifications"),
    "mail invitations": every(60, "leagues.tasks.mail_invitations"),
    "post to webhooks": every(60, "leagues.tasks.post_to_webhooks"),
    "forget old posts": at(3, 52, "leagues.tasks.forget_posts"),
    "forget old invitations": at(3, 54, "leagues.tasks.forget_invitations"),
    "advance seasons": every(60, "leagues.tasks.advance_seasons"),
    "turn weeks of boards": every(60, "leagues.tasks.turn_board_weeks"),
    "advance ladders": every(60, "leagues.tasks.advance_ladders"),
    "update standings that were left out": every(900, "leagues.tasks.update_all_standings"),
    "recompute all standings": at(3, 20, "leagues.tasks.update_all_standings", in_full=True),
    "recompute ratings that were left out": at(3, 40, "leagues.tasks.update_ratings"),
    "count what was left out": every(900, "games.tasks.catch_up"),
    "analyse what was left out": every(300, "games.tasks.analyse_what_was_left_out"),
}

# --- backups ------------------------------------------------------------------------------------------

# In hours; /readyz fails if the last proven backup is older. 0 turns this check off.
BACKUP_MAX_AGE = env.number("BACKUP_MAX_AGE", default=0)
if BACKUP_STORE:
    CELERY_BEAT_SCHEDULE["back up, and prove it"] = at(2, 30, "staff.tasks.back_up_and_prove")

if DEMO:
    CELERY_BEAT_SCHEDULE["reset the demo site"] = at(3, 0, "leagues.tasks.reset_demo")

# --- people -----------------------------------------------------------------------------------------

AUTH_USER_MODEL = "players.User"
AUTHENTICATION_BACKENDS = ["players.accounts.backends.ModelBackend", "players.accounts.backends.AddressBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "players.accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_USER_DISPLAY = str
ACCOUNT_UNIQUE_EMAIL = True
# New players need not wait for the mail. Several accounts may have an address until one confirms it.
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_SIGNUP_FORM_CLASS = "players.accounts.forms.SignupForm"
ACCOUNT_FORMS = {
    "add_email": "players.accounts.adapter.AddEmailForm",
    "request_login_code": "players.accounts.adapter.RequestLoginCodeForm",
    "reset_password": "players.accounts.adapter.ResetPasswordForm",
    "signup": "players.accounts.adapter.SignupForm",
}
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "http" if EMBEDDED else "https"
SOCIALACCOUNT_ADAPTER = "players.sign_on.adapter.SignOnAdapter"
# Apps of others: OAuth without OpenID (`players.oauth`). Access tokens last an hour, refresh tokens are used once.
IDP_OIDC_ADAPTER = "players.oauth.adapter.Adapter"
IDP_OIDC_REFRESH_TOKEN_EXPIRES_IN = 90 * 24 * 3600
SOCIALACCOUNT_EMAIL_AUTHENTICATION_AUTO_CONNECT = True
MFA_ADAPTER = "players.accounts.adapter.MFAAdapter"
MFA_FORMS = {
    "add_webauthn": "players.accounts.passkeys.AddKeyForm",
    "authenticate_webauthn": "players.accounts.passkeys.SecondStepForm",
    "login_webauthn": "players.accounts.passkeys.LoginForm",
    "reauthenticate_webauthn": "players.accounts.passkeys.ReauthenticateForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Napoleon"
# Browsers allow passkeys without TLS on localhost, and nowhere else.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = EMBEDDED
# The proxies add a header with the visitor's address.
ALLAUTH_TRUSTED_PROXY_COUNT = int(TRUSTED_PROXIES or 0)

# --- language and time ------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
FORMAT_MODULE_PATH = "napoleon_site.formats"
LANGUAGES = [("en", _("English")), ("ja", _("Japanese"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

# --- files ------------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", default=str(BASE_DIR / "staticfiles")))
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# --- mail -------------------------------------------------------------------------------------------

EMAIL_TIMEOUT = 10
if DEMO:
    EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
elif EMAIL_URL:
    globals().update(env.email_url("EMAIL_URL"))
else:
    EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    EMAIL_FILE_PATH = VAR_DIR / "mail"

# --- security ---------------------------------------------------------------------------------------

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = not EMBEDDED
SESSION_ENGINE = "players.accounts.sessions"
SESSION_COOKIE_AGE = 90 * 24 * 3600
LANGUAGE_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
# The site's forms are a few kilobytes. No request may be larger than that, except for members who upload files.
DATA_UPLOAD_MAX_MEMORY_SIZE = 512 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 600  # The results of a hundred deals need 502.
DATA_UPLOAD_MAX_NUMBER_FILES = 5
MAX_REQUEST_BYTES = 16 * 1024 * 1024
CSRF_TRUSTED_ORIGINS = [SITE_URL] if SITE_URL else []
SECURE_SSL_REDIRECT = not EMBEDDED
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_HSTS_SECONDS = 0 if EMBEDDED else env.number("HSTS_SECONDS", default=365 * 24 * 3600)
if ALLAUTH_TRUSTED_PROXY_COUNT:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# HSTS for subdomains and preloading would affect other hosts of the domain.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# --- logs -------------------------------------------------------------------------------------------

# "line" for people, "json" for programs that collect logs.
LOG_FORMAT = env.choice("LOG_FORMAT", default="line", choices=("line", "json"))
LOG_LEVEL = env.choice("LOG_LEVEL", default="WARNING", choices=("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"))
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "hide_tokens": {"()": "infrastructure.log_filters.HideTokens"},
        "shorten_refusals": {"()": "infrastructure.log_filters.ShortenRefusals"},
        "thin_out_pools": {"()": "infrastructure.log_filters.ThinOutPools"},
    },
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {"()": "infrastructure.log_context.AsJson"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            # Shortened lines may contain addresses, so tokens are hidden last.
            "filters": ["thin_out_pools", "shorten_refusals", "hide_tokens"],
            "formatter": LOG_FORMAT,
        }
    },
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
    # Django's handlers are removed, so that every line passes the filters.
    "loggers": {
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        # At DEBUG it writes codes and tokens.
        "oauthlib": {"level": "WARNING"},
    },
}
