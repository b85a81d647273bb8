"""The browser tests' packages, in an environment of the project's own, and the chromium that Debian has."""

import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
ENVIRONMENT = ROOT / ".venv" / "browser"
PACKAGES = ["playwright==1.65.2", "axe-playwright-python==0.1.8"]
CHROMIUM = "/usr/bin/chromium"


def enter():
    """Goes on in an environment that has the packages, which are installed where they are missing."""
    python = ENVIRONMENT / "bin" / "python3"
    if Path(sys.prefix) != ENVIRONMENT:
        marker = ENVIRONMENT / "-".join(PACKAGES).replace("=", "")
        if not marker.exists():
            venv.create(ENVIRONMENT, with_pip=True)
            subprocess.check_call([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES])
            marker.touch()
        os.execv(python, [str(python), *sys.argv])
