"""Test what is worked out later: who may ask for how much, in which order a worker serves them, and what fails."""

from contextlib import contextmanager

import pytest
from django.utils import timezone

from campaign import jobs
from campaign.models import Job
from campaign.models.job import STALLED_AFTER
from campaign.web.locks import Lock, locked

pytestmark = pytest.mark.django_db

PAR = Job.Kind.PAR


@pytest.fixture
def ask(rf, monkeypatch):
    """Return a function that asks for jobs from an address."""
    monkeypatch.setattr(jobs, "STAYS", 0)
    monkeypatch.setattr(jobs, "start_worker", lambda: None)
    return lambda address, *tasks: jobs.ask(rf.post("/", REMOTE_ADDR=address), [(PAR, task) for task in tasks])


@pytest.fixture
def done():
    return []


@pytest.fixture
def do(done):
    """Do all jobs, and remember their tasks in `done`."""

    def method(task):
        done.append(task)
        yield {"done": task}, 100

    return lambda method=method: jobs.work({PAR: method})


def test_a_job_is_done_once_for_everybody(ask, do, done):
    assert ask("192.0.2.1", "one")
    assert not ask("192.0.2.2", "one")
    do()
    assert not ask("192.0.2.2", "one")
    do()
    assert done == ["one"]
    assert Job.objects.get().result == {"done": "one"}


def test_nobody_waits_for_all_jobs_of_a_stranger_or_is_refused_because_of_them(ask, do, done):
    strangers = [f"stranger's {number}" for number in range(jobs.OF_ONE)]
    ask("192.0.2.1", *strangers)
    with pytest.raises(jobs.TooManyJobsError):
        ask("192.0.2.1", "one too many")
    assert ask("198.51.100.7", "ours", "ours too")
    do()
    assert done[:5] == [strangers[0], "ours", strangers[1], "ours too", strangers[2]]
    assert len(done) == jobs.OF_ONE + 2


def test_the_number_of_waiting_jobs_is_limited_on_the_whole_site(ask, monkeypatch):
    monkeypatch.setattr(jobs, "AT_ONCE", 2)
    ask("192.0.2.1", "one")
    ask("192.0.2.2", "another")
    with pytest.raises(jobs.TooManyJobsError):
        ask("192.0.2.3", "one too many")


def test_a_waiting_job_names_no_address_and_a_finished_one_nobody(ask, do):
    ask("192.0.2.1", "one")
    [asker] = Job.objects.values_list("asker", flat=True)
    assert asker
    assert "192" not in asker
    do()
    assert Job.objects.get().asker == ""


def test_the_progress_of_one_job_keeps_the_waiting_jobs_alive(ask, do, monkeypatch):
    monkeypatch.setattr(jobs, "WRITE_EVERY", 0)
    ask("192.0.2.1", "one", "another")
    almost_dead = timezone.now() - STALLED_AFTER / 2
    Job.objects.update(touched=almost_dead)
    seen = []

    def method(task):
        yield {}, 40
        seen.append((Job.objects.get(task=task).percent, Job.objects.filter(touched__gt=almost_dead).count()))
        yield {}, 100

    do(method)
    assert seen[0] == (40, 2)


def test_a_failed_job_is_logged_and_can_be_asked_again_and_the_next_one_is_done(ask, do, done, caplog):
    ask("192.0.2.1", "bad", "good")

    def method(task):
        if task == "bad":
            raise ValueError("no such city")
        done.append(task)
        yield {}, 100

    do(method)
    assert done == ["good"]
    assert "A job could not be done: 'par: bad'" in caplog.text
    assert ask("192.0.2.1", "bad")


def test_a_job_that_takes_too_long_is_given_up(ask, do, monkeypatch, caplog):
    monkeypatch.setattr(jobs, "LONGEST", 0)
    ask("192.0.2.1", "endless")
    do(lambda _task: iter(lambda: ({}, 50), None))
    assert "TimeoutError" in caplog.text
    assert not Job.objects.exists()


def test_only_one_process_works(ask, do, done):
    ask("192.0.2.1", "one")
    with locked(Lock.WORKING):
        do()
        assert done == []
    do()
    assert done == ["one"]


def test_a_job_that_comes_while_a_worker_ends_is_done_by_this_worker(ask, do, done, monkeypatch):
    """The process that asked saw the lock, and started no other worker."""

    @contextmanager
    def lock_of_a_worker(lock, *, waits):
        with locked(lock, waits=waits):
            yield
            if done == ["one"]:
                ask("192.0.2.2", "late")

    monkeypatch.setattr(jobs, "locked", lock_of_a_worker)
    ask("192.0.2.1", "one")
    do()
    assert done == ["one", "late"]
