#!/usr/bin/env python3
"""Requests per second of the loader beside the same loop in C on libcurl, against one loopback server: medians of alternating runs.

usage: Benchmarks/loaders/run.py [--runs 5] [--requests 20000]      (builds what it needs; run it on a quiet machine)
"""
import argparse
import os
import statistics
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))


def build(folder):
    for name, flags in (("server", ["-D_GNU_SOURCE"]), ("reference", ["-lcurl"])):
        subprocess.run(["cc", "-O2", "-o", f"{folder}/{name}", f"{HERE}/{name}.c", *flags], check=True)
    subprocess.run(["swift", "build", "-c", "release", "--product", "loader-bench"], cwd=TOP, check=True, stdout=subprocess.DEVNULL)


def rate(command):
    return float(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--requests", type=int, default=20000)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        build(folder)
        server = subprocess.Popen([f"{folder}/server", "0"], stdout=subprocess.PIPE, text=True)
        try:
            url = f"http://127.0.0.1:{server.stdout.readline().split()[1]}/small"
            print("in flight | loader /s | C /s | ratio | budget")
            for in_flight, budget in ((1, 0.8), (16, 0.7), (64, 0.7)):
                load = [str(in_flight), str(arguments.requests), url]
                pairs = [
                    (rate([f"{TOP}/.build/release/loader-bench", "load", *load]), rate([f"{folder}/reference", "multi", *load]))
                    for _ in range(arguments.runs)
                ]
                ours, reference = (statistics.median(column) for column in zip(*pairs))
                print(f"{in_flight:9} | {ours:9.0f} | {reference:5.0f} | {ours / reference:.2f} | >= {budget}")
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
