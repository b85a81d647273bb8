#!/usr/bin/env python3
"""The tables in PostgreSQL keep their rules: a member, an outsider and the owner try to break each of them.

Usage: postgres_schema.py PATH-OF-CHECKIN [--seed N]
"""

import os
import sys
import tempfile
import threading
from pathlib import Path

from support.devices import Device, photo, require, require_copies
from support.journal import INPUT_OUTPUT, NOT_FOUND, Wrong
from support.postgres import DATABASE, MEMBER, OWNER, USER, Cluster
from support.run import arguments, main

SUPPORT = Path(__file__).resolve().parent / "support"
TABLES = ("groups", "members", "chunks", "cards", "photos")
DIGEST = "pg_catalog.decode(pg_catalog.repeat('00', 32), 'hex')"
REPLICA = "00000000-0000-4000-8000-000000000001"
# Accounts that may use the tables: one of no group, and one that is a member of the group that is attacked.
STRANGER, GUEST = "stranger", "guest"
OUTSIDER = "outsider"


def pushing(group, first, previous="NULL", last=None, digest=DIGEST, body="'x'", replica=REPLICA):
    """A push of one event to a log that no device has."""
    return f"SELECT checkin.push('{group}', '{replica}', {first}, {last or first}, {previous}, {digest}, {body})"


def inserting(group, first, last=None, digest=DIGEST, body="'x'"):
    """The same chunk without the function."""
    return f"INSERT INTO checkin.chunks VALUES ('{group}', '{REPLICA}', {first}, {last or first}, {digest}, {body})"


def content(server, database=DATABASE):
    """All rows, as a superuser sees them."""
    return server.query(
        ";".join(f"SELECT '{table}', * FROM checkin.{table} ORDER BY 2, 3" for table in TABLES), database).splitlines()


def require_refused(server, account, statement, *words, database=DATABASE):
    """Requires that a statement of an account fails with an error that contains one of the words."""
    try:
        answer = server.query(statement, database, account=account)
    except Wrong as error:
        require(any(word in str(error) for word in words), f"{account}: {statement} fails with {error}")
    else:
        raise Wrong(f"{account} may {statement}: {answer}")


def an_owner_starts_alone(server, binary, directory):
    """The database's owner needs nothing but the database. Other accounts need a role, which an administrator creates."""
    server.query(f"CREATE ROLE {OWNER} LOGIN; CREATE ROLE {MEMBER} LOGIN")
    server.query(f"CREATE DATABASE {DATABASE} OWNER {OWNER}")
    owner = Device(binary, directory, "owner")
    owner.done("group", "create", server.address(account=OWNER), "--as", "owner")
    owner.add("Of the owner")
    require(owner.sync()["sent"]["events"] == 1, "the owner's event is not sent")
    warning = server.migrate(DATABASE)
    require("checkin_member is missing" in warning and "CREATE ROLE checkin_member" in warning, f"migrate: {warning}")
    member = Device(binary, directory, "member")
    member.add("Before the group")
    create = ("group", "create", server.address(), "--as", "member")
    member.refused(INPUT_OUTPUT, "needs the role checkin_member", *create)
    server.query(f"CREATE ROLE checkin_member; GRANT checkin_member TO {OWNER} WITH ADMIN OPTION")
    require(server.migrate(DATABASE) == "", "migrate warns although the role exists")
    member.refused(INPUT_OUTPUT, "needs the role checkin_member", *create)
    server.query(f"GRANT checkin_member TO {MEMBER}", account=OWNER)
    member.done(*create)
    member.done("photo", "attach", "1", str(photo(directory, 1)))
    member.sync()
    second = Device(binary, directory, "second")
    second.done("group", "join", f"{server.address()}#{member.group()['group']}", "--as", "second")
    second.sync()
    member.sync()
    require_copies(member, second)
    return owner, member


