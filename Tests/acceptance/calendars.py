#!/usr/bin/env python3
"""Exports a calendar and the reminder's alarm, reads them with the library icalendar, and compares them with the
command's own answers.

Usage: calendars.py PATH-OF-CHECKIN
"""

import json
import subprocess
import sys
import tempfile
from datetime import datetime
from pathlib import Path

from support.journal import Journal, Wrong

sys.path.append(str(Path(__file__).resolve().parents[1]))
import python_environment  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
TEXTS = [
    "semicolon; comma, backslash \\ alone", "first\nsecond\r\nthird", "x" * 300, "é" * 150 + ",", "🏃‍♀️" * 60,
    "日本" * 70, "END:VEVENT", "a\tb", ":;,\\\"'", "e\u0301" * 99,
]


# The library takes an escaped backslash before an n for a line end, so this one is compared as it is written.
BACKSLASH = ("C:\\new, one", "SUMMARY:C:\\\\new\\, one")


# Times at which zones are hard, with the name that they have to be written in; None stands for UTC.
ZONES = [
    ("2026-03-29T01:59:59+01:00", "Europe/Berlin", "Europe/Berlin"),
    ("2026-03-29T03:00:00+02:00", "Europe/Berlin", "Europe/Berlin"),
    ("2025-10-26T02:30:00+02:00", "Europe/Berlin", "Europe/Berlin"),
    # The second 02:30 of that night.
    ("2025-10-26T02:30:00+01:00", "Europe/Berlin", "UTC+01:00"),
    ("2015-07-01T12:00:00+02:00", "Europe/Berlin", "Europe/Berlin"),
    ("2024-02-29T06:00:00+05:30", "Asia/Kolkata", "Asia/Kolkata"),
    ("2024-02-29T06:00:00+13:00", "Pacific/Tongatapu", "Pacific/Tongatapu"),
    ("2024-07-01T06:00:00-10:00", "Pacific/Honolulu", "Pacific/Honolulu"),
    ("2024-04-07T01:45:00+11:00", "Australia/Lord_Howe", "Australia/Lord_Howe"),
    ("2024-07-01T06:00:00-03:30", None, "UTC-03:30"),
    ("2024-07-01T06:00:00Z", None, None),
    ("1938-08-01T06:00:00+01:00", "Europe/Berlin", "Europe/Berlin"),
    ("1600-08-01T06:00:00+01:00", None, None),
]


def expect(actual, expected, what):
    if actual != expected:
        raise Wrong(f"{what}: {actual!r} instead of {expected!r}")


def fill(journal):
    def run(*arguments, **options):
        answer = journal.run(*arguments, **options)
        if answer.status != 0:
            raise Wrong(f"{arguments}: {answer.errors}")
    # The last row lies behind the clock of these scripts.
    run("import", "--skip-invalid", str(ROOT / "Fixtures" / "sample-check-ins.csv"))
    lines = [
        json.dumps({"at": "2026-11-19T23:30:00.750-03:30", "timeZone": "America/St_Johns", "type": "Yoga",
                    "title": text[:90], "notes": text, "location": text[:150]})
        for text in TEXTS
    ]
    lines += [
        json.dumps({"at": at, "timeZone": zone, "type": "Run", "title": f"{at} {zone}"}) for at, zone, _ in ZONES
    ]
    run("import", "-", "--format", "jsonl", text="\n".join(lines) + "\n")
    run("add", "run", BACKSLASH[0])
    run("edit", "3", "--calories", "17", "--clear", "location")
    run("edit", "3", "--title", "Twice")
    run("discard", "7", "--yes")


