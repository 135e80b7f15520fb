"""Running the web server."""

from __future__ import annotations

import socket
import sys
from contextlib import suppress
from dataclasses import replace

import uvicorn

from app.logging import configure_logging
from app.main import create_app
from app.settings import Settings, hand_down
from graph.errors import FixSetup

EVERY_ADDRESS = frozenset({"0.0.0.0", "::", ""})


def serve(settings: Settings, host: str, port: int, workers: int) -> None:
    """Serves until interrupted.

    Args:
        port: 0 takes a free one; the address that is announced on stderr names it.
        workers: Server processes; each opens the data directory for itself.

    Raises:
        FixSetup: The address cannot be listened on.
    """
    settings = _answering_to(settings, host)
    listener = _listen(host, port)
    where = f"[{host}]" if ":" in host else host
    print(f"Prevail at http://{where}:{listener.getsockname()[1]}/ (Ctrl-C stops it)", file=sys.stderr, flush=True)
    options = {"log_config": None, "access_log": False, "server_header": False, "timeout_graceful_shutdown": 5}
    if workers == 1:
        configure_logging(settings.log)
        config = uvicorn.Config(create_app(settings), **options)  # type: ignore[arg-type]  # options differ in type
        with suppress(KeyboardInterrupt):  # how a server is stopped
            uvicorn.Server(config).run(sockets=[listener])
        return
    hand_down(settings)
    listener.set_inheritable(True)
    uvicorn.run("app.main:create_app", factory=True, fd=listener.fileno(), workers=workers, **options)  # type: ignore[arg-type]  # options differ in type


def _answering_to(settings: Settings, host: str) -> Settings:
    """A server bound to one named address answers to that name."""
    if host in EVERY_ADDRESS:
        return settings
    return replace(settings, allowed_hosts=(*settings.allowed_hosts, host))


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        why = error.strerror or str(error)
        raise FixSetup(f"cannot listen on {host} port {port} ({why}): choose another with --host and --port") from error
    return listener
