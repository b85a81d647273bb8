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

    for name, share in (("half", 0.5), ("99 of 100", 0.99)):
        ours, bare, sqlite = (quantile(kind, share) for kind in ("journal", "bare", "sqlite"))
        times = ratio(ours, bare)
        table.add(f"durable append in a process: {name} take at most", spread(ours),
                  f"write and fdatasync of {found['bytes']} bytes: {spread(bare)}", times, "≤ 1.25×", times <= 1.25)
        times = ratio(sqlite, ours)
        table.add("the same", spread(ours), f"SQLite, WAL, synchronous=FULL: {spread(sqlite)}", f"{times:.3g}× as fast",
                  "> 1×", times > 1)


def concurrent(table, programs, histories, scratch, options):
    found = figures([programs.benchmark, "concurrent", scratch, "64", "3" if options.smoke else "50"])
    times = ratio(found["concurrent"], found["single"])
    table.add("64 threads append at once, durable events in a second", number(statistics.median(found["concurrent"])),
              f"one at a time: {number(statistics.median(found['single']))}", times, "≥ 10×", times >= 10)


