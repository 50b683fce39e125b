"""Protect pages whose address is a secret: no other site may learn the address."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from django.http import HttpResponse

P = ParamSpec("P")


def no_referrer(view: Callable[P, HttpResponse]) -> Callable[P, HttpResponse]:
    """Send Referrer-Policy: no-referrer, so that no site learns the address.

    A form on a page with this header fails the CSRF check, because the browser hides the page's origin as well.
    """

    @wraps(view)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        response = view(*args, **kwargs)
        response["Referrer-Policy"] = "no-referrer"
        return response

    return wrapper
