#!/usr/bin/env python3
"""Workouts on a phone without a connection: from start to end, with edits at the desk meanwhile, a server that dies while it is
sent to, a pairing that is revoked, and a full store. Usage: gym_offline.py BINARY [SCENARIO…]"""

import json
import sys
import threading
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from support import environment

environment.enter()

from playwright.sync_api import Error, expect  # noqa: E402

from devices import SharedServer  # noqa: E402
from offline import folder, kill_at_the_next_event, until  # noqa: E402
from support.judge import judge  # noqa: E402
from support.page import ARGUMENTS, browser, enter_again, phone, scenarios, shoot  # noqa: E402
from support.server import Server  # noqa: E402
from workouts import session, sets  # noqa: E402

PLAN = """Bench Press / 3x8-10 80kg @8 / rest 2:00
Pull-up / 2x8
"""
# A worker's clock cannot be set, so the journal's is one hour ahead of it.
CLOCK = datetime.now(ZoneInfo("Europe/Berlin")) + timedelta(hours=1)
VARIABLES = {"CHECKIN_NOW": CLOCK.isoformat(timespec="seconds")}
UNSENT = "not sent yet"


@contextmanager
def gym(binary, kind=Server, **variables):
    """A server whose journal has a plan, and a workout of it that was completed a week ago."""
    server = kind(binary)
    server.environment |= VARIABLES | variables
    with server:
        train(server)
        yield server


def train(server):
    plan = Path(server.folder.name) / "plan.txt"
    plan.write_text(PLAN)
    server.run("plan", "new", "Push A", str(plan))
    server.run("plan", "use", "1")
    day = (CLOCK - timedelta(days=7)).date()
    server.run("session", "start", "1", "--at", f"{day} 18:00")
    server.run("log", "bench", "80x10", "80x9", "--at", f"{day} 18:05")
    server.run("session", "finish", "--at", f"{day} 19:00", "--no-check-in")


def enter(page, address):
    """Lets the phone in, and waits until it can do without the server."""
    page.goto(address, wait_until="load")
    until(page, "navigator.serviceWorker.controller")
    page.reload(wait_until="load")
    until(page, """await caches.match("/") && await caches.match("/workouts") && await caches.match("/plans/1")
        && await caches.match("/exercises/1") && (await indexedDB.databases()).some((one) => one.name === "checkin")""")


def start(page):
    """Starts the active plan from the first page, with no server in reach."""
    page.goto("/", wait_until="load")
    page.get_by_role("button", name="Start Push A").click()
    page.wait_for_url("**/session")
    expect(page.locator("#current")).to_have_text("Bench Press")


def log(page, weight, reps):
    page.locator("#log-weight").fill(str(weight))
    page.locator("#log-reps").fill(str(reps))
    page.locator("#log-set").click()
    expect(page.locator("#said")).to_have_text(f"Logged: Bench Press {weight} kg × {reps}")


def shows(page, *sets):
    """Waits until these are the sets of the exercise at hand."""
    expect(page.locator("#gym-rows strong")).to_have_text(list(sets))


def finish(page):
    page.locator("#finish").click()
    page.wait_for_url("**/session/finish")
    page.locator("#finish-now").click()
    page.wait_for_url("**/session")


def correct(page, index, weight):
    page.locator("#gym-rows a.done").nth(index).click()
    page.wait_for_url("**/session?set=*")
    page.locator("#set-weight").fill(str(weight))
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/session?name=*")


def sent(page):
    """Waits until the phone keeps no change that was not sent. A page can be loaded again meanwhile."""
    count = """await new Promise((done) => {
        const opening = indexedDB.open("checkin");
        opening.onsuccess = () => {
            const counting = opening.result.transaction("changes").objectStore("changes").count();
            counting.onsuccess = () => { opening.result.close(); done(counting.result === 0); };
        };
    })"""
    for attempt in range(3):
        try:
            until(page, count)
            break
        except Error as error:
            if "context was destroyed" not in error.message or attempt == 2:
                raise
            page.wait_for_load_state("load")
    expect(page.locator("#waiting")).to_be_hidden()


def check_ins(server):
    return json.loads(server.run("list", "--json"))


def sessions(server):
    """Those that are completed, newest first."""
    return json.loads(server.run("session", "list", "--json"))


