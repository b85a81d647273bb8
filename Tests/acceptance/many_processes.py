#!/usr/bin/env python3
"""Eight writing and eight reading processes on one journal: nothing is lost, mixed or seen in part.

Usage: many_processes.py PATH-OF-CHECKIN [--seconds N] [--writers N] [--readers N] [--seed N]
"""

import sys
import tempfile
import threading
import time
from pathlib import Path

from support.journal import DONE, BUSY, Journal, Oracle, Source, Wrong
from support.run import arguments, main

# A new journal from time to time, so that a list stays small however long this runs.
SECONDS_PER_JOURNAL = 60


def write(oracle, seed, name, end, figures):
    source = Source(seed)
    number = 0
    while time.monotonic() < end:
        number += 1
        answer = oracle.attempt(*source.group(f"{name}.{number}"), notes=source.notes())
        if answer.status == BUSY:
            with oracle.lock:
                figures.add(busy=1)
        elif answer.status != DONE:
            raise Wrong(f"a writer is told {answer.status}: {answer.errors}")


def read(oracle, seed, end, figures):
    """What a reader sees only grows, and each command is there as a whole or not at all."""
    source = Source(seed)
    titles, sequence = [], 0
    while time.monotonic() < end:
        if source.random.random() < 0.5:
            now = oracle.journal.titles()
            if now[:len(titles)] != titles:
                raise Wrong("a reader sees less than before, or in another order")
            titles = now
            check_groups(titles)
        else:
            answer = oracle.journal.run("stats", "--json")
            if answer.status != DONE:
                raise Wrong(f"a reader is told {answer.status}: {answer.errors}")
            stats = answer.json()
            if stats["sequence"] < max(sequence, len(titles)) or stats["total"] != stats["sequence"]:
                raise Wrong(f"a reader sees {stats['total']} check-ins of {stats['sequence']} after {sequence}")
            sequence = stats["sequence"]
        with oracle.lock:
            figures.add(reads=1)


def check_groups(titles):
    """Groups are named so that a reader can tell which are whole."""
    for index, title in enumerate(titles):
        if title.endswith(".a"):
            group = title[:-2]
            if titles[index:index + 3] != [f"{group}.{part}" for part in "abc"]:
                raise Wrong(f"a reader sees only part of {group}, or others in between")
        elif title.endswith((".b", ".c")) and (index == 0 or titles[index - 1][:-2] != title[:-2]):
            raise Wrong(f"a reader sees {title} alone")


def run_journal(options, oracle, source, seconds, figures):
    end = time.monotonic() + seconds
    failures = []

    def guarded(body, *values):
        try:
            body(*values)
        except Exception as failure:
            failures.append(failure)

    threads = [
        threading.Thread(target=guarded, args=(write, oracle, source.random.random(), f"w{writer}", end, figures))
        for writer in range(options.writers)
    ] + [
        threading.Thread(target=guarded, args=(read, oracle, source.random.random(), end, figures))
        for _ in range(options.readers)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
    oracle.check()


def run(options, figures):
    source = Source(options.seed)
    left = options.seconds
    while left > 0:
        with tempfile.TemporaryDirectory(prefix="checkin-many-") as directory:
            oracle = Oracle(Journal(options.binary, Path(directory) / "journal"))
            oracle.attempt("First")
            # So many that the snapshot is due to be renewed, and several processes want to at once.
            oracle.attempt(*(f"Early {number}" for number in range(250)))
            seconds = min(left, SECONDS_PER_JOURNAL)
            left -= seconds
            run_journal(options, oracle, source, seconds, figures)
            figures.cases += len(oracle.groups)
            figures.add(acknowledged=oracle.acknowledged_count, journals=1)


if __name__ == "__main__":
    chosen = arguments(__doc__.splitlines()[0], seconds=10, writers=8, readers=8)
    sys.exit(main(9, chosen.seed, lambda figures: run(chosen, figures)))
