"""Train the site's photo reader, or measure how well it reads: `python -m tools.photo PART FOLDER`.

learn    train the reader on all photos of the folder
doubt    train only the neural nets of doubt.py
measure  read the photos unchanged
"""

import argparse
import datetime as dt
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from tools.photo import doubt, learn
from tools.photo.measure import measure
from tools.photo.photos import Photo, load
from tools.photo.reader import Reader

SITE = Path(__file__).parents[2] / "campaign/static/campaign/js/photo/parameters.json"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=("learn", "doubt", "measure"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", metavar="DEVICE", help="use only the photos of this device")
    parser.add_argument("--leave-out", metavar="DEVICE", help="use no photo of this device")
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
        if given.part == "measure":
            counts = measure(photos, json.loads(SITE.read_text()), reader)._asdict()
            print(", ".join(f"{name}: {number}" for name, number in counts.items()))
        else:
            _learn(photos, len(sessions), reader, only_doubt=given.part == "doubt")
    return 0


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


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
