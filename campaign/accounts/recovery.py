"""Make recovery codes, and find the account of a recovery code.

A code is eight words of the English BIP-39 list. The first two words, its name, identify the account. The last six
words are a secret of 66 bits, of which the database holds a slow salted hash. The hash does not depend on SECRET_KEY,
because a restored backup must work under another key.
"""

import hashlib
import re
import secrets
from functools import cache

from django.utils.crypto import constant_time_compare
from mnemonic import Mnemonic

from campaign.accounts.hashers import slots
from campaign.models import User
from campaign.models.user import RECOVERY_FIELDS

WORDS_IN_NAME, WORDS_IN_SECRET = 2, 6
ITERATIONS = 100_000
TELLING = 4  # the first four letters identify each word of the BIP-39 list
LONGEST = 200  # the most characters accepted in a typed code


def new_code() -> str:
    return " ".join(secrets.choice(list(_words().values())) for _ in range(WORDS_IN_NAME + WORDS_IN_SECRET))


def read_code(text: str) -> tuple[str, str] | None:
    """Split a typed code into name and secret. Return None if the text is no code."""
    words = [_words().get(word[:TELLING]) for word in re.findall(r"[a-z]+", text.lower())]
    if None in words or len(words) != WORDS_IN_NAME + WORDS_IN_SECRET:
        return None
    known = [word for word in words if word]
    return " ".join(known[:-WORDS_IN_SECRET]), " ".join(known[-WORDS_IN_SECRET:])


def hashed(secret: str, salt: str) -> str:
    """Hash the secret of a code, in one queue with passwords."""
    with slots:
        return hashlib.pbkdf2_hmac("sha256", secret.encode(), salt.encode(), ITERATIONS).hex()


@cache
def _words() -> dict[str, str]:
    """Map the first four letters of each of the 2048 words to the word: `{"aban": "abandon"}`."""
    return {word[:TELLING]: word for word in Mnemonic("english").wordlist}


def renew_code(user: User) -> str:
    """Give an account a new recovery code. Return the code, which is not stored. The old code stops working."""
    code = new_code()
    name, secret = read_code(code) or ("", "")
    if User.objects.filter(recovery_name=name).exists():  # another code has this name (one chance in four million)
        return renew_code(user)
    salt = secrets.token_hex(16)
    user.recovery_name, user.recovery_hash = name, f"{salt}${hashed(secret, salt)}"
    user.save(update_fields=RECOVERY_FIELDS)
    return code


def use_code(user: User) -> bool:
    """Make the user's recovery code invalid. Return False if another request has done so since `user` was read."""
    same = User.objects.filter(pk=user.pk, recovery_hash=user.recovery_hash)
    return bool(same.update(recovery_name=None, recovery_hash=None))


def owner_of(text: str) -> User | None:
    """Return the active account that a typed code belongs to, or None if no account has this code."""
    code = read_code(text)
    if code is None:
        return None
    name, secret = code
    user = User.objects.filter(is_active=True, recovery_name=name).first()
    salt, _dollar, stored = ((user and user.recovery_hash) or "").partition("$")
    # Hash even if no account has the name. Otherwise a faster answer would reveal that the name does not exist.
    sent = hashed(secret, salt)
    return user if stored and constant_time_compare(stored, sent) else None
