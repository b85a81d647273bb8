#!/usr/bin/env python3
"""Imports 20,000 rows and compares every answer with an independent computation, in several zones and languages.

Usage: import_20000.py PATH-OF-CHECKIN
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

COUNT = 20_000
NOW = "2026-11-20T12:00:00Z"
TODAY = "2026-11-20"
ENVIRONMENTS = [
    {"TZ": "UTC", "LANG": "C"},
    {"TZ": "Europe/Berlin", "LANG": "de_DE.UTF-8"},
    {"TZ": "Pacific/Auckland", "LANG": "ar_EG.UTF-8"},
    {"TZ": "America/St_Johns", "LANG": "th_TH.UTF-8"},
]
TOOLS = Path(__file__).resolve().parents[2] / "Tools"


class Checkin:
    """The command, with a journal and an environment."""

    def __init__(self, binary, journal, environment):
        self.binary = binary
        self.environment = {
            name: value for name, value in os.environ.items()
            if not name.startswith(("LC_", "CHECKIN_")) and name not in ("LANG", "LANGUAGE", "TZ")
        } | environment | {"CHECKIN_NOW": NOW, "CHECKIN_JOURNAL": str(journal)}

    def json(self, *arguments):
        result = subprocess.run(
            [self.binary, *map(str, arguments), "--json"], env=self.environment, capture_output=True, text=True,
            encoding="utf-8")
        if result.returncode != 0:
            sys.exit(f"checkin {' '.join(map(str, arguments))} exited with {result.returncode}: {result.stderr}")
        return json.loads(result.stdout)


def expect(actual, expected, what):
    """Compares the members that are expected; an answer may have more."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        for key, value in expected.items():
            if key not in actual:
                sys.exit(f"{what}: {key} is missing")
            # Types are an open set: one more would be a wrong answer, not an addition.
            compare = expect_equal if key == "byType" else expect
            compare(actual[key], value, f"{what}, {key}")
    elif isinstance(expected, list) and isinstance(actual, list):
        expect_equal(len(actual), len(expected), f"{what}, count")
        for index, (one, other) in enumerate(zip(actual, expected)):
            expect(one, other, f"{what}, element {index}")
    else:
        expect_equal(actual, expected, what)


def expect_equal(actual, expected, what):
    if actual != expected:
        sys.exit(f"{what}: {actual!r} instead of {expected!r}")


def check(checkin, source, answers, every_month):
    report = {"read": COUNT, "added": COUNT, "duplicates": 0, "rejected": []}
    expect(checkin.json("import", source, "--dry-run"), report, "dry run")
    expect(checkin.json("import", source), report, "first import")
    report |= {"added": 0, "duplicates": COUNT}
    expect(checkin.json("import", source, "--dry-run"), report, "dry run of the second import")
    expect(checkin.json("import", source), report, "second import")
    compare_answers(checkin, answers, every_month)


def compare_answers(checkin, answers, every_month):
    expect(checkin.json("stats"), answers["stats"], "stats")
    expect(checkin.json("months"), answers["months"], "months")
    months = list(answers["calendars"])
    for month in months if every_month else months[::29]:
        expect(checkin.json("month", month), answers["calendars"][month], f"month {month}")
    expect([one["number"] for one in checkin.json("list")], answers["order"], "order of the list")
    verification = checkin.json("verify")
    expect_equal(verification["ok"], True, "verify")
    expect_equal(verification["events"], COUNT, "events")


def check_round_trip(binary, directory, environment, answers):
    """What is exported gives the same journal again."""
    original = Checkin(binary, directory / "journal-0", environment)
    for form in ("csv", "jsonl"):
        exported, again = directory / f"exported.{form}", directory / f"again.{form}"
        copy = Checkin(binary, directory / f"copy-{form}", environment)
        original.json("export", exported)
        expect(copy.json("import", exported), {"added": COUNT, "rejected": []}, f"import of the {form} export")
        copy.json("export", again)
        expect_equal(exported.read_bytes() == again.read_bytes(), True, f"second {form} export is the same")
        expect(copy.json("stats"), answers["stats"], f"stats after {form}")


def main():
    binary = str(Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory(prefix="checkin-acceptance-") as name:
        directory = Path(name)
        source = directory / "large.csv"
        source.write_bytes(subprocess.check_output([TOOLS / "make-large-csv", str(COUNT)]))
        answers = json.loads(subprocess.check_output([TOOLS / "independent-answers", source, "--today", TODAY]))
        for index, environment in enumerate(ENVIRONMENTS):
            checkin = Checkin(binary, directory / f"journal-{index}", environment)
            check(checkin, source, answers, every_month=index == 0)
            print(f"20,000 rows, {environment['TZ']}, {environment['LANG']}: every answer agrees", flush=True)
        # The snapshot is a cache: without it, and in another zone than the import's, the answers stay.
        (directory / "journal-0" / "snapshot.sqlite").unlink(missing_ok=True)
        compare_answers(Checkin(binary, directory / "journal-0", ENVIRONMENTS[2]), answers, every_month=False)
        check_round_trip(binary, directory, ENVIRONMENTS[1], answers)
        print("20,000 rows: replay without a snapshot and the exports agree")


if __name__ == "__main__":
    main()
