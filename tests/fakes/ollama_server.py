"""A stand-in for an Ollama server: its HTTP API on a loopback port, with drafts, silence and damage on demand."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

MODEL = "scribe"
"""The one model that it has, as `scribe:latest`."""
DIGEST = "5c21be" * 10 + "abcd"

Json = dict[str, Any]
Drafts = Callable[[str], str]
"""From the prompt to what the model writes."""


@dataclass
class Script:
    """How the server behaves.

    Attributes:
        drafts: What it writes to a prompt.
        pieces_chars: Length of a streamed piece.
        silent_after: It says nothing more after so many pieces, and keeps the connection.
        breaks_after: It closes the connection after so many pieces.
        garbles_after: After so many pieces comes a line that is no JSON.
        fails_after: After so many pieces comes an error in the stream.
        status: Of every answer to a question for a draft; 200 streams.
        endless: The draft is repeated until the client goes away, or up to `num_predict` pieces.
    """

    drafts: Drafts = lambda _: ""
    pieces_chars: int = 7
    silent_after: int | None = None
    breaks_after: int | None = None
    garbles_after: int | None = None
    fails_after: int | None = None
    status: int = 200
    endless: bool = False


@dataclass
class FakeOllamaServer:
    """A running server; `with` closes it.

    Attributes:
        asked: The questions for drafts that it got, as JSON.
    """

    script: Script = field(default_factory=Script)
    asked: list[Json] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.quiet = threading.Event()
        handler = type("Handler", (_Handler,), {"fake": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> FakeOllamaServer:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Stops listening; silent connections end."""
        self.quiet.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Handler(BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"
    fake: FakeOllamaServer

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing is logged."""

    def do_GET(self) -> None:
        if self.path == "/api/tags":
            self._say(200, {"models": [{"model": f"{MODEL}:latest", "name": f"{MODEL}:latest", "digest": DIGEST}]})
        elif self.path == "/api/version":
            self._say(200, {"version": "0.17.4"})
        else:
            self._say(404, {"error": "not found"})

    def do_POST(self) -> None:
        body: Json = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path != "/api/generate":
            self._say(404, {"error": "not found"})
        elif body["model"].removesuffix(":latest") != MODEL:
            self._say(404, {"error": f"model '{body['model']}' not found"})
        elif self.fake.script.status != 200:
            self._say(self.fake.script.status, {"error": "the model runner has stopped"})
        else:
            self.fake.asked.append(body)
            self._stream(body)

    def _say(self, status: int, body: Json) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _stream(self, body: Json) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        script, most = self.fake.script, int(body["options"]["num_predict"])
        pieces = _pieces(script.drafts(body["prompt"]), script)
        reason = "length"
        try:
            for count in range(most):
                if self._misbehaves(count, script):
                    return
                piece = next(pieces, None)
                if piece is None:
                    reason = "stop"
                    break
                self._line({"model": body["model"], "response": piece, "done": False})
            self._line({"model": body["model"], "response": "", "done": True, "done_reason": reason})
            self.wfile.write(b"0\r\n\r\n")
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def _misbehaves(self, count: int, script: Script) -> bool:
        if count == script.silent_after:
            self.fake.quiet.wait()
        elif count == script.garbles_after:
            self._chunk(b'{"response": "half a li\n')
        elif count == script.fails_after:
            self._line({"error": "an error was encountered while running the model"})
        elif count != script.breaks_after:
            return False
        self.close_connection = True
        return True

    def _line(self, said: Json) -> None:
        self._chunk(json.dumps(said).encode() + b"\n")

    def _chunk(self, data: bytes) -> None:
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()


def _pieces(draft: str, script: Script) -> Iterator[str]:
    while True:
        yield from (draft[at : at + script.pieces_chars] for at in range(0, len(draft), script.pieces_chars))
        if not script.endless:
            return


def quoting(prompt: str) -> str:
    """A draft that repeats the first sentence of every piece of evidence, as an honest model would."""
    return " ".join(f"{text} [{n}]" for n, text in evidence_lines(prompt))


def evidence_lines(prompt: str) -> Sequence[tuple[int, str]]:
    """Number and text of each piece of evidence in a prompt."""
    lines = [line for line in prompt.splitlines() if line.startswith("[")]
    return [(int(line[1 : line.index("]")]), line.split(") ", 1)[1]) for line in lines]
