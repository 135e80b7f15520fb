"""How a file of Cypher falls into statements."""

from __future__ import annotations

import re

_PIECE = re.compile(
    r"""
    (?P<comment> //[^\n]* | /\*.*?\*/ )
  | (?P<quoted> '(?:\\.|[^'\\])*' | "(?:\\.|[^"\\])*" | `(?:``|[^`])*` )
  | (?P<open> /\* | ['"`] )
  | (?P<end> ; )
  | (?P<blank> \s+ )
  | (?P<other> [^\s;'"`/]+ | / )
    """,
    re.VERBOSE | re.DOTALL,
)


class Unclosed(ValueError):
    """A quotation or a comment is opened and never closed.

    Attributes:
        line: Where it is opened; lines count from 1.
    """

    def __init__(self, mark: str, line: int) -> None:
        super().__init__(f"the {mark} of line {line} is never closed")
        self.mark = mark
        self.line = line


def statements(script: str) -> tuple[str, ...]:
    """The statements of a script, each without comments and with single blanks between its words.

    A `;` inside a quotation or a comment ends nothing. Two scripts that differ in comments, line ends and
    indentation only have the same statements; what stands in quotation marks is kept to the letter.

    Raises:
        Unclosed: A quotation or a comment does not end.

    Examples:
        >>> statements("RETURN 'a;b'; // one; two\\n RETURN   2;")
        ("RETURN 'a;b'", 'RETURN 2')
    """
    found, words = [], [""]
    for piece in _PIECE.finditer(script.removeprefix("\ufeff")):
        match piece.lastgroup:
            case "open":
                raise Unclosed(piece[0], script.count("\n", 0, piece.start()) + 1)
            case "end":
                found.append("".join(words).strip())
                words = [""]
            case "comment" | "blank":
                words += [] if words[-1].endswith(" ") else [" "]
            case _:
                words.append(piece[0])
    found.append("".join(words).strip())
    return tuple(statement for statement in found if statement)
