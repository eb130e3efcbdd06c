#!/usr/bin/env python3
"""Sets one manuscript to PDF with rubi and with other typesetters, in turn, and prints CPU times as ratios.

    Bench/peers.py [--rubi PATH] [--runs N] [--size N] [--peers-python PATH] [--peers NAMES] [FILE…]

Without FILE: a generated manuscript of N characters, 10^6 if nothing is said. Compared are those that are there: jtypeset (PyPI, in the Python given; from Markdown), upLaTeX with pxrubrica and dvipdfmx,
LuaLaTeX with luatexja-ruby, and headless Chromium. Each gets what `rubi convert` writes in its own notation, vertical, on A5 pages, in BIZ UDMincho; where a peer fails or takes
over ten minutes, the table says so. A process's time is that of all its children together."""

import argparse
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FONT = "/usr/share/fonts/truetype/bizud-mincho/BIZUDMincho-Regular.ttf"
LIMIT = 600
UPLATEX = r"""\documentclass[a5paper,10.5pt,tate]{utbook}
\usepackage[dvipdfmx]{graphicx}\usepackage{pxrubrica}\usepackage{plext}
\newcommand{\kenten}[1]{#1}
\begin{document}
%s
\end{document}
"""
LUALATEX = r"""\documentclass[a5paper,tate]{ltjtbook}
\usepackage{luatexja-fontspec}\usepackage{luatexja-ruby}\setmainjfont[Path=%s/]{%s}
\newcommand{\kenten}[1]{#1}
\begin{document}
%%s
\end{document}
""" % (os.path.dirname(FONT), os.path.basename(FONT))


def cpu_seconds(command, folder):
    """CPU time of a command and all its children; None where it fails or takes too long."""
    script = "import os,resource,subprocess,sys;r=subprocess.run(sys.argv[1:],stdout=subprocess.DEVNULL,stderr=subprocess.DEVNULL).returncode;" \
             "u=resource.getrusage(resource.RUSAGE_CHILDREN);print(u.ru_utime+u.ru_stime,r)"
    try:
        result = subprocess.run([sys.executable, "-c", script, *command], cwd=folder, capture_output=True, text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return None
    seconds, status = result.stdout.split()
    return float(seconds) if status in ("0", "1") else None


def convert(rubi, path, target, *more):
    return subprocess.run([rubi, "-q", "convert", "--to", target, *more, str(path)], capture_output=True, text=True).stdout


def peers(rubi, path, folder, python):
    """Name, command, the PDF it makes."""
    latex = convert(rubi, path, "latex")
    if python:
        # jtypeset-md reads ｜base《reading》; an empty line parts paragraphs.
        (folder / "jtypeset.md").write_text(re.sub("\n+", "\n\n", convert(rubi, path, "narou")), encoding="utf-8")
        yield "jtypeset-md", [str(pathlib.Path(python).parent / "jtypeset-md"), "jtypeset.md", "--vertical", "--paper", "A5", "--font", FONT, "-o", "jtypeset.pdf"], "jtypeset.pdf"
    if shutil.which("uplatex") and shutil.which("dvipdfmx"):
        (folder / "up.tex").write_text(UPLATEX % latex, encoding="utf-8")
        yield "upLaTeX, pxrubrica, dvipdfmx", ["sh", "-c", "uplatex -interaction=batchmode up.tex; dvipdfmx -q up.dvi"], "up.pdf"
    if shutil.which("lualatex"):
        (folder / "lua.tex").write_text(LUALATEX % latex, encoding="utf-8")
        yield "LuaLaTeX, luatexja-ruby", ["lualatex", "-interaction=batchmode", "lua.tex"], "lua.pdf"
    if shutil.which("chromium"):
        (folder / "page.html").write_text(convert(rubi, path, "html", "--standalone"), encoding="utf-8")
        yield "Chromium", ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--print-to-pdf={folder}/page.pdf", f"file://{folder}/page.html"], "page.pdf"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rubi", default=str(ROOT / ".build" / "release" / "rubi"))
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--size", default="1000000")
    parser.add_argument("--peers", default="jtypeset,upLaTeX,LuaLaTeX,Chromium", help="those to compare with")
    parser.add_argument("--peers-python", help="a Python in whose environment jtypeset[md] is installed")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    options.rubi = str(pathlib.Path(options.rubi).resolve())
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        paths = [path.resolve() for path in options.files]
        if not paths:
            paths = [folder / f"generated-{options.size}.txt"]
            with open(paths[0], "wb") as target:
                subprocess.run([sys.executable, str(ROOT / "Bench" / "make_manuscript"), options.size], stdout=target, check=True)
        print("| manuscript | typesetter | CPU seconds to PDF | times rubi |")
        print("|---|---|---|---|")
        for path in paths:
            own = [options.rubi, "-q", "--jobs", "1", "--page", "a5", str(path), "-o", "rubi.pdf"]
            rubi = statistics.median(cpu_seconds(own, folder) for _ in range(max(7, options.runs)))
            print(f"| {path.name} | rubi | {rubi:.3f} | 1 |", flush=True)
            for peer, command, made in peers(options.rubi, path, folder, options.peers_python):
                if not any(peer.startswith(wanted) for wanted in options.peers.split(",")):
                    continue
                # Once without counting: fonts and their caches are made then.
                first = cpu_seconds(command, folder)
                times = [cpu_seconds(command, folder) if first is not None else None for _ in range(options.runs)]
                if None in times or not (folder / made).exists():
                    print(f"| {path.name} | {peer} | failed, or over {LIMIT} s | |", flush=True)
                else:
                    seconds = statistics.median(times)
                    print(f"| {path.name} | {peer} | {seconds:.2f} | {seconds / rubi:.0f} |", flush=True)


if __name__ == "__main__":
    main()
