"""Measures the viewer's model on bodies of all shapes and sizes, compared with less, vim, jq and Python's json.tool on the same files.

usage: bench.py [--sizes 1m,100m,1g] [--kinds 'nested JSON,log'] [--folder FOLDER]
"""
import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.path[:0] = [os.path.join(os.path.dirname(__file__), *parts) for parts in ([], [".."], ["..", "terminal"])]
import bodies
from terminal import Terminal

BENCH = ".build/release/document-bench"
APUS = os.environ.get("APUS_BINARY", ".build/release/apus")
FIGURES = [
    ("first-screen-ms", "first screen, ms", "{:.1f}"), ("index-GB/s", "index, GB/s", "{:.1f}"), ("memory-MB", "memory beside the mapping, MB", "{:.1f}"),
    ("jump-end-ms", "jump to the end, ms", "{:.2f}"), ("jump-middle-ms", "to the middle, ms", "{:.2f}"), ("page-down-ms", "page down, ms", "{:.2f}"),
    ("fold-root-ms", "fold the root, ms", "{:.2f}"), ("search-literal-GB/s", "search, GB/s", "{:.1f}"),
    ("search-regex-GB/s", "by pattern, GB/s", "{:.2f}"), ("frame-p99-ms", "frame while indexing, p99 ms", "{:.2f}"),
    ("search-frame-p99-ms", "while searching, p99 ms", "{:.2f}"),
]
UNITS = {"k": 1 << 10, "m": 1 << 20, "g": 1 << 30}
# The limits of time in seconds and memory in bytes for other programs.
PATIENCE = 10
MEMORY = 8 << 30


def size_of(text):
    return int(text[:-1]) * UNITS[text[-1].lower()]


def measure(path, media_type):
    output = subprocess.run([BENCH, path, media_type], capture_output=True, text=True, check=True).stdout
    return {name: float(value) for name, value in (line.split() for line in output.splitlines())}


def run(command):
    """Seconds of a program that prints everything; None if it fails or takes too long."""
    begin = time.perf_counter()
    try:
        done = subprocess.run(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=PATIENCE,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)))
    except subprocess.TimeoutExpired:
        return None
    return time.perf_counter() - begin if done.returncode == 0 else None


def to_end(command, keys):
    """Seconds from the start of a pager to its first screen, and from the key to the end of the file."""
    try:
        with Terminal(command, environment={"HOME": "/nonexistent", "LESS": ""}) as terminal:
            first = terminal.wait(rb"\S", PATIENCE)
            terminal.settle()
            begin = time.perf_counter()
            terminal.press(keys, rb"\S", PATIENCE)
            return first, time.perf_counter() - begin
    except TimeoutError:
        return None, None


def jq_start():
    """Milliseconds of a filter in its own process, from start to end."""
    request = b'{"task":"jq","arguments":{"expression":"."},"cpuSeconds":5,"memory":4294967296,"output":1000000}\n{"a":1}'

    def once():
        begin = time.perf_counter()
        subprocess.run([APUS, "--filter-worker"], input=request, capture_output=True, check=True)
        return (time.perf_counter() - begin) * 1000

    return statistics.median(once() for _ in range(9))


def shown(seconds):
    return "—" if seconds is None else f"{seconds:.2f} s"


def table(head, rows):
    print("| " + " | ".join(head) + " |\n| " + " | ".join(["---"] + ["---:"] * (len(head) - 1)) + " |")
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sizes", default="1m,100m,1g")
    parser.add_argument("--kinds", default=",".join(bodies.KINDS))
    parser.add_argument("--folder", default=None, help="where the bodies are made, with room for the largest")
    arguments = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="apus-bodies-", dir=arguments.folder or "/var/tmp")
    try:
        for size in arguments.sizes.split(","):
            model, others = [], []
            for kind in arguments.kinds.split(","):
                print(f"{kind}, {size}", file=sys.stderr)
                path, media_type = bodies.make(kind, size_of(size), folder)
                figures = measure(path, media_type)
                model.append([kind] + [layout.format(figures[name]) if name in figures else "—" for name, _, layout in FIGURES])
                less, vim = to_end(["less", "-n", path], b"G"), to_end(["vim", "-u", "NONE", "-n", "-R", path], b"G")
                is_json = media_type == "application/json"
                tools = [run(["jq", ".", path]), run([sys.executable, "-m", "json.tool", path])] if is_json else [None, None]
                others.append([kind, *map(shown, (*less, *vim, *tools))])
                os.unlink(path)
            print(f"### {size.upper()}B\n")
            table(["body"] + [title for _, title, _ in FIGURES], model)
            print(f"Other programs on the same files (— gave up, needed more than {PATIENCE} s or {MEMORY >> 30} GB, or does not support the kind):\n")
            table(["body", "less: first screen", "less: end", "vim: first screen", "vim: end", "jq .", "json.tool"], others)
    finally:
        shutil.rmtree(folder)
    command = run(["jq", "-n", "1"])
    print(f"A jq filter in its own process, from start to end: {jq_start():.0f} ms; the command `jq`: {shown(command)}.")


main()
