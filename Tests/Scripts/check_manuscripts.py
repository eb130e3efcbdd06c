#!/usr/bin/python3
"""Typesets manuscripts in Aozora notation and checks the output against the source, read independently of rubi.

usage: check_manuscripts.py RUBI FILE...

For each: exit status 0 or 1 (1 only where `rubi check` finds an error); the base text of the lines is the body text of the source, every character
once and in order; no line passes its measure (L30); no two readings on one side of a line overlap (R25). Prints what is wrong; the status is 1 then.
"""
import bisect
import json
import multiprocessing
import re
import subprocess
import sys
import unicodedata

OPTIONS = ["--from", "aozora", "--measure", "40", "--lines", "16", "--page", "a5", "--format", "jsonl", "--matter", "none"]
ANY = "\ue000"  # stands for what only a table could resolve: a gaiji, one or two characters
# M122: JIS, not Microsoft. Python's cp932 has the Microsoft mappings.
JIS = str.maketrans("～∥－￠￡￢", "〜‖−¢£¬")
COMBINING = {"`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", ":": "\u0308", "&": "\u030a", ",": "\u0327", "_": "\u0304"}
CEDILLA = "cCsStT"
NOTE = re.compile(r"※［＃(?:[^［］]|［＃[^］]*］)*］|［＃(?:[^［］]|［＃[^］]*］|※［＃[^］]*］)*］")


def decode(data):
    """The lines with their byte offsets."""
    encoding = "utf-8" if is_utf8(data) else "cp932"
    lines, start = [], 0
    for raw in re.split(rb"(\r\n|\n|\r)", data):
        if raw not in (b"\r\n", b"\n", b"\r"):
            text = raw.decode(encoding, "replace")
            lines.append((start, text.translate(JIS) if encoding == "cp932" else text.removeprefix("\ufeff")))
        start += len(raw)
    return lines


def is_utf8(data):
    try:
        data.decode("utf-8")
        return True
    except UnicodeDecodeError:
        return False


def body(lines):
    """The numbers of the body's lines: between the header with its legend (M85–M87) and the colophon (M88)."""
    texts = [text for _, text in lines]
    rules = [i for i, text in enumerate(texts) if re.fullmatch("-{10,}", text)]
    legend = next((k for k in rules if k + 1 < len(texts) and texts[k + 1].startswith("【テキスト中に現れる記号について】")), None)
    end = next((i for i, text in enumerate(texts) if text.startswith("底本：") or text.startswith("［＃本文終わり］")), len(texts))
    if legend is not None:
        first = next((k for k in rules if k > legend), legend) + 1
    elif end < len(texts):
        first = next((i for i, text in enumerate(texts) if text == ""), 0)
    else:
        return range(0, len(texts))
    return range(first, end)


def accents(match):
    """〔…〕 (M80)."""
    text = match.group(1)
    out, found, i = "", False, 0
    while i < len(text):
        two, three = text[i : i + 2], text[i : i + 3]
        if three in ("ae&", "oe&", "AE&", "OE&"):
            out, found, i = out + {"ae&": "æ", "oe&": "œ", "AE&": "Æ", "OE&": "Œ"}[three], True, i + 3
        elif two in ("s&", "!@", "?@", "o/", "O/", "d/", "D/", "l/", "L/", "h/", "H/"):
            table = {"s&": "ß", "!@": "¡", "?@": "¿", "o/": "ø", "O/": "Ø", "d/": "đ", "D/": "Đ", "l/": "ł", "L/": "Ł", "h/": "ħ", "H/": "Ħ"}
            out, found, i = out + table[two], True, i + 2
        elif len(two) == 2 and two[0].isascii() and two[0].isalpha() and two[1] in COMBINING and (two[1] != "," or two[0] in CEDILLA):
            one = unicodedata.normalize("NFC", two[0] + COMBINING[two[1]])
            if len(one) == 1:
                out, found, i = out + one, True, i + 2
            else:
                out, i = out + two[0], i + 1
        else:
            out, i = out + text[i], i + 1
    return out if found else match.group(0)


def plain(text):
    """The base text of a line of the source: readings, bars and annotations out, gaiji as ANY."""
    text = NOTE.sub(lambda match: ANY if match.group(0)[0] == "※" else "", text)
    text = re.sub("〔([^〕]*)〕", accents, text)
    text = text.replace("／＼", "〱").replace("／″＼", "〲")
    text = re.sub("《[^《》]*》", "", text)
    return unicodedata.normalize("NFC", text.replace("｜", ""))


