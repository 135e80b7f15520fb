"""Identifiers that look alike: the same to the eye of a person who types one from paper."""

from __future__ import annotations

import re
import unicodedata

_ALIKE = str.maketrans(
    # Cyrillic and Greek capitals that are drawn as Latin ones; then letters that are read as digits.
    "АВЕКМНОРСТУХІЈЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "ABEKMHOPCTYXIJSABEZHIKMNOPTYX",
)
_AS_DIGITS = str.maketrans("OIL", "011")
_BETWEEN_DIGITS = re.compile(r"(?<=\d)[^\w]+(?=\d)|(?<=\d)_+(?=\d)")
_MARKS = re.compile(r"[^\w.]|_|(?<!\d)\.|\.(?!\d)")


def skeleton(text: str) -> str:
    """A text without what the eye passes over: case, accents, alphabet, O for 0, I for 1, blanks and marks.

    Marks between digits keep them apart, whichever they are.

    Examples:
        >>> skeleton("а 2O1") == skeleton("A-201")
        True
        >>> skeleton("QMQ 2 01 03") == skeleton("QMQ 2.01.03") != skeleton("QMQ 20.10.3")
        True
    """
    plain = unicodedata.normalize("NFKD", text).upper().translate(_ALIKE)
    bare = "".join(sign for sign in plain if not unicodedata.combining(sign)).translate(_AS_DIGITS)
    return _MARKS.sub("", _BETWEEN_DIGITS.sub(".", bare))
