#!/usr/bin/env python3
"""Runs the commands that README.md and the articles show, and checks the code and the links of README.md and
CONTRIBUTING.md, the environment variables in the help, the manual page and the article, and a receipt.

A command is a line of a block that begins with ```sh. The commands of a page run one after the other in a home directory of
their own, on a terminal where every question is answered with yes. Each must end with status 0.

Usage: documents.py PATH-OF-CHECKIN [--show]      with --show, prints the output of each command
"""

import argparse
import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile
import termios
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
JOURNAL = "Sources/CheckInJournal/CheckInJournal.docc"
COMMANDS, CONFIGURATION = f"{JOURNAL}/Commands.md", f"{JOURNAL}/Configuration.md"
LOG_FORMAT = f"{JOURNAL}/LogFormat.md"
# The README shows lines of this file, which Tools/examples compiles and runs.
EXAMPLE = "Examples/WeeklyCalories/Tests/WeeklyCaloriesTests/FirstRunTests.swift"
FILE_FORMATS = "Sources/CheckInInterchange/CheckInInterchange.docc/FileFormats.md"

# Lines that don't run here, each with the reason. Each must match a line, so that none stays without need.
LEFT_OUT = {
    r"Tools/": "builds, or tests everything",
    r"checkin serve\b": "needs the web app and a network; Tests/browser tests it",
    r"checkin \w+ --follow": "runs until it is interrupted",
}

# Variables that terminals set, and not users.
UNDESCRIBED = {"LC_TERMINAL"}

# The README is the first page that a newcomer reads.
README_LINES, README_CHARACTERS, COMMANDS_OF_A_BLOCK = 140, 9_000, 12


