"""XML of any vocabulary: elements with a title or label become headings, mixed content paragraphs.

Written for catalogues of provisions such as OSCAL: a label given as a property is the clause
number, a property `status` and links to other labelled elements become a line of text
("Withdrawn: incorporated into AC-2, AU-6."), a reference inside a sentence becomes the words that
it refers to.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException  # type: ignore[import-untyped]  # ships no types
from defusedxml.ElementTree import fromstring  # type: ignore[import-untyped]  # ships no types

from connectors.protocol import ParsedDocument
from connectors.text.builder import TextBuilder, one_line
from connectors.text.numbering import read_marker
from graph.errors import SkipRecord

_TITLES = ("title", "heading", "head", "caption", "name", "num-title")
_LABELS = ("label", "num", "number", "no", "enum")
_TEXTUAL = frozenset(
    {"p", "para", "text", "span", "li", "td", "th", "content", "chapeau", "line", "note", "def", "definition"}
)
_METADATA = frozenset({"metadata", "meta", "front", "header", "head", "info", "docinfo", "preface-info"})
_UNREAD = frozenset({"prop", "link", "rlink", "script", "style", "back-matter", "role", "responsible-party", "uuid"})
_REFERENCES = ("id-ref", "idref", "ref", "href", "refid")
_PLAIN_RELATIONS = frozenset({"reference", "alternate", "canonical", "self", "corresp", "stylesheet", "related"})
_DEEPEST = 200


def parse_xml(data: bytes, name: str) -> ParsedDocument:
    """An XML document.

    Raises:
        SkipRecord: `damaged` where it is not well-formed, `bomb` where it defines entities.
    """
    try:
        root: Element = fromstring(data, forbid_dtd=False)
    except DefusedXmlException as error:
        raise SkipRecord("bomb", f"{name} defines entities: {error}") from error
    except (ParseError, ValueError, LookupError) as error:
        raise SkipRecord("damaged", f"{name} is not well-formed XML: {error}") from error
    builder = TextBuilder()
    _Writer(builder, root).write()
    return builder.document("application/xml")


def local(element: Element) -> str:
    """An element's name without its namespace, in lower case."""
    return element.tag.rpartition("}")[2].casefold()


class _Writer:
    """Walks the tree once, knowing the label of every element that has an id."""

    def __init__(self, builder: TextBuilder, root: Element) -> None:
        self._builder = builder
        self._root = root
        self._labels = {e.attrib["id"]: label for e in root.iter() if "id" in e.attrib and (label := label_of(e))}

    def write(self) -> None:
        """Write the whole tree: the header block first."""
        self._header()
        title = self._child_words(self._root, _TITLES)
        if title:
            self._builder.add(title, "heading", 1)
        for child in self._root:
            self._walk(child, 1, 0)

    def _header(self) -> None:
        """The metadata element as a header block, one "Name: value" a line."""
        lines: list[str] = []
        for child in self._root:
            if local(child) in _METADATA:
                singles = [(local(e), one_line(e.text or "")) for e in child if not len(e)]
                lines += [f"{name.capitalize().replace('-', ' ')}: {value}" for name, value in singles if value]
        self._builder.add("\n".join(lines), "header")

    def _walk(self, element: Element, depth: int, nesting: int) -> None:
        name = local(element)
        if name in _UNREAD or name in (*_TITLES, *_LABELS) or (depth == 1 and name in _METADATA):
            return
        if depth > _DEEPEST:
            self._builder.add(one_line(" ".join(element.itertext())))
        elif self._child_words(element, _TITLES):
            self._section(element, depth)
        elif _is_text(element):
            self._builder.add(self._words(element))
        else:
            self._part(element, depth, nesting)

    def _section(self, element: Element, depth: int) -> None:
        label = label_of(element)
        title = self._child_words(element, _TITLES)
        heading = title if label is None or title.startswith(label) else f"{label} {title}"
        self._builder.add(heading, "heading", min(depth, 9), label)
        self._builder.add(self._state(element))
        for child in element:
            self._walk(child, depth + 1, 0)

    def _part(self, element: Element, depth: int, nesting: int) -> None:
        """An element without title: a list item where it has a label, else its children."""
        label = label_of(element)
        children = list(element)
        texts = [child for child in children if _is_text(child) and local(child) not in (*_TITLES, *_LABELS)]
        if label and texts:
            words = self._words(texts[0])
            mark = read_marker(label + " x")
            shown = words if words.startswith(label) else f"{label} {words}"
            self._builder.add(
                shown, "list_item", nesting + 1, (mark.label if mark and mark.label else label.strip("()."))
            )
            children = [child for child in children if child is not texts[0]]
        elif element.text and element.text.strip():
            self._builder.add(one_line(element.text))
        for child in children:
            self._walk(child, depth + 1, nesting + bool(label))

    def _state(self, element: Element) -> str:
        """Status and typed links of an element as a sentence."""
        status = _property(element, "status") or element.attrib.get("status")
        relations: dict[str, list[str]] = {}
        for link in element:
            rel = link.attrib.get("rel", "")
            target = self._labels.get(link.attrib.get("href", "").removeprefix("#"))
            if local(link) == "link" and target and rel:
                relations.setdefault(rel, []).append(target)
        said = [
            f"{rel.replace('-', ' ')} {', '.join(to)}" for rel, to in relations.items() if rel not in _PLAIN_RELATIONS
        ]
        sentence = ": ".join(part for part in (one_line(status or "").capitalize(), "; ".join(said)) if part)
        related = relations.get("related")
        sentences = [sentence + "." if sentence else "", f"Related: {', '.join(related)}." if related else ""]
        return " ".join(part for part in sentences if part)

    def _words(self, element: Element) -> str:
        return one_line("".join(self._pieces(element)))

    def _pieces(self, element: Element) -> Iterator[str]:
        yield element.text or ""
        for child in element:
            reference = next((child.attrib[key] for key in _REFERENCES if key in child.attrib), None)
            if reference is not None and not "".join(child.itertext()).strip():
                label = self._labels.get(reference.removeprefix("#"))
                yield f"[{label}]" if label else ""
            else:
                yield from self._pieces(child)
            yield child.tail or ""

    def _child_words(self, element: Element, names: tuple[str, ...]) -> str:
        return next((one_line("".join(child.itertext())) for child in element if local(child) in names), "")


def label_of(element: Element) -> str | None:
    """The number or label that an element carries: a property, a child or an attribute."""
    label = _property(element, "label")
    if label is None:
        label = next((one_line("".join(child.itertext())) for child in element if local(child) in _LABELS), None)
    if label is None:
        label = next((element.attrib[key] for key in _LABELS if key in element.attrib), None)
    return one_line(label) or None if label else None


def _property(element: Element, name: str) -> str | None:
    """The value of a child such as `<prop name="label" value="AC-1"/>`."""
    return next(
        (
            child.attrib.get("value", child.text)
            for child in element
            if local(child) == "prop" and child.attrib.get("name") == name
        ),
        None,
    )


def _is_text(element: Element) -> bool:
    """Whether the element holds words of its own, rather than parts."""
    if local(element) in _TEXTUAL:
        return not any(local(child) in _TEXTUAL for child in element)
    return bool((element.text or "").strip()) and not any(len(child) for child in element)
