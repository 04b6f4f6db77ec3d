#!/usr/bin/env python3
"""Measures the history: filters over a million entries key by key, and comparisons of JSON and replays, each compared with a reference.

usage: Benchmarks/history.py [filter|compare|replay]…      (all without one; scripts/bench history builds what they need)

The programs are looked for in .build/release; $APUS_BUILD names another folder. $APUS_ENTRIES is the number of entries of the filters.
"""
import json
import os
import random
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
BUILD = os.environ.get("APUS_BUILD") or os.path.join(os.path.dirname(HERE), ".build", "release")
SEEDS = 2000
ROUNDS = 3
REPLAYS = 10_000
FILTERS = [
    "pilot 300", "people page", "method:post status:5xx", "host:rare.example", "status:418", "time:>2s", "size:<10b", "env:prod collection:c3",
    "workspace:rare", "workspace:work3 method:post", "request:collections/c3/r210.request.json", "before:2023-11-14 -pilot", "-status:200", "\"Pilot 500\"", "nothinghasthis", "\"page pilot\"", "-\"pilot\"", "host:api3.example.com path:/people/70",
]


def run(words, environment=None, expected=(0,)):
    """The seconds and the peak memory in MB of a command with those that it starts."""
    start = time.perf_counter()
    process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=environment)
    _, status, usage = os.wait4(process.pid, 0)
    taken = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in expected:
        raise SystemExit(f"{words[0]} ended with {process.returncode}")
    return taken, usage.ru_maxrss / 1024


def middle(words, **more):
    """The median of the seconds and of the memory of some runs."""
    runs = [run(words, **more) for _ in range(ROUNDS)]
    return tuple(statistics.median(column) for column in zip(*runs))


# Filters.


