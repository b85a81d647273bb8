"""File systems of a test's own, gone with the script."""

import fcntl
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from support.run import Skipped

# EXT4_IOC_SHUTDOWN and XFS_IOC_GOINGDOWN are one number; the flag leaves the journal of the file system unwritten.
SHUTDOWN = 0x8004587D
NO_LOG_FLUSH = 2


def enter_own_namespace():
    """Starts this script again where its mounts are its own: they go with it, even when it is killed."""
    if os.environ.get("CHECKIN_MOUNTS") == "own":
        return
    command = ["unshare", "--mount", "--propagation", "private"] + (["--map-root-user"] if os.geteuid() else [])
    if not shutil.which("unshare") or subprocess.run([*command, "true"], stderr=subprocess.DEVNULL).returncode != 0:
        return
    os.environ["CHECKIN_MOUNTS"] = "own"
    os.execvp("unshare", [*command, sys.executable, *sys.argv])


def command(*arguments):
    """Runs a program of the system; its message is the reason for skipping."""
    if not shutil.which(arguments[0]):
        raise Skipped(f"{arguments[0]} is missing")
    result = subprocess.run([str(argument) for argument in arguments], capture_output=True, text=True)
    if result.returncode != 0:
        raise Skipped(f"{arguments[0]}: {result.stderr.strip().splitlines()[-1] if result.stderr else 'not allowed'}")


class Mount:
    """A directory that something is mounted on, to be used with `with`."""

    def __init__(self):
        self.path = Path(tempfile.mkdtemp(prefix="checkin-mount-"))
        self.is_mounted = False

    def __enter__(self):
        try:
            self.mount()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        try:
            self.unmount()
        finally:
            self.path.rmdir()

    def unmount(self):
        if not self.is_mounted:
            return
        for _ in range(50):
            result = subprocess.run(["umount", self.path], capture_output=True, text=True)
            if result.returncode == 0:
                self.is_mounted = False
                return
            time.sleep(0.1)
        # Goes when its last user does.
        self.is_mounted = False
        subprocess.run(["umount", "--lazy", self.path], check=True)
        raise RuntimeError(f"umount: {result.stderr.strip()}")


class SmallMemoryDisk(Mount):
    """A tmpfs of so many kibibytes."""

    def __init__(self, kibibytes):
        super().__init__()
        self.kibibytes = kibibytes

    def mount(self):
        command("mount", "-t", "tmpfs", "-o", f"size={self.kibibytes}k,mode=700", "checkin-test", self.path)
        self.is_mounted = True

    def resize(self, kibibytes):
        command("mount", "-o", f"remount,size={kibibytes}k", self.path)

    def used_kibibytes(self):
        return shutil.disk_usage(self.path).used >> 10


class LoopDisk(Mount):
    """A file with a file system in it, whose power can be cut."""

    MEGABYTES = {"ext4": 64, "xfs": 320}
    OPTIONS = {"ext4": ["-q", "-F"], "xfs": ["-q", "-f"]}

    def __init__(self, kind, directory):
        super().__init__()
        self.kind = kind
        self.image = Path(directory) / f"{kind}.image"

    def mount(self):
        if not self.image.exists():
            with open(self.image, "wb") as image:
                image.truncate(self.MEGABYTES[self.kind] << 20)
            command(f"mkfs.{self.kind}", *self.OPTIONS[self.kind], self.image)
        # Unmounting detaches the loop device, too.
        command("mount", "-t", self.kind, "-o", "loop", self.image, self.path)
        self.is_mounted = True

    def cut_power(self):
        """From now on nothing reaches the disk, and every write fails."""
        directory = os.open(self.path, os.O_RDONLY)
        try:
            fcntl.ioctl(directory, SHUTDOWN, struct.pack("I", NO_LOG_FLUSH))
        finally:
            os.close(directory)

    def restore_power(self):
        self.unmount()
        self.mount()
