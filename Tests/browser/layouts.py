#!/usr/bin/env python3
"""The layout of every page, with much, little and no data, in every width, language and size of text.
CHECKIN_LOOKS=all judges every combination.
Usage: layouts.py BINARY [SCENARIO…]"""

import sys
from pathlib import Path

from support import environment

environment.enter()

from playwright.sync_api import expect  # noqa: E402

from support.group import disagree, group  # noqa: E402
from support.judge import LAYOUT, LOCALES, judge_layouts, judges_all, layouts  # noqa: E402
from support.page import PHOTOS, browser, scenarios, stranger, tab  # noqa: E402
from support.server import Server  # noqa: E402

PLAN = """Bench Press / w 1x10 40kg / 3x8-10 80kg @8 / rest 2:00
Incline Dumbbell Press / 3x10 26kg / superset A
Plank / 1x1:00
"""
# What every journal has, whatever is in it.
PAGES = {
    "home": "/", "months": "/months", "photos": "/photos", "day": "/days/2026-11-20", "form": "/add", "year": "/year/2026",
    "statistics": "/stats", "changes": "/audit", "search": "/search", "found": "/search?q=run", "exchange": "/import",
    "devices": "/devices", "goals": "/goals", "conflicts": "/conflicts", "workouts": "/workouts", "open": "/session",
    "progress": "/progress", "exercises": "/progress?tab=exercises", "new-plan": "/plans/new",
    "discarded-plans": "/workouts/discarded", "missing": "/check-ins/9999",
}
CHECK_INS = {
    "check-in": "/check-ins/1", "edit": "/check-ins/1/edit", "history": "/check-ins/1/history",
    "toast": "/?notice=added&after=1",
}
TABLE = b"date,type,title\n2026-01-02,Run,One\n2026-01-03,Dance,Two\n"
WORKOUTS = {
    "finish": "/session/finish", "exercise": "/exercises/1", "plank": "/exercises/3", "plan": "/plans/1",
    "edit-plan": "/plans/1/edit", "workout": "/sessions/2", "edit-workout": "/sessions/2/edit", "set": "/sessions/2/sets/3", "unlinked": "/sessions/1",
    "unknown": "/session?name=zercher",
}


def give_much(server):
    """Photos, goals, a plan and workouts besides the sample check-ins."""
    for number, name in ((1, "display-p3.jpg"), (400, "plain.jpg"), (399, "orientation-6.jpg"), (380, "xmp.jpg")):
        server.run("photo", "attach", str(number), str(PHOTOS / name))
    server.run("discard", "2", "--yes")
    server.run("edit", "1", "--location", "Müggelsee", "--calories", "390", "--duration", "1:05:00", "--distance", "12.5km",
               "--notes", "Mist on the water until the second bend.")
    for goal in ("days 20/month", "run 3/week", "strength training 12/month"):
        server.run("goal", "set", *goal.split())
    give_workouts(server, weeks=4)


def give_little(server):
    server.run("add", "run", "Morning 5k", "--at", "2026-11-19T07:00")
    server.run("add", "strength training", "Push A", "--at", "2026-11-20T18:00")
    server.run("goal", "set", "yoga", "2/week")
    give_workouts(server, weeks=2)


def give_workouts(server, weeks):
    plan = Path(server.folder.name) / "plan.txt"
    plan.write_text(PLAN)
    server.run("plan", "new", "Push A", str(plan))
    server.run("plan", "use", "1")
    for week in range(weeks):
        when = f"2026-11-{1 + 5 * week:02} 18:00"
        server.run("session", "start", "1", "--at", when)
        server.run("log", "bench", "w40x10", f"{82.5 + week}x10", "102.5x6", "--at", when)
        server.run("log", "incline dumbbell press", "26x10", "--at", when)
        server.run("log", "plank", "1:30", "--at", when)
        server.run("session", "finish", *(() if week else ("--no-check-in",)), "--at", when[:11] + "19:02")
    server.run("session", "start", "1", "--at", "2026-11-20 21:26")
    server.run("log", "bench", "w40x10", "82.5x10")


def scenario_every_page_fits_with_much_data(chromium, binary):
    with Server(binary, with_sample=True) as server:
        give_much(server)
        judge_pages(chromium, server, PAGES | CHECK_INS | WORKOUTS | {"discarded": "/check-ins/2"}, "much")


def scenario_every_page_fits_with_little_data(chromium, binary):
    with Server(binary) as server:
        give_little(server)
        judge_pages(chromium, server, some(PAGES | CHECK_INS | WORKOUTS, 0), "little", first=1)


def scenario_every_page_fits_with_no_data(chromium, binary):
    with Server(binary) as server:
        judge_pages(chromium, server, some(PAGES, 1), "none", first=2)


