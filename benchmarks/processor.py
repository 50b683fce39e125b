"""What processes take of the processor, as Linux counts it in /proc."""

import os
import time
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")  # a second


def children_of(pid: int) -> list[int]:
    """Return the processes that this one began, and those that they began."""
    own = [each for thread in Path(f"/proc/{pid}/task").iterdir() for each in (thread / "children").read_text().split()]
    return [one for child in map(int, own) for one in (child, *children_of(child))]


def seconds_of(*pids: int) -> float:
    """Return the processor's seconds that these processes took so far: fields 14 and 15 of /proc/PID/stat."""
    fields = (Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids)
    return sum(int(each[11]) + int(each[12]) for each in fields) / TICKS


def processor_times() -> tuple[float, float, float]:
    """Return the seconds that our children, we and all processes of the machine took so far."""
    user, nice, system, *_waiting = map(int, Path("/proc/stat").read_text().partition("\n")[0].split()[1:])
    return seconds_of(*children_of(os.getpid())), time.process_time(), (user + nice + system) / TICKS
