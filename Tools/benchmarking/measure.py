"""Whole processes, measured in turn."""

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass
class Run:
    seconds: float
    peak_bytes: int
    # Of all threads, in user and kernel mode: what else the machine does disturbs it less.
    processor_seconds: float


@dataclass
class Command:
    words: list
    # How many processors it may use; None for all.
    processors: int | None = None
    # What goes before each time, and is not measured.
    prepare: Callable[[], None] | None = None


def run(command):
    """Runs a command, a list of words or a Command, to its end; its output goes nowhere."""
    if isinstance(command, list):
        command = Command(command)
    if command.prepare:
        command.prepare()
    all_processors = os.sched_getaffinity(0)
    if command.processors:
        os.sched_setaffinity(0, sorted(all_processors)[:command.processors])
    actions = [(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)]
    command = command.words
    start = time.perf_counter()
    process = os.posix_spawnp(command[0], command, os.environ, file_actions=actions)
    _, status, usage = os.wait4(process, 0)
    seconds = time.perf_counter() - start
    os.sched_setaffinity(0, all_processors)
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f"This failed: {command}")
    return Run(seconds, usage.ru_maxrss * 1024, usage.ru_utime + usage.ru_stime)


def in_turn(rounds, *commands):
    """A series for each command, which is as for run, or makes one of the round's number. One round goes before and is
    not counted."""
    series = [[] for _ in commands]
    for number in range(rounds + 1):
        for index, command in enumerate(commands):
            result = run(command(number) if callable(command) else command)
            if number > 0:
                series[index].append(result)
    return series


def figures(command):
    """What a program prints in JSON."""
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def seconds(runs):
    return [single.seconds for single in runs]


def processor_seconds(runs):
    return [single.processor_seconds for single in runs]


@dataclass
class Ratio:
    """How many times something else something is."""
    median: float
    lowest: float
    highest: float


def ratio(values, others):
    """How many times the others the values are, round by round."""
    each = [value / other for value, other in zip(values, others)]
    return Ratio(statistics.median(each), min(each), max(each))
