"""What an index says about itself, and the errors of an index that must not be served."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path

from graph.errors import FixSetup
from retrieval.lanes.lexical import K1, B
from retrieval.tokenizer import version

FORMAT = 2
"""Grows with every change of the files of an index."""

MANIFEST_FILE = "manifest.json"
_BLOCK_BYTES = 1 << 20


class IndexUnusable(FixSetup):
    """There is no index that may be served.

    Attributes:
        directory: Where it should be: a directory, or the address of the store that keeps it.
    """

    def __init__(self, directory: Path | str, problem: str) -> None:
        super().__init__(f"{problem}: run `prevail index rebuild`")
        self.directory = directory
        self.problem = problem


class IndexMissing(IndexUnusable):
    """No index has been built yet."""

    def __init__(self, directory: Path | str) -> None:
        super().__init__(directory, f"there is no index in {directory}")


class IndexDamaged(IndexUnusable):
    """A file of the index is missing or not as it was written."""

    def __init__(self, directory: Path | str, detail: str) -> None:
        super().__init__(directory, f"the index in {directory} is damaged ({detail})")
        self.detail = detail


class IndexStale(IndexUnusable):
    """The index was built by other means, or from another state of the store, than now in use."""

    def __init__(self, directory: Path | str, what: str, built: object, current: object) -> None:
        differs = f"was built with {what} {built}, now it is {current}"
        super().__init__(
            directory, f"the index in {directory} " + ("is older than the store" if what == "passages" else differs)
        )
        self.what = what
        self.built = built
        self.current = current


@dataclass(frozen=True, slots=True)
class FileSeal:
    """Size and SHA-256 of one file of the index."""

    size_bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an index was built from, when and how.

    Attributes:
        store_generation: `GraphStore.generation()` of the state that it holds.
        passages_version: `GraphStore.passages_version()` of the passages that it holds.
        built_at: ISO 8601, UTC.
        embedder: Name of the embedder, see `Embedder.name`.
        tokenizer: `retrieval.tokenizer.version()`.
        passages: Rows.
        vocabulary: Different terms.
        tokens: Terms of all passages together.
        files: Seal by path below the folder of the index generation.
    """

    format: int
    store_generation: int
    passages_version: str
    built_at: str
    embedder: str
    dimensions: int
    tokenizer: str
    k1: float
    b: float
    passages: int
    sources: int
    vocabulary: int
    tokens: int
    files: dict[str, FileSeal]

    @property
    def average_length_tokens(self) -> float:
        """Mean terms of a passage, 0 where there is none."""
        return self.tokens / self.passages if self.passages else 0.0


def check_fit(place: Path | str, manifest: Manifest, embedder: str, passages_version: str | None) -> None:
    """Goes on only where the index was built by the means now in use.

    Args:
        embedder: Name of the one in use.
        passages_version: The passages that it must hold; None where any will do.

    Raises:
        IndexStale: It was built by others, or from others.
    """
    pairs: list[tuple[str, object, object]] = [
        ("embedder", manifest.embedder, embedder),
        ("tokenizer", manifest.tokenizer, version()),
        ("(k1, b)", (manifest.k1, manifest.b), (K1, B)),
    ]
    if passages_version is not None:
        pairs.append(("passages", manifest.passages_version, passages_version))
    for what, built, current in pairs:
        if built != current:
            raise IndexStale(place, what, built, current)


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Writes the manifest into the folder that it describes."""
    (folder / MANIFEST_FILE).write_text(json.dumps(asdict(manifest), indent=2) + "\n", "utf-8")


def read_manifest(folder: Path) -> Manifest:
    """Reads the manifest of a folder.

    Raises:
        FileNotFoundError: There is none.
        IndexDamaged: It is no manifest.
        IndexStale: It describes files of another format.
    """
    try:
        data = json.loads((folder / MANIFEST_FILE).read_text("utf-8"))
        if data["format"] != FORMAT:
            raise IndexStale(folder.parent, "format", data["format"], FORMAT)
        files = {name: FileSeal(**seal) for name, seal in data.pop("files").items()}
        return Manifest(**data, files=files)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise IndexDamaged(folder.parent, f"{MANIFEST_FILE} cannot be read") from error


def seal_files(folder: Path) -> dict[str, FileSeal]:
    """Seals of all files in and below a folder, by path, without the manifest."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != MANIFEST_FILE)
    return {path.relative_to(folder).as_posix(): FileSeal(path.stat().st_size, _sha256(path)) for path in paths}


def check_files(folder: Path, manifest: Manifest, *, thoroughly: bool) -> None:
    """Compares the files with their seals: sizes, or thoroughly every byte.

    Raises:
        IndexDamaged: One differs or is missing.
    """
    for name, seal in manifest.files.items():
        path = folder / name
        if not path.is_file():
            raise IndexDamaged(folder.parent, f"{name} is missing")
        if path.stat().st_size != seal.size_bytes:
            raise IndexDamaged(folder.parent, f"{name} has another size")
        if thoroughly and _sha256(path) != seal.sha256:
            raise IndexDamaged(folder.parent, f"{name} has other contents")


def _sha256(path: Path) -> str:
    seen = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK_BYTES):
            seen.update(block)
    return seen.hexdigest()
