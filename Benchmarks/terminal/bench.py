"""Measures the start to the first frame, memory at rest, idling, key to frame and send to response, compared with vim, wuzz and less."""
import argparse
import json
import os
import re
import shutil
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

from terminal import CONTROL, Terminal

ROWS = []
F5, CONTROL_R = b"\x1b[15~", b"\x12"


def row(name, value, unit, reference=None, program="", budget=""):
    ratio = f"{value / reference:.2f}" if reference else ""
    ROWS.append((name, f"{value:.2f} {unit}", f"{program}: {reference:.2f} {unit}" if reference else "", ratio, budget))


def write(path, value):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        json.dump(value, file)


class Home:
    """A user's folders: a workspace of many requests, a history of many exchanges, and their settings."""

    def __init__(self, folder):
        self.space = f"{folder}/space"
        self.data = f"{folder}/data"
        self.environment = {"HOME": folder, "XDG_DATA_HOME": self.data, "XDG_CONFIG_HOME": f"{folder}/config"}
        write(f"{folder}/config/apus/config.json", {"history": {"count": 1_000_000}})

    def add_requests(self, count, url):
        write(f"{self.space}/collections/first/collection.json", {"name": "First collection"})
        write(f"{self.space}/collections/first/the.request.json", {"name": "The request", "url": url})
        for number in range(count):
            place = f"{self.space}/collections/first/folder-{number // 100:03}"
            if number % 100 == 0:
                write(f"{place}/folder.json", {"name": f"Folder {number // 100}"})
            write(f"{place}/request-{number}.request.json", {"name": f"Request {number}", "url": f"http://127.0.0.1/{number}"})

    def add_exchanges(self, count):
        """Repeats the one exchange that was recorded, at other times."""
        with sqlite3.connect(f"{self.data}/apus/history.sqlite") as database:
            numbers = f"WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < {count})"
            one = "(SELECT * FROM {} ORDER BY key DESC LIMIT 1)"
            key = "key - n * 1000000 * 1024"
            changed = {
                "key": key, "id": "printf('%08x-0000-4000-8000-000000000000', n)", "startedAt": "startedAt - n", "url": "url || n"}
            columns = [column[1] for column in database.execute("PRAGMA table_info(exchange)")]
            database.execute(
                f"{numbers} INSERT INTO exchange ({', '.join(columns)}) SELECT {', '.join(changed.get(name, name) for name in columns)}"
                f" FROM number, {one.format('exchange')}")
            database.execute(f"{numbers} INSERT INTO detail SELECT {key}, json FROM number, {one.format('detail')}")
            database.execute(
                f"{numbers} INSERT INTO body SELECT {key}, role, byteCount, isComplete, bytes, file"
                f" FROM number, (SELECT * FROM body WHERE key = (SELECT max(key) FROM exchange))")
            database.execute(
                f"{numbers} INSERT INTO search (rowid, text) SELECT key - n * 1000000 * 1024, 'get http 127 0 0 1 item ' || n"
                f" FROM number, {one.format('exchange')}")

    def open(self, apus):
        self.forget()
        terminal = Terminal([apus, self.space], environment=self.environment)
        terminal.wait(rb"First collection")
        return terminal

    def forget(self):
        """Removes the last session, so that every start shows the same: the beginning of the tree."""
        shutil.rmtree(f"{self.environment['HOME']}/.local/state", ignore_errors=True)


def start(command, pattern, environment):
    with Terminal(command, environment=environment) as terminal:
        return terminal.wait(pattern) * 1000


def starts(apus, home, times):
    samples = {"apus": [], "vim": [], "wuzz": []}
    for _ in range(times):
        home.forget()
        samples["apus"].append(start([apus, home.space], rb"First collection", home.environment))
        samples["vim"].append(start(["vim", "-u", "NONE"], rb"VIM - Vi IMproved", home.environment))
        if shutil.which("wuzz"):
            samples["wuzz"].append(start(["wuzz"], rb"URL", home.environment))
    found = {name: statistics.median(values) for name, values in samples.items() if values}
    row("start → first frame with the tree", found["apus"], "ms", found["vim"], "vim -u NONE", "≤ 7 ms")
    if "wuzz" in found:
        row("the same", found["apus"], "ms", found["wuzz"], "wuzz", "≤ 0.7")


def moves(terminal, times):
    """Milliseconds from a key to the first byte of its frame. Each frame is read completely before the next key."""
    taken = []
    for index in range(times):
        taken.append(terminal.press(b"j" if index % 2 == 0 else b"k") * 1000)
        terminal.settle(0.01)
    return taken


