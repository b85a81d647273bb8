#!/usr/bin/env python3
"""The acceptance scenarios of the specification, in a real browser. Usage: user_stories.py BINARY [SCENARIO…]"""

import sys
import tempfile
import time
from pathlib import Path

from support import environment

environment.enter()

from playwright.sync_api import expect  # noqa: E402

from support.page import PHOTOS, browser, check_in, fill, is_loaded, open_more, scenarios, send, shoot, tab  # noqa: E402
from support.server import Server  # noqa: E402

TYPES = ["Run", "Gym", "Swim", "Bike", "Walk", "Yoga", "Cycling", "Strength Training"]


def scenario_1_the_button_opens_an_empty_form(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        page.goto("/", wait_until="load")
        page.locator("#check-in").click()
        expect(page).to_have_title("Check in – checkin")
        assert [page.locator("#form [type=radio]").nth(i).get_attribute("value") for i in range(8)] == TYPES
        assert page.locator(":checked").count() == 0
        for field in ("title", "calories", "duration", "distance", "location", "notes"):
            expect(page.locator("#" + field)).to_have_value("")
        expect(page.locator("#time")).to_have_value("2026-11-20T22:00")
        for kind in TYPES:
            page.get_by_role("radio", name=kind, exact=True).check()
            expect(page.get_by_role("radio", name=kind, exact=True)).to_be_checked()


def scenario_1_a_photo_comes_from_a_file_or_the_camera_and_is_shown(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        page.goto("/add", wait_until="load")
        assert page.get_by_label("Camera").get_attribute("capture") == "environment"
        page.get_by_label("Add photo").set_input_files(PHOTOS / "orientation-6.jpg")
        assert is_loaded(page, "#preview img")
        fill(page)
        send(page)
        expect(page.locator("#total")).to_have_text("1")
        assert is_loaded(page, ".calendar .has img")
        checkin = server.show(1)
        assert checkin["photo"]["bytes"] > 0


def scenario_1_from_the_command_to_an_heic_photo_in_the_calendar(chromium, binary):
    """As a person does it, from `checkin serve --open` on; a browser is opened by a program that only notes the address."""
    with tempfile.TemporaryDirectory() as folder:
        opener = Path(folder) / "xdg-open"
        opener.write_text(f'#!/bin/sh\nprintf %s "$1" > {folder}/address.part && mv {folder}/address.part {folder}/address\n')
        opener.chmod(0o755)
        start = time.monotonic()
        with Server(binary, arguments=["--open"], programs=folder) as server:
            while not (Path(folder) / "address").exists():
                assert server.process.poll() is None
                time.sleep(0.01)
            with tab(chromium, server) as page:
                page.goto((Path(folder) / "address").read_text(), wait_until="load")
                actions = [
                    lambda: page.locator("#check-in").click(),
                    lambda: page.get_by_label("Add photo").set_input_files(PHOTOS / "gps.heic"),
                    lambda: page.get_by_role("radio", name="Run", exact=True).check(),
                    lambda: page.get_by_label("Title").fill("Morning 5k"),
                    lambda: send(page),
                ]
                for act in actions:
                    act()
                assert is_loaded(page, ".calendar .today .has img, .calendar td.today img")
                assert server.show(1)["photo"]["bytes"] > 0
        print(f"  from the command to the photo in the calendar: {len(actions)} actions, {time.monotonic() - start:.1f} s")


def scenario_1_an_heic_photo_from_a_phone_is_taken(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        page.goto("/add", wait_until="load")
        page.get_by_label("Add photo").set_input_files(PHOTOS / "gps.heic")
        fill(page)
        send(page)
        page.locator(".calendar .has").click()
        page.get_by_role("link", name="Morning 5k", exact=True).click()
        assert is_loaded(page, ".detail-photo img")


def scenario_1_saving_leads_home_and_counts(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        for count in (1, 2):
            check_in(page)
            expect(page).to_have_title("Home – checkin")
            expect(page.locator("#total")).to_have_text(str(count))
        assert server.show(1)["at"] == "2026-11-20T22:00:00+01:00"


def scenario_1_without_type_and_title_nothing_is_saved(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        page.goto("/add", wait_until="load")
        open_more(page)
        page.locator("#location").fill("Park")
        page.get_by_label("Add photo").set_input_files(PHOTOS / "display-p3.jpg")
        send(page)
        expect(page.locator("#type-problem")).to_have_text("Please select an exercise type")
        expect(page.locator("#title-problem")).to_have_text("Please enter a title")
        expect(page.get_by_label("Title")).to_have_accessible_description(
            "Please enter a title Up to 100 characters")
        expect(page.locator("#location")).to_have_value("Park")
        shoot(page, "form-problems")
        assert server.events() == 0
        # The photo need not be chosen again.
        assert is_loaded(page, "#preview img")
        fill(page)
        send(page)
        expect(page.locator("#total")).to_have_text("1")
        assert server.show(1)["photo"]


def scenario_1_a_file_that_is_no_photo_is_told_beside_it(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        page.goto("/add", wait_until="load")
        fill(page)
        page.get_by_label("Add photo").set_input_files(PHOTOS / "half.jpg")
        send(page)
        expect(page.locator("#photo-problem")).to_contain_text("incomplete")
        assert server.events() == 0


def scenario_1_an_empty_file_is_told_beside_it(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        page.goto("/add", wait_until="load")
        fill(page)
        page.get_by_label("Add photo").set_input_files({"name": "a;b.jpg", "mimeType": "image/jpeg", "buffer": b""})
        send(page)
        expect(page.locator("#photo-problem")).to_have_text("The photo is empty.")
        assert server.events() == 0


def scenario_1_a_photo_over_the_limit_keeps_the_form(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page, tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "huge.jpg"
        with open(file, "wb") as huge:
            huge.truncate(60_000_000)
        page.goto("/add", wait_until="load")
        fill(page, notes="Kept")
        page.get_by_label("Add photo").set_input_files(file)
        with page.expect_response("**/add") as answer:
            send(page)
        assert answer.value.status == 413
        expect(page.locator("#photo-problem")).to_contain_text("up to 50 MB")
        expect(page.get_by_label("Title")).to_have_value("Morning 5k")
        expect(page.get_by_label("Notes")).to_have_value("Kept")
        send(page)
        expect(page.locator("#total")).to_have_text("1")


def scenario_1_a_journal_that_is_gone_keeps_the_form(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        server.run("add", "run", "First")
        journal = Path(server.environment["CHECKIN_JOURNAL"])
        for path in ("/add", "/check-ins/1/edit"):
            page.goto(path, wait_until="load")
            fill(page, kind="Swim", title="Kept", calories="7")
            journal.rename(journal.with_name("elsewhere"))
            with page.expect_response("**" + path) as answer:
                send(page)
            assert answer.value.status == 500
            expect(page.locator("#problems")).to_contain_text(str(journal))
            expect(page.locator("#problems")).to_be_focused()
            expect(page.get_by_label("Title")).to_have_value("Kept")
            expect(page.locator("#calories")).to_have_value("7")
            expect(page.get_by_role("radio", name="Swim")).to_be_checked()
            journal.with_name("elsewhere").rename(journal)
            send(page)
            page.wait_for_url(lambda url: path not in url)
        assert server.show(1)["title"] == "Kept" and server.show(2)["title"] == "Kept"


def scenario_1_a_photo_that_was_kept_can_be_left_out(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        page.goto("/add", wait_until="load")
        page.get_by_label("Add photo").set_input_files(PHOTOS / "display-p3.jpg")
        send(page)
        expect(page.locator("#problems")).to_be_focused()
        assert is_loaded(page, "#preview img")
        page.get_by_role("button", name="Remove").click()
        expect(page.locator("#preview")).to_be_hidden()
        fill(page)
        send(page)
        expect(page.locator("#total")).to_have_text("1")
        assert server.show(1)["photo"] is None


def scenario_2_every_detail_is_kept(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        check_in(page, kind="Swim", title="Long", calories="640", location="Pool", notes="a\nb", time="2026-11-19T06:30")
        checkin = server.show(1)
        assert (checkin["type"], checkin["calories"], checkin["location"], checkin["notes"], checkin["at"]) == (
            "Swim", 640, "Pool", "a\nb", "2026-11-19T06:30:00+01:00")
        page.goto("/check-ins/1", wait_until="load")
        for text in ("640 kcal", "Pool", "Thursday 19 November, 06:30"):
            expect(page.locator("main")).to_contain_text(text)
        shoot(page, "check-in-details")


def scenario_2_the_future_is_refused(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        page.goto("/add", wait_until="load")
        assert page.locator("#time").get_attribute("max") == "2026-11-20T22:00"
        fill(page, time="2026-11-20T22:01")
        send(page)
        expect(page.locator("#time-problem")).to_have_text("Check-in date cannot be in the future")
        assert server.events() == 0


def scenario_3_total_month_photos_and_icons(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        check_in(page, kind="Gym", title="Early", time="2026-11-20T06:00")
        check_in(page, kind="Yoga", title="Late", time="2026-11-20T20:00")
        check_in(page, kind="Bike", title="Another day", time="2026-11-18T20:00")
        page.goto("/check-ins/2/edit", wait_until="load")
        page.get_by_label("Add photo").set_input_files(PHOTOS / "display-p3.png")
        send(page)
        page.goto("/", wait_until="load")
        expect(page.locator("#total")).to_have_text("3")
        expect(page.get_by_role("heading", name="November 2026")).to_be_visible()
        assert page.locator("table.calendar").count() == 1
        link = page.locator(".calendar").get_by_role("link", name="Friday 20 November, today, 2 check-ins, newest Yoga")
        assert is_loaded(page, "#day-2026-11-20 img")
        picture = link.locator(".badge").bounding_box()
        assert picture["width"] == picture["height"] == 40
        assert link.locator(".badge").evaluate("b => getComputedStyle(b).borderRadius") == "50%"
        assert link.locator(".more").inner_text() == "+1"
        assert page.locator("#day-2026-11-18 .type-bike use").get_attribute("href") == "#icon-bike"
        link.click()
        expect(page.locator(".card h2")).to_have_text(["Late", "Early"])


def scenario_3_a_photo_that_is_lost_leaves_the_icon(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        page.goto("/add", wait_until="load")
        page.get_by_label("Add photo").set_input_files(PHOTOS / "display-p3.jpg")
        fill(page)
        send(page)
        expect(page.locator("#total")).to_have_text("1")
        digest = server.show(1)["photo"]["sha256"]
        import pathlib
        file = pathlib.Path(server.folder.name) / "journal" / "photos" / digest[:2] / (digest + ".jpg")
        file.write_bytes(b"damaged")
        page.goto("/check-ins/1", wait_until="load")
        expect(page.locator("main")).to_contain_text("The photo is missing or damaged")
        page.goto("/", wait_until="load")
        expect(page.locator("#day-2026-11-20 .icon")).to_be_visible()


def scenario_4_all_months_newest_first_none_empty(chromium, binary):
    with Server(binary, with_sample=True) as server, tab(chromium, server) as page:
        page.goto("/", wait_until="load")
        page.get_by_role("link", name="View all check-ins").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Months")
        # They come as one reaches them.
        titles = page.locator(".month h2")
        expect(titles.first).to_have_text("November 2026")
        # The link goes when the next months are asked for, and comes back with them.
        page.wait_for_function("""() => {
            document.querySelector('#months-more a')?.scrollIntoView()
            return document.querySelectorAll('.month h2').length >= 15
        }""")
        expect(titles).to_have_count(15)
        assert titles.all_inner_texts()[-1] == "September 2025"
        assert page.locator(".calendar .has .badge").count() > 0
        # They stay when the page is read again.
        server.run("add", "run", "Once more")
        expect(page.locator("#day-2026-11-20 .more")).to_have_text("+1")
        expect(titles).to_have_count(15)
    with Server(binary, with_sample=True) as server, tab(chromium, server, java_script_enabled=False) as page:
        page.goto("/months", wait_until="load")
        titles = page.locator(".month h2").all_inner_texts()
        while page.get_by_role("link", name="Earlier months").count():
            with page.expect_navigation():
                page.get_by_role("link", name="Earlier months").click()
            titles += page.locator(".month h2").all_inner_texts()
        assert titles[0] == "November 2026" and titles[-1] == "September 2025" and len(titles) == 15, titles
    with Server(binary) as server, tab(chromium, server) as page:
        for time in ("2026-11-01T10:00", "2026-07-31T10:00"):
            check_in(page, time=time)
        page.goto("/months", wait_until="load")
        assert page.locator(".month h2").all_inner_texts() == ["November 2026", "July 2026"]


if __name__ == "__main__":
    with browser() as chromium:
        scenarios(sys.modules[__name__], chromium, sys.argv[1])
