"""The programs that are measured, built first."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Programs:
    checkin: str
    # The benchmark's own program, for what is measured inside a process.
    benchmark: str
    # A dynamically linked program that prints a line: what starting any program in Swift takes.
    hello: str

    @staticmethod
    def build(debug):
        # As for use.
        flags = [] if debug else subprocess.check_output(
            ["bash", "-c", 'source Tools/support.bash; link_statically; printf "%s\n" "${release_options[@]}"'], text=True).split()
        environment = os.environ | {"CHECKIN_BENCHMARK": "1"}
        for product in ("checkin", "Benchmark"):
            built = subprocess.run(
                ["swift", "build", *flags, "--product", product], env=environment, capture_output=True, text=True)
            if built.returncode != 0:
                sys.exit(built.stdout + built.stderr)
        folder = Path(subprocess.check_output(
            ["swift", "build", *flags, "--show-bin-path"], env=environment, text=True).strip())
        home = Path(".build/benchmark").resolve()
        home.mkdir(parents=True, exist_ok=True)
        hello = home / "hello"
        if not hello.exists():
            source = home / "hello.swift"
            source.write_text('print("Hello, world!")\n')
            subprocess.check_call(["swiftc", "-O", str(source), "-o", str(hello)], cwd=home)
        return Programs(str(folder / "checkin"), str(folder / "Benchmark"), str(hello))
