"""Pages per second and peak memory of the PDF reader on one core.

python -m tests.benchmarks.pdf_benchmark FILE_OR_FOLDER...
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from connectors.pdf import parse_pdf
from connectors.sandbox_worker import peak_memory_bytes
from graph.errors import SkipRecord


def main(arguments: list[str]) -> None:
    """Prints one line for each file and one for all; processor time, so that other work does not count."""
    pages_all, cpu_all = 0, 0.0
    for path in _files(arguments):
        start = time.process_time()
        try:
            pages = len(parse_pdf(path.read_bytes(), path.name).pages)
        except SkipRecord as skipped:
            print(f"{path.name}: {skipped}")
            continue
        cpu = time.process_time() - start
        pages_all, cpu_all = pages_all + pages, cpu_all + cpu
        print(f"{path.name}: {pages} pages, {1000 * cpu / max(pages, 1):.1f} ms a page")
    rate = pages_all / max(cpu_all, 1e-9)
    print(f"{pages_all} pages, {rate:.1f} pages/s on one core, peak {peak_memory_bytes() / 2**20:.0f} MB")


def _files(arguments: list[str]) -> list[Path]:
    given = [Path(argument) for argument in arguments]
    return [file for path in given for file in (sorted(path.rglob("*.pdf")) if path.is_dir() else [path])]


if __name__ == "__main__":
    main(sys.argv[1:])
