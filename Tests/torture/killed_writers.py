#!/usr/bin/env python3
"""kill -9 of writing processes loses nothing that was acknowledged.

Two processes write and are killed at a random moment: before, during or after the commit.

Usage: killed_writers.py PATH-OF-CHECKIN [--kills N] [--seed N]
"""

import sys
import tempfile
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "acceptance"))

from support.journal import Journal, Oracle, Source  # noqa: E402
from support.run import arguments, main  # noqa: E402

WRITERS = 2
KILLS_PER_JOURNAL = 20


def killing(journal, delay, figures, lock):
    """Runs a command, kills it after the delay, and counts whether that was in time."""
    def run(*values, text=""):
        answer = journal.run_killed(delay, *values, text=text)
        with lock:
            figures.add(**{"killed" if answer.status == -9 else "faster": 1})
        return answer
    return run


def run(options, figures):
    source = Source(options.seed)
    lock = threading.Lock()
    longest = 0.02
    while figures.cases < options.kills:
        with tempfile.TemporaryDirectory(prefix="checkin-kill-") as directory:
            oracle = Oracle(Journal(options.binary, Path(directory) / "journal"))
            for number in range(min(KILLS_PER_JOURNAL, options.kills - figures.cases)):
                longest = one_round(oracle, source, number, longest, figures, lock)
                oracle.check()
                figures.cases += 1


def one_round(oracle, source, number, longest, figures, lock):
    """Kills at a moment that is as often too early as too late; returns how long to wait at most from now on."""
    failures = []
    before = figures.details.get("faster", 0)

    def write(titles, notes, delay):
        try:
            oracle.attempt(*titles, notes=notes, run=killing(oracle.journal, delay, figures, lock))
        except Exception as failure:
            failures.append(failure)

    writers = [
        threading.Thread(
            target=write,
            args=(source.group(f"k{number}.{writer}"), source.notes(), source.random.uniform(0, longest)))
        for writer in range(WRITERS)
    ]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    if failures:
        raise failures[0]
    return longest * (0.9 if figures.details.get("faster", 0) > before else 1.1)


if __name__ == "__main__":
    chosen = arguments(__doc__.splitlines()[0], kills=100)
    sys.exit(main(8, chosen.seed, lambda figures: run(chosen, figures)))
