#!/usr/bin/env python3
"""A power cut loses nothing that was acknowledged, on ext4 and XFS.

Two processes write; at a random moment the file system is shut down without writing its journal, unmounted and mounted
again.

Usage: power_cut.py PATH-OF-CHECKIN [--cycles N] [--seed N]
"""

import shutil
import sys
import tempfile
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "acceptance"))

from support.journal import DONE, Journal, Oracle, Source  # noqa: E402
from support.mounts import LoopDisk, enter_own_namespace  # noqa: E402
from support.run import Skipped, arguments, main  # noqa: E402

WRITERS = 2
CYCLES_PER_JOURNAL = 10


def write_until_cut(oracle, seed, name, is_cut, failures):
    """One writer: a command after the other, until one fails."""
    source = Source(seed)
    try:
        for number in range(1000):
            answer = oracle.attempt(*source.group(f"{name}.{number}"), notes=source.notes())
            if answer.status != DONE and is_cut.is_set():
                return
    except Exception as failure:
        failures.append(failure)


def cycle(disk, oracle, source, name, figures):
    is_cut, failures = threading.Event(), []
    writers = [
        threading.Thread(
            target=write_until_cut,
            args=(oracle, source.random.random(), f"{name}.{writer}", is_cut, failures))
        for writer in range(WRITERS)
    ]
    for writer in writers:
        writer.start()
    try:
        is_cut.wait(source.random.uniform(0, 0.3))
    finally:
        oracle.is_power_off = True
        is_cut.set()
        disk.cut_power()
        for writer in writers:
            writer.join()
    if failures:
        raise failures[0]
    disk.restore_power()
    oracle.is_power_off = False
    there = set(oracle.journal.titles() or [])
    lost = [group for group in oracle.late if oracle.groups[group][0] not in there]
    figures.add(answered_during_the_cut=len(oracle.late), of_these_lost=len(lost))
    oracle.late.clear()
    if any(name.startswith("log/") and content.endswith(bytes(16)) for name, content in oracle.journal.files().items()):
        figures.add(ends_in_zeros=1)
    oracle.check()


def run(options, figures):
    source = Source(options.seed)
    kinds = ["ext4", "xfs"]
    with tempfile.TemporaryDirectory(prefix="checkin-power-cut-") as directory:
        while figures.cases < options.cycles:
            for kind in [kind for kind in kinds if figures.cases < options.cycles]:
                try:
                    with LoopDisk(kind, directory) as disk:
                        run_journal(disk, options, source, figures)
                except Skipped as reason:
                    print(f"Skipped: row 7 on {kind}: {reason}", flush=True)
                    kinds.remove(kind)
                    if not kinds:
                        raise
            if figures.cases % 100 < len(kinds) * CYCLES_PER_JOURNAL:
                figures.tell("so far")


def run_journal(disk, options, source, figures):
    """A journal is created, and the power is cut again and again."""
    first = figures.cases
    oracle = Oracle(Journal(options.binary, disk.path / f"journal-{first}"))
    while figures.cases < min(options.cycles, first + CYCLES_PER_JOURNAL):
        before = oracle.acknowledged_count
        cycle(disk, oracle, source, f"{figures.cases}", figures)
        figures.cases += 1
        figures.add(**{f"on_{disk.kind}": 1, "acknowledged": oracle.acknowledged_count - before})
    shutil.rmtree(oracle.journal.path, ignore_errors=True)


if __name__ == "__main__":
    enter_own_namespace()
    chosen = arguments(__doc__.splitlines()[0], cycles=50)
    sys.exit(main(7, chosen.seed, lambda figures: run(chosen, figures)))
