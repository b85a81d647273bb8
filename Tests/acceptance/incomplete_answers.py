#!/usr/bin/env python3
"""Two devices of a group, and damage of every kind to the logs of one: an answer is whole, or says that it is not.

Each command that reads is run as text and as JSON. If its answer differs from that of the sound journal, the exit status is
65 and the answer is marked: text by its first line, a JSON object by its member `incomplete`, and everything by an error.

Usage: incomplete_answers.py PATH-OF-CHECKIN [--seed N] [--step N]     with --step N, each kind runs every Nth question
"""

import itertools
import json
import os
import re
import shutil
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

from support.devices import Device, require
from support.run import arguments, main

DAMAGED = 65
# The form of an answer.
TEXT, OBJECT, ARRAY, LINES, FILE = "text", "object", "array", "lines", "file"

# Each command with the form of its answer in JSON; without one, it is run as text alone.
COMMANDS = [
    ("", OBJECT), ("list", ARRAY), ("list --discarded", ARRAY), ("list --as-of 2", ARRAY), ("show 1", OBJECT),
    ("show phone/1", OBJECT), ("show phone/1-2", ARRAY), ("show session phone/1", OBJECT), ("search lake", ARRAY),
    ("week", OBJECT), ("month", OBJECT), ("months", ARRAY), ("year", OBJECT), ("stats", OBJECT),
    ("stats --by month", OBJECT), ("stats --as-of 2", OBJECT), ("tags", ARRAY), ("history phone/1", ARRAY),
    ("history 1", ARRAY), ("audit", LINES), ("audit -n 3", LINES), ("diff 1", OBJECT), ("conflicts", ARRAY),
    ("goal", ARRAY), ("session", OBJECT), ("sessions", ARRAY), ("plan", OBJECT), ("plan list", ARRAY),
    ("plan show phone/1", OBJECT), ("exercise", ARRAY), ("exercise bench", OBJECT), ("records", ARRAY),
    ("progress", OBJECT), ("lint", OBJECT), ("rebuild --check", OBJECT), ("remind", OBJECT), ("group", OBJECT),
    ("export -", FILE), ("export - --format jsonl", FILE), ("export - --format events", FILE), ("export - --format ics", FILE),
    ("gallery -", FILE),
]


class Case:
    """A copy of a sound journal with one kind of damage."""

    def __init__(self, device, damage, keeps_snapshots, directory):
        self.name = f"{damage.__name__} {'with' if keeps_snapshots else 'without'} snapshots"
        self.device = Device(device.binary, directory, f"{damage.__name__}-{keeps_snapshots}-{device.name}")
        shutil.copytree(device.path, self.device.path)
        if not keeps_snapshots:
            for file in [*self.device.path.glob("*.sqlite"), *self.device.path.glob("peers/*.sqlite")]:
                file.unlink()
        self.peer = next(folder for folder in (self.device.path / "peers").iterdir() if folder.is_dir())
        damage(self)
        self.files = self.device.files()

    def check_unchanged(self):
        require(self.device.files() == self.files, f"{self.name}: reading changed the journal")


def segment(folder):
    return max((folder / "log").glob("*.lz4"))


def flip(file, place):
    content = bytearray(file.read_bytes())
    content[place] ^= 1
    file.write_bytes(content)


def nothing(_):
    pass


