"""A journal under the real command, and the oracle that knows what may be in it."""

import json
import os
import random
import subprocess
import threading
import time
from dataclasses import dataclass
from pathlib import Path

DONE, DAMAGED, NOT_FOUND, INPUT_OUTPUT, BUSY = 0, 65, 66, 74, 75
NOW = "2026-11-20T12:00:00Z"


class Wrong(Exception):
    """Something that may not be."""


@dataclass
class Answer:
    status: int
    output: str
    errors: str

    def json(self):
        return json.loads(self.output)

    @property
    def is_whole(self):
        """Whether the output is the JSON that was asked for."""
        try:
            self.json()
        except ValueError:
            return False
        return True


class Journal:
    """The command, with one journal. Several threads may use it at once."""

    def __init__(self, binary, path):
        self.binary = binary
        self.path = Path(path)
        self.environment = {
            name: value for name, value in os.environ.items()
            if not name.startswith(("LC_", "CHECKIN_")) and name not in ("LANG", "LANGUAGE", "TZ")
        } | {"CHECKIN_NOW": NOW, "CHECKIN_JOURNAL": str(path), "TZ": "UTC", "SWIFT_BACKTRACE": "enable=no"}

    def start(self, *arguments):
        return subprocess.Popen(
            [self.binary, *arguments], env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, encoding="utf-8")

    def run_killed(self, delay, *arguments, text=""):
        """Runs a command and kills it after the delay; one that was faster has its own answer, without status -9."""
        process = self.start(*arguments)
        answer = []
        reader = threading.Thread(target=lambda: answer.extend(process.communicate(text)))
        reader.start()
        time.sleep(delay)
        process.kill()
        reader.join()
        return Answer(process.returncode, *answer)

    def run(self, *arguments, text=""):
        process = self.start(*arguments)
        try:
            output, errors = process.communicate(text, timeout=120)
        except BaseException:
            process.kill()
            process.wait()
            raise
        return Answer(process.returncode, output, errors)

    def titles(self):
        """The titles by number, or None where there is no journal."""
        answer = self.run("list", "--json")
        if answer.status == NOT_FOUND:
            return None
        if answer.status != DONE:
            raise Wrong(f"list exits with {answer.status}: {answer.errors}")
        rows = sorted(answer.json(), key=lambda row: row["number"])
        if [row["number"] for row in rows] != list(range(1, len(rows) + 1)):
            raise Wrong("the numbers have a gap or a duplicate")
        return [row["title"] for row in rows]

    def verified_events(self):
        """The events that the verification counts, or None where there is no journal."""
        answer = self.run("verify", "--json")
        if answer.status == NOT_FOUND:
            return None
        # After a power cut HEAD can be older than the log. The next command that writes brings it up to the log.
        is_unknown = answer.status == DAMAGED and all(
            "may be older than the log" in problem for problem in answer.json()["problems"])
        if answer.status != DONE and not is_unknown:
            raise Wrong(f"verify exits with {answer.status}: {answer.output}{answer.errors}")
        return answer.json()["events"]

    def files(self):
        """Every file by its name, with its bytes."""
        return {
            str(file.relative_to(self.path)): file.read_bytes() for file in self.path.rglob("*") if file.is_file()
        }

    def log_files(self):
        """The files that hold what was acknowledged."""
        return {name: content for name, content in self.files().items() if name == "HEAD" or name.startswith("log/")}