def is_whole(server):
    assert "No problems found" in server.run("verify")


def scenario_a_workout_without_a_connection_from_start_to_end(chromium, binary):
    with gym(binary) as server, folder() as path:
        with phone(chromium, server, path) as page:
            enter(page, server.entrance)
            server.kill()
            start(page)
            expect(page.locator("#gym-rows")).to_contain_text("80 kg × 10")
            expect(page.locator("#current-detail")).to_contain_text("record")
            log(page, 82.5, 10)
            expect(page.locator("#rest")).to_have_class("rest needs-script running")
            log(page, 82.5, 9)
            log(page, 70, 9)
            page.locator("#undo").click()
            expect(page.locator("#said")).to_have_text("Undone")
            shows(page, "82.5 kg × 10", "82.5 kg × 9")
            expect(page.locator("#gym-rows")).to_contain_text(UNSENT)
            correct(page, 0, 85)
            shows(page, "85 kg × 10", "82.5 kg × 9")
            expect(page.locator("#waiting-count")).to_have_text("4")
            shoot(page, "gym-offline")
        # Between two sets, the browser is closed; and at the desk, the day goes on.
        server.run("add", "run", "At the desk")
        with phone(chromium, server, path) as page:
            page.goto("/session", wait_until="load")
            expect(page.locator("#gym-rows strong")).to_have_count(2)
            page.locator("#gym-rows a.done").nth(1).click()
            page.get_by_role("button", name="Remove the set").click()
            page.wait_for_url("**/session?name=*")
            page.locator("#waiting").get_by_role("button", name="Undo").click()
            expect(page.locator("#gym-rows strong")).to_have_count(2)
            log(page, 60, 12)
            finish(page)
            expect(page.locator("#waiting-list")).to_contain_text("Finished at")
            server.start()
            enter_again(page, server)
            sent(page)
            assert sets(server, 2) == [
                ("Bench Press", "85", 10, None, "normal"), ("Bench Press", "82.5", 9, None, "normal"),
                ("Bench Press", "60", 12, None, "normal")], sets(server, 2)
            workout = session(server, 2)
            assert workout["state"] == "completed" and workout["plan"]["name"] == "Push A" and workout["checkIn"], workout
            assert sorted(one["title"] for one in check_ins(server)) == ["At the desk", "Push A"]
            assert len(sessions(server)) == 2
            events = server.events()
            page.goto("/session", wait_until="load")
            page.wait_for_timeout(3_000)
            assert server.events() == events, "nothing is sent twice"
            is_whole(server)


def scenario_weights_are_shown_in_the_users_unit(chromium, binary):
    with gym(binary, CHECKIN_UNIT="lb") as server, folder() as path, phone(chromium, server, path) as page:
        enter(page, server.entrance)
        page.context.set_offline(True)
        start(page)
        expect(page.locator("#current-detail")).to_contain_text("3 × 8–10 · 176.4 lb")
        expect(page.locator("#next-set")).to_have_text("80 lb × 10")


def scenario_pages_are_read_without_a_connection(chromium, binary):
    with gym(binary) as server, folder() as path, phone(chromium, server, path) as page:
        enter(page, server.entrance)
        until(page, """await caches.match("/progress?tab=exercises")""")
        server.kill()
        for address, text in (("/", "Push A"), ("/workouts", "Push A"), ("/plans/1", "Bench Press"), ("/exercises/1", "80 kg"),
                              ("/progress?tab=exercises", "Bench Press"), ("/session", "Push A")):
            page.goto(address, wait_until="load")
            expect(page.locator("main")).to_contain_text(text)
            expect(page.locator("#kept")).to_contain_text("Shown as of")
        server.start()


def scenario_a_set_of_the_open_workout_waits_where_its_form_cannot_be_sent(chromium, binary):
    with gym(binary) as server, folder() as path, phone(chromium, server, path) as page:
        server.run("session", "start", "1")
        server.run("log", "bench", "80x10")
        enter(page, server.entrance)
        page.goto("/session", wait_until="load")
        page.wait_for_timeout(1_000)
        server.kill()
        page.locator("#log-weight").fill("82,5")
        page.locator("#log-reps").fill("8")
        page.locator("#log-set").click()
        page.wait_for_url("**/session?name=*")
        shows(page, "80 kg × 10", "82.5 kg × 8")
        server.start()
        enter_again(page, server)
        sent(page)
        assert [one[1] for one in sets(server, 2)] == ["80", "82.5"]


