#!/usr/bin/env python3
"""A fork that is killed at a system call, or whose system call fails: it has taken place or not, and repeating it completes it.

strace kills the command, or lets a call fail. The first and the last calls are tried one by one, and those between them in
steps. On a file system that can't exchange two directories, two renames do that; strace takes the exchange away.

Usage: forks.py PATH-OF-CHECKIN [--points N] [--seed N]      N system calls of each kind
"""

import json
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from support.devices import Device, photo, require
from support.journal import Answer
from support.run import Skipped, arguments, main

CHANGES = "mkdir,mkdirat,rename,renameat,renameat2,unlink,unlinkat,rmdir,link,linkat,pwrite64,ftruncate,fsync,fdatasync"
TITLES = ["Of the laptop", "Of the phone", "With a photo"]


def traced(device, options, *command):
    """Runs a command under strace; -9 for one that was killed."""
    with tempfile.NamedTemporaryFile("r") as trace:
        answer = subprocess.run(
            ["strace", "-f", "-o", trace.name, *options, device.binary, *command], env=device.environment,
            capture_output=True, text=True, encoding="utf-8")
        lines = trace.read().splitlines()
    return Answer(answer.returncode, answer.stdout, answer.stderr), lines


class Trial:
    """A journal in a group, of which each case forks a copy."""

    def __init__(self, binary, folder, figures):
        self.binary, self.folder, self.figures = binary, folder, figures
        laptop, phone = (Device(binary, folder, name) for name in ("laptop", "phone"))
        place = folder / "place"
        place.mkdir()
        laptop.add("Of the laptop")
        laptop.add("With a photo", "--photo", str(photo(folder, 1)))
        phone.add("Of the phone")
        laptop.done("group", "create", str(place), "--as", "laptop", "--key", str(folder / "group.key"))
        phone.done("group", "join", str(place), "--as", "phone", "--key", str(folder / "group.key"))
        for device in (laptop, phone, laptop):
            device.sync()
        self.source = laptop
        self.original = laptop.me()["journal"]

    def case(self, options):
        """Forks a copy under strace, and repeats that. Returns the journal's calls."""
        folder = self.folder / "case"
        folder.mkdir()
        try:
            journal = Device(self.binary, folder, "journal")
            shutil.copytree(self.source.path, journal.path)
            answer, lines = traced(journal, options, "group", "fork", "--as", "clone", "--json")
            self.check(journal, answer, " ".join(options))
            self.figures.cases += 1
            return lines
        finally:
            shutil.rmtree(folder)

    def check(self, journal, answer, options):
        def left():
            return sorted(path.name for path in journal.path.parent.glob("journal?*"))

        def require_whole():
            titles = sorted(row["title"] for row in journal.done("list", "--json").json())
            require(titles == TITLES, f"{options}: the journal shows {titles} after {answer.errors}")
            verification = journal.done("verify", "--json").json()
            for name in left():
                if name.startswith("journal.fork"):
                    require(
                        any(f"{name} is" in warning for warning in verification["warnings"]),
                        f"{options}: verify doesn't name {name}: {verification['warnings']}")
            return journal.me()["journal"], verification["warnings"]

        def identity_of(path):
            return json.loads((path / "group.json").read_text())["me"]["journal"]

        present = identity_of(journal.path) if journal.path.exists() else None
        identity, _ = require_whole()
        require(present in (None, identity), f"{options}: reading changed the identity")
        if answer.status == 0:
            require(answer.json()["journal"] == identity, f"{options}: a fork that succeeded has not taken place")
        elif "is clone now" in answer.errors:
            require(identity != self.original, f"{options}: the fork that was reported has not taken place")
        self.figures.add(**{"taken_place" if identity != self.original else "not_taken_place": 1})
        again = journal.done("group", "fork", "--as", "clone", "--json").json()
        require(identity in (self.original, again["journal"]), f"{options}: the repeated fork made one more identity")
        identity, warnings = require_whole()
        require(identity == again["journal"] != self.original, f"{options}: the journal has another identity")
        require(warnings == [], f"{options}: verify warns after the repeated fork: {warnings}")
        require(left() == ["journal.before-fork"], f"{options}: the repeated fork leaves {left()}")
        require(identity_of(Path(again["keptAt"])) == self.original, f"{options}: the original is not kept")
        devices = [device["name"] for device in journal.group()["devices"]]
        require(sorted(devices) == ["clone", "laptop", "phone"], f"{options}: the devices are {devices}")


def calls(lines, names):
    """The numbers of the main thread's calls with some names, as strace counts them."""
    main_thread = lines[0].split()[0]
    wanted = names.split(",")
    found = [line for line in lines if (match := re.match(r"(\d+) +(\w+)\(", line)) and match[1] == main_thread
             and match[2] in wanted]
    return len(found)


def chosen(count, points):
    """Numbers of calls: the last third of the points at the end, where the directories are renamed."""
    last = range(max(1, count - points // 3), count + 1)
    step = max(1, count // max(1, points - points // 3))
    return sorted({*last, *range(1, count + 1, step)})


def run(options, figures):
    if not shutil.which("strace"):
        raise Skipped("strace is missing")
    with tempfile.TemporaryDirectory(prefix="checkin-forks-") as folder:
        trial = Trial(options.binary, Path(folder).resolve(), figures)
        without_exchange = ["-e", "inject=renameat2:error=EINVAL"]
        for prepared in ([], without_exchange):
            # The second renames instead, which counts as a call of another name.
            names = CHANGES.replace("renameat2,", "") if prepared else CHANGES
            count = calls(trial.case(["-e", f"trace={CHANGES}", *prepared]), names)
            require(count > 30, f"a fork makes only {count} calls")
            figures.add(calls=count)
            for number in chosen(count, options.points):
                for fault in ("signal=SIGKILL", "error=EIO"):
                    trial.case(["-e", f"trace={CHANGES}", *prepared, "-e", f"inject={names}:{fault}:when={number}"])


if __name__ == "__main__":
    chosen_options = arguments(__doc__, points=12)
    main("forks", chosen_options.seed, lambda figures: run(chosen_options, figures))
