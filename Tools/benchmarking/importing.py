"""Importing CSV."""

from .measure import in_turn, ratio, seconds
from .table import count, spread

TABLE = ("CREATE TABLE check_in (at TEXT, type TEXT, title TEXT, calories INTEGER, location TEXT, notes TEXT, "
         "id TEXT PRIMARY KEY); CREATE INDEX check_in_at ON check_in (at)")
# What searching its words takes: the import of a long journal makes an index of them, too.
WORDS = "CREATE VIRTUAL TABLE words USING fts5(title, location, notes, content='check_in', content_rowid='rowid')"


def csv_import(table, programs, histories, scratch, options):
    rows = min(options.largest, 1_000_000)
    source = histories.csv(rows)

    def ours(turn):
        return [programs.checkin, "--journal", f"{scratch}/journal-{turn}", "import", str(source)]

    def sqlite(turn):
        return ["sqlite3", f"{scratch}/rows-{turn}.sqlite", "PRAGMA synchronous = FULL", TABLE, ".mode csv",
                f".import --skip 1 {source} check_in", WORDS,
                "INSERT INTO words (words) VALUES ('rebuild')"]

    imports, inserts = in_turn(min(options.rounds, 5), ours, sqlite)
    peak = max(single.peak_bytes for single in imports) / 1e6
    table.add(f"import of CSV, {count(rows)} rows, validated, durable, its words indexed",
              f"{spread(seconds(imports))}, {peak:.0f} MB",
              f"`sqlite3 .import` into a table with two indexes, and FTS5: {spread(seconds(inserts))}",
              ratio(seconds(inserts), seconds(imports)), least=1, suffix="× as fast")