def matches(found, wanted):
    """Whether `found` is `wanted`, ANY standing for one or two characters."""
    if ANY not in wanted:
        return found == wanted
    pattern = "".join(".{1,2}" if c == ANY else re.escape(c) for c in wanted)
    return re.fullmatch(pattern, found, re.DOTALL) is not None


def check(job):
    rubi, name = job
    with open(name, "rb") as file:
        data = file.read()
    problems = []
    run = subprocess.run([rubi, name] + OPTIONS, capture_output=True)
    findings = subprocess.run([rubi, "check", name, "--from", "aozora", "--format", "json"], capture_output=True)
    diagnostics = json.loads(findings.stdout)["diagnostics"]
    if run.returncode != findings.returncode:
        problems.append(f"exit status {run.returncode}, check's {findings.returncode}")
    if run.returncode not in (0, 1):
        return name, problems + [run.stderr.decode("utf-8", "replace")[:400]], 0, 0
    lines = decode(data)
    starts = [start for start, _ in lines]
    texts, last = {}, -1
    glyphs = 0
    for raw in run.stdout.splitlines():
        record = json.loads(raw)
        if record["type"] != "line":
            continue
        at = record["source"][0]
        if at < last:
            problems.append(f"byte {at} comes after byte {last}")
        last = at
        number = bisect.bisect_right(starts, at) - 1
        texts[number] = texts.get(number, "") + record["text"]
        glyphs += sum(len(r["g"]) for r in record["runs"])
        problems += geometry(record)
    doubtful = {d["line"] - 1 for d in diagnostics}
    wanted = 0
    skipped = 0
    for number in body(lines):
        source = lines[number][1]
        if number in doubtful or "、" in source and re.search("は[^］]*、[0-9０-９]+-[0-9０-９]+-[0-9０-９]+］", NOTE.sub(lambda m: m.group(0) if m.group(0)[0] != "※" else "", source)):
            skipped += 1
            texts.pop(number, None)
            continue
        expected = plain(source)
        wanted += len(expected)
        found = texts.pop(number, "")
        if not matches(found, expected):
            problems.append(f"line {number + 1}: set as {found[:60]!r}, not {expected[:60]!r}")
    for number in [n for n in texts if texts[n] and n not in doubtful]:
        problems.append(f"line {number + 1} is no line of the body: {texts[number][:40]!r}")
    return name, problems, wanted, skipped


def geometry(record):
    """What stands where it should not in one line."""
    where = f"page {record['page']} line {record['line']} {record['text'][:20]!r}"
    problems = []
    start, measure = record["y"], record["measure"]
    ends = re.search("[！？!?]　+$| +$", record["text"])  # L26 and spaces at a line's end stand beyond it
    if record["advance"] > measure + 0.01 and not ends:
        problems.append(f"{where}: {record['advance']} long, in {measure}")
    for side in ("over", "under"):
        places = []
        for run in record["runs"]:
            if run["role"] == "ruby" and run["side"] == side:
                places += [(y, y + a) for y, a in zip(run["y"], run["a"])]
        places.sort()
        for (_, end), (begin, _) in zip(places, places[1:]):
            if begin < end - 0.01:
                problems.append(f"{where}: readings overlap at {begin} by {end - begin:.3f}")
        if places and (places[0][0] < start - 0.01 or places[-1][1] > start + measure + 0.01):
            problems.append(f"{where}: a reading passes the line's ends, {places[0][0] - start:.3f} to {places[-1][1] - start:.3f} in {measure}")
    return problems


def main():
    rubi, names = sys.argv[1], sys.argv[2:]
    characters = skipped = bad = 0
    with multiprocessing.Pool(2) as pool:
        for name, problems, count, left in pool.imap(check, [(rubi, name) for name in names]):
            characters += count
            skipped += left
            bad += bool(problems)
            for problem in problems[:5]:
                print(f"{name}: {problem}")
            if len(problems) > 5:
                print(f"{name}: and {len(problems) - 5} more")
    print(f"{len(names)} manuscripts, {characters} characters compared, {skipped} doubtful lines left out, {bad} manuscripts with problems")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
