#!/usr/bin/env python3
"""A folder remote that holds what no device has written: links, pipes, garbage, thousands of folders, and chunks that
unpack to too much. Local events go first, and a fault in one device's data concerns that device alone.

Usage: hostile_remote.py PATH-OF-CHECKIN [--seed N]
"""

import hashlib
import json
import os
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path

from support.devices import Device, photo, require, require_copies, require_same_view, without_account
from support.journal import INPUT_OUTPUT
from support.run import arguments, main

DONE, USAGE, REFUSED = 0, 64, 65
MIB = 1 << 20


class Remote:
    """A new folder with three devices that have synced: the laptop, the phone and the tablet."""

    def __init__(self, binary, directory, title, *options):
        self.directory = Path(directory) / title
        self.directory.mkdir()
        self.path = self.directory / "place"
        self.binary = binary
        self.laptop, self.phone, self.tablet = (self.device(name) for name in ("laptop", "phone", "tablet"))
        self.laptop.done("group", "create", str(self.path), "--as", "laptop", *options)
        for device in (self.phone, self.tablet):
            device.done("group", "join", str(self.path), "--as", device.name, *options)
        for device in (self.laptop, self.phone, self.tablet):
            device.add(f"Of the {device.name}")
            device.sync()
        self.laptop.sync()

    def device(self, name):
        return Device(self.binary, self.directory, name)

    def folder(self, device):
        return self.path / "replicas" / device.me()["journal"]

    def sent(self, device):
        """The last event of a device that is at the remote."""
        ends = [0]
        for chunk in self.folder(device).glob("*.chunk"):
            if chunk.is_file() and not chunk.is_symlink():
                ends.append(int.from_bytes(chunk.read_bytes()[56:64], "little"))
        return max(ends)


def put(kind, path):
    """Puts something where a file or a folder belongs. What was there is moved aside; the result puts it back."""
    aside = path.with_name("aside-" + path.name)
    if path.exists() or path.is_symlink():
        path.rename(aside)
    listener = None
    if kind == "link":
        path.symlink_to("/etc/hostname")
    elif kind == "dangling link":
        path.symlink_to("/nowhere")
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "socket":
        listener = socket.socket(socket.AF_UNIX)
        # The path may be too long for a socket's name.
        here = os.getcwd()
        os.chdir(path.parent)
        listener.bind(path.name)
        os.chdir(here)
    elif kind == "directory":
        path.mkdir()
    elif kind == "file":
        path.write_bytes(b"garbage" * 40)
    elif kind == "garbage":
        path.write_bytes(bytes(range(256)) * 8)

    def restore():
        if listener:
            listener.close()
        if path.is_dir() and not path.is_symlink():
            path.rmdir()
        else:
            path.unlink()
        if aside.exists() or aside.is_symlink():
            aside.rename(path)

    return restore


