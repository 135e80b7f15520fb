"""RTF, the bodies of Outlook and files: unpacked, and read as the HTML that it wraps or as plain text."""

from __future__ import annotations

import re
from dataclasses import replace

from compressed_rtf import decompress
from striprtf.striprtf import rtf_to_text

from connectors.mail.letter import Letter
from connectors.markup.html import parse_html
from connectors.protocol import ParsedDocument
from connectors.text.plain import parse_text
from graph.errors import SkipRecord

MEDIA_TYPE = "application/rtf"
LARGEST_RTF_BYTES = 20_000_000
_TOKEN = re.compile(
    r"\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|[\r\n]+|([^\\{}\r\n]+)", re.IGNORECASE
)
_WRAPS_HTML = re.compile(rb"\\fromhtml1?\b")
_CODEPAGE = re.compile(r"\\ansicpg(\d{1,5})")
_SIGNS = {"par": "\n", "line": "\n", "tab": "\t", "lquote": "‘", "rquote": "’", "ldblquote": "“"} | {
    "rdblquote": "”",
    "bullet": "•",
    "endash": "\N{EN DASH}",
    "emdash": "\N{EM DASH}",
    "nbsp": "\u00a0",
}
_UNSEEN = frozenset({"fonttbl", "colortbl", "stylesheet", "info", "pict", "generator", "listtable", "mhtmltag"})

_SIGNATURE = b"{\\rtf"


def parse_rtf(data: bytes, name: str) -> ParsedDocument:
    """An RTF file, read as the plain text or the page that it holds.

    Raises:
        SkipRecord: `empty`, `too large`, `damaged`.
    """
    if not data.strip():
        raise SkipRecord("empty", f"{name} holds only blanks")
    if not data.lstrip().startswith(_SIGNATURE):
        raise SkipRecord("damaged", f"{name} does not begin as RTF")
    letter = Letter()
    try:
        read_rtf(data, None, letter)
    except Exception as error:  # the library raises whatever a damaged file makes of it
        raise SkipRecord("damaged", f"{name} is not readable as RTF: {error}") from error
    if letter.warnings:
        raise SkipRecord("too large", f"{name} has {len(data)} bytes; the limit is {LARGEST_RTF_BYTES}")
    page = "".join(letter.html).encode()
    document = parse_html(page, name) if page else parse_text("".join(letter.plain).encode(), name)
    return replace(document, media_type=MEDIA_TYPE)


def read_rtf(rtf: bytes | None, compressed: bytes | None, letter: Letter) -> None:
    """Add an RTF body to a letter: its HTML, or its words where the letter has none yet."""
    data = rtf or _unpacked(compressed, letter)
    if not data:
        return
    if len(data) > LARGEST_RTF_BYTES:
        letter.warnings.append(f"an RTF body of {len(data)} bytes was not read")
    elif _WRAPS_HTML.search(data[:4096]):
        letter.html.append(wrapped_html(data.decode("latin-1")))
    elif not letter.plain and (words := plain_words(data)).strip():
        letter.plain.append(words)


def plain_words(data: bytes) -> str:
    """The words of RTF, without its layout."""
    words: str = rtf_to_text(data.decode("latin-1"), errors="replace")  # type: ignore[no-untyped-call]
    return words


def _unpacked(compressed: bytes | None, letter: Letter) -> bytes:
    """[MS-OXRTFCP]; what does not unpack is a warning."""
    if not compressed:
        return b""
    try:
        data: bytes = decompress(compressed)
    except Exception:  # the library raises whatever a damaged stream makes of it
        letter.warnings.append("a compressed RTF body could not be unpacked")
        return b""
    return data


def wrapped_html(rtf: str) -> str:
    """The HTML that Outlook wrapped into RTF ([MS-OXRTFEX]): tags in `htmltag` groups, words around them."""
    found = _CODEPAGE.search(rtf[:1000])
    unwrapper = _Unwrapper(f"cp{found[1]}" if found else "cp1252")
    return "".join(unwrapper.take(token) for token in _TOKEN.finditer(rtf)) + unwrapper.flush()


class _Group:
    """How the text of one pair of braces is to be taken."""

    __slots__ = ("skipped", "suppressed")

    def __init__(self, skipped: bool = False, suppressed: bool = False) -> None:
        self.skipped = skipped
        self.suppressed = suppressed


class _Unwrapper:
    """Gives the HTML of one token after the other."""

    def __init__(self, codepage: str) -> None:
        self._codepage = codepage
        self._groups = [_Group()]
        self._bytes = bytearray()
        self._replaced = False  # whether the next character only stands in for the Unicode one before it

    def take(self, token: re.Match[str]) -> str:
        """What one token adds, after the characters that waited to be whole."""
        word, number, code, sign, brace, words = token.groups()
        if code:
            return self._byte(int(code, 16))
        waiting = self.flush()
        if brace:
            self._brace(brace)
        elif word == "u" and number:
            self._replaced = True
            return waiting + self._shown(chr(int(number) % 65536))
        elif self._replaced and (words or sign):
            self._replaced = False
            return waiting + self._shown((words or "")[1:])
        else:
            return waiting + self._taken(word, number, sign, words)
        return waiting

    def flush(self) -> str:
        """The characters of the bytes that waited."""
        data = bytes(self._bytes)
        self._bytes.clear()
        try:
            return data.decode(self._codepage, "replace")
        except LookupError:
            return data.decode("cp1252", "replace")

    def _byte(self, value: int) -> str:
        group = self._groups[-1]
        if self._replaced:
            self._replaced = False
        elif not (group.skipped or group.suppressed):
            self._bytes.append(value)
        return ""

    def _brace(self, brace: str) -> None:
        if brace == "{":
            self._groups.append(_Group(self._groups[-1].skipped, self._groups[-1].suppressed))
        elif len(self._groups) > 1:
            self._groups.pop()

    def _taken(self, word: str | None, number: str | None, sign: str | None, words: str | None) -> str:
        """What one token adds; it may change how its group is taken."""
        group = self._groups[-1]
        if word == "htmltag":
            group.skipped = False
        elif word == "htmlrtf":
            group.suppressed = number != "0"
        elif word in _UNSEEN or sign == "*":
            group.skipped = True
        elif word in _SIGNS:
            return self._shown(_SIGNS[word])
        elif words or (sign and sign in "\\{}~_"):
            return self._shown(words or {"~": "&nbsp;", "_": "&shy;"}.get(sign or "", sign or ""))
        return ""

    def _shown(self, words: str) -> str:
        group = self._groups[-1]
        return "" if group.skipped or group.suppressed else words
