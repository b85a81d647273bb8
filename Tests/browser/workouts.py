#!/usr/bin/env python3
"""Workouts on the page: a whole one by keyboard, without script, with other tabs; every page with axe.
Usage: workouts.py BINARY [SCENARIO…]"""

import json
import re
import sys
from pathlib import Path

from support import environment

environment.enter()

from playwright.sync_api import expect  # noqa: E402

from support.judge import judge, looks, tab_to  # noqa: E402
from support.page import browser, scenarios, tab  # noqa: E402
from support.server import Server  # noqa: E402

PHONE = {"width": 390, "height": 844}
PLAN = """Bench Press / w 1x10 40kg / 3x8-10 80kg @8 / rest 2:00
Pull-up / 2x8 / superset A
Plank / 1x1:00
"""
PAGES = {
    "home": "/", "workouts": "/workouts", "open": "/session", "unknown": "/session?name=zercher", "run": "/session?name=run",
    "finish": "/session/finish", "progress": "/progress", "exercises": "/progress?tab=exercises",
    "exercise": "/exercises/1", "plank": "/exercises/3", "new-plan": "/plans/new", "plan": "/plans/1",
    "edit-plan": "/plans/1/edit", "workout": "/sessions/2", "edit-workout": "/sessions/2/edit",
    "set": "/sessions/2/sets/3", "unlinked": "/sessions/1", "discarded": "/workouts/discarded",
    "discarded-workout": "/sessions/3", "check-in": "/check-ins/1",
}


def train(server, is_open=True):
    """Two workouts that are completed, one that is discarded, and the open one."""
    plan = Path(server.folder.name) / "plan.txt"
    plan.write_text(PLAN)
    server.run("plan", "new", "Push A", str(plan))
    server.run("plan", "use", "1")
    for day, weight, more in (("10", 80, ("--no-check-in",)), ("17", 82.5, ()), ("18", 60, ("--no-check-in",))):
        when = f"2026-11-{day} 18:00"
        server.run("session", "start", "--at", when)
        server.run("log", "bench", "w40x10", f"{weight}x10", f"{weight + 10}x8", f"{weight + 20}x6", "--at", when)
        server.run("log", "pull-up", "x10", "10x6", "--at", when)
        server.run("log", "plank", "1:30", "--at", when)
        server.run("session", "finish", *more, "--at", f"2026-11-{day} 19:02")
    server.run("session", "discard", "3")
    if is_open:
        server.run("session", "start", "--at", "2026-11-20 21:26")
        server.run("log", "bench", "w40x10", "80x10")


def session(server, number):
    return json.loads(server.run("show", "session", str(number), "--json"))


def sets(server, number):
    return [(one["exercise"], one["weight"] and one["weight"]["value"], one["reps"], one["seconds"], one["kind"])
            for one in session(server, number)["sets"]]


def scenario_axe_finds_nothing_on_any_page(chromium, binary):
    with Server(binary) as server:
        train(server)
        for scheme, width in looks([1280, 390, 320]):
            with tab(chromium, server, color_scheme=scheme, viewport={"width": width, "height": 800}) as page:
                for name, path in PAGES.items():
                    page.goto(path, wait_until="load")
                    judge(page, f"workouts-{name}-{scheme}-{width}")
        with tab(chromium, server, viewport=PHONE) as page:
            page.goto("/session", wait_until="load")
            page.locator("#more-set > summary").click()
            page.locator("#log-rpe").fill("11")
            page.locator("#log-set").click()
            expect(page.locator("#problems")).to_be_focused()
            judge(page, "workouts-problems")
            page.goto("/exercises/1", wait_until="load")
            page.locator("#maximum-numbers summary").click()
            page.locator("#earlier summary").click() if page.locator("#earlier").count() else None
            judge(page, "workouts-numbers")
            page.goto("/plans/1/edit", wait_until="load")
            page.locator("#as-text").click()
            expect(page.locator("#text")).to_be_visible()
            judge(page, "workouts-plan-text")


def scenario_axe_finds_nothing_where_there_is_nothing_yet(chromium, binary):
    with Server(binary) as server, tab(chromium, server, viewport=PHONE) as page:
        for name in ("home", "workouts", "open", "progress", "exercises", "discarded"):
            page.goto(PAGES[name], wait_until="load")
            judge(page, f"workouts-empty-{name}")


