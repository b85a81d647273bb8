#!/usr/bin/env python3
"""Imports the files of other programs in Fixtures/programs, and compares the check-ins with an independent reading of the
same files: csv, json, sqlite3, xml.etree, and for FIT garmin-fit-sdk and fitdecode.

Usage: programs.py PATH-OF-CHECKIN
"""

import csv
import json
import math
import sqlite3
import sys
import tempfile
import zipfile
from datetime import datetime, timedelta, timezone
from pathlib import Path
from xml.etree import ElementTree
from zoneinfo import ZoneInfo

from support.journal import Journal, Wrong

sys.path.append(str(Path(__file__).resolve().parents[1]))
import python_environment  # noqa: E402

PROGRAMS = Path(__file__).resolve().parents[2] / "Fixtures" / "programs"
BERLIN = ZoneInfo("Europe/Berlin")
TYPES = {
    "run": "Run", "running": "Run", "swim": "Swim", "swimming": "Swim", "pool swim": "Swim", "walking": "Walk",
    "ride": "Cycling", "cycling": "Cycling", "biking": "Bike", "yoga": "Yoga", "weight training": "Strength Training",
    "strength training": "Strength Training", "traditional strength training": "Strength Training",
}


def expect(actual, expected, what):
    if actual != expected:
        raise Wrong(f"{what}:\n  {actual!r}\ninstead of\n  {expected!r}")


def row(start, kind, title, calories=None, location=None, notes="", duration=None, distance=None, known=True):
    """What a check-in has to say, with its time as the instant and the local time."""
    return {
        "instant": start.timestamp(), "local": start.replace(tzinfo=None).isoformat(timespec="milliseconds"),
        "type": TYPES.get(kind.lower(), "Unknown"), "title": title,
        "calories": None if calories is None else math.floor(calories + 0.5), "location": location, "notes": notes,
        "duration": duration, "distance": distance, "known": known,
    }


def day(text, *arguments, notes="", **more):
    """A day without a time."""
    start = datetime.fromisoformat(text).replace(tzinfo=BERLIN)
    return row(start, *arguments, notes=notes, known=False, **more)