def plain(text):
    """Line ends are one kind in a calendar."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def compare(journal, content):
    import icalendar

    for line in content.split(b"\r\n"):
        if len(line) > 75 or b"\n" in line or b"\r" in line:
            raise Wrong(f"a line has {len(line)} bytes, or a line end of its own: {line!r}")
        line.decode("utf-8")
    calendar = icalendar.Calendar.from_ical(content)
    expect((calendar["VERSION"], bool(calendar["PRODID"])), ("2.0", True), "calendar")
    events = calendar.walk("VEVENT")
    rows = journal.run("list", "--json").json()
    expect(len(events), len(rows), "events")
    audit = [json.loads(line) for line in journal.run("audit", "--json").output.splitlines()]
    titles = {f"{at} {zone}": name for at, zone, name in ZONES}
    by_id = {str(event["UID"]): event for event in events}
    for row in rows:
        event = by_id[row["id"]]
        start = event.decoded("DTSTART")
        at = datetime.fromisoformat(row["at"]).replace(microsecond=0)
        # Compared as instants: Python calls times that stand twice on a clock unequal to all others.
        expect(start.timestamp(), at.timestamp(), f"DTSTART of {row['at']}")
        # The wall clock of whoever was there, too.
        if row["at"][:4] > "1601":
            expect(start.replace(tzinfo=None), at.replace(tzinfo=None), f"local time of {row['at']}")
        name = event["DTSTART"].params.get("TZID")
        for title, expected in titles.items():
            if row["title"] == title:
                expect(name, expected, f"TZID of {title}")
        if row["title"] == BACKSLASH[0]:
            if BACKSLASH[1].encode() not in content.split(b"\r\n"):
                raise Wrong("a backslash is not escaped")
            continue
        expect(str(event["SUMMARY"]), plain(row["title"]), "SUMMARY")
        expect(str(event.get("DESCRIPTION", "")), plain(row["notes"]), "DESCRIPTION")
        expect(str(event["LOCATION"]) if "LOCATION" in event else None, row["location"] and plain(row["location"]),
               "LOCATION")
        expect([str(name) for name in event["CATEGORIES"].cats], [row["type"]], "CATEGORIES")
        history = [entry for entry in audit if entry["checkIn"] == row["number"]]
        expect(int(event["SEQUENCE"]), len(history) - 1, "SEQUENCE")
        for name, entry in [("CREATED", history[0]), ("LAST-MODIFIED", history[-1]), ("DTSTAMP", history[-1])]:
            recorded = datetime.fromisoformat(entry["recordedAt"].replace("Z", "+00:00")).replace(microsecond=0)
            expect(event.decoded(name), recorded, name)


def compare_alarm(journal, path):
    """The reminder rings on its days, at its time on whatever clock the calendar has."""
    import icalendar

    days = {"MO": "Monday", "WE": "Wednesday", "SU": "Sunday"}
    expect(journal.run("remind", "18:30", "mon", "wed", "sun", "--ics", str(path)).status, 0, "remind")
    reminder = journal.run("remind", "--json").json()
    calendar = icalendar.Calendar.from_ical(path.read_bytes())
    expect((calendar["VERSION"], bool(calendar["PRODID"])), ("2.0", True), "calendar of the reminder")
    [event] = calendar.walk("VEVENT")
    start = event.decoded("DTSTART")
    expect((start.tzinfo, start), (None, datetime.fromisoformat(reminder["next"]).replace(tzinfo=None)), "DTSTART")
    expect((event["RRULE"]["FREQ"], event["RRULE"]["BYDAY"]), (["WEEKLY"], list(days)), "RRULE")
    expect(reminder["weekdays"], list(days.values()), "weekdays")
    expect(start.strftime("%A") in days.values(), True, "the first day is one of the days")
    [alarm] = event.walk("VALARM")
    expect((str(alarm["ACTION"]), alarm.decoded("TRIGGER").total_seconds()), ("DISPLAY", 0), "VALARM")
    expect(bool(alarm["DESCRIPTION"]) and bool(event["UID"]) and bool(event["DTSTAMP"]), True, "what has to be there")
    again = journal.run("remind", "--ics", str(path))
    expect(again.status, 0, "remind again")
    [other] = icalendar.Calendar.from_ical(path.read_bytes()).walk("VEVENT")
    expect(other["UID"], event["UID"], "the calendar replaces the event that it has")


def main():
    binary = str(Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory(prefix="checkin-calendars-") as directory:
        journal = Journal(binary, Path(directory) / "journal")
        fill(journal)
        path = Path(directory) / "all.ics"
        expect(journal.run("export", str(path)).status, 0, "export")
        compare(journal, path.read_bytes())
        output = subprocess.run(
            [binary, "export", "--format", "ics"], env=journal.environment, capture_output=True, check=True).stdout
        expect(output, path.read_bytes(), "standard output")
        compare_alarm(journal, Path(directory) / "reminder.ics")
    print("The calendar says what the journal says")


if __name__ == "__main__":
    python_environment.enter("calendars", ["icalendar==6.1.0"])
    try:
        main()
    except Wrong as failure:
        sys.exit(str(failure))
