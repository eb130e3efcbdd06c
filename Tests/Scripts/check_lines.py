#!/usr/bin/python3
"""Sets manuscripts in Aozora notation in many ways and checks every line of the output, on its own account: from the JSON Lines, the source and the fonts alone.

usage: check_lines.py RUBI [--every N] [--jobs N] FILE...

The ways: vertical and horizontal × greedy and optimal breaker × hanging none and allowed × measures of 20, 40 and 52. `--every N` takes every Nth pair of a
manuscript and a way (the whole matrix without it). Of each line:

- text: every character of the source once and in order (L30), the same in every way;
- measure: nothing passes it but a mark that hangs (L25), a blank that takes no room (L26), and what is reported as wider (L35, R42);
- full: a line that is not its paragraph's last fills its measure (L33);
- kinsoku: no forbidden start or end (L20), no parted pair (L21), no U+3000 after a mark of cl-04 at a start (L26);
- centre: the middle of each reading lies within its base (R11–R19);
- ink: the boxes of base, ruby, emphasis and kanbun glyphs do not overlap, by the fonts' own outlines (R6, R22, R25, R80–R83, L45);
- extent: no line reaches into the one before it (R60).

Prints what is wrong, then the figures; the status is 1 if anything is.
"""
import argparse
import bisect
import collections
import functools
import json
import multiprocessing
import os
import re
import subprocess
import sys

import check_manuscripts as source
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont

WAYS = [
    (direction, breaker, hang, measure)
    for direction in ("vertical", "horizontal")
    for breaker in ("greedy", "optimal")
    for hang in ("none", "allow")
    for measure in (20, 40, 52)
]
# Half of a pixel at 150 dpi in 10.5 pt: what two outlines that touch may share, in em.
INK = 0.03
ROUNDING = 0.005  # three decimals of a point, in points

OPENING = set("‘“⦅〈《「『【〔〖〘〝（［｛｟")
CLOSING = set("’”⦆〉》」』】〕〗〙〞〟）］｝｠")
STOPS = set("。．、，")
NO_START = CLOSING | STOPS | set("‐–〜゠～‼⁇⁈⁉！？・：；々〻ゝゞヽヾー")
NO_START |= set("ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ") | {chr(c) for c in range(0x31F0, 0x3200)}
NO_END = OPENING | set("£¥€№＃＄￡￥")
QUOTES = set("‘’“”«»")  # Western or Japanese by their neighbours (L1)
PAIRS = {a + a for a in "—―‥…"} | {"〳〵", "〴〵"}
BASE = ("base", "tate-chu-yoko", "warichu")


# Fonts ---------------------------------------------------------------------------------------------------------------------------------------------------

class Face:
    """A font's outlines: the box of each glyph, and where its vertical origin is."""

    def __init__(self, file, index):
        listing = subprocess.run(["fc-list", "--format", "%{file}\n"], capture_output=True, text=True, check=True).stdout.split("\n")
        path = next(path for path in listing if os.path.basename(path) == file)
        self.font = TTFont(path, fontNumber=index if path.endswith(("ttc", "otc")) else -1, lazy=True)
        self.upem = self.font["head"].unitsPerEm
        self.order = self.font.getGlyphOrder()
        self.glyphs = self.font.getGlyphSet()
        self.advances = self.font["hmtx"]
        self.tops = self.font["VORG"] if "VORG" in self.font else None
        self.vertical = self.font["vmtx"] if "vmtx" in self.font else None

    @functools.lru_cache(maxsize=None)
    def box(self, glyph):
        """x and y extents in em, the horizontal advance, the height of the vertical origin; None for a glyph without ink."""
        name = self.order[glyph]
        pen = BoundsPen(self.glyphs)
        self.glyphs[name].draw(pen)
        if pen.bounds is None:
            return None
        left, low, right, high = pen.bounds
        if self.tops is not None:
            top = self.tops[name]
        else:
            top = high + self.vertical[name][1]
        return left / self.upem, low / self.upem, right / self.upem, high / self.upem, self.advances[name][0] / self.upem, top / self.upem


