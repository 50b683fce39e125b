"""A cache for django-ratelimit: counters in the database, for all processes of the site.

Django's own database cache is no substitute: it stores pickles, and loses counts when two processes count at once.
"""

from datetime import timedelta
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.db import IntegrityError
from django.db.models import F, Q
from django.utils import timezone

from campaign.models.counter import Counter


class CounterCache(BaseCache):
    """Holds whole numbers only. Each number expires after its timeout."""

    def __init__(self, _location: str, params: dict[str, Any]) -> None:
        super().__init__(params)

    def add(self, key: str, value: int, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        key = self.make_and_validate_key(key, version=version)
        values = self._values(value, timeout)
        # A counter that would last longer than a new one was made while the clock was ahead.
        outdated = Q(expires__lte=timezone.now()) | Q(expires__gt=values["expires"])
        Counter.objects.filter(outdated, key=key).delete()
        try:
            _counter, is_new = Counter.objects.get_or_create(key=key, defaults=values)
        except IntegrityError:  # another process made this counter, and deleted it before it could be read
            return False
        return is_new

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        key = self.make_and_validate_key(key, version=version)
        found = Counter.objects.filter(key=key, expires__gt=timezone.now()).values_list("count", flat=True).first()
        return default if found is None else found

    def set(self, key: str, value: int, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        key = self.make_and_validate_key(key, version=version)
        Counter.objects.update_or_create(key=key, defaults=self._values(value, timeout))

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        entry = self.make_and_validate_key(key, version=version)
        if not Counter.objects.filter(key=entry).update(count=F("count") + delta):
            raise ValueError(f"expected a counter, found nothing: {key!r}")
        return int(self.get(key, 0, version=version))

    def delete(self, key: str, version: int | None = None) -> bool:
        deleted, _models = Counter.objects.filter(key=self.make_and_validate_key(key, version=version)).delete()
        return bool(deleted)

    def _values(self, value: int, timeout: Any) -> dict[str, Any]:
        seconds = float((self.default_timeout if timeout is DEFAULT_TIMEOUT else timeout) or 0)
        return {"count": value, "expires": timezone.now() + timedelta(seconds=seconds)}
