"""Exports, and the import of a file of events: whole commands, against stock lz4 over the same log."""

import shlex
import subprocess
from pathlib import Path

from .measure import Command, in_turn, ratio, seconds
from .replay import STOCK, stock_lz4, whole_command
from .table import count, spread

# Each format and its goal.
FORMATS = {"csv": 8, "jsonl": 10, "events": 12, "ics": 15}
SQLITE_GOAL = 40
EVENTS_IMPORT_GOAL = 20


def export(table, programs, histories, scratch, options):
    journal = str(histories.journal(options.largest))
    words = [programs.checkin, "--journal", journal, "export"]
    for form, most in FORMATS.items():
        whole_command(table, histories, options, f"`checkin export --format {form}` to `/dev/null`",
                      [*words, "--format", form], most)

    database, table_of_rows = Path(scratch) / "all.sqlite", Path(scratch) / "rows.sqlite"
    piped = (f"{shlex.join(words)} --format csv "
             f"| sqlite3 {shlex.quote(str(table_of_rows))} '.import --csv /dev/stdin check_ins'")
    ours, pipe, lz4 = in_turn(
        options.rounds, Command([*words, str(database)], prepare=lambda: database.unlink(missing_ok=True)),
        Command(["sh", "-c", piped], prepare=lambda: table_of_rows.unlink(missing_ok=True)), stock_lz4(journal))
    table.add(f"`checkin export all.sqlite`, durable, {count(options.largest)} events", spread(seconds(ours)),
              f"{STOCK}: {spread(seconds(lz4))}", ratio(seconds(ours), seconds(lz4)), most=SQLITE_GOAL)
    table.add("the same", spread(seconds(ours)),
              f"`checkin export \\| sqlite3 rows.sqlite '.import --csv …'`, check-ins alone: {spread(seconds(pipe))}",
              ratio(seconds(pipe), seconds(ours)), least=1, suffix="× as fast")

    script = import_script(database, Path(scratch))
    ours, imported = in_turn(
        options.rounds, Command([*words, str(database)], prepare=lambda: database.unlink(missing_ok=True)),
        Command(["sqlite3", str(table_of_rows), f".read {script}"],
                prepare=lambda: table_of_rows.unlink(missing_ok=True)))
    table.add("the same", spread(seconds(ours)),
              f"`sqlite3 .import` of the same tables from CSV files, and the same indexes: {spread(seconds(imported))}",
              ratio(seconds(imported), seconds(ours)), least=1, suffix="× as fast")


def import_script(database, folder):
    """Writes the rows of a database as CSV files, and a script for the sqlite3 shell that makes it of them again."""
    def asked(*words):
        return subprocess.check_output(["sqlite3", str(database), *words], text=True)

    def statements(kind):
        # A statement may end with a comment.
        return asked(f"SELECT sql || char(10) || ';' FROM sqlite_schema WHERE type = '{kind}' AND sql IS NOT NULL")

    script = ["PRAGMA journal_mode = OFF;", "PRAGMA synchronous = OFF;", "PRAGMA ignore_check_constraints = ON;",
              statements("table")]
    for name in asked("SELECT name FROM sqlite_schema WHERE type = 'table'").split():
        rows = folder / f"{name}.csv"
        with open(rows, "wb") as target:
            subprocess.check_call(["sqlite3", "-csv", str(database), f"SELECT * FROM {name}"], stdout=target)
        script.append(f".import --csv {rows} {name}")
    path = folder / "import.sql"
    path.write_text("\n".join([*script, statements("index")]))
    return path


def events_import(table, programs, histories, scratch, options):
    journal, file = str(histories.journal(options.largest)), f"{scratch}/all.jsonl"
    with open(file, "wb") as target:
        subprocess.check_call([programs.checkin, "--journal", journal, "export", "--format", "events"], stdout=target)

    def ours(turn):
        return [programs.checkin, "--journal", f"{scratch}/journal-{turn}", "import", file]

    imports, lz4 = in_turn(min(options.rounds, 5), ours, stock_lz4(journal))
    peak = max(single.peak_bytes for single in imports) / 1e6
    table.add(f"import of events, {count(options.largest)}, validated and durable",
              f"{spread(seconds(imports))}, {peak:.0f} MB", f"{STOCK}: {spread(seconds(lz4))}",
              ratio(seconds(imports), seconds(lz4)), most=EVENTS_IMPORT_GOAL)
