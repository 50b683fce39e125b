"""Train the site's photo reader, or measure how well it reads: `python -m tools.photo PART FOLDER`.

learn    train the reader on all photos of the folder
doubt    train only the neural nets of doubt.py
measure  read the photos unchanged
misuse   read copies of the photos with fingers, glare and so on (misuse.py), and pictures without a mat
last     read copies of the photos that are tilted, dark and so on (stress.py)
report   read the same copies, each with a reader that has not learnt from photos of the same session
"""

import argparse
import datetime as dt
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from tools.photo import doubt, learn, misuse, report
from tools.photo.photos import Photo, load
from tools.photo.protocol import Protocol
from tools.photo.reader import Reader

SITE = Path(__file__).parents[2] / "campaign/static/campaign/js/photo/parameters.json"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=("measure", "misuse", "learn", "doubt", "report", "last"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", metavar="DEVICE", help="use only the photos of this device")
    parser.add_argument("--leave-out", metavar="DEVICE", help="use no photo of this device")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="measure each Nth photo, for a quick look")
    parser.add_argument("--row", action="append", choices=list(misuse.ROWS), help="measure only this row")
    given = parser.parse_args(arguments)
    with Reader() as reader:
        photos = [
            photo
            for photo in load(given.folder, reader)
            if photo.device != given.leave_out and given.only in (None, photo.device)
        ]
        if not photos:
            print(f"{given.folder} holds no photo with a city", file=sys.stderr)
            return 2
        sessions = Counter(photo.session for photo in photos)
        print(", ".join(f"{session}: {count} photos" for session, count in sessions.items()))
        match given.part:
            case "measure" | "misuse":
                _measure(given, photos, reader)
            case "last":
                report.show(photos, dict.fromkeys(sessions, json.loads(SITE.read_text())), reader, given.every)
            case "report":
                _report(photos, list(sessions), reader, given.every)
            case _:
                _learn(photos, len(sessions), reader, only_doubt=given.part == "doubt")
    return 0


def _measure(given: argparse.Namespace, photos: list[Photo], reader: Reader) -> None:
    protocol = Protocol(reader, json.loads(SITE.read_text()))
    if given.part == "measure":
        protocol.rows(photos[:: given.every], ["as published"])
    else:
        for rows in (misuse.GOOD, misuse.MISUSE, misuse.HARD):
            names = [name for name in rows if not given.row or name in given.row]
            if names:
                protocol.rows(photos[:: given.every], names)
        if not given.row:
            protocol.wrong_mats(photos[:: given.every])
            protocol.drawn_classic()
    print(protocol.time())


def _learn(photos: list[Photo], sessions: int, reader: Reader, *, only_doubt: bool) -> None:
    today = dt.datetime.now(tz=dt.UTC).date().isoformat()
    if only_doubt:
        parameters: dict[str, Any] = json.loads(SITE.read_text())
    else:
        source = f"{len(photos)} photos of {sessions} sessions, {learn.DRAWINGS} own drawings"
        parameters = learn.learn(learn.examples(photos, reader), learnt=today, source=source)
    examples = doubt.examples(photos, reader)
    parameters |= {"doubtLearnt": today, **doubt.learn(examples, parameters)}
    SITE.write_text(json.dumps(parameters, separators=(",", ":")) + "\n")
    print(f"{SITE}: {SITE.stat().st_size} bytes")


def _report(photos: list[Photo], sessions: list[str], reader: Reader, every: int) -> None:
    known, covered = learn.examples(photos, reader), doubt.examples(photos, reader)
    held_out = {}
    for session in sessions:
        others = [each for each in known if each.session != session]
        parameters = learn.learn(others, learnt="", source=f"all but {session}")
        held_out[session] = parameters | doubt.learn(covered, parameters, without=session)
    report.show(photos, held_out, reader, every)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
