"""The packages of the page's tests, and the chromium that Debian has."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
BROWSER = ["playwright==1.65.2", "axe-playwright-python==0.1.8"]
CHROMIUM = "/usr/bin/chromium"

sys.path.append(str(ROOT / "Tests"))
import python_environment  # noqa: E402


def enter(name="browser", packages=BROWSER):
    """Goes on in an environment that has the packages, which are installed where they are missing."""
    python_environment.enter(name, packages)
