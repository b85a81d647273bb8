#!/usr/bin/env python3
"""What hostile and clumsy programs send; nothing of it is obeyed, and nothing is lost. Usage: abuse.py BINARY [SCENARIO…]"""

import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from support import environment

environment.enter()

from support.page import scenarios  # noqa: E402
from support.server import Server  # noqa: E402


def ask(server, request, timeout=10, host="127.0.0.1"):
    """Sends bytes and returns what is answered until the end, or until nothing comes for a while."""
    with socket.create_connection((host, server.port), timeout=timeout) as connection:
        try:
            connection.sendall(request)
        except OSError:
            pass
        answer = b""
        try:
            while part := connection.recv(65536):
                answer += part
        except OSError:
            pass
        return answer


def status(answer):
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.") else None


def get(server, path, host=None, more=""):
    host = host or f"127.0.0.1:{server.port}"
    head = f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{key(server)}{more}\r\n"
    return ask(server, head.encode())


def key(server):
    return f"Authorization: Bearer {server.key}\r\n"


def scenario_only_this_machine_is_listened_to(binary):
    with Server(binary) as server:
        listening = subprocess.run(["ss", "-Hltn", f"sport = :{server.port}"], capture_output=True, text=True).stdout
        addresses = {line.split()[3] for line in listening.splitlines()}
        wanted = {f"127.0.0.1:{server.port}", f"[::1]:{server.port}"}
        assert addresses and addresses <= wanted, addresses


def scenario_foreign_names_are_refused(binary):
    with Server(binary) as server:
        assert status(get(server, "/")) == 200
        for host in ("evil.example", f"evil.example:{server.port}", "127.0.0.1:1", "", f"127.0.0.1.nip.io:{server.port}"):
            assert status(get(server, "/api/stats", host=host or " ")) in (400, 421), host
        own = f"127.0.0.1:{server.port}"
        for first, second in (("evil.example", own), (own, "evil.example"), (own, own), (own, "")):
            two = f"GET / HTTP/1.1\r\nHost: {first}\r\nHost: {second}\r\nConnection: close\r\n{key(server)}\r\n"
            assert status(ask(server, two.encode())) == 400, (first, second)
        absolute = f"GET {server.address}/ HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
        assert status(ask(server, absolute.encode())) in (400, 421)
        assert status(ask(server, b"GET / HTTP/1.0\r\n\r\n")) in (400, 421)


def scenario_answers_end_for_clients_of_every_version(binary):
    with Server(binary, with_sample=True) as server:
        host = f"Host: 127.0.0.1:{server.port}\r\n{key(server)}"
        for connection in ("", "Connection: keep-alive\r\n", "Connection: close\r\n"):
            # An answer of known length, one that is sent while it is made, and a refusal.
            for path, code in (("/api/stats", b"200"), ("/api/audit", b"200"), ("/nowhere", b"404")):
                answer = whole(server, f"GET {path} HTTP/1.0\r\n{host}{connection}\r\n")
                head, body = answer.split(b"\r\n\r\n", 1)
                assert head.startswith(b"HTTP/1.0 " + code) and b"chunked" not in head, head
                assert b"connection: close" in head.lower() and body, head
        for close in ("close", "Close", "TE, close"):
            answer = whole(server, f"GET /api/stats HTTP/1.1\r\n{host}Connection: {close}\r\n\r\n")
            assert b"connection: close" in answer.lower()


