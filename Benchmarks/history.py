"""Filters over a history of a million entries, key by key: p50, p99 and the slowest key."""
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile

SEEDS = 2000
FILTERS = [
    "pilot 300", "people page", "method:post status:5xx", "host:rare.example", "status:418", "time:>2s", "size:<10b", "env:prod collection:c3",
    "request:collections/c3/r210.request.json", "before:2023-11-14 -pilot", "-status:200", "\"Pilot 500\"", "nothinghasthis", "host:api3.example.com path:/people/70",
]


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
    print(database.execute("SELECT count(*) FROM exchange").fetchone()[0], "entries", os.path.getsize(f"{folder}/history.sqlite") >> 20, "MB")
    database.close()


def main():
    bench = sys.argv[1] if len(sys.argv) > 1 else ".build/release/history-bench"
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    folder = tempfile.mkdtemp(prefix="apus-bench-")
    try:
        subprocess.run([bench, "make", folder, str(SEEDS)], check=True)
        multiply(folder, count)
        lines = subprocess.run([bench, "filter", folder, *FILTERS], check=True, capture_output=True, text=True).stdout.splitlines()
        keys = sorted((float(line.split("\t")[0]), line.split("\t")[2]) for line in lines)
        print(f"{len(keys)} keys: median {keys[len(keys) // 2][0]:.1f} ms, p99 {keys[len(keys) * 99 // 100][0]:.1f} ms")
        for taken, text in reversed(keys[-5:]):
            print(f"  {taken:8.1f} ms  {text}")
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
