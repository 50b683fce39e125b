"""Measure pars in the background, one at a time on the whole site, each in its own process, and store them."""

import json
import logging
import subprocess
import sys
from functools import partial

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from campaign.models import MissionPar
from campaign.par.asked import SHOWN, AskedPar
from campaign.par.shown import ShownPar
from campaign.web.background import in_background
from campaign.web.turns import LOOK_EVERY, Job, turn
from scoring import HouseRules
from scoring.drafts import Par

AT_ONCE = 5  # how many pars may wait or be measured at the same time, on the whole site
GAMES = 120
SECONDS = 10  # the seconds of computing for one par on one core
GIVE_UP_AFTER = 120  # stop the measuring process after this many seconds of real time

logger = logging.getLogger(__name__)


class TooManyParsError(Exception):
    """Too many pars are waiting or being measured already."""


def find(asked: AskedPar) -> MissionPar | None:
    """Find the stored par of a mission; None if nobody has asked for it yet. Makes one query."""
    return MissionPar.objects.filter(**asked.key).first()


def shown_par(line: str, players: int, house_rules: HouseRules) -> ShownPar:
    """Return a par for the template par/_par.html. Makes one query, or none if the par is in pars.json."""
    asked = AskedPar(line, players, house_rules)
    return ShownPar.of(asked, None if asked.known else find(asked))


def begin(asked: AskedPar) -> bool:
    """Start to measure a par. If the par is known or under way, only return False. Raises TooManyParsError."""
    if asked.known:
        return False
    known = find(asked)
    if known and (known.figures or known.is_under_way):
        return False
    if MissionPar.objects.under_way().count() >= AT_ONCE:
        raise TooManyParsError
    par, _made = MissionPar.objects.update_or_create(**asked.key, defaults={"touched": timezone.now()})
    transaction.on_commit(partial(in_background, partial(work_out, par.pk)))
    return True


def work_out(pk: int) -> None:
    """Measure a par, then store all its figures at once. If the work is interrupted, the par can be measured again."""
    with turn(Job.MEASURING, partial(_touch, pk)):
        remembered = MissionPar.objects.filter(pk=pk, figures__isnull=True).first()
        if remembered is None:  # the par has figures: another process has stored them
            return
        par = measure(AskedPar.of(remembered), partial(_touch, pk))
        if par:
            remembered.figures, remembered.touched = par._asdict(), timezone.now()
            remembered.save(update_fields=["figures", "touched"])


def _touch(pk: int) -> None:
    """Store the time, as a sign to other processes that the par still waits or is being measured."""
    MissionPar.objects.filter(pk=pk).update(touched=timezone.now())


def measure(asked: AskedPar, still_at_it: partial[None]) -> Par | None:
    """Measure a par in another process, so that no request of this process slows down. Return None on failure."""
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "par", asked.line, "--json", "--nice"]
    command += ["--players", str(asked.players), "--skill", SHOWN]
    command += ["--games", str(GAMES), "--seconds", str(SECONDS)]
    command += [word for switch in asked.switches for word in ("--house-rule", switch)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - no shell, parsed line
        for _look in range(GIVE_UP_AFTER // LOOK_EVERY):
            still_at_it()
            try:
                said, _nothing = process.communicate(timeout=LOOK_EVERY)
            except subprocess.TimeoutExpired:
                continue
            if process.returncode == 0:
                figures = json.loads(said)
                return Par(**{name: figures[name] for name in Par._fields})
            break
        process.kill()
    logger.error("The par of %r for %s players could not be measured.", asked.line, asked.players)
    return None
