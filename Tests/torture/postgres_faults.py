#!/usr/bin/env python3
"""Faults of a PostgreSQL cluster while a device syncs: no acknowledged event is lost, none is there twice, none is missing.

Either server is killed or stopped, the standby takes over during a commit, connections are cut at every byte of a push, a
client gives up and tries again. Two controls have to lose something: asynchronous replication, and a server that
acknowledges a retry because it can read the row.

What this does not imitate: several machines that lose their power at once, and disks that lie.

Usage: postgres_faults.py PATH-OF-CHECKIN [--rounds N] [--step BYTES] [--seed N]
"""

import os
import random
import signal
import socket
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "acceptance"))

from support.devices import Device, require  # noqa: E402
from support.journal import DONE, INPUT_OUTPUT, Wrong  # noqa: E402
from support.postgres import DATABASE, Cluster  # noqa: E402
from support.run import arguments, main  # noqa: E402

SYNC_SECONDS = 0.4


class CuttingProxy:
    """Passes bytes on to a server, and cuts the connection after so many in one direction."""

    def __init__(self, server, limit, of_client):
        self.server = server
        self.limit = limit
        self.of_client = of_client
        self.passed = {True: 0, False: 0}
        self.listener = socket.socket()
        self.listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.listener.bind(("127.0.0.1", 0))
        self.listener.listen()
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", self.server.port))
            for source, target, is_client in ((client, server, True), (server, client, False)):
                threading.Thread(target=self.carry, args=(source, target, is_client), daemon=True).start()

    def carry(self, source, target, is_client):
        try:
            while data := source.recv(65536):
                if is_client == self.of_client and self.limit is not None:
                    data = data[:max(0, self.limit - self.passed[is_client])]
                self.passed[is_client] += len(data)
                target.sendall(data)
                if is_client == self.of_client and self.passed[is_client] == self.limit:
                    break
        except OSError:
            pass
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def close(self):
        self.listener.close()


