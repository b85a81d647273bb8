"""Packages of the Python index for the scripts that need one, in an environment of the project's own."""

import os
import subprocess
import sys
import venv
from pathlib import Path

ENVIRONMENT = Path(__file__).resolve().parents[3] / ".venv" / "acceptance"


def run_with(*requirements):
    """Goes on in an environment that has the packages, which are installed where they are missing."""
    python = ENVIRONMENT / "bin" / "python3"
    if Path(sys.prefix) != ENVIRONMENT:
        for requirement in requirements:
            marker = ENVIRONMENT / requirement
            if not marker.exists():
                venv.create(ENVIRONMENT, with_pip=True)
                subprocess.check_call(
                    [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", requirement])
                marker.touch()
        os.execv(python, [str(python), *sys.argv])
