#!/usr/bin/env python3
"""Several tabs and the command line at one journal; drafts and warnings. Usage: live.py BINARY [SCENARIO…]"""

import sys

from support import environment

environment.enter()

from playwright.sync_api import expect  # noqa: E402

from support.page import PHOTOS, browser, fill, scenarios, send, shoot, tab  # noqa: E402
from support.server import Server  # noqa: E402


def scenario_two_tabs_and_the_command_line_see_each_other(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as one, tab(chromium, server) as two:
        one.goto("/", wait_until="load")
        two.goto("/months", wait_until="load")
        server.run("add", "gym", "From the terminal")
        expect(one.locator("#total")).to_have_text("1")
        expect(two.locator("#day-2026-11-20 .type-gym")).to_be_visible()
        two.goto("/add", wait_until="load")
        fill(two, kind="Swim", title="From a tab")
        send(two)
        two.wait_for_url(lambda url: "/add" not in url)
        expect(one.locator("#total")).to_have_text("2")
        server.run("undo")
        expect(one.locator("#total")).to_have_text("1")
        expect(two.locator("#total")).to_have_text("1")


def scenario_an_update_leaves_the_focus_where_it_is(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        page.goto("/", wait_until="load")
        page.locator("#view-all").focus()
        server.run("add", "gym", "x")
        expect(page.locator("#total")).to_have_text("1")
        expect(page.locator("#view-all")).to_be_focused()


def scenario_an_edit_conflict_shows_both_versions(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        server.run("add", "run", "First")
        page.goto("/check-ins/1/edit", wait_until="load")
        page.get_by_label("Title").fill("Mine")
        server.run("edit", "1", "--title", "Theirs", "--location", "Park")
        send(page)
        expect(page.locator("#conflict")).to_be_visible()
        expect(page.get_by_role("row", name="Title")).to_contain_text("Theirs")
        expect(page.get_by_role("row", name="Title")).to_contain_text("Mine")
        expect(page.get_by_label("Title")).to_have_value("Mine")
        assert server.show(1)["title"] == "Theirs"
        shoot(page, "conflict")
        send(page)
        page.wait_for_url("**/check-ins/1")
        assert server.show(1)["title"] == "Mine"


def scenario_a_draft_outlives_a_reload_and_ends_when_it_is_saved(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        page.on("dialog", lambda dialog: dialog.accept())
        page.goto("/add", wait_until="load")
        fill(page, kind="Yoga", title="Kept", notes="Two\nlines")
        page.reload(wait_until="load")
        expect(page.locator("#draft")).to_be_visible()
        expect(page.get_by_label("Title")).to_have_value("Kept")
        expect(page.get_by_label("Notes")).to_have_value("Two\nlines")
        expect(page.get_by_role("radio", name="Yoga")).to_be_checked()
        send(page)
        expect(page.locator("#total")).to_have_text("1")
        page.goto("/add", wait_until="load")
        expect(page.get_by_label("Title")).to_have_value("")
        expect(page.locator("#draft")).to_be_hidden()


def scenario_leaving_with_unsaved_input_is_warned_of(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        warnings = []

        def answer(dialog):
            warnings.append(dialog.type)
            dialog.dismiss()

        page.on("dialog", answer)
        page.goto("/add", wait_until="load")
        page.get_by_role("link", name="Cancel").click()
        page.wait_for_url(lambda url: "/add" not in url)
        assert not warnings, "an untouched form is left without a question"
        page.goto("/add", wait_until="load")
        page.get_by_label("Title").fill("Unsaved")
        page.get_by_role("link", name="Cancel").click()
        page.wait_for_timeout(500)
        assert warnings == ["beforeunload"] and page.url.endswith("/add")
        page.get_by_role("radio", name="Run").check()
        send(page)
        expect(page.locator("#total")).to_have_text("1")
        assert len(warnings) == 1, "saving is not leaving"


def scenario_cancelled_input_does_not_come_back(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        page.on("dialog", lambda dialog: dialog.accept())
        page.goto("/add", wait_until="load")
        page.get_by_label("Title").fill("Not wanted")
        page.get_by_role("link", name="Cancel").click()
        page.wait_for_url(lambda url: "/add" not in url)
        page.goto("/add", wait_until="load")
        expect(page.get_by_label("Title")).to_have_value("")
        expect(page.locator("#draft")).to_be_hidden()


def scenario_a_photo_that_is_not_chosen_any_more_is_not_shown(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        page.on("dialog", lambda dialog: dialog.accept())
        page.goto("/add", wait_until="load")
        page.get_by_label("Title").fill("Kept")
        page.reload(wait_until="load")
        page.get_by_label("Choose a photo").set_input_files(PHOTOS / "orientation-6.jpg")
        expect(page.locator("#preview img")).to_be_visible()
        page.get_by_label("Choose a photo").set_input_files([])
        expect(page.locator("#preview")).to_be_hidden()
        page.get_by_label("Choose a photo").set_input_files(PHOTOS / "orientation-6.jpg")
        page.get_by_role("button", name="Start afresh").click()
        expect(page.locator("#preview")).to_be_hidden()


def scenario_one_stays_in_the_month_that_one_changes(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        page.goto("/add?day=2026-10-02", wait_until="load")
        fill(page)
        send(page)
        expect(page.locator("h2").first).to_have_text("October 2026")
        expect(page.get_by_role("status").first).to_contain_text("Checked in")
        assert page.url.endswith("/?month=2026-10"), page.url
        page.goto("/check-ins/1", wait_until="load")
        page.get_by_role("button", name="Discard").click()
        expect(page.locator("h2").first).to_have_text("October 2026")
        page.get_by_role("button", name="Undo").click()
        expect(page.locator("#total")).to_have_text("1")


def scenario_the_slider_goes_through_time(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        for title in ("One", "Two", "Three"):
            server.run("add", "run", title)
        page.goto("/audit", wait_until="load")
        expect(page.locator("#total")).to_have_text("3")
        page.locator("#at").focus()
        page.keyboard.press("ArrowLeft")
        page.wait_for_url("**/audit?at=2")
        expect(page.locator("#total")).to_have_text("2")
        expect(page.locator("#event-3")).to_have_count(0)
        shoot(page, "slider")


if __name__ == "__main__":
    with browser() as chromium:
        scenarios(sys.modules[__name__], chromium, sys.argv[1])
