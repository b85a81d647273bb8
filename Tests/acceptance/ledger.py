#!/usr/bin/env python3
"""Kills the example Examples/Ledger while it appends, and checks that nothing acknowledged is lost.

Two processes make deposits as fast as they can and are killed at a random moment; after every kill the log has to be
sound, and protoc has to read from it what was acknowledged.

Usage: ledger.py PATH-OF-CHECKIN [--kills N] [--seed N]
"""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from support.journal import Wrong
from support.run import DEFAULT_SEED, main

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "Examples" / "Ledger"
ENTRY = re.compile(r"entries \{\n  sequence: (\d+)\n  account: \"(\w+)\"\n  cents: (-?\d+)\n\}")


def program(checkin):
    """The example's program, which Tools/test builds next to the command."""
    path = Path(checkin).resolve().parent / "ledger"
    if not path.exists():
        raise Wrong(f"{path} is missing: build it with CHECKIN_EXAMPLES=1 swift build --build-tests")
    return path


def check_documentation():
    """The landing page shows the example as it is."""
    page = (ROOT / "Sources" / "EventLog" / "EventLog.docc" / "EventLog.md").read_text(encoding="utf-8")
    if (EXAMPLE / "Sources" / "ledger" / "Ledger.swift").read_text(encoding="utf-8") not in page:
        raise Wrong("EventLog.md shows another example than Ledger.swift")


def run(program, ledger, *words, status=0):
    answer = subprocess.run([program, ledger, *words], capture_output=True, text=True)
    if answer.returncode != status:
        raise Wrong(f"{words} ends with {answer.returncode}: {answer.stdout}{answer.stderr}")
    return answer.stdout


def entries(ledger):
    """{sequence: (account, cents)}, as lz4 and protoc read the log."""
    command = f"cat log/*.lz4 | lz4 -dc | protoc -I '{EXAMPLE}' --decode=ledger.Log ledger.proto"
    text = subprocess.run(command, shell=True, cwd=ledger, capture_output=True, text=True, check=True).stdout
    return {int(sequence): (account, int(cents)) for sequence, account, cents in ENTRY.findall(text)}


def deposit_until_killed(program, ledger, accounts, seconds):
    """The sequence numbers that were acknowledged, with their accounts."""
    acknowledged = {}

    def write(account):
        process = subprocess.Popen([program, ledger, "deposit-forever", account], stdout=subprocess.PIPE, text=True)
        timer = threading.Timer(seconds, process.kill)
        timer.start()
        for line in process.stdout:
            # Of a line that the kill cut off, nothing was told.
            if line.endswith("\n"):
                acknowledged[int(line)] = account
        timer.join()
        process.wait()

    threads = [threading.Thread(target=write, args=(account,)) for account in accounts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return acknowledged


def check(program, ledger, acknowledged):
    verdict = run(program, ledger, "verify")
    found = entries(ledger)
    if verdict != f"sound: {len(found)} entries\n":
        raise Wrong(f"verify says {verdict!r} of {len(found)} entries")
    if sorted(found) != list(range(1, len(found) + 1)):
        raise Wrong("sequence numbers do not follow each other")
    for sequence, account in acknowledged.items():
        if found.get(sequence) != (account, 1):
            raise Wrong(f"entry {sequence} of {account} was acknowledged, and is {found.get(sequence)}")
    totals = {}
    for account, cents in found.values():
        totals[account] = totals.get(account, 0) + cents
    if run(program, ledger, "balances") != "".join(f"{name} {cents}\n" for name, cents in sorted(totals.items())):
        raise Wrong("the balances are not the sum of the entries")


def check_damage(program, ledger):
    segment = min((ledger / "log").glob("*.lz4"))
    content = bytearray(segment.read_bytes())
    content[len(content) // 2] ^= 1
    segment.write_bytes(content)
    answer = subprocess.run([program, ledger, "verify"], capture_output=True, text=True)
    if answer.returncode != 1 or not re.search(rf"damaged: Segment {segment.name} is damaged at byte \d+", answer.stderr):
        raise Wrong(f"a flipped bit is called {answer.stdout}{answer.stderr}")
    run(program, ledger, "deposit", "alice", "1", status=1)
    if segment.read_bytes() != bytes(content):
        raise Wrong("a damaged log was appended to")


def run_all(options, figures):
    check_documentation()
    ledger_program = program(options.binary)
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory(prefix="ledger-") as directory:
        ledger = Path(directory) / "ledger"
        acknowledged = {}
        for _ in range(options.kills):
            acknowledged |= deposit_until_killed(ledger_program, ledger, ["alice", "bob"], chance.uniform(0.01, 0.3))
            check(ledger_program, ledger, acknowledged)
            figures.cases += 1
        figures.add(acknowledged=len(acknowledged))
        if not acknowledged:
            raise Wrong("nothing was ever acknowledged")
        before = run(ledger_program, ledger, "balances")
        run(ledger_program, ledger, "transfer", "alice", "bob", "1000000000", status=1)
        if run(ledger_program, ledger, "balances") != before:
            raise Wrong("an account was overdrawn")
        run(ledger_program, ledger, "transfer", "alice", "bob", "1")
        check_damage(ledger_program, ledger)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=int(os.environ.get("CHECKIN_SEED", DEFAULT_SEED)))
    chosen = parser.parse_args()
    sys.exit(main("8, the example killed", chosen.seed, lambda figures: run_all(chosen, figures)))
