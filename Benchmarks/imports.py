#!/usr/bin/env python3
"""Measures `apus import --dry-run` on the largest file of each kind, compared with Python's parser; prints a table.

The files are those in $APUS_CORPORA, if it is set; the Postman collection of 50 MB is generated. Budgets: the 50 MB in
2 s and 5 × its size of memory.
"""
import json, os, statistics, subprocess, sys, tempfile, time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CORPORA = os.environ.get("APUS_CORPORA")
PROGRAM = os.environ.get("APUS_BINARY") or os.path.join(ROOT, ".build", "release", "apus")
ROUNDS = 5

JSON_PARSER = "import json, sys; json.load(open(sys.argv[1], encoding='utf-8-sig'))"
YAML_PARSER = "import yaml, sys; yaml.load(open(sys.argv[1], encoding='utf-8-sig'), getattr(yaml, 'CSafeLoader', yaml.SafeLoader))"


def largest(kind, endings):
    """The largest file of a folder of real and made files; None where there is none."""
    if not CORPORA:
        return None
    folder = os.path.join(CORPORA, kind)
    found = [os.path.join(parent, name) for parent, _, names in os.walk(folder) for name in names if name.endswith(endings) and name != "SOURCES.tsv"]
    return max(found, key=os.path.getsize, default=None)


def collection(path, size):
    """Writes a Postman collection of about so many bytes."""
    text = json.dumps({"text": "é" * 200, "list": list(range(40))}, ensure_ascii=False)
    item = {"name": "Request", "request": {
        "method": "POST", "url": {"raw": "{{base}}/a/:id?q=1", "host": ["{{base}}"], "path": ["a", ":id"], "query": [{"key": "q", "value": "1"}]},
        "header": [{"key": "Content-Type", "value": "application/json"}], "body": {"mode": "raw", "raw": text}}}
    count = size // len(json.dumps(item, ensure_ascii=False).encode())
    folders = [{"name": f"Folder {n}", "item": [dict(item, name=f"Request {n}.{m}") for m in range(100)]} for n in range(count // 100)]
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"info": {"name": "Large"}, "item": folders}, file, ensure_ascii=False)


def run(words):
    """The median of the seconds and the most memory in MB of several runs; None where it fails."""
    seconds, memory = [], 0
    for _ in range(ROUNDS):
        start = time.perf_counter()
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        # 1: an item of the file was omitted.
        if process.returncode not in (0, 1):
            return None
        seconds.append(time.perf_counter() - start)
        memory = max(memory, usage.ru_maxrss / 1024)
    return statistics.median(seconds), memory


def cell(result):
    return f"{result[0]:.2f} s, {result[1]:.0f} MB" if result else "—"


def main():
    if not os.access(PROGRAM, os.X_OK):
        sys.exit(f"no program at {PROGRAM}: run `make build` first")
    with tempfile.TemporaryDirectory() as folder:
        made = os.path.join(folder, "large.json")
        collection(made, 50_000_000)
        files = [("Postman, 50 MB", made, JSON_PARSER)] + [
            (title, largest(kind, endings), parser) for title, kind, endings, parser in [
                ("Postman", "postman", ".json", JSON_PARSER), ("OpenAPI, JSON", "openapi", ".json", JSON_PARSER),
                ("OpenAPI, YAML", "openapi", (".yaml", ".yml"), YAML_PARSER), ("HAR", "har", (".har", ".json"), JSON_PARSER),
                ("Insomnia, JSON", "insomnia", ".json", JSON_PARSER), ("Insomnia, YAML", "insomnia", (".yaml", ".yml"), YAML_PARSER)]]
        print("| file | size | apus import --dry-run | Python's parser | ratio of times | memory, of the size |")
        print("| --- | ---: | ---: | ---: | ---: | ---: |")
        for title, path, parser in files:
            if path is None:
                continue
            size = os.path.getsize(path) / 1e6
            ours = run([PROGRAM, "import", "--dry-run", "--into", folder, path])
            beside = run([sys.executable, "-c", parser, path])
            ratio = f"{ours[0] / beside[0]:.2f}" if ours and beside else ""
            share = f"{ours[1] / size:.1f} ×" if ours and size > 5 else ""
            print(f"| {title} | {size:.1f} MB | {cell(ours)} | {cell(beside)} | {ratio} | {share} |", flush=True)


main()
