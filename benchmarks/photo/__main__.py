"""`python -m benchmarks.photo PART FOLDER`: learn from the photos of a folder, or measure how well they are read.

learn    learn from all photos and write the parameters the site loads
report   for each session in turn: learn from the others, read its photos clean and under each condition
last     read the photos with the parameters the site loads now, which must not have been learnt from them
"""

import argparse
import datetime as dt
import json
import sys
from collections import Counter
from pathlib import Path

from benchmarks.photo import learn, report
from benchmarks.photo.photos import load
from benchmarks.photo.reader import Reader

SITE = Path(__file__).parents[2] / "campaign/static/campaign/js/photo/parameters.json"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=("learn", "report", "last"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", metavar="DEVICE", help="use the photos of this device alone")
    parser.add_argument("--leave-out", metavar="DEVICE", help="use no photo of this device")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="measure each Nth photo, for a quick look")
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
        if given.part == "last":
            report.show(photos, dict.fromkeys(sessions, json.loads(SITE.read_text())), reader, given.every)
            return 0
        known = learn.examples(photos, reader)
        today = dt.datetime.now(tz=dt.UTC).date().isoformat()
        source = f"{len(photos)} photos of {len(sessions)} sessions, {learn.DRAWINGS} own drawings"
        if given.part == "learn":
            parameters = learn.learn(known, learnt=today, source=source)
            SITE.write_text(json.dumps(parameters, separators=(",", ":")) + "\n")
            print(f"{SITE}: {SITE.stat().st_size} bytes, learnt from {source}")
            return 0
        held_out = {
            session: learn.learn(
                [each for each in known if each.session != session], learnt=today, source=f"all but {session}"
            )
            for session in sessions
        }
        report.show(photos, held_out, reader, given.every)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
