"""Bytes on disk."""

import subprocess
from pathlib import Path

from .table import count


def disk(table, programs, histories, scratch, options):
    journal = histories.copy(options.largest, scratch, "journal")
    subprocess.check_call([programs.checkin, "--journal", str(journal), "--quiet", "compact", "--all"],
                          stdout=subprocess.DEVNULL)
    segments = sorted((journal / "log").glob("*.lz4"))
    log = sum(path.stat().st_size for path in segments) / options.largest
    sqlite = Path(histories.tables(options.largest) / "events.sqlite").stat().st_size / options.largest
    # Packed as one stream of the raw records.
    packed = int(subprocess.check_output(
        ["sh", "-c", "cat \"$@\" | lz4 -dc | lz4 -9 -c | wc -c", "sh", *map(str, segments)])) / options.largest
    raw = int(subprocess.check_output(
        ["sh", "-c", "cat \"$@\" | lz4 -dc | wc -c", "sh", *map(str, segments)])) / options.largest
    name = f"bytes on disk for each event after compaction, {count(options.largest)} events"
    table.add(name, f"{log:.1f}", f"SQLite: {sqlite:.1f}", log / sqlite, most=1 / 3)
    table.add("the same", f"{log:.1f}", f"`lz4 -9` of the raw records ({raw:.1f}): {packed:.1f}", log / packed, most=1.05)
