#!/usr/bin/env python3
"""The page in the languages, weeks and clocks that browsers ask for. Usage: languages.py BINARY [SCENARIO…]"""

import re
import sys
import tempfile

from support import environment

environment.enter()

from playwright.sync_api import expect  # noqa: E402

from support.judge import judge  # noqa: E402
from support.page import browser, scenarios, send, tab  # noqa: E402
from support.server import Server  # noqa: E402

PAGES = ["/", "/months", "/add", "/days/2026-11-20", "/year/2026", "/stats", "/audit", "/workouts", "/search?q=x"]
# Words that are the same in another language are no English left behind.
ENGLISH = re.compile(r"\b(the|and|were|have|with|your|days|month|week|today|yesterday|Saturday|Undo)\b")


def heads(page):
    return [text.strip() for text in page.locator(".calendar").first.locator("thead th").all_inner_texts()]


def scenario_portuguese_with_a_clock_of_24_hours(chromium, binary):
    with Server(binary) as server, tab(chromium, server, locale="pt-BR") as page:
        server.run("add", "run", "Corrida leve", "--at", "2026-11-20T18:02")
        page.goto("/", wait_until="load")
        expect(page.locator("html")).to_have_attribute("lang", "pt")
        page.goto("/", wait_until="load")
        expect(page.locator("body")).to_contain_text("Fazer check-in")
        assert heads(page)[0].startswith("dom"), heads(page)
        page.goto("/days/2026-11-20", wait_until="load")
        expect(page.locator("body")).to_contain_text("20 de novembro")
        expect(page.locator("body")).to_contain_text("18:02")
        expect(page.locator("body")).to_contain_text("Corrida")
        page.goto("/add", wait_until="load")
        send(page)
        expect(page.locator("#problems")).to_contain_text("Informe um título")


def scenario_american_with_a_clock_of_12_hours(chromium, binary):
    with Server(binary) as server, tab(chromium, server, locale="en-US") as page:
        server.run("add", "run", "Morning 5k", "--at", "2026-11-20T18:02")
        page.goto("/days/2026-11-20", wait_until="load")
        expect(page.locator("html")).to_have_attribute("lang", "en")
        expect(page.locator("body")).to_contain_text("November 20")
        expect(page.locator("body")).to_contain_text("6:02 PM")
        page.goto("/", wait_until="load")
        assert heads(page)[0].startswith("Su"), heads(page)


def scenario_two_browsers_at_once_get_their_own_pages(chromium, binary):
    with Server(binary, with_sample=True) as server:
        with tab(chromium, server, locale="de-DE") as german, tab(chromium, server, locale="es-ES") as spanish:
            for _ in range(2):
                german.goto("/", wait_until="load")
                spanish.goto("/", wait_until="load")
                expect(german.locator("body")).to_contain_text("Einchecken")
                expect(spanish.locator("body")).to_contain_text("Hacer check-in")
            answer = german.goto("/months", wait_until="load")
            assert answer.headers["content-language"] == "de" and answer.headers["vary"] == "Accept-Language, Accept-Encoding"
            assert heads(german)[0].startswith("Mo")


def scenario_every_page_is_whole_in_every_language(chromium, binary):
    with Server(binary, with_sample=True) as server:
        for locale in ("pt-BR", "de-DE", "es-ES"):
            with tab(chromium, server, locale=locale, viewport={"width": 390, "height": 844}) as page:
                for path in PAGES:
                    page.goto(path, wait_until="load")
                    name = path.strip("/").replace("/", "-").split("?")[0] or "home"
                    judge(page, f"languages-{locale}-{name}")
                    # Titles and notes of the sample are English.
                    words = page.evaluate(
                        "() => [document.title, ...[...document.querySelectorAll('button, label, legend, th, dt, h2, nav a,"
                        " .button, .hint')].map(e => e.innerText)].join('\\n')")
                    assert not ENGLISH.search(words), (locale, path, ENGLISH.search(words)[0], words)


def scenario_no_language_but_the_servers_own(chromium, binary):
    with Server(binary, with_sample=True) as server, tab(chromium, server, locale="fr-FR") as page:
        page.goto("/", wait_until="load")
        expect(page.locator("html")).to_have_attribute("lang", "en")
        assert heads(page)[0].startswith("Mo")


CONFIGURATION = """\
unit = "lb"
first_weekday = "wednesday"
clock = "12"
default_type = "swim"
"""


def scenario_what_the_configuration_file_sets_goes_before_the_browsers_region(chromium, binary):
    with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
        file.write(CONFIGURATION)
        file.flush()
        with (Server(binary, variables={"CHECKIN_CONFIG": file.name}) as server,
              tab(chromium, server, locale="en-GB") as page):
            server.run("add", "Laps", "--at", "2026-11-20T18:02", "--distance", "3.1mi")
            server.run("log", "bench", "180x5")
            for path in ("/", "/months"):
                page.goto(path, wait_until="load")
                assert heads(page)[0].startswith("We"), (path, heads(page))
            page.goto("/days/2026-11-20", wait_until="load")
            expect(page.locator("main")).to_contain_text("6:02 PM")
            expect(page.locator("main")).to_contain_text("Swim")
            page.goto("/check-ins/1", wait_until="load")
            expect(page.locator("main")).to_contain_text("3.1 mi")
            expect(page.locator("main")).to_contain_text("6:02 PM")
            page.goto("/session", wait_until="load")
            expect(page.locator("main")).to_contain_text("900 lb")
            page.goto("/add", wait_until="load")
            expect(page.get_by_role("radio", name="Swim", exact=True)).to_be_checked()
            page.get_by_label("Title").fill("From the page")
            send(page)
            page.wait_for_url(lambda url: "/add" not in url)
            assert server.show(2)["type"] == "Swim", server.show(2)
            # A check-in that is done again keeps its type.
            server.run("add", "run", "Once more")
            page.goto("/add?again=3", wait_until="load")
            expect(page.get_by_role("radio", name="Run", exact=True)).to_be_checked()
        # What is said on the command line or by the environment goes before the file.
        with (Server(binary, variables={"CHECKIN_CONFIG": file.name, "CHECKIN_CLOCK": "24", "CHECKIN_TYPE": "yoga",
                                        "CHECKIN_FIRST_WEEKDAY": "friday"}) as server,
              tab(chromium, server, locale="en-US") as page):
            server.run("add", "Stretch", "--at", "2026-11-20T18:02")
            page.goto("/", wait_until="load")
            assert heads(page)[0].startswith("Fr"), heads(page)
            page.goto("/days/2026-11-20", wait_until="load")
            expect(page.locator("main")).to_contain_text("18:02")
            page.goto("/add", wait_until="load")
            expect(page.get_by_role("radio", name="Yoga", exact=True)).to_be_checked()


if __name__ == "__main__":
    with browser() as chromium:
        scenarios(sys.modules[__name__], chromium, sys.argv[1])
