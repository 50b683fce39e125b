"""Sign people in without a password: guests, and owners of a recovery code."""

from django.contrib.auth import login

from campaign.http import Request
from campaign.models import User


def sign_in(request: Request, user: User) -> None:
    """Sign a user in. The backend has to be named, because no password was checked."""
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")


def user_or_guest(request: Request) -> User:
    """Return the user who is signed in. Make a guest of a visitor without an account, and sign the guest in."""
    user = request.user
    if not user.is_authenticated:
        user = User.make_guest()
        sign_in(request, user)
    return user