def keys(apus, home):
    with home.open(apus) as terminal:
        wait_for_tree(terminal)
        terminal.settle(1)
        row("memory at rest (proportional set)", terminal.memory(), "MB", budget="≤ 20 MB")
        taken = sorted(moves(terminal, 300))
        with Terminal(["less", os.path.abspath(__file__)]) as less:
            less.wait(rb"Measures the start")
            less.settle()
            reference = moves(less, 60)
        row("key → frame, median", statistics.median(taken), "ms", statistics.median(reference), "less", "≤ 1 ms")
        row("key → frame, 99th percentile", taken[int(len(taken) * 0.99)], "ms", budget="≤ 4 ms")
        terminal.press(b"j")
        terminal.settle()
        os.write(terminal.fd, b"k")
        row("bytes written for a cursor move", terminal.settle(), "B", budget="≤ 200 B")


def idle(apus, home):
    with home.open(apus) as terminal:
        open_request(terminal)
        terminal.press(F5, rb"[a-z]{12}")
        # The rest of a send, such as the thread of an idle connection, has ended by then.
        terminal.settle(10)
        before, cpu = terminal.wakeups(), terminal.processor_time()
        terminal.settle(10)
        row("wake-ups in 10 s of idling, a response open", terminal.wakeups_since(before), "", budget="0")
        row("processor time in 10 s of idling", terminal.processor_time() - cpu, "s", budget="0")


def wait_for_tree(terminal):
    """Returns when the folders are listed, which may come with the first frame, and the keys go to the tree and not to the URL."""
    if not re.search(rb"Folder 1\b", CONTROL.sub(b"", terminal.output)):
        terminal.wait(rb"Folder 1\b")
    for key in (b"\x1b", b"1"):
        os.write(terminal.fd, key)
        terminal.settle(0.5)


def open_request(terminal):
    """Opens the last request in the tree."""
    wait_for_tree(terminal)
    terminal.settle(0.5)
    os.write(terminal.fd, b"G")
    terminal.settle(0.5)
    terminal.press(b"\r", rb"127\.0\.0\.1:")
    terminal.settle()


def transfer(port, times):
    """Milliseconds from writing a request to the end of its response, on one connection of a bare socket."""
    taken = []
    with socket.create_connection(("127.0.0.1", port)) as connection:
        for _ in range(times):
            begin = time.perf_counter()
            connection.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            answer = b""
            while b"\r\n\r\n" not in answer or len(answer.split(b"\r\n\r\n", 1)[1]) < length(answer):
                answer += connection.recv(65536)
            taken.append((time.perf_counter() - begin) * 1000)
    return statistics.median(taken)


def length(answer):
    return int(re.search(rb"Content-Length: (\d+)", answer).group(1))


def repeat(terminal, key, times):
    """Milliseconds from a key to the complete mark of the next response: every cell of a mark differs from the one before."""
    taken, seen = [], None
    for _ in range(times):
        terminal.settle(0.1)
        mark = len(terminal.output)
        taken.append(terminal.press(key, rb"([a-z])\1{11}") * 1000)
        found = re.search(rb"([a-z])\1{11}", terminal.output[mark:]).group(1)
        assert found != seen, "the answer is an old one"
        seen = found
    return statistics.median(taken)


def sends(apus, home, port, times):
    with home.open(apus) as terminal:
        open_request(terminal)
        terminal.press(F5, rb"[a-z]{12}")
        apus_time = repeat(terminal, F5, times)
    reference = None
    if shutil.which("wuzz"):
        with Terminal(["wuzz", f"http://127.0.0.1:{port}/"], environment=home.environment) as terminal:
            terminal.wait(rb"URL")
            terminal.settle(0.3)
            terminal.press(CONTROL_R, rb"[a-z]{12}")
            reference = repeat(terminal, CONTROL_R, times)
    bare = transfer(port, 100)
    row("send → response on screen", apus_time, "ms", reference, "wuzz", "≤ 2.5 ms")
    row("the same without the bare transfer", apus_time - bare, "ms", budget="≤ 1 ms")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--apus", default=".build/release/apus")
    parser.add_argument("--times", type=int, default=15)
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--exchanges", type=int, default=100_000)
    parser.add_argument("--only", default="starts keys idle sends", help="which of starts, keys, idle, sends")
    arguments = parser.parse_args()
    apus = os.path.abspath(arguments.apus)
    server = subprocess.Popen([sys.executable, f"{os.path.dirname(os.path.abspath(__file__))}/server.py"], stdout=subprocess.PIPE)
    port = int(server.stdout.readline())
    try:
        with tempfile.TemporaryDirectory() as folder:
            home = Home(folder)
            home.add_requests(arguments.requests, f"http://127.0.0.1:{port}/")
            with home.open(apus) as terminal:
                open_request(terminal)
                terminal.press(F5, rb"[a-z]{12}")
                terminal.settle(0.5)
            home.add_exchanges(arguments.exchanges)
            if "starts" in arguments.only:
                starts(apus, home, arguments.times)
            if "keys" in arguments.only:
                keys(apus, home)
            if "idle" in arguments.only:
                idle(apus, home)
            if "sends" in arguments.only:
                sends(apus, home, port, arguments.times)
    finally:
        server.kill()
    print("| what | apus | reference | ratio | budget |\n| --- | --- | --- | --- | --- |")
    for cells in ROWS:
        print("| " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
