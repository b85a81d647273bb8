"""How these scripts are started, print their figures and end."""

import argparse
import os
import signal
import sys
import time
from pathlib import Path

from support.journal import Wrong

DEFAULT_SEED = 20261121


class Skipped(Exception):
    """This machine does not allow what the script needs."""


def arguments(description, **numbers):
    """The command line: the binary, --seed, and an option for every number, with its default."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("binary", help="the path of checkin", type=lambda path: str(Path(path).resolve()))
    parser.add_argument("--seed", type=int, default=int(os.environ.get("CHECKIN_SEED", DEFAULT_SEED)))
    for name, default in numbers.items():
        parser.add_argument(f"--{name}", type=int, default=default)
    return parser.parse_args()


def stopped(_signal, _frame):
    raise KeyboardInterrupt


def main(row, seed, body):
    """Calls the body with a Figures object, and prints what came of it whatever happens."""
    signal.signal(signal.SIGTERM, stopped)
    figures = Figures(row, seed)
    try:
        body(figures)
        figures.tell("ok")
    except Skipped as reason:
        print(f"Skipped: row {row}: {reason}", flush=True)
    except Wrong as reason:
        figures.tell("FAILED")
        sys.exit(f"Row {row}, seed {seed}, case {figures.cases + 1}: {reason}")
    except KeyboardInterrupt:
        figures.tell("stopped")
        sys.exit(130)


class Figures:
    """What is printed at the end: row, seed, cases, seconds, outcome."""

    def __init__(self, row, seed):
        self.row = row
        self.seed = seed
        self.cases = 0
        self.details = {}
        self.begin = time.monotonic()

    def add(self, **counts):
        for name, count in counts.items():
            self.details[name] = self.details.get(name, 0) + count

    def tell(self, outcome):
        seconds = time.monotonic() - self.begin
        details = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in self.details.items())
        print(
            f"Row {self.row}, seed {self.seed}: {self.cases} cases, {seconds:.0f} s, {outcome}"
            + (f" ({details})" if details else ""), flush=True)
