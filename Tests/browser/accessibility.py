#!/usr/bin/env python3
"""Every page, in both colour schemes and widths: axe, keyboard, without script. Usage: accessibility.py BINARY [SCENARIO…]"""

import sys

from support import environment

environment.enter()

from playwright.sync_api import expect  # noqa: E402

from support.judge import judge, looks, tab_to  # noqa: E402
from support.page import PHOTOS, browser, fill, is_loaded, scenarios, send, shoot, tab  # noqa: E402
from support.server import Server  # noqa: E402

PAGES = {
    "home": "/", "months": "/months", "photos": "/photos", "day": "/days/2026-11-20", "form": "/add", "check-in": "/check-ins/1",
    "edit": "/check-ins/1/edit", "history": "/check-ins/1/history", "discarded": "/check-ins/2", "year": "/year/2026",
    "statistics": "/stats", "changes": "/audit", "search": "/search?q=run", "import": "/import", "missing": "/check-ins/9999",
}
WIDTHS = {"wide": {"width": 1280, "height": 900}, "phone": {"width": 390, "height": 844}, "narrow": {"width": 320, "height": 640}}


def scenario_axe_finds_nothing_on_any_page(chromium, binary):
    with Server(binary, with_sample=True) as server:
        with tab(chromium, server) as page:
            page.goto("/check-ins/1/edit", wait_until="load")
            page.get_by_label("Add photo").set_input_files(PHOTOS / "display-p3.jpg")
            send(page)
            page.wait_for_url("**/check-ins/1*")
        server.run("discard", "2", "--yes")
        for scheme, width in looks(WIDTHS):
            with tab(chromium, server, color_scheme=scheme, viewport=WIDTHS[width]) as page:
                for name, path in PAGES.items():
                    page.goto(path, wait_until="load")
                    judge(page, f"{name}-{scheme}-{width}")
                page.goto("/add", wait_until="load")
                send(page)
                expect(page.locator("#problems")).to_be_visible()
                judge(page, f"problems-{scheme}-{width}")


def scenario_a_second_check_in_of_a_day_fits_a_phone(chromium, binary):
    with Server(binary) as server:
        for _ in range(2):
            server.run("add", "run", "Morning")
        with tab(chromium, server, viewport=WIDTHS["phone"]) as page:
            page.goto("/", wait_until="load")
            expect(page.locator("#today")).to_contain_text("Today 22:00")
            expect(page.locator("#day-2026-11-20 .more")).to_have_text("+1")
            judge(page, "second-phone")


def scenario_the_year_is_read_without_colour(chromium, binary):
    for options in ({}, {"color_scheme": "dark"}, {"forced_colors": "active"},
                    {"forced_colors": "active", "color_scheme": "dark"}):
        with Server(binary) as server, tab(chromium, server, **options) as page:
            for day, count in ((17, 1), (18, 2), (19, 3)):
                for _ in range(count):
                    server.run("add", "run", "x", "--at", f"2026-11-{day}")
            page.goto("/year/2026", wait_until="load")
            shoot(page, "year" + "".join("-" + value for value in options.values()))
            looks = [swatch.screenshot() for swatch in page.locator(".swatch").all()]
            assert len(looks) == 4 == len(set(looks))
            shapes = page.evaluate("""() => [...document.querySelectorAll('.swatch')].map(swatch =>
                [getComputedStyle(swatch, '::before').content !== 'none', swatch.textContent].join())""")
            assert shapes == ["false,", "true,", "false,2", "false,3"], shapes
            assert page.locator(".heat-days .l1").count() == 1
            expect(page.get_by_role("link", name="Thursday 19 November: 3 check-ins")).to_have_text("3")


def scenario_the_keys_go_through_calendar_and_year(chromium, binary):
    with Server(binary, with_sample=True) as server, tab(chromium, server) as page:
        page.goto("/", wait_until="load")
        page.locator("#day-2026-11-20").focus()
        for key, day in (("ArrowUp", "2026-11-13"), ("ArrowLeft", "2026-11-12"), ("Home", "2026-11-09"), ("End", "2026-11-15"),
                         ("ArrowRight", "2026-11-16"), ("ArrowDown", "2026-11-16")):
            page.keyboard.press(key)
            expect(page.locator("#day-" + day)).to_be_focused()
        page.keyboard.press("PageUp")
        expect(page.locator(".month h2")).to_have_text("October 2026")
        expect(page.locator("#day-2026-10-16")).to_be_focused()
        page.keyboard.press("PageDown")
        expect(page.locator("#day-2026-11-16")).to_be_focused()
        page.goto("/year/2026", wait_until="load")
        tab_to(page, ".heat-days .today")
        for key, day in (("ArrowLeft", 13), ("ArrowUp", 12)):
            page.keyboard.press(key)
            expect(page.get_by_role("link", name=f" {day} November:")).to_be_focused()
        page.keyboard.press("Enter")
        page.wait_for_url("**/days/2026-11-12")


