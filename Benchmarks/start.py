"""Start to first frame, memory at rest, idle, key to frame, send to answer: apus beside vim, wuzz and less in the same pseudo-terminal."""
import argparse
import http.server
import json
import os
import shutil
import statistics
import tempfile
import threading

from terminal import Terminal

ROWS = []


def row(name, value, unit, reference=None, budget=""):
    ratio = f"{value / reference:.2f}" if reference else ""
    ROWS.append((name, f"{value:.2f} {unit}", f"{reference:.2f} {unit}" if reference else "", ratio, budget))


def write(path, value):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        json.dump(value, file)


def workspace(folder, requests):
    """A workspace of `requests` requests in folders of a hundred."""
    write(f"{folder}/collections/first/collection.json", {"name": "First collection"})
    for number in range(requests):
        place = f"{folder}/collections/first/folder-{number // 100:03}"
        if number % 100 == 0:
            write(f"{place}/folder.json", {"name": f"Folder {number // 100}"})
        write(f"{place}/request-{number}.request.json", {"name": f"Request {number}", "url": f"http://127.0.0.1/{number}"})
    return folder


class Answer(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    body = json.dumps({"marker": "ANSWERED", "items": [{"id": n, "name": f"item {n}"} for n in range(30)]}).encode()

    def do_GET(self):
        head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(self.body)}\r\n\r\n".encode()
        self.wfile.write(head + self.body)

    def log_message(self, *_):
        pass


def median(take, times):
    return statistics.median(take() for _ in range(times))


def start(command, pattern, environment):
    with Terminal(command, environment=environment) as terminal:
        return terminal.wait(pattern) * 1000


def starts(apus, home, space, times):
    environment = {"HOME": home, "XDG_DATA_HOME": f"{home}/data", "XDG_CONFIG_HOME": f"{home}/config"}
    samples = {"apus": [], "vim": [], "wuzz": []}
    for _ in range(times):
        samples["apus"].append(start([apus, space], rb"First collection", environment))
        samples["vim"].append(start(["vim", "-u", "NONE"], rb"VIM - Vi IMproved", environment))
        if shutil.which("wuzz"):
            samples["wuzz"].append(start(["wuzz"], rb"URL", environment))
    found = {name: statistics.median(values) for name, values in samples.items() if values}
    row("start → first frame, vim -u NONE beside it", found["apus"], "ms", found["vim"], "≤ 7 ms")
    if "wuzz" in found:
        row("start → first frame, wuzz beside it", found["apus"], "ms", found["wuzz"], "≤ 0.7")


def moves(terminal, times):
    """Milliseconds from a key to the first byte of its frame. Each frame is read whole before the next key."""
    taken = []
    for index in range(times):
        taken.append(terminal.press(b"j" if index % 2 == 0 else b"k") * 1000)
        terminal.settle(0.01)
    return taken


def at_rest(apus, home, space, times):
    environment = {"HOME": home, "XDG_DATA_HOME": f"{home}/data", "XDG_CONFIG_HOME": f"{home}/config"}
    with Terminal([apus, space], environment=environment) as terminal:
        terminal.wait(rb"First collection")
        terminal.wait(rb"Folder 1\b")
        terminal.settle(0.5)
        row("memory at rest (proportional set)", terminal.memory(), "MB", budget="≤ 20 MB")
        keys = sorted(moves(terminal, 200))
        terminal.settle()
        with Terminal(["less", os.path.abspath(__file__)]) as less:
            less.wait(rb"Start to first")
            less.settle()
            beside = moves(less, 60)
        row("key → frame, median, less beside it", statistics.median(keys), "ms", statistics.median(beside), "≤ 1 ms")
        row("key → frame, 99th percentile", keys[int(len(keys) * 0.99)], "ms", budget="≤ 4 ms")
        terminal.press(b"j")
        terminal.settle()
        os.write(terminal.fd, b"k")
        row("bytes written for a cursor move", terminal.settle(), "B", budget="≤ 200 B")
        before, cpu = terminal.wakeups(), terminal.processor_time()
        terminal.settle(10)
        row("wake-ups in 10 s of idling", terminal.wakeups() - before, "", budget="0")
        row("processor time in 10 s of idling", terminal.processor_time() - cpu, "s", budget="0")


def sends(apus, home, times):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}/"
    space = f"{home}/send"
    write(f"{space}/collections/c/collection.json", {"name": "First collection"})
    write(f"{space}/collections/c/one.request.json", {"name": "The request", "url": url})
    environment = {"HOME": home, "XDG_DATA_HOME": f"{home}/data", "XDG_CONFIG_HOME": f"{home}/config"}
    with Terminal([apus, space], environment=environment) as terminal:
        terminal.wait(rb"First collection")
        terminal.settle()
        terminal.press(b"jl", rb"The request")
        terminal.press(b"j\r", rb"127.0.0.1")
        terminal.settle()
        terminal.press(b"\x1b[15~", rb"ANSWERED")
        taken = []
        for _ in range(times):
            terminal.settle(0.1)
            taken.append(terminal.press(b"\x1b[15~", rb"200") * 1000)
    reference = None
    if shutil.which("wuzz"):
        with Terminal(["wuzz", url], environment=environment) as terminal:
            terminal.wait(rb"URL")
            terminal.settle(0.3)
            terminal.press(b"\x12", rb"ANSWERED")
            beside = []
            for _ in range(times):
                terminal.settle(0.1)
                beside.append(terminal.press(b"\x12", rb"200 OK|ANSWERED|Request no") * 1000)
            reference = statistics.median(beside)
    row("send → answer on screen, wuzz beside it", statistics.median(taken), "ms", reference, "≤ 2.5 ms")
    server.shutdown()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--apus", default=".build/release/apus")
    parser.add_argument("--times", type=int, default=15)
    parser.add_argument("--requests", type=int, default=10000)
    arguments = parser.parse_args()
    apus = os.path.abspath(arguments.apus)
    with tempfile.TemporaryDirectory() as home:
        space = workspace(f"{home}/space", arguments.requests)
        starts(apus, home, space, arguments.times)
        at_rest(apus, home, space, arguments.times)
        sends(apus, home, arguments.times)
    print("| what | apus | beside | ratio | budget |\n| --- | --- | --- | --- | --- |")
    for cells in ROWS:
        print("| " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
