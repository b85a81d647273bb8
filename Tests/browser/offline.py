#!/usr/bin/env python3
"""The page on a phone: installed, without a connection, and with a server that dies while it is sent to. Usage: offline.py
BINARY [SCENARIO…]"""

import json
import re
import sys
import tempfile
import threading
import time
from contextlib import contextmanager
from pathlib import Path

from support import environment

environment.enter()

from playwright.sync_api import expect  # noqa: E402

from support.judge import judge  # noqa: E402
from support.page import PHOTOS, browser, enter_again, fill, phone, scenarios, send, shoot  # noqa: E402
from support.server import Server  # noqa: E402

SCRIPTS = Path(__file__).resolve().parents[2] / "Sources/CheckInWeb/Resources/scripts"
PICTURES = ["display-p3.jpg", "orientation-6.jpg", "gps.png"]


@contextmanager
def folder():
    with tempfile.TemporaryDirectory(prefix="checkin-phone-", ignore_cleanup_errors=True) as path:
        yield path


def enter(page, server):
    """Lets the phone in, and waits until it could do without the server."""
    page.goto(server.entrance, wait_until="load")
    until(page, """navigator.serviceWorker.controller && await caches.match("/") && await caches.match("/add")""")


def until(page, condition):
    """Waits for a condition that is a promise."""
    page.evaluate(f"""async () => {{
        const end = Date.now() + 15_000;
        while (!({condition})) {{
            if (Date.now() > end) throw new Error("not so after 15 seconds");
            await new Promise((done) => setTimeout(done, 50));
        }}
    }}""")


def make(page, title, photo=None, **fields):
    """Fills the form and sends it, with no server in reach."""
    page.goto("/add", wait_until="load")
    fill(page, title=title, **{"time": "2026-11-20T18:00", **fields})
    if photo:
        page.locator("#file").set_input_files(PHOTOS / photo)
    send(page)
    page.wait_for_url("**/")
    expect(page.locator("#waiting-list")).to_contain_text(title)


def waiting(page):
    return expect(page.locator("#waiting-list .title"))


def check_ins(server):
    return json.loads(server.run("list", "--json"))


def photos_of(binary, names):
    """The pictures as the journal keeps them."""
    with Server(binary) as other:
        for name in names:
            other.run("add", "run", name, "--photo", str(PHOTOS / name))
        return {one["title"]: one["photo"] for one in check_ins(other)}


def are_whole(binary, server, names):
    """Whether there is one check-in for each photo, titled as it, with all of it."""
    saved = check_ins(server)
    assert sorted(one["title"] for one in saved) == sorted(names), saved
    assert {one["title"]: one["photo"] for one in saved} == photos_of(binary, names)
    assert "No problems found" in server.run("verify")


def scenario_check_ins_wait_over_a_restart_of_the_browser(chromium, binary):
    with Server(binary) as server, folder() as path:
        with phone(chromium, server, path) as page:
            enter(page, server)
            page.context.set_offline(True)
            page.goto("/", wait_until="load")
            # The reader's clock has 24 hours.
            expect(page.locator("#kept")).to_have_text(re.compile(r"^Shown as of \d\d:\d\d, no connection$"))
            for count, name in enumerate(PICTURES, 1):
                make(page, name, photo=name)
                expect(page.locator("#waiting-count")).to_have_text(str(count))
            expect(page.locator("#waiting img:visible")).to_have_count(3)
            shoot(page, "waiting")
        assert server.events() == 0
        # A service worker that has only just started may not know yet that its browser is offline.
        server.kill()
        with phone(chromium, server, path) as page:
            page.goto("/", wait_until="load")
            expect(page.locator("#kept")).to_be_visible()
            waiting(page).to_have_text(PICTURES)
            server.start()
            # Its cookie ended with the browser.
            enter_again(page, server)
            expect(page.locator("#waiting")).to_be_hidden()
            expect(page.locator("#total")).to_have_text("3")
            expect(page.locator("#kept")).to_be_hidden()
        are_whole(binary, server, PICTURES)
        numbers = {one["title"]: one["number"] for one in check_ins(server)}
        assert sorted(numbers, key=numbers.get) == PICTURES, "they are sent in order"


