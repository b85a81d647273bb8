"""Memory that a process takes at most."""

from .measure import figures, run
from .table import count, number


def memory(table, programs, histories, scratch, options):
    def row(title, peak, most):
        table.add(f"peak memory of {title}, {count(options.largest)} events", f"{number(peak)} MB", "",
                  reach=f"≤ {most} MB", met=peak <= most)

    journal = str(histories.copy(options.largest, scratch, "journal"))
    row("`checkin rebuild`", run([programs.checkin, "--journal", journal, "rebuild"]).peak_bytes / 1e6, 700)
    row("`checkin stats`", run([programs.checkin, "--journal", journal, "stats"]).peak_bytes / 1e6, 25)
    found = figures([programs.benchmark, "hold", journal])
    peak, alive = found["peak"] / 1e6, found["alive"] / 1e6
    table.add(f"peak memory of a process that folds and lives on, as a server, {count(options.largest)} events",
              f"{number(peak)} MB", f"what is alive then: {number(alive)} MB", peak / alive, most=2)
