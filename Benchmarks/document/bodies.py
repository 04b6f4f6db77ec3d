"""Makes the bodies that the viewer is measured with, each of about the size that is asked for: a stretch of a megabyte again and again."""
import json
import os
import random


def records(layout, count):
    def record(number):
        return {"id": number, "name": f"crew {number}", "tags": ["a", "b", {"deep": [number, None, True]}], "note": 'C:\\crew "x"'}

    return ",".join(json.dumps(record(number), **layout) for number in range(count))


def repeated(write, size, block):
    for number in range(max(1, size // len(block))):
        write(("," if number else "") + block)


def nested(write, size):
    """Records over several lines."""
    write('{\n"items": [\n')
    repeated(write, size, records({"indent": 2}, 5000))
    write("\n]}\n")


def one_line(write, size):
    """The same without any line end."""
    write('{"items":[')
    repeated(write, size, records({"separators": (",", ":")}, 8000))
    write("]}")


def deep(write, size):
    """Arrays within arrays."""
    for piece in ("[", "]"):
        for _ in range(max(1, size // 2 >> 19)):
            write(piece * (1 << 19))


def log(write, size):
    block = "".join(
        f"2026-11-21T12:00:{number % 60:02} INFO request {number} took {number % 997} ms from 127.0.0.1\n" for number in range(14000))
    for _ in range(max(1, size // len(block))):
        write(block)


def one_line_text(write, size):
    block = "All that can be said is said in one line, and it goes on and on. " * 10000
    for _ in range(max(1, size // len(block))):
        write(block)


def noise(write, size):
    source = random.Random(1)
    for _ in range(max(1, size >> 20)):
        write(source.randbytes(1 << 20))


KINDS = {
    "nested JSON": (nested, "application/json"), "one-line JSON": (one_line, "application/json"), "deep JSON": (deep, "application/json"),
    "log": (log, "text/plain"), "one-line text": (one_line_text, "text/plain"), "random bytes": (noise, "application/octet-stream"),
}


def make(kind, size, folder):
    path = os.path.join(folder, kind.replace(" ", "-"))
    with open(path, "wb", buffering=1 << 20) as file:
        KINDS[kind][0](lambda piece: file.write(piece.encode() if isinstance(piece, str) else piece), size)
    return path, KINDS[kind][1]
