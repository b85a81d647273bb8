#!/usr/bin/env python3
"""Workouts on devices that sync through a folder obey the same law as check-ins.

Two concurrent writes of different values to one field are a conflict, which all devices list until a write that observed
both resolves it. An item that one device discards and another changes stays visible and counts. All devices show the same.

Usage: merged_workouts.py PATH-OF-CHECKIN [--only NAME] ... [--seed N] [--verbose]
"""

import argparse
import json
import os
import pty
import random
import re
import shlex
import subprocess
import sys
import tempfile
import traceback
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from pathlib import Path

from support.devices import Device, group_snapshot
from support.journal import DONE, NOT_FOUND, Wrong
from support.run import DEFAULT_SEED, main

USAGE, REFUSED = 64, 65
# The fields that link a session and a check-in: their values are IDs, which each device writes in its own form.
LINKS = ("checkIn", "session")


class Member(Device):
    """A device on which `laptop("log bench 80x10")` runs a command that must succeed.

    The time that its commands are about advances by a minute with each. Events carry the system's time.
    """

    def __init__(self, binary, directory, name, clock):
        super().__init__(binary, directory, name)
        self.clock = clock
        # The results of queries since the last other command.
        self.results = {}

    def start(self, *arguments):
        self.results = {}
        self.environment["CHECKIN_NOW"] = self.clock.text
        return super().start(*arguments)

    def __call__(self, line, text=""):
        self.clock.minutes += 1
        return self.done(*shlex.split(line), text=text)

    def attempt(self, line, text=""):
        """Runs a command that may be rejected because of what it refers to."""
        self.clock.minutes += 1
        answer = self.run(*shlex.split(line), text=text)
        if answer.status not in (DONE, USAGE, NOT_FOUND):
            raise Wrong(f"{self.name}: {line} exits with {answer.status}: {answer.output}{answer.errors}")
        return answer

    def converse(self, line, reply):
        """Runs a command on a terminal, and types a reply to each question. Returns what the terminal shows."""
        self.clock.minutes += 1
        self.results = {}
        self.environment["CHECKIN_NOW"] = self.clock.text
        terminal, end = pty.openpty()
        process = subprocess.Popen(
            [self.binary, *shlex.split(line)], env=self.environment | {"TERM": "dumb"}, stdin=end, stdout=end, stderr=end)
        os.close(end)
        os.write(terminal, f"{reply}\n".encode())
        shown = b""
        try:
            while part := os.read(terminal, 4096):
                shown += part
        except OSError:
            # The program has closed the terminal.
            pass
        finally:
            os.close(terminal)
            process.wait(timeout=120)
        return shown.decode()

    def json(self, line):
        """The result of a query."""
        if line not in self.results:
            known = self.results
            result = self.done(*shlex.split(line), "--json").json()
            self.results = known | {line: result}
        return self.results[line]

    def conflicts(self):
        return self.json("conflicts")

    def check_in(self, title):
        """The check-in with this title; `None` if it isn't visible."""
        return next((row for row in self.json("list") if row["title"] == title), None)

    def session(self, title):
        """The open or completed session with this title; `None` if it isn't visible."""
        opened = self.json("session")
        sessions = self.json("sessions") + ([opened] if opened else [])
        return next((one for one in sessions if one["title"] == title and not one["discarded"]), None)

    def sets(self, title):
        """The notation of each set of a session, such as `80x10`."""
        session = self.session(title)
        return session and [notation(one) for one in session["sets"]]

    def exercise(self, name):
        """The statistics of the exercise with exactly this name; `None` if it isn't listed."""
        return next((row for row in self.json("exercise") if row["exercise"] == name), None)

    def record(self, name):
        """The record of an exercise, such as `80x10`; `None` without one."""
        row = next((row for row in self.json("records") if row["exercise"] == name), None)
        return row and row["record"] and notation(row["record"])

    def plan(self, name):
        return next((row for row in self.json("plan list") if row["name"] == name), None)

    def goal(self, subject):
        """The goal of a subject, such as `3/week`; `None` without one."""
        row = next((row for row in self.json("goal") if row["goal"] == subject), None)
        return row and f"{row['count']}/{row['period']}"


def notation(one):
    """`80x10` of the JSON of a set or a record."""
    weight = one["weight"] and one["weight"]["value"]
    parts = [weight, one["metres"] and f"{one['metres']:g}m", one["reps"] and f"{one['reps']}",
             one["seconds"] and f"{one['seconds']}s"]
    return "x".join(part for part in parts if part)


class Clock:
    """The time of a group's next command."""

    minutes = 0

    @property
    def text(self):
        return (datetime(2026, 11, 18, 12, 0) + timedelta(minutes=self.minutes)).isoformat() + "Z"


class Group:
    """Devices of a group, and the violations of the laws that a case found."""

    def __init__(self, binary, directory, title, names=("laptop", "phone")):
        self.directory = Path(directory) / title
        self.directory.mkdir()
        self.problems = []
        clock = Clock()
        self.devices = [Member(binary, self.directory, name, clock) for name in names]
        place = str(self.directory / "place")
        for device in self.devices:
            entry = "join" if (self.directory / "place").exists() else "create"
            device.done("group", entry, place, "--as", device.name)

    def __iter__(self):
        return iter(self.devices)

    def sync(self):
        """Syncs until every device has everything."""
        for device in self.devices * 2:
            device.sync()

    def expect(self, condition, words):
        if not condition:
            self.problems.append(words)

    def expect_equal(self, actual, expected, words):
        self.expect(actual == expected, f"{words}: {actual} instead of {expected}")

    def expect_everywhere(self, expected, query, words):
        """Expects the same result of a query on every device."""
        for device in self.devices:
            try:
                actual = query(device)
            except Wrong as reason:
                self.problems.append(f"{words}: {reason}")
                continue
            self.expect_equal(actual, expected, f"{words}, on {device.name}")

    def expect_no_conflicts(self, words):
        self.expect_everywhere([], lambda device: [described(one) for one in device.conflicts()], words)

    def expect_conflict(self, subject, *values, field=None, devices=("laptop", "phone")):
        """Expects every device to list a conflict about the subject with each of the values, the last one shown.

        A value is the text that the candidate contains, or a tuple of its possible forms.
        """
        for device in self.devices:
            found = [one for one in device.conflicts() if is_about(one, subject, field, values, devices)]
            self.expect(
                len(found) == 1,
                f"{device.name} lists {len(found)} conflicts about {subject} {field or ''} with {values} instead of 1: "
                f"{[described(one) for one in device.conflicts()]}")
            if len(found) == 1 and values:
                self.expect(
                    contains(found[0]["candidates"][-1]["value"], values[-1]),
                    f"{device.name}: the last candidate isn't the value that is shown: {described(found[0])}")

    def expect_discard_conflict(self, subject, count=1, words=""):
        """Expects every device to list conflicts between a discard and a change."""
        for device in self.devices:
            found = [
                one for one in device.conflicts()
                if one.get("subject", "check-in") == subject and {row["device"] for row in one["candidates"]}
                >= {"laptop", "phone"}]
            self.expect_equal(len(found), count, f"{words} {device.name}: conflicts between a discard and a change of a "
                                                 f"{subject} ({[described(one) for one in found]})")

    def expect_times(self):
        """Expects every device to print the time at which each conflicting value was recorded."""
        recorded = {
            (device.name, row["sequence"]): row["recordedAt"] for device in self.devices
            for row in map(json.loads, device.done("audit", "--json").output.splitlines())}
        for device in self.devices:
            text = device.done("conflicts").output
            for conflict in device.conflicts():
                for one in conflict["candidates"]:
                    time = recorded[one["device"], one["sequence"]]
                    self.expect(
                        str(one.get("at"))[:19] == time[:19],
                        f"{device.name}: the time of {one['value']} is {one.get('at')} instead of {time}")
                    self.expect(time[11:16] in text, f"{device.name}: conflicts doesn't contain {time[11:16]}: {text}")

    def expect_same_views(self, words="", is_rebuilding=False):
        """Expects the same answers on every device, and an empty sync that changes nothing.

        - is_rebuilding: expects the same answers after a rebuild and without a snapshot, too.
        """
        views = {}
        for device in self.devices:
            views[device.name, "as merged"] = view(device)
            if is_rebuilding:
                if device.run("rebuild", "--check").status != DONE:
                    self.problems.append(f"{words} {device.name}: the snapshot differs from the log")
                device.done("rebuild")
                views[device.name, "after a rebuild"] = view(device)
                group_snapshot(device).unlink(missing_ok=True)
                device.results = {}
                views[device.name, "without a group snapshot"] = view(device)
        for device in self.devices:
            before = device.log_files()
            answer = device.sync()
            carried = answer["sent"]["events"] + answer["received"]["events"]
            self.expect_equal(carried, 0, f"{words} {device.name}: events of an empty sync")
            self.expect(device.log_files() == before, f"{words} {device.name}: an empty sync changes the log")
            if is_rebuilding:
                views[device.name, "after an empty sync"] = view(device)
        (first, expected), *others = views.items()
        for other, actual in others:
            for name, value in actual.items():
                self.expect(
                    value == expected[name],
                    f"{words} {name} differs between {' '.join(first)} and {' '.join(other)}:\n"
                    f"      {difference(expected[name], value)}")


