"""Measure the processor time of processes, as Linux counts it in /proc."""

import os
import time
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")  # the number of clock ticks in a second


def children_of(pid: int) -> list[int]:
    """Return the ids of all processes that descend from the process `pid`."""
    own = [each for thread in Path(f"/proc/{pid}/task").iterdir() for each in (thread / "children").read_text().split()]
    return [one for child in map(int, own) for one in (child, *children_of(child))]


def seconds_of(*pids: int) -> float:
    """Return the processor time of these processes so far, in seconds: user time plus system time."""
    fields = (Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split() for pid in pids)
    return sum(int(each[11]) + int(each[12]) for each in fields) / TICKS


def processor_times() -> tuple[float, float, float]:
    """Return the seconds of processor time of this process's descendants, this process, and the whole machine."""
    user, nice, system, *_waiting = map(
        int, Path("/proc/stat").read_text(encoding="utf-8").partition("\n")[0].split()[1:]
    )
    return seconds_of(*children_of(os.getpid())), time.process_time(), (user + nice + system) / TICKS