def constraints_bind_everybody(server, group):
    """No account inserts a row that is not valid: not a member, not the owner, not the owner as a member, no superuser."""
    faults = (
        ("sequence_is_1_or_more", {"first": 0}),
        ("sequence_is_1_or_more", {"first": -5, "last": -9}),
        ("sequence_is_1_or_more", {"first": 1, "last": -1}),
        ("chunk_ends_after_its_start", {"first": 5, "last": 3}),
        ("digest_has_32_bytes", {"first": 1, "digest": "'half'"}),
        ('null value in column "digest"', {"first": 1, "digest": "NULL"}),
        ("body_has_1_byte_to_16_mib", {"first": 1, "body": "''"}),
        ("body_has_1_byte_to_16_mib", {"first": 1, "body": "pg_catalog.repeat('x', 16777217)::bytea"}),
        ('null value in column "body"', {"first": 1, "body": "NULL"}),
    )
    for constraint, values in faults:
        if values["first"] == 1:
            require_refused(server, GUEST, pushing(group, **values), constraint)
        require_refused(server, GUEST, inserting(group, **values), "permission denied for table chunks")
        require_refused(server, OWNER, inserting(group, **values), "row-level security", constraint)
    server.query(f"INSERT INTO checkin.members VALUES ('{OWNER}', '{group}')", DATABASE)
    for constraint, values in faults:
        require_refused(server, OWNER, inserting(group, **values), constraint)
        require_refused(server, USER, inserting(group, **values), constraint)
    server.query(f"DELETE FROM checkin.members WHERE member = '{OWNER}' AND group_id = '{group}'", DATABASE)
    for statement, constraint in (
        (f"checkin.write_card('{group}', '{REPLICA}', '')", "card_has_1_byte_to_64_kib"),
        (f"checkin.write_card('{group}', '{REPLICA}', pg_catalog.repeat('x', 65537)::bytea)", "card_has_1_byte_to_64_kib"),
        (f"checkin.push_photo('{group}', 'x', '{REPLICA}', 'x')", "digest_has_32_bytes"),
        (f"checkin.push_photo('{group}', {DIGEST}, '{REPLICA}', '')", "photo_has_1_byte_to_4_mib"),
        (f"checkin.push_photo('{group}', {DIGEST}, '{REPLICA}', pg_catalog.repeat('x', 4194305)::bytea)",
         "photo_has_1_byte_to_4_mib"),
        ("checkin.create_group(pg_catalog.gen_random_uuid(), '')", "descriptor_has_1_byte_to_64_kib"),
        (f"checkin.create_group('{group}', 'x')", "groups_pkey"),
    ):
        require_refused(server, GUEST, f"SELECT {statement}", constraint)
    nowhere = group.replace(group[:8], "00000000")
    for table, values in (("chunks", f"1, 1, {DIGEST}, 'x'"), ("cards", "'x'")):
        require_refused(server, USER, f"INSERT INTO checkin.{table} VALUES ('{nowhere}', '{REPLICA}', {values})",
                        f"{table}_group_id_fkey")


def logs_have_no_holes(server, group):
    """Whatever a member pushes, a log is a chain of chunks."""
    other = DIGEST.replace("'00'", "'11'")
    replica = "00000000-0000-4000-8000-000000000002"
    for first, previous, answer in (
        (1, DIGEST, "elsewhere"), (5, "NULL", "elsewhere"), (5, DIGEST, "elsewhere"), (1, "NULL", "appended"),
        (1, "NULL", "duplicate"), (3, DIGEST, "elsewhere"), (2, "NULL", "elsewhere"),
        (2, other, "elsewhere"), (2, DIGEST, "appended"), (2, DIGEST, "duplicate"),
    ):
        said = server.query(pushing(group, first, previous, replica=replica), DATABASE, account=GUEST)
        require(said == answer, f"event {first} after {previous} is {said} instead of {answer}")
    for words, first, previous, last in (
        ("sequence_is_1_or_more", 0, other, 0), ("chunk_ends_after_its_start", 3, DIGEST, 2),
    ):
        require_refused(server, GUEST, pushing(group, first, previous, last, replica=replica), words)
    rows = server.query(f"SELECT first_sequence FROM checkin.chunks WHERE replica = '{replica}' ORDER BY 1", DATABASE)
    require(rows.split() == ["1", "2"], f"the log has chunks at {rows}")
    settings = server.query(
        "BEGIN; SET synchronous_commit = off; SET client_min_messages = error; "
        f"{pushing(group, 2, DIGEST, replica=replica)}; SHOW synchronous_commit; SHOW client_min_messages; COMMIT; "
        "SHOW synchronous_commit", DATABASE, account=GUEST)
    require(settings.split() == ["duplicate", "on", "warning", "off"], f"the commit does not wait: {settings}")