def scenario_titles_without_a_space_fit(chromium, binary):
    with Server(binary) as server:
        title = "x" * 60
        server.run("add", "run", title, "--at", "2026-11-20T07:00", "--location", title, "--notes", title)
        server.run("photo", "attach", "1", str(PHOTOS / "plain.jpg"))
        plan = Path(server.folder.name) / "plan.txt"
        plan.write_text(PLAN)
        server.run("plan", "new", title, str(plan))
        server.run("plan", "use", "1")
        pages = ("home", "day", "months", "photos", "changes", "found", "form", "workouts")
        judge_pages(chromium, server, {name: PAGES[name] for name in pages} | CHECK_INS | {"plan": "/plans/1"}, "long")


def scenario_the_pages_of_a_group_fit(chromium, binary):
    with group(binary) as (laptop, phone):
        disagree(laptop, phone, "title", "calories", "location")
        pages = {"home": "/", "devices": "/devices", "conflicts": "/conflicts", "check-in": "/check-ins/1"}
        judge_pages(chromium, laptop, pages, "group")


def scenario_what_forms_are_answered_with_fits(chromium, binary):
    with Server(binary) as server:
        give_little(server)
        answers = {
            "form-problems": ("/add", "#form .primary", "#problems"),
            "goal-problems": ("/goals", "#goal-form .primary", "#problems"),
            "plan-problems": ("/plans/new", "#save-plan", "#problems"),
            "plan-text": ("/plans/1/edit", "#as-text", "#text"),
            "preview": ("/import", "#import-form .primary", "#import-summary"),
        }

        def ask(page, path, button, answer):
            page.goto(path, wait_until="load")
            if path == "/import":
                page.locator("#import-file").set_input_files({"name": "x.csv", "mimeType": "text/csv", "buffer": TABLE})
            page.locator(button).click()
            expect(page.locator(answer)).to_be_visible()

        judge_pages(chromium, server, answers, "answer", open_page=lambda page, answer: ask(page, *answer))
        for number, locale in enumerate(LOCALES):
            with stranger(chromium, locale=locale) as page:
                page.goto(server.address + "/pair", wait_until="load")
                judge_layouts(page, f"pair-{locale}", layouts(number)[1])


def scenario_each_fault_is_found(chromium, binary):
    faults = {
        "h1 { width: 2000px }": "and the window 390",
        ".goals .button { width: 2rem }": "is smaller than its label",
        "body { overflow-wrap: anywhere } .goals li { flex-wrap: nowrap !important } .goals .row { min-width: 90% !important }":
            "“Clear” is broken",
        ".panel { overflow: clip } .panel h2 { margin-left: 80%; white-space: nowrap }": "is cut off by",
        "#count { width: 2rem }": "is narrower than its value",
        ".goals .figures { margin-top: -1.25rem }": "overlap",
        ".bottom { padding-bottom: 30rem }": "bars take",
    }
    with Server(binary) as server, tab(chromium, server, viewport={"width": 390, "height": 844}) as page:
        server.run("goal", "set", "run", "3/week")
        page.goto("/goals", wait_until="load")
        page.locator("#count").fill("300")
        assert page.evaluate(LAYOUT) == []
        for rule, fault in faults.items():
            page.evaluate("rules => rules.replaceAll('}', '}\\n').trim().split('\\n').forEach(rule => "
                          "document.styleSheets[0].insertRule(rule, document.styleSheets[0].cssRules.length))", rule)
            found = page.evaluate(LAYOUT)
            assert any(fault in one for one in found), (rule, found)
            for _ in range(rule.count("}")):
                page.evaluate("document.styleSheets[0].deleteRule(document.styleSheets[0].cssRules.length - 1)")
        assert page.evaluate(LAYOUT) == []


def some(pages, first):
    """Every second page; with CHECKIN_LOOKS=all, all of them."""
    return pages if judges_all() else dict(list(pages.items())[first::2])


def go(page, path):
    page.goto(path, wait_until="load")


def judge_pages(chromium, server, pages, name, first=0, open_page=go):
    """Judges each page in its languages and windows, which are in turn from the first one on."""
    plans = {title: layouts(number) for number, title in enumerate(pages, first)}
    for locale in LOCALES:
        with tab(chromium, server, locale=locale) as page:
            for title, (locales, windows) in plans.items():
                if locale in locales:
                    open_page(page, pages[title])
                    judge_layouts(page, f"{name}-{title}-{locale}", windows)


if __name__ == "__main__":
    with browser() as chromium:
        scenarios(sys.modules[__name__], chromium, sys.argv[1])
