#!/usr/bin/env python3
"""A snapshot that was made to do harm is as good as none: every command answers, soon, and in little memory.

Each kind of snapshot is put in the place of the one of a small journal. Then commands read, verify and write.

Usage: crafted_snapshots.py PATH-OF-CHECKIN [--seconds N] [--megabytes N] [--seed N]
"""

import json
import multiprocessing
import os
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from support.journal import DONE, Journal, Wrong
from support.run import arguments, main

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Tools"))
from frozen_logs.log import compressed  # noqa: E402

VERIFY = "verify --json"
READING = ["list --json", "stats --json", "show 1 --json", VERIFY, "repair --no-input"]
WRITING = ["edit 1 --title Changed", "add run New", "undo", "rebuild"]
HUGE = 900_000_000
NUMBERS = "WITH RECURSIVE n(i) AS (SELECT -3 UNION ALL SELECT i + 1 FROM n)"
PART = "CREATE TABLE part (id INTEGER PRIMARY KEY, content BLOB NOT NULL)"
ITEM = "CREATE TABLE item (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, content BLOB NOT NULL)"
KINDS = {}
# A verification compares the parts. A row of another table isn't among them.
WITH_WHOLE_PARTS = ["huge item", "huge name of an item", "sparse file of a terabyte"]


def kind(body):
    KINDS[body.__name__.replace("_", " ")] = body
    return body


def new(path, *statements):
    """A database of these statements alone."""
    path.unlink()
    change(path, *statements)


def change(path, *statements):
    with sqlite3.connect(path) as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


@kind
def endless_view_in_place_of_a_table(path):
    new(path, ITEM, f"CREATE VIEW part AS {NUMBERS} SELECT i / 1000000000 - 1 AS id, x'00' AS content FROM n")


@kind
def endless_view_in_place_of_the_items(path):
    change(path, "DROP TABLE item", f"CREATE VIEW item AS {NUMBERS} SELECT i AS id, '' AS kind, '' AS name, '' AS content FROM n")


@kind
def huge_part(path):
    change(path, f"UPDATE part SET content = zeroblob({HUGE}) WHERE id = -1")


@kind
def huge_item(path):
    change(path, f"INSERT INTO item VALUES (1, 'thumbnail', 'x', zeroblob({HUGE}))")


@kind
def huge_name_of_an_item(path):
    change(path, f"INSERT INTO item VALUES (1, 'thumbnail', hex(zeroblob({HUGE // 4})), x'00')")


@kind
def computed_column(path):
    new(path, ITEM, f"CREATE TABLE part (id INTEGER PRIMARY KEY, content BLOB AS (zeroblob({HUGE})) NOT NULL)",
        "INSERT INTO part (id) VALUES (-3), (-2), (-1), (0)")


@kind
def trigger_that_fills_the_table(path):
    change(path, "CREATE TRIGGER filling AFTER INSERT ON part BEGIN INSERT INTO part "
                 f"{NUMBERS} SELECT i + 1000, zeroblob(1000) FROM n; END")


@kind
def virtual_table_in_place_of_a_table(path):
    new(path, ITEM, "CREATE VIRTUAL TABLE part USING fts5(id, content)", "INSERT INTO part VALUES (-1, 'x')")


@kind
def a_hundred_thousand_tables(path):
    # Created one by one, they would take minutes.
    change(path, "PRAGMA writable_schema = ON",
           "INSERT INTO sqlite_master SELECT 'table', 't' || i, 't' || i, "
           "(SELECT rootpage FROM sqlite_master WHERE name = 'part'), 'CREATE TABLE t' || i || ' (a, b, c, d)' "
           "FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000) SELECT i FROM n)")


@kind
def huge_text_in_the_schema(path):
    change(path, "PRAGMA writable_schema = ON",
           f"UPDATE sqlite_master SET sql = sql || hex(zeroblob({HUGE // 4})) WHERE name = 'part'")


@kind
def frames_that_decode_to_gigabytes(path):
    frame = compressed(bytes(4 << 20))
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE part SET content = ? WHERE id = -1", [frame * ((15 << 20) // len(frame))])
    connection.close()