def difference(one, other):
    """The first rows that differ."""
    if not isinstance(one, list) or not isinstance(other, list):
        return f"{one}\n      {other}"
    if len(one) != len(other):
        return f"{len(one)} rows and {len(other)} rows: {one}\n      {other}"
    return "\n      ".join(f"{a}\n      {b}" for a, b in zip(one, other) if a != b)


def contains(value, form):
    """Returns `True` if a candidate's value contains a text, or one of several forms of it."""
    forms = form if isinstance(form, tuple) else (form,)
    text = value if isinstance(value, str) else json.dumps(value)
    return any(one.lower() in text.lower() for one in forms)


def is_about(conflict, subject, field, values, devices):
    candidates = conflict["candidates"]
    return (
        conflict.get("subject", "check-in") == subject and field in (None, conflict["field"])
        and {one["device"] for one in candidates} >= set(devices)
        and all(any(contains(one["value"], value) for one in candidates) for value in values))


def described(conflict):
    values = ", ".join(f"{one['value']} of {one['device']}" for one in conflict["candidates"])
    return f"{conflict.get('subject', 'check-in')} {conflict['number']} {conflict['field']}: {values}"


def view(device):
    """The answers of all queries, with UUIDs in place of the IDs that each device writes in its own form."""
    check_ins, sessions, plans = device.json("list"), device.json("sessions"), device.json("plan list")
    opened = [device.json("session")]
    sessions_discarded, plans_discarded = device.json("sessions --discarded"), device.json("plan list --discarded")
    names = {
        "session": {one["number"]: one["id"] for one in sessions + sessions_discarded + opened if one},
        "checkIn": {one["number"]: one["id"] for one in check_ins + device.json("list --discarded")},
    }

    def same(value, key=None):
        if isinstance(value, dict):
            return {
                name: same(member, name) for name, member in value.items()
                if name not in ("number", "sequence", "version")}
        if isinstance(value, list):
            return [same(member) for member in value]
        return names[key].get(value, value) if key in names else value

    return {
        "list": same(check_ins), "sessions": same(sessions), "the open session": same(opened),
        "sessions --discarded": same(sessions_discarded),
        "plan list": sorted(same(plans), key=lambda one: one["id"]), "plan": same(device.json("plan")),
        "plan list --discarded": sorted(same(plans_discarded), key=lambda one: one["id"]),
        "exercise": sorted(same(device.json("exercise")), key=lambda one: one["exercise"]),
        "records": same(device.json("records")), "stats": same(device.json("stats")), "goal": same(device.json("goal")),
        "conflicts": [
            (one.get("subject"), one["field"], [
                (row["device"], row["sequence"], row.get("at"), None if one["field"] in LINKS else row["value"])
                for row in one["candidates"]])
            for one in device.conflicts()],
    }


# --- The three faults that were reproduced

def discarded_session_that_goes_on(group, _):
    """The phone logs into a session and finishes it with a check-in, while the laptop discards it."""
    laptop, phone = group
    laptop("log bench 80x10")
    group.sync()
    laptop("session discard 1")
    phone("log bench 90x8")
    phone("session finish --check-in Evening")
    group.sync()

    def shown(device):
        sessions = device.json("sessions")
        return [[notation(one) for one in session["sets"]] for session in sessions], device.record("Bench Press")

    group.expect_everywhere(([["80x10", "90x8"]], "90x8"), shown, "the sets and the record")
    group.expect_everywhere([], lambda device: device.json("sessions --discarded"), "discarded sessions")
    for device in group:
        number = device.json(f"show {device.check_in('Evening')['number']}").get("session")
        sessions = {one["number"]: one for one in device.json("sessions")}
        group.expect(number in sessions, f"{device.name}: the check-in refers to session {number}, which doesn't exist")
        if number in sessions:
            linked = sessions[number]["checkIn"]
            group.expect_equal(linked, device.check_in("Evening")["number"], f"{device.name}: the session's check-in")
        text = device.done("conflicts").output
        group.expect(
            all(word in text.lower() for word in ("session", "discarded", "laptop", "phone")),
            f"{device.name}: conflicts doesn't list the discarded session: {text}")
    group.expect_discard_conflict("session")
    group.expect_same_views()
    phone("conflicts keep 1")
    group.sync()
    group.expect_no_conflicts("after keep")
    group.expect_everywhere(([["80x10", "90x8"]], "90x8"), shown, "the sets and the record after keep")
    group.expect_same_views("after keep:")


def discarded_session_that_goes_on_is_discarded(group, _):
    """The same conflict is resolved in favour of the discard; the check-in stays."""
    laptop, phone = group
    laptop("log bench 80x10")
    group.sync()
    laptop("session discard 1")
    phone("log bench 90x8")
    phone("session finish --check-in Evening")
    group.sync()
    laptop("conflicts discard 1")
    group.sync()
    group.expect_no_conflicts("after discard")
    group.expect_everywhere(
        (0, None, 1), lambda device: (
            len(device.json("sessions")), device.record("Bench Press"), len(device.json("sessions --discarded"))),
        "sessions, record and discarded sessions after discard")
    group.expect_everywhere(
        None, lambda device: device.json(f"show {device.check_in('Evening')['number']}").get("session"),
        "the check-in's session after discard")
    group.expect_same_views("after discard:")


def concurrent_values_of_a_set(group, _):
    """Both values are listed with device and time, the later one is shown, and the record follows it."""
    laptop, phone = group
    for _ in range(2):
        laptop("log bench 100x5")
        laptop("session finish --no-check-in")
    laptop("log squat 100x5")
    laptop("session finish --no-check-in")
    group.sync()
    for device, line in (
            (laptop, "session set 1 1 105x1"), (phone, "session set laptop/1 laptop/1 70x12"),
            (phone, "session set laptop/3 laptop/1 60x12"), (laptop, "session set 3 1 140x1")):
        device(line)
    group.sync()
    group.expect_everywhere("100x5", lambda device: device.record("Bench Press"), "the record after 70x12")
    group.expect_everywhere("140x1", lambda device: device.record("Squat"), "the record after 140x1")
    group.expect_everywhere(
        [["140x1"], ["100x5"], ["70x12"]],
        lambda device: [[notation(one) for one in session["sets"]] for session in device.json("sessions")], "the sets")
    group.expect_conflict("set", "105", "70")
    group.expect_conflict("set", "60", "140")
    for device in group:
        text = device.done("conflicts").output
        for word in ("105", "70", "60", "140", "laptop", "phone"):
            group.expect(word in text, f"{device.name}: conflicts doesn't contain {word}: {text}")
    group.expect_times()
    group.expect_same_views()
    phone("session set laptop/1 laptop/1 70x12")
    laptop("session set 3 1 60x12")
    group.sync()
    group.expect_no_conflicts("after both were written again")
    group.expect_everywhere("60x12", lambda device: device.record("Squat"), "the record of the written value")
    group.expect_same_views("resolved:")


def discarded_check_in_that_is_edited(group, _):
    """The check-in stays visible and is listed. Each way of resolving works on each device."""
    laptop, phone = group
    ways = [(device, way) for device in ("laptop", "phone") for way in ("edit", "restore", "discard")] * 2
    for number in range(1, len(ways) + 1):
        laptop(f"add run 'Run {number}'")
    laptop("goal set run 20/week")
    group.sync()
    for number in range(1, len(ways) + 1):
        writes = [(laptop, f"discard {number}"), (phone, f"edit laptop/{number} --title 'Long {number}'")]
        for device, line in writes if number <= len(ways) // 2 else reversed(writes):
            device(line)
    group.sync()
    group.expect_discard_conflict("check-in", len(ways))
    group.expect_everywhere(
        sorted(f"Long {number}" for number in range(1, len(ways) + 1)),
        lambda device: sorted(row["title"] for row in device.json("list")), "the visible check-ins")
    group.expect_everywhere(
        (len(ways), len(ways)), lambda device: (device.json("stats")["total"], device.json("goal")[0]["done"]),
        "the total and the goal's progress")
    group.expect_same_views()
    members, kept = {device.name: device for device in group}, []
    for number, (name, way) in enumerate(ways, 1):
        words = f" --title 'Long {number}'" if way == "edit" else ""
        if way != "discard":
            kept.append(f"Long {number}")
        try:
            members[name](f"{way} {number if name == 'laptop' else f'laptop/{number}'}{words}")
        except Wrong as reason:
            group.problems.append(str(reason))
    group.sync()
    group.expect_no_conflicts("after resolving")
    group.expect_everywhere(
        sorted(kept), lambda device: sorted(row["title"] for row in device.json("list")), "the check-ins that were kept")
    group.expect_same_views("resolved:")


# --- Writes that don't conflict

