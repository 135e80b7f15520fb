"""Templates to text; everything that reaches a page is escaped, every phrase of ours is translated."""

from __future__ import annotations

import hashlib
from functools import cache, partial
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from app.web.languages import LANGUAGES, SOURCE, translations, writing
from app.web.phrases import Teller
from app.wording import clause_text, conflict_head, standing, timecode, withheld_phrase

HERE = Path(__file__).parent
TEMPLATES = HERE / "templates"
STATIC = HERE / "static"


def render_text(template: str, language: str = SOURCE, **context: Any) -> str:
    """A page in a language.

    Args:
        template: File name below `templates/`.
        context: What the template may use; an undefined name is an error, not an empty string.
    """
    return environment(language).get_template(template).render(**context)


@cache
def environment(language: str) -> Environment:
    """The templates in a language."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    made.install_gettext_translations(translations(language), newstyle=True)  # type: ignore[attr-defined]  # of the extension
    written = writing(language)
    made.filters |= {
        "clause": clause_text,
        "conflict_head": conflict_head,
        "day": written.day,
        "figure": written.figure,
        "instant": written.instant,
        "signal_class": signal_class,
        "standing": standing,
        "timecode": timecode,
        "told": Teller(translations(language).gettext, written.day).told,
        "withheld": partial(withheld_phrase, word=translations(language).gettext),
    }
    made.globals |= {"static": static_address, "language": language, "languages": LANGUAGES}
    return made


def signal_class(signal: str) -> str:
    """The CSS class of a signal: "governs, contested" is `contested`."""
    return signal.rpartition(", ")[2].replace(" ", "-")


@cache
def static_address(name: str) -> str:
    """Address of a static file; it changes with the content, so browsers may keep it."""
    content = (STATIC / name).read_bytes()
    return f"/static/{name}?v={hashlib.sha256(content).hexdigest()[:12]}"