@kind
def page_that_is_its_own_child(path):
    # An interior page of table part whose children are all that page itself.
    with sqlite3.connect(path) as connection:
        root = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'part'").fetchone()[0]
        size = connection.execute("PRAGMA page_size").fetchone()[0]
    connection.close()
    with open(path, "r+b") as file:
        file.seek((root - 1) * size)
        cell = struct.pack(">I", root) + b"\x00"
        file.write((struct.pack(">BHHHBIH", 5, 0, 1, size - len(cell), 0, root, size - len(cell))).ljust(size - len(cell), b"\0") + cell)


@kind
def write_ahead_log(path):
    change(path, "PRAGMA journal_mode = WAL")


@kind
def sparse_file_of_a_terabyte(path):
    os.truncate(path, 1 << 40)


def measured(journal, words):
    """Runs a command. Returns its answer, its megabytes at most, and its seconds."""
    begin = time.monotonic()
    process = subprocess.Popen(
        [journal.binary, *words.split()], env=journal.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return (process.returncode, output), usage.ru_maxrss / 1024, time.monotonic() - begin


def copy(source, target):
    """A copy that takes no room for zeros."""
    subprocess.run(["cp", "-a", "--sparse=always", source, target], check=True)


def run(options, figures):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        journal = Journal(options.binary, folder / "journal")
        for number in range(3):
            journal.run("add", "run", f"Title {number}")
        journal.run("rebuild")
        snapshot = journal.path / "snapshot.sqlite"
        snapshot.rename(folder / "whole.sqlite")
        # Without a snapshot, the log is replayed.
        expected, most, slowest = {}, 0, 0
        for words in READING:
            expected[words], usual, _ = measured(journal, words)
            most = max(most, usual)
        usual = most
        most = 0
        for kind, craft in KINDS.items():
            shutil.copy(folder / "whole.sqlite", snapshot)
            in_own_process(craft, snapshot)
            for words in READING + WRITING:
                what, used = f"{kind}, {words}", journal
                if words in WRITING:
                    used = Journal(options.binary, folder / "copy")
                    copy(journal.path, used.path)
                before = sorted(used.path.rglob("*"))
                answer, megabytes, seconds = measured(used, words)
                if words in WRITING:
                    if answer[0] != DONE:
                        raise Wrong(f"{what}: status {answer[0]}")
                    shutil.rmtree(used.path)
                elif words == VERIFY:
                    check_verification(kind, what, answer, expected[words])
                elif answer != expected[words]:
                    raise Wrong(f"{what}: another answer than without a snapshot: {answer}")
                elif sorted(used.path.rglob("*")) != before:
                    raise Wrong(f"{what}: reading left files behind")
                if megabytes - usual > options.megabytes:
                    raise Wrong(f"{what}: {megabytes:.0f} MB, and {usual:.0f} without a snapshot")
                if seconds > options.seconds:
                    raise Wrong(f"{what}: {seconds:.0f} s")
                most, slowest = max(most, megabytes - usual), max(slowest, seconds)
                figures.cases += 1
            snapshot.unlink()
        figures.add(kinds=len(KINDS), MB_more_at_most=round(most), seconds_at_most=round(slowest))


def in_own_process(craft, snapshot):
    """Crafts in another process, because the most memory of this one would count as that of the commands it starts."""
    child = multiprocessing.get_context("fork").Process(target=craft, args=(snapshot,))
    child.start()
    child.join()
    if child.exitcode:
        raise Wrong(f"{craft.__name__} failed")


def check_verification(kind, what, answer, expected):
    """The verification reports the snapshot once, and nothing else."""
    status, output = answer
    found, usual = json.loads(output), json.loads(expected[1])
    if status != DONE or found != usual | {"snapshot": "matches" if kind in WITH_WHOLE_PARTS else "invalid"}:
        raise Wrong(f"{what}: {answer}")


if __name__ == "__main__":
    chosen = arguments(__doc__.splitlines()[0], seconds=20, megabytes=64)
    sys.exit(main("2, crafted snapshots", chosen.seed, lambda figures: run(chosen, figures)))