def multiply(folder, count):
    """Copies the entries with other keys and ids until there are so many; the newest stay the newest."""
    database = sqlite3.connect(f"{folder}/history.sqlite")
    step = database.execute("SELECT max(key) - min(key) + 1024 FROM exchange").fetchone()[0]
    columns = [row[1] for row in database.execute("PRAGMA table_info(exchange)") if row[1] not in ("key", "id")]
    names = ", ".join(columns)
    # The first entry is the only one of its kind.
    first = database.execute("SELECT min(key) FROM exchange").fetchone()[0]
    for number in range(1, count // SEEDS):
        database.execute(
            f"INSERT INTO exchange (key, id, {names}) SELECT key - ?, id || ?, {names} FROM exchange WHERE key > ?",
            (number * step, f"-{number}", first))
        database.execute("INSERT INTO search (rowid, text) SELECT rowid - ?, text FROM search WHERE rowid > ?", (number * step, first))
        if number == 1:
            database.commit()
    database.commit()
    made = database.execute("SELECT count(*) FROM exchange").fetchone()[0]
    database.close()
    return made


def filters(folder):
    bench = f"{BUILD}/history-bench"
    subprocess.run([bench, "make", folder, str(SEEDS)], check=True)
    count = multiply(folder, int(os.environ.get("APUS_ENTRIES", 1_000_000)))
    lines = subprocess.run([bench, "filter", folder, *FILTERS], check=True, capture_output=True, text=True).stdout.splitlines()
    fields = [line.split("\t") for line in lines]
    keys = sorted((float(shown), text) for shown, _, text, _ in fields)
    whole = sorted((float(taken), text) for _, _, text, taken in fields)
    print(f"\nMilliseconds until a filter shows its first rows, for each key that is typed, among {count:,} entries.\n")
    print("| | ms | budget |\n| --- | ---: | ---: |")
    print(f"| median of {len(keys)} keys | {keys[len(keys) // 2][0]:.1f} | |")
    print(f"| 99 of 100 | {keys[len(keys) * 99 // 100][0]:.1f} | ≤ 50 |")
    for taken, text in reversed(keys[-3:]):
        print(f"| `{text}` | {taken:.1f} | |")
    for taken, text in reversed(whole[-3:]):
        print(f"| `{text}`, the whole first page | {taken:.1f} | |")


# Comparisons.


def people(size, seed):
    """About `size` bytes of JSON, similar to a list of a server."""
    chance = random.Random(seed)
    count = size // 210
    return [{"id": number, "name": f"Pilot {number % 997}", "team": {"id": number % 17, "name": f"Team {number % 17}"},
             "tags": [f"t{chance.randrange(50)}" for _ in range(4)], "score": chance.random(), "isActive": number % 3 == 0,
             "note": "x" * (number % 60)} for number in range(count)]


def change(list, seed):
    """The same a day later: of a thousand elements one is changed, one removed, and one is new."""
    chance = random.Random(seed)
    for _ in range(max(1, len(list) // 1000)):
        list[chance.randrange(len(list))]["score"] = chance.random()
        del list[chance.randrange(len(list))]
        list.insert(chance.randrange(len(list)), {"id": -chance.randrange(1 << 30), "name": "New"})
    return list


def comparisons(folder):
    print("\nTwo JSON texts that differ in one of a thousand elements, compared with `jq -S . | diff`: seconds, and peak memory of one process.\n")
    print("| size | apus diff | memory | jq, jq, diff | memory | ratio of times | of memory | budget |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    old, new = f"{folder}/old.json", f"{folder}/new.json"
    for megabytes in (1, 10, 100):
        list = people(megabytes * 1_000_000, seed=megabytes)
        for path in (old, new):
            with open(path, "w") as file:
                json.dump(list, file)
            list = change(list, seed=megabytes)
        ours = middle([f"{BUILD}/apus", "diff", "--json-patch", old, new], expected=(1,))
        # Both are sorted concurrently, as a user with two processors would do it.
        theirs = middle(["sh", "-c", f"jq -S . {old} > {folder}/a & jq -S . {new} > {folder}/b; wait; diff {folder}/a {folder}/b"], expected=(1,))
        print(f"| {os.path.getsize(old) / 1e6:.0f} MB | {ours[0]:.2f} | {ours[1]:.0f} MB | {theirs[0]:.2f} | {theirs[1]:.0f} MB "
              f"| {ours[0] / theirs[0]:.2f} | {ours[1] / theirs[1]:.2f} | < 1 |", flush=True)


# Replays.


def replays(folder):
    subprocess.run(["cc", "-O2", "-D_GNU_SOURCE", "-o", f"{folder}/server", f"{HERE}/loaders/server.c"], check=True)
    server = subprocess.Popen([f"{folder}/server", "0"], stdout=subprocess.PIPE, text=True)
    environment = {**os.environ, "HOME": folder, "XDG_DATA_HOME": f"{folder}/data", "XDG_CONFIG_HOME": f"{folder}/config"}
    # The limit of the history must not remove what is replayed.
    os.makedirs(f"{folder}/config/apus")
    with open(f"{folder}/config/apus/config.json", "w") as file:
        json.dump({"history": {"count": None}}, file)
    try:
        url = f"http://127.0.0.1:{server.stdout.readline().split()[1]}/small"
        run([f"{BUILD}/apus", "run", url, "--repeat", str(REPLAYS), "-J", "16", "--history", "-q"], environment)
        print(f"\nReplays of {REPLAYS:,} entries, in requests per second, compared with the loader with all links, which records nothing.\n")
        print("| in flight | loader | replay, kept | ratio | replay, not kept | ratio | budget |")
        print("| ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
        for jobs in ("16", "64"):
            load = [f"{BUILD}/loader-bench", "load", "live", jobs, str(REPLAYS), url]
            words = [f"{BUILD}/apus", "replay", "--filter", "path:/small", "-n", str(REPLAYS), "--same-bytes", "-J", jobs, "-q"]
            loader = statistics.median(float(subprocess.run(load, check=True, capture_output=True, text=True).stdout) for _ in range(ROUNDS))
            kept = REPLAYS / middle(words, environment=environment)[0]
            alone = REPLAYS / middle([*words, "--no-history"], environment=environment)[0]
            print(f"| {jobs} | {loader:,.0f} | {kept:,.0f} | {kept / loader:.2f} | {alone:,.0f} | {alone / loader:.2f} | ≥ 0.5 |", flush=True)
    finally:
        server.terminate()


PARTS = {"filter": filters, "compare": comparisons, "replay": replays}


def main():
    names = sys.argv[1:] or list(PARTS)
    if not set(names) <= set(PARTS):
        raise SystemExit(__doc__)
    for name in names:
        folder = tempfile.mkdtemp(prefix="apus-bench-")
        try:
            PARTS[name](folder)
        finally:
            shutil.rmtree(folder)


if __name__ == "__main__":
    main()