def whole(server, request):
    """What is answered until the server ends the connection; that it does not is an error."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        connection.sendall(request.encode())
        answer = b""
        while part := connection.recv(65536):
            answer += part
        return answer


def scenario_no_address_leads_to_a_file(binary):
    with Server(binary) as server:
        server.run("add", "run", "x")
        for dots in ("..", "%2e%2e", "%252e%252e", "..%2f..", "..%5c..", "%c0%ae%c0%ae", ".%00."):
            for start in ("", "/assets", "/photos", "/thumbnails", "/pending", "/check-ins/1"):
                answer = get(server, f"{start}/{dots}/HEAD")
                assert status(answer) in (400, 404), (start, dots, answer[:100])
        assert status(get(server, "/" + "x" * 3000)) == 400


def scenario_floods_of_headers_end(binary):
    with Server(binary) as server:
        assert status(get(server, "/", more="X: " + "x" * 100_000 + "\r\n")) in (None, 400, 431)
        assert status(get(server, "/", more="X: y\r\n" * 5000)) in (None, 400, 431)
        assert status(ask(server, b"\x00\xff" * 50_000)) in (None, 400)
        assert status(get(server, "/")) == 200


def post(server, body, length=None, kind="multipart/form-data; boundary=b"):
    head = (
        f"POST /add HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: {server.address}\r\n{key(server)}"
        f"Content-Type: {kind}\r\nContent-Length: {len(body) if length is None else length}\r\nConnection: close\r\n\r\n")
    return ask(server, head.encode() + body)


def scenario_malformed_forms_are_refused(binary):
    part = b'--b\r\nContent-Disposition: form-data; name="token"\r\n\r\nx\r\n'
    with Server(binary) as server:
        for body in (b"", b"--b", b"--b--", part, part + part + b"--b--\r\n", part * 40 + b"--b--\r\n",
                     b"--b\r\n" + b"X: y\r\n" * 5000, b"\r\n" * 1000, bytes(range(256)) * 100):
            assert status(post(server, body)) in (400, 403, 413), body[:60]
        for kind in ("multipart/form-data", "multipart/form-data; boundary=", "text/plain", "application/json", ""):
            assert status(post(server, part + b"--b--\r\n", kind=kind)) in (400, 415), kind
        assert server.events() == 0


def scenario_a_large_upload_is_cut_off_and_not_kept_in_memory(binary):
    with Server(binary) as server:
        before = memory(server)
        body = b'--b\r\nContent-Disposition: form-data; name="photo"; filename="x"\r\n\r\n' + bytes(200_000_000)
        assert status(post(server, body)) in (None, 413)
        assert memory(server) - before < 250, "megabytes"
        assert status(get(server, "/")) == 200


def memory(server):
    for line in open(f"/proc/{server.process.pid}/status"):
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024


def scenario_a_slow_upload_is_ended(binary):
    with Server(binary) as server:
        with socket.create_connection(("127.0.0.1", server.port), timeout=100) as connection:
            connection.sendall(
                f"POST /add HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: {server.address}\r\n{key(server)}".encode()
                + b"Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000\r\n\r\n--b\r\n")
            assert status(get(server, "/")) == 200, "others are served meanwhile"
            connection.recv(1000)


def scenario_a_form_that_is_still_arriving_does_not_keep_the_server(binary):
    with Server(binary) as server:
        with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
            head = (
                f"POST /add HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: {server.address}\r\n{key(server)}"
                "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000\r\n\r\n--b\r\n")
            connection.sendall(head.encode())
            assert status(get(server, "/")) == 200
            begin = time.monotonic()
            server.process.terminate()
            server.process.wait(30)
            print(f"SIGTERM with a form under way: {time.monotonic() - begin:.2f} s", flush=True)
        assert server.events() == 0


def scenario_a_full_disk_is_told_and_the_same_form_saves_later(binary):
    with tempfile.TemporaryDirectory() as disk:
        command = ["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", disk]
        if subprocess.run(command, stderr=subprocess.DEVNULL).returncode != 0:
            print("skipped: nothing can be mounted here", flush=True)
            return
        try:
            save_on_a_full_disk(Server(binary), Path(disk))
        finally:
            subprocess.run(["umount", "--lazy", disk], check=True)


def save_on_a_full_disk(server, disk):
    server.environment["CHECKIN_JOURNAL"] = str(disk / "journal")
    server.run("add", "run", "Before")
    with server:
        page = get(server, "/add").decode()
        values = {name: re.search(f'name="{name}" value="([^"]*)"', page)[1] for name in ("token", "id")}
        values |= {"type": "Run", "title": "x", "time": "2026-11-20T10:00", "notes": os.urandom(20_000).hex()}
        body = b"".join(
            f'--b\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
            for name, value in values.items()) + b"--b--\r\n"
        filler = disk / "filler"
        with open(filler, "wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(4096))
            except OSError:
                pass
        answer = post(server, body)
        assert status(answer) == 500 and b"space" in answer.lower(), answer[-600:]
        assert values["notes"].encode() in answer and b'value="2026-11-20T10:00"' in answer, "the input is lost"
        assert status(get(server, "/")) == 200
        filler.unlink()
        assert server.events() == 1
        assert status(post(server, body)) == 303
        assert server.events() == 2


def scenario_a_thousand_streams_are_told_and_do_not_keep_the_server(binary):
    with Server(binary) as server:
        streams = []
        for _ in range(1000):
            stream = socket.create_connection(("127.0.0.1", server.port), timeout=20)
            stream.sendall(f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n{key(server)}\r\n".encode())
            streams.append([stream, b""])
        for stream in streams:
            read_until(stream, b"data: 0")
        server.run("add", "run", "x")
        for stream in streams:
            read_until(stream, b"data: 1")
        begin = time.monotonic()
        server.process.terminate()
        server.process.wait(30)
        print(f"SIGTERM with 1000 streams: {time.monotonic() - begin:.2f} s", flush=True)
        for stream, _ in streams:
            stream.close()


def read_until(stream, wanted):
    while wanted not in stream[1]:
        part = stream[0].recv(65536)
        assert part, "the stream ended"
        stream[1] += part


if __name__ == "__main__":
    scenarios(sys.modules[__name__], sys.argv[1])
