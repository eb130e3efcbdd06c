#!/usr/bin/python3
"""Typesets manuscripts as PDF in both directions and several fonts, and checks the files with the programs that read PDF.

usage: check_pdf.py RUBI [--fonts FAMILY,...] [--pages N] FILE...

For each: `qpdf --check` is clean; pdffonts says of every font that it is embedded, subset and mapped to Unicode; Ghostscript and `mutool draw` draw every page
(with --pages, the first N) without a word; what mutool draws is what `rubi --format png` draws, within antialiasing; and the structure tree has every ruby of the JSON
Lines output, in order, as an element Ruby with the same RB and RT. Prints a line a file and what is wrong; the status is 1 then.
"""
import argparse
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

from PIL import Image, ImageChops, ImageFilter

from check_pdf_text import bare, insets

DPI = 150
# Two rasterisers differ by a part of a pixel at the edge of a stroke. Blurred by a pixel and a half, no place of the page may differ by more than this of 255; a
# glyph that is missing, another one, or one that is moved by a pixel and a half differs by more.
TOLERANCE = 60


def run(*command):
    return subprocess.run(command, capture_output=True, text=True)


def rubies_of(records, vertical):
    """Base, over and under of each ruby, from the JSON Lines."""
    rubies = {}
    for record in records:
        if record["type"] != "line":
            continue
        seen = set()
        for run in record["runs"]:
            if run["role"] != "ruby":
                continue
            ruby = rubies.setdefault(run["ruby"], {"base": "", "over": "", "under": ""})
            base = (run["ruby"], tuple(run["base"]))
            if base not in seen:
                seen.add(base)
                ruby["base"] += base_text(record, run, vertical)
            # A reading in several fonts has several runs.
            if (run["ruby"], run["side"]) not in seen:
                seen.add((run["ruby"], run["side"]))
                ruby[run["side"]] += run["reading"]
    return [tuple(bare(ruby[key]) for key in ("base", "over", "under") if ruby[key]) for ruby in rubies.values()]


def base_text(line, run, vertical):
    """The base of a ruby with the kanbun marks inside it, and at the line's end where it goes on in the next."""
    text, (start, end) = line["text"].encode(), run["base"]
    part, parts = run.get("part", [1, 1])
    result, last = "", start
    for offset, inset in sorted(insets(line, vertical), key=lambda entry: entry[0]):
        if start < offset < end or start < offset == len(text) == end and part < parts:
            result += text[last:offset].decode() + inset
            last = offset
    return result + text[last:end].decode()


def structure_of(path):
    """The texts of the parts of each Ruby of the structure tree."""
    rubies, parts = [], None
    ruby_depth = -1
    for line in run("pdfinfo", "-struct-text", path).stdout.splitlines():
        word = line.strip()
        depth = len(line) - len(line.lstrip())
        if depth <= ruby_depth:
            parts, ruby_depth = None, -1
        if word.startswith('"'):
            if parts:
                parts[-1] += word[1:-1]
            continue
        name = word.split(" ")[0]
        if name == "Ruby":
            parts, ruby_depth = [], depth
            rubies.append(parts)
        elif name in ("RB", "RT"):
            if parts is None or (name == "RB") != (not parts):
                return None
            parts.append("")
    return [tuple(bare(part) for part in ruby) for ruby in rubies]


def difference(ours, theirs):
    """The largest difference between two drawings of a page, blurred."""
    blur = ImageFilter.GaussianBlur(1.5)
    one, other = (Image.open(name).convert("L") for name in (ours, theirs))
    if abs(one.width - other.width) > 1 or abs(one.height - other.height) > 1:
        return 255
    box = (0, 0, min(one.width, other.width), min(one.height, other.height))
    return ImageChops.difference(one.crop(box).filter(blur), other.crop(box).filter(blur)).getextrema()[1]


def check(rubi, file, direction, font, limit, folder):
    """What is wrong with one file; and its figures."""
    path = os.path.join(folder, "book.pdf")
    style = ["--direction", direction, "--page", "a5", "--font", font, "-q", file]
    outcome = run(rubi, "-o", path, *style)
    if outcome.returncode > 1:
        return [outcome.stderr], ""
    wrong = []
    outcome = run("qpdf", "--check", path)
    if outcome.returncode != 0 or "WARNING" in outcome.stdout + outcome.stderr:
        wrong.append(f"qpdf: {outcome.stdout}{outcome.stderr}")
    for line in run("pdffonts", path).stdout.splitlines()[2:]:
        if not re.match(r"[A-Z]{6}\+", line) or not re.search(r" Identity-[HV] +yes yes yes ", line):
            wrong.append(f"pdffonts: {line}")
    records = [json.loads(line) for line in run(rubi, "--format", "jsonl", *style).stdout.splitlines()]
    want, got = rubies_of(records, direction == "vertical"), structure_of(path)
    if got is None or want != got:
        place = next((i for i, pair in enumerate(zip(want, got or [])) if pair[0] != pair[1]), None)
        wrong.append(f"structure: {len(want)} rubies, {len(got or [])} found" + (f"; {want[place]} is {got[place]}" if place is not None else ""))
    pages = sum(record["type"] == "page" for record in records)
    drawn = min(pages, limit or pages)
    outcome = run("gs", "-q", "-dBATCH", "-dNOPAUSE", "-dSAFER", "-sDEVICE=nullpage", f"-dLastPage={drawn}", path)
    if outcome.returncode != 0 or outcome.stdout + outcome.stderr != "":
        wrong.append(f"gs: {outcome.stdout}{outcome.stderr}")
    outcome = run("mutool", "draw", "-q", "-r", str(DPI), "-o", os.path.join(folder, "theirs-%d.png"), path, f"1-{drawn}")
    message = (outcome.stdout + outcome.stderr).replace("warning: ICC support is not available\n", "")
    if outcome.returncode != 0 or message:
        wrong.append(f"mutool: {message}")
    run(rubi, "--format", "png", "--dpi", str(DPI), "--background", "white", "-o", os.path.join(folder, "ours.png"), *style)
    largest = 0
    for page in range(1, drawn + 1):
        ours = os.path.join(folder, f"ours-{page}.png")
        if pages == 1 and not os.path.exists(ours):
            ours = os.path.join(folder, "ours.png")
        apart = difference(ours, os.path.join(folder, f"theirs-{page}.png"))
        largest = max(largest, apart)
        if apart > TOLERANCE:
            wrong.append(f"page {page}: the drawings differ by {apart}")
    for name in glob.glob(os.path.join(folder, "*.png")):
        os.remove(name)
    return wrong, f"{pages} pages, {len(want)} rubies, {os.path.getsize(path)} bytes, drawings differ by {largest}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("rubi")
    parser.add_argument("--fonts", default="BIZ UDMincho,Noto Serif CJK JP,IPAexMincho")
    parser.add_argument("--pages", type=int, default=0)
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    status = 0
    with tempfile.TemporaryDirectory() as folder:
        for file in options.files:
            for direction in ("vertical", "horizontal"):
                for font in options.fonts.split(","):
                    wrong, figures = check(options.rubi, file, direction, font, options.pages, folder)
                    print(f"{os.path.basename(file)} {direction} {font}: {figures}", flush=True)
                    for line in wrong[:8]:
                        print("  " + line)
                        status = 1
    sys.exit(status)


main()
