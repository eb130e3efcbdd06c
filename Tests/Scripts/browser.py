"""What the scripts that use a real browser share: Selenium, or the status 77 where it is missing, and what was found wrong."""
import sys

try:
    from selenium import webdriver
    from selenium.common.exceptions import WebDriverException
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
except ImportError:
    print("no Selenium")
    sys.exit(77)

wrong = []


def expect(what, got, want):
    if got != want:
        wrong.append(f"{what}: {got!r} instead of {want!r}")
