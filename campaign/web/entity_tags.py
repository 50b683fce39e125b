"""Entity tags (ETags): digests of what a page shows. Two responses with the same tag look the same in the browser."""

import hashlib


def digest(*values: object) -> str:
    """Return a digest of these values, 32 characters long. Values with the same `repr` have the same digest."""
    return hashlib.sha256(repr(values).encode()).hexdigest()[:32]


def entity_tag(*shown: object) -> str:
    """Return the entity tag of a page that shows these values. It is weak, because equal pages may have other bytes."""
    return f'W/"{digest(*shown)}"'