def faults_of_one_stop_no_other(remote, _):
    """Whatever has the name of one device's file or folder: local events are sent, the tablet's come, and the report names
    the phone and the file."""
    laptop, phone, tablet = remote.laptop, remote.phone, remote.tablet
    phones = remote.folder(phone)
    chunk = phones / "00000000000000000001.chunk"
    places = [
        (phones, ("link", "dangling link", "pipe", "socket", "file")),
        (chunk, ("link", "dangling link", "pipe", "socket", "directory", "garbage")),
        (phones / "00000000000000000077.chunk", ("link", "pipe", "socket", "directory", "garbage")),
        (phones / "card", ("link", "dangling link", "pipe", "socket", "directory")),
        (phones / "photos", ("link", "dangling link", "pipe", "socket", "file")),
    ]
    number = 0
    for path, kinds in places:
        for kind in kinds:
            number += 1
            laptop.add(f"Laptop {number}")
            tablet.add(f"Tablet {number}")
            tablet.sync()
            restore = put(kind, path)
            answer = laptop.run("sync", "--json")
            title = f"{kind} at {path.name}"
            require(answer.status == REFUSED, f"{title}: ends in {answer.status}: {answer.output}{answer.errors}")
            report = json.loads(answer.output)
            require(report["sent"]["events"] > 0 and remote.sent(laptop) == laptop.me()["events"],
                    f"{title}: local events were not sent: {report}")
            require(laptop.me()["elsewhere"] == laptop.me()["events"], f"{title}: what was sent is said to wait")
            require(laptop.has(f"Tablet {number}"), f"{title}: the tablet's events did not come")
            require(len(report["problems"]) == 1 and report["problems"][0].startswith("phone: ")
                    and str(path) in report["problems"][0], f"{title}: it says {report['problems']}")
            require("Remove it" in report["problems"][0] or "ove it away" in report["problems"][0],
                    f"{title}: it does not say what helps: {report['problems']}")
            restore()
            laptop.sync()
    # A card that cannot be read stops nothing, and is written again.
    restore = put("garbage", phones / "card")
    notes = laptop.sync()["notes"]
    require(any("What phone says of itself" in note for note in notes), f"a damaged card is not named: {notes}")
    phone.sync()
    require(not any("says of itself" in note for note in laptop.sync()["notes"]), "the card was not written again")
    shutil.rmtree(phones / "aside-card", ignore_errors=True)
    for device in (laptop, phone, tablet, laptop):
        device.sync()
    require_copies(laptop, phone, tablet)
    require_same_view(laptop, phone, tablet)


def unreadable_files_concern_their_device(remote, _):
    """A file that the account may not read."""
    laptop, phone, tablet = remote.laptop, remote.phone, remote.tablet
    account = without_account()
    if os.geteuid() == 0 and subprocess.run([*account, "true"], stderr=subprocess.DEVNULL).returncode != 0:
        return
    laptop.add("Later")
    tablet.add("Tablet, later")
    tablet.sync()
    folder = remote.folder(phone)
    for path in (remote.directory, *remote.directory.rglob("*")):
        if path != folder / "card" and not path.is_symlink():
            path.chmod(0o777 if path.is_dir() else 0o666)
    for above in remote.directory.parents:
        if above.is_relative_to(tempfile.gettempdir()) and str(above) != tempfile.gettempdir():
            above.chmod(0o755)
    (folder / "card").chmod(0)
    process = subprocess.run(
        [*account, laptop.binary, "sync", "--json"], env=laptop.environment, capture_output=True, text=True)
    require(process.returncode == INPUT_OUTPUT, f"ends in {process.returncode}: {process.stdout}{process.stderr}")
    report = json.loads(process.stdout)
    require(report["sent"]["events"] > 0 and len(report["problems"]) == 1, f"it says {report}")
    require(report["problems"][0].startswith("phone: ") and str(folder / "card") in report["problems"][0],
            f"it says {report['problems']}")
    (folder / "card").chmod(0o666)
    require(laptop.has("Tablet, later"), "the tablet's events did not come")
    laptop.sync()


def strangers_are_no_devices(remote, _):
    """Thousands of foreign folders, empty or with garbage: none becomes a device, and the number that is read is limited."""
    laptop, phone = remote.laptop, remote.phone
    devices = [row["name"] for row in laptop.group()["devices"]]
    before = (laptop.path / "group.json").read_bytes()
    replicas = remote.path / "replicas"
    chunk = next(remote.folder(phone).glob("*.chunk")).read_bytes()
    card = (remote.folder(phone) / "card").read_bytes()

    def fill(count):
        for number in range(count):
            folder = replicas / str(uuid.UUID(int=number + 1)).upper()
            folder.mkdir(exist_ok=True)
            if number % 8 == 1:
                # Another device's card, which says so, or garbage.
                (folder / "card").write_bytes(card if number % 16 == 1 else b"{}")
            elif number % 4 == 2:
                (folder / "00000000000000000001.chunk").write_bytes(b"checkin chunk 1\n" + bytes(200))
            elif number % 4 == 3:
                # Another device's chunk, which says so.
                (folder / "00000000000000000001.chunk").write_bytes(chunk)

    for count in (600, 5000):
        fill(count)
        laptop.add(f"With {count} strangers")
        began = time.monotonic()
        report = laptop.sync()
        require(report["sent"]["events"] > 0 and remote.sent(laptop) == laptop.me()["events"], f"not sent: {report}")
        require([row["name"] for row in laptop.group()["devices"]] == devices, f"{count}: strangers became devices")
        require((laptop.path / "group.json").read_bytes() == before, f"{count}: group.json has changed")
        notes = " ".join(report["notes"])
        require("not devices of this group" in notes, f"{count}: they are not mentioned: {notes}")
        require(("only 1000 of them are read" in notes) == (count == 5000), f"{count}: {notes}")
        require(len(report["notes"]) <= 4, f"{count}: {len(report['notes'])} notes")
        require(time.monotonic() - began < 60, f"{count} strangers take {time.monotonic() - began:.0f} s")
    phone.add("Among strangers")
    phone.sync()
    laptop.sync()
    require(laptop.has("Among strangers"), "a device is not found among strangers")
    # One joins, and is found among all of them.
    watch = remote.device("watch")
    watch.add("Of the watch")
    watch.done("group", "join", str(remote.path), "--as", "watch")
    watch.sync()
    laptop.sync()
    require(laptop.events_of("watch") == 1, "a new device is not found among strangers")


