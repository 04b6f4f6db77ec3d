#!/usr/bin/env python3
"""Measures the loader, compared with C on libcurl and with curl, against a loopback server; prints the part "loaders" of docs/benchmarks.md.

usage: Benchmarks/loaders/run.py [--runs 5] [--requests 20000] [--gigabytes 5]      (after make build PRODUCT=loader-bench; run it on a quiet machine)

Every figure is a median of runs that alternate with those of its reference.
"""
import argparse
import os
import re
import statistics
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
BENCH = f"{TOP}/.build/release/loader-bench"


def build(folder):
    flags = {"server": ["-D_GNU_SOURCE"], "reference": ["-lcurl"], "allocations.so": ["-shared", "-fPIC"]}
    for name, more in flags.items():
        source = f"{HERE}/{name.removesuffix('.so')}.c"
        subprocess.run(["cc", "-O2", "-o", f"{folder}/{name}", source, *more], check=True)


def output(command, **more):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, **more).stdout


def peak(command):
    """The output of a command, and its peak memory in MB."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    text = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{command[0]} ended with {process.returncode}")
    return text, usage.ru_maxrss / 1024


def table(title, columns, rows):
    print(f"\n{title}\n\n| {' | '.join(columns)} |\n|{' --- |' + ' ---: |' * (len(columns) - 1)}")
    for row in rows:
        print(f"| {' | '.join(row)} |")


def rates(folder, url, arguments):
    rows = []
    for in_flight, budget in ((1, 0.8), (16, 0.7), (64, 0.7)):
        load = [str(in_flight), str(arguments.requests), url]
        commands = [[BENCH, "load", "curl", *load], [BENCH, "load", "live", *load], [f"{folder}/reference", "multi", *load]]
        runs = [[float(output(command)) for command in commands] for _ in range(arguments.runs)]
        transport, live, reference = (statistics.median(column) for column in zip(*runs))
        rows.append([f"{in_flight}", f"{reference:,.0f}", f"{transport:,.0f}", f"{transport / reference:.2f}", f"{live:,.0f}",
                     f"{live / reference:.2f}", f"≥ {budget}"])
    table("Requests per second of 1 KB on reused connections.",
          ["in flight", "C, multi", "transport", "ratio", "all links", "ratio", "budget"], rows)
    easy = statistics.median(float(output([f"{folder}/reference", "easy", str(arguments.requests), url])) for _ in range(arguments.runs))
    print(f"\nC's easy interface, one at a time: {easy:,.0f}.")


def allocations(folder, url):
    def each(command):
        counts = []
        for requests in (1000, 3000):
            environment = {**os.environ, "LD_PRELOAD": f"{folder}/allocations.so"}
            run = subprocess.run([*command, str(requests), url], check=True, capture_output=True, text=True, env=environment)
            counts.append(int(re.search(r"allocations (\d+)", run.stderr).group(1)))
        return f"{(counts[1] - counts[0]) / 2000:.0f}"

    table("Allocations per request, including those of libcurl.", ["in flight", "C, multi", "transport", "all links"],
          [[n, each([f"{folder}/reference", "multi", n]), each([BENCH, "load", "curl", n]), each([BENCH, "load", "live", n])]
           for n in ("1", "64")])


def transfers(folder, base, gigabytes):
    size = gigabytes * 1_000_000_000
    path = f"{folder}/large"
    with open(path, "wb") as file:
        file.truncate(size)
    # Read once, so that the first of the two finds it in memory as well.
    with open(path, "rb", buffering=0) as file:
        while file.read(1 << 20):
            pass
    curl = ["curl", "-s", "--noproxy", "*", "-o", "/dev/null", "-w", "%{time_total}"]
    rows = []
    for name, ours, theirs in (
        ("down", [BENCH, "get", f"{base}/bytes/{size}"], [*curl, f"{base}/bytes/{size}"]),
        ("up", [BENCH, "put", path, f"{base}/put"], [*curl, "-T", path, f"{base}/put"]),
        ("up, as a form", [BENCH, "form", path, f"{base}/put"], [*curl, "-H", "Expect:", "-F", "title=large", "-F", f"file=@{path}", f"{base}/put"]),
    ):
        text, memory = peak(ours)
        count, seconds = text.split()
        if int(count) < size:
            raise SystemExit(f"{name}: {count} of {size} bytes")
        reference, reference_memory = peak(theirs)
        rows.append([name, f"{size / float(reference) / 1e6:,.0f}", f"{size / float(seconds) / 1e6:,.0f}",
                     f"{float(reference) / float(seconds):.2f}", "≥ 0.8", f"{reference_memory:.0f}", f"{memory:.0f}", "≤ 32"])
    table(f"One body of {gigabytes} GB, in MB per second, and peak memory in MB.",
          ["", "curl", "loader", "ratio", "budget", "curl's memory", "loader's memory", "budget"], rows)


def moments(base):
    middle, late = output([BENCH, "cancel", "2000", f"{base}/hang"]).split()
    answered, each = output([BENCH, "throttle", "10000"]).split()
    table("Cancelling and waiting.", ["", "µs"], [
        ["`cancel()` to the caller's error, median of 2,000", f"{float(middle):.0f}"],
        ["the same, 99 of 100", f"{float(late):.0f}"],
        [f"each of 10,000 requests waiting in `Throttle`, {10000 - int(answered):,} of them cancelled at random", f"{float(each):.1f}"],
    ])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--requests", type=int, default=20000)
    parser.add_argument("--gigabytes", type=int, default=5)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        build(folder)
        server = subprocess.Popen([f"{folder}/server", "0"], stdout=subprocess.PIPE, text=True)
        try:
            base = f"http://127.0.0.1:{server.stdout.readline().split()[1]}"
            print("`Benchmarks/loaders/run.py`; the budgets are ratios to the reference of the same run.")
            rates(folder, f"{base}/small", arguments)
            allocations(folder, f"{base}/small")
            transfers(folder, base, arguments.gigabytes)
            moments(base)
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
