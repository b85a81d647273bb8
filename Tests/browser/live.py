#!/usr/bin/env python3
"""Several tabs and the command line at one journal; drafts and warnings. Usage: live.py BINARY [SCENARIO…]"""

import sys

from support import environment

environment.enter()

from playwright.sync_api import expect  # noqa: E402

from support.page import PHOTOS, browser, fill, is_loaded, open_more, scenarios, send, shoot, tab  # noqa: E402
from support.server import Server  # noqa: E402


def scenario_two_tabs_and_the_command_line_see_each_other(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as one, tab(chromium, server) as two:
        one.goto("/", wait_until="load")
        two.goto("/months", wait_until="load")
        server.run("add", "gym", "From the terminal")
        expect(one.locator("#total")).to_have_text("1")
        expect(two.locator("#day-2026-11-20 .type-gym")).to_be_visible()
        two.goto("/add", wait_until="load")
        fill(two, kind="Swim", title="From a tab")
        send(two)
        two.wait_for_url(lambda url: "/add" not in url)
        expect(one.locator("#total")).to_have_text("2")
        server.run("undo")
        expect(one.locator("#total")).to_have_text("1")
        expect(two.locator("#total")).to_have_text("1")


def scenario_an_update_leaves_the_focus_where_it_is(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        server.run("add", "run", "First")
        page.goto("/", wait_until="load")
        page.locator("#view-all").focus()
        server.run("add", "gym", "x")
        expect(page.locator("#total")).to_have_text("2")
        expect(page.locator("#view-all")).to_be_focused()


def scenario_what_was_just_done_is_told_until_the_page_is_left(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        for count in (1, 2, 3):
            page.goto("/add", wait_until="load")
            page.get_by_label("Add photo").set_input_files(PHOTOS / "display-p3.jpg")
            fill(page)
            send(page)
            expect(page.locator("#total")).to_have_text(str(count))
            # Both events of a check-in with a photo are told by now, if they are.
            page.wait_for_timeout(700)
            expect(page.get_by_role("status")).to_contain_text("Checked in")
            expect(page.get_by_role("button", name="Undo")).to_be_visible()
        page.get_by_role("button", name="Undo").focus()
        server.run("add", "gym", "From the terminal")
        expect(page.locator("#total")).to_have_text("4")
        expect(page.get_by_role("status")).to_contain_text("Checked in")
        # It would take back what came last, and so is not offered any more.
        expect(page.get_by_role("button", name="Undo")).to_have_count(0)
        page.goto("/", wait_until="load")
        expect(page.get_by_role("status")).to_have_count(0)


def scenario_a_refresh_takes_no_message_away(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        server.run("session", "start")
        # However slowly a refresh is answered: one that began before a set was logged ends after it.
        def delay(route):
            if route.request.method == "GET":
                page.wait_for_timeout(300)
            route.continue_()
        page.goto("/session?name=bench", wait_until="load")
        page.route("**/session?exercise=*", delay)
        for reps in range(1, 8):
            page.locator("#log-weight").fill("80")
            page.locator("#log-reps").fill(str(reps))
            server.run("add", "run", "Elsewhere") if reps % 2 else None
            page.locator("#log-set").click()
            expect(page.get_by_role("status").filter(has_text="Logged")).to_contain_text(f"80 kg × {reps}")
            page.wait_for_timeout(1_200)
            expect(page.get_by_role("status").filter(has_text="Logged")).to_contain_text(f"80 kg × {reps}")
            expect(page.locator("#undo")).to_be_visible()
        # The reason why a set was refused, and what is wrong with a name, stay as well.
        page.locator("#log-reps").fill("x")
        page.locator("#log-set").click()
        expect(page.locator("#problems")).to_be_visible()
        server.run("add", "run", "Elsewhere")
        page.wait_for_timeout(1_500)
        expect(page.locator("#problems")).to_be_visible()
        expect(page.locator("#log-reps")).to_have_value("x")
        page.goto("/session?name=zercher", wait_until="load")
        expect(page.locator("#unknown")).to_be_visible()
        server.run("add", "run", "Elsewhere")
        page.wait_for_timeout(1_500)
        expect(page.locator("#unknown")).to_be_visible()


def scenario_undoing_an_edit_leads_back_to_it(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        server.run("add", "run", "Before")
        page.goto("/check-ins/1/edit", wait_until="load")
        page.get_by_label("Title").fill("After")
        send(page)
        page.wait_for_url("**/check-ins/1")
        page.locator("#undo").click()
        expect(page.locator("h1")).to_have_text("Before")
        assert page.url.endswith("/check-ins/1"), page.url
        expect(page.get_by_role("status")).to_contain_text("Undone")


def scenario_one_stream_is_enough_for_many_tabs(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        # A browser opens six connections to a server.
        pages = [page] + [page.context.new_page() for _ in range(8)]
        for one in pages:
            one.goto("/", wait_until="load")
        server.run("add", "gym", "x")
        for one in pages:
            expect(one.locator("#total")).to_have_text("1")
        # Whoever listens for the others may go.
        for closed in range(4):
            pages.pop(0).close()
            server.run("add", "gym", "x")
            for one in pages:
                expect(one.locator("#total")).to_have_text(str(closed + 2))


def scenario_an_edit_is_put_together_with_another_one(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        server.run("add", "run", "First", "--calories", "100", "--notes", "Old")
        page.goto("/check-ins/1/edit", wait_until="load")
        page.get_by_label("Calories").fill("200")
        server.run("edit", "1", "--title", "Theirs", "--at", "2026-11-19 07:00")
        send(page)
        expect(page.get_by_role("status")).to_contain_text("What others changed in the meantime was kept: title, date and time")
        checkin = server.show(1)
        assert (checkin["title"], checkin["calories"], checkin["notes"]) == ("Theirs", 200, "Old"), checkin
        assert checkin["at"] == "2026-11-19T07:00:00+01:00", checkin


def scenario_an_edit_conflict_asks_about_what_both_changed(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        server.run("add", "run", "First")
        page.goto("/check-ins/1/edit", wait_until="load")
        page.get_by_label("Title").fill("Mine")
        open_more(page)
        page.get_by_label("Notes").fill("My notes")
        server.run("edit", "1", "--title", "Theirs", "--location", "Park")
        send(page)
        expect(page.locator("#conflict")).to_be_visible()
        expect(page.locator("#conflict")).to_be_focused()
        assert page.locator("#conflict tbody tr").all_inner_texts() == ["Title\tFirst\tTheirs\tMine"]
        expect(page.locator("#conflict")).to_contain_text("What you left alone is in the form as it is now: location")
        expect(page.get_by_label("Title")).to_have_value("Mine")
        expect(page.get_by_label("Location")).to_have_value("Park")
        assert server.show(1)["title"] == "Theirs"
        shoot(page, "conflict")
        send(page)
        page.wait_for_url("**/check-ins/1")
        checkin = server.show(1)
        assert (checkin["title"], checkin["location"], checkin["notes"]) == ("Mine", "Park", "My notes"), checkin


def scenario_a_draft_of_an_edit_undoes_nothing(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        page.on("dialog", lambda dialog: dialog.accept())
        server.run("add", "run", "First")
        page.goto("/check-ins/1/edit", wait_until="load")
        open_more(page)
        page.get_by_label("Calories").fill("200")
        server.run("edit", "1", "--title", "Theirs")
        page.reload(wait_until="load")
        expect(page.locator("#draft")).to_be_visible()
        send(page)
        page.wait_for_url("**/check-ins/1")
        checkin = server.show(1)
        assert (checkin["title"], checkin["calories"]) == ("Theirs", 200), checkin


def scenario_an_edit_of_what_was_discarded_offers_to_restore_it(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        server.run("add", "run", "First")
        page.goto("/check-ins/1/edit", wait_until="load")
        page.get_by_label("Title").fill("Second")
        server.run("discard", "1", "--yes")
        send(page)
        expect(page.locator("#discarded")).to_contain_text("Somebody has discarded this check-in")
        expect(page.locator("#discarded")).to_be_focused()
        expect(page.locator("main")).not_to_contain_text("checkin restore")
        expect(page.get_by_label("Title")).to_have_value("Second")
        page.get_by_role("button", name="Restore").click()
        page.wait_for_url("**/check-ins/1")
        assert server.show(1)["title"] == "Second" and not server.show(1)["discarded"]


def scenario_restoring_is_told(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        server.run("add", "run", "First")
        server.run("discard", "1", "--yes")
        page.goto("/check-ins/1", wait_until="load")
        page.get_by_role("button", name="Restore").click()
        expect(page.get_by_role("status")).to_contain_text("Restored")
        page.get_by_role("button", name="Undo").click()
        expect(page.get_by_role("status")).to_contain_text("Undone")
        expect(page.get_by_role("button", name="Restore")).to_be_visible()
        assert server.show(1)["discarded"]


def scenario_a_purged_photo_is_seen_no_more(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        server.run("add", "run", "First", "--photo", str(PHOTOS / "display-p3.jpg"))
        digest = server.show(1)["photo"]["sha256"]
        page.goto("/", wait_until="load")
        assert is_loaded(page, ".calendar .has img")
        page.goto("/check-ins/1", wait_until="load")
        assert is_loaded(page, ".detail-photo img")
        paths = (f"/photos/{digest}", f"/thumbnails/{digest}")
        fetched = "p => fetch(p).then(r => r.status)"
        for path in paths:
            assert page.evaluate(fetched, path) == 200
        server.run("photo", "purge", "1", "--yes")
        for path in paths:
            assert page.evaluate(fetched, path) == 404
            assert page.goto(path).status == 404
        page.goto("/check-ins/1", wait_until="load")
        expect(page.locator(".detail-photo img")).to_have_count(0)
        page.goto("/", wait_until="load")
        expect(page.locator(".calendar .has img")).to_have_count(0)


def scenario_a_draft_outlives_a_reload_and_ends_when_it_is_saved(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        page.on("dialog", lambda dialog: dialog.accept())
        page.goto("/add", wait_until="load")
        fill(page, kind="Yoga", title="Kept", notes="Two\nlines")
        page.reload(wait_until="load")
        expect(page.locator("#draft")).to_be_visible()
        expect(page.get_by_label("Title")).to_have_value("Kept")
        expect(page.get_by_label("Notes")).to_have_value("Two\nlines")
        expect(page.get_by_role("radio", name="Yoga")).to_be_checked()
        send(page)
        expect(page.locator("#total")).to_have_text("1")
        page.goto("/add", wait_until="load")
        expect(page.get_by_label("Title")).to_have_value("")
        expect(page.locator("#draft")).to_be_hidden()


def scenario_leaving_with_unsaved_input_is_warned_of(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        warnings = []

        def answer(dialog):
            warnings.append(dialog.type)
            dialog.dismiss()

        page.on("dialog", answer)
        page.goto("/add", wait_until="load")
        page.get_by_role("link", name="Cancel").click()
        page.wait_for_url(lambda url: "/add" not in url)
        assert not warnings, "an untouched form is left without a question"
        page.goto("/add", wait_until="load")
        page.get_by_label("Title").fill("Unsaved")
        with page.expect_event("dialog"):
            page.get_by_role("link", name="Cancel").click()
        assert warnings == ["beforeunload"] and page.url.endswith("/add")
        page.get_by_role("radio", name="Run").check()
        send(page)
        expect(page.locator("#total")).to_have_text("1")
        assert len(warnings) == 1, "saving is not leaving"


def scenario_cancelled_input_does_not_come_back(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        page.on("dialog", lambda dialog: dialog.accept())
        page.goto("/add", wait_until="load")
        page.get_by_label("Title").fill("Not wanted")
        page.get_by_role("link", name="Cancel").click()
        page.wait_for_url(lambda url: "/add" not in url)
        page.goto("/add", wait_until="load")
        expect(page.get_by_label("Title")).to_have_value("")
        expect(page.locator("#draft")).to_be_hidden()


def scenario_a_photo_that_is_not_chosen_any_more_is_not_shown(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        page.on("dialog", lambda dialog: dialog.accept())
        page.goto("/add", wait_until="load")
        page.get_by_label("Title").fill("Kept")
        page.reload(wait_until="load")
        page.get_by_label("Add photo").set_input_files(PHOTOS / "orientation-6.jpg")
        expect(page.locator("#preview img")).to_be_visible()
        page.get_by_label("Add photo").set_input_files([])
        expect(page.locator("#preview")).to_be_hidden()
        page.get_by_label("Add photo").set_input_files(PHOTOS / "orientation-6.jpg")
        page.get_by_role("button", name="Start afresh").click()
        expect(page.locator("#preview")).to_be_hidden()


def scenario_one_stays_in_the_month_that_one_changes(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        server.run("add", "gym", "Before")
        page.goto("/add?day=2026-10-02", wait_until="load")
        fill(page)
        send(page)
        expect(page.locator(".month h2")).to_have_text("October 2026")
        expect(page.get_by_role("status").first).to_contain_text("Checked in")
        # What was done is told in the address, too, until the page's script takes it out.
        expect(page).to_have_url(server.address + "/?month=2026-10")
        page.goto("/check-ins/2", wait_until="load")
        page.get_by_role("button", name="Discard").click()
        expect(page.locator(".month h2")).to_have_text("October 2026")
        page.get_by_role("button", name="Undo").click()
        expect(page.locator("#total")).to_have_text("2")


def scenario_the_clicked_day_wins_over_a_draft(chromium, binary):
    with Server(binary) as server, tab(chromium, server) as page:
        server.run("add", "gym", "Before")
        page.on("dialog", lambda dialog: dialog.accept())
        page.goto("/add", wait_until="load")
        fill(page, kind="Yoga", title="Kept", time="2026-11-18T21:30")
        page.goto("/", wait_until="load")
        page.locator("#day-2026-11-03").click()
        expect(page.locator("#draft-day")).to_be_visible()
        expect(page.get_by_label("Title")).to_have_value("Kept")
        expect(page.locator("#time")).to_have_value("2026-11-03T12:00")
        page.goto("/add", wait_until="load")
        expect(page.locator("#draft")).to_be_visible()
        expect(page.locator("#draft-day")).to_be_hidden()
        expect(page.locator("#time")).to_have_value("2026-11-18T21:30")


if __name__ == "__main__":
    with browser() as chromium:
        scenarios(sys.modules[__name__], chromium, sys.argv[1])
