"""The texts of the sample documents: small marked-up files, filled from `facts`.

A line's first characters say what it is: `=` title, `~` header field, `#` part, `##` clause
heading, `|` table row (the first row is the head), `^` table caption, `(a)` sub-clause, `1.1`
numbered paragraph, `%` start of a mail or a turn; everything else is a paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from string import Template

from app.sample import facts

_MARKS = {"= ": "title", "~ ": "field", "# ": "part", "## ": "clause", "| ": "row", "^ ": "caption", "% ": "entry"}
_SUBCLAUSE = re.compile(r"\([a-z]\) ")
_NUMBERED = re.compile(r"\d+\.\d+ ")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a template: what it is, and its text without the mark."""

    kind: str
    text: str


def lines(name: str, **more: str) -> Iterator[Line]:
    """Yield the lines of the template `name`, filled from the facts and `more`.

    Raises:
        KeyError: The template names a word that neither the facts nor `more` hold.
    """
    template = Template(files("app.sample").joinpath("content", f"{name}.txt").read_text(encoding="utf-8"))
    for line in template.substitute(facts.words(), **more).splitlines():
        yield _read(line)


def _read(line: str) -> Line:
    for mark, kind in _MARKS.items():
        if line.startswith(mark):
            return Line(kind, line.removeprefix(mark))
    if _SUBCLAUSE.match(line):
        return Line("subclause", line)
    return Line("numbered" if _NUMBERED.match(line) else "text", line)
