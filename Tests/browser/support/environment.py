"""The packages of the page's tests, in environments of the project's own, and the chromium that Debian has."""

import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
BROWSER = ["playwright==1.65.2", "axe-playwright-python==0.1.8"]
CHROMIUM = "/usr/bin/chromium"


def enter(name="browser", packages=BROWSER):
    """Goes on in an environment that has the packages, which are installed where they are missing."""
    environment = ROOT / ".venv" / name
    python = environment / "bin" / "python3"
    if Path(sys.prefix) != environment:
        marker = environment / "-".join(packages).replace("=", "")
        if not marker.exists():
            venv.create(environment, with_pip=True)
            subprocess.check_call([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages])
            marker.touch()
        os.execv(python, [str(python), *sys.argv])