@functools.lru_cache(maxsize=None)
def face(file, index):
    return Face(file, index)


def boxes(run, faces, vertical, x0, y0):
    """For each glyph with ink: from, to along the line, low, high across it (over is high), in points from the line's start."""
    font, size = faces[run["font"]], run["size"]
    turned, beside = run["angle"] == 90, run["role"] == "tate-chu-yoko" and vertical
    out = []
    for g, x, y, a in zip(run["g"], run["x"], run["y"], run["a"]):
        box = font.box(g)
        if box is None:
            continue
        left, low, right, high, advance, top = box
        if not vertical:
            out.append((x - x0 + left * size, x - x0 + right * size, y0 - y + low * size, y0 - y + high * size))
        elif turned:
            out.append((y - y0 + left * size, y - y0 + right * size, x - x0 + low * size, x - x0 + high * size))
        elif beside:  # squeezed as its advance says
            squeeze = a / advance if advance else size
            out.append((y - y0 - high * size, y - y0 - low * size, x - x0 + left * squeeze, x - x0 + right * squeeze))
        else:
            half = advance / 2
            out.append((y - y0 + (top - high) * size, y - y0 + (top - low) * size, x - x0 + (left - half) * size, x - x0 + (right - half) * size))
    return out


# Lines ---------------------------------------------------------------------------------------------------------------------------------------------------

