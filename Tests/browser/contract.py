#!/usr/bin/env python3
"""The API against the document that describes it: what the document allows is answered as it says, and what it forbids is
refused. Usage: contract.py BINARY [EXAMPLES], of each kind for each operation; 10 by default."""

import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path

from support import environment

environment.enter("contract", ["schemathesis==4.32.5"])

from support.server import Server  # noqa: E402

SUPPORT = Path(__file__).resolve().parent / "support"


def main():
    examples = sys.argv[2] if len(sys.argv) > 2 else "10"
    with Server(sys.argv[1], with_sample=True) as server:
        server.run("group", "create", server.folder.name + "/place", "--as", "laptop")
        key = f"Bearer {server.key}"
        request = urllib.request.Request(server.address + "/api/token", headers={"Authorization": key})
        token = json.load(urllib.request.urlopen(request))["token"]
        before = server.events()
        outcome = subprocess.run(
            [Path(sys.prefix) / "bin" / "schemathesis", "--config-file", SUPPORT / "schemathesis.toml", "run",
             server.address + "/api/openapi.json", "--header", f"X-CheckIn-Token: {token}",
             "--header", f"Authorization: {key}", "--checks", "all", "--mode", "all",
             # A photo cannot be made up; the unit tests send some.
             "--exclude-path", "/api/check-ins/{number}/photo",
             "--seed", "1", "--max-examples", examples, "--continue-on-failure"],
            cwd=server.folder.name, env=os.environ | {"SCHEMATHESIS_HOOKS": "contract_hooks", "PYTHONPATH": str(SUPPORT)},
            capture_output=True, text=True)
        assert outcome.returncode == 0, outcome.stdout + outcome.stderr
        # It did more than look.
        assert server.events() > before
        assert "No problems found" in server.run("verify")
    print("The API is as its document says: schemathesis found nothing.")


if __name__ == "__main__":
    main()
