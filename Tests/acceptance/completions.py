#!/usr/bin/env python3
"""Types beginnings of command lines and the tab key in bash, zsh and fish, and looks at the words that the command gets.

A shell that is not installed is left out, unless it is named.

Usage: completions.py PATH-OF-CHECKIN [SHELL…]
"""

import json
import os
import pty
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

# What is typed before the tab key, and the words that it becomes. Each is the only completion.
LINES = [
    # Commands, types as commands, and what follows a type, in any case.
    ("goa", "goal"), ("GOA", "goal"), ("cyc", "cycling"), ("CYC", "cycling"),
    ("run Lake --dist", "run Lake --distance"), ("RUN Lake --cal", "RUN Lake --calories"),
    ("add cyc", "add Cycling"), ("list --type CYC", "list --type Cycling"), ("list --COL", "list --color"),
    ("list --color ALW", "list --color always"), ("list --type run,CYC", "list --type run,Cycling"),
    # Tags, as options and as words.
    ("list --tag hil", "list --tag hills"), ("list --tag HIL", "list --tag hills"),
    ("list --tag race,hi", "list --tag race,hills"), ("list \\#HIL", "list #hills"), ("stats CYC", "stats cycling"),
    ("edit 1 --tag ra", "edit 1 --tag race"), ("edit --where \\#ra", "edit --where #race"),
    # Settings and their values.
    ("config first", "config first_weekday"), ("config UNI", "config unit"), ("config unit k", "config unit kg"),
    ("config first_weekday THU", "config first_weekday thursday"), ("config clock 1", "config clock 12"),
    ("config color nev", "config color never"), ("config default_type cyc", "config default_type Cycling"),
    ("config journals.w", "config journals.work"), ("config types.climb gy", "config types.climb Gym"),
    # Named journals, before and after the command, whose tags and exercises are offered then.
    ("list -j wo", "list -j work"), ("list --journal-name HOM", "list --journal-name home"), ("-j WOR", "-j work"),
    ("--journal-name hom", "--journal-name home"), ("list -j work --tag off", "list -j work --tag office"),
    ("-j work list --tag off", "-j work list --tag office"), ("goal remove DA", "goal remove days"),
    ("log BENCH\\ pr", "log Bench Press"),
]

WRAPPER = """\
#!/bin/sh
case $1 in
  ---completion) exec {binary} "$@" ;;
esac
exec {python} -c 'import json, sys; open(sys.argv[1], "a").write(json.dumps(sys.argv[2:]) + "\\n")' {received} "$@"
"""


class Shell:
    """A shell at a terminal, with the command's completions."""

    def __init__(self, name, folder, script, variables):
        self.name, self.prompted = name, folder / f"{name}-prompted"
        mark = f"touch {shlex.quote(str(self.prompted))}"
        variables = dict(variables)
        if name == "bash":
            rc = folder / "bashrc"
            rc.write_text(f"{script}\nPROMPT_COMMAND={shlex.quote(mark)}\nbind 'set enable-bracketed-paste off'\n")
            command = ["bash", "--noprofile", "--rcfile", str(rc), "-i"]
        elif name == "zsh":
            home = folder / "zsh"
            (home / "functions").mkdir(parents=True)
            (home / "functions/_checkin").write_text(script)
            (home / ".zshrc").write_text(
                f"fpath=({shlex.quote(str(home / 'functions'))} $fpath)\nautoload -Uz compinit\n"
                f"compinit -u -d {shlex.quote(str(home / 'dump'))}\nprecmd() {{ {mark}; }}\n")
            variables["ZDOTDIR"] = str(home)
            command = ["zsh", "-d", "-i"]
        else:
            loaded = folder / "checkin.fish"
            loaded.write_text(f"{script}\nfunction fish_prompt; {mark}; end\n")
            command = ["fish", "--no-config", "--init-command", f"source {shlex.quote(str(loaded))}", "-i"]
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            os.execvpe(command[0], command, variables)
        self.output = b""
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        """Keeps the terminal from filling up."""
        while True:
            try:
                self.output += os.read(self.terminal, 65536)
            except OSError:
                return

    def wait(self, condition, what):
        end = time.monotonic() + 60
        while not condition():
            if time.monotonic() > end:
                sys.exit(f"{self.name}: {what}: the terminal has {self.output[-2000:]!r}")
            time.sleep(0.02)

    def type(self, keys):
        """Types keys at the next prompt."""
        self.wait(self.prompted.exists, f"no prompt for {keys!r}")
        self.prompted.unlink()
        # The prompt is written before the editor of the line reads.
        time.sleep(0.1)
        os.write(self.terminal, keys.encode())

    def end(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.terminal)


def journal(binary, folder, variables):
    """Writes the journal, two named ones, and the configuration."""
    def run(*words):
        subprocess.run([binary, *words], env=variables, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    (folder / "config.toml").write_text('unit = "kg"\n\n[types]\nclimb = "Gym"\n')
    run("config", "journals.work", str(folder / "work"))
    run("config", "journals.home", str(folder / "home"))
    run("add", "run", "Lake #race #hills")
    run("log", "bench", "80x10")
    run("goal", "days", "20/month")
    run("add", "walk", "To work #office", "-j", "work")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    binary, names = str(Path(sys.argv[1]).resolve()), sys.argv[2:]
    failures, count = [], 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        received = folder / "received"
        (folder / "bin").mkdir()
        wrapper = folder / "bin/checkin"
        wrapper.write_text(WRAPPER.format(
            binary=shlex.quote(binary), python=shlex.quote(sys.executable), received=shlex.quote(str(received))))
        wrapper.chmod(0o755)
        variables = {
            "PATH": f"{wrapper.parent}:{os.environ['PATH']}", "HOME": name, "TERM": "xterm", "LC_ALL": "C.UTF-8",
            "TZ": "Europe/Berlin", "CHECKIN_CONFIG": str(folder / "config.toml"), "XDG_DATA_HOME": str(folder / "data")}
        journal(binary, folder, variables)
        for shell in names or ["bash", "zsh", "fish"]:
            if not names and not shutil.which(shell):
                print(f"{shell} is not installed.")
                continue
            script = subprocess.run(
                [binary, "--generate-completion-script", shell], env=variables, check=True, text=True,
                stdout=subprocess.PIPE).stdout
            terminal = Shell(shell, folder, script, variables)
            for typed, completed in LINES:
                received.unlink(missing_ok=True)
                terminal.type(f"checkin {typed}\t\r")
                terminal.wait(received.exists, f"{typed!r} was not run")
                terminal.wait(lambda: received.read_text().endswith("\n"), f"{typed!r} was not run")
                words = json.loads(received.read_text().splitlines()[0])
                count += 1
                if " ".join(words) != completed:
                    failures.append(f"{shell}: {typed!r} became {words}, and not {completed!r}")
            terminal.end()
    if failures:
        sys.exit("\n".join(failures))
    print(f"{count} lines are completed.")


if __name__ == "__main__":
    main()
