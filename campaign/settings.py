"""Settings of the site. Each installation sets them by environment variables, which docs/serving.md lists.

The defaults are safe: no debug pages, a generated secret key, SQLite in data/, and access from the same machine only.
"""

from datetime import timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import django_stubs_ext
import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.functional import lazy

from campaign.ops.secret_key import kept_secret
from campaign.zones import zone_of_machine

django_stubs_ext.monkeypatch()  # makes `ModelForm[Game]` and the like work at run time


class Environment(environ.Env):
    """The environment variables. A value that cannot be read raises ImproperlyConfigured, which names the setting."""

    def get_value(self, var: str, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().get_value(var, *args, **kwargs)
        except ValueError as error:
            raise ImproperlyConfigured(f"The setting {var} cannot be “{self.ENVIRON[var]}”.") from error


env = Environment()

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / "data"))).resolve()  # the folder with all data; back it up

# --- Installation -----------------------------------------------------------------------------------------------------

DEBUG = env.bool("DEBUG", default=False)
ADMIN = env.bool("ADMIN", default=False)  # whether the site has Django's admin, under /admin/
DEMO = env.bool("DEMO", default=False)  # set by `manage.py demo`, for a separate database that is open to every visitor
OPERATOR = env.str("OPERATOR", default="")  # name and address of the person who runs the site, for the privacy page
HTTPS = env.bool("HTTPS", default=False)  # whether a proxy in front of the site speaks HTTPS
# How many proxies stand in front of the site, each of which appends an address to X-Forwarded-For.
TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", default=int(HTTPS))
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

# The key file is read at the first use of the key. Commands that sign nothing, such as `score`, work without the file.
SECRET_KEY = env.str("SECRET_KEY", default="") or lazy(kept_secret, str)(DATA_DIR / "secret_key")

# Earlier secret keys. Signatures made with them stay valid, so a new key logs nobody out.
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])

ROOT_URLCONF = "campaign.urls"
WSGI_APPLICATION = "campaign.wsgi.application"
ASGI_APPLICATION = "campaign.asgi.application"

# --- Apps, middleware and templates -----------------------------------------------------------------------------------

INSTALLED_APPS = [
    "campaign",
    "whitenoise.runserver_nostatic",  # makes `runserver` serve static files as the site does
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",  # contains the templates for widgets that FORM_RENDERER uses
    "axes",
    "csp",
    "django_guid",
    "simple_history",
    "template_partials",
]

MIDDLEWARE = [
    "django_guid.middleware.guid_middleware",  # comes first, to give the request an id for the log
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.gzip.GZipMiddleware",  # makes a long evaluation log 40 times smaller
    "campaign.web.middleware.ConditionalGet",
    "csp.middleware.CSPMiddleware",
    "campaign.web.middleware.refuse_features",
    "campaign.web.static.StaticFilesOfAnyRelease",
    "campaign.web.middleware.private_unless_told",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "campaign.accounts.sessions.keep_sessions_from_before_https",
    "campaign.web.offline.tell_whose",
    "django.middleware.locale.LocaleMiddleware",
    "campaign.web.preferences.use_told_zone",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
    "campaign.web.table.keep_table",
    "axes.middleware.AxesMiddleware",  # comes last, as its documentation asks
]

TEMPLATES = [
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
            ],
            "builtins": [  # template tags for all pages, which no template loads
                "django.templatetags.i18n",
                "django.templatetags.static",
                "template_partials.templatetags.partials",
                "campaign.templatetags.face",
                "campaign.templatetags.once",
                "campaign.templatetags.shell",
                "campaign.templatetags.words",
            ],
            "libraries": {  # template tags of single features
                "editor": "campaign.editor.tags",
                "follow": "campaign.following.tags",
                "library": "campaign.library.tags",
                "results": "campaign.results.tags",
                "takeaway": "campaign.takeaway.tags",
            },
        },
    },
]

FORM_RENDERER = "campaign.web.forms.FormRenderer"

# --- Storage ----------------------------------------------------------------------------------------------------------

