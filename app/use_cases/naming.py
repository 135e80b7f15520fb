"""From what people call a document to the one source, or the one named work, that they mean."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePosixPath

from app.errors import InvalidInput
from app.use_cases.viewpoint import is_listed
from graph.errors import NotFound
from graph.governing import Governing
from graph.lookup import nearest
from graph.snapshot import Snapshot
from graph.versions import same_version

_LABEL = re.compile(
    r"^[\s,:()\[\]._-]*(?:(?:rev(?:ision)?|ver(?:sion)?|ed(?:ition)?|issue|no)\b[\s.:]*)?(.*?)[\s)\]]*$", re.I
)


class Ambiguous(InvalidInput):
    """A name means several documents; the message lists them.

    Attributes:
        choices: Source ids, or ids of works.
    """

    def __init__(self, name: str, snapshot: Snapshot, choices: list[str]) -> None:
        listed = "; ".join(f"{_spoken(snapshot, choice)} ({choice})" for choice in choices)
        super().__init__(f"{name!r} may mean {len(choices)} documents, say which: {listed}")
        self.choices = choices


def document_named(governing: Governing, name: str, project: str | None = None, reader: str | None = None) -> str:
    """The id of the source that is meant, or of the work, where nothing of it is held.

    A name is a source id or its beginning, a path or file name, or a document number, with its revision
    or edition where several are held.

    Raises:
        NotFound: Nothing that the reader may see is called that.
        Ambiguous: Several documents are.
    """
    snapshot = governing.snapshot
    seen = [s for s, source in snapshot.sources.items() if is_listed(source, project, reader)]
    name = name.strip()
    for found in (_by_id(seen, name), _by_path(snapshot, seen, name), _by_number(governing, set(seen), name)):
        if len(found) == 1:
            return found[0]
        if found:
            raise Ambiguous(name, snapshot, found)
    raise NotFound("document", name, nearest(snapshot, name, seen))


def work_named(governing: Governing, name: str) -> str:
    """The id of the one held work that a work id, source id or its beginning, number or title names.

    Raises:
        NotFound: Nothing that is held is called that.
        Ambiguous: Several works are.
    """
    snapshot, name = governing.snapshot, name.strip()
    if name in snapshot.versions:
        return name
    found = [match.work for match in governing.resolve(name) if match.sources]
    found = found or [snapshot.work(source) for source in file_named(snapshot, name)]
    works = list(dict.fromkeys(found))
    if len(works) > 1:
        raise Ambiguous(name, snapshot, works)
    if not works:
        raise NotFound("work", name, nearest(snapshot, name))
    return works[0]


def file_named(snapshot: Snapshot, name: str) -> list[str]:
    """The sources of that id, or beginning of one, or of that path or file name; none where there are none."""
    return _by_id(snapshot.sources, name) or _by_path(snapshot, list(snapshot.sources), name)


def _by_id(seen: Iterable[str], name: str) -> list[str]:
    if not re.fullmatch(r"s-[0-9a-f]{4,}", name):
        return []
    return [source for source in seen if source.startswith(name)]


def _by_path(snapshot: Snapshot, seen: list[str], name: str) -> list[str]:
    """Sources at this path, else with this file name, else with it but for the extension."""
    paths = {source: PurePosixPath(snapshot.sources[source].remote_id) for source in seen}
    wanted = name.casefold()
    for said in (str, lambda path: path.name, lambda path: path.stem):
        found = [source for source, path in paths.items() if said(path).casefold() == wanted]
        if found:
            return found
    return []


def _by_number(governing: Governing, seen: set[str], name: str) -> list[str]:
    """Sources by number and revision; a work of that number where nothing of it is held."""
    snapshot = governing.snapshot
    exact = [source for source in _labelled(snapshot, name) if source in seen]
    if exact:
        return exact
    held: dict[str, None] = {}
    cited: dict[str, None] = {}
    for match in governing.resolve(name):
        versions = snapshot.sources_of(match.work, match.version)
        held |= dict.fromkeys(source for source in versions if source in seen)
        if not snapshot.sources_of(match.work):
            cited[match.work] = None
    return list(held or cited)


def _labelled(snapshot: Snapshot, name: str) -> list[str]:
    """Sources whose number begins the name, and whose version is the rest of it."""
    found = []
    for source, description in snapshot.descriptions.items():
        number = description.number
        if number is None or not name.casefold().startswith(number.casefold()):
            continue
        label = _LABEL.match(name[len(number) :])
        if label and label[1] and any(same_version(label[1], own) for own in description.labels):
            found.append(source)
    return found


def _spoken(snapshot: Snapshot, node: str) -> str:
    source = snapshot.sources.get(node)
    place = f", {source.remote_id}" if source else ""
    return f"{snapshot.name(node)}{place}"


def edge_or_ruling_named(known: Iterable[str], identifier: str, what: str) -> str:
    """The one known id that is this or begins so.

    Raises:
        NotFound: There is none.
        InvalidInput: Several begin so.
    """
    found = sorted({one for one in known if one.startswith(identifier)}) if len(identifier) > 2 else []
    if identifier in found:
        return identifier
    if not found:
        raise NotFound(what, identifier)
    if len(found) > 1:
        raise InvalidInput(f"{identifier!r} begins {len(found)} ids: {', '.join(found[:8])}")
    return found[0]