def groups_are_kept_apart(server, group):
    """Only members read and write a group. The owner of the tables is not a member, and may not change a chunk."""
    for table in (*TABLES, "heads"):
        seen = server.query(f"SELECT count(*) FROM checkin.{table} WHERE group_id = '{group}'", DATABASE, account=STRANGER)
        require(seen == "0", f"a stranger sees {seen} rows of {table}")
        require_refused(server, OUTSIDER, f"SELECT FROM checkin.{table}", "permission denied for schema checkin")
        if table != "members":
            seen = server.query(f"SELECT count(*) FROM checkin.{table} WHERE group_id = '{group}'", DATABASE, account=OWNER)
            require(seen == "0", f"the owner sees {seen} rows of {table}")
    for table in ("groups", "chunks", "cards", "photos"):
        # For an account with many groups, a hash of them takes longer than anything else.
        plan = server.query(f"EXPLAIN SELECT FROM checkin.{table}", DATABASE, account=STRANGER)
        require("SubPlan" in plan and "hashed" not in plan, f"each statement hashes the account's groups: {plan}")
    writes = (
        pushing(group, 1, replica=group), pushing(group, 7, DIGEST),
        f"SELECT checkin.write_card('{group}', '{REPLICA}', 'x')",
        f"SELECT checkin.push_photo('{group}', {DIGEST}, '{REPLICA}', 'x')",
    )
    for account in (STRANGER, OWNER):
        for statement in writes:
            require_refused(server, account, statement, "is not a member of group", "row-level security policy")
        confirmed = server.query(f"SELECT checkin.confirm('{group}', '{REPLICA}', 1, {DIGEST})", DATABASE, account=account)
        require(confirmed == "f", f"{account} reads the end of a log")
    for statement in writes:
        require_refused(server, OUTSIDER, statement, "permission denied for schema checkin")
    for table in ("groups", "chunks", "cards", "photos"):
        server.query(f"DELETE FROM checkin.{table}", DATABASE, account=OWNER)
    for statement in ("UPDATE checkin.chunks SET body = 'y'", "TRUNCATE checkin.chunks", "TRUNCATE checkin.groups CASCADE"):
        for account in (OWNER, GUEST, STRANGER):
            require_refused(server, account, statement, "permission denied for table")
    for table in TABLES:
        for statement in (f"DELETE FROM checkin.{table}", f"UPDATE checkin.{table} SET group_id = '{REPLICA}'"):
            require_refused(server, GUEST, statement, f"permission denied for table {table}")
    for statement in (
        f"INSERT INTO checkin.members VALUES ('{STRANGER}', '{group}')",
        f"INSERT INTO checkin.groups VALUES ('{REPLICA}', 'x')",
        "UPDATE checkin.photos SET replica = gen_random_uuid()", "INSERT INTO checkin.migrations VALUES (8)",
    ):
        require_refused(server, STRANGER, statement, "permission denied for table")
    changed = server.query("UPDATE checkin.photos SET body = 'y' RETURNING name", DATABASE, account=STRANGER)
    require(changed == "", f"a stranger changes the photos {changed}")


def callers_do_not_escalate(server, group):
    """Functions with the owner's rights use their own operators, functions and types, and the account that called."""
    server.query((SUPPORT / "trap.sql").read_text(), DATABASE)
    path = "SET search_path = trap, pg_catalog"
    for control in ("'x'::pg_catalog.text = 'x'::pg_catalog.text", "current_setting('role')"):
        require_refused(server, GUEST, f"{path}; SELECT {control}", "sprung")
    said = server.query(
        f"BEGIN; {path}; {pushing(group, 1)}; {pushing(group, 1)}; {pushing(group, 2, DIGEST)}; "
        f"{pushing(group, 4, DIGEST)}; SELECT checkin.create_group(pg_catalog.gen_random_uuid(), 'x'); ROLLBACK",
        DATABASE, account=GUEST)
    require(said.split() == ["appended", "duplicate", "appended", "elsewhere"], f"with another path: {said}")
    require_refused(server, STRANGER, f"{path}; {pushing(group, 1)}", "row-level security policy for table")
    for statement in (f"SET ROLE {MEMBER}", f"SET ROLE {OWNER}", f"SET SESSION AUTHORIZATION {MEMBER}"):
        require_refused(server, STRANGER, statement, "permission denied")
    # A member's function that a stranger calls has the member's rights to the tables, but sees the stranger's groups.
    server.query("CREATE SCHEMA lent; GRANT ALL ON SCHEMA lent TO PUBLIC", DATABASE)
    server.query(
        "CREATE FUNCTION lent.look() RETURNS bigint LANGUAGE sql SECURITY DEFINER AS 'SELECT count(*) FROM checkin.chunks'",
        DATABASE, account=GUEST)
    require(server.query("SELECT lent.look()", DATABASE, account=STRANGER) == "0", "a stranger reads by a lent function")
    server.query("DROP SCHEMA trap CASCADE; DROP SCHEMA lent CASCADE", DATABASE)


