#!/usr/bin/env python3
"""Measures rubi against raw HarfBuzz on the same text, in turn, in one run: ratios of CPU time.

    Bench/bench.py [--rubi PATH] [--runs N] [--sizes N,…] [--works FILE…] [FILE…]

Without FILE it takes generated manuscripts (Bench/make_manuscript) of the sizes given. The floor is Bench/hb_floor: hb_shape alone, paragraph by paragraph, on the body text
without ruby and notes. rubi's time is that of the whole process, start and writing included. Every figure is a median of N runs (and its range).
A last table compares one job with two, by the clock, on the largest manuscript and on the works given with --works: it means something only on a machine that does nothing else."""

import argparse
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
FONT = "/usr/share/fonts/truetype/bizud-mincho/BIZUDMincho-Regular.ttf"
# What rubi is asked for, and the name of it in the table. An output that this rubi does not have is left out.
TASKS = [
    ("JSON Lines", ["--jobs", "1", "--format", "jsonl", "-o", "/dev/null"]),
    ("measure", None),
    ("parse", None),
    ("PDF", ["--jobs", "1", "--format", "pdf", "-o", "/dev/null"]),
    ("SVG", ["--jobs", "1", "--page", "none", "--format", "svg", "-o", "/dev/null"]),
]


def run(command):
    """CPU seconds and resident KiB of a process; None if it failed."""
    with open(os.devnull, "wb") as sink:
        process = subprocess.Popen(command, stdout=sink, stderr=sink)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return (usage.ru_utime + usage.ru_stime, usage.ru_maxrss) if process.returncode in (0, 1) else None


def plain_text(path):
    """The body text without ruby, notes and the block that explains the notation, one paragraph a line."""
    raw = path.read_bytes()
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode("cp932", errors="replace")
    text = text.replace("\r\n", "\n")
    text = re.sub(r"(?ms)^-{20,}\n.*?^-{20,}\n", "", text, count=1)
    text = re.sub(r"《[^》\n]*》|［＃[^］\n]*］|[｜※]", "", text)
    return text


def spread(values):
    return f"{statistics.median(values):.2f} ({min(values):.2f}–{max(values):.2f})"


def command_of(rubi, name, options, path):
    return [rubi, str(path), *options] if options is not None else [rubi, name, str(path)]


def measure(rubi, floor, path, runs, scratch):
    plain = scratch / (path.stem + ".plain")
    text = plain_text(path)
    plain.write_text(text, encoding="utf-8")
    characters = len(text) - text.count("\n")
    tasks = [(name, command_of(rubi, name, options, path)) for name, options in TASKS]
    tasks = [(name, command) for name, command in tasks if run(command) is not None]
    floors, times, memory = {name: [] for name, _ in tasks}, {name: [] for name, _ in tasks}, {}
    for _ in range(runs):
        for name, command in tasks:
            # The floor before and after, so that a machine that slows down meanwhile does not count for or against rubi.
            before = shape(floor, plain)
            seconds, resident = run(command)
            floors[name].append((before + shape(floor, plain)) / 2)
            times[name].append(seconds)
            memory[name] = max(memory.get(name, 0), resident)
    return characters, floors, times, memory


def shape(floor, plain):
    return float(subprocess.run([floor, FONT, str(plain)], capture_output=True, check=True, text=True).stdout.split()[0])


def build_floor(scratch):
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "harfbuzz"], capture_output=True, check=True, text=True).stdout.split()
    floor = str(scratch / "hb_floor")
    subprocess.run([os.environ.get("CC", "cc"), "-O2", "-o", floor, str(ROOT / "Bench" / "hb_floor.c"), *flags], check=True)
    return floor