def scenario_a_server_that_is_killed_while_it_is_sent_to_gets_each_once(chromium, binary):
    with Server(binary) as server, folder() as path, phone(chromium, server, path) as page:
        enter(page, server)
        server.kill()
        for name in PICTURES:
            make(page, name, photo=name)
        for _ in PICTURES:
            server.start()
            end = threading.Thread(target=kill_at_the_next_event, args=[server])
            end.start()
            enter_again(page, server)
            end.join()
        server.start()
        enter_again(page, server)
        expect(page.locator("#waiting")).to_be_hidden()
        expect(page.locator("#total")).to_have_text("3")
        are_whole(binary, server, PICTURES)


def kill_at_the_next_event(server):
    """Kills the page as soon as its log has grown: most often before it could answer."""
    log = Path(server.folder.name, "journal", "log")

    def size():
        return sum(file.stat().st_size for file in log.glob("*.lz4"))

    before, end = size(), time.monotonic() + 20
    while size() == before and time.monotonic() < end:
        pass
    server.kill()


def scenario_a_form_whose_server_dies_waits(chromium, binary):
    with Server(binary) as server, folder() as path, phone(chromium, server, path) as page:
        enter(page, server)
        # The form is the server's own, and has its zone.
        page.goto("/add", wait_until="load")
        expect(page.locator("#kept")).to_be_hidden()
        fill(page, title="Dies", time="2026-07-20T18:00", notes="Two\nlines", calories="320",
             duration="45m", distance="5km")
        server.kill()
        send(page)
        expect(page.get_by_role("complementary")).to_contain_text("Dies")
        assert page.evaluate("sessionStorage.length") == 0, "what waits is no draft any more"
        server.start()
        enter_again(page, server)
        expect(page.locator("#total")).to_have_text("1")
        expect(page.locator("#waiting")).to_be_hidden()
        saved = server.show(1)
        assert (saved["notes"], saved["calories"], saved["location"]) == ("Two\nlines", 320, None), saved
        assert (saved["duration"], saved["distance"]) == (2700, 5000), saved
        assert (saved["at"], saved["timeZone"]) == ("2026-07-20T18:00:00+02:00", "Europe/Berlin"), saved


def scenario_a_form_of_an_earlier_start_is_sent_all_the_same(chromium, binary):
    with Server(binary) as server, folder() as path, phone(chromium, server, path) as page:
        enter(page, server)
        page.goto("/add", wait_until="load")
        fill(page, title="Early", time="2026-11-20T18:00")
        server.kill()
        server.start()
        assert page.context.request.get(server.entrance).ok
        send(page)
        expect(page.locator("#total")).to_have_text("1")
        expect(page.locator("#waiting")).to_be_hidden()
        assert len(check_ins(server)) == 1


def scenario_a_check_in_without_a_connection_is_now_and_here(chromium, binary):
    with Server(binary) as server, folder() as path, phone(
            chromium, server, path, timezone_id="America/New_York") as page:
        enter(page, server)
        page.context.set_offline(True)
        page.clock.set_fixed_time("2026-11-20T20:15:00Z")
        ids = set()
        for title in ("One", "Two"):
            page.goto("/add", wait_until="load")
            expect(page.locator("#time")).to_have_value("2026-11-20T15:15")
            expect(page.locator("#time-hint")).to_contain_text("America/New_York")
            ids.add(page.locator("[name=id]").input_value())
            fill(page, title=title)
            send(page)
            page.wait_for_url("**/")
        assert len(ids) == 2
        page.context.set_offline(False)
        page.evaluate("dispatchEvent(new Event('online'))")
        expect(page.locator("#waiting")).to_be_hidden()
        saved = check_ins(server)
        assert {(one["at"], one["timeZone"]) for one in saved} == {("2026-11-20T15:15:00-05:00", "America/New_York")}, saved


