#!/usr/bin/env python3
"""Backups while other processes write and compact: each is whole, verified, and grows; the last one is copied back.

Usage: backup.py PATH-OF-CHECKIN [--seconds N] [--writers N] [--seed N]
"""

import shutil
import sys
import tempfile
import threading
import time
from pathlib import Path

from support.journal import BUSY, DONE, Journal, Oracle, Source, Wrong
from support.run import arguments, main


def write(oracle, seed, name, end):
    source = Source(seed)
    number = 0
    while time.monotonic() < end:
        number += 1
        answer = oracle.attempt(*source.group(f"{name}.{number}"), notes=source.notes())
        if answer.status not in (DONE, BUSY):
            raise Wrong(f"a writer is told {answer.status}: {answer.errors}")


def compact(journal, end):
    while time.monotonic() < end:
        answer = journal.run("compact", "--all")
        if answer.status not in (DONE, BUSY):
            raise Wrong(f"the compaction is told {answer.status}: {answer.errors}")
        time.sleep(0.5)


def back_up(oracle, backup, end, figures):
    """What was acknowledged before a backup began is in it, and it only grows."""
    receipts, titles = [], []
    while time.monotonic() < end:
        with oracle.lock:
            acknowledged = [title for group in oracle.acknowledged for title in oracle.groups[group]]
        answer = oracle.journal.run("backup", str(backup.path), "--json")
        if answer.status != DONE:
            raise Wrong(f"the backup is told {answer.status}: {answer.output}{answer.errors}")
        receipts.append(answer.json()["receipt"])
        now = backup.titles()
        if now[:len(titles)] != titles:
            raise Wrong("the backup has lost something, or has it in another order")
        titles = now
        missing = set(acknowledged) - set(titles)
        if missing:
            raise Wrong(f"acknowledged before the backup began, and not in it: {missing}")
        if backup.verified_events() != len(titles):
            raise Wrong("the backup's verification counts otherwise")
        figures.add(backups=1)
    return receipts


def run(options, figures):
    source = Source(options.seed)
    with tempfile.TemporaryDirectory(prefix="checkin-backup-") as directory:
        directory = Path(directory)
        oracle = Oracle(Journal(options.binary, directory / "journal"))
        backup = Journal(options.binary, directory / "disk" / "backup")
        oracle.attempt(*(f"Early {number}" for number in range(50)))
        end = time.monotonic() + options.seconds
        failures, receipts = [], []

        def guarded(body, *values):
            try:
                body(*values)
            except Exception as failure:
                failures.append(failure)

        threads = [
            threading.Thread(target=guarded, args=(write, oracle, source.random.random(), f"w{writer}", end))
            for writer in range(options.writers)
        ] + [
            threading.Thread(target=guarded, args=(compact, oracle.journal, end)),
            threading.Thread(target=guarded, args=(lambda: receipts.extend(back_up(oracle, backup, end, figures)),)),
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if failures:
            raise failures[0]
        figures.cases = len(oracle.groups)

        answer = oracle.journal.run("backup", str(backup.path), "--json").json()
        receipts.append(answer["receipt"])
        again = oracle.journal.run("backup", str(backup.path), "--json").json()
        if again["bytesCopied"] != 0 or again["segments"]["copied"] != 0:
            raise Wrong(f"the second backup copied what was there: {again}")
        for receipt in receipts:
            for journal in (oracle.journal, backup):
                if journal.run("verify", "--against", receipt).status != DONE:
                    raise Wrong(f"{journal.path} does not extend {receipt}")
        if backup.run("audit", "--json").output != oracle.journal.run("audit", "--json").output:
            raise Wrong("the backup's history is another")

        # The journal is lost, and comes back.
        shutil.rmtree(oracle.journal.path)
        shutil.copytree(backup.path, oracle.journal.path)
        oracle.check()
        answer = oracle.journal.run("backup", str(backup.path))
        if answer.status != DONE:
            raise Wrong(f"the restored journal cannot be backed up: {answer.errors}")
        if backup.titles() != oracle.journal.titles():
            raise Wrong("the backup of the restored journal is another")


if __name__ == "__main__":
    chosen = arguments(__doc__.splitlines()[0], seconds=8, writers=3)
    sys.exit(main("backup", chosen.seed, lambda figures: run(chosen, figures)))