def scenario_more_leads_to_goals_exchange_and_devices(chromium, binary):
    with Server(binary) as server:
        server.run("add", "run", "Morning")
        for bar, width in ((".pages", WIDTHS["wide"]), (".bottom", WIDTHS["phone"])):
            with tab(chromium, server, viewport=width) as page:
                for title, path in (("Goals", "/goals"), ("Import, export and backup", "/import"), ("Devices", "/devices")):
                    page.goto("/", wait_until="load")
                    tab_to(page, bar + " summary")
                    page.keyboard.press("Enter")
                    page.locator(bar).get_by_role("link", name=title, exact=True).click()
                    page.wait_for_url("**" + path)
                    expect(page.get_by_role("heading", level=1)).to_have_text(title)
                    expect(page.locator(bar + " .menu.current")).to_have_count(1)
                page.locator(bar + " summary").click()
                page.keyboard.press("Escape")
                expect(page.locator(bar + " .sheet")).to_be_hidden()


def scenario_nothing_moves_for_who_wants_it_so(chromium, binary):
    with Server(binary, with_sample=True) as server, tab(chromium, server, reduced_motion="reduce") as page:
        for path in ("/", "/photos", "/year/2026"):
            page.goto(path, wait_until="load")
            moving = page.evaluate("""() => [...document.querySelectorAll('*')].filter(e => {
                const style = getComputedStyle(e);
                return parseFloat(style.transitionDuration) > 0 || style.animationName !== 'none' }).length""")
            assert moving == 0, (path, moving)


def scenario_forced_colours_leave_edges(chromium, binary):
    with Server(binary) as server, tab(chromium, server, forced_colors="active") as page:
        server.run("add", "run", "Morning")
        for path in ("/", "/stats", "/days/2026-11-20", "/add"):
            page.goto(path, wait_until="load")
            edge = page.locator("main .badge").first.evaluate("""badge => { const style = getComputedStyle(badge);
                return [style.borderTopStyle, style.borderTopWidth, style.borderTopColor !== style.backgroundColor].join() }""")
            assert edge == "solid,1px,true", edge
            judge(page, "forced-" + (path.strip("/").replace("/", "-") or "home"))


def scenario_the_keyboard_alone_is_enough(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        page.goto("/", wait_until="load")
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
        page.keyboard.press("Enter")
        tab_to(page, "#check-in")
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
        page.keyboard.press("Enter")
        page.wait_for_url("**/add")
        tab_to(page, "[name=type]")
        page.keyboard.press("Space")
        page.keyboard.press("ArrowRight")
        expect(page.get_by_role("radio", name="Gym")).to_be_checked()
        tab_to(page, "#title")
        page.keyboard.type("By keyboard")
        page.keyboard.press("Enter")
        page.wait_for_url(lambda url: "/add" not in url)
        expect(page.locator("#total")).to_have_text("1")
        tab_to(page, "#day-2026-11-20")
        page.keyboard.press("Enter")
        page.wait_for_url("**/days/2026-11-20")
        tab_to(page, "#check-in-1")
        page.keyboard.press("Enter")
        page.wait_for_url("**/check-ins/1")
        tab_to(page, "[action$=discard] button")
        page.keyboard.press("Enter")
        page.wait_for_url(lambda url: url.rstrip("/") == server.address)
        expect(page.locator("#total")).to_have_text("0")
        tab_to(page, "[action='/undo'] button")
        page.keyboard.press("Enter")
        expect(page.locator("#total")).to_have_text("1")


def scenario_everything_works_without_script(chromium, binary):
    with Server(binary) as server, tab(chromium, server, java_script_enabled=False) as page:
        page.goto("/add", wait_until="load")
        page.get_by_label("Add photo").set_input_files(PHOTOS / "gps.jpg")
        send(page)
        expect(page.locator("#title-problem")).to_have_text("Please enter a title")
        fill(page, calories="5")
        send(page)
        expect(page.locator("#total")).to_have_text("1")
        assert server.show(1)["photo"]
        page.goto("/check-ins/1", wait_until="load")
        page.get_by_role("link", name="Edit").click()
        page.get_by_label("Title").fill("Evening 5k")
        page.get_by_label("Remove the photo").check()
        send(page)
        expect(page.get_by_role("heading", name="Evening 5k")).to_be_visible()
        assert server.show(1)["photo"] is None
        page.get_by_role("button", name="Discard").click()
        page.get_by_role("button", name="Undo").click()
        expect(page.locator("#total")).to_have_text("1")
        page.goto("/audit", wait_until="load")
        # All was recorded now; what the past shows is in record.py.
        expect(page.locator(".changes")).to_contain_text("photo removed")


def scenario_stored_text_is_never_run(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        title = "<img src=x onerror=alert(1)><script>alert(1)</script>"
        server.run("add", "run", title, "--notes", "</textarea><script>alert(1)</script>")
        page.on("dialog", lambda dialog: (_ for _ in ()).throw(AssertionError("a script was run")))
        for path in ("/", "/days/2026-11-20", "/check-ins/1", "/check-ins/1/edit", "/check-ins/1/history", "/audit"):
            page.goto(path, wait_until="load")
            assert page.locator("main script, main img[src=x]").count() == 0
        page.goto("/check-ins/1", wait_until="load")
        expect(page.get_by_role("heading", level=1)).to_have_text(title)


if __name__ == "__main__":
    with browser() as chromium:
        scenarios(sys.modules[__name__], chromium, sys.argv[1])
