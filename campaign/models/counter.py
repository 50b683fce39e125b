from django.db import models


class Counter(models.Model):
    """How often something happened until it expires. Written by campaign/web/counter_cache.py; the key is a hash."""

    key = models.CharField(max_length=100, primary_key=True)
    count = models.IntegerField()
    expires = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.key}: {self.count}"
