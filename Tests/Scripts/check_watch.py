#!/usr/bin/python3
"""Watches a manuscript in headless Chromium while it is saved anew: what changed shows, and the reader stays at their place.

usage: check_watch.py RUBI

The status is 1 where something is wrong, and 77 where there is no Chromium or no Selenium.
"""
import os
import re
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

from browser import By, Service, WebDriverException, expect, webdriver, wrong
from selenium.webdriver.support.ui import WebDriverWait


def lines(browser):
    return browser.execute_script("return Array.from(document.querySelectorAll('svg.page text'), line => line.textContent)")


def text(browser):
    return "".join(lines(browser))


def write(path, paragraphs, by_renaming=False):
    target = path + "~" if by_renaming else path
    with open(target, "w", encoding="utf-8") as file:
        file.write("".join(paragraph + "\n" for paragraph in paragraphs))
    if by_renaming:
        os.rename(target, path)


def use(browser, address, path, log):
    wait = WebDriverWait(browser, 60, poll_frequency=0.05)
    paragraphs = [f"　第{number}の段落《だんらく》。" + "いろは" * 20 for number in range(300)]
    browser.get(address)
    expect("the first page", "第0の段落" in text(browser), True)
    # To the page with paragraph 150, by the search.
    box = browser.find_element(By.ID, "search")
    box.send_keys("第150の")
    wait.until(lambda browser: "第150の" in text(browser))
    box.clear()
    place = browser.current_url

    # A paragraph far before: the page that is read stays, though its number and its bytes are others.
    paragraphs.insert(3, "　新しい段落。" * 300)
    write(path, paragraphs)
    wait.until(lambda browser: browser.current_url != place)
    shown = text(browser)
    expect("the reader's place", "第150の" in shown or "第149の" in shown, True)

    # A change on the page itself, saved as other editors do.
    number = next(n for n in range(300) if f"第{n}の段落" in shown)
    index = next(i for i, paragraph in enumerate(paragraphs) if f"第{number}の" in paragraph)
    paragraphs[index] = f"　第{number}の変わった段落。" + "いろは" * 20
    write(path, paragraphs, by_renaming=True)
    wait.until(lambda browser: f"第{number}の変わった段落" in text(browser))

    # Options beside the manuscript: everything is shown anew.
    with open(os.path.join(os.path.dirname(path), ".rubi"), "w", encoding="utf-8") as file:
        file.write("page = bunko\nmeasure = 12\n")
    wait.until(lambda browser: 0 < max((len(line) for line in lines(browser)), default=0) <= 13)

    # What was composed: the whole, then what changed, then the whole by the new options.
    with open(log, encoding="utf-8") as file:
        composed = [int(count) for count in re.findall(r"(\d+) paragraphs composed", file.read())]
    expect("paragraphs composed", composed, [300, 1, 1, 301])


def main():
    rubi = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        path, log = os.path.join(folder, "novel.txt"), os.path.join(folder, "log")
        write(path, [f"　第{number}の段落《だんらく》。" + "いろは" * 20 for number in range(300)])
        with open(log, "w", encoding="utf-8") as errors:
            server = subprocess.Popen([rubi, "--watch", "-v", "--from", "aozora", "--lang", "en", path], stderr=errors)
        browser = None
        try:
            address = None
            while address is None and server.poll() is None:
                with open(log, encoding="utf-8") as said:
                    address = next(iter(re.findall(r"http://[0-9.:]+/", said.read())), None)
            # A page from elsewhere that has got the address under a name of its own is told nothing.
            try:
                urllib.request.urlopen(urllib.request.Request(address + "book", headers={"Host": "evil.example"}))
                wrong.append("another host was answered")
            except urllib.error.HTTPError as error:
                expect("another host", error.code, 403)
            options = webdriver.ChromeOptions()
            for option in ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1000,1200", "--disable-dev-shm-usage"]:
                options.add_argument(option)
            try:
                browser = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
            except WebDriverException as error:
                print(f"no Chromium: {error}")
                return 77
            use(browser, address, path, log)
        finally:
            if browser:
                browser.quit()
            server.terminate()
            server.wait()
    for line in wrong:
        print(line)
    return 1 if wrong else 0


sys.exit(main())