EMBEDDED_DATABASE = {
    "ENGINE": "django.db.backends.sqlite3",
    "NAME": DATA_DIR / ("demo.sqlite3" if DEMO else "cornerstone.sqlite3"),
    # Connections stay open for ever. When the last one closes, SQLite deletes the index of its write-ahead log (WAL).
    # On a full disk, it could not create the index again.
    "CONN_MAX_AGE": None,
    # With WAL, readers never wait for the writer. With IMMEDIATE, a transaction waits for its turn to write when it
    # begins, so it does not fail half way.
    "OPTIONS": {
        "init_command": "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;",
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
    },
}
# True in the web server: gunicorn.conf.py sets it. Only the web server limits the time of database statements.
SERVED = env.bool("SERVED", default=False)
DATABASE_CONNECT_SECONDS = env.int("DATABASE_CONNECT_SECONDS", default=3)  # limit for connecting to one host
DATABASE_LOST_SECONDS = env.int("DATABASE_LOST_SECONDS", default=5)  # time until a silent database host counts as lost
DATABASE_STATEMENT_SECONDS = env.int("DATABASE_STATEMENT_SECONDS", default=10) * SERVED  # limit for one statement
DATABASE_ANSWER_SECONDS = env.int("DATABASE_ANSWER_SECONDS", default=12) * SERVED  # limit for any database answer
DATABASE_POOLER = env.bool("DATABASE_POOLER", default=False)  # whether connections go to PgBouncer in transaction mode
POSTGRESQL_LIMITS: dict[str, int | str] = {
    "connect_timeout": DATABASE_CONNECT_SECONDS,
    "tcp_user_timeout": DATABASE_LOST_SECONDS * 1000,
    "keepalives_idle": DATABASE_LOST_SECONDS,
    "keepalives_interval": 1,
    "keepalives_count": DATABASE_LOST_SECONDS,
}
# PgBouncer refuses session parameters. To limit statements behind PgBouncer, set PgBouncer's own `query_timeout`.
if DATABASE_STATEMENT_SECONDS and not DATABASE_POOLER:
    POSTGRESQL_LIMITS["options"] = f"-c statement_timeout={DATABASE_STATEMENT_SECONDS}s"


def given_database(url: dict[str, Any]) -> dict[str, Any]:
    """Return Django's settings for the database of DATABASE_URL. Options in the URL override the site's own options."""
    if "ENGINE" not in url:
        raise ImproperlyConfigured(
            "The setting DATABASE_URL names no database. Write it as postgres://user:password@host/name, "
            "or delete it for the embedded database."
        )
    if url["ENGINE"] != "django.db.backends.postgresql":
        return url
    options = POSTGRESQL_LIMITS | url.get("OPTIONS", {})
    ours = {"ENGINE": "campaign.postgresql", "OPTIONS": options, "DISABLE_SERVER_SIDE_CURSORS": DATABASE_POOLER}
    return url | ours | {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}


if "DATABASE_URL" in env and not DEMO:
    DATABASES = {"default": given_database(env.db("DATABASE_URL"))}
else:
    DATABASES = {"default": EMBEDDED_DATABASE}

# Whether to make backups in DATA_DIR/backups: before an upgrade, and for SQLite also after a game night.
BACKUPS = env.bool("BACKUPS", default=not DEMO)

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Limits for each imported file: the number of its history records, and an estimate of their bytes in the database. A
# club that plays every week for ten years makes 44,000 records. An exported file leaves out what exceeds the limits.
IMPORT_RECORDS = env.int("IMPORT_RECORDS", default=50_000)
IMPORT_STORED_BYTES = env.int("IMPORT_STORED_BYTES", default=16 * 1024 * 1024)
# Imports leave this many bytes free on the disk of DATA_DIR, so that uploaded files cannot stop games in progress.
IMPORT_LEAVES_BYTES = env.int("IMPORT_LEAVES_BYTES", default=512 * 1024 * 1024)

# Limits for a submitted form: one file, 500 fields, and 256 KiB besides the file. The site's own forms are far smaller.
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

# --- Accounts and access ----------------------------------------------------------------------------------------------

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

# Failed logins are counted per user name and IP address, so that nobody can lock out another user from elsewhere.
AXES_CLIENT_IP_CALLABLE = "campaign.web.visitors.address_of"
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_WHITELIST_CALLABLE = "campaign.accounts.devices.is_known"  # known devices have separate limits
AXES_LOCKOUT_CALLABLE = "campaign.accounts.views.locked_out"
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True  # the site keeps no record of who logged in when
AXES_ENABLE_ADMIN = False
SIMPLE_HISTORY_DATE_INDEX = False  # each tap would have to write this index, but no query uses it
SIMPLE_HISTORY_REVERT_DISABLED = True  # Django's admin shows histories, but cannot restore an old record

PASSWORD_HASHERS = [
    "campaign.accounts.hashers.CappedPBKDF2PasswordHasher",
]
PASSWORD_HASHES_AT_ONCE = env.int("PASSWORD_HASHES_AT_ONCE", default=1)  # limit for each process

# How many requests each IP address or account may make: "20/15m" means 20 requests in 15 minutes. Budgets whose names
# begin with "wrong" count only refused requests.
BUDGETS = {
    name: env.str(f"BUDGET_{name.upper()}", default=default)
    for name, default in {
        "campaigns": "20/h",
        "games": "60/h",
        "imports": "10/h",
        "exports": "60/h",
        "pars": "12/h",
        "analyses": "60/h",
        "hashes": "60/15m",
        "asked_names": "20/15m",
        "wrong_logins": "30/15m",
        "wrong_passwords": "5/15m",
        "wrong_passwords_of_account": "20/15m",
        "wrong_codes": "10/15m",
        "wrong_pins": "10/15m",
    }.items()
}
CACHES = {
    "default": {"BACKEND": "campaign.web.counter_cache.CounterCache"},
    # Each process has its own rendered pages: campaign/web/partials.py. 300 pages take 10 to 20 MB.
    "pages": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "pages",
        "TIMEOUT": 24 * 60 * 60,
    },
    # The average scores of this site's players. They are in files, so a mission's page needs no database to show them.
    "averages": {
        "BACKEND": "campaign.ops.data_dir.FileCache",
        "LOCATION": DATA_DIR / "averages",
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    },
}
RATELIMIT_IP_META_KEY = "campaign.web.visitors.address_of"

