"""Limits on ZIP based files, checked before anything is unpacked."""

from __future__ import annotations

import io
import zipfile

from graph.errors import SkipRecord

LARGEST_UNPACKED_BYTES = 200_000_000
HIGHEST_RATIO = 100
SMALL_BYTES = 5_000_000


def check_archive(data: bytes, name: str) -> None:
    """Refuse an archive that would unpack to more than the limits.

    A ratio above 100 counts only where more than 5 MB come out, since small forms pack that well.

    Raises:
        SkipRecord: `bomb` over a limit, `damaged` where it is no ZIP file.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
        raise SkipRecord("damaged", f"{name} is not a readable office file: {error}") from error
    unpacked = sum(member.file_size for member in members)
    if unpacked > LARGEST_UNPACKED_BYTES:
        raise SkipRecord("bomb", f"{name} unpacks to {unpacked} bytes; the limit is {LARGEST_UNPACKED_BYTES}")
    if unpacked > SMALL_BYTES and unpacked > HIGHEST_RATIO * len(data):
        raise SkipRecord(
            "bomb", f"{name} unpacks to {unpacked // max(len(data), 1)} times its size; the limit is {HIGHEST_RATIO}"
        )
