#!/usr/bin/env python3
"""What an import of Apple Health takes in memory is the same however large the export is: nearly all of it are records
that nobody asks for.

Usage: large_export.py PATH-OF-CHECKIN [--megabytes N] [--seed N]
"""

import os
import subprocess
import tempfile
import time
from pathlib import Path

from support.journal import Journal, Wrong
from support.run import arguments, main

ROOT = Path(__file__).resolve().parents[2]
LIMIT_MEGABYTES = 100


def measured(journal, *options):
    """The seconds and the megabytes at most of an import."""
    begin = time.monotonic()
    with open(journal.path.parent / "answer", "wb") as answer:
        process = os.posix_spawn(
            journal.binary, [journal.binary, "import", *options], journal.environment,
            file_actions=[(os.POSIX_SPAWN_DUP2, answer.fileno(), 1), (os.POSIX_SPAWN_DUP2, answer.fileno(), 2)])
        _, status, usage = os.wait4(process, 0)
    text = (journal.path.parent / "answer").read_text()
    if status != 0 or "added 4" not in text.replace("would add", "added"):
        raise Wrong(f"import {options} ends with {status}: {text}")
    return time.monotonic() - begin, usage.ru_maxrss / 1024


def run(options, figures):
    # Not in memory, as a temporary directory can be.
    with tempfile.TemporaryDirectory(prefix="checkin-large-", dir="/var/tmp") as directory:
        directory = Path(directory)
        export = directory / "export.xml"
        subprocess.check_call([ROOT / "Tools" / "make-programs", "--health", str(options.megabytes), str(export)])
        journal = Journal(options.binary, directory / "journal")
        for name, more in [("a_preview", ["--dry-run"]), ("an_import", [])]:
            seconds, megabytes = measured(journal, str(export), *more)
            figures.cases += 1
            figures.add(**{f"MB_at_most_for_{name}_of_{options.megabytes}_MB": round(megabytes), f"s_for_{name}": round(seconds)})
            if megabytes >= LIMIT_MEGABYTES:
                raise Wrong(f"{name} of {options.megabytes} MB takes {megabytes:.0f} MB")


if __name__ == "__main__":
    options = arguments(__doc__, megabytes=32)
    main("of a large export", options.seed, lambda figures: run(options, figures))
