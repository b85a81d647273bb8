#!/usr/bin/env python3
"""Devices of a group sync through a folder: two that write in turn, forks, keys, and a folder in every bad state.

Usage: devices.py PATH-OF-CHECKIN [--seed N] [--rounds N]
"""

import hashlib
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from support.devices import Device, group_snapshot, photo, require, require_copies, require_same_view
from support.journal import INPUT_OUTPUT, Wrong
from support.mounts import SmallMemoryDisk, enter_own_namespace
from support.run import arguments, main

REFUSED, NEWER = 65, 76


class Folder:
    """A new folder, and devices in a directory beside it."""

    def __init__(self, binary, directory, title):
        self.binary = binary
        self.directory = Path(directory) / title
        self.directory.mkdir()
        self.path = self.directory / "place"

    def device(self, name):
        return Device(self.binary, self.directory, name)

    def pair(self, *options):
        """Two devices of a group, with three events of the first at the place."""
        laptop, phone = self.device("laptop"), self.device("phone")
        laptop.done("group", "create", str(self.path), "--as", "laptop", *options)
        phone.done("group", "join", str(self.path), "--as", "phone", *options)
        for number in range(3):
            laptop.add(f"Laptop {number}")
        laptop.sync()
        return laptop, phone

    def chunks(self, device):
        return sorted((self.path / "replicas" / device.me()["journal"]).glob("*.chunk"))


def writes_in_turn(folder, options):
    """Each writes while the other is away; afterwards both have everything, and a further sync carries nothing."""
    chance = random.Random(options.seed)
    laptop, phone = folder.pair()
    for number in range(options.rounds):
        for device in chance.sample([laptop, phone], chance.randrange(3)):
            for step in range(chance.randrange(1, 4)):
                # Of most nothing but how they were recorded tells which comes first.
                on_a_day = ("--at", "2026-11-20") if chance.randrange(3) else ()
                device.add(f"{device.name} {number} {step}", *on_a_day)
        for device in chance.sample([laptop, phone], 2):
            device.sync()
    phone.add("The last of all")
    require(phone.me()["elsewhere"] < phone.me()["events"], "what was not sent is said to be elsewhere")
    phone.sync()
    for device in (laptop, phone, laptop, phone, laptop):
        device.sync()
    require_copies(laptop, phone)
    require_same_view(laptop, phone)
    require(phone.me()["elsewhere"] == phone.me()["events"], "what was sent is not said to be elsewhere")

    def files():
        # When the last sync was is noted.
        return folder_files(folder.path), *(
            {name: content for name, content in device.files().items() if name != "sync.json"}
            for device in (laptop, phone))

    before = files()
    for device in (laptop, phone):
        answer = device.sync()
        require(answer["sent"]["events"] == answer["received"]["events"] == 0, f"a second sync carries {answer}")
    require(files() == before, "a second sync changes something")


def conflicts_are_shown(folder, _):
    """What two devices say differently while they are apart is contested, just that, until an edit settles it."""
    laptop, phone = folder.pair()
    phone.sync()
    laptop.done("edit", "1", "--title", "As the laptop says", "--notes", "Both agree")
    phone.done("edit", "laptop/1", "--title", "As the phone says", "--notes", "Both agree")
    laptop.done("edit", "2", "--title", "Only the laptop")
    phone.done("discard", "laptop/3")
    for device in (laptop, phone, laptop):
        device.sync()
    contested = require_same_view(laptop, phone)
    require(contested == [("title", ["As the laptop says", "As the phone says"])], f"contested: {contested}")
    phone.done("edit", "laptop/1", "--title", "Settled")
    phone.sync()
    laptop.sync()
    require(require_same_view(laptop, phone) == [], "an edit that saw both does not settle it")
    require(laptop.has("Settled") and laptop.has("Only the laptop") and not laptop.has("Laptop 2"), "not what was said")
    require_copies(laptop, phone)


def names_of_the_others(folder, _):
    """Check-ins of the others are named alone and in ranges, and nothing is changed that somebody has not seen."""
    laptop, phone = folder.pair()
    phone.sync()
    phone.refused(66, "There is no check-in laptop/4", "discard", "laptop/2-4")
    phone.refused(64, "write laptop/2-3", "discard", "laptop/3-2")
    phone.done("discard", "laptop/2-3")
    require(len(phone.done("list", "--json").json()) == 1, "a range of another device's check-ins was not discarded")
    phone.refused(64, "Check-in laptop/2 is discarded already", "discard", "laptop/2")
    phone.done("restore", "laptop/2-3")

    def latest(device, name):
        return str(device.done("show", name, "--json").json()["sequence"])

    # What is expected is the latest event, whichever device it is of.
    known = latest(phone, "laptop/1")
    laptop.done("edit", "1", "--notes", "of the laptop")
    laptop.sync()
    phone.done("edit", "laptop/1", "--notes", "of the phone", "--expect", known)
    phone.sync()
    phone.refused(75, "Check-in laptop/1 has changed", "edit", "laptop/1", "--notes", "later", "--expect", known)
    own = latest(phone, "laptop/1")
    phone.done("edit", "laptop/1", "--notes", "settled", "--expect", own)
    mine = latest(laptop, "1")
    phone.sync()
    laptop.sync()
    laptop.refused(75, "Check-in 1 has changed", "edit", "1", "--notes", "later", "--expect", mine)
    laptop.done("edit", "1", "--notes", "by both", "--expect", latest(laptop, "1"))

    # What was recorded earlier and arrives later is not the latest event, and changes what is shown.
    laptop.sync()
    phone.sync()
    phone.done("edit", "laptop/1", "--title", "of the phone")
    laptop.done("edit", "1", "--calories", "310")
    before = laptop.done("show", "1", "--json").json()
    phone.sync()
    laptop.sync()
    after = laptop.done("show", "1", "--json").json()
    require(after["sequence"] == before["sequence"], "the earlier edit is the latest event")
    require(after["title"] == "of the phone" and after["version"] != before["version"], "the version is the same")
    laptop.refused(75, "has changed since", "edit", "1", "--title", before["title"], "--expect", before["version"])
    laptop.done("edit", "1", "--title", "of the laptop", "--expect", after["version"])


