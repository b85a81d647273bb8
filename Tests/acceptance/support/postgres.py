"""A PostgreSQL of a test's own: a primary and a synchronous standby in a temporary directory."""

import glob
import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

from support.devices import without_account
from support.journal import Wrong
from support.run import Skipped

# The superuser that prepares the faults, the account that owns the tables, and the account that the devices use.
USER = "checkin_test"
OWNER = "operations"
MEMBER = "ada"
DATABASE = "journals"


def program(name):
    """A program of the newest PostgreSQL that is installed."""
    found = sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"), key=lambda path: int(path.split("/")[4]))
    path = found[-1] if found else shutil.which(name)
    if not path:
        raise Skipped(f"{name} of PostgreSQL is missing")
    return path


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """One server. It listens on 127.0.0.1 and trusts whoever connects."""

    def __init__(self, cluster, name):
        self.cluster = cluster
        self.name = name
        self.data = cluster.path / name
        self.port = free_port()
        self.process = None

    def run(self, *arguments):
        result = subprocess.run(
            [*without_account(), *map(str, arguments)], capture_output=True, text=True, cwd=self.cluster.path,
            env=os.environ | {"LC_ALL": "C"})
        if result.returncode != 0:
            raise Wrong(f"{arguments[0]}: {result.stdout}{result.stderr}")
        return result.stdout

    def initialize(self):
        self.run(program("initdb"), "-D", self.data, "-U", USER, "--auth=trust", "-E", "UTF8", "--no-sync")
        self.configure(
            # Only processes are killed here, so nothing need reach the disk.
            fsync="off", max_connections="80", shared_buffers="64MB", wal_level="replica", max_wal_senders="8",
            listen_addresses="127.0.0.1", unix_socket_directories="", logging_collector="off",
            wal_sender_timeout="2s", wal_receiver_timeout="2s", wal_retrieve_retry_interval="100ms",
            log_min_messages="fatal", log_min_error_statement="fatal", hot_standby="on", wal_keep_size="256MB")

    def configure(self, **settings):
        with open(self.data / "postgresql.auto.conf", "a", encoding="utf-8") as file:
            for name, value in settings.items():
                file.write(f"{name} = '{value}'\n")

    def follow(self, primary):
        """Becomes a standby of another server, from nothing."""
        shutil.rmtree(self.data, ignore_errors=True)
        self.run(
            program("pg_basebackup"), "-h", "127.0.0.1", "-p", primary.port, "-U", USER, "-D", self.data, "-X", "stream",
            "-c", "fast", "--no-sync")
        (self.data / "standby.signal").touch()
        if os.geteuid() == 0:
            shutil.chown(self.data / "standby.signal", "nobody", "nogroup")
        self.configure(
            primary_conninfo=f"host=127.0.0.1 port={primary.port} user={USER} application_name={self.name}")

    def start(self):
        """Tries again where the system has not cleared away yet what was killed."""
        for attempt in range(3):
            try:
                return self.try_to_start()
            except Wrong:
                if attempt == 2:
                    raise
                self.kill()
                time.sleep(0.5)

    def try_to_start(self):
        (self.data / "postmaster.pid").unlink(missing_ok=True)
        self.process = subprocess.Popen(
            [*without_account(), program("postgres"), "-D", str(self.data), "-p", str(self.port)],
            stdout=subprocess.DEVNULL, stderr=open(self.cluster.path / f"{self.name}.log", "a", encoding="utf-8"),
            cwd=self.cluster.path, start_new_session=True)
        for _ in range(2_400):
            if subprocess.run(
                [program("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)], check=False).returncode == 0:
                return
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        raise Wrong(f"{self.name} does not start: {(self.cluster.path / (self.name + '.log')).read_text()[-2000:]}")

    def processes(self):
        """The server and all that it has started, found by the session that they share."""
        if self.process is None:
            return []
        found = [self.process.pid]
        for status in glob.glob("/proc/[0-9]*/stat"):
            try:
                fields = Path(status).read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            # Its children make sessions of their own, but stay its children.
            if int(fields[1]) == self.process.pid:
                found.append(int(status.split("/")[2]))
        return found

    def signal(self, number):
        for process in self.processes():
            try:
                os.kill(process, number)
            except ProcessLookupError:
                pass

    def kill(self):
        """All of it at once, so that nothing is said to anybody any more."""
        if self.process is None:
            return
        self.signal(signal.SIGSTOP)
        self.signal(signal.SIGKILL)
        self.process.wait()
        self.process = None

    def stop(self):
        self.kill()

    def promote(self):
        self.query("SELECT pg_promote(true, 30)")
        for _ in range(2_400):
            if self.query("SELECT pg_is_in_recovery()") == "f":
                return
            time.sleep(0.05)
        raise Wrong(f"{self.name} does not become a primary")

    def query(self, statement, database=None, timeout=60, text=None, account=USER):
        """What a statement answers; `text` is what a COPY reads."""
        result = subprocess.run(
            ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-p", str(self.port), "-U",
             account, "-d", database or "postgres", "-c", statement], input=text, capture_output=True, text=True, timeout=timeout,
            check=False)
        if result.returncode != 0:
            raise Wrong(f"psql: {result.stderr}")
        return result.stdout.strip()

    def address(self, port=None, account=MEMBER, database=DATABASE):
        return f"postgresql://{account}@127.0.0.1:{port or self.port}/{database}?sslmode=disable"

    def create_accounts(self):
        """Creates the owner, a member, and their role, as an administrator does."""
        for name in (OWNER, MEMBER):
            self.query(f"CREATE ROLE {name} LOGIN")
        self.query(f"CREATE ROLE checkin_member; GRANT checkin_member TO {MEMBER}; "
                   f"GRANT checkin_member TO {OWNER} WITH ADMIN OPTION")

    def create_database(self, name, is_migrated=True):
        """Creates a database as an operator does: its owner creates the tables, and is not a member of any group."""
        self.query(f"CREATE DATABASE {name} OWNER {OWNER}")
        if is_migrated:
            self.migrate(name)

    def migrate(self, database, status=0):
        """What `checkin-sync migrate` says besides its answer."""
        address = self.address(account=OWNER, database=database)
        result = subprocess.run(
            [Path(self.cluster.binary).with_name("checkin-sync"), "migrate", address], capture_output=True, text=True,
            check=False)
        if result.returncode != status:
            raise Wrong(f"migrate exits with {result.returncode}: {result.stdout}{result.stderr}")
        return result.stderr


class Cluster:
    """A primary and a standby. To be used with `with`.

    The devices' account owns neither the database nor the tables.
    """

    def __init__(self, binary, path, is_synchronous=True):
        self.binary = binary
        self.path = Path(path)
        self.path.mkdir()
        if os.geteuid() == 0:
            shutil.chown(self.path, "nobody", "nogroup")
            for parent in self.path.parents:
                if parent.owner() == "root" and not parent.stat().st_mode & 0o001:
                    parent.chmod(parent.stat().st_mode | 0o011)
        self.is_synchronous = is_synchronous
        self.primary, self.standby = Server(self, "north"), Server(self, "south")

    def __enter__(self):
        try:
            self.primary.initialize()
            self.primary.start()
            self.primary.create_accounts()
            self.primary.create_database(DATABASE)
            self.build_standby()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.primary.stop()
        self.standby.stop()

    def build_standby(self):
        """Makes the standby anew from the primary, and has commits wait for it."""
        self.standby.stop()
        self.wait_for_standby("")
        self.standby.follow(self.primary)
        self.standby.start()
        if self.is_synchronous:
            self.wait_for_standby(self.standby.name)
        for _ in range(2_400):
            state = self.primary.query("SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming'")
            if state == ("sync" if self.is_synchronous else "async"):
                return
            time.sleep(0.05)
        raise Wrong(f"the standby does not follow: {state!r}")

    def wait_for_standby(self, name):
        self.primary.query(f"ALTER SYSTEM SET synchronous_standby_names = '{name}'")
        self.primary.query("SELECT pg_reload_conf()")
        for _ in range(200):
            if self.primary.query("SHOW synchronous_standby_names") == name:
                return
            time.sleep(0.02)

    def fail_over(self):
        """The primary is gone; the standby takes its place, and the old one becomes its standby."""
        self.primary.kill()
        # What it had received and not applied yet is applied first.
        self.standby.configure(synchronous_standby_names="")
        self.standby.query("SELECT pg_reload_conf()")
        self.standby.promote()
        self.primary, self.standby = self.standby, self.primary
        self.standby.port = free_port()
