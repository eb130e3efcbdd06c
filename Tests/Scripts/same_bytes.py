#!/usr/bin/env python3
"""Typesets manuscripts with one job and two, in three locales, from two folders and as two users: the outputs are the same, byte for byte.

    Tests/Scripts/same_bytes.py RUBI [--format FORMAT] FILE…

The second user is `nobody`, by setpriv, where the script runs as root; else that is left out, and said. Manuscripts are named as they are seen from each folder. Exit status 1 where anything
differs."""
import argparse
import hashlib
import os
import pathlib
import subprocess
import sys
import tempfile


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rubi")
    parser.add_argument("--format", default="jsonl")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o755)
        folders = [pathlib.Path(name) / "one", pathlib.Path(name) / "another place"]
        # The same names in both, so that what an output says of its source is the same.
        for folder in folders:
            folder.mkdir()
            for file in options.files:
                (folder / pathlib.Path(file).name).write_bytes(pathlib.Path(file).read_bytes())
        rubi = pathlib.Path(name) / "rubi"
        rubi.write_bytes(pathlib.Path(options.rubi).read_bytes())
        rubi.chmod(0o755)
        names = sorted({pathlib.Path(file).name for file in options.files})

        def run(folder, jobs, locale, prefix=()):
            out = pathlib.Path(tempfile.mkdtemp(dir=name))
            out.chmod(0o777)
            environment = {"PATH": os.environ["PATH"], "LC_ALL": locale, "SOURCE_DATE_EPOCH": "0", "HOME": name if prefix else os.environ.get("HOME", name)}
            # Where locales are that the system does not have (localedef).
            if "LOCPATH" in os.environ:
                environment["LOCPATH"] = os.environ["LOCPATH"]
            command = [*prefix, str(rubi), "-q", "--jobs", str(jobs), "--format", options.format, "--out-dir", str(out), *names]
            subprocess.run(command, cwd=folder, env=environment, stderr=subprocess.DEVNULL)
            digests = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in out.iterdir()}
            subprocess.run(["rm", "-r", str(out)])
            return digests

        nobody = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
        ways = {
            "two jobs": (folders[0], 2, "C"), "ja_JP.UTF-8": (folders[0], 2, "ja_JP.UTF-8"), "tr_TR.UTF-8": (folders[0], 2, "tr_TR.UTF-8"),
            "another folder": (folders[1], 2, "C"), "another user": (folders[0], 2, "C", nobody),
        }
        if os.geteuid() != 0:
            print("skipped: another user, which needs root")
            del ways["another user"]
        expected = run(folders[0], 1, "C")
        faults = 0
        for way, arguments in ways.items():
            found = run(*arguments)
            different = sorted(file for file in expected.keys() | found.keys() if expected.get(file) != found.get(file))
            faults += len(different)
            print(f"{way}: {len(found)} outputs, {len(different)} differ", *different[:5], flush=True)
        print(f"{len(names)} manuscripts, {len(expected)} outputs ({options.format}), {len(ways)} ways: {faults} faults")
        sys.exit(1 if faults or not expected else 0)


main()
