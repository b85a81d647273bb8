"""Packages of the Python index for the scripts that need some, in environments of the project's own."""

import fcntl
import os
import subprocess
import sys
import venv
from pathlib import Path

ENVIRONMENTS = Path(__file__).resolve().parents[1] / ".venv"


def enter(name, packages):
    """Goes on in an environment that has the packages, which are installed where they are missing."""
    environment = ENVIRONMENTS / name
    python = environment / "bin" / "python3"
    if Path(sys.prefix) == environment:
        return
    ENVIRONMENTS.mkdir(exist_ok=True)
    marker = environment / "-".join(packages).replace("=", "")
    # Scripts run two at a time: one makes what both need, the other waits for it.
    with open(ENVIRONMENTS / f"{name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not marker.exists():
            venv.create(environment, symlinks=True, with_pip=True)
            subprocess.check_call([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages])
            marker.touch()
    os.execv(python, [str(python), *sys.argv])
