#!/usr/bin/env python3
"""Who is let in, and who is not: the other accounts of this machine. Usage: access.py BINARY [SCENARIO…]"""

import http.server
import os
import stat
import sys
import tempfile
import threading
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path

from support import environment

environment.enter()

from playwright.sync_api import expect  # noqa: E402

from support.page import browser, scenarios, stranger  # noqa: E402
from support.server import Server  # noqa: E402


def scenario_without_the_key_a_browser_is_told_what_to_do(chromium, binary):
    with Server(binary, with_sample=True) as server, stranger(chromium) as page:
        for path in ("/", "/months", "/check-ins/17", "/?key=wrong"):
            answer = page.goto(server.address + path, wait_until="load")
            assert answer.status == 401
            expect(page.get_by_role("heading", level=1)).to_have_text("This page needs its key")
            expect(page.locator("main")).to_contain_text("checkin serve")


def scenario_the_printed_address_lets_a_browser_in_again_and_again(chromium, binary):
    with Server(binary, with_sample=True) as server:
        for _ in range(2):
            with stranger(chromium) as page:
                page.goto(server.entrance, wait_until="load")
                expect(page.locator("#total")).to_be_visible()
                assert page.url == server.address + "/"
                page.get_by_role("link", name="Statistics").click()
                expect(page).to_have_title("Statistics – checkin")
                assert server.key not in page.evaluate("document.referrer")
                [cookie] = page.context.cookies()
                assert cookie["name"] == f"checkin-{server.port}" and server.key not in cookie["value"]
                assert cookie["httpOnly"] and cookie["sameSite"] == "Strict", cookie
                page.goto(server.entrance, wait_until="load")
                expect(page.locator("#total")).to_be_visible()


def scenario_a_link_of_another_page_leads_in_who_has_been_let_in(chromium, binary):
    with Server(binary) as server, elsewhere(f'<a href="{server.address}/stats">x</a>') as address:
        with stranger(chromium) as page:
            page.goto(server.entrance, wait_until="load")
            for _ in range(2):
                page.goto(address, wait_until="load")
                page.get_by_role("link").click()
                expect(page).to_have_title("Statistics – checkin")
                # The second time, through the service worker.
                page.wait_for_function("navigator.serviceWorker.ready.then(() => true)")
        with stranger(chromium) as page:
            page.goto(address, wait_until="load")
            page.get_by_role("link").click()
            expect(page).to_have_title("Key needed – checkin")
            page.wait_for_timeout(500)
            expect(page).to_have_title("Key needed – checkin")


@contextmanager
def elsewhere(page):
    """The address of another site's page: "localhost" is another site than 127.0.0.1."""
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, *_):
            pass

    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    yield f"http://localhost:{site.server_port}/"
    site.shutdown()


def scenario_open_shows_the_key_to_no_other_account(chromium, binary):
    with tempfile.TemporaryDirectory() as folder:
        opener = Path(folder) / "xdg-open"
        opener.write_text(f'#!/bin/sh\nprintf %s "$*" > {folder}/part && mv {folder}/part {folder}/arguments\n')
        opener.chmod(0o755)
        with Server(binary, arguments=["--open"], programs=folder) as server:
            arguments = Path(folder) / "arguments"
            while not arguments.exists():
                assert server.process.poll() is None
            assert server.key not in arguments.read_text()
            assert server.key.encode() not in Path(f"/proc/{server.process.pid}/cmdline").read_bytes()
            with stranger(chromium) as page:
                page.goto(arguments.read_text(), wait_until="load")
                expect(page.locator("#total")).to_be_visible()


def scenario_programs_read_the_key_from_a_file(chromium, binary):
    with Server(binary) as server:
        file = Path(server.environment["XDG_RUNTIME_DIR"]) / "checkin" / f"{server.port}.key"
        assert file.read_text().strip() == server.key
        assert stat.S_IMODE(file.stat().st_mode) == 0o600 and stat.S_IMODE(file.parent.stat().st_mode) == 0o700
        assert status(server, {"Authorization": f"Bearer {server.key}"}) == 200
        assert status(server, {}) == 401
        server.process.terminate()
        server.process.wait(30)
        assert not list(file.parent.iterdir())


def scenario_without_a_runtime_directory_the_key_is_in_one_of_the_account(chromium, binary):
    server = Server(binary)
    del server.environment["XDG_RUNTIME_DIR"]
    with server:
        file = Path(f"/tmp/checkin-{os.getuid()}/{server.port}.key")
        assert file.read_text().strip() == server.key
        assert stat.S_IMODE(file.stat().st_mode) == 0o600 and stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def status(server, headers):
    try:
        return urllib.request.urlopen(urllib.request.Request(server.address + "/api/stats", headers=headers)).status
    except urllib.error.HTTPError as refusal:
        return refusal.code


if __name__ == "__main__":
    with browser() as chromium:
        scenarios(sys.modules[__name__], chromium, sys.argv[1])