class Trial:
    """A device that writes, one that reads, a cluster, and what the writing one was promised."""

    def __init__(self, binary, directory, cluster, seed):
        self.cluster = cluster
        self.random = random.Random(seed)
        self.laptop = Device(binary, directory, "laptop")
        self.laptop.environment["CHECKIN_SYNC_TIMEOUT"] = "2"
        self.laptop.done("group", "create", cluster.primary.address(), "--as", "laptop")
        self.group = self.laptop.group()["group"]
        self.me = self.laptop.me()["journal"]
        self.phone = Device(binary, directory, "phone")
        self.phone.done("group", "join", self.place(), "--as", "phone")
        self.acknowledged = 0
        self.written = 0

    def write(self, count=1):
        for _ in range(count):
            self.written += 1
            self.laptop.add(f"Event {self.written}")

    def place(self, port=None):
        return f"{self.cluster.primary.address(port)}#{self.group}"

    def to(self, port=None):
        self.laptop.use_place(self.place(port))

    def sync(self, fault=None, delay=0.0, port=None):
        """Syncs while something happens; remembers what was acknowledged."""
        self.to(port)
        process = self.laptop.start("sync")
        time.sleep(delay)
        if fault:
            fault()
        output, errors = process.communicate(timeout=60)
        if process.returncode not in (DONE, INPUT_OUTPUT):
            raise Wrong(f"sync exits with {process.returncode}: {output}{errors}")
        # Told by the device, which asks nobody.
        acknowledged = self.laptop.me()["elsewhere"]
        require(process.returncode != DONE or acknowledged == self.written, f"done, and {acknowledged} acknowledged")
        self.acknowledged = max(self.acknowledged, acknowledged)
        return process.returncode

    def check(self):
        """What the server has: whole, and no less than what was acknowledged."""
        rows = self.cluster.primary.query(
            f"SELECT first_sequence, last_sequence FROM checkin.chunks WHERE replica = '{self.me}' ORDER BY 1", DATABASE)
        end = 0
        for row in rows.splitlines():
            first, last = map(int, row.split("|"))
            require(first == end + 1, f"after event {end} comes event {first}")
            end = last
        head = self.cluster.primary.query(
            f"SELECT last_sequence FROM checkin.heads WHERE replica = '{self.me}'", DATABASE) or "0"
        require(int(head) == end, f"the head names event {head}, the chunks end with {end}")
        if end < self.acknowledged:
            raise Wrong(f"events {end + 1} to {self.acknowledged} are lost, although acknowledged")
        require(end <= self.written, "more is there than was written")

    # What happens during a sync, and what is done about it afterwards.

    def primary_killed(self):
        yield self.cluster.primary.kill
        self.cluster.primary.start()

    def standby_killed(self):
        yield self.cluster.standby.kill
        self.cluster.standby.start()

    def primary_stopped(self):
        def fault():
            self.cluster.primary.signal(signal.SIGSTOP)
            threading.Timer(self.random.uniform(0, 3), self.cluster.primary.signal, [signal.SIGCONT]).start()
        yield fault
        time.sleep(3)

    def standby_stopped(self):
        def fault():
            self.cluster.standby.signal(signal.SIGSTOP)
            threading.Timer(self.random.uniform(0, 3), self.cluster.standby.signal, [signal.SIGCONT]).start()
        yield fault
        time.sleep(3)

    def fails_over(self):
        yield self.cluster.primary.kill
        self.cluster.fail_over()
        self.check()
        self.cluster.build_standby()

    def wait_cut_off(self):
        """Somebody cancels the commit's wait, the client tries again, and then the primary is gone."""
        self.cluster.standby.kill()

        def fault():
            for _ in range(20):
                self.cluster.primary.query(
                    "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
                time.sleep(0.05)
        yield fault
        self.sync()
        self.cluster.primary.kill()
        self.cluster.standby.start()
        self.cluster.fail_over()
        self.check()
        self.cluster.build_standby()

    def round(self):
        self.write(self.random.randrange(1, 4))
        kind = self.random.choice([
            self.primary_killed, self.standby_killed, self.primary_stopped, self.standby_stopped, self.fails_over,
            self.wait_cut_off,
        ])
        steps = kind()
        self.sync(next(steps), self.random.uniform(0, SYNC_SECONDS))
        next(steps, None)
        self.check()
        if self.random.random() < 0.5:
            self.settle()

    def settle(self):
        """With everything in order again, everything is acknowledged."""
        for _ in range(20):
            if self.sync() == DONE:
                break
            time.sleep(0.2)
        require(self.acknowledged == self.written, "nothing is acknowledged although everything is in order")
        self.check()
        self.phone.use_place(self.place())
        self.phone.sync()
        self.compare(self.phone)

    def compare(self, reader):
        """What another device has got is what the writing one has written, to the last byte."""
        written = self.laptop.own_log()
        require(written and reader.copied_log(self.laptop) == written, f"{reader.name} has other bytes than were written")

    def compare_anew(self):
        """And so has one that comes later, and takes all of it from where the cluster is now."""
        tablet = Device(self.laptop.binary, self.laptop.path.parent, "tablet")
        tablet.done("group", "join", self.place(), "--as", "tablet")
        tablet.sync()
        self.compare(tablet)
        tablet.done("verify")

    def cut_everywhere(self, step, figures):
        """Cuts the connection of a push after every so many bytes of each direction."""
        self.write()
        whole = CuttingProxy(self.cluster.primary, None, True)
        self.sync(port=whole.port)
        whole.close()
        for of_client in (True, False):
            for limit in range(self.random.randrange(step), whole.passed[of_client] + 1, step):
                self.write()
                proxy = CuttingProxy(self.cluster.primary, limit, of_client)
                self.sync(port=proxy.port)
                proxy.close()
                self.check()
                figures.add(cuts=1)
        self.settle()


def loses(binary, directory, seed, is_synchronous, weaken):
    """A control: whether a wait that was cut off, a retry and a failover lose what was acknowledged."""
    with Cluster(binary, directory / "cluster", is_synchronous) as cluster:
        trial = Trial(binary, directory, cluster, seed)
        if weaken:
            cluster.primary.query(
                """
                CREATE OR REPLACE FUNCTION checkin.confirm(p_group uuid, p_replica uuid, p_last bigint, p_digest bytea)
                RETURNS boolean LANGUAGE sql AS $$
                  SELECT EXISTS (SELECT FROM checkin.heads WHERE replica = p_replica AND last_sequence = p_last)
                $$
                """, DATABASE)
        trial.write()
        trial.settle()
        trial.write()
        steps = trial.wait_cut_off()
        trial.sync(next(steps), 0.1)
        try:
            next(steps, None)
        except Wrong as reason:
            return "lost, although acknowledged" in str(reason)
    return False


def run(options, figures):
    os.environ.pop("CHECKIN_JOURNAL", None)
    with tempfile.TemporaryDirectory(prefix="checkin-faults-") as name:
        directory = Path(name)
        for title, is_synchronous, weaken, expected in (
            ("asynchronous", False, False, True), ("from-a-read", True, True, True), ("as-it-is", True, False, False),
        ):
            place = directory / title
            place.mkdir(mode=0o711)
            if loses(options.binary, place, options.seed, is_synchronous, weaken) != expected:
                raise Wrong(f"the control {title} {'loses nothing' if expected else 'loses something'}")
            figures.cases += 1
        directory.chmod(0o711)
        with Cluster(options.binary, directory / "cluster") as cluster:
            trial = Trial(options.binary, directory, cluster, options.seed)
            trial.cut_everywhere(options.step, figures)
            for _ in range(options.rounds):
                trial.round()
                figures.cases += 1
            trial.settle()
            trial.compare_anew()
            figures.add(events=trial.written)


if __name__ == "__main__":
    chosen = arguments(__doc__.splitlines()[0], rounds=10, step=400)
    sys.exit(main("devices, cluster", chosen.seed, lambda figures: run(chosen, figures)))
