#!/usr/bin/env python3
"""Counts the system calls of small commands on the files of a journal.

SQLite's own calls on its databases don't count, and neither does closing a file.

Usage: system_calls.py PATH-OF-CHECKIN [--show N]      with --show 1, prints the calls
"""

import collections
import re
import subprocess
import tempfile
from pathlib import Path

from support.devices import Device
from support.journal import Wrong
from support.run import arguments, main

CALL = re.compile(r"^\d+ +(?:<\.\.\. )?(\w+)[( ]")


class Calls:
    """The calls of one command on the files below a directory."""

    def __init__(self, journal, directory, show, *command):
        with tempfile.NamedTemporaryFile("r") as trace:
            answer = subprocess.run(
                ["strace", "-f", "-y", "-s", "0", "-o", trace.name, journal.binary, *command], env=journal.environment,
                capture_output=True, text=True, encoding="utf-8")
            if answer.returncode != 0:
                raise Wrong(f"{command} ends with {answer.returncode}: {answer.stderr}")
            lines = self.whole(trace.read().splitlines())
        self.command = " ".join(command)
        self.count = self.databases = 0
        self.reading, self.writing, self.lists = collections.Counter(), collections.Counter(), collections.Counter()
        root = str(directory)
        for line in lines:
            name = CALL.match(line)
            if root not in line or not name or name[1] in ("execve", "close"):
                continue
            if ".sqlite" in line:
                self.databases += 1
                continue
            self.count += 1
            if show:
                print(re.sub(r"^\d+ +", "", line).replace(root, ""))
            if name[1] == "getdents64" and line.endswith("= 0"):
                self.lists[re.search(r"<([^>]*)>", line)[1].removeprefix(root)] += 1
            if name[1] == "openat" and (found := re.search(r"= \d+<([^>]*)>$", line)) and "O_DIRECTORY" not in line:
                opened = self.writing if re.search(r"O_RDWR|O_WRONLY", line) else self.reading
                opened[found[1].removeprefix(root)] += 1

    @staticmethod
    def whole(lines):
        """The lines, with the calls joined that another thread's call interrupted."""
        begun = {}
        for line in lines:
            thread = line.split(" ", 1)[0]
            if line.endswith("<unfinished ...>"):
                begun[thread] = line.removesuffix("<unfinished ...>")
            elif "resumed>" in line and thread in begun:
                yield begun.pop(thread) + line.split("resumed>", 1)[1]
            else:
                yield line

    def require(self, count, lists, figures, opens=1):
        """Each file is opened at most so often for reading and for writing, and so many calls are made at most."""
        figures.add(**{f"calls of {self.command}": self.count, "of SQLite": self.databases})
        for opened in (self.reading, self.writing):
            for path, times in opened.items():
                if times > opens:
                    raise Wrong(f"{self.command} opens {path} {times} times")
        for path, times in lists.items():
            if self.lists[path] > times:
                raise Wrong(f"{self.command} lists {path} {self.lists[path]} times")
        if self.count > count:
            raise Wrong(f"{self.command} makes {self.count} calls, more than {count}")
        figures.cases += 1


def run(options, figures):
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder).resolve()
        laptop, phone = (Device(options.binary, folder, name) for name in ("laptop", "phone"))

        def calls(*command):
            return Calls(laptop, laptop.path, options.show, *command)

        for title in ("One", "Two"):
            laptop.add(title)
        calls("add", "run", "Three").require(60, {"/log": 2}, figures)
        calls("month").require(30, {"/log": 1}, figures)

        phone.add("Four")
        (folder / "place").mkdir()
        laptop.done("group", "create", str(folder / "place"), "--as", "laptop")
        phone.done("group", "join", str(folder / "place"), "--as", "phone")
        for device in (laptop, phone, laptop):
            device.sync()
        laptop.add("Five")
        # The files of the group are read again while the lock is held.
        calls("add", "run", "Six").require(100, {"/log": 2}, figures, opens=2)


if __name__ == "__main__":
    options = arguments(__doc__, show=0)
    main("system calls", options.seed, lambda figures: run(options, figures))
