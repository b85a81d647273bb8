#!/usr/bin/env python3
"""What a journal takes in memory is bounded by what is alive, not by how often it was changed.

One check-in with a note of 1 MB, then edits of its calories, made on the page; then replays of them.

Usage: memory.py PATH-OF-CHECKIN [--edits N] [--seed N]
"""

import json
import os
import re
import subprocess
import tempfile
import urllib.request
from pathlib import Path

from support.journal import Journal, Wrong
from support.run import arguments, main

LIMIT_MEGABYTES = 150


def peak(process):
    """Megabytes that a process has taken at most."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(re.search(r"VmHWM:\s+(\d+) kB", status)[1]) / 1024


def check(what, megabytes, figures):
    figures.add(**{f"MB_at_most_for_{what}": round(megabytes)})
    if megabytes >= LIMIT_MEGABYTES:
        raise Wrong(f"{what} takes {megabytes:.0f} MB")


def edit_on_the_page(journal, count, figures):
    """Makes the edits on a page that stays open, and measures its process."""
    environment = journal.environment | {"XDG_RUNTIME_DIR": str(journal.path.parent)}
    with subprocess.Popen(
        [journal.binary, "serve", "--port", "0"], env=environment, stdout=subprocess.PIPE, text=True) as server:
        try:
            port, key = re.search(r"http://127\.0\.0\.1:(\d+)/\?key=(\w+)", server.stdout.readline()).groups()

            def ask(method, path, body=None, **headers):
                request = urllib.request.Request(
                    f"http://127.0.0.1:{port}{path}", method=method, data=None if body is None else json.dumps(body).encode(),
                    headers={"Authorization": f"Bearer {key}", "Content-Type": "application/json"} | headers)
                with urllib.request.urlopen(request) as answer:
                    return answer.headers, json.load(answer)

            token = ask("GET", "/api/token")[1]["token"]
            for number in range(count):
                tag = ask("GET", "/api/check-ins/1")[0]["ETag"]
                ask("PATCH", "/api/check-ins/1", {"calories": number}, **{"X-CheckIn-Token": token, "If-Match": tag})
                figures.cases += 1
            check("a_server", peak(server.pid), figures)
        finally:
            server.terminate()
            server.wait(30)


def measured(journal, *words):
    """Runs a command to its end; megabytes that it took at most."""
    process = subprocess.Popen([journal.binary, *words], env=journal.environment, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise Wrong(f"{words} ends in {process.returncode}")
    return usage.ru_maxrss / 1024


def run(options, figures):
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(options.binary, Path(folder) / "journal")
        notes = "0123456789abcdef" * 65_536
        answer = journal.run("add", "run", "Long", "--at", "2026-11-01T10:00", "--notes", "-", text=notes)
        if answer.status != 0:
            raise Wrong(answer.errors)
        edit_on_the_page(journal, options.edits, figures)
        for word in ["rebuild", "verify"]:
            check(word, measured(journal, word), figures)


if __name__ == "__main__":
    options = arguments(__doc__, edits=1000)
    main("of memory", options.seed, lambda figures: run(options, figures))
