"""What the figures were measured on."""

import os
import platform
import shlex
import subprocess
import sys


def first_line(*command):
    return subprocess.run(command, capture_output=True, text=True).stdout.strip().split("\n")[0]


def description(options):
    with open("/proc/cpuinfo") as file:
        model = next((line.split(":")[1].strip() for line in file if line.startswith("model name")), platform.machine())
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    file_system = first_line("stat", "--file-system", "--format=%T", ".build")
    versions = ", ".join([
        first_line("swift", "--version").split(" (")[0], "SQLite " + first_line("sqlite3", "--version").split(" ")[0],
        "lz4 " + first_line("dpkg-query", "-W", "-f=${Version}", "liblz4-1")])
    return "\n".join([
        "", f"Machine: {model}, {os.cpu_count()} processors, {memory:.0f} GiB, {file_system}, "
        f"Linux {platform.release().split('-')[0]}; {versions}.",
        f"Load when it ended (1, 5, 15 minutes): {', '.join(f'{load:.1f}' for load in os.getloadavg())}.",
        f"Command: Tools/{os.path.basename(sys.argv[0])} {shlex.join(sys.argv[1:])}".rstrip()
        + f" ({options.rounds} rounds, in turn; medians, lowest to highest in brackets).",
    ])
