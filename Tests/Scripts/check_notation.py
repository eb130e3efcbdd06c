#!/usr/bin/python3
"""Runs works in Aozora notation through rubi: exit status, bytes that come back, annotations that are not understood.

    check_notation.py RUBI FILE…

Each FILE is parsed, checked and converted to its own notation and encoding; the bytes must be the same. Lists the annotations that are not understood, by kind, with their
counts: what became a note of kind `other`. The status is 1 where anything is wrong or over one in a hundred annotations is not understood."""
import collections
import json
import re
import subprocess
import sys


def run(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def kind(text):
    """The annotation with what it speaks of, and its numbers, taken out."""
    previous = None
    while previous != text:
        previous, text = text, re.sub(r"「[^「」]*」", "「…」", text)
        text = re.sub(r"「(?:…|[^「」]|「…」)*」", "「…」", text)
    return re.sub(r"[0-9０-９]+", "N", text)


def notes(value):
    if isinstance(value, list):
        for item in value:
            yield from notes(item)
    elif isinstance(value, dict):
        if "note" in value:
            yield value["note"]
        for item in value.values():
            yield from notes(item)


def main():
    rubi, files = sys.argv[1], sys.argv[2:]
    problems, annotations, kinds, understood = 0, 0, collections.Counter(), collections.Counter()
    for file in files:
        with open(file, "rb") as source:
            raw = source.read()
        encoding = json.loads(run(rubi, "parse", "-q", file).stdout)["encoding"]
        parse, check = run(rubi, "parse", "-q", file), run(rubi, "check", file)
        converted = run(rubi, "convert", "-q", "--to", "aozora", "--output-encoding", encoding, file)
        tree = json.loads(parse.stdout)
        for name, outcome in (("parse", parse), ("check", check), ("convert", converted)):
            if outcome.returncode != 0:
                problems += 1
                print(f"{file}: {name} ends with {outcome.returncode}: {outcome.stderr[:200]!r}")
        if converted.stdout != raw:
            problems += 1
            print(f"{file}: the bytes are not the same")
        text = raw.decode("utf-8-sig" if encoding == "utf-8" else encoding, errors="replace")
        body = text.split("\n底本：")[0]
        annotations += body.count("［＃") - sum(line.count("［＃") for line in tree["meta"].get("legend", []))
        for note in notes(tree["blocks"]):
            understood[note["kind"]] += 1
            if note["kind"] == "other":
                kinds[kind(note["text"])] += 1
    unknown = sum(kinds.values())
    for name, count in kinds.most_common():
        print(f"{count:5}  {name}")
    print("notes by kind: " + ", ".join(f"{name} {count}" for name, count in sorted(understood.items())))
    print(f"{len(files)} works, {annotations} annotations, {unknown} not understood ({100 * unknown / max(1, annotations):.2f} %), {problems} problems")
    sys.exit(1 if problems or 100 * unknown > annotations else 0)


main()