def scenario_a_server_that_is_killed_during_the_upload_gets_each_once(chromium, binary):
    with gym(binary) as server, folder() as path, phone(chromium, server, path) as page:
        enter(page, server.entrance)
        server.kill()
        start(page)
        for reps in (10, 9, 8):
            log(page, 80, reps)
        correct(page, 1, 75)
        finish(page)
        for _ in range(6):
            server.start()
            end = threading.Thread(target=kill_at_the_next_event, args=[server])
            end.start()
            enter_again(page, server)
            end.join()
        server.start()
        enter_again(page, server)
        sent(page)
        assert [one[1:3] for one in sets(server, 2)] == [("80", 10), ("75", 9), ("80", 8)], sets(server, 2)
        assert len(sessions(server)) == 2 and len(check_ins(server)) == 1
        is_whole(server)


def away(page, server):
    """A workout with a set that both know, with the phone away from then on."""
    server.run("session", "start", "1")
    server.run("log", "bench", "80x10", "80x9")
    enter(page, server.entrance)
    page.goto("/session", wait_until="load")
    page.wait_for_timeout(1_000)
    page.context.set_offline(True)
    page.goto("/session", wait_until="load")
    expect(page.locator("#gym-rows strong")).to_have_count(2)


def back(page):
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")


def scenario_both_sides_of_an_edit_are_kept_and_asked_about(chromium, binary):
    for choice, weight in (("Keep mine", "85"), ("Keep the other", "90")):
        with gym(binary) as server, folder() as path, phone(chromium, server, path) as page:
            away(page, server)
            correct(page, 0, 85)
            log(page, 70, 6)
            server.run("session", "set", "2", "1", "90x10")
            # Another field of another set is no difference.
            server.run("session", "set", "2", "2", "80x9", "--notes", "Slow")
            back(page)
            question = page.locator("#waiting .problem")
            expect(question).to_have_text("Here it became 85 kg × 10, elsewhere 90 kg × 10. It was 80 kg × 10.")
            # What does not depend on it is sent meanwhile, and nothing is overwritten.
            expect(page.locator("#waiting-count")).to_have_text("1")
            assert [one[1] for one in sets(server, 2)] == ["90", "80", "70"], sets(server, 2)
            judge(page, "gym-question")
            page.get_by_role("button", name=choice).click()
            sent(page)
            assert [one[1] for one in sets(server, 2)] == [weight, "80", "70"], sets(server, 2)
            assert session(server, 2)["sets"][1]["note"] == "Slow"


def scenario_a_set_that_was_removed_at_the_desk_is_asked_about(chromium, binary):
    with gym(binary) as server, folder() as path, phone(chromium, server, path) as page:
        away(page, server)
        correct(page, 1, 77.5)
        server.run("session", "remove", "2", "2")
        back(page)
        expect(page.locator("#waiting .problem")).to_contain_text("elsewhere it was removed")
        page.get_by_role("button", name="Log mine again").click()
        sent(page)
        assert [one[1:3] for one in sets(server, 2)] == [("80", 10), ("77.5", 9)], sets(server, 2)


def scenario_a_workout_is_not_finished_before_its_questions_are_decided(chromium, binary):
    with gym(binary) as server, folder() as path, phone(chromium, server, path) as page:
        away(page, server)
        correct(page, 1, 77.5)
        finish(page)
        server.run("session", "remove", "2", "2")
        back(page)
        expect(page.locator("#waiting .problem")).to_contain_text("elsewhere it was removed")
        assert session(server, 2)["state"] == "open"
        page.get_by_role("button", name="Log mine again").click()
        sent(page)
        assert session(server, 2)["state"] == "completed" and len(sessions(server)) == 2
        assert [one[1:3] for one in sets(server, 2)] == [("80", 10), ("77.5", 9)], sets(server, 2)


