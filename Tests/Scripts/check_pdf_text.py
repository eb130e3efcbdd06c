#!/usr/bin/python3
"""Typesets manuscripts as PDF and checks that programs take their text out of it, page by page, against the JSON Lines of the same pages.

usage: check_pdf_text.py RUBI [--tools NAME,...] [--ruby tagged|after|artifact] [--font FAMILY] FILE...

For each manuscript and both directions: what pdftotext, pdftotext -raw, mutool and pdfminer.six give of every page is its base text in order, each reading
whole after its base (with --ruby artifact: the base text alone). Prints a table and what is wrong; the status is 1 then.

Allowed: white space of all kinds, which is where programs see gaps; and, in mutool and pdfminer.six, which do not honour ActualText, a letter with an accent
that its font draws by two glyphs is read as the letter and the accent, which is canonically equivalent; and the pages of ALLOWED, if they have the same characters.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import unicodedata

TOOLS = {
    "pdftotext": ["pdftotext", "-enc", "UTF-8", "FILE", "-"],
    "pdftotext -raw": ["pdftotext", "-raw", "-enc", "UTF-8", "FILE", "-"],
    "mutool": ["mutool", "draw", "-q", "-F", "txt", "FILE"],
    # pdfminer.six in the order of the file, as its pdf2txt gives with -n; its guess at columns takes vertical lines apart.
    "pdfminer.six": ["pdf2txt", "-n", "FILE"],
}

# Pages on which a program that goes by place reads a part of a line for a column of its own, so that its characters come in another order.
ALLOWED = {
    # さ　印《しるし》　より at the foot of a line that is empty else: three words of one character or two between blanks.
    ("ooka-seidan.txt", "vertical", "pdftotext"): {708},
    # Lists of names, each with its reading, the blanks between which stand one below another in two lines.
    ("ooka-seidan.txt", "horizontal", "pdftotext"): {40, 703},
}


def bare(text):
    return unicodedata.normalize("NFC", "".join(text.split())).replace("\u200b", "").replace("\u2060", "").replace("\ufeff", "")


def insets(line, vertical):
    """Side notes and kanbun marks: the offset in the line's text before which they stand, and their text."""
    axis = "y" if vertical else "x"
    along = sorted(
        place for run in line["runs"] if run["role"] in ("base", "tate-chu-yoko", "warichu") for place in zip(run[axis], run["cl"]))
    for run in line["runs"]:
        if run["role"] in ("note", "kaeriten", "okurigana"):
            yield next((cluster for place, cluster in along if place > run[axis][0]), len(line["text"].encode())), run["text"]


def expected_line(line, vertical, with_ruby):
    """The text of a line record with its readings after their bases and its side notes where they stand."""
    text = line["text"].encode()
    inserts = [(offset, 1, inset) for offset, inset in insets(line, vertical)]
    if with_ruby:
        # A reading in several fonts has several runs. The ruby of a base ends before what stands beside its end, unless it goes on in the next line.
        rubies = {(run["ruby"], run["side"]): run for run in line["runs"] if run["role"] == "ruby"}
        for run in rubies.values():
            part, parts = run.get("part", [1, 1])
            inserts.append((run["base"][1], 2 if part < parts and run["base"][1] == len(text) else 0, run["reading"]))
    result, last = "", 0
    for offset, _, insert in sorted(inserts, key=lambda entry: (entry[0], entry[1])):
        result += text[last:offset].decode() + insert
        last = offset
    return result + text[last:].decode()


def pages_of(records, vertical, with_ruby):
    pages = []
    for record in records:
        if record["type"] == "page":
            pages.append("")
        elif record["type"] == "line":
            pages[-1] += bare(expected_line(record, vertical, with_ruby))
    return pages


def difference(want, got):
    start = next((i for i, (a, b) in enumerate(zip(want, got)) if a != b), min(len(want), len(got)))
    return f"at {start}: …{want[max(0, start - 8):start + 12]!r} is …{got[max(0, start - 8):start + 12]!r}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("rubi")
    parser.add_argument("--tools", default=",".join(TOOLS))
    parser.add_argument("--ruby", default="tagged")
    parser.add_argument("--font")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    status = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "book.pdf")
        for file in options.files:
            for direction in ("vertical", "horizontal"):
                style = ["--direction", direction, "--page", "a5", "--folio", "off", "-q", file]
                style += ["--font", options.font] if options.font else []
                lines = subprocess.run([options.rubi, "--format", "jsonl", *style], capture_output=True).stdout
                want = pages_of([json.loads(line) for line in lines.splitlines()], direction == "vertical", options.ruby != "artifact")
                outcome = subprocess.run([options.rubi, "--pdf-ruby", options.ruby, "-o", path, *style], capture_output=True, text=True)
                if outcome.returncode > 1:
                    sys.exit(f"{file}: {outcome.stderr}")
                for tool in options.tools.split(","):
                    command = [path if word == "FILE" else word for word in TOOLS[tool]]
                    output = subprocess.run(command, capture_output=True).stdout.decode()
                    got = [bare(page) for page in output.split("\f")]
                    if got and got[-1] == "":
                        got.pop()
                    while len(got) < len(want):
                        got.append("")
                    wrong = [i for i, (a, b) in enumerate(zip(want, got)) if a != b]
                    allowed = ALLOWED.get((os.path.basename(file), direction, tool), set()) if options.ruby == "tagged" else set()
                    allowed = {i for i in wrong if i + 1 in allowed and sorted(want[i]) == sorted(got[i])}
                    wrong = [i for i in wrong if i not in allowed]
                    characters = sum(map(len, want))
                    print(f"{os.path.basename(file)} {direction} {tool}: {len(want)} pages, {characters} characters, {len(wrong)} pages differ"
                          + (f", {len(allowed)} as allowed" if allowed else ""), flush=True)
                    for page in wrong[:3]:
                        print(f"  page {page + 1} {difference(want[page], got[page])}")
                    if wrong or len(got) != len(want):
                        status = 1
    sys.exit(status)


if __name__ == "__main__":
    main()
