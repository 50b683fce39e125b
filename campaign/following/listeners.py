"""Identify the clients that listen to event streams, and find the clients whose session has ended."""

from collections.abc import Collection
from typing import NamedTuple

from django.contrib.sessions.models import Session
from django.utils import timezone

from campaign.http import Request
from campaign.models import User
from campaign.web.visitors import address_of


class Listener(NamedTuple):
    """A client that listens to an event stream: IP address, hashed session key, account, and hash of the password."""

    address: str
    session: str
    account: int | None
    password: str


def listener_of(request: Request) -> Listener:
    user = request.user
    password = user.password if isinstance(user, User) else ""
    session: str = request.session.stored_key  # type: ignore[attr-defined] # the class in SESSION_ENGINE has it
    return Listener(address_of(request), session, user.pk, password)


def departed(listeners: Collection[Listener]) -> set[Listener]:
    """Find the listeners whose session ended, whose password changed, or whose account is inactive or gone."""
    stored = Session.objects.filter(pk__in={listener.session for listener in listeners}, expire_date__gt=timezone.now())
    sessions = set(stored.values_list("pk", flat=True))
    accounts = User.objects.filter(pk__in={listener.account for listener in listeners}, is_active=True)
    passwords = dict(accounts.values_list("pk", "password")) | {None: ""}
    return {
        listener
        for listener in listeners
        if listener.session not in sessions or passwords.get(listener.account) != listener.password
    }
