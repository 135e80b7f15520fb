"""Where in a text a clause stands that another text takes out of force, and what may hold it where it is not found.

A clause that cannot be found must not let the old words pass. Then the smallest part of the text that surely
holds them counts as the place: the clause above it, else the words that are exchanged, else all of the text.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from graph.model import Span

_QUOTED = r"[\"“«]([^\"”»]{1,200})[\"”»]"
_QUOTATION = re.compile(_QUOTED)
_EXCHANGED = re.compile(
    r"\b(?:delet\w*|omit\w*|str(?:ik|uck)\w*(?:\s+out)?|remov\w*|replac\w*|chang\w*|for|(?:in\s+(?:lieu|place)|instead)\s+of)"
    rf"\s+(?:the\s+)?(?:(?:words?|figures?|numbers?|phrases?|values?|terms?|expressions?|text)\s+)?{_QUOTED}",
    re.IGNORECASE,
)
_SPOKEN_CHARS = 80
_WORDS = re.compile(r"(?:^|, )characters (\d+)–(\d+)$")
_ALIKE = {"-": r"[-‐‑–−]", "–": r"[-‐‑–−]", "'": "['’]", "’": "['’]"}


@dataclass(frozen=True, slots=True)
class Place:
    """Where text that is out of force stands, or may stand.

    Attributes:
        clause: As the act names it.
        spans: Of the clause, or of what may hold it; empty where the text surely has no such clause.
        is_found: Whether the clause itself was found.
    """

    clause: str
    spans: tuple[Span, ...]
    is_found: bool


@lru_cache(maxsize=65_536)
def clause_key(path: str) -> tuple[str, ...]:
    """The parts of a clause's address, however they are set apart: "2.1.B" and "2.1(b)" are one, "(2)" is "2".

    Square brackets are another count than round ones: "CP-10[1]" is no "CP-10(1)".

    Examples:
        >>> clause_key("2.1(b)")
        ('2', '1', 'b')
    """
    return tuple(re.findall(r"\[?\w+", re.sub(r"\s+", "", path).casefold()))


def is_within(path: str, ancestor: str) -> bool:
    """Whether a clause path is that of a clause or of one below it: "2.3(a)" and "2.3.1" are within "2.3"."""
    key, above = clause_key(path), clause_key(ancestor)
    return bool(above) and key[: len(above)] == above


def spans_at(known: Mapping[str, tuple[Span, ...]], path: str) -> tuple[Span, ...]:
    """Where the clauses of that address stand, among the known ones of a text; in their order."""
    return _spans_of(known, clause_key(path))


def words_address(path: str | None, span: Span) -> str:
    """The address of words of a clause, or of a text without clauses, that are not the whole of it.

    Examples:
        >>> words_address("2.1", Span(120, 188))
        '2.1, characters 120–188'
    """
    where = f"characters {span.start}–{span.end}"
    return f"{path}, {where}" if path else where


def spoken(address: str, text: str | None) -> str:
    """An address for people: that of words gives the words themselves, where the text is at hand.

    Examples:
        >>> spoken("2.1, characters 4–9", "2.1 Doors open.")
        '2.1 “Doors”'
        >>> spoken("2.1", "2.1 Doors open.")
        '2.1'
    """
    found = _WORDS.search(address)
    if found is None or text is None:
        return address
    words = " ".join(text[int(found[1]) : int(found[2])].split())
    shown = words if len(words) <= _SPOKEN_CHARS else words[: _SPOKEN_CHARS - 1].rstrip() + "…"
    return f"{address[: found.start()]} “{shown}”".lstrip()


def place_of(clause: str, known: Mapping[str, tuple[Span, ...]], text: str | None, act: str) -> Place:
    """The place in a text of a clause that an act takes out of force.

    Args:
        known: The clauses of the text and their spans, by path.
        text: None where it is not at hand, so that nothing can be looked for in it.
        act: The words of the act.
    """
    found = _words_at(clause) or spans_at(known, clause)
    if found:
        return Place(clause, found, is_found=True)
    exchanged = exchanged_words(act)
    held = occurrences(text, exchanged) if text is not None and exchanged else None
    if text is not None and not held and _is_absent(clause, known, text):
        return Place(clause, (), is_found=False)
    above = _enclosing(known, clause)
    if above or held is not None:
        return Place(clause, above or held or (), is_found=False)
    return Place(clause, (Span(0, sys.maxsize if text is None else len(text)),), is_found=False)


def exchanged_words(act: str) -> tuple[str, ...]:
    """The words that an act strikes out to put others in their place; none where it does not quote both.

    Examples:
        >>> exchanged_words('Delete "6 mm" and substitute "10 mm".')
        ('6 mm',)
    """
    if len(_QUOTATION.findall(act)) < 2:
        return ()
    return tuple(dict.fromkeys(words.strip() for words in _EXCHANGED.findall(act) if words.strip()))


def what_is_unfound(name: str, places: Iterable[Place]) -> str:
    """The end of a reason that names the clauses not found in a text, and what follows; "" where all are found."""
    unfound = [place for place in places if not place.is_found]
    held = ", ".join(dict.fromkeys(place.clause for place in unfound if place.spans))
    absent = ", ".join(dict.fromkeys(place.clause for place in unfound if not place.spans))
    withheld = f"; {held} is not found in {name}: what may hold it is withheld" if held else ""
    return withheld + (f"; {name} as held has no {absent}" if absent else "")


def _words_at(address: str) -> tuple[Span, ...]:
    found = _WORDS.search(address)
    return (Span(int(found[1]), int(found[2])),) if found else ()


def _spans_of(known: Mapping[str, tuple[Span, ...]], key: tuple[str, ...]) -> tuple[Span, ...]:
    if not key:
        return ()
    return tuple(sorted({span for path, spans in known.items() if clause_key(path) == key for span in spans}))


def _enclosing(known: Mapping[str, tuple[Span, ...]], clause: str) -> tuple[Span, ...]:
    """The nearest clause above one that is not found."""
    key = clause_key(clause)
    above = (_spans_of(known, key[:length]) for length in range(len(key) - 1, 0, -1))
    return next((spans for spans in above if spans), ())


def occurrences(text: str, words: Iterable[str]) -> tuple[Span, ...]:
    """Where words stand in a text, over line ends and in any case, in their order."""
    found = {Span(*match.span()) for phrase in words for match in _phrase(phrase).finditer(text)}
    return tuple(sorted(found))


def _phrase(words: str) -> re.Pattern[str]:
    forms = r"\s+".join("".join(_ALIKE.get(sign, re.escape(sign)) for sign in word) for word in words.split())
    return re.compile(rf"(?<!\w)(?<!\d[.,]){forms}(?!\w)", re.IGNORECASE)


def _is_absent(clause: str, known: Mapping[str, tuple[Span, ...]], text: str) -> bool:
    """Whether a text that prints the numbers of the neighbours of a clause prints its number nowhere."""
    key = clause_key(clause)
    if len(key) < 2 or not key[-1].isdigit():
        return False
    beside = any(len(other) == len(key) and other[:-1] == key[:-1] for other in map(clause_key, known))
    return beside and re.search(rf"(?<![\w.-]){re.escape(clause)}(?![\w-])", text) is None
