#!/usr/bin/env python3
"""The page of goals: set, judged, replaced and cleared, without script too. Usage: goals.py BINARY [SCENARIO…]"""

import json
import sys

from support import environment

environment.enter()

from playwright.sync_api import expect  # noqa: E402

from support.judge import judge, looks, tab_to  # noqa: E402
from support.page import browser, scenarios, tab  # noqa: E402
from support.server import Server  # noqa: E402

WIDTHS = {"wide": {"width": 1000, "height": 900}, "phone": {"width": 320, "height": 740}}


def put(page, what, count, period, unit=""):
    page.get_by_label("What", exact=True).select_option(what)
    page.get_by_label("How often").fill(count)
    page.get_by_label("Unit").select_option(unit)
    page.get_by_label("In what time").select_option(period)
    page.get_by_role("button", name="Save").click()


def goals(server):
    return [f"{goal['goal']} {goal['count']}/{goal['period']}" for goal in json.loads(server.run("goal", "--json"))]


def scenario_goals_are_set_replaced_cleared_and_undone_without_script(chromium, binary):
    for script in (True, False):
        with Server(binary) as server, tab(chromium, server, java_script_enabled=script) as page:
            for day in ("16", "18"):
                server.run("add", "run", "Lake", "--at", f"2026-11-{day}")
            page.goto("/goals", wait_until="load")
            expect(page.locator("main")).to_contain_text("No goals yet")
            put(page, "Run", "3", "week")
            expect(page.locator(".goals")).to_contain_text("2 of 3 runs this week")
            put(page, "all", "2.5", "day", unit="km")
            expect(page.locator(".goals li").first).to_contain_text("0 of 2.5 km today")
            page.get_by_role("button", name="Undo").click()
            put(page, "days", "2", "month")
            expect(page.locator(".goals li")).to_have_count(2)
            expect(page.locator(".goals li").first).to_contain_text("2 of 2 days in November")
            put(page, "Run", "12", "month")
            expect(page.locator(".goals li")).to_have_count(2)
            assert goals(server) == ["days 2/month", "Run 12/month"]
            page.get_by_role("button", name="Undo").click()
            expect(page.locator(".goals")).to_contain_text("3 runs a week")
            page.get_by_role("button", name="Clear 3 runs a week").click()
            expect(page.locator(".goals li")).to_have_count(1)
            page.get_by_role("button", name="Undo").click()
            expect(page.locator(".goals li")).to_have_count(2)
            assert goals(server) == ["days 2/month", "Run 3/week"]


def scenario_a_streak_goes_on_over_weeks_and_zones(chromium, binary):
    sunday = {"CHECKIN_NOW": "2026-11-15T22:30:00+01:00"}
    with Server(binary, variables=sunday) as server:
        # Late on Sunday in Berlin, where it is Monday in Auckland already.
        for at, zone in (("2026-11-09 07:00", "Europe/Berlin"), ("2026-11-15 22:00", "Europe/Berlin"),
                         ("2026-11-16 10:15", "Pacific/Auckland")):
            server.run("add", "run", "Lake", "--at", at, "--zone", zone)
        server.run("goal", "set", "run", "2/week")
        with tab(chromium, server) as page:
            page.goto("/goals", wait_until="load")
            expect(page.locator(".goals")).to_contain_text("2 of 2 runs this week · 1 week in a row")
        journal = {"CHECKIN_JOURNAL": server.environment["CHECKIN_JOURNAL"]}
        for variables, shown in (
                ({"CHECKIN_NOW": "2026-11-16T07:00:00+01:00"}, "1 of 2 runs this week · 1 week in a row"),
                # The same moment as on Sunday, asked from Auckland.
                (sunday | {"TZ": "Pacific/Auckland"}, "1 of 2 runs this week · 1 week in a row"),
                ({"CHECKIN_NOW": "2026-11-23T07:00:00+01:00"}, "0 of 2 runs this week")):
            with Server(binary, variables=journal | variables) as later, tab(chromium, later) as page:
                page.goto("/goals", wait_until="load")
                expect(page.locator(".goals .figures")).to_have_text(shown)


def scenario_a_goal_that_was_changed_meanwhile_is_not_overwritten(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        server.run("goal", "set", "gym", "2/week")
        # Without live updates, as on a phone that slept.
        page.route("**/events", lambda route: route.abort())
        page.goto("/goals", wait_until="load")
        server.run("goal", "set", "gym", "3/week")
        put(page, "Gym", "4", "week")
        expect(page.locator("#conflict")).to_be_visible()
        expect(page.get_by_label("How often")).to_have_value("4")
        expect(page.locator(".goals")).to_contain_text("3 gym visits a week")
        assert goals(server) == ["Gym 3/week"]
        page.get_by_role("button", name="Save").click()
        expect(page.locator(".goals")).to_contain_text("4 gym visits a week")
        assert goals(server) == ["Gym 4/week"]


def scenario_axe_finds_nothing_and_the_keyboard_reaches_everything(chromium, binary):
    with Server(binary, with_sample=True) as server:
        with tab(chromium, server) as page:
            page.goto("/goals", wait_until="load")
            judge(page, "goals-empty")
        for goal in ("days 20/month", "run 3/week", "strength training 12/month"):
            server.run("goal", "set", *goal.split())
        for scheme, width in looks(WIDTHS):
            with tab(chromium, server, color_scheme=scheme, viewport=WIDTHS[width]) as page:
                page.goto("/goals", wait_until="load")
                judge(page, f"goals-{scheme}-{width}")
                put(page, "days", "many", "week")
                expect(page.locator("#problems")).to_be_visible()
                judge(page, f"goals-problems-{scheme}-{width}")
        with tab(chromium, server) as page:
            page.goto("/goals", wait_until="load")
            for selector in (".goals button", "#subject", "#count", "#unit", "#period", "#goal-form .primary"):
                tab_to(page, selector)


if __name__ == "__main__":
    with browser() as chromium:
        scenarios(sys.modules[__name__], chromium, sys.argv[1])
