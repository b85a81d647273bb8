"""The built page with a journal of its own."""

import json
import os
import re
import subprocess
import tempfile

from support.environment import ROOT

NOW = "2026-11-20T22:00:00+01:00"
SAMPLE = ROOT / "Fixtures" / "sample-check-ins.csv"


class Server:
    """A journal, the command, and the page, from the start to SIGTERM or SIGKILL."""

    def __init__(self, binary, with_sample=False, arguments=(), programs=None, variables={}):
        """`arguments` are those of `serve`; `programs` is a folder of programs that go before others of their names;
        `variables` are set in the environment."""
        self.binary = binary
        self.arguments = arguments
        self.folder = tempfile.TemporaryDirectory(prefix="checkin-browser-")
        self.environment = {
            name: value for name, value in os.environ.items()
            if not name.startswith(("LC_", "CHECKIN_")) and name not in ("LANG", "LANGUAGE")
        } | {"CHECKIN_NOW": NOW, "CHECKIN_JOURNAL": self.folder.name + "/journal", "TZ": "Europe/Berlin",
             "XDG_RUNTIME_DIR": self.folder.name} | variables
        if programs:
            self.environment["PATH"] = programs + ":" + self.environment["PATH"]
        if with_sample:
            self.run("import", str(SAMPLE))

    def __enter__(self):
        self.port = 0
        self.start()
        return self

    def start(self):
        """Starts the page, at the port that it had before, if it had one."""
        self.process = subprocess.Popen(
            [self.binary, "serve", "--port", str(self.port), *self.arguments], env=self.environment,
            stdout=subprocess.PIPE, text=True)
        match = re.search(r"http://127\.0\.0\.1:(\d+)/\?key=(\w+)", self.process.stdout.readline())
        assert match, "the page does not say where it is"
        self.entrance = match[0]
        self.port = int(match[1])
        self.key = match[2]
        self.address = f"http://127.0.0.1:{self.port}"

    def kill(self):
        """Ends the page without a chance to finish anything."""
        self.process.kill()
        self.process.wait(30)
        self.process = None

    def stop(self):
        self.process.terminate()
        status = self.process.wait(30)
        assert status == 0, f"the page ended with {status}"

    def __exit__(self, *_):
        if self.process:
            self.stop()
        self.folder.cleanup()

    def run(self, *arguments):
        outcome = subprocess.run(
            [self.binary, *arguments], env=self.environment, capture_output=True, text=True, encoding="utf-8")
        assert outcome.returncode == 0, f"{arguments}: {outcome.stderr}"
        return outcome.stdout

    def show(self, number):
        return json.loads(self.run("show", str(number), "--json"))

    def events(self):
        return json.loads(self.run("stats", "--json"))["sequence"]
