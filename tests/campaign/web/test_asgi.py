"""Test how the ASGI application runs requests, and which requests it refuses.

The application changes methods of Django's handler that Django does not document. If a release of Django no longer
calls one of them, a test here fails.
"""

import asyncio
import threading
from errno import ENOSPC
from io import BytesIO

import pytest
from django.core.signals import request_finished
from django.http import FileResponse, StreamingHttpResponse
from django.test import RequestFactory
from django.utils import translation

from campaign import asgi

pytestmark = pytest.mark.django_db(transaction=True)

# Importing `campaign.asgi` connects a signal handler that starts maintenance tasks after a request. Disconnect the
# handler, so these tasks do not run during other tests.
request_finished.disconnect(dispatch_uid="chores")

SCOPE = {
    "type": "http",
    "http_version": "1.1",
    "method": "POST",
    "path": "/calculator/",
    "query_string": b"",
    "headers": [(b"host", b"localhost")],
    "client": ("192.0.2.7", 1),
}


def ask(chunks, headers=(), then=None, **scope):
    """Send a request whose body consists of these chunks. Return the status and the body of the response."""
    messages = [{"type": "http.request", "body": chunk, "more_body": True} for chunk in chunks]
    if messages and not scope.pop("unfinished", False):
        messages[-1]["more_body"] = False
    sent = []

    async def receive():
        if not messages and then:
            return {"type": then}
        if not messages:
            await asyncio.sleep(60)
        return messages.pop(0)

    async def send(message):
        sent.append(message)

    asyncio.run(asgi.Site()(SCOPE | {"headers": [*SCOPE["headers"], *headers]} | scope, receive, send))
    return sent[0]["status"], b"".join(message.get("body", b"") for message in sent)


def test_middleware_and_view_run_in_one_step_in_a_thread_that_keeps_its_database_connection(monkeypatch):
    threads = []

    def middleware(get_response):
        def noted(request):
            threads.append(threading.current_thread().name.partition("_")[0])
            return get_response(request)

        return noted

    monkeypatch.setattr("campaign.web.middleware.refuse_features", middleware)
    monkeypatch.setattr("campaign.web.middleware.private_unless_told", middleware)
    monkeypatch.setattr(asgi, "close_old_connections", lambda: threads.append("began"))
    assert ask([b""], method="GET")[0] == 200
    assert threads == ["began", "site", "site"]


def test_the_chunks_of_a_request_are_joined():
    status, page = ask([b"", b""], method="GET", query_string=b"mission=7")
    assert status == 200
    assert "Price of Silence" in page.decode()


def test_a_file_is_read_in_a_thread_before_it_is_sent(monkeypatch, recwarn):
    content = b"a static file" * 10_000
    file = FileResponse(BytesIO(content))
    monkeypatch.setattr("campaign.web.middleware.refuse_features", lambda _get_response: lambda _request: file)
    assert ask([b""], method="GET") == (200, content)
    assert not recwarn.list


def test_each_piece_of_a_stream_is_made_in_a_thread_and_in_the_language_of_its_request(recwarn):
    made = []

    def pieces():
        for _ in range(2):
            made.append((threading.current_thread().name.partition("_")[0], translation.get_language()))
            yield b"a piece"

    def view(request):
        translation.activate(request.GET["language"])
        return StreamingHttpResponse(pieces())

    async def both():
        site = asgi.Site()
        site.get_response = view
        requests = [RequestFactory().get("/", {"language": language}) for language in ("de", "ru")]
        answers = [aiter(await site.get_response_async(request)) for request in requests]
        assert not made
        return [[await anext(answer, None) for answer in answers] for _ in range(3)]

    assert asyncio.run(both()) == [[b"a piece"] * 2, [b"a piece"] * 2, [None, None]]
    assert made == [("site", "de"), ("site", "ru")] * 2
    assert not recwarn.list


def test_a_request_whose_body_does_not_arrive_is_ended(monkeypatch):
    monkeypatch.setattr(asgi, "LONGEST_TO_SEND", 0.1)
    assert ask([b"city="], unfinished=True)[0] == 408


def test_a_request_whose_body_breaks_off_is_ended():
    assert ask([b"city="], unfinished=True, then="http.disconnect")[0] == 408


def test_an_endless_body_is_refused(monkeypatch):
    monkeypatch.setattr(asgi, "LARGEST_REQUEST", 100)
    status, page = ask([b"x" * 60, b"x" * 60, b"x"])
    assert status == 413
    assert "</html>" in page.decode()


def test_a_body_that_does_not_fit_on_the_disk_is_explained(monkeypatch):
    def full(*_args):
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(asgi, "LARGEST_TO_KEEP", 10)
    monkeypatch.setattr(asgi.SpooledTemporaryFile, "rollover", full)
    status, page = ask([b"city=", b"x" * 60])
    assert status == 503
    assert "Your change was not saved" in page.decode()


def test_a_body_with_a_too_large_content_length_is_not_read(monkeypatch):
    monkeypatch.setattr(asgi, "LARGEST_REQUEST", 100)
    status, page = ask([], headers=[(b"content-length", b"1000000000")])
    assert status == 413
    assert "</html>" in page.decode()


def test_large_bodies_wait_for_each_other_and_small_ones_do_not(monkeypatch):
    monkeypatch.setattr(asgi, "LARGEST_TO_KEEP", 10)
    monkeypatch.setattr(asgi, "LARGE_AT_ONCE", 0)
    monkeypatch.setattr(asgi, "LONGEST_TO_SEND", 0.1)
    assert ask([b"x" * 60, b"x"])[0] == 408
    assert ask([b"x" * 5])[0] != 408


def test_a_length_of_thousands_of_digits_is_refused_with_a_message():
    """Send 4,000 digits. Python reads integers of up to 4,300 digits, so the site itself has to refuse these."""
    own = [(b"cookie", b"csrftoken=" + b"a" * 32), (b"x-csrftoken", b"a" * 32)]
    sent = [(b"content-type", b"multipart/form-data; boundary=x"), (b"content-length", b"9" * 4_000)]
    status, page = ask([], headers=[*own, *sent])
    assert status == 413
    assert "</html>" in page.decode()


def test_a_websocket_is_refused():
    sent = []

    async def send(message):
        sent.append(message)

    asyncio.run(asgi.Site()(SCOPE | {"type": "websocket"}, None, send))
    assert sent == [{"type": "websocket.close"}]
