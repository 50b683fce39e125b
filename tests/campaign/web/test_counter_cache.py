"""Test the counters in the database, which all processes of the site share."""

import pytest
from django.core.cache import cache
from django.db import IntegrityError, connection

pytestmark = pytest.mark.django_db


def test_a_counter_can_be_added_once_until_it_is_deleted():
    assert cache.add("imports", 1)
    assert not cache.add("imports", 1)
    cache.delete("imports")
    assert cache.add("imports", 1)


def test_a_counter_that_another_process_made_and_deleted_meanwhile_is_not_added():
    def made_by_another_process(execute, sql, *more):
        if sql.startswith("INSERT"):
            raise IntegrityError
        return execute(sql, *more)

    with connection.execute_wrapper(made_by_another_process):
        assert not cache.add("imports", 1)
