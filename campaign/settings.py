"""Settings of the site. Every choice of an installation is an environment variable, listed in the README.

Without any variable this is a safe site for one machine: no debug pages, its own secret key, SQLite in data/.
"""

from datetime import timedelta
from pathlib import Path

import django_stubs_ext
import environ
from csp.constants import NONE, SELF
from django.utils.functional import lazy

from campaign.ops.secret_key import kept_secret

django_stubs_ext.monkeypatch()  # a form or an admin says which model it is of: `ModelForm[Game]`

env = environ.Env()

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / "data"))).resolve()  # what must be kept, and backed up

# --- Who runs it, and where -------------------------------------------------------------------------------------------

DEBUG = env.bool("DEBUG", default=False)
ADMIN = env.bool("ADMIN", default=False)  # Django's admin under /admin/
DEMO = env.bool("DEMO", default=False)  # set by `manage.py demo`: a database of its own, open to whoever comes
OPERATOR = env.str("OPERATOR", default="")  # who runs it and how to reach them, for the page about privacy
HTTPS = env.bool("HTTPS", default=False)  # served through a proxy that speaks HTTPS
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

# Read when first asked for: commands that sign nothing, such as `score`, need no folder to keep a key in.
SECRET_KEY = env.str("SECRET_KEY", default="") or lazy(kept_secret, str)(DATA_DIR / "secret_key")

ROOT_URLCONF = "campaign.urls"
WSGI_APPLICATION = "campaign.wsgi.application"
ASGI_APPLICATION = "campaign.asgi.application"

# --- What it is made of -----------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "campaign",
    "whitenoise.runserver_nostatic",  # `runserver` serves static files as the site does
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",  # the widgets' templates, found by FORM_RENDERER
    "axes",
    "csp",
    "django_guid",
    "django_htmx",
    "simple_history",
    "template_partials",
]

MIDDLEWARE = [
    "django_guid.middleware.guid_middleware",  # first: it numbers the request for every line of the log
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.gzip.GZipMiddleware",  # a long evaluation log is 40 times smaller
    "csp.middleware.CSPMiddleware",
    "django_permissions_policy.PermissionsPolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "campaign.web.middleware.private_unless_told",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "campaign.accounts.sessions.keep_sessions_of_old_cookies",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
    "axes.middleware.AxesMiddleware",  # last, as its documentation asks
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,  # template_partials puts its own loader around these
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

FORM_RENDERER = "campaign.web.form_renderer.FormRenderer"

# --- What is kept -----------------------------------------------------------------------------------------------------

EMBEDDED_DATABASE = {
    "ENGINE": "django.db.backends.sqlite3",
    "NAME": DATA_DIR / ("demo.sqlite3" if DEMO else "cornerstone.sqlite3"),
    # For ever: the last connection to go takes the WAL's index along, and on a full disk nobody could make a
    # new one, not even to read.
    "CONN_MAX_AGE": None,
    # Readers never wait for the writer (WAL), and a writer waits for its turn from its first statement on
    # (IMMEDIATE) instead of failing half way. Django itself has SQLite enforce foreign keys.
    "OPTIONS": {
        "init_command": "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;",
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
    },
}
if "DATABASE_URL" in env and not DEMO:
    DATABASES = {"default": env.db("DATABASE_URL") | {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}}
else:
    DATABASES = {"default": EMBEDDED_DATABASE}

# In DATA_DIR/backups: of either database before an upgrade, of the embedded one after play too.
BACKUPS = env.bool("BACKUPS", default=not DEMO)

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# The bounds of one imported file: the records of its history, and about how many bytes these take in the database.
IMPORT_RECORDS = env.int("IMPORT_RECORDS", default=30_000)
IMPORT_STORED_BYTES = env.int("IMPORT_STORED_BYTES", default=16 * 1024 * 1024)

# No page takes more than one file, and no form of ours comes near these.
FILE_UPLOAD_HANDLERS = ["campaign.web.uploads.LimitedUpload"]
DATA_UPLOAD_MAX_NUMBER_FILES = 1
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "django.contrib.staticfiles.storage.StaticFilesStorage"
            if DEBUG  # so that `make dev` needs no collectstatic
            else "campaign.web.static.HashedStaticFilesStorage"
        )
    },
}

# --- Who may come in --------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "campaign.User"
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "campaign.accounts.passwords.MaximumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

# Counted for a name at an address: nobody can lock another table out by guessing at its name from elsewhere.
AXES_CLIENT_IP_CALLABLE = "campaign.web.visitors.address_of"
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_CALLABLE = "campaign.accounts.views.locked_out"
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True  # who signed in when is nobody's business
AXES_ENABLE_ADMIN = False
SIMPLE_HISTORY_REVERT_DISABLED = True  # the admin shows histories, and undoes nothing

PASSWORD_HASHERS = [
    "campaign.accounts.hashers.CappedPBKDF2PasswordHasher",
]
PASSWORD_HASHES_AT_ONCE = env.int("PASSWORD_HASHES_AT_ONCE", default=1)  # in each process