def scenario_forced_colours_leave_edges(chromium, binary):
    with Server(binary) as server, tab(chromium, server, forced_colors="active", viewport=PHONE) as page:
        train(server)
        for name in ("open", "exercise", "exercises"):
            page.goto(PAGES[name], wait_until="load")
            edge = page.locator(".panel").first.evaluate("panel => getComputedStyle(panel).borderTopStyle")
            assert edge == "solid", (name, edge)
            judge(page, f"workouts-forced-{name}")


def scenario_a_whole_workout_by_keyboard_on_a_phone(chromium, binary):
    with Server(binary) as server, tab(chromium, server, viewport=PHONE) as page:
        train(server, is_open=False)
        page.goto("/", wait_until="load")
        tab_to(page, "#start")
        page.keyboard.press("Enter")
        page.wait_for_url("**/session")
        expect(page.locator("#log-weight")).to_have_value("40")
        tab_to(page, "#log-set")
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
        # The warm-up and the first set as the last time, with one key each: the focus stays where it is.
        for said in ("Logged: Bench Press warm-up 40 kg × 10", "Logged: Bench Press 82.5 kg × 10"):
            page.keyboard.press("Enter")
            expect(page.locator("#said")).to_have_text(said)
            expect(page.locator("#log-set")).to_be_focused()
        # More weight, for the second one.
        page.locator("#log-weight").focus()
        page.keyboard.press("Control+A")
        page.keyboard.type("95")
        page.keyboard.press("Enter")
        expect(page.locator("#said")).to_have_text("Logged: Bench Press 95 kg × 8")
        # The same once more.
        tab_to(page, "#again")
        expect(page.locator("#again")).to_have_accessible_name("Repeat 95 kg × 8")
        page.keyboard.press("Enter")
        expect(page.locator(".sets strong")).to_have_count(4)
        # Two sets at once, of another exercise.
        tab_to(page, "a[href='/session?exercise=2']")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Pull-up")).to_be_visible()
        # The menu of the exercise has it.
        tab_to(page, "#more-set > summary")
        page.keyboard.press("Enter")
        tab_to(page, "#notation-box summary")
        page.keyboard.press("Enter")
        tab_to(page, "#sets")
        page.keyboard.type("x12 10x8 @9")
        page.keyboard.press("Enter")
        expect(page.locator("#said")).to_have_text("Logged: Pull-up 10 kg × 8, RPE 9")
        # One that is not in the plan.
        tab_to(page, "#exercise-name")
        page.keyboard.type("run")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Run")).to_be_visible()
        tab_to(page, "#log-distance")
        page.keyboard.type("5")
        tab_to(page, "#log-time")
        page.keyboard.type("25:00")
        page.keyboard.press("Enter")
        expect(page.locator("#said")).to_have_text("Logged: Run 5 km in 25:00")
        # A set is put right.
        tab_to(page, "a.done")
        page.keyboard.press("Enter")
        page.wait_for_url("**/sessions/4/sets/7")
        tab_to(page, "#set-time")
        page.keyboard.press("Control+A")
        page.keyboard.type("24:30")
        page.keyboard.press("Enter")
        page.wait_for_url("**/session?exercise=4")
        expect(page.locator("main")).to_contain_text("5 km in 24:30")
        tab_to(page, "#finish")
        page.keyboard.press("Enter")
        page.wait_for_url("**/session/finish")
        tab_to(page, "#finish-now")
        page.keyboard.press("Enter")
        page.wait_for_url("**/sessions/4")
        assert sets(server, 4) == [
            ("Bench Press", "40", 10, None, "warmUp"), ("Bench Press", "82.5", 10, None, "normal"),
            ("Bench Press", "95", 8, None, "normal"), ("Bench Press", "95", 8, None, "normal"),
            ("Pull-up", None, 12, None, "normal"), ("Pull-up", "10", 8, None, "normal"), ("Run", None, None, 1470, "normal")]
        tab_to(page, "#workout-check-in")
        page.keyboard.press("Enter")
        page.wait_for_url("**/check-ins/2")
        tab_to(page, "#check-in-workout")
        page.keyboard.press("Enter")
        page.wait_for_url("**/sessions/4")


