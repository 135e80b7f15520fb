"""Whether an answer as JSON tells a number: not as a part of an id, a hash or a timing."""

from __future__ import annotations

import re


def tells(body: str, number: int) -> bool:
    """Whether a number stands in a text on its own.

    Examples:
        >>> tells("at least 36 units", 36), tells('{"id": "s-1036ab", "ms": 0.36}', 36)
        (True, False)
    """
    return re.search(rf"(?<![\w.-]){number}(?![\w.-]*\w)", body) is not None
