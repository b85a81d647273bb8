#!/usr/bin/env python3
"""Exports to SQLite, and compares what the sqlite3 program answers with the command's own answers.

Usage: databases.py PATH-OF-CHECKIN
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from support.journal import Journal, Wrong

ROOT = Path(__file__).resolve().parents[2]
HOSTILE = ["'; DROP TABLE check_ins; --", "\"x\"", "a\tb", "=1+1", "日本 🏃‍♀️", "\\", "%s"]


def sql(database, statement):
    """The answer of the sqlite3 program, as a list of objects."""
    text = subprocess.check_output(["sqlite3", "-readonly", "-json", database, statement], text=True, encoding="utf-8")
    return json.loads(text) if text.strip() else []


def expect(actual, expected, what):
    if actual != expected:
        raise Wrong(f"{what}: {actual!r} instead of {expected!r}")


def fill(journal):
    """The sample, edits, a discarded check-in, hostile texts."""
    def run(*arguments):
        answer = journal.run(*arguments)
        if answer.status != 0:
            raise Wrong(f"{arguments}: {answer.errors}")
    # The last row lies behind the clock of these scripts.
    run("import", "--skip-invalid", str(ROOT / "Fixtures" / "sample-check-ins.csv"))
    for text in HOSTILE:
        run("add", "--at", "2026-11-19T23:30:00-03:30", "--notes", text, "--location", text, "--", "run", text)
    run("edit", "3", "--calories", "17", "--clear", "location")
    run("discard", "7", "9", "--yes")
    run("restore", "9")


def compare(journal, database):
    active = {row["number"]: row for row in journal.run("list", "--json").json()}
    discarded = {row["number"]: row for row in journal.run("list", "--discarded", "--json").json()}
    rows = sql(database, "SELECT * FROM check_ins")
    expect(len(rows), len(active) + len(discarded), "check-ins")
    for row in rows:
        one = active.get(row["number"]) or discarded[row["number"]]
        expect(row["discarded"], int(row["number"] in discarded), "discarded")
        for column, member in [("id", "id"), ("type", "type"), ("title", "title"), ("at", "at"), ("day", "day"),
                               ("time_zone", "timeZone"), ("calories", "calories"), ("location", "location"),
                               ("notes", "notes"), ("sequence", "sequence")]:
            expect(row[column], one[member], f"check-in {row['number']}, {column}")
    instants = sql(database, "SELECT count(*) AS n FROM check_ins WHERE julianday(at) IS NOT julianday(at_utc)")
    expect(instants[0]["n"], 0, "instants that differ")

    audit = [json.loads(line) for line in journal.run("audit", "--json").output.splitlines()]
    events = sql(database, "SELECT * FROM events ORDER BY sequence")
    expect(len(events), len(audit), "events")
    for row, entry in zip(events, audit):
        for column, member in [("sequence", "sequence"), ("recorded_at", "recordedAt"), ("origin", "origin"),
                               ("action", "action"), ("check_in", "checkIn")]:
            expect(row[column], entry[member], f"event {row['sequence']}, {column}")
        expect(json.loads(row["changes"]), entry["changes"], f"event {row['sequence']}, changes")

    months = journal.run("months", "--json").json()
    answers = sql(database, "SELECT * FROM months ORDER BY month DESC")
    expect([(row["month"], row["check_ins"], row["days"], row["days_in_month"]) for row in answers],
           [(row["month"], row["checkIns"], row["days"], row["daysInMonth"]) for row in months], "months")
    expect(sql(database, "PRAGMA foreign_key_check"), [], "foreign keys")
    expect(sql(database, "PRAGMA integrity_check"), [{"integrity_check": "ok"}], "integrity")
    plan = subprocess.check_output(
        ["sqlite3", "-readonly", database, "EXPLAIN QUERY PLAN SELECT * FROM check_ins WHERE day = '2026-11-01'"], text=True)
    if "check_ins_by_day" not in plan:
        raise Wrong("a question for a day reads the whole table")


def main():
    binary = str(Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory(prefix="checkin-databases-") as directory:
        directory = Path(directory)
        journal = Journal(binary, directory / "journal")
        fill(journal)
        database = directory / "all.sqlite"
        answer = journal.run("export", str(database), "--json")
        expect(answer.status, 0, answer.errors)
        compare(journal, database)
        expect(sorted(path.name for path in directory.iterdir()), ["all.sqlite", "journal"], "files")

        # An earlier export is replaced; what is none stays.
        journal.run("add", "gym", "One more")
        expect(journal.run("export", str(database)).status, 0, "the second export")
        compare(journal, database)
        other = directory / "other.db"
        subprocess.check_call(["sqlite3", other, "CREATE TABLE mine (a); INSERT INTO mine VALUES (1)"])
        (directory / "text.sqlite").write_text("A letter.")
        for path in (other, directory / "text.sqlite"):
            before = path.read_bytes()
            expect(journal.run("export", str(path)).status, 64, f"an export over {path.name}")
            expect(path.read_bytes(), before, "the file afterwards")
        expect(journal.run("export", str(directory / "none" / "x.sqlite")).status, 66, "no directory")
        expect(journal.run("export", "/dev/full", "--format", "sqlite").status, 74, "a full disk")
    print("The database answers as the command does")


if __name__ == "__main__":
    try:
        main()
    except Wrong as failure:
        sys.exit(str(failure))
