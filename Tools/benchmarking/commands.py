"""Whole runs of the command, which must not grow with the history."""

from .measure import figures, in_turn, ratio, seconds
from .table import count, spread

SMALL = 1_000


def stats(table, programs, histories, scratch, options):
    def command(events):
        return [programs.checkin, "--journal", str(histories.journal(events)), "stats", "--json"]

    runs = in_turn(3 * options.rounds, command(options.largest), command(SMALL), [programs.hello],
                   [programs.checkin, "--version"])
    large, small, hello, version = map(seconds, runs)
    table.add(f"`checkin stats --json`, {count(options.largest)} events", spread(large),
              f"{count(SMALL)} events: {spread(small)}", ratio(large, small), most=1.2)
    table.add("the same", spread(large), f"hello world in Swift: {spread(hello)}", ratio(large, hello), most=1.5)
    table.add("`checkin --version`, which reads no journal", spread(version), f"hello world in Swift: {spread(hello)}",
              ratio(version, hello))


def add(table, programs, histories, scratch, options):
    def command(name, events):
        journal = histories.copy(events, scratch, name)
        return [programs.checkin, "--journal", str(journal), "add", "run", "Morning", "run", "--calories", "320"]

    database = f"{scratch}/rows.sqlite"
    create = "CREATE TABLE IF NOT EXISTS event (sequence INTEGER PRIMARY KEY, message BLOB); PRAGMA synchronous = FULL; "
    insert = ["sqlite3", database, create + "INSERT INTO event (message) VALUES (randomblob(110))"]
    runs = in_turn(3 * options.rounds, command("large", options.largest), command("small", SMALL), insert)
    large, small, sqlite = map(seconds, runs)
    table.add(f"`checkin add`, {count(options.largest)} events", spread(large), f"{count(SMALL)} events: {spread(small)}",
              ratio(large, small), most=1.2)
    table.add("the same", spread(large), f"`sqlite3 db 'INSERT …'`, synchronous=FULL: {spread(sqlite)}",
              ratio(large, sqlite), most=2.5)


def edit(table, programs, histories, scratch, options):
    turns = 3 * options.rounds
    journal = histories.journal(options.largest)
    last = figures([programs.checkin, "--journal", str(journal), "list", "--json", "-n", "1"])[0]["number"]

    def command(name, numbers):
        copy = histories.copy(options.largest, scratch, name)
        numbers = [present(programs, journal, number) for number in numbers]
        return lambda turn: [programs.checkin, "--journal", str(copy), "edit", str(numbers[turn]), "--title",
                             f"Edited {turn}"]

    # Each time in another month of the first half of the history.
    old = command("old", [last // 2 // (turns + 1) * turn + 1 for turn in range(turns + 1)])
    newest = command("new", [last - turn for turn in range(turns + 1)])
    of_old, of_newest = map(seconds, in_turn(turns, old, newest))
    table.add(f"`checkin edit` of years ago, {count(options.largest)} events", spread(of_old),
              f"of the newest: {spread(of_newest)}", ratio(of_old, of_newest), most=1.5)


def present(programs, journal, number):
    """The check-in with this number, or the nearest one before or behind it that is not discarded."""
    step = 1 if number == 1 else -1
    while figures([programs.checkin, "--journal", str(journal), "show", str(number), "--json"])["discarded"]:
        number += step
    return number


def month(table, programs, histories, scratch, options):
    found = figures([programs.benchmark, "month", str(histories.journal(options.largest)), str(3 * options.rounds)])
    times = found["seconds"]
    table.add(f"a month of {found['checkIns']:,} check-ins: loaded, and its calendar built", spread(times), "",
              reach="< 10 ms", met=sorted(times)[len(times) // 2] < 0.01)
