"""Pictures of pages: drawn by a worker process under limits, kept in memory while there is room."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from functools import partial

from connectors.pdf.picture import draw_page
from connectors.sandbox import ParserPool
from graph.errors import SkipRecord

TIME_LIMIT_S = 20.0
MEMORY_LIMIT_BYTES = 1536 * 1024 * 1024
KEPT_BYTES = 64 * 1024 * 1024

Key = tuple[str, int, float]


class PagePictures:
    """PNG pictures of pages by content hash, page and scale; safe to use from several threads."""

    def __init__(self) -> None:
        self._drawing = threading.Lock()
        self._pool: ParserPool | None = None
        self._kept: OrderedDict[Key, bytes] = OrderedDict()
        self._kept_bytes = 0

    def png(self, sha256: str, load: Callable[[], bytes], page: int, scale: float) -> bytes:
        """A page's picture.

        Args:
            sha256: Of the file's bytes, under which the picture is kept.
            load: Reads the bytes; called only where the picture is not kept.
            page: 1-based.
            scale: Pixels per point; very large pages come out smaller.

        Raises:
            SkipRecord: The page cannot be drawn within the limits.
        """
        key = (sha256, page, round(scale * 4) / 4)
        with self._drawing:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
            png = self._draw(load(), page, key[2])
            self._keep(key, png)
            return png

    def _draw(self, data: bytes, page: int, scale: float) -> bytes:
        if self._pool is None:
            self._pool = ParserPool(workers=1, time_limit_s=TIME_LIMIT_S, memory_limit_bytes=MEMORY_LIMIT_BYTES)
        drawn = next(iter(self._pool.map(partial(draw_page, page=page, scale=scale), [(data, "page")])))
        if isinstance(drawn, SkipRecord):
            raise drawn
        png: bytes = drawn
        return png

    def _keep(self, key: Key, png: bytes) -> None:
        self._kept[key] = png
        self._kept_bytes += len(png)
        while self._kept_bytes > KEPT_BYTES and len(self._kept) > 1:
            _, dropped = self._kept.popitem(last=False)
            self._kept_bytes -= len(dropped)

    def close(self) -> None:
        """Ends the worker process."""
        with self._drawing:
            if self._pool is not None:
                self._pool.close()
                self._pool = None
