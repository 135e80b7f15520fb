"""What an old graph database says to a client: as much of Bolt as it takes to be told apart."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

_HELLO, _RUN = 0x01, 0x10
_OPENING_BYTES = 20
"""Four of magic, and four proposed versions."""

_NOTHING = b"\xa0"
_NO_FIELDS = b"\xa1\x86fields\x90"


@contextmanager
def old_server(agent: str, protocol: tuple[int, int] | None = (4, 4)) -> Iterator[str]:
    """Answers every statement with nothing; gives its address, without routing.

    Args:
        agent: What it calls itself, such as "Neo4j/4.4.41".
        protocol: Version of Bolt that it speaks; None if it is none that the client proposes.
    """
    with socket.create_server(("127.0.0.1", 0)) as listener:
        serving = threading.Thread(target=_serve, args=(listener, agent, protocol), daemon=True)
        serving.start()
        yield f"bolt://127.0.0.1:{listener.getsockname()[1]}"
        listener.shutdown(socket.SHUT_RDWR)
        serving.join(10)


def _serve(listener: socket.socket, agent: str, protocol: tuple[int, int] | None) -> None:
    with suppress(OSError):
        while True:
            client, _ = listener.accept()
            with client, suppress(OSError, EOFError):
                _talk(client, agent, protocol)


def _talk(client: socket.socket, agent: str, protocol: tuple[int, int] | None) -> None:
    _read(client, _OPENING_BYTES)
    major, minor = protocol or (0, 0)
    client.sendall(bytes([0, 0, minor, major]))
    while protocol:
        kind = _message(client)[1]
        answers = {_HELLO: b"\xa2" + _text("server") + _text(agent) + _text("connection_id") + _text("bolt-1")}
        success = b"\xb1\x70" + (answers | {_RUN: _NO_FIELDS}).get(kind, _NOTHING)
        client.sendall(len(success).to_bytes(2, "big") + success + b"\0\0")


def _message(client: socket.socket) -> bytes:
    """The next message: chunks, each after its length, until an empty one."""
    message = b""
    while size := int.from_bytes(_read(client, 2), "big"):
        message += _read(client, size)
    return message


def _read(client: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        more = client.recv(size - len(data))
        if not more:
            raise EOFError
        data += more
    return data


def _text(text: str) -> bytes:
    return b"\xd0" + bytes([len(text)]) + text.encode()