def workouts_are_undone(folder, _):
    """Each device undoes what it did in the workouts, and not what the others did."""
    laptop, phone = folder.pair()
    laptop.done("log", "bench", "80x10", "85x8")
    laptop.sync()
    phone.sync()
    phone.done("log", "squat", "100x5")
    phone.sync()
    laptop.sync()

    def sets():
        """What is in the open session, which is the same on both."""
        views = [
            [(one["exercise"], one["reps"]) for one in device.done("session", "--json").json()["sets"]]
            for device in (laptop, phone)
        ]
        require(views[0] == views[1], f"the devices show other sets: {views}")
        return views[0]

    benches, squats = [("Bench Press", 10), ("Bench Press", 8)], [("Squat", 5)]
    require(sets() == benches + squats, "not all sets are there")
    for command, left in (("undo", benches), ("redo", benches + squats)):
        phone.done(command)
        phone.sync()
        laptop.sync()
        require(sets() == left, f"after {command} on the phone, {sets()} are left")
    # The session goes with the command that began it, and comes back with all that was in it.
    laptop.done("undo")
    laptop.done("redo")
    laptop.sync()
    phone.sync()
    require(sets() == benches + squats, f"after undo and redo on the laptop, {sets()} are left")
    laptop.done("verify")
    require_same_view(laptop, phone)


def undo_leaves_what_others_build_on(folder, _):
    """What an undo would build on, take away or name, and another device has changed since, stays; what is shown of a
    command is what is undone, by whatever number it goes."""
    def group(title):
        place = Folder(folder.binary, folder.directory, title)
        laptop, phone = place.device("laptop"), place.device("phone")
        # Each knows the exercise before it knows the other.
        for device in (phone, laptop):
            device.done("log", "bench", "60x10")
            device.done("session", "finish", "--no-check-in")
        laptop.done("exercise", "rename", "bench", "Flat Bench")
        laptop.done("group", "create", str(place.path), "--as", "laptop")
        phone.done("group", "join", str(place.path), "--as", "phone")
        return laptop, phone

    def sync(*devices):
        for device in devices + devices:
            device.sync()

    laptop, phone = group("renamed")
    sync(laptop, phone)
    laptop.done("undo")
    require("Flat Bench" not in laptop.done("exercise").output, "the rename was not undone")
    require(len(laptop.done("sessions", "--json").json()) == 2, "something else was undone")
    sync(laptop, phone)
    require_same_view(laptop, phone)

    laptop, phone = group("plans")
    laptop.done("plan", "new", "Push", "-", text="Pull-up / 4x8\nSquat / 3x5\n")
    sync(laptop, phone)
    phone.done("plan", "use", "laptop/1")
    sync(laptop, phone)
    laptop.refused(64, "Other devices have had their say", "undo")
    require(laptop.done("lint").output.count("retired") == 0, "the exercises of a plan in use were retired")
    laptop.done("plan", "edit", "1", "-", text="Pull-up / 4x8\n")
    sync(laptop, phone)
    phone.done("exercise", "retire", "Squat")
    sync(laptop, phone)
    laptop.refused(64, "Other devices have had their say", "undo")

    laptop, phone = group("turns")
    laptop.done("exercise", "rename", "Flat Bench", "Other Bench")
    sync(laptop, phone)
    phone.done("exercise", "new", "Flat Bench")
    sync(laptop, phone)
    laptop.refused(64, "Other devices have had their say", "undo")
    laptop.done("session", "start", "--title", "Of the laptop")
    sync(laptop, phone)
    # Both finish it, apart from each other, and each with a check-in: the session has one, the same on both.
    laptop.done("session", "finish", "From the laptop", "--yes")
    phone.done("session", "finish", "From the phone", "--yes")
    sync(laptop, phone)
    named = [
        [device.done("show", str(one["checkIn"]), "--json").json()["title"]
         for one in device.done("sessions", "--json").json() if one["checkIn"]]
        for device in (laptop, phone)]
    require(named[0] == named[1] and len(named[0]) == 1, f"the session names other check-ins: {named}")
    require(phone.done("show", "last", "--json").json()["title"] == "From the phone", "last is not its own")


def imports_of_one_file_are_one(folder, _):
    """What several devices read from the same file before they knew of each other is there once, under the number that
    each gave it, and stays where one of them takes its import back."""
    def strong(name, *rows):
        path = folder.path.parent / name
        header = "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE"
        path.write_text("\n".join([header, *rows]) + "\n")
        return str(path)

    rows = [
        f"2026-0{month}-03 18:00:00,Push,1h,{exercise},{order},{weight},{order + 5},0,0,,,"
        for month in (1, 2, 3) for exercise, weight in (("Bench Press", 80), ("Squat", 100)) for order in (1, 2, 3)]
    whole, shorter = strong("whole.csv", *rows), strong("shorter.csv", *rows[:-2])
    activities = folder.path.parent / "activities.csv"
    activities.write_text("Date,Activity,Title\n2026-01-03 18:00,run,One\n2026-02-03 18:00,run,Two\n")
    longer = folder.path.parent / "longer.csv"
    longer.write_text(activities.read_text() + "2026-03-03 18:00,run,Three\n")

    def numbers(device):
        return sorted((row["number"] for row in device.done("sessions", "--json", "-n", "100").json()), key=str)

    def sets(device):
        sessions = device.done("sessions", "--json", "-n", "100").json()
        return sorted(
            (session["start"], session["state"], [
                (done["exercise"], str(done.get("weight")), done["reps"]) for done in session["sets"]])
            for session in sessions)

    devices = [folder.device(name) for name in ("laptop", "phone", "tablet")]
    laptop, phone, tablet = devices
    laptop.done("group", "create", str(folder.path), "--as", "laptop")
    for device in (phone, tablet):
        device.done("group", "join", str(folder.path), "--as", device.name)
        device.done("session", "start", "--title", f"Of the {device.name}")
        device.done("session", "finish", "--no-check-in", "--yes")
    for device, file, table in (
            (laptop, shorter, activities), (phone, whole, longer), (tablet, whole, activities)):
        device.done("import", file, "--unit", "kg")
        device.done("import", str(table), "--map", "type=Activity,at=Date,title=Title", "--zone", "UTC")
    own = {device.name: numbers(device) for device in devices}
    for device in devices * 3:
        device.sync()
    require_same_view(*devices)
    for device in devices:
        require(set(own[device.name]) <= set(numbers(device)), f"{device.name} calls its own sessions otherwise")
        require(len(numbers(device)) == 5, f"{device.name} has sessions twice: {numbers(device)}")
        require(sets(device) == sets(laptop), f"{device.name} has other sets: {sets(device)}, not {sets(laptop)}")
        require(sum(len(one[2]) for one in sets(device)) == 18, f"{device.name} has sets twice: {sets(device)}")
        shown = sets(device)
        device.done("import", whole, "--unit", "kg")
        require(sets(device) == shown, f"{device.name} has more after importing again")
        device.done("verify")
    before = sets(laptop)
    # Each takes back what nobody else has, and says so.
    outcome = phone.done("undo")
    require("about a part" in outcome.errors, f"does not say that a part stays: {outcome}")
    require("partial" not in phone.done("redo", "--json").json()["redone"], "says that redoing Three left something")
    require("partial" not in phone.done("undo", "--json").json()["undone"], "says that Three stays")
    for _ in range(2):
        phone.refused(64, "Other devices have had their say", "undo")
    for device in devices * 2:
        device.sync()
    for device in devices:
        require(sets(device) == before, f"{device.name} lost what others imported: {sets(device)}")
        require(len(device.done("list", "--json").json()) == 2, f"{device.name} lost check-ins")
    # One goes on with a session that all have, by its own number.
    number = own["phone"][-1]
    phone.done("session", "edit", str(number), "--title", "Renamed")
    for device in devices * 2:
        device.sync()
    require_same_view(*devices)
    for device in devices:
        titles = [row["title"] for row in device.done("sessions", "--json").json()]
        require(titles.count("Renamed") == 1, f"{device.name}: {titles}")