class Checker:
    def __init__(self, way, figures):
        self.direction, _, self.hang, _ = way
        self.vertical = self.direction == "vertical"
        self.figures = figures
        self.problems = []
        self.wide = 0
        self.last = None
        self.ems = 10.5

    def fault(self, kind, line, what):
        self.figures[kind + " faults"] += 1
        self.problems.append(f"{kind}: {what}: {line['text'][:60]!r}")

    def line(self, line):
        self.figures["lines"] += 1
        along, across = ("y", "x") if self.vertical else ("x", "y")
        self.start = line[along]
        self.measure(line, along)
        if self.last is not None:
            if self.last["paragraph"] == line["paragraph"]:
                self.kinsoku(self.last, line)
                self.full(self.last, line)
            self.extent(self.last, line, across)
        small = [run for run in line["runs"] if run["role"] not in BASE]
        if small:
            self.centres(line, along)
            self.ink(line, small)
        self.last = line

    def measure(self, line, along):
        text, measure = line["text"], line["measure"]
        if line["advance"] > measure + ROUNDING and not text.endswith((" ", "\u3000")):
            self.wide += 1
        # The last glyph's own place: inside, or it hangs at the very end.
        base = [run for run in line["runs"] if run["role"] in BASE]
        if not base or line["advance"] > measure + ROUNDING:
            return
        place = max(max(run[along]) for run in base) - self.start
        if place > measure - ROUNDING and not text.endswith((" ", "\u3000")):
            hangs = self.hang == "allow" and text[-1] in STOPS
            self.figures["hanging marks"] += hangs
            if not hangs or abs(place - measure) > self.ems / 2:
                self.fault("measure", line, f"a glyph at {place:.3f} of {measure}")

    def kinsoku(self, before, line):
        end, start = before["text"].rstrip(" ")[-1:], line["text"][:1]
        pair = end + start
        western = (start in QUOTES or end in QUOTES) and (line["text"][1:2].isascii() or before["text"][-2:-1].isascii())
        if start in NO_START and not western:
            self.fault("kinsoku", line, f"begins with {start}")
        if end in NO_END and not western:
            self.fault("kinsoku", before, f"ends with {end}")
        if pair in PAIRS:
            self.fault("kinsoku", line, f"parts {pair}")
        if end.isascii() and end.isdigit() and start.isascii() and start.isdigit() and re.search(r"[^0-9]", line["text"] + before["text"]):
            self.fault("kinsoku", line, f"parts {pair}")
        if start == "\u3000" and end in "！？‼⁇⁈⁉":
            self.fault("kinsoku", line, "begins with a blank after " + end)

    def full(self, before, line):
        if before["advance"] < before["measure"] - 0.05 and not before["text"].endswith((" ", "\u3000")):
            self.figures["lines short of their measure"] += 1

    def extent(self, before, line, across):
        if before["column"] != line["column"] or before["page"] != line["page"] or before[across] == line[across]:
            return
        room = (before[across] - line[across]) if self.vertical else (line[across] - before[across])
        if before["under"] + line["over"] > room + ROUNDING:
            self.fault("extent", line, f"{before['under']:.2f} and {line['over']:.2f} in {room:.2f}")

    def centres(self, line, along):
        places = None
        readings = {}
        for run in line["runs"]:
            if run["role"] != "ruby":
                continue
            key = (run["ruby"], run["side"], run["base"][0], run["base"][1])
            low, high = run[along][0], run[along][-1] + run["a"][-1]
            before = readings.get(key)
            readings[key] = (min(low, before[0]), max(high, before[1])) if before else (low, high)
        for (_, _, lower, upper), (low, high) in readings.items():
            if places is None:
                places = sorted(
                    (c, p, p + a) for run in line["runs"] if run["role"] in BASE for c, p, a in zip(run["cl"], run[along], run["a"]))
            self.figures["readings"] += 1
            base = places[bisect.bisect_left(places, (lower,)) : bisect.bisect_left(places, (upper,))]
            if not base:
                self.fault("centre", line, "a reading without a base")
                continue
            middle = (low + high) / 2
            if not min(p for _, p, _ in base) - ROUNDING <= middle <= max(p for _, _, p in base) + ROUNDING:
                self.fault("centre", line, f"a reading from {low:.2f} to {high:.2f} over {base[0][1]:.2f} to {base[-1][2]:.2f}")

    def ink(self, line, small):
        self.figures["lines with ruby or marks"] += 1
        x0, y0 = line["x"], line["y"]
        base = [box for run in line["runs"] if run["role"] in BASE for box in boxes(run, self.faces, self.vertical, x0, y0)]
        groups = [(run, boxes(run, self.faces, self.vertical, x0, y0)) for run in small]
        slack = INK * self.ems
        for run, own in groups:
            hit = overlap(own, base, slack)
            if hit:
                self.fault("ink", line, f"{run['role']} {run.get('reading', run.get('text', ''))} over its base by {hit[0]:.2f} × {hit[1]:.2f}")
        for index, (run, own) in enumerate(groups):
            for other, its in groups[index + 1 :]:
                if run["role"] == "ruby" == other["role"] and run["ruby"] == other["ruby"] and run["side"] == other["side"]:
                    continue
                hit = overlap(own, its, slack)
                if hit:
                    names = [f"{r['role']} {r.get('reading', r.get('text', ''))}" for r in (run, other)]
                    self.fault("ink", line, f"{names[0]} and {names[1]} by {hit[0]:.2f} × {hit[1]:.2f}")


def overlap(some, others, slack):
    """How far a box of one list lies in one of the other, along and across; None where none does."""
    if not some or not others:
        return None
    if min(b[2] for b in some) > max(b[3] for b in others) - slack or max(b[3] for b in some) < min(b[2] for b in others) + slack:
        return None
    if min(b[0] for b in some) > max(b[1] for b in others) - slack or max(b[1] for b in some) < min(b[0] for b in others) + slack:
        return None
    for a in some:
        for b in others:
            along, across = min(a[1], b[1]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[2], b[2])
            if along > slack and across > slack:
                return along, across
    return None


# Manuscripts ---------------------------------------------------------------------------------------------------------------------------------------------

