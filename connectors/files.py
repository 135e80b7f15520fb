"""The file connector: files and folders of this machine.

What is known of a file before it is read comes from the caller's options, from `prevail.toml`
manifests in its folders (`connectors.manifest`), and from its name (`connectors.file_names`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from stat import S_ISREG
from urllib.parse import quote

from connectors.file_names import name_statements
from connectors.formats import EXTENSIONS, Format, extension, sniff
from connectors.manifest import MANIFEST_NAME, Manifest, read_manifest
from connectors.protocol import Batch, Item, Members, Runner, Statement
from graph.errors import FixSetup, SkipRecord
from graph.vocabulary import AuthorityClass, ClaimField, Ground, SourceKind, Status

LARGEST_FILE_BYTES = 1_000_000_000
_BATCH_ITEMS = 200
_HEAD_BYTES = 4096
# Files that are boxes of messages, and what gives the messages; imported when first used.
_BOXES: dict[Format, tuple[str, str]] = {
    Format.MBOX: ("connectors.mail.mbox", "mbox_members"),
    Format.PST: ("connectors.mail.pst", "pst_members"),
}


@dataclass(frozen=True, slots=True)
class FileOptions:
    """What the caller says of every file of a run; None says nothing.

    Attributes:
        uploaded: The files are copies that will not stay where they are: they are addressed by their ids.
    """

    authority: AuthorityClass | None = None
    status: Status | None = None
    kind: SourceKind | None = None
    project: str | None = None
    version: str | None = None
    uploaded: bool = False

    def statements(self) -> tuple[Statement, ...]:
        """The options as statements on the ground `option`."""
        stated = (
            (ClaimField.AUTHORITY, self.authority),
            (ClaimField.STATUS, self.status),
            (ClaimField.KIND, self.kind),
            (ClaimField.PROJECT, self.project),
            (ClaimField.VERSION, self.version),
        )
        return tuple(Statement(field, str(value), Ground.OPTION) for field, value in stated if value is not None)


class FileConnector:
    """Offers every file below its roots, in the order of their paths.

    An item's remote id is its path below the root's parent: "specs/doors/a.pdf" for the root
    "specs", the same whether the root is given absolute or relative, or the file by itself from its
    folder. Names that start with "." or "~$" are hidden and not offered. Links to folders, links
    that lead out of the root and what is no regular file are offered as items whose `load` raises
    `SkipRecord("excluded", …)`, files of unknown type as `SkipRecord("unsupported type", …)`, so
    that an account of a run adds up. A mail box (`.mbox`, `.pst`) is an item with `members`.
    """

    name = "files"

    def __init__(self, roots: Sequence[Path], options: FileOptions | None = None) -> None:
        """Args: roots: Files and folders that exist, no two different ones of one name.

        Raises:
            FixSetup: A root does not exist, or two roots would give the same ids.
        """
        self._roots = _checked(roots)
        options = options or FileOptions()
        self._stated = options.statements()
        self._uploaded = options.uploaded

    def changes(self, since: str | None) -> Iterator[Batch]:
        """All files, in batches; the file system keeps no cursor, so `since` changes nothing.

        Raises:
            FixSetup: A manifest cannot be read.
        """
        batch: list[Item] = []
        seen: set[str] = set()
        for item in self._items():
            if item.remote_id in seen:
                continue
            seen.add(item.remote_id)
            batch.append(item)
            if len(batch) == _BATCH_ITEMS:
                yield Batch(tuple(batch))
                batch = []
        if batch:
            yield Batch(tuple(batch))

    def _items(self) -> Iterator[Item]:
        for root in self._roots:
            base = root.parent
            if root.is_dir():
                yield from self._folder(root, base, root, ())
            else:
                yield self._item(root, base, root.parent, _manifests_of(root.parent, ()))

    def _folder(self, folder: Path, base: Path, root: Path, above: tuple[Manifest, ...]) -> Iterator[Item]:
        try:
            manifests = _manifests_of(folder, above)
            entries = sorted(folder.iterdir(), key=lambda entry: entry.name)
        except OSError as error:
            yield _refused(folder, base, "unreadable", error.strerror or str(error))
            return
        for entry in entries:
            if entry.name.startswith((".", "~$")) or entry.name == MANIFEST_NAME:
                continue
            if not _is_folder(entry):
                yield self._item(entry, base, root, manifests)
            elif entry.is_symlink():
                yield _refused(entry, base, "excluded", "a link to a folder is not followed")
            else:
                yield from self._folder(entry, base, root, manifests)

    def _item(self, path: Path, base: Path, root: Path, manifests: tuple[Manifest, ...]) -> Item:
        try:
            if path.is_symlink() and not path.resolve(strict=True).is_relative_to(root):
                return _refused(path, base, "excluded", "the link leads out of the folder")
            state = path.stat()
        except (OSError, RuntimeError) as error:
            return _refused(path, base, "unreadable", getattr(error, "strerror", None) or str(error))
        if not S_ISREG(state.st_mode):
            return _refused(path, base, "excluded", "not a regular file")
        box = _box(path) if state.st_size else None
        if state.st_size > LARGEST_FILE_BYTES and box is None:
            return _refused(path, base, "too large", f"{state.st_size} bytes; the limit is {LARGEST_FILE_BYTES}")
        stated = self._stated + _manifest_statements(path, manifests) + name_statements(_readable(path.name))
        remote_id = _remote_id(path, base)
        uri = f"upload:{quote(remote_id)}" if self._uploaded else path.as_uri()
        item = Item(remote_id, uri, _readable(path.name), _loader(path), state.st_size, stated)
        return item if box is None else replace(item, members=_members(box, path, item))


def _box(path: Path) -> Format | None:
    """Which kind of mail box a file is; None for any other file. Only a name that tells little is opened."""
    by_name = EXTENSIONS.get(extension(path.name))
    if by_name not in (None, Format.TEXT):
        return by_name if by_name in _BOXES else None
    try:
        with path.open("rb") as stream:
            kind = sniff(stream.read(_HEAD_BYTES), path.name)
    except (OSError, SkipRecord):  # whoever reads it will say so
        return None
    return kind if kind in _BOXES else None


def _members(kind: Format, path: Path, item: Item) -> Callable[[Runner], Members]:
    def members(run: Runner) -> Members:
        module, function = _BOXES[kind]
        found: Members = getattr(import_module(module), function)(path, item, run)
        return found

    return members


def _checked(roots: Sequence[Path]) -> tuple[Path, ...]:
    found: dict[Path, None] = {}
    for root in roots:
        if not root.exists():
            raise FixSetup(f"no such file or folder: {root}")
        found[root.resolve()] = None
    by_name: dict[str, Path] = {}
    for path in found:
        name = path.name if path.is_dir() else f"{path.parent.name}/{path.name}"
        other = by_name.setdefault(name, path)
        if other != path:
            raise FixSetup(
                f"{other} and {path} have one name, so their files could not be told apart; give a folder above both"
            )
    return tuple(found)


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # a link to where this user may not look: whoever reads it will say so
        return False


def _remote_id(path: Path, base: Path) -> str:
    below = path.relative_to(base)
    return _readable(below.as_posix() if len(below.parts) > 1 else f"{base.name}/{below.as_posix()}".lstrip("/"))


def _readable(name: str) -> str:
    """The name as text that can be stored and shown: its bytes that are no UTF-8 written as `\\xNN`."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _refused(path: Path, base: Path, reason: str, detail: str) -> Item:
    def load() -> bytes:
        raise SkipRecord(reason, f"{_readable(path.name)}: {detail}")

    return Item(_remote_id(path, base), path.as_uri(), _readable(path.name), load)


def _loader(path: Path) -> Callable[[], bytes]:
    def load() -> bytes:
        try:
            with path.open("rb") as stream:
                head = stream.read(_HEAD_BYTES)
                if head:
                    sniff(head, _readable(path.name))
                return head + stream.read()
        except OSError as error:
            raise SkipRecord("unreadable", f"{_readable(path.name)}: {error.strerror or error}") from error

    return load


def _manifests_of(folder: Path, above: tuple[Manifest, ...]) -> tuple[Manifest, ...]:
    path = folder / MANIFEST_NAME
    return (*above, read_manifest(path)) if path.is_file() else above


def _manifest_statements(path: Path, manifests: tuple[Manifest, ...]) -> tuple[Statement, ...]:
    """What the manifests say of a file; a field said by a nearer one is not taken from a farther one."""
    stated: dict[ClaimField, tuple[Statement, ...]] = {}
    for manifest in manifests:
        stated |= manifest.about(path)
    return tuple(statement for found in stated.values() for statement in found)
