"""From bytes to characters: byte order mark, declared charset, UTF-8, then a guess that is reported."""

from __future__ import annotations

import codecs

from charset_normalizer import from_bytes

_SAMPLE_BYTES = 64_000
_TOO_FEW_BYTES = 8
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Names in use that promise fewer characters than senders put in, and the supersets that hold them.
_WIDER = {
    "gb2312": "gb18030",
    "gb-2312": "gb18030",
    "gbk": "gb18030",
    "x-gbk": "gb18030",
    "ks_c_5601-1987": "cp949",
    "ks_c_5601": "cp949",
    "euc-kr": "cp949",
    "shift_jis": "cp932",
    "x-sjis": "cp932",
    "iso-8859-1": "cp1252",
    "latin-1": "cp1252",
    "us-ascii": "utf-8",
    "ascii": "utf-8",
    "unicode-1-1-utf-7": "utf-7",
    "x-unknown": "utf-8",
    "utf8": "utf-8",
}


def decode(data: bytes, declared: str | None = None) -> tuple[str, tuple[str, ...]]:
    """The characters of some bytes, and warnings where they are a guess.

    Args:
        declared: Charset that a header names; believed where it can decode all bytes.
    """
    for bom, name in _BOMS:
        if data.startswith(bom):
            return data.decode(name, "replace").lstrip("\ufeff"), ()
    for wanted in (declared, "utf-8"):
        text = _strictly(data, wanted)
        if text is not None:
            return text, ()
    return _guess(data)


def _strictly(data: bytes, name: str | None) -> str | None:
    if not name:
        return None
    wanted = name.strip().strip("\"'").casefold()
    try:
        return data.decode(_WIDER.get(wanted, wanted))
    except (LookupError, UnicodeError, ValueError):
        return None


def _as_western(data: bytes) -> tuple[str, tuple[str, ...]]:
    """Read as Windows-1252: too few bytes tell nothing else, and that is the commonest."""
    return data.decode("cp1252", "replace"), ("no charset stated, read as cp1252",)


def _guess(data: bytes) -> tuple[str, tuple[str, ...]]:
    if sum(byte > 127 for byte in data[:_SAMPLE_BYTES]) < _TOO_FEW_BYTES:
        return _as_western(data)
    best = from_bytes(data[:_SAMPLE_BYTES]).best()
    name = best.encoding if best is not None else "cp1252"
    text = _strictly(data, name)
    if text is not None:
        return text, (f"no charset stated, read as {name}",)
    text = data.decode(name, "replace")
    bad = text.count("\ufffd")
    return text, (f"no charset stated, read as {name}; {bad} characters could not be read",)