def strays_are_counted(remote, _):
    """Thousands of other entries make one note."""
    for number in range(3000):
        (remote.path / "replicas" / f"stray-{number}").touch()
    remote.laptop.add("With strays")
    report = remote.laptop.sync()
    require(report["sent"]["events"] > 0 and len(report["notes"]) == 1 and "3000" in report["notes"][0],
            f"it says {report['notes'][:3]}")


def frames(body):
    """The sizes of the frames of a chunk's body: of each the bytes that it takes, and those of its content."""
    offset, sizes = 0, []
    while offset < len(body):
        content = int.from_bytes(body[offset + 6:offset + 14], "little")
        position, left = offset + 15, content
        while left > 0:
            size = int.from_bytes(body[position:position + 4], "little") & 0x7FFFFFFF
            position += 8 + size
            left -= min(left, 65536)
        sizes.append((position + 8 - offset, content))
        offset = position + 8
    return sizes


def bodies(folder):
    for chunk in sorted(folder.glob("*.chunk")):
        yield chunk, chunk.read_bytes()[104:-32]


def senders_keep_to_the_limit(remote, _):
    """Text that compresses to nearly nothing is sent in chunks that unpack to at most 16 MiB each."""
    laptop, phone = remote.laptop, remote.phone
    text = "The same line again and again, as a log of repetitions has it.\n" * 16000
    require(len(text.encode()) < MIB, "the notes are too long")
    table = remote.directory / "long.csv"
    with table.open("w") as file:
        file.write("type,title,at,notes\n")
        for number in range(40):
            file.write(f'run,Long {number},2026-11-{number % 20 + 1:02}T07:00:00Z,"{text}"\n')
    laptop.done("import", str(table))
    laptop.sync()
    total = 0
    for chunk, body in bodies(remote.folder(laptop)):
        content = sum(size for _, size in frames(body))
        total += content
        require(content <= 16 * MIB, f"{chunk.name} unpacks to {content}")
    require(total > 35 * MIB, f"only {total} bytes were sent")
    phone.sync()
    require(phone.copied_log(laptop) == laptop.own_log(), "not all of it arrived")
    require_copies(laptop, phone)


