#!/usr/bin/env python3
"""A journal on several devices, as the page shows it: two real journals joined through a folder, what waits, and conflicts
that are made on both and settled in the browser. Usage: groups.py BINARY [SCENARIO…]"""

import json
import sys

from support import environment

environment.enter()

from playwright.sync_api import expect  # noqa: E402

from support.group import disagree, exchange, group  # noqa: E402
from support.judge import judge, looks, tab_to  # noqa: E402
from support.page import PHOTOS, browser, scenarios, tab  # noqa: E402
from support.server import Server  # noqa: E402

WIDTHS = {"wide": {"width": 1280, "height": 900}, "phone": {"width": 390, "height": 844}}


def conflicts(server):
    return [one["field"] for one in json.loads(server.run("conflicts", "--json"))]


def contest(page, field):
    return page.locator(f"section[id$='-{field}']")


def scenario_without_a_group_there_is_no_trace_of_it(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        server.run("add", "run", "Lake")
        for path in ("/", "/devices", "/check-ins/1", "/audit"):
            page.goto(path, wait_until="load")
            expect(page.locator("#conflicts, #replicas, .contested")).to_have_count(0)
        assert page.goto("/conflicts", wait_until="load").status == 404


def scenario_devices_show_how_far_they_are_and_what_waits(chromium, binary):
    with group(binary) as (laptop, phone), tab(chromium, laptop, java_script_enabled=False) as page:
        phone.run("add", "swim", "Sea", "--at", "2026-11-20 08:00")
        exchange(laptop, phone)
        page.goto("/devices", wait_until="load")
        rows = page.locator("#replica-list li")
        expect(rows).to_have_count(2)
        expect(rows.nth(0)).to_contain_text("laptop · this device")
        expect(rows.nth(1)).to_contain_text("phone")
        expect(rows.nth(1)).to_contain_text("has everything of this device")
        expect(page.locator("#carried")).to_contain_text("All changes of this device are also elsewhere.")
        expect(page.locator("#carried")).to_contain_text("Last synced today")
        expect(page.get_by_role("heading", name="Paired devices")).to_be_visible()
        laptop.run("add", "run", "Hill", "--at", "2026-11-20 09:00")
        page.reload(wait_until="load")
        # What it knows of the phone's log is said first.
        expect(page.locator("#carried")).to_contain_text("2 changes wait to be carried.")
        expect(rows.nth(1)).to_contain_text("lacks 2 changes of this device")
        page.goto("/", wait_until="load")
        expect(page.locator("#conflicts")).to_have_count(0)
        page.goto("/days/2026-11-20", wait_until="load")
        page.get_by_role("link", name="Sea", exact=True).click()
        expect(page.locator(".values")).to_contain_text("phone/1")


def scenario_what_a_sync_brings_appears_by_itself(chromium, binary):
    with group(binary) as (laptop, phone), tab(chromium, laptop) as page:
        page.goto("/days/2026-11-20", wait_until="load")
        # The first of the phone's events, and then more of them.
        for title in ("Sea", "Bay"):
            expect(page.get_by_role("link", name=title, exact=True)).to_have_count(0)
            phone.run("add", "swim", title, "--at", "2026-11-20 08:00")
            exchange(laptop, phone)
            expect(page.get_by_role("link", name=title, exact=True)).to_be_visible()


def scenario_conflicts_are_settled_without_script_and_hold_on_both(chromium, binary):
    for script in (True, False):
        with group(binary) as (laptop, phone), tab(chromium, laptop, java_script_enabled=script) as page:
            disagree(laptop, phone, "title", "calories", "location")
            page.goto("/", wait_until="load")
            expect(page.locator("#conflicts")).to_have_text("3 conflicts to settle")
            page.goto("/check-ins/1", wait_until="load")
            expect(page.locator("#contested a")).to_have_text(["Title", "Calories", "Location"])
            expect(page.locator(".values .contested")).to_have_count(2)
            page.locator("#contested").get_by_role("link", name="Calories").click()
            expect(contest(page, "calories")).to_be_in_viewport()
            expect(contest(page, "calories").get_by_role("listitem")).to_contain_text(["300 kcal", "200 kcal"])
            contest(page, "calories").get_by_role("button", name="Choose 300 kcal of laptop").click()
            expect(page.locator(".toast")).to_contain_text("Settled")
            expect(contest(page, "calories")).to_have_count(0)
            page.get_by_role("button", name="Undo").click()
            expect(page.locator(".toast")).to_contain_text("Undone")
            assert laptop.show(1)["calories"] == 200
            contest(page, "title").get_by_role("button", name="of phone").click()
            expect(contest(page, "title")).to_have_count(0)
            contest(page, "location").get_by_role("button", name="of laptop").click()
            expect(contest(page, "location")).to_have_count(0)
            laptop.run("edit", "1", "--calories", "250")
            page.goto("/conflicts", wait_until="load")
            expect(page.locator("main")).to_contain_text("No conflicts: all devices say the same.")
            exchange(laptop, phone)
            for server, number in ((laptop, "1"), (phone, "laptop/1")):
                shown = server.show(number)
                assert (shown["title"], shown["calories"], shown["location"]) == ("Pool", 250, "Park"), shown
                assert conflicts(server) == []


def scenario_a_discard_against_a_change_and_two_photos_are_settled(chromium, binary):
    with group(binary) as (laptop, phone), tab(chromium, laptop) as page:
        laptop.run("photo", "attach", "1", str(PHOTOS / "display-p3.jpg"))
        phone.run("photo", "attach", "laptop/1", str(PHOTOS / "orientation-6.jpg"))
        exchange(laptop, phone)
        page.goto("/conflicts", wait_until="load")
        expect(contest(page, "photo").locator("img")).to_have_count(2)
        before = laptop.show(1)["photo"]["sha256"]
        contest(page, "photo").get_by_role("listitem").filter(has_not_text="shown now").get_by_role("button").click()
        expect(page.locator("main")).to_contain_text("No conflicts")
        exchange(laptop, phone)
        assert laptop.show(1)["photo"]["sha256"] == phone.show("laptop/1")["photo"]["sha256"] != before
        laptop.run("discard", "1")
        phone.run("edit", "laptop/1", "--title", "Pool")
        exchange(laptop, phone)
        page.goto("/conflicts", wait_until="load")
        contest(page, "discarded").get_by_role("button", name="Choose discarded of laptop").click()
        expect(page.locator("main")).to_contain_text("No conflicts")
        exchange(laptop, phone)
        assert phone.show("laptop/1")["discarded"] and conflicts(phone) == []


def scenario_what_somebody_settled_meanwhile_is_not_overwritten(chromium, binary):
    with group(binary) as (laptop, phone), tab(chromium, laptop) as page:
        disagree(laptop, phone, "title")
        # Without live updates, as on a phone that slept.
        page.route("**/events", lambda route: route.abort())
        page.goto("/conflicts", wait_until="load")
        phone.run("edit", "laptop/1", "--title", "Forest")
        exchange(laptop, phone)
        contest(page, "title").get_by_role("button", name="of laptop").click()
        expect(page.get_by_role("alert")).to_contain_text("Changed in the meantime")
        expect(page.locator("main")).to_contain_text("No conflicts")
        assert laptop.show(1)["title"] == "Forest"


def scenario_axe_finds_nothing_and_the_keyboard_settles(chromium, binary):
    with group(binary) as (laptop, phone):
        disagree(laptop, phone, "title", "calories", "location")
        for scheme, width in looks(WIDTHS):
            with tab(chromium, laptop, color_scheme=scheme, viewport=WIDTHS[width]) as page:
                for name, path in {"group": "/devices", "conflicts": "/conflicts", "contested": "/check-ins/1",
                                   "home-of-group": "/"}.items():
                    page.goto(path, wait_until="load")
                    judge(page, f"{name}-{scheme}-{width}")
        with tab(chromium, laptop) as page:
            page.goto("/", wait_until="load")
            tab_to(page, "#conflicts")
            page.keyboard.press("Enter")
            page.wait_for_url("**/conflicts")
            for left in (2, 1, 0):
                tab_to(page, "section[id^=conflict-] button")
                page.keyboard.press("Enter")
                expect(page.locator("section[id^=conflict-]")).to_have_count(left)
            judge(page, "conflicts-none")
            page.goto("/devices", wait_until="load")
            expect(page.locator("#conflicts")).to_have_text("No conflicts")
        assert conflicts(laptop) == []


if __name__ == "__main__":
    with browser() as chromium:
        scenarios(sys.modules[__name__], chromium, sys.argv[1])