# The session lets a guest return to the campaign. The session lasts a year, and each use prolongs it.
SESSION_ENGINE = "campaign.accounts.sessions"
SESSION_COOKIE_AGE = 365 * 24 * 60 * 60
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True  # scripts do not need the cookie, because they read the token from the page
CSRF_COOKIE_SAMESITE = "Lax"
DEVICE_COOKIE_NAME = "device"  # the cookie lasts as long as the session cookie

# --- Security headers -------------------------------------------------------------------------------------------------

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
# The site uses none of these features of browsers.
REFUSED_FEATURES = (
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
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

# These settings are on only with HTTPS. Otherwise nobody could open a site in a home network at http://192.168.x.y.
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^livez$", r"^healthz$", r"^metrics$"]  # the monitoring reads these paths without HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if HTTPS else 0
# The silenced checks demand HSTS for subdomains and HSTS preloading. Both would affect other hosts of the domain.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
# Browsers accept a cookie with the prefix `__Host-` only over HTTPS, and only for one host and all its paths. So
# another host of the domain cannot set the cookie.
if HTTPS:
    SESSION_COOKIE_NAME = "__Host-sessionid"
    CSRF_COOKIE_NAME = "__Host-csrftoken"
    DEVICE_COOKIE_NAME = "__Host-device"

# --- Languages and time -----------------------------------------------------------------------------------------------

# The language for terminals, and for browsers that ask for none of the languages below.
LANGUAGE_CODE = env.str("LANGUAGE_CODE", default="en")
LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("ru", "Русский")]  # each name is in its own language
LANGUAGE_COOKIE_AGE = int(timedelta(days=365).total_seconds())
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_SAMESITE = "Lax"
LOCALE_PATHS = [BASE_DIR / "campaign" / "locale"]  # has all translations, even those for templates/ and scoring/
FORMAT_MODULE_PATH = ["campaign.formats"]
TIME_ZONE = env.str("TIME_ZONE", default=zone_of_machine())  # for visitors whose browsers have told no time zone
try:
    ZoneInfo(TIME_ZONE)
except (KeyError, OSError, ValueError) as wrong:
    raise ImproperlyConfigured(f"The setting TIME_ZONE cannot be “{TIME_ZONE}”. Write it as Europe/Berlin.") from wrong
USE_I18N = True
USE_TZ = True

# --- Logging and monitoring -------------------------------------------------------------------------------------------

# A proxy may give a request its id, a UUID, in this header.
DJANGO_GUID = {"GUID_HEADER_NAME": "X-Request-ID", "RETURN_HEADER": True, "EXPOSE_HEADER": False}

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "route_instead_of_path": {"()": "campaign.ops.logging.RouteInsteadOfPath"},
        "name_request": {"()": "campaign.ops.logging.NameRequest"},
        "no_traceback_of_refusals": {"()": "campaign.ops.logging.NoTracebackOfRefusals"},
    },
    "formatters": {
        "plain": {
            "()": "campaign.ops.logging.OneLine",
            "format": "{asctime} {levelname} {request_id} {name}: {message}",
            "style": "{",
        },
        "json": {"()": "campaign.ops.logging.OneObjectALine"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "filters": ["route_instead_of_path", "name_request", "no_traceback_of_refusals"],
            "formatter": "json" if env.str("LOG_FORMAT", default="plain") == "json" else "plain",
        },
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        "django.server": {"handlers": ["console"], "level": "INFO" if DEBUG else "WARNING", "propagate": False},
        # Anybody can cause these errors, so they are not logged.
        "django.security.DisallowedHost": {"handlers": [], "level": "CRITICAL", "propagate": False},
        "campaign.security": {"level": "INFO"},  # written by campaign/web/events.py
        "gunicorn.error": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        "django_guid": {"level": "ERROR"},
        # django-axes would log user names and IP addresses
        "axes": {"handlers": [], "level": "CRITICAL", "propagate": False},
    },
}

# A request with this bearer token gets metrics for Prometheus at /metrics. If no token is set, the site has no metrics.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
if METRICS_TOKEN:
    INSTALLED_APPS += ["django_prometheus"]
    LOGGING["handlers"]["counts"] = {"class": "campaign.ops.metrics.CountEvents"}
    LOGGING["loggers"]["campaign.security"]["handlers"] = ["counts"]
    MIDDLEWARE = [
        "django_prometheus.middleware.PrometheusBeforeMiddleware",
        *MIDDLEWARE,
        "django_prometheus.middleware.PrometheusAfterMiddleware",
    ]

SENTRY_DSN = env.str("SENTRY_DSN", default="")  # the address for error reports; "" to send no reports
if SENTRY_DSN:
    from campaign.ops import reports

    reports.begin(SENTRY_DSN)
