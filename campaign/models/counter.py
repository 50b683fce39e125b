from django.db import models


class Counter(models.Model):
    """A counter that is kept until it expires, for campaign/web/counter_cache.py. The key is a hash."""

    key = models.CharField(max_length=100, primary_key=True)
    count = models.IntegerField()
    expires = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.key}: {self.count}"
