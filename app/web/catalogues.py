"""The catalogues of the languages, brought up to date with the templates and the closed word lists.

`python -m app.web.catalogues` writes them; what is translated stays, what is new waits with an empty translation.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from enum import StrEnum

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

from app.errors import PROBLEMS
from app.runs import RunState
from app.use_cases.stats import definitions
from app.web.commitments import ACTS as COMMITMENT_ACTS
from app.web.conflicts import ACTS as CONFLICT_ACTS
from app.web.languages import LANGUAGES, LOCALES, SOURCE, catalogue
from app.web.methods import steps
from app.web.phrases import grounds, phrases
from app.web.render import TEMPLATES
from app.wording import ONLY_SAID
from graph.requirements.concepts import ROLES
from graph.vocabulary import (
    AuthorityClass,
    ClaimField,
    CommitmentKind,
    CommitmentState,
    ConflictClass,
    ConflictState,
    EdgeState,
    Ground,
    InstructionKind,
    Modality,
    RegisterAct,
    RulingAct,
    Signal,
    SourceKind,
    Status,
)
from retrieval.answering.model import Reason

Message = str | tuple[str, str]

_SHOWN: tuple[type[StrEnum], ...] = (
    ClaimField,
    Signal,
    SourceKind,
    AuthorityClass,
    Status,
    Modality,
    EdgeState,
    Ground,
    InstructionKind,
    RulingAct,
    ConflictClass,
    ConflictState,
    RegisterAct,
    CommitmentKind,
    CommitmentState,
    RunState,
    Reason,
)
"""Closed word lists whose words pages show."""

_WITHHELD = ("superseded", "draft", "no permission", "outside period")
"""Why passages are withheld."""


def messages() -> dict[Message, None]:
    """Every text that pages show in a language, in the order in which they are met; plurals as a pair."""
    found = extract_from_dir(
        str(TEMPLATES),
        [("**.html", "jinja2.ext:babel_extract")],
        {"**.html": {"trim_blocks": "true", "lstrip_blocks": "true"}},
        {"_": None, "ngettext": (1, 2)},
    )
    texts: Iterable[Message] = [text if isinstance(text, str) else (text[0], text[1]) for _, _, text, _, _ in found]
    words = [word.value.replace("_", " ") for words in _SHOWN for word in words]
    acts = [
        *CONFLICT_ACTS.values(),
        *COMMITMENT_ACTS.values(),
        *ROLES,
        "all",
        "to decide",
        ONLY_SAID,
        *_WITHHELD,
        *(problem.title for problem in PROBLEMS.values()),
    ]
    return dict.fromkeys([*texts, *words, *acts, *phrases(), *grounds(), *_of_methods()])


def _of_methods() -> Iterator[str]:
    """Names, units and definitions of figures, and the seven steps."""
    for step in steps():
        yield from step.values()
    for name, row in definitions().items():
        yield from (text for text in (name.replace("_", " "), row.unit, row.group, row.definition) if text)


def updated(language: str) -> Catalog:
    """The catalogue of a language with every message and nothing else; what was translated stays so."""
    before = catalogue(language)
    after = Catalog(locale=language, project="Prevail", fuzzy=False)
    for message in messages():
        held = before.get(message[0] if isinstance(message, tuple) else message)
        after.add(message, held.string if held else "", flags=["python-format"] if "%(" in str(message) else [])
    return after


def written(made: Catalog) -> bytes:
    """A catalogue as its file has it, with a head that says only what reading it needs."""
    out = io.BytesIO()
    write_po(out, made, width=120, omit_header=True)
    plural = f"nplurals={made.num_plurals}; plural={made.plural_expr};"
    head = f"Language: {made.locale}", f"Plural-Forms: {plural}", "Content-Type: text/plain; charset=utf-8"
    lines = ['msgid ""', 'msgstr ""', *(f'"{line}\\n"' for line in head)]
    return "\n".join(lines).encode() + b"\n\n" + out.getvalue().lstrip()


def main() -> None:
    """Writes all catalogues."""
    for language in LANGUAGES:
        if language != SOURCE:
            (LOCALES / language / "prevail.po").write_bytes(written(updated(language)))


if __name__ == "__main__":
    main()
