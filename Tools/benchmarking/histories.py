"""Generated histories, kept between runs."""

import contextlib
import shutil
import subprocess
import tempfile
from pathlib import Path


class Histories:
    def __init__(self, folder, programs, options):
        self.folder = folder.resolve()
        self.folder.mkdir(parents=True, exist_ok=True)
        self.programs = programs
        self.seed = options.seed
        self.history = options.history
        self.verified = set()

    def journal(self, events, photos=True):
        """The path of the journal with so many events, which verifies; nobody may change it. One without photos is for
        commands that look for their files, since those of a generated history were never taken."""
        kind = self.history + ("" if photos else "-without-photos")
        path = self.folder / f"history-{kind}-{events}-{self.seed}"
        if not path.exists():
            self.make(path, ["generate", "{}", str(events), str(self.seed), kind])
        elif path not in self.verified:
            # An earlier version may have made it, whose snapshot is not used.
            subprocess.check_call([self.programs.checkin, "--journal", str(path), "--quiet", "rebuild"],
                                  stdout=subprocess.DEVNULL)
            subprocess.check_call([self.programs.benchmark, "verify", str(path)])
        self.verified.add(path)
        return path

    def tables(self, events):
        """The folder with the same events in SQLite and LMDB."""
        path = self.folder / f"tables-{self.history}-{events}-{self.seed}"
        if not path.exists():
            journal = self.journal(events)
            self.make(path, ["tables", str(journal), "{}"], folder=True)
        return path

    def csv(self, rows):
        """A CSV file of check-ins with identities."""
        path = self.folder / f"check-ins-{rows}-{self.seed}.csv"
        if not path.exists():
            with open(path.with_suffix(".part"), "wb") as file:
                subprocess.check_call([self.programs.benchmark, "csv", str(rows), str(self.seed)], stdout=file)
            path.with_suffix(".part").rename(path)
        return path

    def copy(self, events, scratch, name, photos=True):
        """A copy of a journal that may be changed."""
        path = Path(scratch) / name
        subprocess.check_call(["cp", "-a", "--reflink=auto", str(self.journal(events, photos)), str(path)])
        # What is not written yet would be written while something else is measured.
        subprocess.check_call(["sync"])
        return path

    @contextlib.contextmanager
    def scratch(self):
        """A folder on the same file system, removed afterwards."""
        with tempfile.TemporaryDirectory(dir=self.folder) as path:
            yield path

    def make(self, path, arguments, folder=False):
        """What is not finished never has its final name."""
        part = path.with_name(path.name + ".part")
        shutil.rmtree(part, ignore_errors=True)
        if folder:
            part.mkdir()
        arguments = [str(part) if argument == "{}" else argument for argument in arguments]
        subprocess.check_call([self.programs.benchmark, *arguments], stdout=subprocess.DEVNULL)
        part.rename(path)