def scenario_a_whole_workout_without_script(chromium, binary):
    with Server(binary) as server, tab(chromium, server, viewport=PHONE, java_script_enabled=False) as page:
        page.goto("/workouts", wait_until="load")
        page.get_by_role("link", name="New plan").click()
        page.get_by_label("Name").fill("Push A")
        page.get_by_label("Exercise 1", exact=True).fill("Bench Press")
        page.get_by_label("Sets 1").fill("w 1x10 40kg / 3x8-10 80kg @8")
        page.get_by_label("Rest 1").fill("2:00")
        page.get_by_label("Exercise 2", exact=True).fill("Plank")
        page.get_by_label("Sets 2").fill("1x1:00")
        page.get_by_role("button", name="Add an exercise").click()
        expect(page.get_by_label("Exercise 4", exact=True)).to_be_focused()
        page.get_by_label("Exercise 4", exact=True).fill("Bonch Press")
        page.get_by_label("Sets 4").fill("3x8")
        page.locator("#save-plan").click()
        expect(page.locator("#problems")).to_contain_text("the nearest is Bench Press")
        page.get_by_role("button", name="Remove Bonch Press").click()
        expect(page.get_by_label("Exercise 4", exact=True)).to_have_count(0)
        page.get_by_label("Exercise 3", exact=True).fill("Pull-up")
        page.get_by_label("Sets 3").fill("2x8")
        page.get_by_label("Superset 3").fill("A")
        page.get_by_role("button", name="Move Exercise 3 up").click()
        expect(page.get_by_role("button", name="Move Pull-up up")).to_be_focused()
        expect(page.get_by_label("Exercise 2", exact=True)).to_have_value("Pull-up")
        page.locator("#as-text").click()
        expect(page.get_by_label("Exercises")).to_have_value(PLAN)
        page.locator("#as-rows").click()
        page.locator("#save-plan").click()
        page.get_by_role("button", name="Use this plan").click()
        expect(page.locator("main")).to_contain_text("This plan is active now")
        page.goto("/", wait_until="load")
        page.get_by_role("button", name="Start Push A").click()
        expect(page.locator(".step").first).to_be_hidden()
        expect(page.locator("#rest")).to_be_hidden()
        page.locator("#log-set").click()
        expect(page.locator("main")).to_contain_text("Logged: Bench Press warm-up 40 kg × 10")
        expect(page.locator("#log-set")).to_be_focused()
        page.locator("#log-weight").fill("82,5")
        page.locator("#log-reps").fill("many")
        page.locator("#log-set").click()
        expect(page.locator("#problems")).to_contain_text("Repetitions must be a whole number")
        expect(page.locator("#log-weight")).to_have_value("82,5")
        page.locator("#log-reps").fill("10")
        page.locator("#more-set > summary").click()
        page.get_by_label("Kind").select_option("To failure")
        page.get_by_label("Effort (RPE)").fill("9.5")
        page.get_by_label("Note").fill("Last one was hard")
        page.locator("#log-set").click()
        expect(page.locator("main")).to_contain_text("Last one was hard")
        page.locator("#again").click()
        expect(page.locator(".sets strong")).to_have_count(3)
        page.get_by_role("button", name="Undo").click()
        expect(page.locator(".sets strong")).to_have_count(2)
        page.locator("#finish").click()
        page.get_by_label("Title of the check-in").fill("Chest")
        page.locator("#finish-now").click()
        expect(page.locator("main")).to_contain_text("Workout finished")
        assert sets(server, 1) == [
            ("Bench Press", "40", 10, None, "warmUp"), ("Bench Press", "82.5", 10, None, "failure")]
        assert server.show(1)["title"] == "Chest" and session(server, 1)["checkIn"] == 1
        page.get_by_role("button", name="Discard").click()
        expect(page.locator("main")).to_contain_text("This workout is discarded")
        assert session(server, 1)["checkIn"] is None and not server.show(1)["discarded"]
        page.get_by_role("button", name="Undo").click()
        assert session(server, 1)["checkIn"] == 1


def scenario_steps_rest_and_what_was_typed(chromium, binary):
    with Server(binary) as server, tab(chromium, server, viewport=PHONE) as page:
        train(server)
        page.goto("/session", wait_until="load")
        page.get_by_role("button", name="2.5 more weight").click()
        expect(page.locator("#log-weight")).to_have_value("95")
        page.get_by_role("button", name="One repetition less").click()
        expect(page.locator("#log-reps")).to_have_value("7")
        # A set that is logged elsewhere is shown, and what was typed here stays.
        server.run("log", "pull-up", "x9")
        expect(page.locator("main")).to_contain_text("today 9 reps")
        expect(page.locator("#log-weight")).to_have_value("95")
        page.locator("#log-set").click()
        expect(page.locator("#said")).to_have_text("Logged: Bench Press 95 kg × 7")
        expect(page.locator("#rest-time")).to_have_text(re.compile("^1:5"))
        page.get_by_role("button", name="30 seconds more rest").click()
        expect(page.locator("#rest-time")).to_have_text(re.compile("^2:2"))
        page.goto("/exercises/1", wait_until="load")
        page.goto("/session", wait_until="load")
        expect(page.locator("#rest-time")).to_have_text(re.compile("^2:2"))
        page.get_by_role("button", name="Skip the rest").click()
        expect(page.locator("#rest-time")).to_have_text("2:00")
        page.reload(wait_until="load")
        expect(page.locator("#rest-time")).to_have_text("2:00")


