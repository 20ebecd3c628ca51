"""The password on the pages: asked for when it is needed, and then things go on."""

import os
import re

from playwright.sync_api import Page, expect

from tests.browser.board import Screen
from tests.browser.conftest import PASSWORD
from tests.web.server import serving


def test_the_password_is_asked_for_first_and_again_when_a_session_ends(page: Page) -> None:
    environment = {**os.environ, "FOURSCORE_PASSWORD": PASSWORD}
    with serving("--workers", "1", "--closed", environment=environment) as server:
        screen = Screen(page, server)
        page.goto(server.url + "/play?moves=44&size=7x6&red=human&yellow=human")
        expect(page).to_have_url(re.compile(r"/login\?next="))
        expect(page.get_by_role("heading", name="Log in")).to_be_visible()
        expect(screen.button("Log out")).to_be_hidden()
        screen.check_accessible()
        page.get_by_label("Password").fill("no idea at all")
        screen.button("Log in").click()
        expect(page.get_by_role("alert")).to_have_text("The password is wrong.")
        page.get_by_label("Password").fill(PASSWORD)
        screen.button("Log in").click()
        expect(page).to_have_url(re.compile(r"/play\?.*moves=44"))
        screen.drop(4)
        # A session that ends in the middle is asked for where one is.
        page.context.clear_cookies()
        screen.column(4).click()
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_role("heading")).to_have_text("This needs the password")
        expect(dialog.get_by_label("Password")).to_be_focused()
        screen.check_accessible()
        dialog.get_by_role("button", name="Cancel").click()
        expect(dialog).to_be_hidden()
        expect(page.get_by_role("alert")).to_contain_text("needs the server's password")
        screen.expect_moves("444")
        screen.column(4).click()
        dialog.get_by_label("Password").fill("no idea at all")
        page.keyboard.press("Enter")
        expect(dialog.get_by_role("alert")).to_have_text("The password is wrong.")
        dialog.get_by_label("Password").fill(PASSWORD)
        page.keyboard.press("Enter")
        expect(dialog).to_be_hidden()
        screen.expect_moves("4444")
        screen.drop(4)  # nothing asks again, until one logs out
        screen.button("Log out").click()
        expect(page).to_have_url(re.compile(r"/login\?next="))