def scenario_a_discarded_workout_that_went_on_at_the_desk_is_asked_about(chromium, binary):
    for choice, isDiscarded in (("Keep mine", True), ("Keep the other", False)):
        with gym(binary) as server, folder() as path, phone(chromium, server, path) as page:
            away(page, server)
            page.locator("#gym-discard").evaluate("button => button.click()")
            expect(page.locator("#waiting-count")).to_have_text("1")
            server.run("log", "bench", "90x5")
            back(page)
            expect(page.locator("#waiting .problem")).to_contain_text("continued elsewhere")
            assert len(sets(server, 2)) == 3 and not session(server, 2)["discarded"]
            page.get_by_role("button", name=choice).click()
            sent(page)
            assert session(server, 2)["discarded"] == isDiscarded


def scenario_a_workout_that_was_finished_at_the_desk_keeps_what_was_logged_here(chromium, binary):
    with gym(binary) as server, folder() as path, phone(chromium, server, path) as page:
        away(page, server)
        log(page, 70, 6)
        log(page, 70, 5)
        server.run("session", "finish", "--no-check-in")
        back(page)
        expect(page.locator("#waiting .problem")).to_contain_text("The workout was finished elsewhere")
        expect(page.locator("#waiting-count")).to_have_text("2")
        page.get_by_role("button", name="Save as another workout").click()
        sent(page)
        assert [one[1] for one in sets(server, 2)] == ["80", "80"] and [one[1] for one in sets(server, 3)] == ["70", "70"]
        is_whole(server)


def scenario_the_end_links_the_check_in_of_the_day_or_none(chromium, binary):
    for is_wanted in (True, False):
        with gym(binary) as server, folder() as path, phone(chromium, server, path) as page:
            enter(page, server.entrance)
            page.context.set_offline(True)
            start(page)
            log(page, 80, 8)
            server.run("add", "gym", "Evening", "--at", f"{datetime.now(ZoneInfo('Europe/Berlin')):%Y-%m-%d %H:%M}")
            page.locator("#finish").click()
            page.wait_for_url("**/session/finish")
            if not is_wanted:
                page.get_by_label("Check in as well").uncheck()
            page.locator("#finish-now").click()
            page.wait_for_url("**/session")
            back(page)
            sent(page)
            assert [one["title"] for one in check_ins(server)] == ["Evening"]
            assert (session(server, 2)["checkIn"] is not None) == is_wanted


def scenario_a_workout_that_both_sides_finished_is_checked_in_once(chromium, binary):
    with gym(binary) as server, folder() as path, phone(chromium, server, path) as page:
        away(page, server)
        finish(page)
        server.run("session", "finish", "--no-check-in")
        back(page)
        expect(page.locator("#waiting .problem")).to_contain_text("Here it was finished at")
        page.get_by_role("button", name="Keep mine").click()
        sent(page)
        assert [one["title"] for one in check_ins(server)] == ["Push A"] and session(server, 2)["checkIn"]
        is_whole(server)


def scenario_another_workout_at_the_desk_is_asked_about(chromium, binary):
    with gym(binary) as server, folder() as path, phone(chromium, server, path) as page:
        enter(page, server.entrance)
        page.context.set_offline(True)
        start(page)
        log(page, 80, 8)
        server.run("session", "start")
        server.run("log", "squat", "100x5")
        back(page)
        expect(page.locator("#waiting .problem")).to_contain_text("Another workout is open")
        page.get_by_role("button", name="Add mine to it").click()
        sent(page)
        assert [one[1] for one in sets(server, 2)] == ["100", "80"], sets(server, 2)
        assert len(sessions(server)) == 1, "the workout at the desk is still open, and there is no other"


def scenario_a_device_that_is_revoked_says_what_would_be_lost(chromium, binary):
    with gym(binary, SharedServer) as server, folder() as path:
        trusting = {"base_url": server.remote, "ignore_https_errors": True, "args": [*ARGUMENTS, "--ignore-certificate-errors"]}
        with phone(chromium, server, path, **trusting) as page:
            page.goto(server.invite(), wait_until="load")
            page.get_by_role("button", name="Pair this device").click()
            expect(page.locator("h1").first).to_be_attached()
            enter(page, server.remote + "/")
            page.context.set_offline(True)
            start(page)
            log(page, 80, 8)
            log(page, 80, 7)
            server.run("serve", "--revoke", "1")
            # The page tries to send again as soon as it is online.
            page.context.set_offline(False)
            loss = page.get_by_role("dialog", name="This device is not paired any more")
            expect(loss).to_contain_text("80 kg × 7")
            judge(page, "gym-revoked")
            until(page, "!await caches.has('checkin.pages') && !await caches.has('checkin.workouts')")
            with page.expect_download() as download:
                loss.get_by_role("button", name="Save the workouts").click()
            file = Path(server.folder.name) / "lost.csv"
            download.value.save_as(file)
            loss.get_by_role("button", name="Delete them").click()
            expect(page.get_by_role("heading", level=1)).to_have_text("This device is not paired")
            assert page.evaluate("async () => [await indexedDB.databases(), await caches.keys()]") == [[], []]
            server.run("import", str(file))
            imported = sessions(server)[0]
            assert [one[1:3] for one in sets(server, imported["number"])] == [("80", 8), ("80", 7)]


