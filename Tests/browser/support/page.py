"""Browsers that look at the built page."""

import os
import sys
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Error, expect, sync_playwright

from support.environment import CHROMIUM, ROOT

PHOTOS = ROOT / "Fixtures" / "photos"
ARGUMENTS = ["--no-sandbox", "--disable-dev-shm-usage"]
# How long what a test waits for may take before it counts as missing, in milliseconds: many times what it takes, because
# a machine that runs tests may be slow.
PATIENCE = 60_000
expect.set_options(timeout=PATIENCE)


@contextmanager
def browser():
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=CHROMIUM, args=ARGUMENTS)
        yield chromium
        chromium.close()


@contextmanager
def tab(chromium, server, **options):
    """A tab in a context of its own, which has been let in. What its console complains of is a failure."""
    context = chromium.new_context(**{**usual(server), **options})
    assert context.request.get(server.entrance).ok
    with watched(context, context.new_page()) as page:
        yield page


def usual(server):
    return {"base_url": server.address, "viewport": {"width": 1000, "height": 900}, "locale": "en-GB",
            "timezone_id": "Europe/Berlin"}


@contextmanager
def phone(chromium, server, folder, **options):
    """A tab of a browser that keeps what it stores in a folder, and finds it there at its next start."""
    context = chromium.browser_type.launch_persistent_context(folder, **{
        **usual(server), "viewport": {"width": 390, "height": 844}, "executable_path": CHROMIUM, "args": ARGUMENTS,
        **options})
    with watched(context, context.pages[0]) as page:
        yield page


@contextmanager
def stranger(chromium, **options):
    """A tab that nobody has let in."""
    context = chromium.new_context(**options)
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


@contextmanager
def watched(context, page):
    context.set_default_timeout(PATIENCE)
    complaints = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if is_complaint(message) else None)
    yield page
    context.close()
    assert not complaints, complaints


def is_complaint(message):
    # A refused form is told by its status, which the console repeats.
    return message.type == "error" and "Failed to load resource" not in message.text


def enter_again(page, server):
    """Opens the link of the server that was started last. A page that learns just then that it is not let in any more loads
    itself again, and may overtake this."""
    try:
        page.goto(server.entrance, wait_until="load")
    except Error as error:
        if "ERR_ABORTED" not in error.message and "interrupted by another navigation" not in error.message:
            raise
        page.goto(server.entrance, wait_until="load")


def fill(page, kind="Run", title="Morning 5k", **fields):
    """Fills the form that is open."""
    page.get_by_role("radio", name=kind, exact=True).check()
    page.get_by_label("Title").fill(title)
    if {"calories", "duration", "distance", "location", "notes"} & fields.keys():
        open_more(page)
    for name, value in fields.items():
        page.locator("#" + name).fill(value)


def open_more(page):
    """Shows the fields that are left out at first."""
    if page.locator("#more").get_attribute("open") is None:
        page.locator("#more > summary").click()


def send(page):
    page.locator("#form .primary").click()


def check_in(page, **fields):
    page.goto("/add", wait_until="load")
    fill(page, **fields)
    send(page)
    page.wait_for_url(lambda url: "/add" not in url)


def shoot(page, name):
    """Keeps a picture of the page, where CHECKIN_SCREENSHOTS names a folder for them."""
    if folder := os.environ.get("CHECKIN_SCREENSHOTS"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=str(Path(folder) / f"{name}.png"), full_page=True)


def is_loaded(page, selector):
    """Whether a picture was fetched and could be read."""
    page.wait_for_function("s => { const i = document.querySelector(s); return i && i.complete }", arg=selector)
    return page.eval_on_selector(selector, "i => i.naturalWidth > 0")


def scenarios(module, *arguments):
    """Runs every function of a script whose name says that it is a scenario, and says how it went."""
    names = [name for name in vars(module) if name.startswith("scenario_") and name in (sys.argv[2:] or [name])]
    for name in names:
        vars(module)[name](*arguments)
        print("passed:", name.removeprefix("scenario_").replace("_", " "), flush=True)
    print(f"{len(names)} passed, 0 failed")
