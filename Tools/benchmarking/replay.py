"""Rebuilding the projections from the log."""

import shlex
import statistics

from .measure import figures, in_turn, processor_seconds, ratio, run, seconds
from .table import count, number, spread


def rebuild(table, programs, histories, scratch, options):
    sizes = sorted({min(1_000_000, options.largest), options.largest})
    rates = {}
    for events in sizes:
        journal, tables = histories.journal(events), histories.tables(events)
        replay = [programs.benchmark, "replay", "log", str(journal)]
        stock = ["sh", "-c", f"cat {shlex.quote(str(journal))}/log/*.lz4 | lz4 -dc"]
        runs = in_turn(options.rounds, replay, stock)
        ours, lz4 = map(seconds, runs)
        rates[events] = [events / value for value in ours]
        table.add(f"full rebuild from the log in memory, {count(events)} events", spread(ours),
                  f"`cat log/*.lz4 \\| lz4 -dc`: {spread(lz4)}", ratio(ours, lz4), most=2)
        work, stock_work = map(processor_seconds, runs)
        table.add("the same, processor time of all threads", spread(work), f"the same: {spread(stock_work)}",
                  ratio(work, stock_work))
        for name, title in (("sqlite", "SQLite"), ("lmdb", "LMDB")):
            other = [programs.benchmark, "replay", name, str(tables / f"events.{name}")]
            ours, others = map(seconds, in_turn(options.rounds, replay, other))
            table.add(f"the same, {count(events)} events", spread(ours), f"the same fold over {title}: {spread(others)}",
                      ratio(others, ours), least=5, suffix="× as fast")
            if name == "sqlite":
                fold = [figures([programs.benchmark, "fold", other[-1]])["seconds"] for _ in others]
                table.add("the fold alone, of events that lie in memory", spread(fold),
                          f"the same fold over {title}, as above: {spread(others)}", ratio(fold, others))

    largest, smaller = sizes[-1], sizes[0]
    if largest != smaller:
        table.add(f"events rebuilt in a second, of {count(largest)}", number(statistics.median(rates[largest])),
                  f"of {count(smaller)}: {number(statistics.median(rates[smaller]))}",
                  ratio(rates[largest], rates[smaller]), least=0.9)
    written = histories.copy(largest, scratch, "journal")
    stock = ["sh", "-c", f"cat {shlex.quote(str(written))}/log/*.lz4 | lz4 -dc"]
    rebuilds, lz4 = in_turn(min(options.rounds, 3), [programs.checkin, "--journal", str(written), "rebuild"], stock)
    table.add(f"`checkin rebuild`, which writes the snapshot, {count(largest)} events", spread(seconds(rebuilds)),
              f"`lz4 -dc`: {spread(seconds(lz4))}", ratio(seconds(rebuilds), seconds(lz4)))
    peak = max(single.peak_bytes for single in rebuilds) / 1e6
    table.add(f"peak memory of `checkin rebuild`, {count(largest)} events", f"{number(peak)} MB", "", reach="< 1 GB",
              met=peak < 1000)
    peak = run([programs.checkin, "--journal", str(histories.journal(largest)), "stats"]).peak_bytes / 1e6
    table.add(f"peak memory of `checkin stats`, {count(largest)} events", f"{number(peak)} MB", "", reach="< 40 MB",
              met=peak < 40)
