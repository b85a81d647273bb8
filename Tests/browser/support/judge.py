"""Whether a page can be used by everybody: what axe says, how it is laid out, how large what is pressed, and what the keyboard
reaches."""

import os
from itertools import product
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe

from support.page import shoot

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
LAYOUT = (Path(__file__).parent / "layout.js").read_text()
SCHEMES = ("light", "dark")
LOCALES = ("de-DE", "es-ES", "pt-BR", "en-GB")
# The sizes of windows, and of the browser's text in pixels: 100, 150 and 200 %.
WINDOWS = {320: 640, 390: 844, 768: 1024, 900: 800, 1280: 900}
TEXTS = (16, 24, 32)


def judges_all():
    return os.environ.get("CHECKIN_LOOKS") == "all"


def looks(widths):
    """The colour schemes and widths that pages are judged in: (scheme, width).

    Each width and each scheme comes once or more; with CHECKIN_LOOKS=all, each width in each scheme.
    """
    if judges_all():
        return [(scheme, width) for scheme in SCHEMES for width in widths]
    return [(SCHEMES[index % 2], width) for index, width in enumerate(widths)]


def layouts(number):
    """What the page of this number is laid out in: its languages, and the windows as (scheme, text, width).

    That is one language, the least room for text, and two other windows, in turn; with CHECKIN_LOOKS=all, all of them.
    """
    windows = list(product(SCHEMES, TEXTS, WINDOWS))
    if judges_all():
        return LOCALES, windows
    chosen = [windows[(11 * number + step) % len(windows)] for step in (0, 7)]
    return [LOCALES[number % len(LOCALES)]], [(SCHEMES[number % 2], max(TEXTS), min(WINDOWS)), *chosen]


def judge(page, name):
    shoot(page, name)
    # In a window as high as the page, no bar covers what one would scroll to.
    window = page.viewport_size
    page.set_viewport_size({**window, "height": max(window["height"], page.evaluate("document.body.scrollHeight"))})
    results = Axe().run(page, options=RULES)
    page.set_viewport_size(window)
    found = [
        (one["id"], one["help"], [node["html"][:200] for node in one["nodes"][:3]]) for one in
        results.response["violations"]
    ]
    assert results.response["passes"] and not found, (name, found)
    found = page.evaluate(LAYOUT)
    assert not found, (name, found)
    # The days of the year's map are small, so that a year fits; the months below it lead to the same days. What is not
    # for pointers, such as the button that the Enter key presses, has no size.
    small = page.evaluate("""() => [...document.querySelectorAll('main a, main button, main input, header a')]
        .filter(e => e.checkVisibility({visibilityProperty: true}) && !e.matches('[aria-hidden=true]')
            && !e.closest('p, li p, dd, .note li, .field p, .heat-days'))
        .map(e => [e, e.closest('label') ? e.closest('label').getBoundingClientRect() : e.getBoundingClientRect()])
        .filter(([e, r]) => r.width > 1 && (r.width < 24 || r.height < 24)).map(([e]) => e.outerHTML.slice(0, 120))""")
    assert not small, (name, small)


def judge_layouts(page, name, windows):
    """Lays out the page that is loaded in each of the windows, with all that it can unfold."""
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    session = page.context.new_cdp_session(page)
    usual = page.viewport_size
    found = []
    for scheme, text, width in windows:
        set_text(session, text)
        page.set_viewport_size({"width": width, "height": WINDOWS[width]})
        page.emulate_media(color_scheme=scheme)
        found += [(name, scheme, text, width, fault) for fault in page.evaluate(LAYOUT)]
    set_text(session, min(TEXTS))
    page.set_viewport_size(usual)
    session.detach()
    assert not found, "\n".join(str(one) for one in found)


def set_text(session, size):
    """The size of text as the browser's settings have it, on which the style's widths depend as well."""
    session.send("Page.setFontSizes", {"fontSizes": {"standard": size, "fixed": size * 13 // 16}})


def tab_to(page, selector):
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
    raise AssertionError(f"the keyboard does not reach {selector}")