def scenario_what_cannot_be_saved_is_said_before_it_waits(chromium, binary):
    with Server(binary) as server, folder() as path, phone(chromium, server, path) as page:
        enter(page, server)
        server.kill()
        page.goto("/add", wait_until="load")
        send(page)
        page.get_by_label("Title").fill("No type")
        send(page)
        assert page.url.endswith("/add")
        assert page.locator("[name=type]").first.evaluate("e => e.validationMessage") == "Please select an exercise type"
        page.get_by_role("radio", name="Run", exact=True).check()
        page.locator("#time").fill("2099-01-01T10:00")
        send(page)
        assert page.locator("#time").evaluate("e => e.validationMessage") == "Check-in date cannot be in the future"
        page.locator("#time").fill("2026-11-20T18:00")
        send(page)
        page.wait_for_url("**/")
        waiting(page).to_have_text(["No type"])


def scenario_what_waits_is_taken_back(chromium, binary):
    with Server(binary) as server, folder() as path, phone(chromium, server, path) as page:
        enter(page, server)
        page.context.set_offline(True)
        for title in ("One", "Two", "Three"):
            make(page, title)
        page.get_by_role("button", name="Take back: Two").click()
        expect(page.locator("#waiting-count")).to_have_text("2")
        expect(page.locator("#said")).to_contain_text("Taken back")
        waiting(page).to_have_text(["One", "Three"])
        page.reload(wait_until="load")
        expect(page.locator("#waiting-count")).to_have_text("2")
        page.context.set_offline(False)
        page.reload(wait_until="load")
        expect(page.locator("#total")).to_have_text("2")
        assert [one["title"] for one in check_ins(server)] == ["Three", "One"]


def scenario_what_is_refused_stays_and_is_corrected(chromium, binary):
    with Server(binary) as server, folder() as path, phone(chromium, server, path) as page:
        enter(page, server)
        page.context.set_offline(True)
        make(page, "x" * 101, photo=PICTURES[0], kind="Yoga", location="Hall")
        make(page, "Good")
        page.context.set_offline(False)
        page.goto("/", wait_until="load")
        # What comes after it is sent.
        expect(page.locator("#total")).to_have_text("1")
        problem = page.locator("#waiting .problem:not([hidden])")
        expect(problem).to_have_text("Title must be 100 characters or less")
        # It does not wait for a connection.
        expect(page.locator("#waiting-state")).to_have_text("The journal did not accept this. Change it or take it back.")
        expect(page.locator("#waiting")).not_to_contain_text("as soon as the journal can be reached")
        requests = []
        page.context.on("request", lambda request: requests.append(request.url))
        page.wait_for_timeout(6_000)
        assert not [url for url in requests if "/api/check-ins" in url], "it is not sent again and again"
        page.get_by_role("link", name="Edit").click()
        expect(page.locator("#preview img")).to_be_visible()
        expect(page.get_by_role("radio", name="Yoga")).to_be_checked()
        expect(page.get_by_label("Location")).to_have_value("Hall")
        page.get_by_label("Title").fill("Short")
        send(page)
        expect(page.locator("#total")).to_have_text("2")
        expect(page.locator("#waiting")).to_be_hidden()
        assert server.show(2)["title"] == "Short" and server.show(2)["location"] == "Hall"
        assert server.show(2)["photo"] == photos_of(binary, PICTURES[:1])[PICTURES[0]]