class Oracle:
    """Knows what was attempted, what was acknowledged and what was refused, and judges what is left.

    Titles are written in groups: one command each, which is there as a whole or not at all.
    """

    def __init__(self, journal):
        self.journal = journal
        self.groups = []
        self.acknowledged = set()
        self.refused = set()
        self.numbers = {}
        self.seen = []
        self.is_power_off = False
        self.late = set()
        self.lock = threading.Lock()

    @property
    def acknowledged_count(self):
        return sum(len(self.groups[group]) for group in self.acknowledged)

    def attempt(self, *titles, notes="", run=None):
        """Adds one check-in, or imports several, and notes what was answered. Returns the answer."""
        with self.lock:
            group = len(self.groups)
            self.groups.append(titles)
        run = run or self.journal.run
        if len(titles) == 1:
            answer = run("add", "run", titles[0], "--notes", notes, "--json")
        else:
            rows = [
                json.dumps({"at": NOW, "type": "Run", "title": title, "notes": notes}) for title in titles
            ]
            answer = run("import", "-", "--format", "jsonl", "--json", text="\n".join(rows) + "\n")
        with self.lock:
            self.note(group, answer)
        return answer

    def note(self, group, answer):
        is_saved = answer.status == DONE or "The change was saved" in answer.errors
        if is_saved and self.is_power_off:
            # Nobody hears an answer after a power cut. The shutdown of a file system only imitates one: a sync that it
            # overtakes can report success and leave nothing on the disk.
            self.late.add(group)
        elif answer.status == DONE:
            self.acknowledged.add(group)
            if len(self.groups[group]) == 1 and answer.is_whole:
                self.numbers[self.groups[group][0]] = answer.json()["number"]
        elif is_saved:
            self.acknowledged.add(group)
        elif answer.status == BUSY or "Nothing was saved" in answer.errors:
            self.refused.add(group)
        elif answer.status not in (NOT_FOUND, INPUT_OUTPUT, -9):
            # DAMAGED is no legal answer: nothing that these tests do damages what was acknowledged.
            raise Wrong(f"the command exits with {answer.status}: {answer.output}{answer.errors}")

    def judge(self, titles):
        """Acknowledged ⊆ recovered ⊆ attempted, whole groups, and in the order that was seen before."""
        titles = titles or []
        if len(set(titles)) != len(titles):
            raise Wrong("a check-in is there twice")
        if titles[:len(self.seen)] != self.seen:
            raise Wrong("what was there before is gone or has another number")
        place = {title: index for index, title in enumerate(titles)}
        count = 0
        for group, wanted in enumerate(self.groups):
            there = [place[title] for title in wanted if title in place]
            count += len(there)
            if there and there != list(range(there[0], there[0] + len(wanted))):
                raise Wrong(f"only part of {wanted} is there, or in another order")
            if group in self.acknowledged and not there:
                raise Wrong(f"lost, although acknowledged: {wanted}")
            if group in self.refused and there:
                raise Wrong(f"there, although refused: {wanted}")
        if count != len(titles):
            raise Wrong("something is there that was never attempted")
        for title, number in self.numbers.items():
            if titles[number - 1] != title:
                raise Wrong(f"{title} has another number than was answered")

    def check(self):
        """Reads, verifies, writes again, and opens once more. Raises Wrong where anything is."""
        before = self.journal.files()
        titles = self.journal.titles()
        self.judge(titles)
        events = self.journal.verified_events()
        if events != (None if titles is None else len(titles)):
            raise Wrong(f"the verification counts {events} events, but {len(titles or [])} were read")
        if self.journal.files() != before:
            raise Wrong("reading changed the directory")
        self.seen = titles or []

        probe = f"Probe {len(self.groups)}"
        answer = self.attempt(probe)
        if answer.status != DONE:
            raise Wrong(f"nothing can be added: {answer.status}, {answer.errors}")
        settled = self.journal.log_files()
        # Opens for writing, and has nothing to write.
        if self.journal.run("import", "-", "--format", "csv", text="at,type,title\n").status != DONE:
            raise Wrong("a second opening fails")
        if self.journal.log_files() != settled:
            raise Wrong("a second opening changed the log")
        titles = self.journal.titles()
        self.judge(titles)
        if titles != self.seen + [probe]:
            raise Wrong("the next check-in does not follow")
        if self.journal.verified_events() != len(titles):
            raise Wrong("the verification counts otherwise after the next check-in")
        self.seen = titles


class Source:
    """What writers write: titles of which none is twice, alone or in groups of three."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def notes(self):
        return self.random.randbytes(self.random.randrange(600) // 2).hex()

    def group(self, name):
        return (name,) if self.random.random() < 0.7 else tuple(f"{name}.{part}" for part in "abc")
