"""Whether a page can be used by everybody: what axe says, how wide it is, how large what is pressed, and what the keyboard
reaches."""

import os

from axe_playwright_python.sync_playwright import Axe

from support.page import shoot

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


def looks(widths):
    """The colour schemes and widths that pages are judged in: (scheme, width).

    Each width and each scheme comes once or more; with CHECKIN_LOOKS=all, each width in each scheme.
    """
    schemes = ("light", "dark")
    if os.environ.get("CHECKIN_LOOKS") == "all":
        return [(scheme, width) for scheme in schemes for width in widths]
    return [(schemes[index % 2], width) for index, width in enumerate(widths)]


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
    width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1], f"{name} is {width[0]} wide, and the window {width[1]}"
    # The days of the year's map are small, so that a year fits; the months below it lead to the same days. What is not
    # for pointers, such as the button that the Enter key presses, has no size.
    small = page.evaluate("""() => [...document.querySelectorAll('main a, main button, main input, header a')]
        .filter(e => e.checkVisibility({visibilityProperty: true}) && !e.matches('[aria-hidden=true]')
            && !e.closest('p, li p, dd, .note li, .field p, .heat-days'))
        .map(e => [e, e.closest('label') ? e.closest('label').getBoundingClientRect() : e.getBoundingClientRect()])
        .filter(([e, r]) => r.width > 1 && (r.width < 24 || r.height < 24)).map(([e]) => e.outerHTML.slice(0, 120))""")
    assert not small, (name, small)


def tab_to(page, selector):
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
    raise AssertionError(f"the keyboard does not reach {selector}")