def expected(rubi, name):
    """The lines of the source, where they begin, and what each must be set as; lines that `rubi check` has something to say of are left out."""
    with open(name, "rb") as file:
        lines = source.decode(file.read())
    findings = subprocess.run([rubi, "check", name, "--from", "aozora", "--format", "json"], capture_output=True)
    doubtful = {d["line"] - 1 for d in json.loads(findings.stdout)["diagnostics"]}
    wanted = {number: source.plain(lines[number][1]) for number in source.body(lines) if number not in doubtful}
    return [start for start, _ in lines], wanted, doubtful


def compare(texts, wanted, doubtful):
    for number, text in wanted.items():
        found = texts.get(number, "")
        # A description with a comma before its numbers is a gaiji that the scripts read differently.
        if not source.matches(found, text) and "、" not in text:
            yield f"text: line {number + 1}: set as {found[:60]!r}, not {text[:60]!r}"
    for number in texts.keys() - wanted.keys() - doubtful:
        if texts[number]:
            yield f"text: line {number + 1} is no line of the body: {texts[number][:40]!r}"


def check(job):
    rubi, name, ways = job
    figures, problems = collections.Counter(), []
    starts, wanted, doubtful = expected(rubi, name)
    first = None
    for way in ways:
        direction, breaker, hang, measure = way
        command = [rubi, name, "--from", "aozora", "--page", "none", "--format", "jsonl", "--direction", direction]
        command += ["--breaker", breaker, "--hang", hang, "--measure", str(measure), "--lang", "en"]
        run = subprocess.run(command, capture_output=True)
        title = f"{os.path.basename(name)} {direction} {breaker} {hang} {measure}"
        if run.returncode not in (0, 1):
            problems.append(f"{title}: status {run.returncode}: {run.stderr.decode('utf-8', 'replace')[:300]}")
            continue
        checker = Checker(way, figures)
        texts = collections.defaultdict(str)
        last = -1
        for raw in run.stdout.splitlines():
            record = json.loads(raw)
            if record["type"] == "document":
                checker.faces = [face(font["file"], font["index"]) for font in record["fonts"]]
            if record["type"] != "line" or "matter" in record:
                continue
            at = record["source"][0]
            if at < last:
                checker.fault("text", record, f"byte {at} comes after byte {last}")
            last = at
            texts[bisect.bisect_right(starts, at) - 1] += record["text"]
            figures["characters"] += len(record["text"])
            checker.line(record)
        said = len(re.findall(rb"\[(?:ruby-)?wider-than-line\]", run.stderr))
        figures["lines wider than their measure, reported"] += said
        if checker.wide > said:
            checker.problems.append(f"measure: {checker.wide} lines are wider than their measure, {said} reported")
        if first is None:
            first = texts
            found = list(compare(texts, wanted, doubtful))
            figures["text faults"] += len(found)
            checker.problems += found
        elif texts != first:
            figures["text faults"] += 1
            checker.problems.append("text: not the same as in the first way")
        figures["settings"] += 1
        problems += [f"{title}: {problem}" for problem in checker.problems]
    return problems, figures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("rubi")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--show", type=int, default=40)
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    jobs = []
    for number, name in enumerate(options.files):
        # A stride that shares no factor with the ways, so that every way has its turn.
        ways = [way for index, way in enumerate(WAYS) if (number * 7 + index) % options.every == 0]
        if ways:
            jobs.append((options.rubi, name, ways))
    figures, problems = collections.Counter(), []
    with multiprocessing.Pool(options.jobs) as pool:
        for found, some in pool.imap_unordered(check, jobs):
            problems += found
            figures.update(some)
    for problem in sorted(problems)[: options.show]:
        print(problem)
    if len(problems) > options.show:
        print(f"and {len(problems) - options.show} more")
    print(f"{len(jobs)} manuscripts; " + ", ".join(f"{figures[key]} {key}" for key in sorted(figures) if figures[key]))
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
