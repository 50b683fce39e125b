"""Report errors to the service at SENTRY_DSN, which uses Sentry's protocol.

A report holds the traceback, the route and the request's id. It holds no typed text, name, address, cookie or link.
"""

from typing import Any

import sentry_sdk
from django_guid import get_guid
from sentry_sdk.integrations.django import DjangoIntegration

LEFT_OUT = ("user", "request", "breadcrumbs", "extra", "server_name", "modules")


def begin(dsn: str, **options: Any) -> None:
    """Start to report errors. `options` are passed on to Sentry."""
    sentry_sdk.init(
        dsn=dsn,
        integrations=[DjangoIntegration(middleware_spans=False, signals_spans=False)],
        include_local_variables=False,  # local variables may hold typed text
        max_request_body_size="never",
        max_breadcrumbs=0,
        traces_sample_rate=0,
        before_send=leave_out_people,  # type: ignore[arg-type]
        **options,
    )


def leave_out_people(report: dict[str, Any], _hint: dict[str, Any]) -> dict[str, Any]:
    """Drop the address, which may hold a token, and the error's message. Keep the traceback and the route."""
    for name in LEFT_OUT:
        report.pop(name, None)
    if report.get("transaction_info", {}).get("source") != "route":
        report.pop("transaction", None)
    for error in report.get("exception", {}).get("values", ()):
        error["value"] = ""
    report["tags"] = {"request_id": get_guid() or "-"}
    return report