def start_up(rubi, runs, scratch):
    empty, line = scratch / "empty.txt", scratch / "line.txt"
    empty.write_text("", encoding="utf-8")
    line.write_text("吾輩は猫である。名前はまだ無い。\n", encoding="utf-8")
    rows, resident = [], 0
    for name, command in (("rubi --version", [rubi, "--version"]), ("an empty manuscript", [rubi, str(empty), "-o", "/dev/null"]),
                          ("one line", [rubi, str(line), "-o", "/dev/null"])):
        results = [run(command) for _ in range(3 * runs)]
        if None in results:
            sys.exit(f"bench: {' '.join(command)} failed")
        rows.append((name, [1000 * seconds for seconds, _ in results]))
        if name == "an empty manuscript":
            resident = statistics.median(kib for _, kib in results)
    return rows, resident


def compare_jobs(rubi, batches, runs, scratch):
    print(f"\nJSON Lines with one job and with two, median of {runs} runs:\n")
    print("| manuscripts | seconds, 1 job | seconds, 2 jobs | quotient of the pairs | CPU seconds, 1 and 2 jobs |")
    print("|---|---|---|---|---|")
    for name, files in batches:
        target = ["-o", "/dev/null"] if len(files) == 1 else ["--out-dir", str(scratch / "works")]
        walls, processor = {1: [], 2: []}, {1: [], 2: []}
        for turn in range(runs):
            for jobs in ((1, 2), (2, 1))[turn % 2]:
                start = time.monotonic()
                result = run([rubi, "-q", "--jobs", str(jobs), "--format", "jsonl", *target, *files])
                if result is None:
                    sys.exit(f"bench: {name} failed")
                walls[jobs].append(time.monotonic() - start)
                processor[jobs].append(result[0])
        quotients = [one / two for one, two in zip(walls[1], walls[2])]
        seconds = [statistics.median(walls[jobs]) for jobs in (1, 2)]
        used = [statistics.median(processor[jobs]) for jobs in (1, 2)]
        print(f"| {name} ({len(files)}) | {seconds[0]:.3f} | {seconds[1]:.3f} | {spread(quotients)} | {used[0]:.3f}, {used[1]:.3f} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rubi", default=str(ROOT / ".build" / "release" / "rubi"))
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--sizes", default="10000,100000,1000000,10000000")
    parser.add_argument("--works", nargs="+", default=[], help="manuscripts for a batch")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    if not shutil.which(options.rubi):
        sys.exit(f"bench: {options.rubi} is not there; make build")
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        floor = build_floor(scratch)
        rows, empty = start_up(options.rubi, options.runs, scratch)
        print(f"Start-up, CPU milliseconds, median (range) of {3 * options.runs} runs:\n")
        for name, values in rows:
            print(f"- {name}: {spread(values)}")
        paths = list(options.files)
        for size in [] if paths else options.sizes.split(","):
            path = scratch / f"generated-{size}.txt"
            with open(path, "wb") as target:
                subprocess.run([sys.executable, str(ROOT / "Bench" / "make_manuscript"), size], stdout=target, check=True)
            paths.append(path)
        print(f"\nCPU time as a ratio to hb_shape of the same text, median (range) of {options.runs} runs; resident memory above an empty run:\n")
        print("| manuscript | characters | hb_shape, ns a character | output | ratio | ns a character | less start-up | MiB |")
        print("|---|---|---|---|---|---|---|---|")
        start = statistics.median(dict(rows)["an empty manuscript"]) / 1000
        for path in paths:
            characters, floors, times, memory = measure(options.rubi, floor, path, options.runs, scratch)
            for name, seconds in times.items():
                shaping = spread([1e9 * seconds / characters for seconds in floors[name]])
                ratios = [mine / least for mine, least in zip(seconds, floors[name])]
                nanoseconds = 1e9 * statistics.median(seconds) / characters
                net = 1e9 * (statistics.median(seconds) - start) / characters
                print(f"| {path.name} | {characters} | {shaping} | {name} | {spread(ratios)} | {nanoseconds:.0f} | {net:.0f} | {max(0, memory[name] - empty) / 1024:.1f} |", flush=True)
        compare_jobs(options.rubi, [("the last of them", [str(paths[-1])])] + ([("the works", options.works)] if options.works else []), options.runs, scratch)


if __name__ == "__main__":
    main()
