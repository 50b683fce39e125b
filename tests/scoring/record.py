"""Record the engine's answers about some cities in recorded.jsonl, to show later changes of the answers.

If you change answers on purpose, run this command, and read the changes by `git diff --word-diff`:

python -m tests.scoring.record

To add a city, add a line without an answer: {"name": "", "mission": 1, "players": 2, "house_rules": {}, "city": ""}
"""

import json
import sys
from pathlib import Path

from scoring import MISSIONS, City, HouseRules, ScoringError, advise, audit, report, score

RECORDED = Path(__file__).with_name("recorded.jsonl")


def recorded():
    """Return the lines of recorded.jsonl as dictionaries. A new line has no key "answer" yet."""
    return [json.loads(line) for line in RECORDED.read_text(encoding="utf-8").splitlines()]


def answer(record):
    """Return the errors and warnings about a recorded city, and its score sheet or the error that refuses it."""
    city, mission = City.parse(record["city"]), MISSIONS[record["mission"]]
    house_rules = HouseRules(**record["house_rules"])
    said = {"findings": [_finding(finding) for finding in audit(city, mission, record["players"], house_rules)]}
    try:
        return {**said, **_sheet(city, mission, house_rules)}
    except ScoringError as error:
        return {**said, "refused": str(error)}


def _sheet(city, mission, house_rules):
    rules = mission.rules.with_house_rules(house_rules)
    sheet = report(city, mission, house_rules)
    allocation = City.parse(f"{sheet['city']} {sheet['allocation']}").allocation
    sheet["lines"] = [
        f"{line['category']} {','.join(line['squares'])} {line['vp']}: {line['reason']}" for line in sheet["lines"]
    ]
    sheet["notes"] = [f"{note.decision}: {note.message}" for note in score(city, allocation, rules).notes]
    if city.allocation:
        sheet["advice"] = [str(message) for message in advise(city, city.allocation, rules)]
    return sheet


def _finding(finding):
    return [finding.severity, finding.square, str(finding.message), finding.decision]


def main():
    """Update all answers in recorded.jsonl, and print the names of the cities whose answer has changed."""
    records = recorded()
    for record in records:
        before, record["answer"] = record.get("answer"), answer(record)
        if record["answer"] != before:
            sys.stdout.write(f"{record['name']}\n")
    text = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    RECORDED.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
