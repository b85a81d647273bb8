#!/usr/bin/env python3
"""Devices of a group sync through PostgreSQL with a synchronous standby; a failover; keys; the fleet.

Usage: postgres_devices.py PATH-OF-CHECKIN [--seed N]
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from support.devices import Device, photo, require, require_copies, require_same_view
from support.journal import INPUT_OUTPUT, Wrong
from support.mounts import SmallMemoryDisk, enter_own_namespace
from support.postgres import DATABASE, MEMBER, Cluster
from support.run import arguments, main

USAGE, REFUSED, NOT_FOUND, NEWER = 64, 65, 66, 76
OTHER = "00000000-0000-4000-8000-000000000002"


def group_address(cluster, device):
    return f"{cluster.primary.address()}#{device.group()['group']}"


def three_devices(cluster, binary, directory):
    """Two with the key, and one with another."""
    key, other = directory / "key", directory / "other"
    laptop, phone, tablet = (Device(binary, directory, name) for name in ("laptop", "phone", "tablet"))
    laptop.done("group", "create", cluster.primary.address(), "--as", "laptop", "--key", str(key))
    other.write_text("ab" * 32 + "\n")
    address = group_address(cluster, laptop)
    tablet.add("Of the tablet")
    tablet.refused(REFUSED, "key is not the one", "group", "join", address, "--as", "tablet", "--key", str(other))
    phone.done("group", "join", address, "--as", "phone", "--key", str(key))
    for number in range(5):
        laptop.add(f"Laptop {number}")
        phone.add(f"Phone {number}")
        if number % 2:
            laptop.sync()
            phone.sync()
    picture = photo(directory, 1)
    laptop.done("photo", "attach", "1", str(picture))
    laptop.sync()
    phone.sync()
    laptop.sync()
    require_copies(laptop, phone)
    require_same_view(laptop, phone)
    require(len(list((phone.path / "photos").rglob("*.jpg"))) == 1, "the photo did not travel")
    require(laptop.me()["elsewhere"] == laptop.me()["events"], "what was acknowledged is not said to be elsewhere")
    for device in (laptop, phone):
        answer = device.sync()
        require(answer["sent"]["events"] == answer["received"]["events"] == 0, f"a second sync carries {answer}")
    rows = cluster.primary.query("SELECT count(*) FROM checkin.chunks WHERE position('Laptop'::bytea in body) > 0", DATABASE)
    require(rows == "0", "what was sealed can be read in the database")
    return laptop, phone


def fails_over(cluster, laptop, phone):
    laptop.add("Before the failover")
    laptop.sync()
    cluster.fail_over()
    for device in (laptop, phone):
        device.use_place(group_address(cluster, laptop))
    phone.sync()
    require_copies(laptop, phone)
    laptop.add("After the failover")
    laptop.sync()
    phone.sync()
    require_copies(laptop, phone)
    cluster.build_standby()


def conflicts_are_settled(laptop, phone):
    """What both say differently while they are apart is contested, just that, on both; an edit settles it."""
    laptop.done("edit", "1", "--title", "As the laptop says", "--notes", "Both agree")
    phone.done("edit", "laptop/1", "--title", "As the phone says", "--notes", "Both agree")
    for device in (laptop, phone, laptop):
        device.sync()
    contested = require_same_view(laptop, phone)
    require(contested == [("title", ["As the laptop says", "As the phone says"])], f"contested: {contested}")
    phone.done("edit", "laptop/1", "--title", "Settled")
    for device in (phone, laptop):
        device.sync()
    require(require_same_view(laptop, phone) == [], "an edit that saw both does not settle it")
    require(laptop.has("Settled"), "the edit that settles does not arrive")
    require_copies(laptop, phone)


def bad_places_are_named(cluster, binary, directory, laptop, phone):
    """A database that is none, has no tables, newer ones or no such group, or takes no writes: each is named, and the
    journal goes on without it."""
    server = cluster.primary
    address = group_address(cluster, laptop)
    group = laptop.group()["group"]
    laptop.add("Waits for a place")
    waiting = laptop.me()["events"] - laptop.me()["elsewhere"]

    def refuses(place, status, words):
        laptop.use_place(place)
        laptop.refused(status, words, "sync")
        laptop.use_place(address)
        require(laptop.me()["events"] - laptop.me()["elsewhere"] == waiting, f"{words}: acknowledged all the same")

    refuses(address.replace(f"/{DATABASE}", "/nowhere"), INPUT_OUTPUT, "cannot be reached")
    server.create_database("empty", is_migrated=False)
    founder = Device(binary, directory, "founder")
    answer = founder.run("group", "create", server.address(database="empty"), "--as", "founder")
    require(
        answer.status == NOT_FOUND and "owns the database must run 'checkin-sync migrate'" in answer.errors,
        f"an account that may not create tables: {answer.status}: {answer.errors}")
    refuses(address.replace(f"/{DATABASE}", "/empty"), NOT_FOUND, "has no tables of checkin")
    refuses(address.replace(group, "00000000-0000-4000-8000-000000000000"), REFUSED, "holds no group any more")
    other = Device(binary, directory, "others")
    other.done("group", "create", server.address(), "--as", "other")
    refuses(group_address(cluster, other), REFUSED, "belongs to another group")

    server.query("INSERT INTO checkin.migrations (version) VALUES (99)", DATABASE)
    refuses(address, NEWER, "newer version")
    newcomer = Device(binary, directory, "newcomer")
    answer = newcomer.run("group", "join", address, "--as", "newcomer")
    require(
        answer.status == NEWER and not (newcomer.path / "group.json").exists(),
        f"joins newer tables: {answer.output}{answer.errors}")
    server.query("DELETE FROM checkin.migrations WHERE version = 99", DATABASE)

    server.query(f"ALTER ROLE {MEMBER} SET default_transaction_read_only = on")
    refuses(address, INPUT_OUTPUT, "read-only")
    server.query(f"ALTER ROLE {MEMBER} RESET default_transaction_read_only")

    laptop.sync()
    phone.sync()
    require(phone.has("Waits for a place"), "what waited does not go in the end")
    require_copies(laptop, phone)


def a_full_server(cluster, laptop, phone):
    """What does not fit is not acknowledged, what is there still comes, and all goes once there is room."""
    if os.geteuid() != 0:
        return
    server = cluster.primary
    with SmallMemoryDisk(1024) as disk:
        shutil.chown(disk.path, "nobody", "nogroup")
        # A standby on this machine would have its table in the same place.
        cluster.standby.stop()
        cluster.wait_for_standby("")
        server.query(f"CREATE TABLESPACE small LOCATION '{disk.path}'")
        server.query("ALTER TABLE checkin.chunks SET TABLESPACE small", DATABASE)
        server.query(
            "CREATE TABLE filler (body bytea) TABLESPACE small; ALTER TABLE filler ALTER body SET STORAGE PLAIN", DATABASE)
        for size in (8000, 2000, 100):
            try:
                while True:
                    server.query(f"INSERT INTO filler VALUES (convert_to(repeat('x', {size}), 'UTF8'))", DATABASE)
            except Wrong as error:
                require("No space left" in str(error), str(error))
        phone.add("Before it is full")
        laptop.add("Does not fit")
        notes = "".join(f"{number} " for number in range(8000))
        laptop.done("edit", "1", "--notes", notes[:10000])
        before = laptop.me()["elsewhere"]
        laptop.refused(INPUT_OUTPUT, "is full", "sync")
        require(laptop.me()["elsewhere"] == before, "what did not fit is said to be elsewhere")
        server.query("DROP TABLE filler", DATABASE)
        for device in (laptop, phone, laptop):
            device.sync()
        require(phone.has("Does not fit") and laptop.has("Before it is full"), "what waited does not go in the end")
        server.query("ALTER TABLE checkin.chunks SET TABLESPACE pg_default", DATABASE)
        server.query("DROP TABLESPACE small")
        cluster.build_standby()
    require_copies(laptop, phone)


def photos_are_sent_again(cluster, laptop, phone):
    """A photo that is damaged at the server comes to a device that has lost it, from one that has it, whichever of them
    sent it first; and nothing is written over what another device sent."""
    laptop.sync()
    phone.sync()
    group = f"WHERE group_id = '{laptop.group()['group']}'"
    for loser, keeper in ((phone, laptop), (laptop, phone)):
        file = next(loser.path.rglob("photos/**/*.jpg"))
        picture = file.read_bytes()
        cluster.primary.query(
            f"UPDATE checkin.photos SET body = set_byte(body, 60, get_byte(body, 60) # 1) {group}", DATABASE)
        senders = (f"SELECT name, replica, replica <> '{keeper.me()['journal']}', body FROM checkin.photos {group} "
                   "ORDER BY 1, 2")
        before = cluster.primary.query(senders, DATABASE).splitlines()
        file.unlink()
        loser.sync()
        require(not file.exists(), "a damaged photo is taken")
        keeper.sync()
        loser.sync()
        require(file.exists() and file.read_bytes() == picture, "a damaged photo is not sent again")
        after = cluster.primary.query(senders, DATABASE).splitlines()
        others = {row for row in before if "|t|" in row}
        require(others <= set(after), "a photo that another device sent is written over")
        for device in (laptop, phone):
            device.done("verify")
            device.sync()


def waits_for_the_standby(cluster, directory, laptop):
    """Without its standby, the server acknowledges nothing, not even when it is asked again, and not to an account that
    is set to wait for nothing and to hear no warnings."""
    settings = ("client_min_messages", "error"), ("synchronous_commit", "local")
    for name, value in settings:
        cluster.primary.query(f"ALTER ROLE {MEMBER} SET {name} = '{value}'")
    # A photo whose event is there already goes alone.
    laptop.done("photo", "attach", "2", str(photo(directory, 2)))
    known = set(laptop.path.rglob("photos/**/*.jpg"))
    newest = max(known, key=lambda file: file.stat().st_mtime_ns)
    newest.rename(directory / "kept.jpg")
    laptop.sync()
    (directory / "kept.jpg").rename(newest)
    cluster.standby.kill()
    laptop.environment["CHECKIN_SYNC_TIMEOUT"] = "2"
    for _ in range(2):
        laptop.refused(INPUT_OUTPUT, "whether it was done is not known", "sync")
    laptop.add("Nobody but the primary has it")
    before = laptop.me()["elsewhere"]
    for _ in range(2):
        laptop.refused(INPUT_OUTPUT, "whether it was done is not known", "sync")
        require(laptop.me()["elsewhere"] == before, "acknowledged without the standby")
    # Somebody cuts the wait off: then the row is there, and safe nowhere.
    process = laptop.start("sync")
    for _ in range(100):
        cancelled = cluster.primary.query(
            "SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
        if process.poll() is not None:
            break
    output, errors = process.communicate(timeout=30)
    require(process.returncode == INPUT_OUTPUT, f"a wait that was cut off exits with {process.returncode}: {output}")
    require(laptop.me()["elsewhere"] == before, "acknowledged although the wait was cut off")
    del laptop.environment["CHECKIN_SYNC_TIMEOUT"]
    cluster.build_standby()
    laptop.sync()
    require(laptop.me()["elsewhere"] == laptop.me()["events"], "what was acknowledged in the end is not said to be")
    for name, _ in settings:
        cluster.primary.query(f"ALTER ROLE {MEMBER} RESET {name}")


def refills_a_server(cluster, laptop):
    """A server that came back without what it had acknowledged is told about, and gets it again."""
    events = laptop.me()["events"]
    me = laptop.me()["journal"]
    cluster.primary.query(
        f"DELETE FROM checkin.chunks WHERE replica = '{me}' AND last_sequence > 3", DATABASE)
    notes = laptop.sync()["notes"]
    require(any("has lost events" in note for note in notes), f"the loss is not told: {notes}")
    rows = cluster.primary.query(f"SELECT last_sequence FROM checkin.heads WHERE replica = '{me}'", DATABASE)
    require(rows == str(events), f"the server has {rows} instead of {events} events again")


def two_push_at_once(cluster, laptop):
    """A device whose piece is being written by another connection waits for it, and then finds it there."""
    laptop.add("Written twice")
    laptop.sync()
    me, events = laptop.me()["journal"], laptop.me()["events"]
    ending = f"replica = '{me}' AND last_sequence = {events}"
    cluster.primary.query(
        f"CREATE TABLE kept AS SELECT * FROM checkin.chunks WHERE {ending}; DELETE FROM checkin.chunks WHERE {ending}", DATABASE)
    first = threading.Thread(target=cluster.primary.query, args=(
        "BEGIN; INSERT INTO checkin.chunks SELECT * FROM kept; SELECT pg_sleep(4); COMMIT", DATABASE))
    first.start()
    while cluster.primary.query("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'") != "1":
        require(first.is_alive(), "the first connection could not write")
        time.sleep(0.05)
    laptop.sync()
    first.join()
    rows = cluster.primary.query(
        f"DROP TABLE kept; SELECT count(*) FROM checkin.chunks WHERE {ending}", DATABASE)
    require(rows == "1" and laptop.me()["elsewhere"] == events, f"{rows} pieces of one")


def forks_are_refused(binary, directory, laptop):
    clone = laptop.cloned("clone")
    laptop.add("Of the laptop")
    laptop.sync()
    clone.add("Of the clone")
    clone.refused(REFUSED, "two journals write as the same one", "sync")
    backup = Device(binary, directory, "clone")
    backup.refused(REFUSED, "'checkin group fork'", "sync")


def looks_over_the_fleet(cluster, binary, directory, sealed):
    """Totals over the members that can be read are those that their devices show; what is damaged is named."""
    server = cluster.primary
    days = {}
    members = []
    for number in range(3):
        home, away = (Device(binary, directory, f"{name}{number}") for name in ("home", "away"))
        home.done("group", "create", server.address(), "--as", "home")
        away.done("group", "join", group_address(cluster, home), "--as", "away")
        for step in range(4):
            for device in (home, away):
                device.done("add", "run", f"{device.name} {step}", "--at", f"2026-{9 + number:02}-{3 + step:02} 08:00")
            home.sync()
            away.sync()
        away.done("discard", "2")
        for device in (away, home):
            device.sync()
        for row in home.done("list", "--json").json():
            days[row["at"][:10]] = days.get(row["at"][:10], 0) + 1
        members.append(home.group()["group"])
    server.query("CREATE ROLE operator LOGIN BYPASSRLS IN ROLE checkin_member")
    address = server.address(account="operator")
    fleet = Device(binary, directory, "operator")
    listed = {row["group"]: row for row in fleet.done("fleet", address, "--json").json()}
    require(all(not listed[member]["sealed"] and listed[member]["devices"] == 2 for member in members), f"{listed}")
    require(listed[sealed.group()["group"]]["sealed"], "a sealed group is not said to be")
    totals = fleet.done("fleet", "totals", address, "--json").json()
    require({row["day"]: row["checkIns"] for row in totals["days"]} == days, f"{totals['days']} instead of {days}")
    require([row["month"] for row in totals["months"]] == ["2026-09", "2026-10", "2026-11"], f"{totals['months']}")
    require(sum(row["checkIns"] for row in totals["months"]) == totals["checkIns"] == sum(days.values()), "months")
    require(totals["sealed"] == 1 and totals["groups"] == 5, f"{totals['groups']} groups, {totals['sealed']} sealed")
    require("2026-10-03  2 check-ins of 1 member" in fleet.done("fleet", "totals", address, "--by", "day").output, "days")
    require("damaged" not in fleet.done("fleet", "verify", address).output, "something is damaged")
    # A member's own account sees its own groups only.
    server.query("CREATE ROLE nobody_yet LOGIN IN ROLE checkin_member")
    own = fleet.done("fleet", server.address(account="nobody_yet"), "--json").json()
    require(own == [], f"an account sees the groups of others: {own}")
    for title, damage in (
        ("a flipped byte", "UPDATE checkin.chunks SET body = set_byte(body, 40, get_byte(body, 40) # 1) {here}"),
        ("a missing piece", "DELETE FROM checkin.chunks {here}"),
        ("a missing end",
         "DELETE FROM checkin.chunks {group} AND (replica, first_sequence) IN "
         "(SELECT replica, max(first_sequence) FROM checkin.chunks {group} GROUP BY replica)"),
        ("a missing log", "DELETE FROM checkin.chunks {group}"),
    ):
        group = f"WHERE group_id = '{members[1]}'"
        server.query(f"CREATE TABLE kept AS SELECT * FROM checkin.chunks {group}", DATABASE)
        server.query(damage.format(here=group + " AND first_sequence > 1", group=group), DATABASE)
        for words in (["verify", address], ["verify", address, members[1]], ["totals", address]):
            answer = fleet.run("fleet", *words)
            require(answer.status == REFUSED and members[1] in answer.errors,
                    f"{title}: {words} exits with {answer.status}: {answer.output}{answer.errors}")
            require(members[0] not in answer.errors, f"{title}: another group is named")
        fleet.done("fleet", "verify", address, members[0])
        server.query(
            f"DELETE FROM checkin.chunks {group}; INSERT INTO checkin.chunks SELECT * FROM kept; DROP TABLE kept", DATABASE)
    fleet.done("fleet", "verify", address)
    fleet.refused(66, "sees no group", "fleet", "verify", address, "00000000-0000-4000-8000-000000000000")


def purged_photos_go(cluster, laptop):
    """A purged photo is removed from the database by the device that sent it."""
    def rows():
        group, journal = laptop.group()["group"], laptop.me()["journal"]
        return cluster.primary.query(
            f"SELECT count(*) FROM checkin.photos WHERE group_id = '{group}' AND replica = '{journal}'", DATABASE)

    laptop.add("With a photo to purge")
    laptop.done("photo", "attach", "last", str(photo(laptop.path.parent, 2)))
    laptop.sync()
    before = int(rows())
    laptop.done("photo", "purge", "last", "--yes", "--shared")
    require(laptop.sync()["removedPhotos"] == 1 and int(rows()) == before - 1, "the purged photo is still there")
    require(laptop.sync()["removedPhotos"] == 0, "it is removed once more")


def passwords_are_not_stored(cluster, binary, directory):
    """An address with a password is rejected wherever one is typed or stored, before anything is written; a password
    file works."""
    server = cluster.primary
    server.query("CREATE ROLE bob LOGIN PASSWORD 'secret' IN ROLE checkin_member")
    rules = server.data / "pg_hba.conf"
    rules.write_text("host all bob 127.0.0.1/32 scram-sha-256\n" + rules.read_text())
    server.query("SELECT pg_reload_conf()")
    address = server.address(account="bob")
    bob = Device(binary, directory, "bob")
    typed = [address.replace("bob@", "bob:secret@")] + [
        f"{address}&{option}=secret" for option in ("password", "PASSWORD", "pass%77ord", "sslpassword")]
    for place in typed:
        for words in (["group", "create", place, "--as", "bob"], ["group", "join", f"{place}#{OTHER}", "--as", "bob"],
                      ["fleet", place], ["fleet", "verify", place]):
            answer = bob.run(*words)
            require(answer.status == USAGE and "PGPASSFILE" in answer.errors and "secret" not in answer.errors,
                    f"{words} exits with {answer.status}: {answer.output}{answer.errors}")
            require(not bob.path.exists(), f"{words} leaves a journal")
        migration = subprocess.run(
            [Path(binary).with_name("checkin-sync"), "migrate", place], capture_output=True, text=True)
        require(migration.returncode == USAGE and "PGPASSFILE" in migration.stderr, f"migrate: {migration}")
    passwords = directory / "passwords"
    passwords.write_text(f"127.0.0.1:{server.port}:{DATABASE}:bob:secret\n")
    passwords.chmod(0o600)
    bob.environment["PGPASSFILE"] = str(passwords)
    bob.done("group", "create", address, "--as", "bob")
    bob.add("With a password")
    require(bob.sync()["sent"]["events"] == 1, "a password file is not used")
    require("secret" not in (bob.path / "group.json").read_text(), "the password is stored")
    # As a version that stored addresses with passwords left it.
    bob.use_place(group_address(cluster, bob).replace(f"{MEMBER}@", "bob:secret@"))
    bob.refused(USAGE, "PGPASSFILE", "sync")


def remote_servers_are_verified(cluster, binary, directory):
    """Unless the user says otherwise, the certificate of a host that is not this machine is verified, with its name."""
    server = cluster.primary
    for arguments in (
        ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=authority", "-keyout", "ca.key", "-out", "ca.crt"],
        ["req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=db.example", "-keyout", "server.key", "-out", "server.csr"],
        ["x509", "-req", "-in", "server.csr", "-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-out", "server.crt"],
    ):
        subprocess.run(["openssl", *arguments], cwd=directory, check=True, capture_output=True)
    for name in ("server.key", "server.crt"):
        shutil.copy(directory / name, server.data / name)
        (server.data / name).chmod(0o600)
        if os.geteuid() == 0:
            shutil.chown(server.data / name, "nobody", "nogroup")
    server.query("ALTER SYSTEM SET ssl = on")
    server.query("SELECT pg_reload_conf()")
    device = Device(binary, directory, "remote")

    def address(host, options):
        return f"postgresql://operator@{host}:{server.port}/{DATABASE}?hostaddr=127.0.0.1{options}"

    authority = f"&sslrootcert={directory / 'ca.crt'}"
    for host, options, words in (
        ("db.example", "", "root certificate file"), ("other.example", authority, "does not match host name"),
    ):
        device.refused(INPUT_OUTPUT, words, "fleet", address(host, options))
    for host, options in (
        ("db.example", authority), ("other.example", "&sslmode=require"), ("db.example", "&sslmode=disable"),
        ("localhost", ""), ("127.0.0.1", ""),
    ):
        device.done("fleet", address(host, options))
    device.environment["PGSSLMODE"] = "require"
    device.done("fleet", address("db.example", ""))


def run(options, figures):
    os.environ.pop("CHECKIN_JOURNAL", None)
    with tempfile.TemporaryDirectory(prefix="checkin-postgres-") as name:
        directory = Path(name)
        with Cluster(options.binary, directory / "cluster") as cluster:
            laptop, phone = three_devices(cluster, options.binary, directory)
            figures.cases += 1
            conflicts_are_settled(laptop, phone)
            bad_places_are_named(cluster, options.binary, directory, laptop, phone)
            figures.cases += 2
            fails_over(cluster, laptop, phone)
            figures.cases += 1
            waits_for_the_standby(cluster, directory, laptop)
            figures.cases += 1
            refills_a_server(cluster, laptop)
            two_push_at_once(cluster, laptop)
            photos_are_sent_again(cluster, laptop, phone)
            purged_photos_go(cluster, laptop)
            looks_over_the_fleet(cluster, options.binary, directory, laptop)
            forks_are_refused(options.binary, directory, laptop)
            passwords_are_not_stored(cluster, options.binary, directory)
            remote_servers_are_verified(cluster, options.binary, directory)
            figures.cases += 7
            a_full_server(cluster, laptop, phone)
            figures.cases += 1


if __name__ == "__main__":
    chosen = arguments(__doc__.splitlines()[0])
    enter_own_namespace()
    sys.exit(main("devices, PostgreSQL", chosen.seed, lambda figures: run(chosen, figures)))