def peer_flipped_in_the_middle(case):
    file = segment(case.peer)
    flip(file, file.stat().st_size // 2)


def peer_flipped_at_the_end(case):
    flip(segment(case.peer), -20)


def peer_cut_off(case):
    file = segment(case.peer)
    os.truncate(file, file.stat().st_size - 30)


def peer_segment_removed(case):
    segment(case.peer).unlink()


def peer_head_removed(case):
    (case.peer / "HEAD").unlink()


def peer_head_damaged(case):
    (case.peer / "HEAD").write_bytes(bytes(8192))


def peer_folder_removed(case):
    shutil.rmtree(case.peer)


def all_peers_removed(case):
    shutil.rmtree(case.peer.parent)


def local_flipped_in_the_middle(case):
    file = segment(case.device.path)
    flip(file, file.stat().st_size // 2)


def local_segment_removed(case):
    segment(case.device.path).unlink()


def local_head_removed(case):
    (case.device.path / "HEAD").unlink()


def local_head_damaged(case):
    (case.device.path / "HEAD").write_bytes(bytes(8192))


# A snapshot hides these: the events were checked when it was made.
HIDDEN = {peer_flipped_in_the_middle, local_flipped_in_the_middle}
DAMAGES = [
    peer_flipped_in_the_middle, peer_flipped_at_the_end, peer_cut_off, peer_segment_removed, peer_head_removed,
    peer_head_damaged, peer_folder_removed, all_peers_removed, local_flipped_in_the_middle, local_segment_removed,
    local_head_removed, local_head_damaged,
]


def is_marked(output, form):
    """Whether an answer says of itself that it is incomplete, as far as its form lets it."""
    if not output:
        return True
    if form == TEXT:
        return output.startswith("Incomplete: ")
    if form == OBJECT:
        answer = json.loads(output)
        # There is no such object, as far as the logs can be read.
        if answer is None:
            return True
        reasons = answer.get("incomplete")
        return isinstance(reasons, list) and reasons != [] and all(isinstance(reason, str) for reason in reasons)
    if form == ARRAY:
        return isinstance(json.loads(output), list)
    if form == LINES:
        return all(isinstance(json.loads(line), dict) for line in output.splitlines())
    return not output.startswith("Incomplete: ")


def has_error(answer, is_json):
    """Whether standard error has what belongs to the status."""
    if is_json:
        return json.loads(answer.errors)["code"] == answer.status
    return any(line.startswith("Error: ") for line in answer.errors.splitlines())


def plain(output):
    """An answer without how long it took."""
    return re.sub(r'"(seconds|eventsPerSecond)":[0-9.e-]+|\(\d+ events?/s\)', "", output)


def check(case, words, form, is_json, whole):
    """An answer of a damaged journal against that of the sound one. Returns whether it is the same."""
    arguments = words.split() + (["--json"] if is_json else [])
    answer = case.device.run(*arguments)
    says = f"{case.name}: {arguments} exits with {answer.status}: {answer.output}{answer.errors}"
    if answer.status == whole.status:
        require(plain(answer.output) == plain(whole.output), f"{says}\ninstead of {whole.output}")
        return True
    require(answer.status == DAMAGED, says)
    require(is_marked(answer.output, form), f"not marked: {says}")
    require(has_error(answer, is_json), f"no error: {says}")
    return False


def pair(options, directory):
    """A laptop and a phone that have synced; what the phone wrote is in each answer of the laptop."""
    laptop, phone = (Device(options.binary, directory, name) for name in ("laptop", "phone"))
    laptop.add("Morning on the laptop", "--at", "2026-11-18")
    laptop.add("Lake #race", "--at", "2026-10-03")
    laptop.done("group", "create", str(directory / "place"), "--as", "laptop")
    phone.done("group", "join", str(directory / "place"), "--as", "phone")
    phone.add("Lake on the phone #pool", "--at", "2026-11-19", "--calories", "310")
    phone.add("Pool on the phone", "--at", "2026-09-19")
    phone.done("edit", "1", "--notes", "At the lake")
    phone.done("log", "bench", "80x10", "85x8")
    phone.done("session", "finish", "--no-check-in")
    phone.done("plan", "new", "Push", "-", text="Bench Press / 4x8\n")
    phone.done("plan", "use", "1")
    phone.done("goal", "set", "run", "3/week")
    phone.done("remind", "18:30")
    phone.add("Discarded", "--at", "2026-11-17")
    phone.done("discard", "3")
    phone.done("log", "squat", "100x5")
    phone.sync()
    laptop.sync()
    return laptop, phone


def questions():
    for words, form in COMMANDS:
        yield words, FILE if form == FILE else TEXT, False
        if form != FILE:
            yield words, form, True


def answers_are_whole_or_marked(laptop, options, figures, directory):
    def of(damage, keeps_snapshots):
        return Case(laptop, damage, keeps_snapshots, directory)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for keeps_snapshots in (True, False):
            sound = of(nothing, keeps_snapshots)
            asked = list(questions())
            wholes = list(pool.map(
                lambda question: sound.device.run(*question[0].split(), *(["--json"] if question[2] else [])), asked))
            for question, whole in zip(asked, wholes):
                require(whole.status == 0, f"{question} of the sound journal exits with {whole.status}: {whole.errors}")
            for damage in DAMAGES:
                case = of(damage, keeps_snapshots)
                chosen = [
                    (question, whole) for index, (question, whole) in enumerate(zip(asked, wholes))
                    if (index + DAMAGES.index(damage)) % options.step == 0]
                same = list(pool.map(lambda pair: check(case, *pair[0], pair[1]), chosen))
                if damage not in HIDDEN or not keeps_snapshots:
                    silent = [question for (question, _), is_same in zip(chosen, same) if is_same]
                    require(not silent, f"{case.name} is not told by {silent}")
                case.check_unchanged()
                figures.cases += len(chosen)


def every_command_says_the_same(laptop, figures, directory):
    """Damage of the local log is found in one place: the same sentence with the same fix, once."""
    for damage in DAMAGES:
        if not damage.__name__.startswith("local"):
            continue
        device = Case(laptop, damage, False, directory / "same").device
        said = {}
        for words in ("list", "group", "sync", "conflicts", "add run No", "edit 1 --title No", "stats", "undo"):
            before = device.files()
            answer = device.run(*words.split())
            require(answer.status == DAMAGED, f"{damage.__name__}: {words} exits with {answer.status}: {answer.errors}")
            said[words] = [line for line in answer.errors.splitlines() if line.startswith("Error: ")]
            after = device.files()
            # A sync takes the group's lock.
            require({**before, **after} == {**after, **before}, f"{damage.__name__}: {words} changed the journal")
        require(len(said["list"]) == 1 and "'checkin repair'" in said["list"][0], f"{damage.__name__}: no fix: {said}")
        require(len(set(map(tuple, said.values()))) == 1, f"{damage.__name__}: {said}")
        figures.cases += 1


def damage_behind_a_snapshot(laptop, directory):
    """What a snapshot hides from other commands, a sync meets: it says what these say without the snapshot."""
    device = Case(laptop, nothing, True, directory / "behind").device
    for number in range(4):
        device.add(f"Before the snapshot {number}")
    device.done("rebuild")
    local_flipped_in_the_middle(SimpleNamespace(device=device))
    require(device.run("list").status == 0, "the snapshot does not hide it")
    answer = device.run("sync")
    device.path.joinpath("snapshot.sqlite").unlink()
    errors = [
        [line for line in one.errors.splitlines() if line.startswith("Error: ")] for one in (answer, device.run("list"))]
    require(answer.status == DAMAGED and errors[0] == errors[1] and len(errors[0]) == 1, f"they say {errors}")


def groups_count_what_can_be_read(laptop, phone, directory):
    """What is here of each device is counted, whatever the condition of its HEAD."""
    sound = {device["name"]: device["events"] for device in laptop.group()["devices"]}
    device = Case(laptop, local_head_removed, False, directory / "count").device
    status = device.run("group", "--json").json()
    require({one["name"]: one["events"] for one in status["devices"]} == sound, f"it counts {status}, not {sound}")
    require(
        all(text.startswith("HEAD is missing") for text in (status["devices"][0]["problem"], *status["incomplete"])),
        f"the problem is not named: {status}")
    require("nothing saved yet" not in device.run("group").output, "it says that nothing is saved")
    device = Case(laptop, peer_flipped_in_the_middle, False, directory / "part").device
    status = device.run("group", "--json").json()
    counts = {one["name"]: one["events"] for one in status["devices"]}
    require(0 < counts["phone"] < sound["phone"] and counts["laptop"] == sound["laptop"], f"it counts {counts}")
    require(phone.group()["devices"][0]["problem"] is None, "a sound device has a problem")


def writing_goes_on(laptop, figures, directory, knows_phone):
    """A command that writes needs no peer log: it is saved, and warns."""
    for damage in DAMAGES:
        # A command that writes makes no call to find out that it is in a group of which nothing is here.
        if damage.__name__.startswith("local"):
            continue
        if damage in (all_peers_removed, peer_folder_removed) and not knows_phone:
            continue
        device = Case(laptop, damage, False, directory / "writing").device
        answer = device.done("add", "run", "Meanwhile")
        require("Warning: The copy of phone's log" in answer.errors, f"{damage.__name__}: add does not warn: {answer}")
        require(answer.output.startswith("Added"), f"{damage.__name__}: add answers {answer.output}")
        answer = device.done("edit", "1", "--title", "Changed")
        require(answer.errors.count("Warning: ") == 1, f"{damage.__name__}: edit warns {answer.errors}")
        require(device.run("list").status == DAMAGED, f"{damage.__name__}: list says nothing afterwards")
        figures.cases += 1


def exports_are_written(laptop, directory):
    """An export to a file has what can be read, and its status says that this is not all."""
    device = Case(laptop, peer_flipped_in_the_middle, False, directory / "export").device
    file = directory / "all.csv"
    answer = device.run("export", str(file))
    require(answer.status == DAMAGED and answer.output.startswith("Incomplete: "), f"export says {answer}")
    require("Morning on the laptop" in file.read_text(), "nothing was exported")
    require("Incomplete" not in file.read_text(), "the file is no CSV")
    answer = device.run("export", str(file), "--json", "--force")
    require(answer.json()["incomplete"] and answer.status == DAMAGED, f"export --json says {answer}")


def repairs_end_it(laptop, directory):
    """Nothing is said any more once the copy has come again."""
    device = Device(laptop.binary, directory, "mended")
    shutil.copytree(laptop.path, device.path)
    peer = next(folder for folder in (device.path / "peers").iterdir() if folder.is_dir())
    whole = device.done("list", "--json").output
    shutil.rmtree(peer)
    require(device.run("list").status == DAMAGED, "list says nothing")
    device.sync()
    require(device.done("list", "--json").output == whole, "the copy is not whole")


def run(options, figures):
    with tempfile.TemporaryDirectory(prefix="checkin-incomplete-") as directory:
        directory = Path(directory)
        laptop, phone = pair(options, directory)
        # The log of the laptop does not say that it has the phone's; later it does.
        for writes in itertools.chain([False], [True]):
            part = directory / f"writes-{writes}"
            part.mkdir()
            if writes:
                laptop.add("After the sync", "--at", "2026-11-20")
            answers_are_whole_or_marked(laptop, options, figures, part)
            every_command_says_the_same(laptop, figures, part)
            groups_count_what_can_be_read(laptop, phone, part)
            damage_behind_a_snapshot(laptop, part)
            writing_goes_on(laptop, figures, part, knows_phone=writes)
            exports_are_written(laptop, part)
            repairs_end_it(laptop, part)


if __name__ == "__main__":
    options = arguments(__doc__.splitlines()[0], step=6)
    os.environ.pop("CHECKIN_JOURNAL", None)
    main("incomplete answers", options.seed, lambda figures: run(options, figures))