# How much one address, and one account, may ask for in which time. Wrong ones count, right ones do not.
BUDGETS = {
    name: env.str(f"BUDGET_{name.upper()}", default=default)
    for name, default in {
        "campaigns": "20/h",
        "imports": "10/h",
        "wrong_logins": "30/15m",
        "wrong_passwords": "5/15m",
        "wrong_codes": "10/15m",
        "wrong_pins": "10/15m",
    }.items()
}
CACHES = {
    "default": {"BACKEND": "campaign.web.counter_cache.CounterCache"},
    "pages": {
        "BACKEND": "campaign.web.page_cache.PageCache",
        "LOCATION": DATA_DIR / "pages",
        "OPTIONS": {"MAX_ENTRIES": 2000},
    },
}
RATELIMIT_IP_META_KEY = "campaign.web.visitors.address_of"

# A guest's session leads back to the campaign: for a year, which begins anew while it is used.
SESSION_ENGINE = "campaign.accounts.sessions"
SESSION_COOKIE_AGE = 365 * 24 * 60 * 60
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True  # scripts take the token from the page
CSRF_COOKIE_SAMESITE = "Lax"

# --- What a browser is told -------------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "base-uri": [NONE],
        "connect-src": [SELF],
        "font-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "img-src": [SELF],
        "manifest-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "worker-src": [SELF],
        "upgrade-insecure-requests": HTTPS,
    },
}
# Nothing here asks for any of them.
PERMISSIONS_POLICY: dict[str, list[str]] = {
    name: []
    for name in (
        "accelerometer",
        "autoplay",
        "camera",
        "display-capture",
        "encrypted-media",
        "geolocation",
        "gyroscope",
        "magnetometer",
        "microphone",
        "midi",
        "payment",
        "usb",
        "xr-spatial-tracking",
    )
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

# At a table the site is reached as http://192.168.x.y: these would lock everybody out there.
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^metrics$"]  # asked from beside the proxy, without HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if HTTPS else 0
# Other names of the group's domain are not ours to decide about: no HSTS for subdomains, no preloading.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
# Browsers take a cookie of this prefix only by HTTPS, for this host and the whole of it: no neighbor can plant one.
if HTTPS:
    SESSION_COOKIE_NAME = "__Host-sessionid"
    CSRF_COOKIE_NAME = "__Host-csrftoken"

# --- How it speaks ----------------------------------------------------------------------------------------------------

LANGUAGE_CODE = env.str("LANGUAGE_CODE", default="en")  # where a browser asks for none of these, and in the terminal
LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("ru", "Русский")]  # each in its own words
LANGUAGE_COOKIE_AGE = int(timedelta(days=365).total_seconds())
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_SAMESITE = "Lax"
LOCALE_PATHS = [BASE_DIR / "campaign" / "locale"]  # templates/ and scoring/ are translated there too
TIME_ZONE = env.str("TIME_ZONE", default="UTC")
USE_I18N = True
USE_TZ = True

# --- What it tells whoever runs it ------------------------------------------------------------------------------------

# A proxy in front may number requests itself, by UUIDs.
DJANGO_GUID = {"GUID_HEADER_NAME": "X-Request-ID", "RETURN_HEADER": True, "EXPOSE_HEADER": False}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "route_instead_of_path": {"()": "campaign.ops.logging.RouteInsteadOfPath"},
        "name_request": {"()": "campaign.ops.logging.NameRequest"},
    },
    "formatters": {
        "plain": {"format": "{asctime} {levelname} {request_id} {name}: {message}", "style": "{"},
        "json": {"()": "campaign.ops.logging.OneObjectALine"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "filters": ["route_instead_of_path", "name_request"],
            "formatter": "json" if env.str("LOG_FORMAT", default="plain") == "json" else "plain",
        },
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        "django.server": {"handlers": ["console"], "level": "INFO" if DEBUG else "WARNING", "propagate": False},
        "django.security.DisallowedHost": {"handlers": [], "level": "CRITICAL", "propagate": False},  # anybody's noise
        "campaign.security": {"level": "INFO"},  # campaign/web/events.py
        "django_guid": {"level": "ERROR"},
        "axes": {"handlers": [], "level": "CRITICAL", "propagate": False},  # its lines name people and addresses
    },
}

# Figures for Prometheus at /metrics, for requests with this bearer token; without one there are none.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
if METRICS_TOKEN:
    INSTALLED_APPS += ["django_prometheus"]
    MIDDLEWARE = [
        "django_prometheus.middleware.PrometheusBeforeMiddleware",
        *MIDDLEWARE,
        "django_prometheus.middleware.PrometheusAfterMiddleware",
    ]

SENTRY_DSN = env.str("SENTRY_DSN", default="")  # where errors are reported to, if anywhere
if SENTRY_DSN:
    from campaign.ops import reports

    reports.begin(SENTRY_DSN)