def scenario_why_the_server_does_not_save_is_told(chromium, binary):
    with Server(binary) as server, folder() as path, phone(chromium, server, path) as page:
        enter(page, server)
        page.context.set_offline(True)
        make(page, "Later")
        expect(page.locator("#waiting-state")).to_have_text("They are sent as soon as the journal can be reached.")
        refused = {"status": 507, "content_type": "application/json", "body": '{"messages": ["The disk is full."]}'}
        page.context.route("**/api/check-ins", lambda route: route.fulfill(**refused))
        page.context.set_offline(False)
        expect(page.locator("#waiting-state")).to_contain_text("The journal did not save them: The disk is full.")
        page.context.unroute("**/api/check-ins")
        expect(page.locator("#total")).to_have_text("1")
        expect(page.locator("#waiting")).to_be_hidden()


def scenario_what_was_saved_first_holds_and_the_rest_is_told(chromium, binary):
    with Server(binary) as server, folder() as path, phone(chromium, server, path) as page:
        enter(page, server)
        page.context.set_offline(True)
        make(page, "Second thought")
        entry = page.evaluate("""() => new Promise((done) => {
            indexedDB.open("checkin").onsuccess = (e) => {
              e.target.result.transaction("waiting").objectStore("waiting").getAll().onsuccess = (r) => {
                e.target.result.close();
                done(r.target.result[0].id);
              };
            };
        })""")
        server.run("add", "run", "First thought", "--at", "2026-11-20T18:00", "--id", entry)
        page.context.set_offline(False)
        page.goto("/", wait_until="load")
        expect(page.locator("#waiting .problem:not([hidden])")).to_contain_text("Not saved: title")
        page.get_by_role("link", name="Show").click()
        expect(page.locator("h1")).to_have_text("First thought")
        page.get_by_role("button", name="Dismiss").click()
        expect(page.locator("#waiting")).to_be_hidden()
        assert [one["title"] for one in check_ins(server)] == ["First thought"]


def scenario_changes_need_a_connection(chromium, binary):
    with Server(binary) as server, folder() as path, phone(chromium, server, path) as page:
        server.run("add", "run", "There")
        enter(page, server)
        page.goto("/check-ins/1/edit", wait_until="load")
        page.get_by_label("Title").fill("Changed")
        page.context.set_offline(True)
        send(page)
        expect(page.locator("h1")).to_have_text("Not saved: no connection")
        judge(page, "not-saved")
        page.goto("/check-ins/1", wait_until="load")
        expect(page.locator("h1")).to_have_text("No connection")
        page.context.set_offline(False)
        page.goto("/check-ins/1", wait_until="load")
        page.context.set_offline(True)
        page.get_by_role("button", name="Discard").click()
        expect(page.locator("h1")).to_have_text("Not saved: no connection")
        assert server.show(1)["title"] == "There" and not server.show(1)["discarded"]
        expect(page.locator("#waiting")).to_be_hidden()


def scenario_a_server_that_does_not_know_the_phone_any_more_ends_what_it_shows(chromium, binary):
    with Server(binary) as server, folder() as path, phone(chromium, server, path) as page:
        server.run("add", "run", "Secret")
        enter(page, server)
        page.goto("/days/2026-11-20", wait_until="load")
        page.context.set_offline(True)
        make(page, "Made here")
        page.context.set_offline(False)
        server.kill()
        server.start()
        page.goto("/", wait_until="load")
        expect(page.locator("body")).to_contain_text("This page needs its key")
        page.goto("/stats", wait_until="load")
        until(page, "!await caches.has('checkin.pages')")
        page.context.set_offline(True)
        for address in ("/", "/days/2026-11-20"):
            page.goto(address, wait_until="load")
            expect(page.locator("h1")).to_have_text("No connection")
            assert "Secret" not in page.content()
        # What its owner has made there is not lost.
        expect(page.locator("#waiting-list")).to_contain_text("Made here")