def scenario_a_full_store_keeps_what_was_typed(chromium, binary):
    with gym(binary) as server, folder() as path, phone(chromium, server, path) as page:
        enter(page, server.entrance)
        server.kill()
        start(page)
        log(page, 80, 8)
        protocol = page.context.new_cdp_session(page)
        quota = {"origin": server.address}
        protocol.send("Storage.overrideQuotaForOrigin", {**quota, "quotaSize": 1})
        # The browser asks for the room that is left only now and then.
        page.wait_for_timeout(31_000)
        page.locator("#log-weight").fill("91")
        page.locator("#log-reps").fill("3")
        page.locator("#log-set").click()
        expect(page.locator("#problems")).to_be_focused()
        expect(page.locator("#problems")).to_contain_text("This device has no room left")
        expect(page.locator("#log-weight")).to_have_value("91")
        shows(page, "80 kg × 8")
        judge(page, "gym-full")
        protocol.send("Storage.overrideQuotaForOrigin", quota)
        page.locator("#log-set").click()
        expect(page.locator("#gym-rows strong")).to_have_count(2)
        server.start()
        enter_again(page, server)
        sent(page)
        assert [one[1:3] for one in sets(server, 2)] == [("80", 8), ("91", 3)]


def scenario_signing_out_offers_what_was_not_sent_as_files(chromium, binary):
    with gym(binary) as server, folder() as path, phone(chromium, server, path) as page:
        enter(page, server.entrance)
        page.goto("/devices", wait_until="load")
        page.context.set_offline(True)
        page.goto("/session", wait_until="load")
        page.get_by_role("button", name="Start Push A").click()
        log(page, 80, 8)
        finish(page)
        page.evaluate("""() => {
            const form = document.createElement("form");
            form.method = "post";
            form.action = "/sign-out";
            document.body.append(form);
            form.submit = () => { document.body.dataset.left = "yes"; };
            form.requestSubmit();
        }""")
        loss = page.get_by_role("dialog", name="Sign out")
        with page.expect_download() as download:
            loss.get_by_role("button", name="Save the check-ins").click()
        file = Path(server.folder.name) / "lost.csv"
        download.value.save_as(file)
        server.run("import", str(file))
        assert [one["title"] for one in check_ins(server)] == ["Push A"]
        loss.get_by_role("button", name="Cancel").click()
        expect(page.locator("#waiting-count")).to_have_text("3")
        page.evaluate("document.querySelector('form[action=\"/sign-out\"]').requestSubmit()")
        loss.get_by_role("button", name="Delete them").click()
        expect(page.locator("body")).to_have_attribute("data-left", "yes")
        assert page.evaluate("async () => [await indexedDB.databases(), await caches.keys()]") == [[], []]


def scenario_axe_finds_nothing(chromium, binary):
    with gym(binary) as server, folder() as path, phone(chromium, server, path) as page:
        enter(page, server.entrance)
        server.kill()
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.goto("/session", wait_until="load")
            judge(page, f"gym-idle-{scheme}")
            if page.locator("#gym-plans button").count():
                page.get_by_role("button", name="Start Push A").click()
                log(page, 80, 8)
            judge(page, f"gym-workout-{scheme}")
            page.goto("/session/finish", wait_until="load")
            judge(page, f"gym-finish-{scheme}")
            page.goto("/session", wait_until="load")
            page.locator("#gym-rows a.done").first.click()
            expect(page.locator("#set-form")).to_be_visible()
            judge(page, f"gym-set-{scheme}")


if __name__ == "__main__":
    with browser() as chromium:
        scenarios(sys.modules[__name__], chromium, sys.argv[1])