def different_fields(group, _):
    """Concurrent writes of different fields of one item don't conflict, and both are kept."""
    laptop, phone = group
    laptop("add run Easy")
    laptop("log bench 100x5")
    laptop("session finish --no-check-in")
    laptop("session edit 1 --title First")
    laptop("plan new Push -", text="Bench Press / 3x5\n")
    laptop("exercise new Sled Push")
    group.sync()
    for mine, other in (
            ("edit 1 --title Hard", "edit laptop/1 --notes Hilly"),
            ("session edit 1 --title Second", "session edit laptop/1 --notes Tired"),
            ("session set 1 1 105x5", "session set laptop/1 laptop/1 100x6"),
            ("plan edit 1 --name Pull", "plan edit laptop/1 -"),
            ("exercise rename 'Sled Push' Prowler", "exercise edit 'Sled Push' --alias Sledge"),
            ("exercise edit Prowler --load assisted", "exercise edit 'Sled Push' --measures distance"),
            ("goal set run 3/week", "goal set days 5/week")):
        laptop(mine)
        phone(other, text="Squat / 4x8\n" if other.endswith(" -") else "")
    group.sync()
    group.expect_no_conflicts("different fields")
    group.expect_everywhere("Hilly", lambda device: (device.check_in("Hard") or {}).get("notes"), "the check-in")
    group.expect_everywhere("Tired", lambda device: (device.session("Second") or {}).get("note"), "the session")
    group.expect_everywhere(["105x6"], lambda device: device.sets("Second"), "the set")
    group.expect_everywhere(
        ["Squat"], lambda device: [one["exercise"] for one in (device.plan("Pull") or {"items": []})["items"]], "the plan")
    group.expect_everywhere(
        (["Sledge"], "distance", "assisted"), lambda device: tuple(
            (device.exercise("Prowler") or {}).get(name) for name in ("aliases", "measures", "load")), "the exercise")
    group.expect_everywhere(
        ("3/week", "5/week"), lambda device: (device.goal("Run"), device.goal("days")), "the goals")
    group.expect_same_views()


def equal_values(group, _):
    """The same value written by both is not a conflict."""
    laptop, phone = group
    laptop("add run Easy")
    for number in (1, 2):
        laptop("log bench 100x5 100x4")
        laptop("session finish --no-check-in")
        laptop(f"plan new 'Plan {number}' -", text="Bench Press / 3x5\n")
    laptop("exercise new Sled Push")
    group.sync()
    for mine, other in (
            ("edit 1 --title Same", "edit laptop/1 --title Same"),
            ("session edit 1 --title Same --notes Tired", "session edit laptop/1 --title Same --notes Tired"),
            ("session set 1 1 105x6", "session set laptop/1 laptop/1 105x6"),
            ("session remove 1 2", "session remove laptop/1 laptop/2"),
            ("session discard 2", "session discard laptop/2"),
            ("plan edit 1 --name Same", "plan edit laptop/1 --name Same"),
            ("plan discard 2", "plan discard laptop/2"),
            ("exercise rename 'Sled Push' Same", "exercise rename 'Sled Push' Same"),
            ("goal set run 3/week", "goal set run 3/week")):
        laptop(mine)
        phone(other)
    group.sync()
    group.expect_no_conflicts("equal values")
    group.expect_everywhere(
        ("Same", ["105x6"], 1, 1, 1, "3/week"), lambda device: (
            device.json("list")[0]["title"], device.sets("Same"), len(device.json("sessions")),
            len(device.json("plan list")), [row["exercise"] for row in device.json("exercise")].count("Same"),
            device.goal("Run")),
        "what both wrote")
    group.expect_same_views()


# --- The registers of each subject

class Register:
    """A field, and how it is written and read.

    - commands: write two values. `{}` stands for the reference to the item, and `text` has their standard input.
    - forms: the text of both values in a conflict.
    - shown: returns the value that a device shows.
    - again: writes the later value if the item's reference has changed.
    """

    def __init__(self, subject, commands, forms, shown, expected, text=("", ""), again=None):
        self.subject, self.commands, self.forms = subject, commands, forms
        self.shown, self.expected, self.text, self.again = shown, expected, text, again or commands[1]


