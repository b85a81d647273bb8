"""Whole runs of the command, which must not grow with the history."""

from .measure import figures, in_turn, ratio, seconds
from .replay import replay
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


def by_number(table, programs, histories, scratch, options):
    """Commands that need few events, wherever those are."""
    def command(events, words):
        return [programs.checkin, "--journal", str(journals[events]), *words]

    journals = {events: histories.copy(events, scratch, f"journal-{events}") for events in (options.largest, SMALL)}

    def past(events):
        return ["show", "17", "--as-of", str(events // 2)]

    for title, words in (
            ("`checkin history 17`", lambda _: ["history", "17"]),
            ("`checkin audit -n 10`", lambda _: ["audit", "-n", "10"]),
            ("`checkin show 17 --as-of` half-way", past)):
        runs = in_turn(options.rounds, command(options.largest, words(options.largest)), command(SMALL, words(SMALL)),
                       command(options.largest, ["show", "17"]))
        flat_rows(table, title, *map(seconds, runs), options)
    for events in journals:
        # What a generated history ends with may concern a photo, which was never taken.
        figures(command(events, ["add", "run", "Morning run", "--json"]))
    large, small, redo_large, redo_small, show = map(seconds, in_turn(
        options.rounds, command(options.largest, ["undo"]), command(SMALL, ["undo"]),
        command(options.largest, ["redo"]), command(SMALL, ["redo"]), command(options.largest, ["show", "17"])))
    flat_rows(table, "`checkin undo`", large, small, show, options)
    flat_rows(table, "`checkin redo`", redo_large, redo_small, show, options)


def search(table, programs, histories, scratch, options):
    """Searches by an index that is there: the first search of a journal makes it."""
    def command(events, *words):
        return [programs.checkin, "--journal", str(journals[events]), "search", *words, "-n", "10"]

    journals = {events: histories.copy(events, scratch, f"journal-{events}") for events in (options.largest, SMALL)}
    for events, journal in journals.items():
        figures([programs.checkin, "--journal", str(journal), "add", "run", "Needle", "--at", "2026-10-01", "--json"])
        figures([*command(events, "needle"), "--json"])
    for words in (["needle"], ["lake"], ["morning", "rain"], ["r"]):
        large, small = map(seconds, in_turn(options.rounds, command(options.largest, *words), command(SMALL, *words)))
        title = f"`checkin search {' '.join(words)} -n 10`, {count(options.largest)} events"
        table.add(title, spread(large), f"{count(SMALL)} events: {spread(small)}", ratio(large, small))
        table.add("the same", spread(large), "", reach="< 30 ms", met=sorted(large)[len(large) // 2] < 0.03)


def flat_rows(table, title, large, small, show, options):
    table.add(f"{title}, {count(options.largest)} events", spread(large), f"{count(SMALL)} events: {spread(small)}",
              ratio(large, small), most=1.5)
    table.add("the same", spread(large), f"`checkin show 17`: {spread(show)}", ratio(large, show), most=2)


def past_month(table, programs, histories, scratch, options):
    half = options.largest // 2
    ours = [programs.checkin, "--journal", str(histories.journal(options.largest)), "month", "--as-of", str(half)]
    runs, folds = in_turn(options.rounds, ours, replay(programs, histories.journal(half), 2))
    table.add(f"`checkin month --as-of` half-way, {count(options.largest)} events", spread(seconds(runs)),
              f"fold of {count(half)} events in memory: {spread(seconds(folds))}", ratio(seconds(runs), seconds(folds)),
              most=1)


def baseline(table, programs, histories, scratch, options):
    """Each program has a journal of its own, with a snapshot that it wrote itself."""
    journals = {}
    for name, program in (("new", programs.checkin), ("baseline", options.baseline)):
        journals[program, name] = histories.copy(options.largest, scratch, name)
        figures([program, "--journal", str(journals[program, name]), "rebuild", "--json"])
    number = present(programs, histories.journal(options.largest), options.largest // 4)
    for words in (["stats"], ["month"], ["add", "run", "Morning", "run"], ["edit", str(number), "--title"]):
        def commands(program, name):
            line = [program, "--journal", str(journals[program, name]), *words]
            return (lambda turn: [*line, f"Edited {turn}"]) if words[0] == "edit" else line

        new, old = map(seconds, in_turn(3 * options.rounds, *(commands(*key) for key in journals)))
        table.add(f"`checkin {words[0]}`, {count(options.largest)} events", spread(new),
                  f"that of the program named by --baseline: {spread(old)}", ratio(new, old), most=1.05)