def utc(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def here(moment):
    return moment.astimezone(BERLIN)


def positive(text):
    value = float(text) if text not in ("", None) else 0
    return value if value > 0 else None


# --- The independent readings


def strava():
    with open(PROGRAMS / "strava" / "activities.csv", encoding="utf-8", newline="") as file:
        header, *records = csv.reader(file)
    last = {name: index for index, name in enumerate(header)}
    for record in records:
        def cell(name):
            return record[last[name]]
        start = datetime.strptime(cell("Activity Date"), "%b %d, %Y, %I:%M:%S %p").replace(tzinfo=timezone.utc)
        yield row(here(start), cell("Activity Type"), cell("Activity Name"), positive(cell("Calories")),
                  notes=cell("Activity Description"),
                  duration=positive(cell("Moving Time")) or positive(cell("Elapsed Time")),
                  distance=positive(cell("Distance")))


def seconds(clock):
    hours, minutes, rest = clock.split(":")
    return int(hours) * 3600 + int(minutes) * 60 + float(rest)


def garmin():
    """With the distances' unit said."""
    with open(PROGRAMS / "garmin" / "Activities.csv", encoding="utf-8", newline="") as file:
        for record in csv.DictReader(file):
            start = datetime.fromisoformat(record["Date"]).replace(tzinfo=BERLIN)
            calories = record["Calories"].replace(",", "")
            distance = positive(record["Distance"].replace(",", ""))
            # What is swum in a pool is in metres, in the column that has kilometres of everything else.
            if record["Activity Type"] == "Pool Swim":
                distance = None
            yield row(start, record["Activity Type"], record["Title"], None if calories == "--" else float(calories),
                      duration=seconds(record["Time"]), distance=distance and distance * 1000)


def loop_csv():
    """The archive, by the folders of the habits."""
    with zipfile.ZipFile(PROGRAMS / "loop" / "Loop Habits CSV.zip") as archive:
        def table(name):
            return list(csv.reader(archive.read(name).decode().splitlines()))
        habits = table("Habits.csv")
        names = [dict(zip(habits[0], habit)) for habit in habits[1:]]
        for name in archive.namelist():
            if "/Checkmarks.csv" not in name:
                continue
            habit = names[int(name[:3]) - 1]
            for date, value, notes in table(name)[1:]:
                yield from loop_mark(habit["Name"], habit["Type"] == "NUMERICAL", habit["Unit"], date,
                                     {"YES_MANUAL": 2, "YES_AUTO": 1, "NO": 0, "SKIP": 3, "UNKNOWN": -1}.get(value, value),
                                     notes)


def loop_database():
    database = sqlite3.connect(f"file:{PROGRAMS / 'loop' / 'Loop Habits Backup.db'}?mode=ro&immutable=1", uri=True)
    for name, type_, unit, timestamp, value, notes in database.execute(
            "SELECT h.name, h.type, h.unit, r.timestamp, r.value, r.notes FROM Repetitions r JOIN Habits h "
            "ON h.id = r.habit"):
        date = datetime.fromtimestamp(timestamp / 1000, timezone.utc).date().isoformat()
        yield from loop_mark(name, type_ == 1, unit, date, value, notes or "")


def loop_mark(name, is_numeric, unit, date, value, notes):
    kind = "Yoga" if name == "Push, pull" else {"Swimming": "swimming"}.get(name, name)
    if name == "Read":
        return
    if is_numeric and int(value) > 3:
        yield day(date, kind, name, notes=notes, distance=int(value) / 1000 * {"km": 1000}[unit])
    elif not is_numeric and int(value) == 2:
        yield day(date, kind, name, notes=notes)


METRES = {"km": 1000, "m": 1, "mi": 1609.344}
MINUTES = {"min": 60, "s": 1, "hr": 3600}
KILOCALORIES = {"kcal": 1, "Cal": 1, "kJ": 1 / 4.184}


def apple_health():
    root = ElementTree.parse(PROGRAMS / "applehealth" / "export.xml").getroot()
    for workout in root.findall("Workout"):
        name = "".join(" " + letter if letter.isupper() else letter
                       for letter in workout.get("workoutActivityType").removeprefix("HKWorkoutActivityType")).strip()
        start = datetime.strptime(workout.get("startDate"), "%Y-%m-%d %H:%M:%S %z")
        for entry in workout.findall("MetadataEntry"):
            if entry.get("key") == "HKTimeZone":
                start = start.astimezone(ZoneInfo(entry.get("value")))
        distance = energy = None
        if positive(workout.get("totalDistance")):
            distance = float(workout.get("totalDistance")) * METRES[workout.get("totalDistanceUnit")]
        if positive(workout.get("totalEnergyBurned")):
            energy = float(workout.get("totalEnergyBurned")) * KILOCALORIES[workout.get("totalEnergyBurnedUnit")]
        for statistics in workout.findall("WorkoutStatistics"):
            type_ = statistics.get("type")
            if "Distance" in type_:
                distance = distance or float(statistics.get("sum")) * METRES[statistics.get("unit")]
            if type_.endswith("ActiveEnergyBurned"):
                energy = energy or float(statistics.get("sum")) * KILOCALORIES[statistics.get("unit")]
        yield row(start, name, name, energy,
                  duration=float(workout.get("duration")) * MINUTES[workout.get("durationUnit")], distance=distance)


def google_fit():
    for path in (PROGRAMS / "googlefit").rglob("*T*.json"):
        session = json.loads(path.read_text())
        sums = {one["metricName"]: one.get("floatValue") for one in session["aggregate"]}
        kind = session["fitnessActivity"].replace("_", " ").capitalize()
        yield row(here(utc(session["startTime"])), kind, kind, sums.get("com.google.calories.expended"),
                  duration=float(session["duration"].removesuffix("s")),
                  distance=sums.get("com.google.distance.delta"))


def day_one():
    for entry in json.loads((PROGRAMS / "dayone" / "Journal.json").read_text())["entries"]:
        tags = entry.get("tags", [])
        lines = [line for line in entry.get("text", "").split("\n") if "dayone-moment" not in line]
        title = lines[0].lstrip("# ") if lines[0] else "Day One"
        notes = "\n".join(lines[1:]).strip().replace("\\", "")
        words = " ".join("#" + tag.replace(" ", "-") for tag in tags)
        place = entry.get("location", {})
        location = ", ".join(place[name] for name in ("placeName", "localityName", "country") if name in place)
        kind = next((tag for tag in tags if tag.lower() in TYPES), "")
        yield row(utc(entry["creationDate"]).astimezone(ZoneInfo(entry["timeZone"])), kind, title,
                  location=location or None, notes="\n\n".join(part for part in (notes, words) if part))


def gpx():
    space = "{http://www.topografix.com/GPX/1/1}"

    def metres(one, other):
        # The chord through the sphere: another way to the same length.
        def point(latitude, longitude):
            latitude, longitude = math.radians(latitude), math.radians(longitude)
            return (math.cos(latitude) * math.cos(longitude), math.cos(latitude) * math.sin(longitude), math.sin(latitude))
        return 2 * 6_371_008.8 * math.asin(math.dist(point(*one), point(*other)) / 2)

    for track in ElementTree.parse(PROGRAMS / "tracks" / "run.gpx").getroot().findall(space + "trk"):
        times = [utc(time.text) for time in track.iter(space + "time")]
        if not times:
            continue
        length = 0
        for segment in track.findall(space + "trkseg"):
            points = [(float(point.get("lat")), float(point.get("lon"))) for point in segment]
            length += sum(metres(*pair) for pair in zip(points, points[1:]))
        kind = track.findtext(space + "type", "")
        yield row(here(min(times)), kind, track.findtext(space + "name", "") or kind,
                  notes=track.findtext(space + "desc", ""), duration=(max(times) - min(times)).total_seconds(),
                  distance=length)


def tcx():
    space = "{http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2}"
    for activity in ElementTree.parse(PROGRAMS / "tracks" / "history.tcx").getroot().iter(space + "Activity"):
        laps = activity.findall(space + "Lap")
        start = utc(laps[0].get("StartTime"))
        total = {name: sum(float(lap.findtext(space + name)) for lap in laps)
                 for name in ("TotalTimeSeconds", "DistanceMeters", "Calories")}
        yield row(start if start.utcoffset() else here(start), activity.get("Sport"), activity.get("Sport"),
                  total["Calories"] or None, notes=activity.findtext(space + "Notes", ""),
                  duration=total["TotalTimeSeconds"], distance=total["DistanceMeters"] or None)


def fit_row(start, sport, sub_sport, calories, duration, distance, offset):
    name = "Strength Training" if sub_sport == "strength_training" else sport.replace("_", " ").title()
    start = start.astimezone(timezone(offset)) if offset is not None else here(start)
    return row(start, name, name, calories, duration=duration, distance=distance)


def fit_by_sdk(path):
    """By Garmin's own library."""
    from garmin_fit_sdk import Decoder, Stream

    stream = Stream.from_byte_array(bytearray(path.read_bytes()))
    while stream.position() < stream.get_length():
        decoder = Decoder(stream)
        messages, errors = decoder.read()
        expect(errors, [], f"errors of Garmin's library in {path.name}")
        offset = None
        for activity in messages.get("activity_mesgs", []):
            local = activity["local_timestamp"]
            if not isinstance(local, datetime):
                local = datetime(1989, 12, 31, tzinfo=timezone.utc) + timedelta(seconds=local)
            offset = local - activity["timestamp"]
        for session in messages["session_mesgs"]:
            yield fit_row(session["start_time"], session["sport"], session.get("sub_sport"),
                          session.get("total_calories"), session["total_timer_time"], session.get("total_distance"), offset)


def fit_by_fitdecode(path):
    import fitdecode

    sessions = []
    offset = None
    with fitdecode.FitReader(path) as reader:
        for frame in reader:
            if not isinstance(frame, fitdecode.FitDataMessage):
                continue
            if frame.name == "session":
                sessions.append(frame)
            if frame.name == "activity":
                local = frame.get_value("local_timestamp")
                offset = local.replace(tzinfo=timezone.utc) - frame.get_value("timestamp")
    for session in sessions:
        yield fit_row(session.get_value("start_time"), session.get_value("sport"), session.get_value("sub_sport"),
                      session.get_value("total_calories", fallback=None), session.get_value("total_timer_time"),
                      session.get_value("total_distance", fallback=None), offset)


# --- The comparison


def check_ins(journal):
    """The check-ins of a journal in the form of `row`."""
    found = []
    for one in journal.run("list", "--json").json():
        at = datetime.fromisoformat(one["at"])
        found.append({
            "instant": at.timestamp(), "local": at.replace(tzinfo=None).isoformat(timespec="milliseconds"),
            "type": one["type"], "title": one["title"], "calories": one["calories"], "location": one["location"],
            "notes": one["notes"], "duration": one.get("duration"), "distance": one.get("distance"),
            "known": one.get("timeKnown", True),
        })
    return found


def same(one, other):
    for name, value in other.items():
        if name in ("duration", "distance"):
            if abs((one[name] or 0) - (value or 0)) > 0.51:
                return False
        elif one[name] != value:
            return False
    return True


def compare(binary, directory, name, path, expected, *options):
    journal = Journal(binary, directory / f"{name} {len(list(directory.iterdir()))}")
    journal.environment["TZ"] = "Europe/Berlin"
    expected = sorted(expected, key=lambda one: (one["instant"], one["title"], one["notes"]))
    preview = journal.run("import", str(path), "--dry-run", "--json", *options)
    expect((preview.status, preview.errors), (0, preview.errors), f"{name}, preview")
    expect((preview.json()["added"], journal.run("list").status), (len(expected), 66), f"{name}, preview")
    answer = journal.run("import", str(path), "--json", *options)
    expect(answer.status, 0, f"{name}: {answer.errors}")
    found = sorted(check_ins(journal), key=lambda one: (one["instant"], one["title"], one["notes"]))
    expect(len(found), len(expected), f"{name}, check-ins")
    for one, other in zip(found, expected):
        if not same(one, other):
            raise Wrong(f"{name}:\n  {one}\ninstead of\n  {other}")
    before = journal.log_files()
    again = journal.run("import", str(path), "--json", "--zone", "Asia/Tokyo", *options).json()
    expect((again["added"], again["duplicates"]), (0, len(expected)), f"{name}, twice")
    expect(journal.log_files(), before, f"{name}, the log after importing twice")
    return journal


def main():
    binary = str(Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory(prefix="checkin-programs-") as directory:
        directory = Path(directory)

        def check(name, path, expected, *options):
            return compare(binary, directory, name, PROGRAMS / path, list(expected), *options)

        check("Strava", "strava/activities.csv", strava())
        check("Garmin", "garmin/Activities.csv", garmin(), "--map", "distance=Distance:km")
        yoga = ["--map", "Push, pull=Yoga"]
        check("Loop's archive", "loop/Loop Habits CSV.zip", loop_csv(), *yoga)
        check("Loop's folder", "loop/export", loop_csv(), *yoga)
        check("Loop's database", "loop/Loop Habits Backup.db", loop_database(), *yoga)
        check("Apple Health", "applehealth/export.xml", apple_health())
        check("Google Fit", "googlefit/Takeout", google_fit())
        journal = check("Day One", "dayone/Export.zip", day_one())
        photos = [path for path in journal.path.rglob("*.jpg")]
        expect(len(photos), 1, "photos of Day One")
        original = (PROGRAMS / "dayone" / "photos" / "0123456789abcdef0123456789abcdef.jpeg").read_bytes()
        expect((b"Exif" in original, b"Exif" in photos[0].read_bytes()), (True, False), "metadata of the photo")
        check("GPX", "tracks/run.gpx", gpx())
        check("TCX", "tracks/history.tcx", tcx())
        for name in ("run.fit", "compressed.fit", "triathlon.fit"):
            path = PROGRAMS / "tracks" / name
            # Garmin's own library does not read times in headers.
            if name != "compressed.fit":
                check(f"{name} by garmin-fit-sdk", path, fit_by_sdk(path))
            check(f"{name} by fitdecode", path, fit_by_fitdecode(path))
    print("Files of other programs come in as other readers read them")


if __name__ == "__main__":
    python_environment.enter("programs", ["garmin-fit-sdk==21.218.0", "fitdecode==0.11.0"])
    try:
        main()
    except Wrong as failure:
        sys.exit(str(failure))
