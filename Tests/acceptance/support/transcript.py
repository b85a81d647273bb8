"""Transcripts of a user's commands, and what the answers must say.

A line with $ is typed, in a shell; what follows must be said, in this order, in the answer (>) or on standard error (!).
Whatever says an error ends with its exit status, in brackets. A line with @ sets the time: @ 2026-11-21 07:30.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path


def arguments(description):
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", type=lambda path: str(Path(path).resolve()), help="the path of checkin")
    parser.add_argument("--show", action="store_true", help="print what is said in full")
    return parser.parse_args()


class Step:
    """A line that is typed at a time, what must be said, and the exit status."""

    def __init__(self, typed, now):
        self.typed, self.now, self.expected, self.status = typed, now, [], 0


def steps_of(transcript, now):
    steps = []
    for line in transcript.strip().splitlines():
        mark, text = line[0], line[2:]
        if mark == "@":
            now = text
        elif mark == "$":
            steps.append(Step(text, now))
        else:
            if mark == "!" and text.endswith("]") and " [" in text:
                text, status = text.rsplit(" [", 1)
                steps[-1].status = int(status[:-1])
            steps[-1].expected.append((mark, text))
    return steps


def judge(step, done):
    problems = []
    if done.returncode != step.status:
        problems.append(f"ended with {done.returncode}, and not {step.status}")
    rest = {">": done.stdout, "!": done.stderr}
    for stream, text in step.expected:
        _, found, rest[stream] = rest[stream].partition(text)
        if not found:
            problems.append(f"does not say {stream} {text}")
    return [f"$ {step.typed}: {problem}" for problem in problems]


def run(transcript, arguments, now="2026-11-21 07:30", zone="+01:00", files=None, **variables):
    """Types a transcript in an empty home folder. Returns the number of its lines; exits with the problems."""
    problems = []
    steps = steps_of(transcript, now)
    with tempfile.TemporaryDirectory() as home:
        (Path(home) / "bin").mkdir()
        (Path(home) / "bin" / "checkin").symlink_to(arguments.binary)
        for name, content in (files or {}).items():
            (Path(home) / name).write_text(content, encoding="utf-8")
        environment = {
            "HOME": home, "PATH": f"{home}/bin:/usr/bin:/bin", "TZ": "Europe/Berlin",
            "LD_LIBRARY_PATH": os.environ.get("LD_LIBRARY_PATH", ""), **variables,
        }
        for step in steps:
            day, time = step.now.split()
            environment["CHECKIN_NOW"] = f"{day}T{time}:00{zone}"
            done = subprocess.run(
                ["bash", "-c", step.typed], cwd=home, env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                text=True)
            if arguments.show:
                print(f"$ {step.typed}\n{done.stdout}{done.stderr}[{done.returncode}]\n")
            problems += judge(step, done)
    if problems:
        sys.exit("\n".join(problems))
    return len(steps)
