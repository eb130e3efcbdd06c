#!/usr/bin/python3
"""Opens the HTML preview of a manuscript in headless Chromium and uses it as a reader does: with keys, mouse and clipboard.

usage: check_preview.py RUBI MANUSCRIPT [--screenshots FOLDER]

Turns pages by keys and buttons, keeps the place over a reload, searches, puts ruby away, copies a line by mouse and keyboard, opens the contents, for a vertical and
a horizontal book. Prints what is wrong; the status is 1 then, and 77 where there is no Chromium or no Selenium.
"""
import os
import subprocess
import sys
import tempfile

from browser import By, Service, WebDriverException, expect, webdriver, wrong
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys


def pages(browser):
    # In one script: between two, the pages may be turned.
    return browser.execute_script("return Array.from(document.querySelectorAll('svg.page'), page => Number(page.getAttribute('data-page')))")


def press(browser, *keys):
    ActionChains(browser).send_keys(*keys).perform()


def use(browser, path, is_vertical, save):
    name = "vertical" if is_vertical else "horizontal"
    browser.get("file://" + path)
    by_id = lambda identifier: browser.find_element(By.ID, identifier)
    forward, back = (Keys.ARROW_LEFT, Keys.ARROW_RIGHT) if is_vertical else (Keys.ARROW_RIGHT, Keys.ARROW_LEFT)
    expect(f"{name}: first page", pages(browser), [1])
    save(f"{name}-first")
    press(browser, forward)
    expect(f"{name}: the next key", pages(browser), [2, 3])
    xs = [page.rect["x"] for page in browser.find_elements(By.CSS_SELECTOR, "svg.page")]
    expect(f"{name}: page 2 to the right of page 3", xs[0] > xs[1], is_vertical)
    save(f"{name}-spread")
    press(browser, back)
    expect(f"{name}: the back key", pages(browser), [1])
    by_id("forward").click()
    expect(f"{name}: the button", pages(browser), [2, 3])
    browser.refresh()
    expect(f"{name}: the place kept in the address", pages(browser), [2, 3])

    # Search, from the keyboard.
    press(browser, "/")
    press(browser, "老人")
    expect(f"{name}: found", by_id("found").text.endswith("件") and by_id("found").text != "0件", True)
    expect(f"{name}: hits marked", len(browser.find_elements(By.CSS_SELECTOR, ".mark")) > 0, True)
    save(f"{name}-search")
    press(browser, Keys.ESCAPE)
    expect(f"{name}: no marks left", len(browser.find_elements(By.CSS_SELECTOR, ".mark")), 0)

    # Ruby on and off.
    press(browser, Keys.HOME)
    is_shown = lambda: any(run.is_displayed() for run in browser.find_elements(By.CSS_SELECTOR, "svg .ruby"))
    expect(f"{name}: ruby", is_shown(), True)
    by_id("ruby").click()
    expect(f"{name}: ruby put away", is_shown(), False)
    save(f"{name}-no-ruby")
    press(browser, "r")
    expect(f"{name}: ruby again", is_shown(), True)

    # A line selected by mouse, copied and pasted.
    line = max(browser.find_elements(By.CSS_SELECTOR, "svg text"), key=lambda text: len(text.text))
    want = line.text
    rect = line.rect
    start, end = ((rect["width"] / 2, 1), (rect["width"] / 2, rect["height"] - 1)) if is_vertical else ((1, rect["height"] / 2), (rect["width"] - 1, rect["height"] / 2))
    shift = lambda point: (round(point[0] - rect["width"] / 2), round(point[1] - rect["height"] / 2))
    actions = ActionChains(browser)
    actions.move_to_element_with_offset(line, *shift(start)).click_and_hold().move_to_element_with_offset(line, *shift(end)).release().perform()
    copied = browser.execute_script("return getSelection().toString()")
    expect(f"{name}: selected by mouse", len(copied) >= len(want) - 2 and copied in want, True)
    save(f"{name}-selection")
    ActionChains(browser).key_down(Keys.CONTROL).send_keys("c").key_up(Keys.CONTROL).perform()
    search = by_id("search")
    search.click()
    ActionChains(browser).key_down(Keys.CONTROL).send_keys("v").key_up(Keys.CONTROL).perform()
    expect(f"{name}: copied and pasted", search.get_attribute("value"), copied)
    press(browser, Keys.ESCAPE)

    # The contents, and the dark theme.
    by_id("toc").click()
    links = browser.find_elements(By.CSS_SELECTOR, "#contents a")
    expect(f"{name}: contents", len(links) > 0, True)
    save(f"{name}-contents")
    last = int(links[-1].get_attribute("data-page"))
    links[-1].click()
    expect(f"{name}: the page of a heading", last in pages(browser), True)
    theme = browser.execute_script("return document.documentElement.dataset.theme")
    press(browser, "d")
    expect(f"{name}: another theme", browser.execute_script("return document.documentElement.dataset.theme") != theme, True)
    save(f"{name}-dark")
    press(browser, "d")


def main():
    rubi, manuscript = sys.argv[1:3]
    folder = sys.argv[4] if len(sys.argv) > 4 else None
    program, driver = "/usr/bin/chromium", "/usr/bin/chromedriver"
    if not (os.access(program, os.X_OK) and os.access(driver, os.X_OK)):
        print("no Chromium")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as scratch:
        options = webdriver.ChromeOptions()
        options.binary_location = program
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1100,760", f"--user-data-dir={scratch}/profile"):
            options.add_argument(argument)
        try:
            browser = webdriver.Chrome(service=Service(driver), options=options)
        except WebDriverException as error:
            print(f"Chromium does not start: {error.msg}")
            sys.exit(77)
        try:
            for direction in ("vertical", "horizontal"):
                path = os.path.join(scratch, direction + ".html")
                subprocess.run([rubi, "-q", manuscript, "--direction", direction, "--page", "bunko", "-o", path], check=True)

                def save(name):
                    if folder:
                        browser.save_screenshot(os.path.join(folder, name + ".png"))

                use(browser, path, direction == "vertical", save)
        finally:
            browser.quit()
    for line in wrong:
        print(line)
    sys.exit(1 if wrong else 0)


main()
