"""Makes the bodies that the viewer is measured with, each of about the size that is asked for."""
import json
import os
import random


def nested(write, size):
    """Records over several lines."""
    number = written = 0
    written += write('{\n"items": [\n')
    while written < size:
        record = {"id": number, "name": f"crew {number}", "tags": ["a", "b", {"deep": [number, None, True]}], "note": "C:\\crew \"x\""}
        written += write((",\n" if number else "") + json.dumps(record, indent=2))
        number += 1
    write("\n]}\n")


def one_line(write, size):
    """The same without any line end."""
    number = written = 0
    written += write('{"items":[')
    while written < size:
        written += write(("," if number else "") + json.dumps({"id": number, "name": f"crew {number}", "tags": ["a", "b"]}, separators=(",", ":")))
        number += 1
    write("]}")


def deep(write, size):
    """Arrays within arrays."""
    for piece in ("[", "]"):
        for _ in range(max(1, size // 2 >> 20)):
            write(piece * (1 << 20))


def log(write, size):
    written = number = 0
    while written < size:
        written += write(f"2026-11-21T12:00:{number % 60:02} INFO request {number} took {number % 997} ms from 127.0.0.1\n")
        number += 1


def one_line_text(write, size):
    written = 0
    while written < size:
        written += write("All that can be said is said in one line, and it goes on and on. " * 1000)


def noise(write, size):
    source, written = random.Random(1), 0
    while written < size:
        written += write(source.randbytes(1 << 20))


KINDS = {
    "nested JSON": (nested, "application/json"), "one-line JSON": (one_line, "application/json"), "deep JSON": (deep, "application/json"),
    "log": (log, "text/plain"), "one-line text": (one_line_text, "text/plain"), "random bytes": (noise, "application/octet-stream"),
}


def make(kind, size, folder):
    path = os.path.join(folder, kind.replace(" ", "-"))
    with open(path, "wb", buffering=1 << 20) as file:
        KINDS[kind][0](lambda piece: file.write(piece.encode() if isinstance(piece, str) else piece), size)
    return path, KINDS[kind][1]
