"""Devices of a group under the real command."""

import json
import os
import shutil
from pathlib import Path

from support.journal import DONE, Journal, Wrong


class Device(Journal):
    """A journal in a directory of its own, under a name."""

    def __init__(self, binary, directory, name):
        super().__init__(binary, Path(directory) / name)
        self.name = name

    def done(self, *arguments, text=""):
        """Runs a command that has to succeed."""
        answer = self.run(*arguments, text=text)
        if answer.status != DONE:
            raise Wrong(f"{self.name}: {arguments} exits with {answer.status}: {answer.output}{answer.errors}")
        return answer

    def refused(self, status, words, *arguments, text=""):
        """Runs a command that has to be refused with this status and these words, and leaves the own log alone."""
        before = self.log_files()
        answer = self.run(*arguments, text=text)
        if answer.status != status or words not in answer.errors:
            raise Wrong(
                f"{self.name}: {arguments} exits with {answer.status} instead of {status} \"{words}\": "
                f"{answer.output}{answer.errors}")
        if self.log_files() != before:
            raise Wrong(f"{self.name}: {arguments} changed its own log")
        return answer

    def add(self, title, *options):
        self.done("add", "run", title, *options)

    def sync(self):
        """What a sync of everything carries."""
        return self.done("sync", "--json").json()

    def group(self):
        return self.done("group", "--json").json()

    def me(self):
        return self.group()["devices"][0]

    def events_of(self, name):
        """The last event of another device that is here; 0 for a device of which nothing is known yet."""
        return next((device["events"] for device in self.group()["devices"] if device["name"] == name), 0)

    def has(self, title):
        """Whether a check-in is here, whichever device has written it."""
        return any(row["title"] == title for row in self.done("list", "--json").json())

    def copied_log(self, other):
        """The copy of another device's log that is here, by the names of its segments."""
        folder = self.path / "peers" / other.me()["journal"] / "log"
        return {file.name: file.read_bytes() for file in folder.glob("*.lz4")}

    def own_log(self):
        return {file.name: file.read_bytes() for file in (self.path / "log").glob("*.lz4")}

    def use_place(self, address):
        """Goes to the same place by another way."""
        file = self.path / "group.json"
        group = json.loads(file.read_text())
        group["place"] = address
        file.write_text(json.dumps(group))

    def cloned(self, name):
        """A copy of the directory, as somebody makes who does not know better."""
        clone = Device(self.binary, self.path.parent, name)
        shutil.copytree(self.path, clone.path)
        return clone

    def replaced_by(self, other):
        """Restores the directory from a copy of it."""
        shutil.rmtree(self.path)
        shutil.copytree(other.path, self.path)


def photo(directory, number):
    """A small picture that is like no other."""
    path = Path(directory) / f"photo-{number}.png"
    source = Path(__file__).resolve().parents[3] / "Fixtures" / "photos"
    candidates = sorted(source.rglob("*.png")) + sorted(source.rglob("*.jpg"))
    shutil.copy(candidates[number % len(candidates)], path)
    return path


def require(condition, words):
    if not condition:
        raise Wrong(words)


def require_copies(*devices):
    """Each has every other's log byte for byte, if there is anything in it, and verifies."""
    writers = [device for device in devices if device.me()["events"] > 0]
    for device in devices:
        device.done("verify")
        for other in writers:
            if other is not device and device.copied_log(other) != other.own_log():
                raise Wrong(f"{device.name} has other bytes of {other.name} than that has itself")


def group_snapshot(device):
    """Where the device keeps what the group's logs come to."""
    return device.path / "peers" / "snapshot.sqlite"


def require_same_view(*devices):
    """All show the same check-ins, figures, contested fields, calendars, records and audit, with and without their
    snapshots.

    Returns the contested fields, with what each device has said.
    """
    views = []
    for device in devices:
        # With all snapshots, without that of the group, and without its own.
        for snapshots in ("peers/snapshot*", "snapshot*", ""):
            rows = [
                (row["at"], row["type"], row["title"], row["notes"]) for row in device.done("list", "--json").json()
            ]
            contested = [
                (conflict["field"], sorted(str(candidate["value"]) for candidate in conflict["candidates"]))
                for conflict in device.done("conflicts", "--json").json()
            ]
            figures = device.done("stats", "--json").json()
            # That of the own log.
            del figures["sequence"]
            audit = [
                (row["recordedAt"], row["sequence"], row["action"])
                for row in map(json.loads, device.done("audit", "--json").output.splitlines())
            ]
            views.append((
                rows, figures, sorted(contested), calendars(device), device.done("records").output.splitlines(),
                audit))
            for file in device.path.glob(snapshots) if snapshots else ():
                file.unlink()
    for view in views:
        for one, other in zip(view, views[0]):
            if one != other:
                raise Wrong(f"the devices show different things: {one} and {other}")
    return views[0][2]


def calendars(device):
    """Each month's days, with the titles of check-ins for their names, which each device has its own of."""
    titles = {row["number"]: row["title"] for row in device.done("list", "--json").json()}
    months = [row["month"] for row in device.done("months", "--json").json()]
    calendars = [device.done("month", month, "--json").json() for month in months]
    for calendar in calendars:
        for day in calendar["calendar"]:
            day["newest"] = titles[day["newest"]]
            if day["photo"]:
                day["photo"]["checkIn"] = titles[day["photo"]["checkIn"]]
    return calendars


def without_account():
    """How a program that refuses to run as root is started: as nobody."""
    return ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.geteuid() == 0 else []