def scenario_the_rest_goes_on_where_the_set_was_logged_elsewhere(chromium, binary):
    with Server(binary) as server, tab(chromium, server, viewport=PHONE) as page:
        train(server)
        page.goto("/session", wait_until="load")
        # Of the set that the command has just logged.
        expect(page.locator("#rest")).to_have_class(re.compile("running"))
        expect(page.locator("#rest-time")).to_have_attribute("role", "timer")
        expect(page.locator("#rest-time")).to_have_text(re.compile("^1:5"))


def scenario_the_rows_of_a_plan_by_keyboard(chromium, binary):
    with Server(binary) as server, tab(chromium, server, viewport=PHONE) as page:
        train(server)
        page.goto("/plans/1/edit", wait_until="load")
        tab_to(page, "#up-2")
        page.keyboard.press("Enter")
        expect(page.locator("#said")).to_have_text("Plank is number 2 of 3 now")
        expect(page.locator("#up-1")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#said")).to_have_text("Plank is number 1 of 3 now")
        # There is no way further up: the way down is next.
        expect(page.locator("#down-0")).to_be_focused()
        tab_to(page, "#remove-0")
        page.keyboard.press("Enter")
        expect(page.locator("#said")).to_have_text("Plank removed")
        expect(page.locator("#exercise-0")).to_be_focused()
        tab_to(page, "#add-row")
        page.keyboard.press("Enter")
        expect(page.locator("#exercise-2")).to_be_focused()
        page.keyboard.type("Dip")
        tab_to(page, "#sets-2")
        page.keyboard.type("3x10")
        # Enter saves; it presses none of the buttons of the rows.
        page.keyboard.press("Enter")
        page.wait_for_url("**/plans/1")
        expect(page.locator(".plan-items .row-title")).to_have_text(["Bench Press", "Pull-up", "Dip"])


def scenario_a_set_for_a_workout_that_is_over_is_not_lost_silently(chromium, binary):
    with Server(binary) as server, tab(chromium, server, viewport=PHONE) as page:
        train(server)
        # What happens elsewhere is not heard.
        page.route("**/events", lambda route: route.abort())
        page.goto("/session", wait_until="load")
        server.run("session", "finish")
        page.locator("#log-set").click()
        expect(page.locator("main")).to_contain_text("not open any more")
        assert len(sets(server, 4)) == 2


def scenario_pressing_twice_logs_once(chromium, binary):
    with Server(binary) as server, tab(chromium, server, viewport=PHONE) as page:
        train(server)
        page.goto("/session", wait_until="load")
        page.evaluate("() => { const set = document.getElementById('log-set'); set.click(); set.click(); }")
        expect(page.locator(".sets strong")).to_have_count(3)
        assert len(sets(server, 4)) == 3


def scenario_stored_text_is_never_run(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        evil = "<img src=x onerror=alert(1)><script>alert(1)</script>"
        server.run("exercise", "new", evil)
        server.run("session", "start", "--title", evil)
        server.run("log", evil, "80x10")
        page.on("dialog", lambda dialog: (_ for _ in ()).throw(AssertionError("a script was run")))
        for path in ("/", "/workouts", "/session", "/exercises/1", "/session/finish", "/sessions/1/sets/1"):
            page.goto(path, wait_until="load")
            assert page.locator("main script, main img[src=x]").count() == 0
        server.run("session", "finish")
        for path in ("/", "/sessions/1", "/progress", "/progress?tab=exercises", "/exercises/1"):
            page.goto(path, wait_until="load")
            assert page.locator("main script, main img[src=x]").count() == 0


if __name__ == "__main__":
    with browser() as chromium:
        scenarios(sys.modules[__name__], chromium, sys.argv[1])
