"""The password on the pages: asked for when it is needed, and then things go on."""

import os
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.board import Screen
from tests.browser.conftest import DESKTOP, PASSWORD
from tests.browser.test_quality import _check
from tests.waiting import eventually
from tests.web.server import Served, serving

SETUP = "/arena?agent=level:1&agent=level:2&games=2&size=5x4&openings=empty"


@pytest.fixture
def closed() -> Iterator[Served]:
    environment = {**os.environ, "FOURSCORE_PASSWORD": PASSWORD}
    options = ("--workers", "1", "--closed", "--login-attempts", "5")
    with serving(*options, environment=environment) as server:
        yield server


def test_an_action_asks_for_the_password_and_goes_on(guarded: Served, page: Page) -> None:
    page.goto(guarded.url + SETUP)
    expect(page.get_by_role("button", name="Log out")).to_be_hidden()
    page.get_by_role("button", name="Start").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading")).to_have_text("This needs the password")
    expect(dialog.get_by_label("Password")).to_be_focused()
    _check(Screen(page, guarded))  # which leaves the screen as small as a phone's
    page.set_viewport_size(DESKTOP)
    # Whoever does not know it goes back to where they were.
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("alert")).to_contain_text("needs the server's password")
    page.get_by_role("button", name="Start").click()
    dialog.get_by_label("Password").fill("no idea at all")
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("alert")).to_have_text("The password is wrong.")
    dialog.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/arena\?t=[a-z0-9]{10}$"))
    expect(dialog).to_be_hidden()
    # Now nothing asks again, until one logs out.
    page.goto(guarded.url + SETUP)
    page.get_by_role("button", name="Start").click()
    expect(page).to_have_url(re.compile(r"/arena\?t=[a-z0-9]{10}$"))
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("button", name="Log out")).to_be_hidden()
    page.goto(guarded.url + SETUP)
    page.get_by_role("button", name="Start").click()
    expect(dialog).to_be_visible()


def test_a_closed_server_shows_the_login_and_then_what_was_wanted(
    closed: Served, page: Page
) -> None:
    wanted = "/play?moves=44&size=7x6"
    page.goto(closed.url + wanted)
    expect(page).to_have_url(re.compile(r"/login\?next="))
    expect(page.get_by_role("heading", name="Log in")).to_be_visible()
    _check(Screen(page, closed))
    page.get_by_label("Password").fill("no idea at all")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("alert")).to_have_text("The password is wrong.")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page).to_have_url(re.compile(r"/play\?.*moves=44"))
    expect(page.locator("main [data-column='4']")).to_be_visible()
    # A session that ends in the middle is asked for where one is.
    page.context.clear_cookies()
    page.locator("main [data-column='4']").click()
    page.get_by_role("dialog").get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"moves=444"))
    page.get_by_role("button", name="Log out").click()
    expect(page).to_have_url(re.compile(r"/login\?next="))
    # After too many guesses it says how long to wait.
    alert, log_in = page.get_by_role("alert"), page.get_by_role("button", name="Log in")

    def is_too_many() -> bool:
        page.get_by_label("Password").fill("no idea at all")
        log_in.click()
        expect(alert).to_have_text(re.compile("wrong"))
        return "Too many wrong passwords; try again in" in alert.inner_text()

    eventually(is_too_many, "too many guesses")
