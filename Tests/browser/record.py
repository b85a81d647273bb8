#!/usr/bin/env python3
"""Recording and looking back: the form on a phone, again, photos, search, changes, import. Usage: record.py BINARY [SCENARIO…]"""

import sys
import tempfile
from pathlib import Path

from support import environment

environment.enter()

from playwright.sync_api import expect  # noqa: E402

from support import history  # noqa: E402
from support.judge import judge  # noqa: E402
from support.page import PHOTOS, browser, check_in, fill, is_loaded, scenarios, send, shoot, tab  # noqa: E402
from support.server import Server  # noqa: E402

PHONE = {"width": 390, "height": 844}
DAYS = ["2026-08-31", "2026-09-15", "2026-10-16", "2026-11-19"]


def with_history(binary):
    """A server of a journal that was written over months."""
    server = Server(binary)
    server.run("import", history.write(server.folder.name, DAYS))
    return server


def scenario_a_second_time_takes_two_taps(chromium, binary):
    for options in ({}, {"java_script_enabled": False}):
        with Server(binary) as server, tab(chromium, server, viewport=PHONE, **options) as page:
            server.run("add", "run", "Morning 5k", "--at", "2026-11-19 06:40", "--calories", "390")
            page.goto("/add", wait_until="load")
            page.locator("#suggestions").get_by_role("link", name="Morning 5k").click()
            expect(page.get_by_role("radio", name="Run")).to_be_checked()
            send(page)
            page.wait_for_url(lambda url: "/add" not in url)
            again = server.show(2)
            assert (again["type"], again["title"], again["at"], again["calories"]) == (
                "Run", "Morning 5k", "2026-11-20T22:00:00+01:00", None), again