def blocks(page, language):
    """The lines of each block of a language."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return [block.splitlines() for block in re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)]


class Desk:
    """A home directory with the files that the pages mention, and the terminal in front of it."""

    def __init__(self, binary, home, shows):
        self.home, self.shows = Path(home), shows
        programs = self.home / "bin"
        programs.mkdir()
        (programs / "checkin").symlink_to(binary)
        # No timer is installed on the machine that runs this, and no window opens.
        for name in ("systemctl", "xdg-open"):
            (programs / name).symlink_to("/bin/true")
        self.environment = {
            "HOME": home, "PATH": f"{programs}:/usr/bin:/bin", "TZ": "Europe/Berlin", "TERM": "xterm", "EDITOR": "true",
            "CHECKIN_PAGER": "cat", "CHECKIN_NOW": "2026-11-21T20:00:00+01:00",
            "LD_LIBRARY_PATH": os.environ.get("LD_LIBRARY_PATH", ""), "SWIFT_BACKTRACE": "enable=no",
        }
        for name in ("jpg", "heic"):
            shutil.copy(ROOT / f"Fixtures/photos/gps.{name}", self.home / f"p.{name}")
        shutil.make_archive(str(self.home / "strava"), "zip", ROOT / "Fixtures/programs/strava")
        self.write("old.csv", "at,type,title", "2019-05-01T07:00:00+02:00,Run,Long ago")
        self.write("push-a.txt", "Bench Press / w 2x8 40kg / 3x8-10 80kg @8 / rest 2:00")
        self.write(
            "strong.csv", "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE",
            '2023-07-14 19:31:01,Push,1h 5m,"Bench Press (Barbell)",1,80.0,10,0,0,"","",8.5')

    def write(self, name, *lines):
        (self.home / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")

    def fill(self):
        """Imports the sample, so that the check-ins and events that a page mentions exist: 400 and 412."""
        self.run(f"checkin import '{ROOT}/Fixtures/sample-check-ins.csv'")
        for number in range(100, 112):
            self.run(f"checkin edit {number} --calories 1")

    def disagree(self):
        """Adds a second device to the group. The devices edit two check-ins differently before they sync."""
        phone = "checkin --journal ~/phone"
        for line in (
                f"{phone} group join ~/Sync/checkin --as phone --key ~/checkin.key", f"{phone} sync",
                "checkin edit 30 --calories 300", "checkin edit 31 --calories 300",
                f"{phone} edit laptop/30 --calories 310", f"{phone} edit laptop/31 --calories 310",
                "checkin sync", f"{phone} sync", "checkin sync"):
            self.run(line)

    def run(self, line):
        """Types a line in a shell. Raises a CalledProcessError unless its status is 0."""
        folder = self.home / ".local/share/checkin" if " log/" in line else self.home
        master, terminal = pty.openpty()
        # The answers are not part of the output.
        attributes = termios.tcgetattr(terminal)
        attributes[3] &= ~termios.ECHO
        termios.tcsetattr(terminal, termios.TCSANOW, attributes)
        process = subprocess.Popen(
            ["bash", "-o", "pipefail", "-c", line], cwd=folder, env=self.environment, stdin=terminal, stdout=terminal,
            stderr=terminal, start_new_session=True)
        os.close(terminal)
        os.write(master, b"y\ny\ny\n")
        output = b""
        # Reading a terminal that nobody has open any more is an error.
        try:
            while part := os.read(master, 65_536):
                output += part
        except OSError:
            pass
        os.close(master)
        text = output.decode("utf-8", "replace").replace("\r\n", "\n")
        if self.shows:
            print(f"$ {line}\n{text}")
        if process.wait() != 0:
            raise subprocess.CalledProcessError(process.returncode, line, text)
        return text


def run_page(page, binary, shows, left_out):
    """Runs the commands of a page. Returns their number and what is wrong."""
    count, problems = 0, []
    with tempfile.TemporaryDirectory() as home:
        desk = Desk(binary, home, shows)
        if page in (COMMANDS, LOG_FORMAT):
            desk.fill()
        lines = [line for block in blocks(page, "sh") for line in block]
        if page == CONFIGURATION:
            (desk.home / ".config/checkin").mkdir(parents=True)
            (toml,) = blocks(page, "toml")
            desk.write(".config/checkin/config.toml", *toml)
            # Each command prints a warning for a key that it doesn't know; an error ends it.
            lines = ["! checkin list 2>&1 | grep Warning", "checkin t Legs", "checkin sore", "checkin -j work add run Stairs",
                     "checkin add Morning 5k", *lines]
        for line in lines:
            reason = next((pattern for pattern in LEFT_OUT if re.match(pattern, line)), None)
            if reason:
                left_out.add(reason)
                continue
            count += 1
            try:
                if re.match(r"checkin conflicts +#", line):
                    desk.disagree()
                desk.run(line)
            except subprocess.CalledProcessError as error:
                problems.append(f"{page}: $ {line}\nends with status {error.returncode}:\n{error.output}")
    return count, problems


def wrong_receipt(binary, shows):
    """Checks a receipt with the command of the article."""
    command = re.search(r"^lz4 .* head -c OFFSET .*$", (ROOT / LOG_FORMAT).read_text(encoding="utf-8"), re.MULTILINE)[0]
    with tempfile.TemporaryDirectory() as home:
        desk = Desk(binary, home, shows)
        desk.fill()
        receipt = re.search(r"checkin-receipt:1:\S+", desk.run("checkin verify"))[0]
        segment, offset, digest = receipt.split(":")[4:]
        output = desk.run(command.replace("SEGMENT", segment).replace("OFFSET", offset))
        if output.split()[0] != digest:
            yield f"{LOG_FORMAT}: $ {command}\ngives {output} for {receipt}"


def wrong_variables(binary):
    """The table of the article, and the manual page, have what the help says of each environment variable."""
    manual = ROOT / "Tools/manual"
    table = subprocess.check_output([manual, binary, "--variables"], text=True, encoding="utf-8")
    if table not in (ROOT / CONFIGURATION).read_text(encoding="utf-8"):
        yield f"{CONFIGURATION} doesn't have the table that this command prints: Tools/manual {binary} --variables\n{table}"
    described = set(re.findall(r"`([A-Z_]+)`", table))
    for file in sorted((ROOT / "Sources").rglob("*.swift")):
        for name in re.findall(r'"((?:CHECKIN|XDG|CLICOLOR|LC|PG)_?[A-Z_]+)"', file.read_text(encoding="utf-8")):
            if name not in described | UNDESCRIBED:
                yield f"{file.relative_to(ROOT)}: {name} is missing in HelpScreen.variables"


def anchors(path):
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken_links(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r"^\[[^\]]+\]: (\S+)$", text, re.MULTILINE)
    named = set(re.findall(r"^\[([^\]]+)\]: ", text, re.MULTILINE))
    used = set(re.findall(r"\]\[([^\]]+)\]", text))
    yield from (f"{page}: [{name}] has no address" for name in used - named)
    yield from (f"{page}: [{name}] is not used" for name in named - used)
    for target in targets:
        name, _, anchor = target.partition("#")
        path = ROOT / name if name else ROOT / page
        if "://" in target:
            continue
        if not path.exists():
            yield f"{page}: there is no {target}"
        elif anchor and anchor not in anchors(path):
            yield f"{page}: {name} has no heading for #{anchor}"


def unknown_code():
    example = [line.strip() for line in (ROOT / EXAMPLE).read_text(encoding="utf-8").splitlines()]
    for line in [line for block in blocks("README.md", "swift") for line in block]:
        if line not in example:
            yield f"README.md: {EXAMPLE} has no line: {line}"


def too_long():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    if text.count("\n") > README_LINES or len(text) > README_CHARACTERS:
        yield f"README.md has more than {README_LINES} lines or {README_CHARACTERS} characters"
    if any(len(block) > COMMANDS_OF_A_BLOCK for block in blocks("README.md", "sh")):
        yield f"README.md has a block of more than {COMMANDS_OF_A_BLOCK} commands"


def check(arguments):
    problems, left_out, count = [], set(), 0
    binary = Path(arguments.binary).resolve()
    for page in ("README.md", COMMANDS, CONFIGURATION, FILE_FORMATS, LOG_FORMAT):
        commands, wrong = run_page(page, binary, arguments.show, left_out)
        if commands == 0:
            problems.append(f"{page} has no command")
        count += commands
        problems += wrong
    problems += [f"Nothing is left out for {pattern}" for pattern in set(LEFT_OUT) - left_out]
    problems += [*wrong_receipt(binary, arguments.show), *wrong_variables(binary)]
    problems += [*broken_links("README.md"), *broken_links("CONTRIBUTING.md"), *unknown_code(), *too_long()]
    if problems:
        sys.exit("\n".join(problems))
    print(f"Documents: {count} commands run, and all links lead somewhere.")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("--show", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    check(arguments())
