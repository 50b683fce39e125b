"""Request healthchecks' list of ten checks: a program for the environment of a checkout, run by benchmarks/beside.py.

It reads a line for each request, and writes the milliseconds of processor time that the request took.
"""

import sys
import time
from typing import Any

CHECKS = 10


def prepare() -> tuple[Any, str]:
    """Fill the database of a new site. Return a browser, and the address of the list."""
    import django  # noqa: PLC0415 - models need the settings of the environment

    django.setup()
    from django.contrib.auth.models import User  # noqa: PLC0415
    from django.core.management import call_command  # noqa: PLC0415
    from django.test import Client  # noqa: PLC0415
    from hc.accounts.models import Profile, Project  # noqa: PLC0415
    from hc.api.models import Check  # noqa: PLC0415

    for command in (["migrate"], ["collectstatic", "--noinput"], ["compress"]):
        call_command(*command, verbosity=0, stdout=sys.stderr)
    user = User.objects.create(username="ada", email="ada@example.org")
    Profile.objects.for_user(user)
    project = Project.objects.create(owner=user, badge_key="bench", name="Bench")
    for number in range(CHECKS):
        Check.objects.create(project=project, name=f"Check {number}", slug=f"check-{number}", tags="bench prod")
    client = Client()
    client.force_login(user)
    return client, f"/projects/{project.code}/checks/"


if __name__ == "__main__":
    client, address = prepare()
    for _line in sys.stdin:
        start = time.thread_time()
        response = client.get(address)
        took = (time.thread_time() - start) * 1000
        assert response.status_code == 200, response.status_code
        print(took, flush=True)