def scenario_suggestions_are_those_of_the_type(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        for kind, title in (("run", "Lake"), ("gym", "Legs")):
            server.run("add", kind, title)
        page.goto("/add", wait_until="load")
        chips = page.locator("#suggestions a:visible")
        expect(chips).to_have_text(["Legs", "Lake"])
        page.get_by_role("radio", name="Run", exact=True).check()
        expect(chips).to_have_text(["Lake"])


def scenario_the_form_is_one_screen_of_a_phone(chromium, binary):
    with Server(binary, with_sample=True) as server, tab(chromium, server, viewport=PHONE) as page:
        page.goto("/add", wait_until="load")
        height = page.evaluate("document.documentElement.scrollHeight")
        assert height <= PHONE["height"], height
        for selector in ("#type", "#title", "#time", "#more summary", ".save-bar .primary"):
            box = page.locator(selector).first.bounding_box()
            assert box["y"] >= 0 and box["y"] + box["height"] <= PHONE["height"], (selector, box)
        judge(page, "form-phone")
        page.locator("#more > summary").click()
        page.locator("#notes").scroll_into_view_if_needed()
        bar, notes = page.locator(".save-bar").bounding_box(), page.locator("#notes").bounding_box()
        assert bar["y"] + bar["height"] == PHONE["height"], bar
        page.locator("#notes").focus()
        assert page.locator("#notes").bounding_box()["y"] < bar["y"], notes


def scenario_a_photo_is_dropped_pasted_replaced_and_removed(chromium, binary):
    drop = """([bytes, type]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([Uint8Array.from(atob(bytes), one => one.charCodeAt(0))], 'x.jpg', {type: 'image/jpeg'}));
        const event = type === 'paste' ? new ClipboardEvent('paste', {clipboardData: transfer, bubbles: true, cancelable: true})
            : new DragEvent('drop', {dataTransfer: transfer, bubbles: true, cancelable: true});
        document.getElementById('photo').dispatchEvent(event); }"""
    import base64
    photo = base64.b64encode((PHOTOS / "display-p3.jpg").read_bytes()).decode()
    with Server(binary) as server, tab(chromium, server) as page:
        for kind in ("drop", "paste"):
            page.goto("/add", wait_until="load")
            fill(page)
            page.evaluate(drop, [photo, kind])
            assert is_loaded(page, "#preview img")
            shoot(page, "form-photo")
            send(page)
            page.wait_for_url(lambda url: "/add" not in url)
        assert server.show(1)["photo"] and server.show(2)["photo"]
        page.goto("/check-ins/2/edit", wait_until="load")
        assert is_loaded(page, "#preview img")
        page.get_by_label("Add photo").set_input_files(PHOTOS / "orientation-6.jpg")
        page.get_by_role("button", name="Remove").click()
        expect(page.locator("#preview img")).to_be_visible()
        page.get_by_role("button", name="Remove").click()
        expect(page.locator("#preview")).to_be_hidden()
        send(page)
        page.wait_for_url(lambda url: "/edit" not in url)
        assert server.show(2)["photo"] is None and server.show(1)["photo"]


def scenario_search_by_key_and_filter(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        server.run("add", "run", "Lake", "--location", "São Paulo")
        server.run("add", "gym", "Legs")
        page.goto("/", wait_until="load")
        page.keyboard.press("/")
        page.wait_for_url("**/search")
        expect(page.locator("#q")).to_be_focused()
        page.keyboard.type("SAO lake")
        page.keyboard.press("Enter")
        page.wait_for_url("**/search?q=SAO*")
        assert page.locator("mark").all_inner_texts() == ["Lake", "São"]
        judge(page, "search")
        page.get_by_label("Exercise type").select_option("gym")
        page.get_by_role("button", name="Search").click()
        expect(page.locator("#search-summary")).to_have_text("Nothing was found.")
        page.locator("body").click(position={"x": 2, "y": 2})
        page.keyboard.press("/")
        expect(page.locator("#q")).to_be_focused()


def scenario_the_slider_goes_through_time(chromium, binary):
    with with_history(binary) as server, tab(chromium, server) as page:
        page.goto("/audit", wait_until="load")
        slider, title, summary = page.locator("#at"), page.locator("#moment-title"), page.locator("#moment-summary")
        expect(title).to_have_text("Today")
        expect(summary).to_contain_text("4 check-ins")
        judge(page, "changes")
        loads = []
        page.on("load", lambda _: loads.append(page.url))
        slider.focus()
        page.keyboard.press("ArrowLeft")
        page.wait_for_url("**/audit?at=2026-11-19")
        expect(slider).to_have_attribute("aria-valuetext", "Thursday 19 November 2026")
        page.keyboard.press("PageDown")
        page.wait_for_url("**/audit?at=2026-10-19")
        expect(summary).to_contain_text("3 check-ins")
        expect(page.locator("#moment")).not_to_contain_text("Run 4")
        expect(slider).to_be_focused()
        shoot(page, "slider")
        page.keyboard.press("PageDown")
        page.wait_for_url("**/audit?at=2026-09-19")
        expect(summary).to_contain_text("2 check-ins")
        # The past stays as it was, whatever is done now.
        server.run("add", "run", "Now")
        page.wait_for_timeout(500)
        expect(summary).to_contain_text("2 check-ins")
        page.keyboard.press("PageUp")
        page.wait_for_url("**/audit?at=2026-10-19")
        page.keyboard.press("Home")
        page.wait_for_url("**/audit?at=2026-08-31")
        expect(summary).to_contain_text("1 check-in")
        page.keyboard.press("End")
        expect(title).to_have_text("Today")
        expect(summary).to_contain_text("5 check-ins")
        expect(page).to_have_url(server.address + "/audit")
        server.run("add", "run", "Later")
        expect(summary).to_contain_text("6 check-ins")
        expect(slider).to_be_focused()
        assert loads == [], loads
        page.goto("/audit?at=2026-10-16", wait_until="load")
        page.get_by_role("link", name="Back to today").click()
        expect(title).to_have_text("Today")


def scenario_the_past_is_reached_without_script(chromium, binary):
    with with_history(binary) as server, tab(chromium, server, java_script_enabled=False, viewport=PHONE) as page:
        page.goto("/audit", wait_until="load")
        expect(page.locator("#at")).to_be_hidden()
        page.locator("#date").fill("2026-10-16")
        page.get_by_role("button", name="Show").click()
        expect(page.locator("#moment-title")).to_have_text("Friday 16 October 2026")
        expect(page.locator("#moment-summary")).to_contain_text("3 check-ins")
        page.get_by_role("link", name="Day after").click()
        expect(page.locator("#moment-title")).to_have_text("Saturday 17 October 2026")


def scenario_a_change_is_taken_back_where_it_is_told(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        server.run("add", "run", "Lake", "--calories", "390")
        server.run("edit", "1", "--calories", "410")
        page.goto("/audit", wait_until="load")
        change = page.locator(".changes li").first
        expect(change).to_contain_text("calories 390 → 410")
        change.get_by_role("button", name="Undo").click()
        page.wait_for_url("**/audit*")
        expect(page.locator(".changes li").first).to_contain_text("calories 410 → 390")
        assert server.show(1)["calories"] == 390


def scenario_a_file_is_looked_at_before_it_comes_in(chromium, binary):
    for options in ({}, {"java_script_enabled": False}):
        with Server(binary) as server, tab(chromium, server, **options) as page, tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "mine.csv"
            file.write_text("at,type,title\n2026-11-18T07:00:00+01:00,Run,First\n2026-11-19T07:00:00+01:00,Gym,Second\n")
            page.goto("/import", wait_until="load")
            if not options:
                judge(page, "exchange")
            page.get_by_label("File").set_input_files(file)
            page.get_by_role("button", name="Look at it").click()
            expect(page.get_by_role("heading", name="2 check-ins would be added.")).to_be_visible()
            assert server.events() == 0
            if not options:
                judge(page, "import")
            page.get_by_role("button", name="Import").click()
            expect(page.get_by_role("status").first).to_contain_text("Imported")
            assert server.events() == 2
            page.get_by_role("button", name="Undo").click()
            page.wait_for_url(lambda url: "undone" in url or url.rstrip("/") == server.address)
            assert server.show(1)["discarded"] and server.show(2)["discarded"]
            page.goto("/import", wait_until="load")
            file.write_text("at,type,title\n2026-11-18T07:00:00+01:00,Chess,First\n")
            page.get_by_label("File").set_input_files(file)
            page.get_by_role("button", name="Look at it").click()
            expect(page.get_by_role("heading", name="1 row cannot be imported")).to_be_visible()
            if not options:
                judge(page, "import-refused")


def scenario_exports_and_the_backup_are_downloads(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        check_in(page)
        page.goto("/import", wait_until="load")
        for name, ending in (("Download CSV", ".csv"), ("Back up", ".tar")):
            with page.expect_download() as download:
                page.get_by_role("link", name=name).click()
            assert download.value.suggested_filename.endswith(ending)
            assert Path(download.value.path()).stat().st_size > 0


def scenario_statistics_lead_to_what_they_count(chromium, binary):
    with Server(binary, with_sample=True) as server, tab(chromium, server) as page:
        page.goto("/stats", wait_until="load")
        count = page.locator(".type-rows li").first.locator("strong").inner_text()
        assert int(count) > 0
        page.locator("#weekday-numbers > summary").click()
        row = page.locator("#weekday-numbers tbody tr").first
        wanted = int(row.locator("td").inner_text())
        with page.expect_navigation():
            row.get_by_role("link").click()
        found = page.locator(".results > li").count()
        while page.locator("#older").count():
            with page.expect_navigation():
                page.locator("#older").click()
            found += page.locator(".results > li").count()
        assert found == wanted, (found, wanted)


if __name__ == "__main__":
    with browser() as chromium:
        scenarios(sys.modules[__name__], chromium, sys.argv[1])