def conflicting_registers(group, registers):
    """Writes each register on both devices, in turn the laptop and the phone first; expects the later value on both
    and the conflict listed; resolves it by a write of the value that is shown; expects no conflicts.

    - registers: each with the reference to its item on the laptop and on the phone.
    """
    laptop, phone = group
    group.sync()
    for position, (register, mine, other) in enumerate(registers):
        writers = [(laptop, mine), (phone, other)]
        for (device, reference), command, text in zip(
                writers if position % 2 == 0 else reversed(writers), register.commands, register.text):
            device(command.format(reference), text=text)
    group.sync()
    for register, mine, _ in registers:
        words = f"{register.commands[1].format(mine)}"
        group.expect_conflict(register.subject, *register.forms)
        group.expect_everywhere(register.expected, register.shown, f"the later value of {words}")
    group.expect_everywhere(len(registers), lambda device: len(device.conflicts()), "the number of conflicts")
    group.expect_same_views()
    for position, (register, mine, other) in enumerate(registers):
        device, reference = [(laptop, mine), (phone, other)][position // 2 % 2]
        device(register.again.format(reference), text=register.text[1])
    group.sync()
    group.expect_no_conflicts("after the shown values were written")
    for register, mine, _ in registers:
        group.expect_everywhere(register.expected, register.shown, f"the resolved {register.commands[1].format(mine)}")
    group.expect_same_views("resolved:")


def registers_of_check_ins(group, _):
    laptop, _ = group

    def register(number, option, values, field):
        laptop(f"add run 'Run {number}' --notes 'Item {number}' --calories 100")
        item = f"Item {number}"

        def shown(device):
            # The notes identify the check-in unless they are what is written.
            rows = device.json("list")
            row = [row for row in rows if item in row["notes"] or row["title"] == f"Run {number}"][0]
            return str(row[field])

        commands = tuple(f"edit {{}} {option} '{value}'" for value in values)
        return Register("check-in", commands, values, shown, values[1]), str(number), f"laptop/{number}"

    conflicting_registers(group, [
        register(1, "--title", ("Hills", "Track"), "title"), register(2, "--notes", ("Rainy", "Sunny"), "notes"),
        register(3, "--calories", ("321", "432"), "calories"), register(4, "--location", ("Park", "Lake"), "location"),
        register(5, "--type", ("Walk", "Bike"), "type")])


def registers_of_sessions(group, _):
    laptop, _ = group

    def register(number, option, values, forms, field):
        # Each session is found by its only set.
        laptop(f"session start none --title 'Session {number}' --at '2026-11-1{number} 17:00'")
        laptop(f"log bench 80x{number}")
        laptop("session finish --no-check-in")

        def shown(device):
            found = [one for one in device.json("sessions") if notation(one["sets"][0]) == f"80x{number}"]
            return str(found[0][field])[:16]

        commands = tuple(f"session edit {{}} {option} '{value}'" for value in values)
        return Register("session", commands, forms, shown, forms[1]), str(number), f"laptop/{number}"

    conflicting_registers(group, [
        register(1, "--title", ("Morning", "Evening"), ("Morning", "Evening"), "title"),
        register(2, "--notes", ("Tired", "Fresh"), ("Tired", "Fresh"), "note"),
        register(3, "--at", ("16:10", "16:20"), ("2026-11-13T16:10", "2026-11-13T16:20"), "start"),
        register(4, "--end", ("19:10", "19:20"), ("2026-11-14T19:10", "2026-11-14T19:20"), "end")])


def registers_of_sets(group, _):
    laptop, _ = group
    laptop("session start none --title Session")
    registers = []

    def register(exercise, initial, written, forms, field, expected):
        number = len(registers) + 1
        laptop(f"log {exercise} {initial}")

        def shown(device):
            return device.session("Session")["sets"][number - 1][field]

        commands = tuple(f"session set {{}} {words}" for words in written)
        registers.append((
            Register("set", commands, forms, shown, expected), f"1 {number}", f"laptop/1 laptop/{number}"))

    register("bench", "100x5", ("111x5", "222x5"), ("111", "222"), "weight", {"value": "222", "unit": "kg"})
    register("bench", "100x5", ("100x33", "100x44"), ("33", "44"), "reps", 44)
    register("bench", "100x5", ("100x5@7.5", "100x5@9.5"), ("7.5", "9.5"), "rpe", 9.5)
    register("bench", "100x5", ("w100x5", "d100x5"), ("warm", "drop"), "kind", "drop")
    register("bench", "100x5", ("--notes Slow", "--notes Quick"), ("Slow", "Quick"), "note", "Quick")
    register(
        "bench", "100x5", ("--exercise squat", "--exercise deadlift"), ("Squat", "Deadlift"), "exercise", "Deadlift")
    register("plank", "1:00", ("1:11", "1:22"), (("1:11", "71"), ("1:22", "82")), "seconds", 82)
    register("'farmer'", "50m", ("61m", "73m"), ("61", "73"), "metres", 73)
    conflicting_registers(group, registers)


def registers_of_plans(group, _):
    laptop, _ = group
    for number in (1, 2):
        laptop(f"plan new 'Plan {number}' -", text="Bench Press / 3x5\n")

    def items(device):
        return [one["exercise"] for one in device.plan("Plan 2")["items"]]

    conflicting_registers(group, [
        (Register(
            "plan", ("plan edit {} --name Push", "plan edit {} --name Pull"), ("Push", "Pull"),
            lambda device: [row["name"] for row in device.json("plan list") if row["name"] != "Plan 2"], ["Pull"]),
         "1", "laptop/1"),
        (Register(
            "plan", ("plan edit {} -", "plan edit {} -"), ("Squat", "Deadlift"), items, ["Deadlift"],
            ("Squat / 3x8\n", "Deadlift / 2x4\n")), "2", "laptop/2")])


def registers_of_exercises(group, _):
    laptop, _ = group
    for name in ("Alpha Lift", "Beta Lift", "Gamma Lift", "Delta Lift"):
        laptop(f"exercise new {name}")

    def register(name, options, forms, shown, expected):
        commands = tuple(f"exercise edit {{}} {option}" for option in options)
        return Register("exercise", commands, forms, shown, expected), f"'{name}'", f"'{name}'"

    conflicting_registers(group, [
        (Register(
            "exercise", ("exercise rename {} 'Sled Push'", "exercise rename {} 'Prowler'"), ("Sled Push", "Prowler"),
            lambda device: next((
                row["exercise"] for row in device.json("exercise")
                if row["exercise"] in ("Alpha Lift", "Sled Push", "Prowler")), None), "Prowler",
            again="exercise rename Prowler Prowler"), "'Alpha Lift'", "'Alpha Lift'"),
        register(
            "Beta Lift", ("--alias Bravo", "--alias Bertha"), ("Bravo", "Bertha"),
            lambda device: device.exercise("Beta Lift")["aliases"], ["Bertha"]),
        register(
            "Gamma Lift", ("--measures distance", "--measures duration"), ("distance", "duration"),
            lambda device: device.exercise("Gamma Lift")["measures"], "duration"),
        register(
            "Delta Lift", ("--load bodyweight", "--load assisted"), ("bodyweight", "assisted"),
            lambda device: device.exercise("Delta Lift")["load"], "assisted")])


def registers_of_goals(group, _):
    laptop, phone = group
    laptop("goal set run 1/week")
    laptop("goal set walk 1/week")

    def register(subject, name, first, second):
        commands = tuple(f"goal set {subject} {target}" for target in (first, second))
        # The period is a word in sentences.
        forms = tuple(target.split("/")[0] for target in (first, second))
        return Register("goal", commands, forms, lambda device: device.goal(name), second), "", ""

    conflicting_registers(group, [
        register("run", "Run", "23/month", "14/week"), register("walk", "Walk", "11/week", "22/month"),
        register("days", "days", "4/week", "5/week")])


# --- Discards

def discards_on_both(group, _):
    """An item that both devices discard is discarded, without a conflict."""
    laptop, phone = group
    laptop("add run Easy")
    laptop("log bench 100x5 110x5")
    laptop("session finish --no-check-in")
    laptop("log squat 100x5")
    laptop("session finish --no-check-in")
    laptop("plan new Push -", text="Bench Press / 3x5\n")
    laptop("exercise new Sled Push")
    laptop("goal set run 3/week")
    group.sync()
    for mine, other in (
            ("discard 1", "discard laptop/1"), ("session remove 1 2", "session remove laptop/1 laptop/2"),
            ("session discard 2", "session discard laptop/2"), ("plan discard 1", "plan discard laptop/1"),
            ("exercise retire 'Sled Push'", "exercise retire 'Sled Push'"), ("goal clear run", "goal clear run")):
        laptop(mine)
        phone(other)
    group.sync()
    group.expect_no_conflicts("discarded on both")
    group.expect_everywhere(
        ([], 1, ["100x5"], None, [], None, None), lambda device: (
            device.json("list"), len(device.json("sessions")), [notation(one) for one in device.json("sessions")[0]["sets"]],
            device.record("Squat"), device.json("plan list"), device.exercise("Sled Push"), device.goal("Run")),
        "what is left")
    group.expect_same_views()


def discarded_items(group, _):
    """An item that one device discards while the other changes it stays visible, counts and is listed. Either command
    resolves it on either device."""
    laptop, phone = group
    exercises = ("bench", "squat", "deadlift", "barbell curl", "shrug", "lunge", "hip thrust", "leg press")
    for number, exercise in enumerate(exercises, 1):
        laptop(f"session start none --title 'Session {number}'")
        laptop(f"log {exercise} 100x{number}")
        laptop("session finish --no-check-in")
    for number in (1, 2, 3, 4):
        laptop(f"plan new 'Plan {number}' -", text="Bench Press / 3x5\n")
    laptop("goal set run 1/week")
    laptop("goal set walk 1/week")
    group.sync()
    for discard, change in (
            ("session discard {}1", "session edit {}1 --title 'Changed 1'"),
            ("session discard {}2", "session set {}2 {}1 150x2"),
            ("session discard {}3", "session edit {}3 --notes Changed"),
            ("session discard {}4", "session set {}4 {}1 --notes Changed"),
            ("session remove {}5 {}1", "session set {}5 {}1 155x5"),
            ("session remove {}6 {}1", "session set {}6 {}1 --notes Changed"),
            ("session remove {}7 {}1", "session set {}7 {}1 157x7"),
            ("session remove {}8 {}1", "session set {}8 {}1 158x8"),
            ("plan discard {}1", "plan edit {}1 --name 'Changed 1'"),
            ("plan discard {}2", "plan edit {}2 -"), ("plan discard {}3", "plan edit {}3 --name 'Changed 3'"),
            ("plan discard {}4", "plan edit {}4 --name 'Changed 4'"),
            ("goal clear run", "goal set run 6/week"), ("goal clear walk", "goal set walk 7/week")):
        number = int(re.search(r"\d", discard).group()) if "{}" in discard else len(discard)
        # Odd items are discarded on the laptop, and every second pair of items is discarded first.
        devices = [laptop, phone] if number % 2 == 1 else [phone, laptop]
        writes = [(devices[0], discard), (devices[1], change)]
        for device, line in writes if number % 4 < 2 else reversed(writes):
            line = line.replace("{}", "" if device is laptop else "laptop/")
            device(line, text="Squat / 4x8\n" if line.endswith(" -") else "")
    group.sync()
    group.expect_discard_conflict("session", 4)
    group.expect_discard_conflict("set", 4)
    group.expect_discard_conflict("plan", 4)
    group.expect_discard_conflict("goal", 2)
    group.expect_everywhere(
        ["Changed 1", "Session 2", "Session 3", "Session 4", "Session 5", "Session 6", "Session 7", "Session 8"],
        lambda device: sorted(one["title"] for one in device.json("sessions")), "the visible sessions")
    group.expect_everywhere(
        ["100x1", "100x3", "100x4", "100x6", "150x2", "155x5", "157x7", "158x8"],
        lambda device: sorted(notation(row["record"]) for row in device.json("records") if row["record"]), "the records")
    group.expect_everywhere(
        8, lambda device: sum(row["sets"] for row in device.json("records")), "the number of sets that count")
    group.expect_everywhere(
        ["Changed 1", "Changed 3", "Changed 4", "Plan 2"],
        lambda device: sorted(one["name"] for one in device.json("plan list")), "the visible plans")
    group.expect_everywhere(
        ("6/week", "7/week"), lambda device: (device.goal("Run"), device.goal("Walk")), "the goals")
    group.expect_same_views()
    # Half of them are kept, by a write of the current value or a restore, and half are discarded.
    for device, line in (
            (laptop, "session edit 1 --title 'Changed 1'"), (phone, "session discard laptop/2"),
            (phone, "session restore laptop/3"), (laptop, "session discard 4"),
            (phone, "session set laptop/5 laptop/1 155x5"), (laptop, "session remove 6 1"),
            (laptop, "session restore 7 1"), (phone, "session remove laptop/8 laptop/1"),
            (phone, "plan edit laptop/1 --name 'Changed 1'"), (laptop, "plan discard 2"),
            (laptop, "plan restore 3"), (phone, "plan discard laptop/4"),
            (phone, "goal set run 6/week"), (laptop, "goal clear walk")):
        try:
            device(line)
        except Wrong as reason:
            group.problems.append(str(reason))
    group.sync()
    group.expect_no_conflicts("after resolving")
    group.expect_everywhere(
        ["Changed 1", "Session 3", "Session 5", "Session 6", "Session 7", "Session 8"],
        lambda device: sorted(one["title"] for one in device.json("sessions")), "the resolved sessions")
    group.expect_everywhere(
        ["100x1", "100x3", "155x5", "157x7"],
        lambda device: sorted(notation(row["record"]) for row in device.json("records") if row["record"]),
        "the resolved records")
    group.expect_everywhere(
        ["Changed 1", "Changed 3"], lambda device: sorted(one["name"] for one in device.json("plan list")),
        "the resolved plans")
    group.expect_everywhere(
        ("6/week", None), lambda device: (device.goal("Run"), device.goal("Walk")), "the resolved goals")
    group.expect_same_views("resolved:")


def discarded_open_sessions(group, _):
    """A session that one device discards stays if the other logs into it or finishes it, whichever comes first."""
    laptop, phone = group
    changes = ("log squat 90x5", "session finish --no-check-in")
    for number, (change, is_discarded_first) in enumerate(
            [(change, is_first) for change in changes for is_first in (True, False)], 1):
        laptop(f"session start none --title 'Session {number}'")
        laptop("log bench 80x10")
        group.sync()
        writes = [(laptop, f"session discard {number}"), (phone, change)]
        for device, line in writes if is_discarded_first else reversed(writes):
            device(line)
        group.sync()
        words = f"discarded {'before' if is_discarded_first else 'after'} {change}"
        expected = ["80x10", "90x5"] if change.startswith("log") else ["80x10"]
        group.expect_everywhere(expected, lambda device: device.sets(f"Session {number}"), words)
        group.expect_discard_conflict("session", 1, words)
        group.expect_same_views(words)
        # The discard is repeated on either device.
        device = (laptop, phone)[number % 2]
        answer = device.attempt(f"session discard {number if device is laptop else f'laptop/{number}'}")
        group.expect_equal(answer.status, DONE, f"{words}: repeating the discard on {device.name}")
        group.sync()
        group.expect_no_conflicts(f"{words}, then discarded again")
        group.expect_everywhere(None, lambda device: device.session(f"Session {number}"), f"{words}, then discarded again")


def discarded_sessions_of_check_ins(group, _):
    """A session that one device discards stays if the other makes a check-in refer to it."""
    laptop, phone = group
    for number in (1, 2):
        laptop(f"add strength 'Workout {number}'")
        laptop(f"session start none --title 'Session {number}'")
        laptop("log bench 80x10")
        laptop("session finish --no-check-in")
    group.sync()
    laptop("session discard 1")
    phone("session link laptop/1 laptop/1")
    phone("session link laptop/2 laptop/2")
    laptop("session discard 2")
    group.sync()
    group.expect_discard_conflict("session", 2)

    def linked(device):
        titles = {row["number"]: row["title"] for row in device.json("list")}
        return sorted((one["title"], titles.get(one["checkIn"])) for one in device.json("sessions"))

    group.expect_everywhere(
        [("Session 1", "Workout 1"), ("Session 2", "Workout 2")], linked, "the sessions and their check-ins")
    group.expect_same_views()
    laptop("conflicts keep 1")
    phone("conflicts discard 1")
    group.sync()
    # Both devices resolved the same conflict differently, because neither had seen the other's choice.
    for device in group:
        group.expect_equal(len(device.json("sessions")), 2, f"{device.name}: the sessions after different choices")
    group.expect_same_views("after different choices:")


def discarded_plans_in_use(group, _):
    """A plan that one device discards stays if the other starts a session from it."""
    laptop, phone = group
    for number in (1, 2):
        laptop(f"plan new 'Plan {number}' -", text="Bench Press / 3x5\n")
    group.sync()
    laptop("plan discard 1")
    phone("session start laptop/1")
    phone("log bench 80x10")
    phone("session finish --no-check-in")
    phone("session start laptop/2")
    laptop("plan discard 2")
    group.sync()
    group.expect_everywhere(
        ["Plan 1", "Plan 2"], lambda device: sorted(one["name"] for one in device.json("plan list")), "the plans")
    group.expect_everywhere(
        ["Plan 1"], lambda device: [one["plan"]["name"] for one in device.json("sessions")], "the session's plan")
    group.expect_discard_conflict("plan", 2)
    group.expect_same_views()
    phone("plan discard laptop/1")
    laptop("plan restore 2")
    group.sync()
    group.expect_no_conflicts("after resolving")
    group.expect_everywhere(
        ["Plan 2"], lambda device: sorted(one["name"] for one in device.json("plan list")), "the resolved plans")
    group.expect_same_views("resolved:")


# --- Links between check-ins and sessions

def has_link_conflict(device):
    return any(
        one["field"] in LINKS and {row["device"] for row in one["candidates"]} == {"laptop", "phone"}
        for one in device.conflicts())


def concurrent_links(group, _):
    """Two check-ins that two devices link to one session, and two sessions that they link to one check-in, are listed."""
    laptop, phone = group
    for number in (1, 2, 3):
        laptop(f"add strength 'Workout {number}'")
        laptop(f"session start none --title 'Session {number}'")
        laptop("log bench 80x10")
        laptop("session finish --no-check-in")
    group.sync()

    def linked(device):
        titles = {row["number"]: row["title"] for row in device.json("list")}
        return {one["title"]: titles.get(one["checkIn"]) for one in device.json("sessions")}

    laptop("session link 1 1")
    phone("session link laptop/1 laptop/2")
    group.sync()

    group.expect_everywhere(True, has_link_conflict, "two check-ins of one session are listed")
    group.expect_everywhere("Workout 2", lambda device: linked(device)["Session 1"], "the later link")
    group.expect_same_views()
    phone("conflicts take laptop --yes")
    group.sync()
    group.expect_no_conflicts("after the laptop's link was taken")
    group.expect_everywhere("Workout 1", lambda device: linked(device)["Session 1"], "the link that was taken")
    group.expect_same_views("taken:")
    phone("session link laptop/2 laptop/3")
    laptop("session link 3 3")
    group.sync()
    group.expect_everywhere(True, has_link_conflict, "two sessions of one check-in are listed")
    group.expect_everywhere(
        (None, "Workout 3"), lambda device: (linked(device)["Session 2"], linked(device)["Session 3"]), "the later session")
    phone("conflicts keep 1")
    group.sync()
    group.expect_no_conflicts("after the link was kept")
    group.expect_everywhere("Workout 3", lambda device: linked(device)["Session 3"], "the link that was kept")
    group.expect_same_views("kept:")


def finished_twice(group, _):
    """Both devices finish a session with a check-in: both check-ins stay, and the second link is listed."""
    laptop, phone = group
    laptop("log bench 80x10")
    group.sync()
    laptop("session finish --check-in 'From the laptop'")
    phone("session finish --check-in 'From the phone'")
    group.sync()
    group.expect_everywhere(
        ["From the laptop", "From the phone"], lambda device: sorted(row["title"] for row in device.json("list")),
        "the check-ins")
    group.expect_everywhere(True, has_link_conflict, "the two check-ins of the session are listed")
    group.expect_same_views()


def discarded_check_in_that_is_linked(group, _):
    """A check-in that one device discards stays if the other links it to a session."""
    laptop, phone = group
    for number in (1, 2):
        laptop(f"add strength 'Workout {number}'")
        laptop(f"session start none --title 'Session {number}'")
        laptop("log bench 80x10")
        laptop("session finish --no-check-in")
    group.sync()
    laptop("discard 1")
    phone("session link laptop/1 laptop/1")
    phone("session link laptop/2 laptop/2")
    laptop("discard 2")
    group.sync()
    group.expect_everywhere(
        ["Workout 1", "Workout 2"], lambda device: sorted(row["title"] for row in device.json("list")), "the check-ins")
    group.expect_discard_conflict("check-in", 2)
    group.expect_everywhere(
        2, lambda device: len([one for one in device.json("sessions") if one["checkIn"]]), "the links")
    group.expect_same_views()
    laptop("restore 1")
    phone("discard laptop/2")
    group.sync()
    group.expect_no_conflicts("after resolving")
    group.expect_everywhere(
        ["Workout 1"], lambda device: sorted(row["title"] for row in device.json("list")), "the resolved check-ins")
    group.expect_same_views("resolved:")


# --- Equality

def random_step(group, device, chance):
    """Runs a random command on items that the device shows."""
    def one_of(rows):
        return str(chance.choice(rows)["number"]) if rows else "1"

    sessions, opened, plans = device.json("sessions"), device.json("session"), device.json("plan list")
    check_ins = device.json("list")
    every = sessions + ([opened] if opened else [])
    session = chance.choice(every) if every else None
    set_reference = f"{session['number']} {one_of(session['sets'])}" if session else "1 1"
    number = chance.randrange(1, 100)
    exercise = chance.choice(("bench", "squat", "'sled push'", "plank"))
    entry = f"1:{number % 60:02}" if exercise == "plank" else f"{100 + number}x{1 + number % 12}"
    steps = [
        f"add run 'Run {number}'", f"log {exercise} {entry}", f"log {exercise} {entry}", "session finish --no-check-in",
        f"session finish --check-in 'Workout {number}'", f"session edit {one_of(every)} --title 'Session {number}'",
        f"session edit {one_of(every)} --notes 'Note {number}'", f"session discard {one_of(every)}",
        f"session set {set_reference} {100 + number}x5", f"session set {set_reference} --notes 'Note {number}'",
        f"session remove {set_reference}", f"session restore {one_of(device.json('sessions --discarded'))}",
        f"edit {one_of(check_ins)} --title 'Title {number}'", f"discard {one_of(check_ins)}",
        f"session link {one_of(sessions)} {one_of(check_ins)}", f"session unlink {one_of(check_ins)}",
        f"plan new 'Plan {number}' -", f"plan edit {one_of(plans)} -", f"plan edit {one_of(plans)} --name 'Plan {number}'",
        f"plan discard {one_of(plans)}", f"plan restore {one_of(device.json('plan list --discarded'))}",
        f"plan use {one_of(plans)}", f"session start {one_of(plans)}", "exercise new 'Sled Push'",
        f"exercise rename 'Sled Push' 'Sled {number}'", f"exercise edit bench --alias 'Alias {number}'",
        f"goal set run {1 + number % 7}/week", "goal clear run", f"goal set days {1 + number % 7}/week", "undo", "redo",
        "conflicts keep 1", "conflicts discard 1", "conflicts take phone --yes",
    ]
    line = chance.choice(steps)
    answer = device.attempt(line, text=f"{chance.choice(('Bench Press', 'Squat'))} / 3x{number}\n")
    return f"{device.name}: {line}" + ("" if answer.status == DONE else " (rejected)")


def random_writes(group, chance, rounds, steps):
    history = []
    for _ in range(rounds):
        for _ in range(steps):
            history.append(random_step(group, chance.choice(group.devices), chance))
        for device in chance.sample(group.devices, chance.randrange(len(group.devices) + 1)):
            device.sync()
            history.append(f"{device.name}: sync")
    for _ in range(3):
        for device in chance.sample(group.devices, len(group.devices)):
            device.sync()
    group.expect_same_views(is_rebuilding=True)
    if group.problems:
        group.problems.append("the commands were:\n      " + "\n      ".join(history))


def equal_views(group, options):
    """Three devices write at random and sync in any order; all show the same."""
    laptop = group.devices[0]
    laptop("log bench 80x10 85x8")
    laptop("session finish --check-in First")
    laptop("plan new Push -", text="Bench Press / 3x5\n")
    laptop("log squat 100x5")
    laptop.sync()
    random_writes(group, random.Random(options.seed), 6, 6)


def equal_views_of_late_devices(group, options):
    """The same after all three were offline for a long time, so each sync imports events from before others."""
    laptop = group.devices[0]
    laptop("log bench 80x10 85x8")
    laptop("session finish --check-in First")
    laptop("plan new Push -", text="Bench Press / 3x5\n")
    laptop("log squat 100x5")
    laptop("exercise new 'Sled Push'")
    for device in group:
        device.sync()
    random_writes(group, random.Random(options.seed + 1), 1, 36)


def late_events(group, _):
    """The events of a device that was offline come before those that the other has already shown: the later values
    win, as after a rebuild."""
    laptop, phone = group
    laptop("add run Easy")
    laptop("log bench 100x5")
    laptop("session finish --no-check-in")
    laptop("session edit 1 --title First")
    laptop("log squat 100x5 100x4")
    laptop("plan new Push -", text="Bench Press / 3x5\n")
    laptop("exercise new Sled Push")
    group.sync()
    # The phone's commands come first, and arrive last.
    for device, lines in (
            (phone, ("edit laptop/1 --title Earlier", "session edit laptop/1 --notes Earlier",
                     "session set laptop/1 laptop/1 222x5", "plan edit laptop/1 --name Earlier",
                     "exercise rename 'Sled Push' Earlier", "goal set run 2/week", "log squat 90x3",
                     "session remove laptop/2 laptop/2")),
            (laptop, ("edit 1 --title Later", "session edit 1 --notes Later", "session set 1 1 111x5",
                      "plan edit 1 --name Later", "exercise rename 'Sled Push' Later", "goal set run 6/week",
                      "session discard 2"))):
        for line in lines:
            device(line)
    laptop.sync()
    laptop("add run 'After everything'")
    group.sync()

    def shown(device):
        return (
            device.check_in("Later") is not None, (device.session("First") or {}).get("note"), device.sets("First"),
            device.plan("Later") is not None, device.exercise("Later") is not None, device.goal("Run"))

    expected = (True, "Later", ["111x5"], True, True, "6/week")
    group.expect_everywhere(expected, shown, "the later values")
    group.expect_everywhere(
        ["100x5", "90x3"], lambda device: (opened := device.json("session")) and [
            notation(one) for one in opened["sets"]], "the session that was discarded later and logged into earlier")
    group.expect_everywhere(7, lambda device: len(device.conflicts()), "the number of conflicts")
    group.expect_same_views(is_rebuilding=True)
    group.expect_everywhere(expected, shown, "the later values after a rebuild")


# --- Undo

def undo_of_own_commands(group, _):
    """Each device undoes its own commands after a sync; all show the same."""
    laptop, phone = group
    laptop("log bench 100x5")
    laptop("session finish --no-check-in")
    laptop("session edit 1 --title First")
    laptop("plan new Push -", text="Bench Press / 3x5\n")
    group.sync()
    for line, query, before in (
            ("session set 1 1 105x5", lambda device: device.sets("First"), ["100x5"]),
            ("session edit 1 --notes Tired", lambda device: device.session("First")["note"], ""),
            ("session remove 1 1", lambda device: device.sets("First"), ["100x5"]),
            ("session discard 1", lambda device: device.sets("First"), ["100x5"]),
            ("plan edit 1 --name Pull", lambda device: [one["name"] for one in device.json("plan list")], ["Push"]),
            ("plan discard 1", lambda device: [one["name"] for one in device.json("plan list")], ["Push"]),
            ("goal set run 3/week", lambda device: device.goal("Run"), None)):
        laptop(line)
        group.sync()
        laptop("undo")
        group.sync()
        group.expect_everywhere(before, query, f"after undo of {line}")
    group.expect_no_conflicts("after undo")
    group.expect_same_views()
    # Of two concurrent values, the device with the later one undoes it.
    laptop("session set 1 1 110x5")
    phone("session set laptop/1 laptop/1 90x5")
    group.sync()
    phone("undo")
    group.sync()
    group.expect_everywhere(True, lambda device: device.sets("First") in (["100x5"], ["110x5"]), "undo of the later value")
    group.expect_same_views("undo of the later value:")
    # A discard that another device's sets contradict took nothing away, so it is restored and not undone.
    laptop("log squat 100x5")
    group.sync()
    laptop("session discard 2")
    phone("log squat 110x5")
    group.sync()
    laptop("session restore 2")
    group.sync()
    group.expect_everywhere(
        ["100x5", "110x5"], lambda device: (opened := device.json("session")) and [
            notation(one) for one in opened["sets"]], "undo of the discard")
    group.expect_no_conflicts("undo of the discard")
    phone("undo")
    group.sync()
    group.expect_everywhere(
        ["100x5"], lambda device: (opened := device.json("session")) and [notation(one) for one in opened["sets"]],
        "undo of the set")
    group.expect_same_views("undo of the set:")


# --- Exercises with the same name

def exercises_with_one_name(group, _):
    """Exercises that two devices define with the same name, in any case, are one: its sets count to one record."""
    laptop, phone = group
    for device, name, entry in ((laptop, "Sled Push", "100x5"), (phone, "sled push", "120x3")):
        device(f"exercise new '{name}'")
        device(f"log '{name}' {entry}")
        device("session finish --no-check-in")
        device("exercise new 'Same Lift'")
        device(f"plan new 'Plan of {device.name}' -", text=f"{name} / 3x5\n")
    group.sync()

    def rows(device, command, *names):
        return [row for row in device.json(command) if row["exercise"].lower() in names]

    for command in ("exercise", "records"):
        group.expect_everywhere(
            [(2, 2, "120x3")], lambda device: [
                (row["sets"], row["sessions"], row["record"] and notation(row["record"]))
                for row in rows(device, command, "sled push")],
            f"sets, sessions and record in {command}")
    group.expect_everywhere(1, lambda device: len(rows(device, "exercise", "same lift")), "exercises named Same Lift")
    group.expect_everywhere(
        1, lambda device: device.done("exercise").output.lower().count("sled push"), "lines that name the exercise")
    group.expect_everywhere(
        0, lambda device: len([one for one in device.conflicts() if any(
            contains(row["value"], "Same Lift") for row in one["candidates"])]), "conflicts about equal definitions")
    for device in group:
        device("log 'SLED PUSH' 90x1")
        device("session finish --no-check-in")
        group.sync()
    group.expect_everywhere(
        [(4, 4)], lambda device: [(row["sets"], row["sessions"]) for row in rows(device, "exercise", "sled push")],
        "sets and sessions after both logged into it")
    group.expect_same_views()
    name = rows(phone, "exercise", "sled push")[0]["exercise"]
    phone(f"exercise rename '{name}' Prowler")
    group.sync()
    group.expect_everywhere(
        [("Prowler", 4, "120x3")], lambda device: [
            (row["exercise"], row["sets"], row["record"] and notation(row["record"]))
            for row in rows(device, "exercise", "prowler", "sled push")], "the renamed exercise")
    group.expect_everywhere(
        [["Prowler"], ["Prowler"]],
        lambda device: [[one["exercise"] for one in plan["items"]] for plan in device.json("plan list")], "the plans")
    laptop("log prowler 130x2")
    laptop("session finish --no-check-in")
    laptop("exercise retire prowler")
    group.sync()
    group.expect_everywhere(
        [], lambda device: rows(device, "exercise", "prowler", "sled push"), "the retired exercise")
    group.expect_everywhere("130x2", lambda device: device.record("Prowler"), "the record of the retired exercise")
    group.expect_same_views("renamed:")


def exercises_of_three_devices(group, _):
    """Three devices that meet in turn have one exercise, whose names are one register."""
    laptop, phone, tablet = group
    for device, entry in ((laptop, "100x5"), (phone, "110x5"), (tablet, "120x5")):
        device("exercise new 'Sled Push'")
        device(f"log 'sled push' {entry}")
        device("session finish --no-check-in")
    for device in (laptop, phone, laptop):
        device.sync()
    phone("exercise rename 'Sled Push' Prowler")
    for device in (tablet, phone, laptop) * 2:
        device.sync()
    group.expect_everywhere(
        [("Prowler", 3, "120x5")], lambda device: [
            (row["exercise"], row["sets"], row["record"] and notation(row["record"]))
            for row in device.json("records") if row["exercise"] in ("Prowler", "Sled Push")], "the exercise of three")
    group.expect_same_views()


# --- IDs

def qualified_ids(group, _):
    """A session, a set, a plan or a check-in has the same qualified ID on every device, its own included."""
    laptop, phone, tablet = group
    laptop("add run Easy")
    laptop("plan new Push -", text="Bench Press / 3x5\n")
    laptop("session start none --title First")
    laptop("log bench 100x5")
    for device in (laptop, phone, tablet):
        device.sync()
    phone("log bench 110x5")
    phone("log bench 115x5")
    for device in (phone, laptop, tablet, phone):
        device.sync()

    weights = [100, 110, 115]
    # Each device corrects each set by its qualified ID; the session's ID is qualified as well.
    for device in group:
        for position, reference in enumerate(("laptop/1", "phone/1", "phone/2")):
            weights[position] += 1
            answer = device.attempt(f"session set laptop/1 {reference} {weights[position]}x5")
            group.expect_equal(
                answer.status, DONE, f"{device.name}: set {reference} of session laptop/1 ({answer.errors.strip()})")
            group.expect_equal(
                device.sets("First"), [f"{weight}x5" for weight in weights],
                f"{device.name}: the sets after a change of {reference}")
            weights = [int(one.split("x")[0]) for one in device.sets("First")]
        group.sync()
        group.expect_everywhere([f"{weight}x5" for weight in weights], lambda each: each.sets("First"), "the sets")
    # A number without a device is that of the device on which it is typed.
    for device, line, position in (
            (laptop, "session set 1 1", 0), (laptop, "session set laptop/1 1", 0), (phone, "session set laptop/1 1", 1),
            (phone, "session set laptop/1 2", 2), (laptop, "session set 1 phone/2", 2)):
        weights[position] += 1
        device(f"{line} {weights[position]}x5")
        group.sync()
        group.expect_everywhere(
            [f"{weight}x5" for weight in weights], lambda each: each.sets("First"), f"{device.name}: {line}")
        weights = [int(one.split("x")[0]) for one in device.sets("First")]
    for device in group:
        for line, expected in (
                ("show laptop/1", "Easy"), ("show session laptop/1", "First"), ("plan show laptop/1", "Push")):
            answer = device.attempt(line)
            group.expect(
                expected in answer.output, f"{device.name}: {line} prints {answer.output}{answer.errors}")
        for line in ("session set laptop/1 phone/9 1x1", "session set laptop/1 tablet/1 1x1", "session remove laptop/1 laptop/2"):
            group.expect_equal(device.attempt(line).status, NOT_FOUND, f"{device.name}: the status of {line}")
    laptop("session remove laptop/1 phone/1")
    group.sync()
    group.expect_everywhere(2, lambda device: len(device.sets("First")), "the sets after the phone's first was removed")
    phone("session restore laptop/1 phone/1")
    group.sync()
    group.expect_everywhere(3, lambda device: len(device.sets("First")), "the sets after it was restored")
    group.expect_same_views()


# --- The command

def six_conflicts(group):
    """One conflict about each subject: the laptop writes first in odd ones."""
    laptop, phone = group
    laptop("add run Easy")
    laptop("session start none --title First")
    laptop("log bench 100x5")
    laptop("session finish --no-check-in")
    laptop("plan new Push -", text="Bench Press / 3x5\n")
    laptop("exercise new Sled Push")
    group.sync()
    for writes in (
            ((laptop, "edit 1 --title Hills"), (phone, "edit laptop/1 --title Track")),
            ((phone, "session edit laptop/1 --notes Fresh"), (laptop, "session edit 1 --notes Tired")),
            ((laptop, "session set 1 1 140x5"), (phone, "session set laptop/1 laptop/1 60x5")),
            ((phone, "plan edit laptop/1 --name Pull"), (laptop, "plan discard 1")),
            ((laptop, "exercise rename 'Sled Push' Prowler"), (phone, "exercise rename 'Sled Push' Sledge")),
            ((phone, "goal set run 14/week"), (laptop, "goal set run 25/month"))):
        for device, line in writes:
            device(line)
    group.sync()


def subject_number(device, subject):
    """The number that `conflicts` gives to the only conflict about a subject, as the list is printed."""
    for position, one in enumerate(device.conflicts(), 1):
        if one.get("subject", "check-in") == subject:
            return position
    raise Wrong(f"{device.name} lists no conflict about a {subject}")


SUBJECTS = ["check-in", "exercise", "goal", "plan", "session", "set"]


def state_of_subjects(device):
    plans = [one["name"] for one in device.json("plan list")]
    return {
        "check-in": device.json("list")[0]["title"], "session": device.session("First")["note"],
        "set": device.sets("First"), "plan": plans, "goal": device.goal("Run"),
        "exercise": sorted(
            row["exercise"] for row in device.json("exercise") if row["exercise"] in ("Prowler", "Sledge", "Sled Push")),
    }


LATER = {"check-in": "Track", "session": "Tired", "set": ["60x5"], "plan": ["Pull"], "goal": "25/month",
         "exercise": ["Sledge"]}
OF_THE_LAPTOP = {"check-in": "Hills", "session": "Tired", "set": ["140x5"], "plan": [], "goal": "25/month",
                 "exercise": ["Prowler"]}
OF_THE_PHONE = {"check-in": "Track", "session": "Fresh", "set": ["60x5"], "plan": ["Pull"], "goal": "14/week",
                "exercise": ["Sledge"]}


def conflicts_are_printed(group, _):
    """Each conflict is printed with both values, and the device and time of each; JSON has a subject and an index."""
    six_conflicts(group)
    group.expect_everywhere(LATER, state_of_subjects, "what is shown")
    for device in group:
        text = device.done("conflicts").output
        for word in ("Hills", "Track", "Fresh", "Tired", "140", "60", "discarded", "Pull", "Prowler", "Sledge", "14", "25",
                     "laptop", "phone"):
            group.expect(word in text, f"{device.name}: conflicts doesn't contain {word}:\n{text}")
        for internal in ("21474836", "Optional(", "nil"):
            group.expect(internal not in text, f"{device.name}: conflicts contains {internal}:\n{text}")
        conflicts = device.conflicts()
        group.expect_equal(
            sorted(one.get("subject") for one in conflicts if one.get("subject")), SUBJECTS, f"{device.name}: the subjects")
        group.expect_equal(
            [one.get("index") for one in conflicts], list(range(1, len(SUBJECTS) + 1)), f"{device.name}: the indexes")
        for conflict in conflicts:
            group.expect(
                {"number", "field", "candidates"} <= set(conflict), f"{device.name}: a member is missing in {conflict}")
            for one in conflict["candidates"]:
                group.expect(
                    {"device", "sequence", "value", "at"} <= set(one), f"{device.name}: a member is missing in {one}")
    group.expect_times()
    group.expect_same_views()


def conflicts_are_kept(group, _):
    """`conflicts keep N` keeps the value that is shown, and the item that was discarded."""
    six_conflicts(group)
    laptop, phone = group
    for count, subject in enumerate(SUBJECTS, 1):
        device = (laptop, phone)[count % 2]
        number = subject_number(device, subject)
        device(f"conflicts keep {number}")
        group.expect_equal(len(device.conflicts()), len(SUBJECTS) - count, f"{device.name}: conflicts after keep {number}")
        group.sync()
        group.expect_everywhere(LATER, state_of_subjects, f"what is shown after keep of the {subject}")
    group.expect_no_conflicts("after keep")
    group.expect_same_views()
    group.expect_everywhere(
        "No conflicts.", lambda device: device.done("conflicts").output.strip(), "the list without conflicts")


def conflicts_are_discarded(group, _):
    """`conflicts discard N` discards the item that one device discarded and the other changed."""
    laptop, phone = group
    laptop("add run Easy")
    for number in (1, 2):
        laptop(f"session start none --title 'Session {number}'")
        laptop("log bench 100x5")
        laptop("session finish --no-check-in")
    laptop("plan new Push -", text="Bench Press / 3x5\n")
    laptop("goal set run 3/week")
    group.sync()
    for discard, change in (
            ("discard 1", "edit laptop/1 --title Track"), ("session discard 1", "session edit laptop/1 --notes Fresh"),
            ("session remove 2 1", "session set laptop/2 laptop/1 60x5"), ("plan discard 1", "plan edit laptop/1 --name Pull"),
            ("goal clear run", "goal set run 4/week")):
        laptop(discard)
        phone(change)
    group.sync()
    for count, subject in enumerate(("check-in", "session", "set", "plan", "goal"), 1):
        device = (laptop, phone)[count % 2]
        device(f"conflicts discard {subject_number(device, subject)}")
        group.sync()
    group.expect_no_conflicts("after discard")
    group.expect_everywhere(
        ([], [("Session 2", [])], [], None), lambda device: (
            device.json("list"), [(one["title"], one["sets"]) for one in device.json("sessions")],
            device.json("plan list"), device.goal("Run")), "what is left after discard")
    group.expect_same_views()


def conflicts_are_taken_from_a_device(group, _):
    """`conflicts take DEVICE` resolves all conflicts in favour of a device, after a preview and one confirmation."""
    six_conflicts(group)
    laptop, phone = group
    phone.refused(USAGE, "--yes", "conflicts", "take", "laptop")
    before = phone.log_files()
    for reply, device in (("n", phone), ("y", phone)):
        group.expect(device.log_files() == before, "take changes something without a confirmation")
        preview = device.converse("conflicts take laptop", reply)
        for word in ("Hills", "140", "Prowler"):
            group.expect(word in preview, f"the preview doesn't contain {word}: {preview}")
    group.sync()
    group.expect_no_conflicts("after take laptop")
    group.expect_everywhere(OF_THE_LAPTOP, state_of_subjects, "what is shown after take laptop")
    group.expect_same_views()
    phone("undo")
    group.sync()
    group.expect_same_views("after undo of take:")


def conflicts_are_taken_from_this_device(group, _):
    """A device takes its own values, for all subjects."""
    six_conflicts(group)
    _, phone = group
    phone("conflicts take phone --yes")
    group.sync()
    group.expect_no_conflicts("after take phone")
    group.expect_everywhere(OF_THE_PHONE, state_of_subjects, "what is shown after take phone")
    group.expect_same_views()


def conflicts_without_a_device_stay(group, _):
    """`conflicts take DEVICE` leaves the conflicts between other devices."""
    laptop, phone, tablet = group
    for number in (1, 2):
        laptop(f"session start none --title 'Session {number}'")
        laptop("log bench 100x5")
        laptop("session finish --no-check-in")
    for device in (laptop, phone, tablet):
        device.sync()
    laptop("session set 1 1 110x5")
    phone("session set laptop/1 laptop/1 120x5")
    tablet("session set laptop/1 laptop/1 130x5")
    phone("session set laptop/2 laptop/1 210x5")
    tablet("session set laptop/2 laptop/1 220x5")
    group.sync()
    group.expect_conflict("set", "110", "120", "130", devices=("laptop", "phone", "tablet"))
    group.expect_conflict("set", "210", "220", devices=("phone", "tablet"))
    group.expect_same_views()
    tablet("conflicts take laptop --yes")
    group.sync()
    group.expect_everywhere(
        (["110x5"], ["220x5"]), lambda device: (device.sets("Session 1"), device.sets("Session 2")), "the sets")
    group.expect_everywhere(1, lambda device: len(device.conflicts()), "the conflicts that stay")
    group.expect_same_views("after take laptop:")


def wrong_conflict_numbers(group, _):
    """A number that isn't in the list, a word, or an unknown device is rejected, and changes nothing."""
    laptop, phone = group
    laptop("add run Easy")
    group.sync()
    before = {device.name: device.log_files() for device in group}
    lines = ["conflicts keep 1", "conflicts discard 1"]

    def rejected(lines):
        for device in group:
            for line in lines:
                answer = device.run(*shlex.split(line))
                group.expect(
                    answer.status in (USAGE, REFUSED, NOT_FOUND) and answer.errors.strip(),
                    f"{device.name}: {line} exits with {answer.status}: {answer.output}{answer.errors}")
                asked = line.split()[2:3]
                if asked and asked[0].isdigit():
                    group.expect(asked[0] in answer.errors, f"{device.name}: the error of {line} has no number: {answer.errors}")
            group.expect(device.log_files() == before[device.name], f"{device.name}: rejected commands changed the log")

    rejected(lines)
    laptop("edit 1 --title Hills")
    phone("edit laptop/1 --title Track")
    group.sync()
    before.update({device.name: device.log_files() for device in group})
    rejected([
        "conflicts keep 0", "conflicts keep 2", "conflicts keep 99", "conflicts keep -1", "conflicts keep first",
        "conflicts keep", "conflicts discard 2", "conflicts discard", "conflicts take tablet --yes",
        "conflicts take --yes"])
    group.expect_everywhere(1, lambda device: len(device.conflicts()), "the conflicts after rejected commands")
    answer = phone.done("conflicts", "keep", "1", "--json")
    group.expect(answer.is_whole, f"conflicts keep 1 --json prints {answer.output}")
    group.sync()
    group.expect_no_conflicts("after keep 1 --json")


def an_unrelated_write_resolves_nothing(group, _):
    """A write of another field, and a write that observed only one of the values, leave the conflict."""
    laptop, phone, tablet = group
    laptop("log bench 100x5")
    laptop("session finish --no-check-in")
    for device in group:
        device.sync()
    laptop("session set 1 1 110x5")
    phone("session set laptop/1 laptop/1 120x5")
    for device in (laptop, phone, laptop):
        device.sync()
    phone("session set laptop/1 laptop/1 --notes Slow")
    laptop("session edit 1 --title First")
    # The tablet has observed neither value.
    tablet("session set laptop/1 laptop/1 130x5")
    group.sync()
    group.expect_conflict("set", "110", "120", "130", devices=("laptop", "phone", "tablet"))
    tablet("session set laptop/1 laptop/1 125x5")
    group.sync()
    group.expect_no_conflicts("after a write that observed all")
    group.expect_everywhere(["125x5"], lambda device: device.sets("First"), "the set")
    group.expect_same_views()


TWO, THREE = ("laptop", "phone"), ("laptop", "phone", "tablet")
CASES = {case.__name__: (case, names) for names, cases in (
    (TWO, (
        discarded_session_that_goes_on, discarded_session_that_goes_on_is_discarded, concurrent_values_of_a_set,
        discarded_check_in_that_is_edited, different_fields, equal_values, registers_of_check_ins, registers_of_sessions,
        registers_of_sets, registers_of_plans, registers_of_exercises, registers_of_goals, discards_on_both,
        discarded_items, discarded_open_sessions, discarded_sessions_of_check_ins, discarded_plans_in_use,
        concurrent_links, finished_twice, discarded_check_in_that_is_linked, late_events, undo_of_own_commands,
        exercises_with_one_name, conflicts_are_printed, conflicts_are_kept, conflicts_are_discarded,
        conflicts_are_taken_from_a_device, conflicts_are_taken_from_this_device, wrong_conflict_numbers)),
    (THREE, (
        equal_views, equal_views_of_late_devices, exercises_of_three_devices, qualified_ids,
        conflicts_without_a_device_stay, an_unrelated_write_resolves_nothing)),
) for case in cases}


def problems(name, options, directory):
    """The violations that a case finds."""
    case, names = CASES[name]
    group = Group(options.binary, directory, name, names)
    try:
        case(group, options)
    except Wrong as reason:
        group.problems.append(str(reason))
    except (LookupError, TypeError, ValueError, AttributeError) as reason:
        trace = [frame for frame in traceback.extract_tb(reason.__traceback__) if frame.filename == __file__]
        group.problems.append(f"line {trace[-1].lineno}: an unexpected answer: {type(reason).__name__}: {reason}")
    return group.problems


def run(options, figures):
    failures = []
    with tempfile.TemporaryDirectory(prefix="checkin-workouts-") as directory, ThreadPoolExecutor(options.jobs) as pool:
        names = options.only or list(CASES)
        for name, found in zip(names, pool.map(lambda name: problems(name, options, directory), names)):
            figures.cases += 1
            if found:
                failures.append("\n    ".join([f"  {name}:", *(problem.strip() for problem in found)]))
            if options.verbose:
                print(failures[-1] if found else f"  {name}: ok", flush=True)
    if failures:
        raise Wrong(f"{len(failures)} laws are violated:\n" + "\n".join(failures))


def parsed():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", help="the path of checkin", type=lambda path: str(Path(path).resolve()))
    parser.add_argument("--only", action="append", choices=CASES, metavar="NAME", help="run this law only; repeatable")
    parser.add_argument("--seed", type=int, default=int(os.environ.get("CHECKIN_SEED", DEFAULT_SEED)))
    parser.add_argument("--jobs", type=int, default=2, help="the number of laws that are tested at the same time")
    parser.add_argument("--verbose", action="store_true", help="print the outcome of each law when it is known")
    return parser.parse_args()


if __name__ == "__main__":
    chosen = parsed()
    os.environ.pop("CHECKIN_JOURNAL", None)
    sys.exit(main("merged workouts", chosen.seed, lambda figures: run(chosen, figures)))
