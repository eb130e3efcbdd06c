#!/usr/bin/env python3
"""How often rubi furigana gives the readings that authors gave.

Takes the ruby out of the manuscripts named, has `rubi furigana` put it back, and compares: an author's ruby counts as found where the characters of its base have
exactly its reading, katakana counting as hiragana. The reading of a base is that of the pieces that make it up: 東京 with とう|きょう over it counts for 東 とう, and 取り扱い for its
two kanji; where a piece reaches over the end of the base, it counts as not found. Prints a line a manuscript and the sum; with --failures N also the N commonest differences.

With --keep-first the first ruby of each word (the same base and the same reading) stays in each manuscript and is not counted: what is left tells how well the readings that an author
gives once are carried on.
"""
import argparse
import collections
import json
import re
import subprocess
import sys

RUBY = re.compile(r"\{([^{}|]+)\|([^{}]+)\}")
KANJI = re.compile("[㐀-鿿豈-﫿𠀀-𯿿]")
READING = re.compile("^[ぁ-ゖァ-ヺー]+$")


# Historical spelling shows in ゐ, ゑ, っ written large in verbs, and は-row endings; old kanji in those that every text has.
OLD_KANA = re.compile("[ゐゑヰヱ]|[つ](た|て)[。、]|[かさたなまらわばが]ふ[。、]|[いきしちにみりびぎ]ませう|でせう|だらう|やう[なにだで]")
OLD_KANJI = re.compile("[來國學氣會變當對發體聲讀賣寫實圖點黨齒傳與處證續勸關觀萬爲眞廣應櫻澤劍獨擧歸歷戀殘縣經轉鐵靑]")


def is_modern(texts):
    text = "".join(text for text, _ in texts)
    if not text:
        return False
    return 2000 * len(OLD_KANA.findall(text)) < len(text) and 2000 * len(OLD_KANJI.findall(text)) < len(text)


def hiragana(text):
    return "".join(chr(ord(c) - 0x60) if "ァ" <= c <= "ヶ" else c for c in text)


def flatten(nodes, out, rubies):
    for node in nodes:
        for kind, value in node.items():
            if kind == "text":
                out.append(value)
            elif kind == "ruby":
                rubies.append((sum(map(len, out)), value["base"], value.get("reading", "")))
                out.append(value["base"])
            elif isinstance(value, dict) and "children" in value and kind not in ("note", "kaeriten", "okurigana"):
                flatten(value["children"], out, rubies)


def paragraphs(blocks):
    for block in blocks:
        for kind, value in block.items():
            if not isinstance(value, dict):
                continue
            if kind in ("para", "heading"):
                out, rubies = [], []
                flatten(value.get("children", []), out, rubies)
                text = "".join(out)
                if text and "\n" not in text and "{" not in text:
                    yield text, rubies
            elif "children" in value:
                yield from paragraphs(value["children"])


def read_back(line):
    """The plain line, and at each character the reading that ends there; None inside a base whose division is not known."""
    plain, ends, starts = [], {}, set()
    position, at = 0, 0
    for found in RUBY.finditer(line):
        between = line[position : found.start()]
        for character in between:
            plain.append(character)
            starts.add(at)
            ends[at + 1] = character
            at += 1
        base, parts = found[1], found[2].split("|")
        if len(parts) == len(base):
            for character, part in zip(base, parts):
                starts.add(at)
                ends[at + 1] = part
                at += 1
        else:
            starts.add(at)
            ends[at + len(base)] = "".join(parts)
            at += len(base)
        plain.append(base)
        position = found.end()
    for character in line[position:]:
        plain.append(character)
        starts.add(at)
        ends[at + 1] = character
        at += 1
    return "".join(plain), starts, ends


def reading_of(starts, ends, start, end):
    if start not in starts or end not in ends:
        return None
    return "".join(ends[place] for place in sorted(ends) if start < place <= end)


def keep_first(texts):
    """The places, paragraph and character, of the rubies that are the first of their base and reading."""
    seen, kept = set(), set()
    for number, (_, rubies) in enumerate(texts):
        for start, base, reading in rubies:
            if KANJI.search(base) and READING.match(reading) and (base, reading) not in seen:
                seen.add((base, reading))
                kept.add((number, start))
    return kept


def marked(text, rubies, kept, number):
    """The text with the rubies that are kept, in Aozora Bunko's notation."""
    out, position = [], 0
    for start, base, reading in rubies:
        if (number, start) in kept:
            out += [text[position:start], "｜", base, "《", reading, "》"]
            position = start + len(base)
    return "".join(out) + text[position:]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rubi", default=".build/release/rubi")
    parser.add_argument("--failures", type=int, default=0)
    parser.add_argument("--context", default="", help="show the places of this base that differ")
    parser.add_argument("--keep-first", action="store_true", help="leave the first ruby of each base and reading")
    parser.add_argument("--modern", action="store_true", help="only works in modern spelling, by their commonest old forms")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    total = right = 0
    failures = collections.Counter()
    for name in options.files:
        parsed = subprocess.run([options.rubi, "parse", "-q", name], capture_output=True, check=False).stdout
        document = json.loads(parsed)
        texts = list(paragraphs(document.get("blocks", [])))
        if not any(rubies for _, rubies in texts) or options.modern and not is_modern(texts):
            continue
        kept = keep_first(texts) if options.keep_first else set()
        lines = "\n\n".join(marked(text, rubies, kept, number) for number, (text, rubies) in enumerate(texts)) + "\n"
        source = "aozora" if options.keep_first else "plain"
        result = subprocess.run(
            [options.rubi, "furigana", "-q", "--from", source, "--to", "denden", "-"], input=lines.encode(), capture_output=True, check=True
        ).stdout.decode()
        answer = [line for line in result.split("\n") if line]
        answer = iter(answer)
        mine = good = 0
        for number, (text, rubies) in enumerate(texts):
            line = next(answer).replace("\\", "")
            plain, starts, ends = read_back(line)
            if plain.replace("\\", "") != text.replace("\\", ""):
                continue
            for start, base, reading in rubies:
                if (number, start) in kept or not KANJI.search(base) or not READING.match(reading):
                    continue
                mine += 1
                got = reading_of(starts, ends, start, start + len(base))
                if got is not None and hiragana(got) == hiragana(reading):
                    good += 1
                else:
                    failures[(base, hiragana(reading), got)] += 1
                    if base == options.context:
                        print("   ", text[max(0, start - 15) : start + 20], reading, got)
        total += mine
        right += good
        if mine:
            print(f"{good:6} of {mine:6} {100 * good / mine:5.1f} % {name.rsplit('/', 1)[-1]}")
    print(f"{right:6} of {total:6} {100 * right / max(1, total):5.1f} % together")
    for (base, reading, got), count in failures.most_common(options.failures):
        print(count, base, reading, got)
    return 0


sys.exit(main())