def bombs_are_refused(remote, _):
    """A chunk of little size that unpacks to too much: it is named, nothing of it is unpacked, the others are synced."""
    laptop, phone, tablet = remote.laptop, remote.phone, remote.tablet
    phones = remote.folder(phone)
    big = max((body for _, body in bodies(phones)), key=len)
    require(len(frames(big)) > 0, "the frames are not those that are known")
    # A frame of 4 MiB: 64 blocks that a reader has to fill, none of which it gets to see.
    block = struct.pack("<I", 260) + bytes(260) + bytes(4)
    frame = bytes.fromhex("04224d187c40") + struct.pack("<Q", 4 * MIB) + b"\0" + block * 64 + bytes(8)
    count = 90
    body = frame * count
    end = phone.me()["events"]
    head = phones / f"{end + 1:020}.chunk"
    group = uuid.UUID(json.loads((remote.path / "group.json").read_text())["group"])
    content = (b"checkin chunk 1\n" + group.bytes + uuid.UUID(phone.me()["journal"]).bytes
               + struct.pack("<QQ", end + 1, end + 5) + bytes(32) + struct.pack("<Q", len(body)) + body)
    head.write_bytes(content + hashlib.sha256(content).digest())
    require(head.stat().st_size < 2 * MIB, "the bomb is large")
    laptop.add("With a bomb")
    tablet.add("Tablet with a bomb")
    tablet.run("sync")
    process = subprocess.Popen(
        [laptop.binary, "sync", "--json"], env=laptop.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    output, errors = process.stdout.read(), process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    status = os.waitstatus_to_exitcode(status)
    require(status == REFUSED, f"ends in {status}: {output} {errors}")
    report = json.loads(output)
    require(len(report["problems"]) == 1 and f"{count * 4} MiB" in report["problems"][0]
            and "of phone" in report["problems"][0], f"it says {report['problems']}")
    require(report["sent"]["events"] > 0 and laptop.has("Tablet with a bomb"), "a bomb stops the others")
    require(usage.ru_maxrss < 200 * 1024, f"the sync has taken {usage.ru_maxrss >> 10} MiB")
    head.unlink()
    laptop.sync()


def syncs_are_summarised(remote, _):
    """What came is told for each device, by the names that things have here."""
    laptop, phone = remote.laptop, remote.phone
    phone.sync()
    phone.add("One")
    phone.add("Two")
    phone.add("Three")
    phone.add("Four, discarded at once")
    phone.done("discard", "last")
    phone.done("log", "bench", "80x10")
    phone.done("session", "finish", "--no-check-in")
    phone.done("edit", "laptop/1", "--title", "As the phone says", "--notes", "long")
    phone.done("edit", "1", "--calories", "300")
    phone.sync()
    answer = laptop.done("sync").output
    require("phone: 3 check-ins, 1 workout" in answer, f"it says {answer}")
    require("Changed: title, notes of 1, calories of phone/1" in answer, f"it says {answer}")
    phone.done("discard", "laptop/1")
    for number in range(1, 4):
        phone.done("edit", str(number), "--location", "Lake")
    phone.done("plan", "new", "Push", "-", text="Dip / 3x8\n")
    phone.sync()
    report = laptop.sync()["received"]
    part = next(row for row in report["devices"] if row["name"] == "phone")
    require(part["checkIns"] == part["workouts"] == 0 and part["otherChanges"] > 0, f"it says {part}")
    require(part["changes"][0] == {"checkIn": 1, "fields": [], "presence": "discarded"}, f"it says {part['changes']}")
    require(part["changes"][1] == {"checkIn": "phone/1", "fields": ["location"], "presence": None},
            f"it says {part['changes']}")
    require(len(part["changes"]) == 3 and part["unlistedChanges"] == 1, f"it says {part}")
    require(part["events"] > 0 and report["events"] == part["events"], f"it says {report}")


def purged_photos_go(remote, _):
    """A photo that was purged disappears from the remote, with what others have sent of it, and does not come back."""
    laptop, phone, tablet = remote.laptop, remote.phone, remote.tablet
    picture = photo(remote.directory, 0)

    def at_the_remote():
        return sorted(path.parent.parent.name for path in remote.path.rglob("*.photo"))

    laptop.done("photo", "attach", "1", str(picture))
    for device in (laptop, phone):
        device.sync()
    # What is damaged there is asked for, and the phone sends a copy of its own.
    for path in remote.path.rglob("*.photo"):
        path.write_bytes(b"")
    for device in (tablet, phone, laptop, tablet):
        device.sync()
    require(at_the_remote() == sorted([laptop.me()["journal"], phone.me()["journal"]]), f"there are {at_the_remote()}")
    file = next((phone.path / "photos").rglob("*.jpg"))
    watch = remote.device("watch")
    watch.done("group", "join", str(remote.path), "--as", "watch")

    laptop.done("photo", "purge", "1", "--yes", "--shared")
    require(laptop.sync()["removedPhotos"] == 1, "the purged photo was not removed")
    require(at_the_remote() == [phone.me()["journal"]], "another device's file was removed, or its own was not")
    require("Removed 1 purged photo" in phone.done("sync").output, "the phone does not say what it removed")
    require(at_the_remote() == [] and file.exists(), "the photo is still at the remote, or the phone has lost its own")
    # Nobody sends it again: not for a new device that lacks it, and not where the place has lost everything.
    for device in (watch, phone, tablet, laptop, watch):
        report = device.sync()
        require(report["missingPhotos"] == 0 and report["removedPhotos"] == 0, f"{device.name}: {report}")
    require(not any((watch.path / "photos").rglob("*.jpg")), "the purged photo arrived")
    photos = watch.done("verify", "--json").json()["photos"]
    require(photos.get("awaited", 0) == 0, f"a purged photo is waited for: {photos}")
    shutil.rmtree(remote.path / "replicas")
    for device in (laptop, phone, tablet, watch, laptop, phone):
        device.sync()
    require(at_the_remote() == [], "the purged photo came back")
    require_copies(laptop, phone, tablet, watch)
    # What is attached again afterwards is another matter.
    phone.done("photo", "attach", "1", str(picture))
    for device in (phone, laptop):
        device.sync()
    require(at_the_remote() == [phone.me()["journal"]], "what was attached again is not sent")
    require(any((laptop.path / "photos").rglob("*.jpg")), "what was attached again does not come")


def copies_before_the_first_sync(remote, _):
    """A directory that was copied before its first sync: nobody is accused, the one that syncs second is to fork, and that
    ends it, whichever of the two it is."""
    for first, title in (("original", "a"), ("copy", "b")):
        place = remote.directory / title
        original = Device(remote.binary, remote.directory, f"original-{title}")
        original.add("In both")
        copy = original.cloned(f"copy-{title}")
        founder, second = (original, copy) if first == "original" else (copy, original)
        founder.done("group", "create", str(place), "--as", "founder")
        founder.add("Of the founder")
        founder.sync()
        answer = second.refused(USAGE, "writes as this journal", "group", "join", str(place), "--as", "second")
        for words in ("join as founder", "'checkin group fork'", "second", "whichever is the copy"):
            require(words in answer.errors, f"{words} is not said: {answer.errors}")
        second.done("group", "join", str(place), "--as", "founder")
        answer = second.refused(REFUSED, "two journals write as the same one", "sync")
        require("synced first" in answer.errors and "this one needs an identity of its own" in answer.errors,
                f"it says {answer.errors}")
        require("this journal is a copy" not in answer.errors, f"it accuses: {answer.errors}")
        second.add("Of the second")
        answer = second.refused(REFUSED, "two journals write as the same one", "sync")
        require("this one needs an identity of its own" in answer.errors, f"it says {answer.errors}")
        second.done("group", "fork", "--as", "second")
        second.sync()
        founder.sync()
        second.sync()
        for device in (founder, second):
            titles = sorted(row["title"] for row in device.done("list", "--json").json())
            require(titles == ["In both", "Of the founder", "Of the second"], f"{device.name} shows {titles}")
        require_same_view(founder, second)


CASES = [
    faults_of_one_stop_no_other, unreadable_files_concern_their_device, strangers_are_no_devices, strays_are_counted,
    senders_keep_to_the_limit, bombs_are_refused, syncs_are_summarised, purged_photos_go, copies_before_the_first_sync,
]


def run(options, figures):
    with tempfile.TemporaryDirectory(prefix="checkin-remote-") as directory:
        for case in CASES:
            case(Remote(options.binary, directory, case.__name__), options)
            figures.cases += 1


if __name__ == "__main__":
    chosen = arguments(__doc__.splitlines()[0])
    os.environ.pop("CHECKIN_JOURNAL", None)
    sys.exit(main("hostile remote", chosen.seed, lambda figures: run(chosen, figures)))