def workouts_have_names(folder, _):
    """Sessions, sets and plans of another device are called by its name, on every device and after the group."""
    laptop, phone = folder.pair()
    plan = folder.directory / "plan.txt"
    plan.write_text("Bench Press / 3x8 80kg\n")
    phone.done("plan", "new", "Push A", str(plan))
    phone.done("session", "start", "1", "--at", "18:00 yesterday")
    phone.done("log", "bench", "80x10")
    phone.sync()
    laptop.sync()
    laptop.done("log", "bench", "90x8")
    laptop.done("session", "set", "phone/1", "phone/1", "82.5x10")
    laptop.refused(64, "Session phone/1 is open", "session", "start", "phone/1")
    laptop.done("session", "finish", "--no-check-in")
    laptop.done("session", "edit", "phone/1", "--title", "Push B")
    laptop.sync()
    phone.sync()

    def numbers(device):
        session = device.done("sessions", "--json").json()[0]
        return [session["number"], session["plan"]["number"], *(one["number"] for one in session["sets"])]

    named, own = ["phone/1", "phone/1", "phone/1", 1], [1, 1, 1, "laptop/1"]
    require(numbers(laptop) == named and numbers(phone) == own, f"{numbers(laptop)}, {numbers(phone)}")
    for device, name in ((laptop, "phone/1"), (phone, "1")):
        shown = device.done("show", "session", name).output
        require(shown.startswith(f"{name}  Push B  ") and f"Plan {name}  Push A" in shown, shown)
        for words in (["session"], ["sessions"], ["plan", "list"], ["audit"], ["audit", "--json"], ["records", "--json"]):
            require("21474836" not in device.done(*words).output, f"{words} of {device.name} shows an internal number")
    laptop.refused(66, "There is no session phone/2", "session", "discard", "phone/2")
    laptop.refused(66, "There is no session tablet/1", "session", "discard", "tablet/1")
    laptop.done("session", "discard", "phone/1")
    laptop.done("group", "leave", "--yes")
    require("phone/1  Push B" in laptop.done("session", "restore", "phone/1").output, "the name went with the group")


