#!/usr/bin/env python3
"""An open session survives kill -9: every set that was acknowledged is in it.

Each command that logs sets, or finishes the session with a check-in, is killed at a random moment.

Usage: killed_workouts.py PATH-OF-CHECKIN [--kills N] [--seed N]
"""

import random
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "acceptance"))

from support.journal import DONE, NOT_FOUND, Journal, Wrong  # noqa: E402
from support.run import arguments, main  # noqa: E402

SETS_OF_A_SESSION = 12


class Workout:
    """What was attempted and what was acknowledged of one journal, and whether the journal has it."""

    def __init__(self, journal, chance, figures):
        self.journal = journal
        self.chance = chance
        self.figures = figures
        self.attempted = []
        self.acknowledged = set()
        self.longest = 0.02

    def killed(self, *values):
        """Runs a command, kills it at a moment that is as often too early as too late, and returns what it answered."""
        answer = self.journal.run_killed(self.chance.uniform(0, self.longest), *values)
        was_killed = answer.status == -9
        self.longest *= 1.1 if was_killed else 0.9
        self.figures.add(**{"killed" if was_killed else "faster": 1})
        return answer

    def log(self):
        """Two sets, distinguished from all others by their weight; both are there, or neither."""
        pair = tuple(len(self.attempted) * 2 + place + 1 for place in (0, 1))
        self.attempted.append(pair)
        answer = self.killed("log", "bench press", *(f"{weight}x5" for weight in pair), "--json")
        if answer.status == DONE and answer.is_whole:
            self.acknowledged.add(pair)
            self.figures.add(acknowledged=1)

    def finish(self):
        self.killed("session", "finish", "--check-in", "Workout")

    def asked(self, *values):
        """What a question answers, or None where there is nothing yet."""
        answer = self.journal.run(*values, "--json")
        if answer.status == NOT_FOUND:
            return None
        if answer.status != DONE:
            raise Wrong(f"{values} exits with {answer.status}: {answer.errors}")
        return answer.json()

    def check(self):
        sessions = self.asked("sessions") or []
        if opened := self.asked("session"):
            sessions.append(opened)
        linked = sorted(one["number"] for one in sessions if one["state"] == "completed")
        weights = [int(one["weight"]["value"]) for session in sessions for one in session["sets"]]
        present = {pair for pair in self.attempted if pair[0] in weights or pair[1] in weights}
        if sorted(weights) != sorted(weight for pair in present for weight in pair):
            raise Wrong(f"a command is there in part, or twice: {sorted(weights)}")
        if lost := self.acknowledged - present:
            raise Wrong(f"lost, although acknowledged: {sorted(lost)}")
        check_ins = self.journal.titles() or []
        if len(check_ins) != len(linked) or any(one["checkIn"] is None for one in sessions if one["number"] in linked):
            raise Wrong("a session is completed without its check-in, or the check-in is there without it")
        self.asked("verify")


def run(options, figures):
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory(prefix="checkin-workout-") as directory:
        workout = Workout(Journal(options.binary, Path(directory) / "journal"), chance, figures)
        for number in range(options.kills):
            if number % SETS_OF_A_SESSION == SETS_OF_A_SESSION - 1:
                workout.finish()
            else:
                workout.log()
            workout.check()
            figures.cases += 1


if __name__ == "__main__":
    chosen = arguments(__doc__.splitlines()[0], kills=60)
    sys.exit(main(8, chosen.seed, lambda figures: run(chosen, figures)))
