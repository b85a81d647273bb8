"""Durable appends in one process."""

import statistics

from .measure import figures, ratio
from .table import number, spread


def appends(table, programs, histories, scratch, options):
    rounds, each = (2, 20) if options.smoke else (options.rounds, 200)
    found = figures([programs.benchmark, "append", scratch, str(rounds), str(each)])
    series = found["seconds"]

    def quantile(name, share):
        """Of each round."""
        kept = []
        for start in range(0, len(series[name]), each):
            turn = sorted(series[name][start:start + each])
            kept.append(turn[min(len(turn) - 1, int(share * len(turn)))])
        return kept

    for name, share, most in (("p50", 0.5, 1.15), ("p99", 0.99, 1.3)):
        ours, bare, sqlite = (quantile(kind, share) for kind in ("journal", "bare", "sqlite"))
        table.add(f"durable append in a process, {name}", spread(ours, "µs"),
                  f"write and fdatasync of {found['bytes']} bytes: {spread(bare, 'µs')}", ratio(ours, bare), most=most)
        table.add("the same", spread(ours, "µs"), f"SQLite, WAL, synchronous=FULL: {spread(sqlite, 'µs')}",
                  ratio(sqlite, ours), least=1.3, suffix="× as fast")


def merge(table, programs, histories, scratch, options):
    journal = histories.copy(options.largest, scratch, "merged")
    rounds, each = (2, 20) if options.smoke else (options.rounds, 1000)
    found = figures([programs.benchmark, "merge", str(journal), scratch, str(rounds), str(each)])["seconds"]
    table.add(f"{number(each)} events of another device merged into {number(options.largest)}, a tenth of them ago",
              spread(found["merge"]), f"appending them: {spread(found['append'])}",
              ratio(found["merge"], found["append"]), most=3)
    table.add("the same, with copying them", spread([a + b for a, b in zip(found["merge"], found["copy"])]),
              f"folding all logs: {spread(found['whole'])}")


def concurrent(table, programs, histories, scratch, options):
    found = figures([programs.benchmark, "concurrent", scratch, "64", "3" if options.smoke else "50"])
    table.add("64 threads append at once, durable events in a second", number(statistics.median(found["concurrent"])),
              f"one at a time: {number(statistics.median(found['single']))}", ratio(found["concurrent"], found["single"]),
              least=10)
