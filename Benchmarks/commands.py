#!/usr/bin/env python3
"""Measures `apus send`, `apus run`, a download and `apus --help`, compared with curl, HTTPie and hurl if they are installed.

usage: Benchmarks/commands.py [--times 15] [--requests 20000] [--gigabytes 5]      (after make build; run it on a quiet machine)

Every figure is a median of runs that alternate with those of its reference. The server is the one of the loaders' benchmark.
"""
import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
APUS = os.environ.get("APUS_BINARY") or os.path.join(ROOT, ".build", "release", "apus")
# A loop over one connection, as a small runner in Python has it.
LOOP = (
    "import http.client, sys\nc = http.client.HTTPConnection('127.0.0.1', int(sys.argv[1]))\n"
    "for _ in range(int(sys.argv[2])):\n    c.request('GET', '/small'); r = c.getresponse(); assert r.status == 200; r.read()\n"
)
ROWS = []


def row(name, ours, reference, ratio, budget):
    ROWS.append((name, ours, reference, ratio, budget))


def run(command, environment):
    """The duration of a process in seconds, and its peak memory in MB."""
    start = time.perf_counter()
    process = subprocess.Popen(
        command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(command)}: exit code {process.returncode}")
    return time.perf_counter() - start, usage.ru_maxrss / 1024


def alternate(times, *commands, environment):
    """The median of the seconds of each command; None for one that is not installed."""
    known = [command if command and shutil.which(command[0]) else None for command in commands]
    samples = [[run(command, environment)[0] for command in known if command] for _ in range(times)]
    medians = iter([statistics.median(column) for column in zip(*samples)])
    return [next(medians) if command else None for command in known]


def ratio(value, reference):
    return f"{value / reference:.2f}" if reference else ""


def milliseconds(value, program=""):
    return f"{program and program + ': '}{value * 1000:.1f} ms" if value else "—"


def single(url, times, environment):
    ours, curl, httpie, start = alternate(
        times, [APUS, "send", url], ["curl", "-s", url], ["http", "--ignore-stdin", url], [APUS, "--help"], environment=environment)
    row("`apus send`, 1 KB", milliseconds(ours), milliseconds(curl, "curl"), ratio(ours, curl), "≤ 1.6")
    row("the same", milliseconds(ours), milliseconds(httpie, "HTTPie"), ratio(ours, httpie), "≤ 0.1")
    row("`apus --help`", milliseconds(start), "", "", "≤ 10 ms")


def rate(command, environment):
    """Requests per second, from the last line of `apus run`."""
    text = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    return float(re.search(r"([0-9,]+) per second", text).group(1).replace(",", ""))


def runs(port, space, count, environment):
    words = [APUS, "run", "bench", "--workspace", space, "--quiet", "--repeat"]
    for jobs, budget in ((1, 5000), (64, 10000)):
        ours = statistics.median(rate([*words, str(count), "--jobs", str(jobs)], environment) for _ in range(3))
        row(f"`apus run --jobs {jobs}`, requests per second", f"{ours:,.0f}", "", "", f"≥ {budget:,}")
    few = 1000
    ours, loop = alternate(5, [*words, str(few)], [sys.executable, "-c", LOOP, str(port), str(few)], environment=environment)
    row(f"{few:,} requests in one process", milliseconds(ours), milliseconds(loop, "http.client"), ratio(ours, loop), "")
    with tempfile.TemporaryDirectory() as folder:
        # curl sends a URL several times only if it is listed several times.
        with open(f"{folder}/urls", "w") as file:
            file.writelines(f'url = "http://127.0.0.1:{port}/small"\noutput = "/dev/null"\n' for _ in range(few))
        with open(f"{folder}/one.hurl", "w") as file:
            file.write(f"GET http://127.0.0.1:{port}/small\nHTTP 200\n" * few)
        parallel, curl, hurl = alternate(
            5, [*words, str(few), "--jobs", "50"], ["curl", "-s", "--parallel", "--parallel-max", "50", "-K", f"{folder}/urls"],
            ["hurl", f"{folder}/one.hurl"], environment=environment)
        row("the same, 50 concurrent", milliseconds(parallel), milliseconds(curl, "curl --parallel"), ratio(parallel, curl), "")
        row("the same, sequential", milliseconds(ours), milliseconds(hurl, "hurl"), ratio(ours, hurl), "")
    short, long = (run([*words, str(number), "--jobs", "64"], environment)[1] for number in (few, 50 * few))
    row("peak memory of 50,000 requests", f"{long:.0f} MB", f"1,000 requests: {short:.0f} MB", ratio(long, short), "does not grow")


def download(base, gigabytes, environment):
    url = f"{base}/bytes/{gigabytes * 1_000_000_000}"
    # Written to the device, so that the disk has no influence.
    ours, curl = alternate(
        3, [APUS, "send", url, "--no-history", "--output", "/dev/null"], ["curl", "-s", "-o", "/dev/null", url], environment=environment)
    row(f"download of {gigabytes} GB", f"{gigabytes / ours:.2f} GB/s", f"curl: {gigabytes / curl:.2f} GB/s", f"{curl / ours:.2f}", "≥ 0.8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=15)
    parser.add_argument("--requests", type=int, default=20000)
    parser.add_argument("--gigabytes", type=int, default=5)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["cc", "-O2", "-D_GNU_SOURCE", "-o", f"{folder}/server", f"{ROOT}/Benchmarks/loaders/server.c"], check=True)
        server = subprocess.Popen([f"{folder}/server", "0"], stdout=subprocess.PIPE, text=True)
        environment = {**os.environ, "HOME": folder, "NO_PROXY": "*"}
        try:
            port = int(server.stdout.readline().split()[1])
            base = f"http://127.0.0.1:{port}"
            os.makedirs(f"{folder}/space/collections/bench")
            for name, value in (("collection", {"name": "Bench"}), ("small.request", {"name": "Small", "url": f"{base}/small"})):
                with open(f"{folder}/space/collections/bench/{name}.json", "w") as file:
                    json.dump(value, file)
            single(f"{base}/small", arguments.times, environment)
            runs(port, f"{folder}/space", arguments.requests, environment)
            download(base, arguments.gigabytes, environment)
        finally:
            server.terminate()
    print("| what | apus | reference | ratio | budget |\n| --- | ---: | ---: | ---: | --- |")
    for cells in ROWS:
        print("| " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
