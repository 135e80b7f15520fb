"""ZIP archives: the files in them come with the archive as attachments come with a mail.

Before anything is given out, the archive is gone through together with all archives in it, so that what is small
outside and endless inside is refused as a whole.
"""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from zlib import error as ZlibError

from connectors.mail.letter import safe_name
from connectors.office.archive import HIGHEST_RATIO, LARGEST_UNPACKED_BYTES, SMALL_BYTES
from connectors.protocol import Attachment, ParsedDocument, Statement
from connectors.text.builder import TextBuilder, one_line
from connectors.text.charset import decode
from graph.errors import SkipRecord
from graph.vocabulary import ClaimField, Ground

MEDIA_TYPE = "application/zip"
MOST_FILES = 2_000
DEEPEST = 3
"""How many archives may be inside one another."""

_UTF8, _ENCRYPTED = 0x800, 0x1
_ZIP = b"PK\x03\x04"
_LITTER = frozenset({"__MACOSX", "Thumbs.db", "desktop.ini"})
_DAMAGES = (
    zipfile.BadZipFile,
    ZlibError,
    EOFError,
    ValueError,
    OSError,
    NotImplementedError,
    RuntimeError,
    LookupError,
)


def parse_zip(data: bytes, name: str) -> ParsedDocument:
    """The names of the files in an archive, and the files as attachments.

    Raises:
        SkipRecord: `bomb` where it holds too much, `damaged`, `empty`, `encrypted` where no file in it can be read.
    """
    _Survey(name).visit(data, 1)
    builder = TextBuilder()
    with _opened(data, name) as archive:
        files = _files(archive)
        if not files:
            raise SkipRecord("empty", f"{name} holds no files")
        builder.add(f"Archive of {len(files)} file{'s' if len(files) > 1 else ''}")
        inside = [found for file in files if (found := _attachment(archive, file, builder)) is not None]
    if not inside:
        raise SkipRecord("encrypted" if _is_locked(files) else "damaged", f"{name}: {'; '.join(builder.warnings[:3])}")
    called = Statement(ClaimField.TITLE, name, Ground.FILE_NAME, 0.9)
    return replace(builder.document(MEDIA_TYPE, [called]), attachments=tuple(inside))


@dataclass(slots=True)
class _Survey:
    """What an archive and those in it come to, added up while they are gone through."""

    name: str
    files: int = 0
    unpacked_bytes: int = 0

    def visit(self, data: bytes, depth: int) -> None:
        """Add up one archive and, file by file, the archives in it."""
        if depth > DEEPEST:
            raise SkipRecord("bomb", f"{self.name} holds archives more than {DEEPEST} deep inside one another")
        with _opened(data, self.name) as archive:
            members = archive.infolist()
            self._add(members, len(data))
            for member in members:
                inner = _read(archive, member) if _leads_on(archive, member) else b""
                if inner.startswith(_ZIP) and zipfile.is_zipfile(io.BytesIO(inner)):
                    self.visit(inner, depth + 1)

    def _add(self, members: list[zipfile.ZipInfo], size: int) -> None:
        here = sum(member.file_size for member in members)
        self.files += len(members)
        self.unpacked_bytes += here
        if self.files > MOST_FILES:
            raise SkipRecord("bomb", f"{self.name} holds more than {MOST_FILES} files: unpack it and ingest the folder")
        if self.unpacked_bytes > LARGEST_UNPACKED_BYTES:
            told = f"unpacks to more than {LARGEST_UNPACKED_BYTES} bytes: unpack it and ingest the folder"
            raise SkipRecord("bomb", f"{self.name} {told}")
        if here > SMALL_BYTES and here > HIGHEST_RATIO * size:
            told = f"unpacks to {here // max(size, 1)} times its size; the limit is {HIGHEST_RATIO}"
            raise SkipRecord("bomb", f"{self.name} {told}")


def _opened(data: bytes, name: str) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(io.BytesIO(data))
    except _DAMAGES as error:
        raise SkipRecord("damaged", f"{name} is not a readable ZIP archive: {one_line(str(error))}") from error


def _files(archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    """The files that somebody put in: no folders, nothing hidden, nothing that a system adds."""
    return [member for member in archive.infolist() if not member.is_dir() and not _is_litter(_path(member))]


def _is_litter(path: PurePosixPath) -> bool:
    return any(part in _LITTER or part.startswith((".", "~$")) for part in path.parts)


def _path(member: zipfile.ZipInfo) -> PurePosixPath:
    """Where a file lies in the archive; names without a charset are read as text is."""
    name = member.filename
    if not member.flag_bits & _UTF8 and not name.isascii():
        name = decode(name.encode("cp437", "replace"))[0]
    return PurePosixPath(name.replace("\\", "/"))


def _leads_on(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bool:
    """Whether a file begins as an archive does."""
    try:
        with archive.open(member) as stream:
            return stream.read(len(_ZIP)) == _ZIP
    except _DAMAGES:
        return False


def _read(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    try:
        return archive.read(member)
    except _DAMAGES:
        return b""


def _attachment(archive: zipfile.ZipFile, file: zipfile.ZipInfo, builder: TextBuilder) -> Attachment | None:
    """One file with its place written down; None where it cannot be read, which is told."""
    path = one_line(str(_path(file)))
    builder.add(path, "toc")
    if file.flag_bits & _ENCRYPTED:
        builder.warnings.append(f"{path} is protected by a password")
        return None
    try:
        return Attachment(safe_name(path), archive.read(file))
    except _DAMAGES as error:
        builder.warnings.append(f"{path} could not be read: {one_line(str(error))}")
        return None


def _is_locked(files: list[zipfile.ZipInfo]) -> bool:
    return any(file.flag_bits & _ENCRYPTED for file in files)
