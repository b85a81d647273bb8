#!/usr/bin/env python3
"""System calls that fail at random, under libfiu, lose nothing and crash nothing.

Every command runs with some calls of the C library failing. The seed decides which may fail, how often and with which
error; libfiu decides when, so that a seed repeats the commands and not the faults.

Usage: random_faults.py PATH-OF-CHECKIN [--commands N] [--seed N]
"""

import errno
import shutil
import sys
import tempfile
from pathlib import Path

from support.journal import BUSY, DAMAGED, DONE, INPUT_OUTPUT, NOT_FOUND, Answer, Journal, Oracle, Source, Wrong
from support.run import Skipped, arguments, main

COMMANDS_PER_JOURNAL = 10
# What a check without faults follows.
COMMANDS_PER_CHECK = 5
INTERNAL_FAULT = 70
WRITING_COMMANDS = ["add", "import"]

# Not opening and closing, which the runtime does for itself, too; SystemFaultTests has them.
POINTS = [
    "posix/io/rw/*", "posix/io/rw/pread", "posix/io/rw/pwrite", "posix/io/rw/pwrite/reduce", "posix/io/rw/ftruncate",
    "posix/io/sync/*", "posix/io/dir/*", "posix/io/dir/rename",
]
# 0 leaves the choice to libfiu, which picks one that the call documents.
ERRORS = [errno.EIO, errno.EIO, errno.ENOSPC, errno.EDQUOT, errno.EINTR, 0]


class Faults:
    """The command under faults that are drawn for each run."""

    def __init__(self, journal, source, figures):
        self.journal = journal
        self.random = source.random
        self.figures = figures

    def run(self, *values, text=""):
        number = self.random.choice(ERRORS)
        options = []
        for point in self.random.sample(POINTS, self.random.randrange(1, 3)):
            probability = self.random.choice([0.01, 0.03, 0.1, 0.3])
            options += ["-c", f"enable_random name={point},failinfo={number},probability={probability}"]
        faulty = Journal("fiu-run", self.journal.path)
        # An empty path: no named pipes for remote control.
        answer = faulty.run("-x", "-f", "", *options, self.journal.binary, *values, text=text)
        return self.judged(answer, values, options, number)

    def judged(self, answer, values, options, number):
        told = f"{values} under {' '.join(options[1::2])} ends in {answer.status}: {answer.output}{answer.errors}"
        if answer.status == DONE:
            # What is saved has succeeded, even where nobody can be told; the oracle looks whether it is there.
            is_unheard = values[0] in WRITING_COMMANDS and "posix/io/rw/*" in told
            if not answer.is_whole and not is_unheard:
                raise Wrong(f"success without its answer: {told}")
            self.figures.add(done=1, unheard=int(not answer.is_whole))
            return answer
        # A file that cannot be opened because "it is not there" looks like damage, and libfiu says so of files that are.
        lies = number == 0 and answer.status in (DAMAGED, INTERNAL_FAULT)
        if not lies and answer.status not in (INPUT_OUTPUT, NOT_FOUND, BUSY):
            raise Wrong(told)
        self.figures.add(failed=1)
        return Answer(INPUT_OUTPUT, answer.output, answer.errors) if lies else answer


def read(oracle, faults):
    """A reader says what is there or that it cannot read, and changes nothing."""
    before = oracle.journal.files()
    answer = faults.run("list", "--json")
    if answer.status == DONE:
        titles = [row["title"] for row in sorted(answer.json(), key=lambda row: row["number"])]
        if titles != (oracle.journal.titles() or []):
            raise Wrong("a reader is told success and sees something else")
    answer = faults.run("verify", "--json")
    if oracle.journal.files() != before:
        raise Wrong("reading changed the directory")


def run(options, figures):
    if not shutil.which("fiu-run"):
        raise Skipped("fiu-run is missing")
    source = Source(options.seed)
    while figures.cases < options.commands:
        with tempfile.TemporaryDirectory(prefix="checkin-faults-") as directory:
            oracle = Oracle(Journal(options.binary, Path(directory) / "journal"))
            faults = Faults(oracle.journal, source, figures)
            for number in range(COMMANDS_PER_JOURNAL):
                oracle.attempt(*source.group(f"f{number}"), notes=source.notes(), run=faults.run)
                figures.cases += 1
                if number % COMMANDS_PER_CHECK == COMMANDS_PER_CHECK - 1:
                    oracle.check()
                    read(oracle, faults)
            figures.add(acknowledged=oracle.acknowledged_count, journals=1)


if __name__ == "__main__":
    chosen = arguments(__doc__.splitlines()[0], commands=100)
    sys.exit(main("6, random failures", chosen.seed, lambda figures: run(chosen, figures)))
