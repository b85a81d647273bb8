"""Reading the whole log: in memory, and in whole commands. All against stock lz4 over the same log."""

import shlex
import shutil
import statistics

from .measure import Command, figures, in_turn, processor_seconds, ratio, seconds
from .table import count, spread

STOCK = "`cat log/*.lz4 \\| lz4 -dc`"


def stock_lz4(journal):
    return ["sh", "-c", f"cat {shlex.quote(str(journal))}/log/*.lz4 | lz4 -dc"]


def replay(programs, journal, threads):
    return Command([programs.benchmark, "replay", "log", str(journal), str(threads)], processors=threads)


def fold(table, programs, histories, scratch, options):
    journal = histories.journal(options.largest)
    two, one, lz4 = in_turn(
        options.rounds, replay(programs, journal, 2), replay(programs, journal, 1), stock_lz4(journal))
    for cores, runs, most in (("two cores", two, 1.15), ("one core", one, 1.9)):
        table.add(f"fold in memory, {cores}, {count(options.largest)} events", spread(seconds(runs)),
                  f"{STOCK}: {spread(seconds(lz4))}", ratio(seconds(runs), seconds(lz4)), most=most)
        table.add("the same, processor time of all threads", spread(processor_seconds(runs)),
                  f"the same: {spread(processor_seconds(lz4))}", ratio(processor_seconds(runs), processor_seconds(lz4)))


def scaling(table, programs, histories, scratch, options):
    """4 and 8 threads by Amdahl's law: what the fold says it merges in order, or what one and two threads imply, does not
    get faster."""
    journal = histories.journal(options.largest)
    commands = {threads: replay(programs, journal, threads) for threads in (1, 2)}
    one, two = map(seconds, in_turn(options.rounds, *commands.values()))
    table.add(f"fold in memory, 2 threads, {count(options.largest)} events", spread(two), f"1 thread: {spread(one)}",
              ratio(one, two), least=1.6, suffix="× as fast")
    said = figures(commands[1].words)
    share = said.get("mergeShare")
    origin = "as measured by the fold"
    if share is None:
        share = min(1, max(0, 2 * statistics.median(two) / statistics.median(one) - 1))
        origin = "as 1 and 2 threads imply"
    for threads in (4, 8):
        table.add(f"the same, {threads} threads, simulated", "",
                  f"1 thread; {100 * share:.0f} % is merging in order, {origin}",
                  1 / (share + (1 - share) / threads), suffix="× as fast")
    if share > 0:
        table.add("the same, threads without end, simulated", "", "1 thread", 1 / share, suffix="× as fast")


def whole_command(table, histories, options, title, command, most, photos=True):
    """A row for a command that reads the whole log; its runs."""
    journal = histories.journal(options.largest, photos)
    ours, lz4 = in_turn(options.rounds, command, stock_lz4(journal))
    table.add(f"{title}, {count(options.largest)} events", spread(seconds(ours)), f"{STOCK}: {spread(seconds(lz4))}",
              ratio(seconds(ours), seconds(lz4)), most=most)
    return ours


def rebuild(table, programs, histories, scratch, options):
    journal = str(histories.copy(options.largest, scratch, "journal"))
    for words, most in ((["rebuild"], 2.4), (["rebuild", "--check"], 2.4)):
        whole_command(table, histories, options, f"`checkin {' '.join(words)}`",
                      [programs.checkin, "--journal", journal, *words], most)


def verify(table, programs, histories, scratch, options):
    journal = str(histories.journal(options.largest, photos=False))
    whole_command(table, histories, options, "`checkin verify`, no photos",
                  [programs.checkin, "--journal", journal, "verify"], 1.8, photos=False)


def audit(table, programs, histories, scratch, options):
    journal = str(histories.journal(options.largest))
    ours = whole_command(table, histories, options, "`checkin audit --json`",
                            [programs.checkin, "--journal", journal, "audit", "--json"], 3.5)
    rate = options.largest / statistics.median(seconds(ours)) / 1e6
    table.add("the same, events in a second", f"{rate:.2f} M", "", reach="≥ 3.5 M", met=rate >= 3.5)


def first_start(table, programs, histories, scratch, options):
    journal = histories.copy(options.largest, scratch, "journal")

    def forget():
        for path in journal.glob("snapshot.sqlite*"):
            path.unlink()

    whole_command(table, histories, options, "`checkin` without a valid snapshot",
                  Command([programs.checkin, "--journal", str(journal)], prepare=forget), 1.3)


def backup(table, programs, histories, scratch, options):
    small = 1_000

    def command(events):
        """A backup of a journal that got one more event since the last one."""
        journal = histories.copy(events, scratch, f"journal-{events}", photos=False)
        words = [programs.checkin, "--journal", str(journal)]

        def add():
            figures([*words, "--json", "add", "run", "Morning run"])

        return Command([*words, "backup", f"{scratch}/backup-{events}"], prepare=add)

    large, little = map(seconds, in_turn(options.rounds, command(options.largest), command(small)))
    table.add(f"`checkin backup` with one new event, {count(options.largest)} events", spread(large),
              f"{count(small)} events: {spread(little)}", ratio(large, little), most=1.5)

    journal = str(histories.journal(options.largest, photos=False))
    target = f"{scratch}/backup-of-all"
    everything = Command([programs.checkin, "--journal", journal, "backup", target],
                         prepare=lambda: shutil.rmtree(target, ignore_errors=True))
    whole_command(table, histories, options, "`checkin backup` of all", everything, 2.5, photos=False)


def stores(table, programs, histories, scratch, options):
    """The same events in SQLite and LMDB, folded by the same code."""
    journal, tables = histories.journal(options.largest), histories.tables(options.largest)
    others = {name: [programs.benchmark, "replay", name, str(tables / f"events.{name}")] for name in ("sqlite", "lmdb")}
    ours, sqlite, lmdb = map(seconds, in_turn(options.rounds, replay(programs, journal, 2), *others.values()))
    for title, other in (("SQLite", sqlite), ("LMDB", lmdb)):
        table.add(f"fold in memory, {count(options.largest)} events", spread(ours),
                  f"the same fold over {title}: {spread(other)}", ratio(other, ours), least=5, suffix="× as fast")
