#!/usr/bin/env python3
"""What a page takes to load: requests and bytes. Usage: loading.py BINARY [SCENARIO…]"""

import sys

from support import environment

environment.enter()

from support.page import PHOTOS, browser, scenarios, shoot, tab  # noqa: E402
from support.server import Server  # noqa: E402

REQUESTS = 11
BYTES = 130_000


def is_photo(address):
    return "/thumbnails/" in address or "/photos/" in address


def watch(page):
    """The requests of a tab and of its service worker that reach the server, with the bytes that come over the network."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    answers, sizes = {}, {}
    session.on("Network.responseReceived", lambda event: answers.__setitem__(event["requestId"], event["response"]))
    session.on("Network.loadingFinished", lambda event: sizes.__setitem__(event["requestId"], event["encodedDataLength"]))
    return answers, sizes


def scenario_the_first_home_is_few_requests_and_small(chromium, binary):
    with Server(binary, with_sample=True) as server, tab(chromium, server) as page:
        requests = []
        page.context.on("request", lambda request: requests.append(request.url.removeprefix(server.address)))
        answers, sizes = watch(page)
        page.goto("/", wait_until="load")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.wait_for_timeout(3_000)
        # The worker gets the assets that the page has loaded from the browser's cache, as their addresses never change.
        assets = {path for path in requests if path.startswith("/assets/")}
        requests = [path for path in requests if not is_photo(path) and path not in assets] + sorted(assets)
        assert len(requests) <= REQUESTS, requests
        total = sum(size for name, size in sizes.items() if name in answers and not is_photo(answers[name]["url"]))
        assert 0 < total <= BYTES, total
        for answer in answers.values():
            if answer["mimeType"] in ("text/html", "text/css", "text/javascript"):
                assert {name.lower(): value for name, value in answer["headers"].items()}["content-encoding"] == "gzip", answer


def scenario_a_page_of_photos_loads_small_ones(chromium, binary):
    for density, limit in ((1, 200_000), (2, 500_000)):
        with Server(binary) as server, tab(chromium, server, device_scale_factor=density) as page:
            for name in ("display-p3.jpg", "plain.jpg"):
                if (PHOTOS / name).exists():
                    server.run("add", "run", name, "--photo", str(PHOTOS / name))
            originals = []
            page.context.on("request", lambda request: originals.append(request.url) if "/photos/" in request.url else None)
            page.goto("/photos", wait_until="load")
            page.wait_for_function("() => [...document.images].every((image) => image.complete && image.naturalWidth > 0)")
            assert not originals, originals
            side = 240 * density
            sources = page.eval_on_selector_all(".tiles-of-photos img", "images => images.map((image) => image.currentSrc)")
            assert sources and all(source.endswith(f"/{side}") for source in sources), sources
            shoot(page, f"photos-{density}")
            # The original is there for who asks for it.
            page.locator(".tiles-of-photos a").first.click()
            page.locator(".detail-photo img").wait_for()
            answer = page.context.request.get(page.locator(".detail-photo a").get_attribute("href"))
            assert answer.ok and answer.headers["content-type"] == "image/jpeg" and not originals, originals


if __name__ == "__main__":
    with browser() as chromium:
        scenarios(sys.modules[__name__], chromium, sys.argv[1])
