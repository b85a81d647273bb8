#!/usr/bin/env python3
"""A full disk loses nothing, and the journal goes on when space returns.

Small file systems in memory, of growing size; each is filled until a command fails.

Usage: full_disk.py PATH-OF-CHECKIN [--sizes N] [--step PAGES] [--rounds N] [--seed N]
"""

import sys

from support.journal import DONE, INPUT_OUTPUT, Journal, Oracle, Source, Wrong
from support.mounts import SmallMemoryDisk, enter_own_namespace
from support.run import arguments, main

PAGE_KIBIBYTES = 4
LARGE_KIBIBYTES = 4096
MOST_COMMANDS = 400


def fill(oracle, source, figures):
    """Writes until nothing fits any more."""
    for number in range(MOST_COMMANDS):
        name = f"c{len(oracle.groups)}"
        size = source.random.choice([0, 100, 2000, 4000])
        answer = oracle.attempt(*source.group(name), notes=source.random.randbytes(size).hex())
        if answer.status == DONE:
            figures.add(acknowledged=1)
        elif answer.status == INPUT_OUTPUT:
            figures.add(refused=1)
            return
        else:
            raise Wrong(f"a full disk ends in {answer.status}: {answer.errors}")
    raise Wrong("the disk does not become full")


def check_full(oracle, figures):
    """With the disk still full: everything can be read, and one more failure changes nothing."""
    journal = oracle.journal
    titles = journal.titles()
    oracle.judge(titles)
    if titles is None:
        return
    before = journal.log_files()
    answer = oracle.attempt(f"c{len(oracle.groups)}", notes="n" * 2000 + "".join(map(chr, range(0x4E00, 0x5A00))))
    figures.add(refused_while_full=answer.status == INPUT_OUTPUT, acknowledged=answer.status == DONE)
    if answer.status == INPUT_OUTPUT and journal.log_files() != before:
        raise Wrong("a command that was refused changed the log")


def run(options, figures):
    source = Source(options.seed)
    for _ in range(options.rounds):
        for size in range(options.sizes):
            # Room for none of the journal's files, for some, for all of them and a few commands.
            pages = 1 + size * options.step
            with SmallMemoryDisk(pages * PAGE_KIBIBYTES) as disk:
                oracle = Oracle(Journal(options.binary, disk.path / "journal"))
                for _ in range(2):
                    fill(oracle, source, figures)
                    check_full(oracle, figures)
                    disk.resize(LARGE_KIBIBYTES)
                    oracle.check()
                    # A journal that was full once becomes full again, a page or more behind its end.
                    disk.resize(disk.used_kibibytes() + PAGE_KIBIBYTES * source.random.randrange(1, 4))
                figures.cases += 1


if __name__ == "__main__":
    enter_own_namespace()
    chosen = arguments(__doc__.splitlines()[0], sizes=8, step=3, rounds=1)
    sys.exit(main("6, full disk", chosen.seed, lambda figures: run(chosen, figures)))