def superusers_may_own_tables(server, binary, directory):
    """Policies don't bind a superuser that owns the tables, but the function for pushes still does its callers."""
    server.query("CREATE DATABASE rooted")
    root = Device(binary, directory, "root")
    root.done("group", "create", server.address(account=USER, database="rooted"), "--as", "root")
    root.add("Of the root")
    root.sync()
    before = content(server, "rooted")
    for statement in (pushing(root.group()["group"], 1), pushing(root.group()["group"], 5, DIGEST)):
        require_refused(server, STRANGER, statement, "is not a member of group", database="rooted")
    require(content(server, "rooted") == before, "a stranger writes into a group")


def groups_are_limited(server, binary, directory):
    """An account creates 16 groups and no more, also at the same time and past the function; deleting one makes room."""
    creating = "SELECT checkin.create_group(pg_catalog.gen_random_uuid(), 'x')"
    for _ in range(14):
        server.query(creating, DATABASE, account=STRANGER)

    def create():
        try:
            server.query(creating, DATABASE, account=STRANGER)
        except Wrong:
            pass

    threads = [threading.Thread(target=create) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for _ in range(2):
        create()
    count = server.query(f"SELECT count(*) FROM checkin.groups WHERE creator = '{STRANGER}'", DATABASE)
    require(count == "16", f"an account has {count} groups")
    require_refused(server, STRANGER, creating, f"The account {STRANGER} has created 16 groups, the maximum")
    device = Device(binary, directory, "limited")
    device.add("Before the group")
    device.refused(
        INPUT_OUTPUT, "has created 16 groups, the maximum. Join one of them", "group", "create",
        server.address(account=STRANGER), "--as", "limited")
    for number, words in ((17, "accounts_create_a_limited_number_of_groups"), (1, "accounts_number_their_groups")):
        require_refused(
            server, OWNER, f"INSERT INTO checkin.groups VALUES (gen_random_uuid(), 'x', now(), '{OWNER}', {number})", words)
    for values in ("NULL, NULL", f"'{STRANGER}', 1"):
        require_refused(
            server, OWNER, f"INSERT INTO checkin.groups VALUES (gen_random_uuid(), 'x', now(), {values})",
            "row-level security")
    server.query(f"DELETE FROM checkin.groups WHERE creator = '{STRANGER}' AND number = 7", DATABASE)
    server.query(creating, DATABASE, account=STRANGER)
    require_refused(server, STRANGER, creating, "the maximum")


def deleting_a_group_leaves_nothing(server, member, owner):
    """An operator deletes a group, and all of it is gone; the other groups stay."""
    group = member.group()["group"]
    for table in TABLES:
        count = server.query(f"SELECT count(*) FROM checkin.{table} WHERE group_id = '{group}'", DATABASE)
        require(count != "0", f"the group has no {table}")
    server.query("CREATE ROLE operator LOGIN BYPASSRLS IN ROLE checkin_member")
    server.query("GRANT DELETE ON checkin.groups TO operator", DATABASE, account=OWNER)
    server.query(f"DELETE FROM checkin.groups WHERE group_id = '{group}'", DATABASE, account="operator")
    for table in (*TABLES, "heads"):
        count = server.query(f"SELECT count(*) FROM checkin.{table} WHERE group_id = '{group}'", DATABASE)
        require(count == "0", f"{count} rows of {table} are left")
    answer = owner.sync()
    require(answer["sent"]["events"] == 0 and not answer["notes"], f"another group is not whole: {answer}")


def older_tables_are_moved(server, binary, directory):
    """The groups of tables of an unreleased build move to the current tables, all of them or none."""
    device, second = (Device(binary, directory, name) for name in ("moved", "moved-too"))
    device.add("Before the move")
    device.done("group", "create", server.address(), "--as", "moved")
    device.done("photo", "attach", "1", str(photo(directory, 2)))
    device.sync()
    group = device.group()["group"]
    second.done("group", "join", f"{server.address()}#{group}", "--as", "moved-too")
    second.sync()
    server.query(f"CREATE DATABASE older OWNER {OWNER}")
    server.query((SUPPORT / "unreleased_tables.sql").read_text(), "older", account=OWNER)
    for table, columns in (
        ("groups", "group_id, descriptor, created_at"), ("members", "*"), ("chunks", "*"), ("cards", "*"), ("photos", "*"),
    ):
        rows = server.query(f"COPY (SELECT {columns} FROM checkin.{table} WHERE group_id = '{group}') TO STDOUT", DATABASE)
        server.query(f"COPY checkin.{table} FROM STDIN", "older", text=rows + "\n")
    expected = content(server, "older")
    # A chunk of a deleted group, and one that no device has written.
    server.query(f"INSERT INTO checkin.chunks VALUES (gen_random_uuid(), '{REPLICA}', 1, 1, {DIGEST}, 'x'), "
                 f"('{group}', '{REPLICA}', -5, -9, {DIGEST}, 'x')", "older")
    damaged = content(server, "older")
    for one in (device, second):
        one.use_place(f"{server.address(database='older')}#{group}")
        one.refused(NOT_FOUND, "older ones", "sync")
    said = server.migrate("older", status=INPUT_OUTPUT)
    require("were not changed" in said and "sequence_is_1_or_more" in said and "Correct the row" in said, f"migrate: {said}")
    require(content(server, "older") == damaged, "a migration that fails changes the tables")
    server.query("DELETE FROM checkin.chunks WHERE first_sequence < 0", "older")
    server.migrate("older")
    require([row.removesuffix("||") for row in content(server, "older")] == expected, "the move changes rows")
    answer = device.sync()
    require(answer["sent"]["events"] == 0 and not answer["notes"], f"the logs are not known any more: {answer}")
    device.add("After the move")
    require(device.sync()["sent"]["events"] == 1, "a new event is not sent")
    second.sync()
    require(second.has("After the move"), "a new event does not arrive")
    for schema, words in (("checkin", "permission denied for schema"), ("checkin_unreleased", "does not exist")):
        require_refused(server, OUTSIDER, f"SELECT FROM {schema}.chunks", words, database="older")
    fresh = Device(binary, directory, "fresh")
    fresh.done("group", "create", server.address(database="older"), "--as", "fresh")


def run(options, figures):
    os.environ.pop("CHECKIN_JOURNAL", None)
    with tempfile.TemporaryDirectory(prefix="checkin-schema-") as name:
        directory = Path(name)
        cluster = Cluster(options.binary, directory / "cluster")
        server = cluster.primary
        try:
            server.initialize()
            server.start()
            owner, member = an_owner_starts_alone(server, options.binary, directory)
            server.query(
                f"CREATE ROLE {STRANGER} LOGIN IN ROLE checkin_member; CREATE ROLE {GUEST} LOGIN IN ROLE checkin_member; "
                f"CREATE ROLE {OUTSIDER} LOGIN")
            group = member.group()["group"]
            server.query(f"INSERT INTO checkin.members VALUES ('{GUEST}', '{group}')", DATABASE, account=OWNER)
            figures.cases += 1
            before = content(server)
            for check in (constraints_bind_everybody, groups_are_kept_apart, callers_do_not_escalate):
                check(server, group)
                require(content(server) == before, f"rows have changed: {check.__doc__}")
                figures.cases += 1
            logs_have_no_holes(server, group)
            superusers_may_own_tables(server, options.binary, directory)
            groups_are_limited(server, options.binary, directory)
            deleting_a_group_leaves_nothing(server, member, owner)
            older_tables_are_moved(server, options.binary, directory)
            figures.cases += 5
        finally:
            server.stop()


if __name__ == "__main__":
    chosen = arguments(__doc__.splitlines()[0])
    sys.exit(main("schema, PostgreSQL", chosen.seed, lambda figures: run(chosen, figures)))
