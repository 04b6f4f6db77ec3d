"""Drives a terminal program in a pseudo-terminal and stamps its output, without an emulator in the way of the clock."""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time

CONTROL = re.compile(rb"\x1b\[[0-9;:?<>=]*[ -/]*[@-~]|\x1b[()][A-Z0-9]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[=>78MDEc]")
# The queries of programs to their terminal, and the answers of xterm.
ANSWERS = [(b"\x1b[c", b"\x1b[?62;22c"), (b"\x1b[>c", b"\x1b[>41;354;0c"), (b"\x1b[6n", b"\x1b[1;1R")]


# Executes a command when a line comes on descriptor 3: a small process, so that the clock starts right before the program and not before
# this interpreter makes way for it.
LAUNCHER = ["sh", "-c", 'read -r _ <&3; exec "$@" 3<&-', "sh"]


class Terminal:
    def __init__(self, command, columns=200, rows=60, environment=None, folder=None):
        self.output = b""
        terminal = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
        environment = {**os.environ, **terminal, **(environment or {})}
        read_end, write_end = os.pipe()
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.dup2(read_end, 3)
            # Which it is not where it had that number already.
            os.set_inheritable(3, True)
            if folder:
                os.chdir(folder)
            os.execvpe(LAUNCHER[0], [*LAUNCHER, *command], environment)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        # The shell shows its first line by then.
        time.sleep(0.02)
        self.started = time.perf_counter()
        os.write(write_end, b"\n")
        os.close(read_end)
        os.close(write_end)

    def wait(self, pattern, timeout=30):
        """Seconds until the output since the start of the wait contains `pattern`."""
        begin, mark, wanted = time.perf_counter(), len(self.output), re.compile(pattern)
        deadline = begin + timeout
        while time.perf_counter() < deadline:
            if not select.select([self.fd], [], [], deadline - time.perf_counter())[0]:
                break
            try:
                chunk = os.read(self.fd, 65536)
            except OSError:
                break
            now = time.perf_counter()
            for question, answer in ANSWERS:
                if question in chunk:
                    os.write(self.fd, answer)
            self.output += chunk
            if wanted.search(CONTROL.sub(b"", self.output[mark:])):
                return now - begin
        raise TimeoutError(f"{pattern!r} not seen; the end of the output is {self.output[-300:]!r}")

    def press(self, keys, pattern=rb"", timeout=30):
        """Seconds from a key to the first output, or to output that contains `pattern`."""
        os.write(self.fd, keys)
        return self.wait(pattern, timeout)

    def settle(self, quiet=0.15):
        """Reads until nothing has come for a while; gives the bytes that came."""
        before = len(self.output)
        while select.select([self.fd], [], [], quiet)[0]:
            try:
                self.output += os.read(self.fd, 65536)
            except OSError:
                break
        return len(self.output) - before

    def memory(self):
        """The process's proportional set in megabytes."""
        with open(f"/proc/{self.pid}/smaps_rollup") as rollup:
            return int(re.search(r"^Pss:\s+(\d+)", rollup.read(), re.M).group(1)) / 1024

    def processor_time(self):
        """Seconds of processor time that the process has used."""
        with open(f"/proc/{self.pid}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def wakeups(self):
        """The number of voluntary context switches of each thread, by the thread's number."""
        found = {}
        for thread in os.listdir(f"/proc/{self.pid}/task"):
            with open(f"/proc/{self.pid}/task/{thread}/status") as status:
                found[thread] = int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", status.read(), re.M).group(1))
        return found

    def wakeups_since(self, before):
        """The wake-ups since an earlier look; a thread that has ended since woke once for its end."""
        now = self.wakeups()
        return sum(count - before.get(thread, 0) for thread, count in now.items()) + len(before.keys() - now.keys())

    def close(self):
        try:
            os.kill(self.pid, signal.SIGTERM)
            for _ in range(50):
                if os.waitpid(self.pid, os.WNOHANG)[0]:
                    break
                select.select([self.fd], [], [], 0.02)
                try:
                    os.read(self.fd, 65536)
                except OSError:
                    pass
            else:
                os.kill(self.pid, signal.SIGKILL)
                os.waitpid(self.pid, 0)
        except (ProcessLookupError, ChildProcessError):
            pass
        os.close(self.fd)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