def scenario_signing_out_leaves_nothing(chromium, binary):
    with Server(binary, with_sample=True) as server, folder() as path, phone(chromium, server, path) as page:
        enter(page, server)
        page.context.set_offline(True)
        make(page, "x" * 101)
        page.context.set_offline(False)
        page.goto("/", wait_until="load")
        expect(page.locator("#waiting .problem:not([hidden])")).to_be_visible()
        page.evaluate("""() => {
            localStorage.setItem("checkin.draft.add", "{}");
            sessionStorage.setItem("checkin.rest", "{}");
            const form = document.createElement("form");
            form.method = "post";
            form.action = "/sign-out";
            document.body.append(form);
            // The next page may keep things of its own.
            form.submit = () => { document.body.dataset.left = "yes"; };
            form.requestSubmit();
        }""")
        loss = page.get_by_role("dialog", name="Sign out")
        expect(loss).to_contain_text("x" * 101)
        assert page.get_attribute("body", "data-left") is None
        loss.get_by_role("button", name="Delete them").click()
        expect(page.locator("body")).to_have_attribute("data-left", "yes")
        left = page.evaluate("""async () => [await indexedDB.databases(), await caches.keys(), localStorage.length,
            sessionStorage.length, (await navigator.serviceWorker.getRegistrations()).length]""")
        assert left == [[], [], 0, 0, 0], left


def scenario_what_is_kept_has_bounds(chromium, binary):
    with Server(binary) as server, folder() as path, phone(chromium, server, path) as page:
        enter(page, server)
        # Its functions are out of reach in the bundle.
        script = (SCRIPTS / "keeping.js").read_text().replace("export ", "")
        counts = page.evaluate("async () => {" + script + """
            for (let n = 0; n < 70; n++) await keepPage("/days/" + n, new Response("<body >" + n));
            for (let n = 0; n < 310; n++) await keepThumbnail("/thumbnails/" + n, new Response("x"));
            const count = async (name) => (await (await caches.open(name)).keys()).length;
            const kept = [await count("checkin.pages"), await count("checkin.thumbnails")];
            const [first, last] = [await keptPage("/days/0"), await keptPage("/days/69")];
            const now = Date.now;
            Date.now = () => now() + 31 * 86400000;
            return [...kept, !first, !!last, !await keptPage("/")];
        }""")
        assert counts[0] <= 63 and counts[1:] == [300, True, True, True], counts


def scenario_it_can_be_installed(chromium, binary):
    with Server(binary) as server, folder() as path, phone(chromium, server, path) as page:
        enter(page, server)
        session = page.context.new_cdp_session(page)
        manifest = session.send("Page.getAppManifest")
        assert manifest["url"].endswith("/assets/manifest.webmanifest") and not manifest["errors"], manifest
        assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
        data = json.loads(manifest["data"])
        assert data["start_url"] == "/" and data["display"] == "standalone"
        for icon in data["icons"]:
            assert page.evaluate("""([address, size]) => new Promise((done) => {
                const image = new Image();
                image.onload = () => done(size === "any" || image.naturalWidth + "x" + image.naturalHeight === size);
                image.onerror = () => done(false);
                image.src = address;
            })""", [icon["src"], icon["sizes"]]), icon


def scenario_axe_finds_nothing_without_a_connection(chromium, binary):
    with Server(binary, with_sample=True) as server, folder() as path, phone(chromium, server, path) as page:
        enter(page, server)
        page.context.set_offline(True)
        make(page, "x" * 101, photo=PICTURES[1])
        make(page, "Waits")
        page.context.set_offline(False)
        page.goto("/", wait_until="load")
        expect(page.locator("#waiting .problem:not([hidden])")).to_be_visible()
        page.context.set_offline(True)
        make(page, "Waits too", photo=PICTURES[0])
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            for name, address in (("home", "/"), ("form", "/add"), ("offline", "/year/2026")):
                page.goto(address, wait_until="load")
                expect(page.locator("#waiting")).to_be_visible()
                judge(page, f"kept-{name}-{scheme}")


if __name__ == "__main__":
    with browser() as chromium:
        scenarios(sys.modules[__name__], chromium, sys.argv[1])