def group_snapshots_are_caches(folder, _):
    """What is kept of the group's logs is compared with them, and used for them alone."""
    laptop, phone = folder.pair()
    phone.sync()
    phone.add("Of the phone")
    phone.sync()
    laptop.sync()
    require(group_snapshot(laptop).is_file() and group_snapshot(phone).is_file(), "a sync keeps no snapshot")
    laptop.done("rebuild", "--check")
    whole, others = (group_snapshot(device).read_bytes() for device in (laptop, phone))
    expected = laptop.done("list", "--json").output
    for wrong in (others, whole[:len(whole) // 2], b"", whole[:8192] + bytes(4096) + whole[12288:]):
        group_snapshot(laptop).write_bytes(wrong)
        require(laptop.done("list", "--json").output == expected, "another snapshot changes what is shown")
    # An older one lags behind, and the news since is taken in.
    laptop.add("Later")
    phone.sync()
    phone.done("edit", "laptop/1", "--title", "Renamed")
    phone.sync()
    laptop.sync()
    expected = laptop.done("list", "--json").output
    group_snapshot(laptop).write_bytes(whole)
    require(laptop.has("Later") and laptop.has("Renamed"), "a snapshot hides what came after it")
    require(laptop.done("list", "--json").output == expected, "an older snapshot changes what is shown")
    laptop.done("rebuild")
    laptop.done("rebuild", "--check")
    laptop.done("verify")


def folder_files(path):
    return {str(file.relative_to(path)): file.read_bytes() for file in path.rglob("*") if file.is_file()}


def photos_travel(folder, _):
    laptop, phone = folder.pair()
    picture = photo(folder.directory, 0)
    laptop.done("photo", "attach", "1", str(picture))
    require(laptop.sync()["sent"]["photos"] == 1, "the photo was not sent")
    # A drive can bring its events before it.
    sent = next(iter(folder.path.rglob("*.photo")))
    sent.rename(folder.directory / "on its way")
    phone.sync()
    verified = phone.done("verify", "--json").json()["photos"]
    require(verified.get("awaited") == 1 and verified["missing"] == 0, f"a photo that has not come is not told: {verified}")
    require("1 photo of another device has not come yet" in phone.done("verify").output, "not said in words")
    phone.refused(REFUSED, "Sync: it comes", "photo", "export", "laptop/1", str(folder.directory / "none.jpg"))
    # It is sent once more each time that it is gone, or damaged in the same way, before it was fetched.
    for spoil in (sent.unlink, lambda: sent.write_bytes(b""), lambda: sent.write_bytes(b""), sent.unlink):
        require(laptop.sync()["sent"]["photos"] == 1, "what is missed is not sent again")
        spoil()
        phone.sync()
    laptop.sync()
    require(phone.sync()["received"]["photos"] == 1, "the photo was not received")
    mine, theirs = (sorted(file.name for file in (device.path / "photos").rglob("*.jpg")) for device in (laptop, phone))
    require(mine == theirs != [], "the photos differ")
    # A photo of another device is nobody's rubbish; it is backed up, looked over, and copied anew where it is damaged.
    require(phone.done("photo", "sweep", "--json").json()["files"] == [], "another device's photo is to be swept")
    backup = Device(phone.binary, folder.directory, "backup")
    phone.done("backup", str(backup.path))
    file = next((phone.path / "photos").rglob("*.jpg"))
    content = file.read_bytes()
    copy = backup.path / file.relative_to(phone.path)
    require(copy.read_bytes() == content, "another device's photo was not backed up")
    file.write_bytes(bytes(len(content)))
    phone.refused(REFUSED, "Move it away and sync", "verify")
    file.rename(folder.directory / "damaged.jpg")
    phone.sync()
    require(file.read_bytes() == content, "a photo that was moved away did not come again")
    phone.done("verify")
    # Only who knows all that has it can purge it.
    phone.add("The same photo")
    phone.done("photo", "attach", "last", str(picture))
    phone.refused(64, "also that of check-in 1", "photo", "purge", "laptop/1", "--yes")
    phone.refused(64, "also that of check-in laptop/1", "photo", "purge", "last", "--yes")
    purged = phone.done("photo", "purge", "laptop/1", "--shared", "--yes", "--json").json()
    require(len(purged["purged"]) == 1 and len(purged["cleared"]) == 2, f"not purged of both: {purged}")
    for device in (phone, laptop, phone):
        device.sync()
    require(not file.exists(), "what was purged came again")
    require(laptop.done("show", "1", "--json").json()["photo"] is None, "the clearing did not arrive")
    require_same_view(laptop, phone)
    # What is attached later is another matter; and a purge brings nothing back that is discarded.
    laptop.done("photo", "attach", "1", str(picture))
    laptop.done("discard", "1")
    for device in (laptop, phone):
        device.sync()
    require(file.read_bytes() == content, "what was attached after the purge does not come")
    phone.done("photo", "purge", "laptop/1", "--yes", "--shared")
    for device in (phone, laptop):
        device.sync()
        require(device.done("list", "--discarded", "--json").json() != [], f"{device.name} shows what was discarded")
    require_same_view(laptop, phone)


def unknown_photos_stay(folder, _):
    """Whatever has become of the copy of a log, the photos that it names are not taken for rubbish."""
    laptop, phone = folder.pair()
    phone.add("With a photo")
    phone.done("photo", "attach", "last", str(photo(folder.directory, 0)))
    for device in (phone, laptop):
        device.sync()
    copy = laptop.path / "peers" / phone.me()["journal"]
    picture = next((laptop.path / "photos").rglob("*.jpg"))
    aside = folder.directory / "aside"
    head = (copy / "HEAD").read_bytes()

    def stays(title):
        laptop.refused(REFUSED, "phone", "photo", "sweep", "--yes")
        require(picture.exists(), f"{title}: a photo was removed")
        # Of its own photos, it says so, too.
        laptop.done("photo", "attach", "1", str(photo(folder.directory, 0)))
        laptop.refused(REFUSED, "phone", "photo", "purge", "1", "--yes")
        laptop.done("undo")
        require(picture.exists(), f"{title}: a photo was purged")

    for title, content in (("no HEAD", None), ("another HEAD", b"HEAD?")):
        (copy / "HEAD").unlink()
        if content:
            (copy / "HEAD").write_bytes(content)
        stays(title)
        (copy / "HEAD").write_bytes(head)
    copy.rename(aside)
    stays("no copy")
    aside.rename(copy)
    require(laptop.done("photo", "sweep", "--yes", "--json").json()["files"] == [], "something is left to sweep")
    # A device that only looks on is in nobody's way.
    tablet = folder.device("tablet")
    tablet.done("group", "join", str(folder.path), "--as", "tablet")
    for device in (tablet, laptop):
        device.sync()
    require(laptop.done("photo", "sweep", "--yes", "--json").json()["files"] == [], "something is left to sweep")
    # One photo goes while another comes.
    content = picture.read_bytes()
    picture.unlink()
    laptop.done("photo", "attach", "2", str(photo(folder.directory, 1)))
    laptop.sync()
    require(picture.read_bytes() == content, "a photo that has gone does not come again")


def keys_are_required(folder, _):
    key, other = folder.directory / "key", folder.directory / "other"
    laptop, phone = folder.pair("--key", str(key))
    require(key.stat().st_mode & 0o077 == 0, "others can read the key")
    other.write_text("ab" * 32 + "\n")
    stranger = folder.device("tablet")
    stranger.add("Tablet")
    place = str(folder.path)
    stranger.refused(REFUSED, "key is not the one", "group", "join", place, "--as", "tablet", "--key", str(other))
    stranger.refused(REFUSED, "is sealed", "group", "join", place, "--as", "tablet")
    phone.sync()
    phone.add("Phone")
    phone.sync()
    laptop.sync()
    require_copies(laptop, phone)
    for file in folder_files(folder.path).values():
        require(b"Laptop" not in file and b"\x04\x22\x4d\x18" not in file, "what was sent can be read at the place")
    # The key is exchanged for another afterwards.
    before = folder_files(folder.path)
    key.write_text("cd" * 32 + "\n")
    laptop.add("With another key")
    laptop.refused(REFUSED, "key is not the one", "sync")
    require(folder_files(folder.path) == before, "something was sent with another key")
    # Of a sealed place, every bit is checked.
    key.unlink()
    laptop.refused(66, "key is not at", "sync")


def passphrases_seal(folder, _):
    laptop, phone = folder.device("laptop"), folder.device("phone")
    place = str(folder.path)
    phone.add("Phone")
    laptop.done("group", "create", place, "--as", "laptop", "--passphrase", text="correct horse\n")
    phone.refused(REFUSED, "key is not the one", "group", "join", place, "--as", "phone", "--passphrase",
                  text="wrong horse\n")
    phone.done("group", "join", place, "--as", "phone", "--passphrase", text="correct horse\n")
    laptop.add("Laptop")
    laptop.sync()
    phone.sync()
    require(phone.events_of("laptop") == 1, "what was sealed with the passphrase did not arrive")


def damaged_ends(folder, _):
    """A copy whose last frame is damaged: every answer says so, also one of the past, and nothing is undone meanwhile,
    whether or not this device has written since that what is missing was here."""
    laptop, phone = folder.pair()
    phone.add("Early")
    phone.sync()
    phone.add("Late")
    phone.sync()
    laptop.sync()
    copy = laptop.path / "peers" / phone.me()["journal"]
    segment = max((copy / "log").glob("*.lz4"))
    content = bytearray(segment.read_bytes())
    content[-20] ^= 1
    segment.write_bytes(content)
    for file in laptop.path.glob("peers/snapshot*"):
        file.unlink()
    for words in (["list"], ["list", "--as-of", "2"], ["stats"], ["history", "1"]):
        answer = laptop.run(*words)
        require("copy of phone's log is damaged" in answer.errors, f"{words} says {answer.errors}")
        require(answer.status == REFUSED, f"{words} exits with {answer.status}")
    laptop.refused(REFUSED, "copy of phone's log is damaged", "undo")
    answer = laptop.run("verify")
    said = answer.output + answer.errors
    require(answer.status == REFUSED and "phone's copy" in said, f"verify says {said}")
    require("repair" not in said, f"verify advises {said}")
    laptop.add("Later")
    laptop.refused(REFUSED, "copy of phone's log is damaged", "undo")
    copy.rename(folder.directory / "away")
    laptop.sync()
    require(laptop.has("Late"), "the copy did not come again")
    laptop.done("undo")
    laptop.done("verify")


def names_are_taken_once(folder, _):
    """Two devices never have the same name, from the moment on in which the second joins; nor does a fork."""
    laptop, phone, tablet = (folder.device(name) for name in ("laptop", "phone", "tablet"))
    phone.add("Of the phone")
    tablet.add("Of the tablet")
    laptop.done("group", "create", str(folder.path), "--as", "laptop")
    watch = folder.device("watch")
    for words in (("--as", "laptop"), ("--as", "Watch"), ("--as", "watch", "--passphrase")):
        answer = watch.run("group", "join", str(folder.path), *words, text="sesame\n")
        require(answer.status in (64, REFUSED), f"{words} is not refused")
    answer = watch.run("group", "join", str(folder.directory / "elsewhere"), "--as", "watch")
    require(answer.status == INPUT_OUTPUT, "a place that is not there is joined")
    full, key = folder.directory / "full", folder.directory / "watch.key"
    full.mkdir()
    (full / "letter.txt").write_text("mine")
    for place, options in ((full, ()), (folder.path, ("--key", str(key))), (full, ("--key", "/nowhere/key"))):
        answer = watch.run("group", "create", str(place), "--as", "watch", *options)
        require(answer.status in (64, 66), f"a group is made at {place} {options}")
    require(not watch.path.exists() and not key.exists(), "what was refused made a journal or a key")
    phone.refused(64, "is called laptop already", "group", "join", str(folder.path), "--as", "laptop")
    phone.done("group", "join", str(folder.path), "--as", "phone")
    tablet.refused(64, "is called phone already", "group", "join", str(folder.path), "--as", "phone")
    laptop.sync()
    phone.sync()
    laptop.sync()
    before = sorted(path.name for path in laptop.path.parent.iterdir())
    laptop.refused(64, "is called phone already", "group", "fork", "--as", "phone")
    require(sorted(path.name for path in laptop.path.parent.iterdir()) == before, "a refused fork left something")
    # What a device of a group that was left has created keeps its name, also if the next group has another such device.
    laptop.done("group", "leave", "--yes")
    other = folder.directory / "other-place"
    laptop.done("group", "create", str(other), "--as", "laptop")
    tablet.done("group", "join", str(other), "--as", "phone")
    tablet.sync()
    laptop.sync()
    require(laptop.done("show", "phone/1", "--json").json()["title"] == "Of the phone", "phone/1 is another now")
    laptop.refused(64, "is no place", "group", "join", "", "--as", "laptop")


def forks_are_refused(folder, _):
    """A cloned directory that writes: whoever syncs second is refused, and nobody loses anything; nor is there
    anything twice once it has an identity of its own."""

    def shown(device):
        return sorted(row["title"] for row in device.done("list", "--json").json())

    laptop, phone = folder.pair()
    laptop.add("Discarded before")
    laptop.done("discard", "last")
    laptop.done("edit", "1", "--title", "Edited before", "--notes", "twice")
    plan = folder.path.parent / "plan.txt"
    plan.write_text("Dip / 3x8\n")
    laptop.done("plan", "new", "Before", str(plan))
    laptop.done("log", "dip", "10x8")
    laptop.done("session", "finish", "--no-check-in")
    laptop.sync()
    phone.sync()
    clone = laptop.cloned("clone")
    laptop.add("Of the laptop")
    laptop.sync()
    # The clone knows less than the place, and has written nothing yet.
    clone.refused(REFUSED, "that were written as this device, but not here", "sync")
    clone.add("Of the clone")
    before = clone.own_log(), folder_files(folder.path)
    clone.refused(REFUSED, "two journals write as the same one", "sync")
    clone.add("More of the clone")
    clone.refused(REFUSED, "'checkin group fork'", "sync")
    require(folder_files(folder.path) == before[1], "the clone changed the place")
    require(all(clone.own_log()[name].startswith(bytes_) for name, bytes_ in before[0].items()), "the clone lost events")
    phone.sync()
    require_copies(laptop, phone)
    # With an identity of its own, it is a device like any other.
    titles = shown(clone)
    clone.done("group", "fork", "--as", "clone")
    require(shown(clone) == titles, "the clone's check-ins changed")
    expected = sorted([*titles, "Of the laptop"])
    for device in (clone, laptop, phone, clone):
        device.sync()
    require_copies(laptop, phone, clone)
    for device in (laptop, phone, clone):
        require(shown(device) == expected, f"{device.name} shows {shown(device)}, not {expected}")
        require(device.done("conflicts", "--json").json() == [], f"{device.name} has conflicts")
        plans, workouts = (device.done(*words, "--json").json()
                            for words in (("plan", "list"), ("sessions",)))
        require(len(plans) == len(workouts) == 1, f"{device.name} has {len(plans)} plans, {len(workouts)} workouts")
        require(len(workouts[0]["sets"]) == 1, f"{device.name} has {len(workouts[0]['sets'])} sets")


def forks_keep_what_was_acknowledged(folder, _):
    """The HEAD of a writer that was killed names less than was acknowledged: the fork has all of it."""
    laptop, _ = folder.pair()
    clone = laptop.cloned("clone")
    head = (clone.path / "HEAD").read_bytes()
    clone.add("Acknowledged")
    for file in clone.path.glob("snapshot*"):
        file.unlink()
    (clone.path / "HEAD").write_bytes(head)
    clone.done("group", "fork", "--as", "clone")
    require(clone.has("Acknowledged"), "the fork has lost an event")
    clone.done("verify")
    clone.sync()


def backups_are_noticed(folder, _):
    """A backup that was restored and then wrote."""
    laptop, phone = folder.pair()
    backup = laptop.cloned("backup")
    laptop.add("After the backup")
    laptop.sync()
    phone.sync()
    laptop.replaced_by(backup)
    laptop.add("After restoring")
    laptop.refused(REFUSED, "two journals write as the same one", "sync")
    # The other's events still come.
    phone.add("Of the phone")
    phone.sync()
    answer = laptop.run("sync", "--json")
    require(answer.status == REFUSED, "the sync of a restored backup is not refused")
    require(laptop.has("Of the phone"), "the sync of the other replica stopped, too")
    laptop.done("group", "fork", "--as", "restored")
    for device in (laptop, phone, laptop):
        device.sync()
    require_copies(laptop, phone)
    require(phone.events_of("laptop") == 4, "what was written after the backup is gone")


def forks_of_others_are_named(folder, _):
    """The place holds another log of a replica than the one that was copied here before."""
    laptop, phone = folder.pair()
    phone.sync()
    clone = laptop.cloned("clone")
    laptop.add("Of the laptop")
    laptop.sync()
    phone.sync()
    copied = phone.copied_log(laptop)
    # Somebody puts the clone's chunk in the place of the laptop's.
    shutil.rmtree(folder.path / "replicas" / laptop.me()["journal"])
    for file in ("sync.json",):
        (clone.path / file).unlink()
    clone.add("Of the clone")
    clone.sync()
    phone.refused(REFUSED, "written event 4 twice", "sync")
    clone.add("More of the clone")
    clone.sync()
    phone.refused(REFUSED, "laptop", "sync")
    require(phone.copied_log(laptop) == copied, "the copy of the log changed")


def files_of_events_hold_all(folder, _):
    """The history of all devices as one file: what replaces a device that is lost, and what starts anew elsewhere."""
    laptop, phone = folder.pair()
    phone.sync()
    laptop.done("edit", "1", "--title", "As the laptop says")
    phone.done("edit", "laptop/1", "--title", "As the phone says")
    phone.add("Of the phone")
    phone.done("log", "bench", "80x10")
    for device in (phone, laptop, phone):
        device.sync()
    silent = folder.device("silent")
    silent.done("group", "join", str(folder.path), "--as", "silent")
    silent.sync()

    questions = [("list", "--json"), ("stats", "--json"), ("conflicts", "--json"), ("audit", "--json"),
                 ("sessions", "--json"), ("records", "--json"), ("list", "--json", "--as-of", "2")]
    for device in (laptop, phone, silent):
        file = folder.path.parent / f"{device.name}.jsonl"
        exported = device.done("export", str(file), "--format", "events", "--json").json()["exported"]
        require(exported == sum(row["events"] for row in device.group()["devices"]), "not all events are exported")
        copy = folder.device(f"copy-of-{device.name}")
        for added in (exported, 0):
            answer = copy.done("import", str(file), "--json").json()
            require(answer["added"] == added, f"{answer['added']} of {added} events came in")
        for question in questions:
            if question[-1] == "2" and device is silent:
                continue
            require(copy.done(*question).output == device.done(*question).output,
                    f"{' '.join(question)} says something else in what was made of {device.name}'s file")
        copy.done("verify")
        again = folder.path.parent / "again.jsonl"
        copy.done("export", str(again), "--format", "events")
        require(again.read_bytes() == file.read_bytes(), f"what was made of {device.name}'s file is exported otherwise")

    # The laptop is lost, and what the file makes of it takes its place.
    shutil.rmtree(laptop.path)
    laptop.done("import", str(folder.path.parent / "laptop.jsonl"))
    laptop.done("group", "join", str(folder.path), "--as", "laptop")
    laptop.add("Of the new laptop")
    laptop.sync()
    phone.add("Of the phone, later")
    phone.sync()
    laptop.sync()
    require(phone.has("Of the new laptop") and laptop.has("Of the phone, later"), "the new laptop is no member")


def conflict_copies(folder, _):
    """What programs that carry folders leave behind is passed over, unless it tells of two writers."""
    laptop, phone = folder.pair()
    chunk = folder.chunks(laptop)[0]
    for name in (
        chunk.name.replace(".chunk", ".sync-conflict-20261122-101500-ABCDEFG.chunk"),
        chunk.name.replace(".chunk", " (1).chunk"), ".syncthing." + chunk.name + ".tmp", chunk.name + ".new",
    ):
        (chunk.parent / name).write_bytes(chunk.read_bytes())
    (folder.path / "replicas" / ".stfolder").mkdir()
    (folder.path / "desktop.ini").write_text("")
    require(phone.sync()["received"]["events"] == 3, "a copy disturbs")
    other = bytearray(chunk.read_bytes())
    other[70] ^= 1
    (chunk.parent / chunk.name.replace(".chunk", " (2).chunk")).write_bytes(other)
    notes = phone.sync()["notes"]
    require(any("two journals write as the same" in note for note in notes), f"two writers are not noticed: {notes}")


def half_synced(folder, _):
    """Files arrive late, in parts and out of order."""
    laptop, phone = folder.pair()
    for number in range(3):
        laptop.add(f"Later {number}")
        laptop.sync()
    chunks = folder.chunks(laptop)
    require(len(chunks) == 4, f"four syncs made {len(chunks)} chunks")
    contents = [chunk.read_bytes() for chunk in chunks]
    for missing in range(4):
        for part in (None, 0, 50, 104, len(contents[missing]) // 2, len(contents[missing]) - 1):
            device = folder.device(f"phone-{missing}-{part}")
            device.done("group", "join", str(folder.path), "--as", f"p{missing}-{'gone' if part is None else part}")
            if part is None:
                chunks[missing].unlink()
            else:
                chunks[missing].write_bytes(contents[missing][:part])
            device.sync()
            there = device.events_of("laptop")
            expected = [0, 3, 4, 5][missing]
            require(there == expected, f"{there} events instead of {expected} without chunk {missing}, {part}")
            # Zeros where the content is to be written.
            chunks[missing].write_bytes(bytes(len(contents[missing])))
            device.sync()
            chunks[missing].write_bytes(contents[missing])
            device.sync()
            require(device.events_of("laptop") == 6, "what arrived later was not taken")
    (folder.path / "group.json").rename(folder.directory / "later.json")
    phone.refused(INPUT_OUTPUT, "no group.json yet", "sync")
    (folder.directory / "later.json").rename(folder.path / "group.json")
    # A directory where a file belongs, and a file where a directory does.
    for name in ("group.json", "replicas"):
        (folder.path / name).rename(folder.directory / "aside")
        (folder.path / name).mkdir() if name == "group.json" else (folder.path / name).touch()
        phone.refused(REFUSED, f"Something else than what belongs there has the name {folder.path / name}", "sync")
        (folder.path / name).rmdir() if name == "group.json" else (folder.path / name).unlink()
        (folder.directory / "aside").rename(folder.path / name)
    card = folder.path / "replicas" / phone.me()["journal"] / "card"
    card.unlink()
    card.mkdir()
    phone.add("Of the phone")
    phone.refused(REFUSED, f"belongs there has the name {card}", "sync")
    card.rmdir()
    folder.path.rename(folder.directory / "away")
    phone.refused(INPUT_OUTPUT, "is not there", "sync")
    (folder.directory / "away").rename(folder.path)
    phone.sync()
    phone.done("verify")


def damaged_chunks(folder, options):
    """A peer's file with a flipped bit: named, nothing taken of it, and mended by removing it."""
    chance = random.Random(options.seed)
    laptop, phone = folder.pair()
    laptop.add("Later")
    laptop.sync()
    chunk = folder.chunks(laptop)[1]
    content = chunk.read_bytes()
    for _ in range(24):
        flipped = bytearray(content)
        place = chance.randrange(len(content))
        flipped[place] ^= 1 << chance.randrange(8)
        chunk.write_bytes(flipped)
        before = phone.log_files()
        answer = phone.run("sync", "--json")
        require(answer.status in (0, REFUSED, NEWER), f"byte {place} flipped ends in {answer.status}: {answer.errors}")
        require(str(chunk.name) in answer.errors + answer.output or "laptop" in answer.errors,
                f"byte {place} flipped is not named: {answer.output}{answer.errors}")
        require(phone.log_files() == before, "the own log changed")
        require(phone.events_of("laptop") <= 3, "a damaged file was taken")
    chunk.unlink()
    laptop.sync()
    phone.sync()
    require(phone.events_of("laptop") == 4, "the file was not brought again")


def damaged_copies(folder, _):
    """Two copies that are damaged at once: each is named by itself, all else goes on, and both are mended as it says."""
    laptop, phone = folder.pair()
    tablet = folder.device("tablet")
    phone.add("Phone")
    tablet.add("Tablet")
    tablet.done("group", "join", str(folder.path), "--as", "tablet")
    for device in (phone, tablet, laptop):
        device.sync()
    whole = laptop.done("list", "--json").output
    copies = {device: laptop.path / "peers" / device.me()["journal"] for device in (phone, tablet)}
    for copy in copies.values():
        for segment in (copy / "log").glob("*.lz4"):
            content = bytearray(segment.read_bytes())
            content[len(content) // 2] ^= 1
            segment.write_bytes(content)
    laptop.add("Meanwhile")
    answer = laptop.run("sync")
    require(answer.status == REFUSED, f"ends in {answer.status}: {answer.errors}")
    require("Sent 1 event" in answer.output, "what is whole did not go")
    for copy in copies.values():
        lines = [line for line in answer.errors.splitlines() if line.startswith("Error") and str(copy.name) in line]
        require(len(lines) == 1 and "Move its folder" in lines[0], f"it says {answer.errors}")
    for device, copy in copies.items():
        copy.rename(folder.directory / copy.name)
        # Of the other, nothing has changed.
        status = 0 if device is tablet else REFUSED
        answer = laptop.run("sync")
        require(answer.status == status and copy.name not in answer.errors, f"it ends in {answer.status}")
    laptop.done("undo")
    require(laptop.done("list", "--json").output == whole, "the copies are not what they were")
    laptop.done("verify")


def exchanged_copies(folder, _):
    """A copy that holds another journal's log is damaged, which is no fork of anybody."""
    laptop, phone = folder.pair()
    tablet = folder.device("tablet")
    phone.add("Phone")
    tablet.add("Tablet")
    tablet.done("group", "join", str(folder.path), "--as", "tablet")
    for device in (phone, tablet, laptop):
        device.sync()
    copies = [laptop.path / "peers" / device.me()["journal"] for device in (phone, tablet)]
    aside = folder.directory / "aside"
    copies[0].rename(aside)
    copies[1].rename(copies[0])
    aside.rename(copies[1])
    answer = laptop.run("sync")
    require(answer.status == REFUSED and answer.errors.count("holds the log of another journal") == 2
            and "twice" not in answer.errors, f"ends in {answer.status}: {answer.errors}")
    for copy in copies:
        shutil.rmtree(copy)
    laptop.sync()
    phone.sync()
    require_same_view(laptop, phone)


def copies_without_head(folder, _):
    """A copy whose HEAD has gone: said by every answer, and kept beside the one that a sync makes."""
    laptop, phone = folder.pair()
    phone.add("Phone")
    phone.sync()
    laptop.sync()
    laptop.add("Meanwhile")
    copy = laptop.path / "peers" / phone.me()["journal"]
    (copy / "HEAD").unlink()
    segments = {file.name: file.read_bytes() for file in (copy / "log").iterdir()}
    require("is not whole" in laptop.run("list").errors, "list says nothing")
    require("is not whole" in laptop.run("group").output, "group says nothing")
    require(laptop.run("group", "--json").json()["devices"][1]["problem"], "group --json says nothing")
    require(laptop.run("verify").status == REFUSED, "verify finds nothing")
    laptop.sync()
    kept = {file.name: file.read_bytes() for file in (copy / "log-without-head").iterdir()}
    require(kept == segments, "the segments were not kept")
    require(laptop.group()["devices"][1]["problem"] is None and laptop.has("Phone"), "the copy is not whole")
    laptop.done("verify")


def heads_that_know_less(folder, _):
    """HEAD as a power cut can leave it, with less than the place has: the log says the rest, and nobody is accused."""
    laptop, phone = folder.pair()
    head = (laptop.path / "HEAD").read_bytes()
    laptop.add("After HEAD")
    laptop.sync()
    (laptop.path / "HEAD").write_bytes(head)
    answer = laptop.sync()
    require(answer["sent"]["events"] == 0, f"it sends {answer}")
    (laptop.path / "HEAD").write_bytes(head)
    laptop.add("Later")
    require(laptop.sync()["sent"]["events"] == 1, "the later event does not go")
    phone.sync()
    require(phone.has("After HEAD") and phone.has("Later"), "events are missing")
    require_same_view(laptop, phone)


def places_of_others(folder, _):
    laptop, phone = folder.pair()
    group = folder.path / "group.json"
    content = json.loads(group.read_text())
    group.write_text(json.dumps(content | {"group": "00000000-0000-4000-8000-000000000000"}))
    phone.refused(REFUSED, "belongs to another group", "sync")
    group.write_text(json.dumps(content | {"version": 2}))
    phone.refused(NEWER, "newer version", "sync")
    group.write_text("{")
    phone.refused(REFUSED, "cannot be read", "sync")
    group.write_text(json.dumps(content))
    chunk = folder.chunks(laptop)[0]
    bytes_ = chunk.read_bytes()
    newer = bytes_.replace(b"checkin chunk 1\n", b"checkin chunk 2\n")
    chunk.write_bytes(newer[:-32] + hashlib.sha256(newer[:-32]).digest())
    phone.refused(NEWER, "newer version", "sync")
    # Where the digest at the end is another, the version is what is damaged, perhaps besides something else.
    for damaged in (newer, newer[:120] + b"?" + newer[121:], newer[:110]):
        chunk.write_bytes(damaged)
        phone.refused(REFUSED, f"laptop: {chunk} is damaged", "sync")
    chunk.write_bytes(bytes_)
    phone.refused(
        64, "has a group already", "--journal", str(folder.directory / "x"), "group", "create", str(folder.path), "--as",
        "x")
    phone.refused(64, "belongs to a group already", "group", "join", str(folder.path), "--as", "phone")
    phone.sync()
    tablet = folder.device("tablet")
    tablet.add("Tablet")
    tablet.refused(64, "is called phone already", "group", "join", str(folder.path), "--as", "phone")
    tablet.refused(64, "no name for a device", "group", "join", str(folder.path), "--as", "17")
    shown = phone.done("list").output
    require("laptop/" in shown, "a check-in of another device has no name of that device")
    phone.done("group", "leave", "--yes")
    phone.refused(66, "belongs to no group", "sync")
    require(phone.done("list").output == shown, "leaving the group changed what check-ins are called")
    phone.done("show", "laptop/1")
    phone.refused(64, "laptop is a device of the group that was left", "group", "join", str(folder.path), "--as", "laptop")
    # The others go on calling it phone, so that nobody else can be that.
    phone.refused(64, "join as phone again", "group", "join", str(folder.path), "--as", "mobile")
    phone.done("group", "join", str(folder.path), "--as", "phone")
    phone.sync()
    require(phone.done("list").output == shown, "coming back changed what check-ins are called")


def full_and_read_only(folder, _):
    """A place that takes nothing: what is there still comes."""
    with SmallMemoryDisk(256) as disk:
        folder.path = disk.path / "place"
        laptop, phone = folder.pair()
        filler = disk.path / "filler"
        with open(filler, "wb", buffering=0) as file:
            while True:
                try:
                    file.write(bytes(4096))
                except OSError:
                    break
        phone.add("Of the phone")
        phone.refused(INPUT_OUTPUT, "is full", "sync")
        require(phone.events_of("laptop") == 3, "what is at a full place did not come")
        require(phone.me()["elsewhere"] == 0, "what did not fit is said to be elsewhere")
        filler.unlink()
        phone.sync()
        laptop.add("Read-only")
        subprocess.run(["mount", "-o", "remount,ro", disk.path], check=True)
        phone.add("Of the phone, later")
        laptop.refused(INPUT_OUTPUT, "cannot be written", "sync")
        require(laptop.has("Of the phone"), "what is at a read-only place did not come")
        subprocess.run(["mount", "-o", "remount,rw", disk.path], check=True)
        laptop.sync()
        phone.sync()
        laptop.sync()
        require_copies(laptop, phone)


def refills_a_place(folder, _):
    """A place that lost what it had acknowledged is told about, and gets it again."""
    laptop, phone = folder.pair()
    for number in range(2):
        laptop.add(f"Later {number}")
        laptop.sync()
    for lost, events in ((1, "4 to 5"), (2, "5 to 5")):
        for chunk in folder.chunks(laptop)[lost:lost + 1]:
            chunk.unlink()
        notes = laptop.sync()["notes"]
        if lost == 1:
            require(any(f"has lost events {events}" in note for note in notes), f"the loss is not told: {notes}")
    phone.sync()
    require(phone.copied_log(laptop) == laptop.own_log(), "the place was not filled again")


class Follower:
    """`sync --follow` of a device, with what it has said."""

    def __init__(self, device):
        self.device = device
        self.lines = []
        self.process = device.start("sync", "--follow", "--every", "1")
        for stream in (self.process.stdout, self.process.stderr):
            threading.Thread(target=lambda stream=stream: self.lines.extend(stream), daemon=True).start()

    def wait_for(self, condition, words):
        for _ in range(2_400):
            if condition():
                return
            require(self.process.poll() is None, f"--follow has ended with {self.process.returncode}: {self.lines}")
            time.sleep(0.05)
        raise Wrong(f"{words}: {self.lines}")

    def kill(self):
        self.process.kill()
        self.process.wait()


def follows(folder, _):
    """Two that keep going carry everything; killed and started again, they go on; a place that is away is waited for."""
    laptop, phone = folder.pair()
    followers = [Follower(laptop), Follower(phone)]
    try:
        followers[1].wait_for(lambda: phone.has("Laptop 2"), "what was there did not come")
        phone.add("Of the phone")
        followers[0].wait_for(lambda: laptop.has("Of the phone"), "what was written did not come")
        followers[0].wait_for(
            lambda: any(re.fullmatch(r"phone: \d check-ins?\n", line) for line in followers[0].lines),
            "nothing is said")
        # Another sync in between is no matter.
        laptop.add("By hand")
        laptop.sync()
        for number in range(4):
            followers[number % 2].kill()
            laptop.add(f"Killed {number}")
            followers[number % 2] = Follower((laptop, phone)[number % 2])
        followers[1].wait_for(
            lambda: all(phone.has(f"Killed {number}") for number in range(4)) and phone.has("By hand"),
            "after being killed, it does not go on")
        folder.path.rename(folder.directory / "away")
        phone.add("While it is away")
        followers[1].wait_for(lambda: any("is not there" in line for line in followers[1].lines), "it is not told")
        time.sleep(2.5)
        require(sum("is not there" in line for line in followers[1].lines) == 1, "what is away is told about twice")
        (folder.directory / "away").rename(folder.path)
        followers[0].wait_for(lambda: laptop.has("While it is away"), "after the place is back, it does not go on")
        followers[1].wait_for(
            lambda: phone.me()["elsewhere"] == phone.me()["events"], "what was sent is not said to be elsewhere")
    finally:
        for follower in followers:
            follower.kill()
    for device in (laptop, phone):
        answer = device.sync()
        require(answer["sent"]["events"] == answer["received"]["events"] == 0, f"something was left: {answer}")
    require_copies(laptop, phone)


def killed_syncs(folder, options):
    """A sync that is killed anywhere, on either side: the next one finishes it, and nothing is there twice."""
    chance = random.Random(options.seed)
    laptop, phone = folder.pair("--key", str(folder.directory / "key"))
    picture = photo(folder.directory, 0)
    laptop.done("photo", "attach", "2", str(picture))
    for number in range(2 * options.rounds):
        device = (laptop, phone)[number % 2]
        device.add(f"{device.name} {number}")
        for killed in (laptop, phone):
            killed.run_killed(chance.uniform(0, 0.06), "sync")
    for device in (laptop, phone, laptop):
        device.sync()
    require_copies(laptop, phone)
    require(len(list((phone.path / "photos").rglob("*.jpg"))) == 1, "the photo did not travel")
    for device in (laptop, phone):
        require(device.me()["elsewhere"] == device.me()["events"], "what was sent is not said to be elsewhere")


CASES = [
    writes_in_turn, unknown_photos_stay, conflicts_are_shown, names_of_the_others, workouts_are_undone,
    undo_leaves_what_others_build_on, imports_of_one_file_are_one, workouts_have_names,
    group_snapshots_are_caches, photos_travel, keys_are_required, passphrases_seal, forks_are_refused,
    forks_keep_what_was_acknowledged, backups_are_noticed, forks_of_others_are_named, files_of_events_hold_all,
    conflict_copies, half_synced, damaged_chunks, damaged_copies, damaged_ends,
    names_are_taken_once, exchanged_copies, copies_without_head,
    heads_that_know_less, places_of_others, refills_a_place, follows, killed_syncs,
]


def run(options, figures):
    with tempfile.TemporaryDirectory(prefix="checkin-devices-") as directory:
        for case in CASES:
            case(Folder(options.binary, directory, case.__name__), options)
            figures.cases += 1
        full_and_read_only(Folder(options.binary, directory, "full"), options)
        figures.cases += 1


if __name__ == "__main__":
    chosen = arguments(__doc__.splitlines()[0], rounds=6)
    enter_own_namespace()
    os.environ.pop("CHECKIN_JOURNAL", None)
    sys.exit(main("devices, folder", chosen.seed, lambda figures: run(chosen, figures)))
