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
_NUMBER_WORDS = frozenset({"NO", "NR", "NUMBER"})
_PARTS = re.compile(r"[^\W\d_]+|\d+")
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


def number_parts(number: str) -> tuple[str, ...]:
    """The letters and the figures of a number in their order, however they are set apart, without "No." and zeros
    in front. Empty where it does not have both.

    Examples:
        >>> number_parts("IAN-12-20") == number_parts("IAN 12/20") == ("IAN", "12", "20")
        True
        >>> number_parts("ASI 004") == number_parts("ASI 4")
        True
        >>> number_parts("A-101") == number_parts("A-10.1"), number_parts("SCOPE")
        (False, ())
    """
    parts = [part for part in _PARTS.findall(number.upper()) if part not in _NUMBER_WORDS]
    if not any(part.isdigit() for part in parts) or all(part.isdigit() for part in parts):
        return ()
    return tuple(part.lstrip("0") or "0" if part.isdigit() else part for part in parts)
