"""Make recovery codes, and find the account that one belongs to.

A code is six words of the English BIP-39 list: 66 bits. The database holds only a slow hash of it, without the secret
key, so that a code still works where the database was restored without that key.
"""

import hashlib
import re
import secrets
from functools import cache

from mnemonic import Mnemonic

from campaign.models import User

WORDS_IN_CODE = 6
SALT = b"campaign.accounts.recovery"
ITERATIONS = 100_000
TELLING = 4  # characters after which a word of the list cannot be mistaken for another
LONGEST = 200  # characters of a code as somebody types it


def new_code() -> str:
    return " ".join(secrets.choice(list(_words().values())) for _ in range(WORDS_IN_CODE))


def read_code(text: str) -> str | None:
    """Return a typed code as it was made; None if it cannot be one. Case, signs and the ends of words do not matter."""
    words = [_words().get(word[:TELLING]) for word in re.findall(r"[a-z]+", text.lower())]
    return " ".join(filter(None, words)) if None not in words and len(words) == WORDS_IN_CODE else None


def hashed(code: str) -> str:
    return hashlib.pbkdf2_hmac("sha256", code.encode(), SALT, ITERATIONS).hex()


@cache
def _words() -> dict[str, str]:
    """Return the 2048 words by their first letters."""
    return {word[:TELLING]: word for word in Mnemonic("english").wordlist}


def renew_code(user: User) -> str:
    """Give an account a new recovery code, which ends the one before it. Returns the code; it is stored nowhere."""
    code = new_code()
    user.recovery_hash = hashed(code)
    user.save(update_fields=["recovery_hash"])
    return code


def owner_of(text: str) -> User | None:
    """Return the account that a typed code belongs to, None without one."""
    code = read_code(text)
    return User.objects.filter(recovery_hash=hashed(code), is_active=True).first() if code else None
