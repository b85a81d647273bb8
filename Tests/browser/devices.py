#!/usr/bin/env python3
"""The page on other devices: pairing, and what is refused there, over TLS and behind a proxy. Usage: devices.py BINARY
[SCENARIO…]"""

import json
import re
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import warnings
from functools import partial
from pathlib import Path

from support import environment

environment.enter()

from playwright.sync_api import expect  # noqa: E402

from support.judge import judge  # noqa: E402
from support.page import browser, scenarios, stranger  # noqa: E402
from support.server import Server  # noqa: E402

NAME = "journal.test"


class SharedServer(Server):
    """A page that other devices reach."""

    def __init__(self, binary, by_proxy=False, with_sample=False):
        self.keys = tempfile.TemporaryDirectory(prefix="checkin-tls-")
        self.certificate, self.key_file = self.keys.name + "/page.pem", self.keys.name + "/page-key.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30",
             "-subj", "/CN=checkin", "-addext", f"subjectAltName=IP:127.0.0.1,DNS:{NAME}", "-keyout", self.key_file,
             "-out", self.certificate], check=True, capture_output=True)
        tls = ["--tls-certificate", self.certificate, "--tls-key", self.key_file]
        arguments = ["--listen", "127.0.0.1:0", *(["--behind-proxy", "https://" + NAME] if by_proxy else tls)]
        super().__init__(binary, with_sample=with_sample, arguments=arguments)
        self.by_proxy = by_proxy

    def start(self):
        super().start()
        self.remote = re.search(r"https://\S+(?=/\. )", self.process.stdout.readline())[0]
        listening = subprocess.run(["ss", "-Hltnp"], capture_output=True, text=True).stdout
        ports = {int(port) for port in re.findall(rf"127\.0\.0\.1:(\d+) .*pid={self.process.pid},", listening)}
        [self.remote_port] = ports - {self.port}
        self.host = NAME if self.by_proxy else f"127.0.0.1:{self.remote_port}"

    def connect(self, timeout=20):
        connection = socket.create_connection(("127.0.0.1", self.remote_port), timeout=timeout)
        if self.by_proxy:
            return connection
        return ssl.create_default_context(cafile=self.certificate).wrap_socket(connection, server_hostname=NAME)

    def ask(self, method, path, headers=(), body=b"", host=None, length=None):
        """Status, headers and content of an answer to a request that is sent as it is."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: {host or self.host}", "Connection: close", *headers]
        if body or length is not None:
            lines.append(f"Content-Length: {len(body) if length is None else length}")
        answer = b""
        with self.connect() as connection:
            try:
                connection.sendall("\r\n".join([*lines, "", ""]).encode() + body)
                while part := connection.recv(65536):
                    answer += part
            except OSError:
                pass
        head, _, content = answer.decode(errors="replace").partition("\r\n\r\n")
        return int(head.split()[1]) if head else None, head.lower(), content

    def post(self, path, fields, headers=(), origin=None):
        kind = "Content-Type: application/x-www-form-urlencoded"
        return self.ask("POST", path, [f"Origin: {origin or 'https://' + self.host}", kind, *headers], fields.encode())

    def invite(self):
        return json.loads(self.run("serve", "--pair", "--json"))["address"]

    def code(self):
        return self.invite().rpartition("=")[2]

    def pair(self, name):
        """The header with the cookie of a device that is paired."""
        status, head, _ = self.post("/pair", f"code={self.code()}&name={name}")
        assert status == 303, head
        name, value = re.search(r"set-cookie: __host-(checkin-\d+)=(\w+)", head).groups()
        return f"Cookie: __Host-{name}={value}"

    def devices(self):
        return json.loads(self.run("serve", "--devices", "--json"))


# A tab on another device, whose browser trusts the page's certificate.
remote_stranger = partial(stranger, ignore_https_errors=True, locale="en-GB")


def read_code(picture):
    with tempfile.NamedTemporaryFile(suffix=".png" if picture[:1] == b"\x89" else ".pgm") as file:
        file.write(picture)
        file.flush()
        command = ["zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", file.name]
        return subprocess.run(command, capture_output=True, text=True).stdout.strip()


def terminal_picture(text):
    """What a terminal shows of half blocks in black on white."""
    rows = []
    for line in re.findall(r"\x1b\[38;5;16m\x1b\[48;5;231m([ ▀▄█]*)\x1b\[0m", text):
        rows += [[c in "▀█" for c in line], [c in "▄█" for c in line]]
    scale = 6
    pixels = b"".join(
        b"".join((b"\x00" if dark else b"\xff") * scale for dark in row) * scale for row in rows)
    return f"P5 {len(rows[0]) * scale} {len(rows) * scale} 255\n".encode() + pixels


def scenario_a_phone_is_paired_by_the_code_that_the_terminal_shows(chromium, binary):
    with SharedServer(binary, with_sample=True) as server:
        shown = server.run("serve", "--pair", "--color", "always")
        address = read_code(terminal_picture(shown))
        assert address.startswith(server.remote + "/pair?code=") and address in shown, (address, shown)
        with remote_stranger(chromium, viewport={"width": 390, "height": 844}) as page, remote_stranger(chromium) as thief:
            page.goto(server.remote, wait_until="load")
            expect(page.get_by_role("heading", level=1)).to_have_text("This device is not paired")
            page.goto(address, wait_until="load")
            judge(page, "pair-390")
            page.get_by_label("Name of this device").fill("My phone")
            page.get_by_role("button", name="Pair this device").click()
            expect(page.locator("#total")).to_be_visible()
            assert page.url == server.remote + "/"
            [cookie] = page.context.cookies()
            assert cookie["httpOnly"] and cookie["secure"] and cookie["sameSite"] == "Strict", cookie
            assert cookie["expires"] > time.time() + 399 * 86_400
            thief.goto(address, wait_until="load")
            expect(thief.get_by_role("alert")).to_contain_text("used up")
            [device] = server.devices()
            assert device["name"] == "My phone" and device["number"] == 1
            assert "My phone" in server.run("serve", "--devices")
            server.stop()
            server.arguments = [a.replace(":0", f":{server.remote_port}") for a in server.arguments]
            server.start()
            page.reload(wait_until="load")
            expect(page.locator("#total")).to_be_visible()


def scenario_a_paired_device_pairs_another_and_revokes_it(chromium, binary):
    with SharedServer(binary) as server:
        with remote_stranger(chromium, java_script_enabled=False) as page, remote_stranger(chromium) as other:
            page.goto(server.invite(), wait_until="load")
            page.get_by_role("button", name="Pair this device").click()
            page.goto(server.remote + "/devices", wait_until="load")
            page.get_by_role("button", name="Pair another device").click()
            address = read_code(page.get_by_role("img", name="QR code of the address below").screenshot())
            assert address == page.locator("code.wrap").inner_text(), address
            other.goto(address, wait_until="load")
            other.get_by_role("button", name="Pair this device").click()
            expect(other.locator("h1").first).to_be_visible()
            other.goto(server.remote + "/devices", wait_until="load")
            judge(other, "devices")
            page.goto(server.remote + "/devices", wait_until="load")
            page.get_by_role("button", name="Revoke").click()
            expect(page.get_by_role("button", name="Revoke")).to_have_count(0)
            other.goto(server.remote, wait_until="load")
            expect(other.get_by_role("heading", level=1)).to_have_text("This device is not paired")


def scenario_signing_out_leaves_nothing_in_the_browser(chromium, binary):
    with SharedServer(binary, with_sample=True) as server, remote_stranger(chromium) as page:
        page.goto(server.invite(), wait_until="load")
        page.get_by_role("button", name="Pair this device").click()
        expect(page.locator("#total")).to_be_visible()
        page.evaluate("""async () => {
            localStorage.setItem("x", "y"); await caches.open("x");
            await new Promise(done => { indexedDB.open("x").onsuccess = done });
        }""")
        page.goto(server.remote + "/devices", wait_until="load")
        page.get_by_role("button", name="Sign out").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Signed out")
        left = page.evaluate("async () => [localStorage.length, (await caches.keys()).length]")
        assert left == [0, 0] and page.context.cookies() == [], left
        page.goto(server.remote, wait_until="load")
        expect(page.get_by_role("heading", level=1)).to_have_text("This device is not paired")
        assert server.devices() == []


def scenario_a_stolen_cookie_ends_with_its_device_and_so_do_its_streams(chromium, binary):
    with SharedServer(binary) as server:
        phone, tablet = server.pair("Phone"), server.pair("Tablet")
        with server.connect() as stream, server.connect() as kept:
            for connection, cookie in ((stream, phone), (kept, tablet)):
                connection.sendall(f"GET /events HTTP/1.1\r\nHost: {server.host}\r\n{cookie}\r\n\r\n".encode())
                assert b"200 OK" in connection.recv(65536)
            server.run("serve", "--revoke", "phone")
            while stream.recv(65536):
                pass
            assert server.ask("GET", "/", [phone])[0] == 401
            status, head, _ = server.ask("GET", "/api/stats", [phone])
            assert status == 401 and "clear-site-data" in head
            assert server.ask("GET", "/", [tablet])[0] == 200
            server.run("add", "run", "x")
            told = b""
            while b"data: 1" not in told:
                told += kept.recv(65536)


def scenario_codes_are_not_guessed_nor_used_late_or_twice(chromium, binary):
    with SharedServer(binary) as server:
        code = server.code()
        assert server.post("/pair", f"code={code}&name=x")[0] == 303
        assert server.post("/pair", f"code={code}&name=x")[0] == 403
        late, file = server.code(), Path(server.environment["CHECKIN_JOURNAL"]) / "web" / "devices.json"
        register = json.loads(file.read_text())
        register["offers"][0]["madeAt"] -= 5 * 60_000
        replacement = file.with_suffix(".test")
        replacement.write_text(json.dumps(register))
        replacement.rename(file)
        assert server.post("/pair", f"code={late}&name=x")[0] == 403
        good = server.code()
        statuses = [server.ask("GET", f"/pair?code={number:026}")[0] for number in range(12)]
        assert statuses == [403] * 8 + [429] * 4, statuses
        assert server.post("/pair", f"code={good}&name=x")[0] == 429, "the right one is slowed too"
        assert len(server.devices()) == 1
        with socket.create_connection(("127.0.0.1", server.port)) as owner:
            owner.sendall(f"GET / HTTP/1.0\r\nHost: 127.0.0.1:{server.port}\r\nAuthorization: Bearer {server.key}\r\n\r\n"
                          .encode())
            assert b"200 OK" in owner.recv(1000), "the owner is not slowed"


def scenario_only_what_was_named_is_listened_to_and_tls_is_spoken(chromium, binary):
    with SharedServer(binary) as server:
        listening = subprocess.run(["ss", "-Hltnp"], capture_output=True, text=True).stdout
        own = {line.split()[3] for line in listening.splitlines() if f"pid={server.process.pid}," in line}
        assert own <= {f"127.0.0.1:{server.port}", f"[::1]:{server.port}", f"127.0.0.1:{server.remote_port}"}, own
        for request in (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"\x00\xff" * 5000, b"\x16\x03\x01\xff\xff" + b"\0" * 70_000):
            with socket.create_connection(("127.0.0.1", server.remote_port), timeout=20) as connection:
                answer = b""
                try:
                    connection.sendall(request)
                    while part := connection.recv(65536):
                        answer += part
                except OSError:
                    pass
                assert request[:1] != b"G" or (answer.startswith(b"HTTP/1.1 400") and b"https://" in answer), answer
        old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        old.load_verify_locations(server.certificate)
        old.set_ciphers("ALL:@SECLEVEL=0")
        with warnings.catch_warnings(action="ignore"):
            old.minimum_version = ssl.TLSVersion.TLSv1
            old.maximum_version = ssl.TLSVersion.TLSv1_1
        try:
            with socket.create_connection(("127.0.0.1", server.remote_port)) as connection:
                old.wrap_socket(connection, server_hostname=NAME)
            raise AssertionError("TLS 1.1 is spoken")
        except ssl.SSLError:
            pass
        assert server.ask("GET", "/")[0] == 401
        options = ["--tls-certificate", server.certificate, "--tls-key", server.key_file]
        for arguments in (["--listen", "0.0.0.0"], ["--listen", "127.0.0.1"], options, ["--listen", "127.0.0.1", *options[:2]]):
            refused = subprocess.run(
                [binary, "serve", "--port", "0", *arguments], env=server.environment, capture_output=True, text=True)
            assert refused.returncode == 64 and refused.stderr.startswith("Error: "), (arguments, refused)


def scenario_host_origin_token_and_sizes_are_held_with_several_devices(chromium, binary):
    for by_proxy in (False, True):
        with SharedServer(binary, by_proxy) as server:
            phone, tablet = server.pair("Phone"), server.pair("Tablet")
            for host in ("evil.example", f"evil.example:{server.remote_port}", f"127.0.0.1:{server.port}", f"x.{NAME}",
                         f"localhost:{server.remote_port}"):
                for more in ([], [f"X-Forwarded-Host: {server.host}", f"Forwarded: host={server.host};proto=https"]):
                    assert server.ask("GET", "/", [phone, *more], host=host)[0] == 421, host
            assert server.ask("GET", "/", [phone, f"Host: {server.host}"])[0] == 400
            assert server.ask("GET", "/", ["X-Forwarded-For: 127.0.0.1", "X-Real-IP: 127.0.0.1"])[0] == 401
            assert server.ask("GET", "/", [f"Authorization: Bearer {server.key}"])[0] == 401
            token = json.loads(server.ask("GET", "/api/token", [phone])[2])["token"]
            for origin in ("http://" + server.host, "https://evil.example", "null"):
                assert server.post("/devices/2/revoke", f"token={token}", [phone], origin)[0] == 403
            assert server.post("/devices/2/revoke", "token=x", [phone])[0] == 403
            form = ["Content-Type: multipart/form-data; boundary=b", f"Origin: https://{server.host}"]
            part = b'--b\r\nContent-Disposition: form-data; name="token"\r\n\r\nx\r\n'
            assert server.ask("POST", "/add", [*form, phone], part + b"--b--\r\n")[0] in (400, 403)
            assert server.ask("POST", "/add", form, part)[0] == 401
            photo = b'--b\r\nContent-Disposition: form-data; name="photo"; filename="x"\r\n\r\n' + bytes(120_000_000)
            good = part.replace(b"\r\n\r\nx\r\n", f"\r\n\r\n{token}\r\n".encode())
            for body in (photo, good + photo):
                status, head, content = server.ask("POST", "/add", [*form, phone], body)
                assert status in (None, 400, 403, 413), (head, content[-500:])
            assert server.ask("GET", "/", ["X: " + "x" * 100_000, phone])[0] in (None, 400, 431)
            assert server.ask("GET", "/", ["X: y"] * 5000)[0] in (None, 400, 431)
            assert server.ask("POST", "/pair", form, b"x" * 100_000)[0] in (None, 413)
            assert server.ask("GET", "/", [phone])[0] == server.ask("GET", "/", [tablet])[0] == 200
            assert server.post("/devices/2/revoke", f"token={token}", [phone])[0] == 303
            assert server.ask("GET", "/", [tablet])[0] == 401 and server.ask("GET", "/", [phone])[0] == 200
            assert server.events() == 0


def scenario_who_says_nothing_or_little_is_ended(chromium, binary):
    with SharedServer(binary) as server:
        phone = server.pair("Phone")
        silent = socket.create_connection(("127.0.0.1", server.remote_port), timeout=100)
        half = socket.create_connection(("127.0.0.1", server.remote_port), timeout=100)
        half.sendall(b"\x16\x03\x01\x02\x00\x01")
        slow = server.connect(timeout=100)
        head = (
            f"POST /add HTTP/1.1\r\nHost: {server.host}\r\nOrigin: https://{server.host}\r\n{phone}\r\nContent-Length: 1000\r\n"
            "Content-Type: multipart/form-data; boundary=b\r\n\r\n--b\r\n")
        slow.sendall(head.encode())
        assert server.ask("GET", "/", [phone])[0] == 200, "others are served meanwhile"
        for connection in (silent, half, slow):
            try:
                while connection.recv(65536):
                    pass
            except ConnectionError:
                pass
            connection.close()


if __name__ == "__main__":
    with browser() as chromium:
        scenarios(sys.modules[__name__], chromium, sys.argv[1])
