"""Starts `prevail` commands as real processes, fast: each is forked from one that has imported everything.

What is forked is a process of its own, in a group of its own, that runs the command line's `run`
and ends with its exit code; it can be killed like any other. Run as a program, this file is the
process that is forked from.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

ROOT = Path(__file__).parents[2]
MARK = "TRIAL_MARK"
"""Environment variable by which everything that a launcher started, at whatever remove, is known."""

PROGRESS = ("reading ", "embed ", "terms ", "store ")
"""How lines on stderr begin that are no errors."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended: its exit code, negative for a signal, and what it wrote."""

    code: int
    out: str
    err: str

    def json(self) -> Any:
        """The one JSON value on stdout."""
        return json.loads(self.out)

    def complaint(self) -> str:
        """The one sentence by which a command says that and why it failed.

        Raises:
            AssertionError: It did not fail with an error of ours, or said it otherwise.
        """
        assert (self.code, self.out) == (1, ""), self
        lines = [line for line in self.err.splitlines() if not line.startswith(PROGRESS)]
        assert len(lines) == 1, self.err
        assert lines[0].startswith("prevail: "), self.err
        assert "internal error" not in lines[0], self.err
        return lines[0].removeprefix("prevail: ")


class Running:
    """A command that was started."""

    def __init__(self, launcher: Launcher, pid: int, directory: Path) -> None:
        self.pid = pid
        self._launcher = launcher
        self._directory = directory

    def kill(self, number: int = signal.SIGKILL) -> None:
        """Sends a signal to the whole process group, unless it has ended."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, number)

    def is_alive(self) -> bool:
        """Whether it runs still."""
        with contextlib.suppress(OSError):
            return Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
        return False

    def wait(self) -> Ended:
        """Waits until it has ended."""
        code = self._launcher.reap(self.pid)
        out, err = ((self._directory / name).read_text("utf-8") for name in ("out", "err"))
        return Ended(code, out, err)


class Launcher:
    """Starts commands; a context manager."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        """Args: environment: What commands see besides the basics; nothing of the caller's own settings."""
        self.mark = f"{os.getpid()}-{time.monotonic_ns()}"
        basics = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ}
        threads = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        self._environment = {**basics, **threads, "PYTHONPATH": str(ROOT), MARK: self.mark, **environment}

    def __enter__(self) -> Self:
        self._scratch = tempfile.TemporaryDirectory(prefix="launcher-")
        self._source = subprocess.Popen(
            [sys.executable, __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=self._environment,
            cwd=self._scratch.name,
        )
        assert self._ask({}) == 0
        return self

    @property
    def pid(self) -> int:
        """The process from which the commands are forked."""
        return self._source.pid

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for pid in marked_processes(self.mark):
            if pid != self._source.pid:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        try:
            self._source.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            self._source.kill()
            self._source.communicate()
        self._scratch.cleanup()

    def start(self, *arguments: str | Path, before: Mapping[str, Any] | None = None, **environment: Any) -> Running:
        """Starts `prevail` with these arguments.

        Args:
            before: What the process does to itself first: `powerless` (root's power over files that
                forbid access is given up), `file_bytes` (largest file it may write), `cwd`.
        """
        directory = Path(tempfile.mkdtemp(dir=self._scratch.name))
        for name in ("out", "err"):
            (directory / name).touch()
        request = {"arguments": [*map(str, arguments)], "directory": str(directory), "environment": environment}
        return Running(self, self._ask(request | dict(before or {})), directory)

    def run(self, *arguments: str | Path, before: Mapping[str, Any] | None = None, **environment: Any) -> Ended:
        """Runs `prevail` with these arguments to its end."""
        return self.start(*arguments, before=before, **environment).wait()

    def reap(self, pid: int) -> int:
        """Waits for a command and gives its exit code."""
        return self._ask({"wait": pid})

    def _ask(self, request: dict[str, Any]) -> int:
        assert self._source.stdin is not None
        assert self._source.stdout is not None
        self._source.stdin.write(json.dumps(request) + "\n")
        self._source.stdin.flush()
        return int(self._source.stdout.readline())


def marked_processes(mark: str) -> Iterator[int]:
    """Processes whose environment carries the mark."""
    wanted = f"{MARK}={mark}".encode()
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if entry.name.isdigit() and wanted in (entry / "environ").read_bytes().split(b"\0"):
                yield int(entry.name)


def _serve() -> None:
    """Answers requests: fork a command, or wait for one."""
    from app.cli import main
    from app.cli.main import COMMANDS, prevail

    for name in set(COMMANDS) - {"serve"}:
        prevail.get_command(None, name)  # type: ignore[arg-type]  # it does not look at its context
    import app.use_cases.ask
    import app.use_cases.doctor
    import app.use_cases.ingest  # noqa: F401 - commands import these when called

    for line in sys.stdin:
        request = json.loads(line)
        if "wait" in request:
            answer = os.waitstatus_to_exitcode(os.waitpid(request["wait"], 0)[1])
        elif not request:
            answer = 0
        else:
            answer = os.fork()
            os.setpgid(answer, answer)  # both do it, so that the group is there whoever is first
            if answer == 0:
                _become(request)
                try:
                    main.main(request["arguments"])
                except SystemExit as done:
                    os._exit(int(done.code or 0))
        print(answer, flush=True)


def _become(request: dict[str, Any]) -> None:
    import resource

    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for descriptor, name in ((1, "out"), (2, "err")):
        path = f"{request['directory']}/{name}"
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT, 0o666), descriptor)
    os.environ.update(request["environment"])
    sys.argv = ["prevail", *request["arguments"]]
    if "cwd" in request:
        os.chdir(request["cwd"])
    if "file_bytes" in request:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (request["file_bytes"], request["file_bytes"]))
    if "powerless" in request:
        _give_up_capabilities()


def _give_up_capabilities() -> None:
    """Leaves root what its files' owner may, and no more; programs that it starts have their power back."""
    import ctypes

    version = (ctypes.c_uint32 * 2)(0x20080522, 0)
    if ctypes.CDLL(None, use_errno=True).capset(version, (ctypes.c_uint32 * 6)()) != 0:
        raise OSError(ctypes.get_errno(), "capset")


if __name__ == "__main__":
    sys.path.pop(0)
    _serve()
