#!/usr/bin/env python3
"""Something else in place of a journal's files: a pipe, a device, a socket, a link or a directory.

No command waits for it. A command that needs the file ends with an error that names the file and the fix, and changes
nothing. Every other command does its work, and leaves what is there.

Usage: hostile_files.py PATH-OF-CHECKIN [--show N]      with --show 1, prints what each command answers
"""

import os
import shutil
import socket
import stat
import subprocess
import tempfile
from pathlib import Path

from support.journal import DONE, Journal, Wrong
from support.run import arguments, main

# Only stops a hang.
SECONDS = 60
FIXES = ("in its place", "move it away", "Move it away", "redirect it")
SEGMENT = "log/00000000000000000001.lz4"
CACHES = ("snapshot.sqlite", "search.sqlite")

READING = [("month",), ("list",), ("show", "1"), ("search", "One"), ("stats",), ("verify",), ("export", "{out}/e.csv"),
           ("audit",), ("group",)]
WRITING = [("add", "run", "New"), ("edit", "1", "--title", "Other"), ("undo",), ("sync",), ("rebuild",),
           ("backup", "{out}/backup")]

LOG = {"month", "list", "show", "search", "stats", "verify", "export", "add", "edit", "undo", "rebuild", "backup"}

# The commands that need a file, by their first word; the others may work without it.
NEEDED = {
    "HEAD": LOG,
    SEGMENT: LOG,
    "log/00000000000000000900.lz4": {"verify", "add", "edit", "undo", "rebuild"},
    "lock": {"add", "edit", "undo", "rebuild"},
    "event_log.proto": {"add", "edit", "undo", "rebuild"},
    "group.json": {"sync", "group"},
    "sync.json": {"sync"},
    "photo": {"verify", "backup"},
}


def place_pipe(path, _aside):
    os.mkfifo(path)


def place_device(path, _aside):
    os.mknod(path, 0o600 | stat.S_IFCHR, os.makedev(1, 5))


def place_socket(path, _aside):
    server = socket.socket(socket.AF_UNIX)
    # The path of a socket is short, and that of a file can be long.
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        server.bind(f"{folder}/s")
        os.rename(f"{folder}/s", path)
    server.close()


def place_link(path, aside):
    path.symlink_to(aside)


def place_directory(path, _aside):
    path.mkdir()


PLACE = {"pipe": place_pipe, "device": place_device, "socket": place_socket, "link": place_link,
         "directory": place_directory}


def state(folder):
    """Every entry below a folder, with its kind and content."""
    entries = {}
    for path in sorted(Path(folder).rglob("*")):
        mode = path.lstat().st_mode
        content = path.read_bytes() if stat.S_ISREG(mode) else os.readlink(path) if stat.S_ISLNK(mode) else None
        entries[str(path.relative_to(folder))] = (stat.S_IFMT(mode), content)
    return entries


def run_command(journal, command):
    try:
        return subprocess.run(
            [journal.binary, *command], env=journal.environment, stdin=subprocess.DEVNULL, capture_output=True,
            text=True, encoding="utf-8", timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return None


def check(options, original, name, kind, command, figures):
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder).resolve()
        path, out = folder / "journal", folder / "out"
        shutil.copytree(original.path, path, symlinks=True)
        out.mkdir()
        file = path / (next(path.glob("photos/*/*.jpg")).relative_to(path) if name == "photo" else name)
        aside = folder / "aside"
        if file.exists():
            os.rename(file, aside)
        else:
            aside.write_bytes((path / SEGMENT).read_bytes())
        try:
            PLACE[kind](file, aside)
        except PermissionError:
            figures.add(left_out=1)
            return
        journal = Journal(options.binary, path)
        before = state(path)
        answer = run_command(journal, [part.format(out=out) for part in command])
        what = f"{kind} {name}: {' '.join(command)}"
        if answer is None:
            raise Wrong(f"{what} hangs")
        if options.show:
            print(f"{what}: {answer.returncode} {(answer.stderr or answer.stdout[:200]).strip()}")
        after = state(path)
        relative = str(file.relative_to(path))
        if after.get(relative) != before[relative]:
            raise Wrong(f"{what} replaces it")
        if answer.returncode < 0:
            raise Wrong(f"{what} is killed by signal {-answer.returncode}")
        is_needed = command[0] in NEEDED.get(name, ())
        if answer.returncode == DONE and is_needed:
            raise Wrong(f"{what} works: {answer.stdout}{answer.stderr}")
        if answer.returncode != DONE:
            said = answer.stderr + answer.stdout
            if file.name not in said or not any(fix in said for fix in FIXES):
                raise Wrong(f"{what} ends with {answer.returncode}: {said}")
            if after != before:
                raise Wrong(f"{what} changes {[n for n in after if after[n] != before.get(n)]}")
        figures.cases += 1


def run(options, figures):
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(options.binary, Path(folder).resolve() / "journal")

        def done(*command):
            answer = journal.run(*command)
            if answer.status != DONE:
                raise Wrong(f"{command} ends with {answer.status}: {answer.errors}")

        done("add", "run", "One")
        done("add", "run", "Two")
        photo = Path(__file__).resolve().parents[2] / "Fixtures/photos/plain.jpg"
        done("photo", "attach", "1", str(photo))
        done("group", "create", str(Path(folder) / "place"), "--as", "laptop")
        done("sync")
        for name in [*NEEDED, *CACHES]:
            for kind in PLACE:
                for command in READING + WRITING:
                    check(options, journal, name, kind, command, figures)


if __name__ == "__main__":
    options = arguments(__doc__, show=0)
    main("hostile files", options.seed, lambda figures: run(options, figures))
