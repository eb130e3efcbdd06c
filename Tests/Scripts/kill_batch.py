#!/usr/bin/env python3
"""Kills a batch at random moments and resumes it: no file under a final name is ever partial, and what is completed in the end is what one run gives.

    Tests/Scripts/kill_batch.py RUBI [--kills N] [--seed N] [--format FORMAT] FILE…

Each round starts `RUBI --resume --jobs 2 --out-dir OUT FILE…` and kills it (SIGKILL) after a random part of the time that the whole batch takes; every output that is there then is
compared with that of a run left alone. At last the batch is resumed to its end and all outputs are compared. Exit status 1 where anything differs or is left over."""

import argparse
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time


def outputs(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.startswith(".")} if folder.exists() else {}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rubi")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--format", default="jsonl")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    dice = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as name:
        reference, folder = pathlib.Path(name) / "reference", pathlib.Path(name) / "out"

        def command(target):
            return [options.rubi, "-q", "--resume", "--jobs", "2", "--format", options.format, "--out-dir", str(target), *options.files]

        start = time.monotonic()
        status = subprocess.run(command(reference), stderr=subprocess.DEVNULL).returncode
        whole = time.monotonic() - start
        expected = outputs(reference)
        faults, there = 0, []
        for _ in range(options.kills):
            process = subprocess.Popen(command(folder), stderr=subprocess.DEVNULL)
            time.sleep(dice.uniform(0, whole / options.kills * 2))
            process.send_signal(signal.SIGKILL)
            process.wait()
            found = outputs(folder)
            there.append(len(found))
            for output, content in found.items():
                if content != expected.get(output):
                    faults += 1
                    print(f"{output}: partial or different after a kill")
        last = subprocess.run(command(folder), stderr=subprocess.DEVNULL).returncode
        if last != status:
            faults += 1
            print(f"exit status {last}, of a run left alone {status}")
        if outputs(folder) != expected:
            faults += 1
            print("the completed batch differs")
        left = sorted(path.name for path in folder.iterdir() if path.name not in {path.name for path in reference.iterdir()})
        if left:
            faults += 1
            print("left over:", *left)
        print(f"{options.kills} kills in {len(options.files)} manuscripts of {whole:.1f} s; outputs there after each: {there}; {faults} faults")
        sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
