"""Measures reading the tree of 10,000 saved requests, compared with `find` and `jq`, which reads one member of each, and with Python's JSON parser."""
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time


def write(path, value):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        json.dump(value, file, indent=2)


def make(folder, requests):
    """Requests as people save them, about a kilobyte each, in folders of a hundred."""
    write(f"{folder}/collections/big/collection.json", {"name": "Big"})
    for number in range(requests):
        place = f"{folder}/collections/big/folder-{number // 100:03}"
        if number % 100 == 0:
            write(f"{place}/folder.json", {"name": f"Folder {number // 100}"})
        body = json.dumps({"name": f"Pilot {number}", "tags": ["one", "two"], "note": "x" * 300}, indent=2)
        write(f"{place}/request-{number}.request.json", {
            "name": f"Request {number}", "method": "POST", "url": f"{{{{baseURL}}}}/people/{number}",
            "headers": [{"name": "Accept", "value": "application/json"}, {"name": "X-Trace", "value": "{{$uuid}}"}],
            "body": {"type": "json", "text": body.split("\n")}, "docs": ["Makes a pilot."]})


def timed(work, times):
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append((time.perf_counter() - start) * 1000)
    return statistics.median(taken)


def parse_all(folder):
    for place, _, names in os.walk(folder):
        for name in names:
            with open(f"{place}/{name}", "rb") as file:
                json.load(file)


def main():
    bench = sys.argv[1] if len(sys.argv) > 1 else ".build/release/workspace-bench"
    folder = tempfile.mkdtemp(prefix="apus-bench-")
    try:
        make(folder, 10_000)
        lines = subprocess.run([bench, folder, "9"], check=True, capture_output=True, text=True).stdout.split()
        taken = statistics.median(float(line) for line in lines[1:])
        reads = ["sh", "-c", f"find {folder} -name '*.json' -print0 | xargs -0 cat > /dev/null"]
        rows = [("find + cat, reading alone", timed(lambda: subprocess.run(reads, check=True), 5)),
                ("Python, os.walk + json.load", timed(lambda: parse_all(folder), 3))]
        if shutil.which("jq"):
            names = ["sh", "-c", f"find {folder} -name '*.request.json' -print0 | xargs -0 jq -r .name > /dev/null"]
            rows.append(("find + jq .name", timed(lambda: subprocess.run(names, check=True), 3)))
        print(f"| the tree of 10,000 requests ({lines[0]} nodes) | ms | apus takes |\n| --- | ---: | ---: |")
        print(f"| apus (budget: 200 ms) | {taken:.0f} | |")
        for name, reference in rows:
            print(f"| {name} | {reference:.0f} | {taken / reference:.2f} of it |")
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
