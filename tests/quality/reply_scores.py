"""Measures how mail is split into new and other words, beside two libraries used alone.

`python -m tests.quality.reply_scores [dev|test|all]` prints the table. The mails are those that the library talon
was tested with (`mail/replies` of the shared data; their hash says which part they are in) and our own
(`tests/data/replies`). A split is right where the words that are left are exactly the wanted ones, blanks aside.

- *not quoted*: what is left after the words of earlier messages are taken out; signatures stay.
- *signature*: what is taken for the signature.
- *new*: what is left after everything is taken out that is not the sender's new words.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email import message_from_bytes
from email.policy import default as modern

import quotequail
from mailparser_reply import EmailReplyParser
from mailparser_reply.constants import MAIL_LANGUAGES
from selectolax.lexbor import LexborHTMLParser

from connectors.mail.html_text import read_html
from connectors.mail.quoting import Frame, line_kinds
from connectors.text.charset import decode
from tests.fakes.mail_lines import marked_mails
from tests.quality.questions import SHARED, wilson

REPLIES = SHARED / "mail" / "replies"
OWN_FILES = ("first.txt", "languages.txt", "programs.txt", "later.txt")
EARLIER = ("quoted", "forwarded")
_ANSWERED = "Hi. I am fine. Thanks, Alex"
"""What every page of `html_replies` answers."""

_PARTS = {"OLK_SRC_BODY_SECTION.html": "Reply", "reply-separated-by-hr.html": "Hi there Bob"}


@dataclass(frozen=True, slots=True)
class Case:
    """One body and what is wanted of it.

    Attributes:
        measure: `not quoted`, `signature` or `new`.
    """

    group: str
    name: str
    measure: str
    body: str
    wanted: str
    frame: Frame = Frame()
    is_html: bool = False


def part_of(name: str) -> str:
    """Half of the files are for development; the hash of the name says which."""
    return "dev" if hashlib.sha256(name.encode()).digest()[0] % 2 == 0 else "test"


def cases(split: str) -> Iterator[Case]:
    """The cases of `dev`, `test` or `all`; our own are all for development."""
    for path in sorted(REPLIES.rglob("*")):
        name = path.relative_to(REPLIES).as_posix()
        if path.is_file() and split in (part_of(name), "all"):
            yield from _shared(name)
    for name in OWN_FILES if split != "test" else ():
        for mail in marked_mails(name):
            body = "\n".join(mail.lines)
            kept = mail.of("paragraph", "signature", "disclaimer", "banner")
            yield Case("own mails", mail.name, "not quoted", body, kept, mail.frame)
            yield Case("own mails", mail.name, "new", body, mail.of("paragraph"), mail.frame)


def _shared(name: str) -> Iterator[Case]:
    if name.startswith("standard_replies/") and name.endswith(".eml"):
        yield _standard(name)
    elif name.startswith("html_replies/") or name in _PARTS:
        body = decode((REPLIES / name).read_bytes())[0]
        yield Case("talon pages", name, "not quoted", body, _PARTS.get(name, _ANSWERED), is_html=True)
    elif name.startswith("signature/emails/stripped/") and name.endswith("_body"):
        body, signature = _text(name), _text(name.replace("_body", "_signature")).replace("#sig#", "")
        sender = _text(name.replace("_body", "_sender")).strip() or None
        yield Case("talon signatures", name, "signature", body.replace("#sig#", ""), signature, Frame(author=sender))


def _standard(name: str) -> Case:
    message = message_from_bytes((REPLIES / name).read_bytes(), policy=modern)
    plain = message.get_body(("plain",))
    wanted = (REPLIES / name).with_name(f"{name.rpartition('/')[2][:-4]}_reply_text")
    answer = wanted.read_text("utf-8") if wanted.is_file() else "Hello"
    frame = Frame(str(message["Subject"]), str(message["From"]))
    return Case("talon replies", name, "not quoted", plain.get_content() if plain else "", answer, frame)


def _text(name: str) -> str:
    path = REPLIES / name
    return decode(path.read_bytes())[0] if path.is_file() else ""


def ours(case: Case) -> str:
    """The words left, as Prevail splits them."""
    lines = read_html(case.body).lines if case.is_html else case.body.replace("\r", "").split("\n")
    kinds = line_kinds(lines, case.frame)
    return "\n".join(line for line, kind in zip(lines, kinds, strict=True) if _is_left(kind, case.measure))


def _is_left(kind: str, measure: str) -> bool:
    if measure == "signature":
        return kind == "signature"
    return kind not in EARLIER if measure == "not quoted" else kind == "paragraph"


def mail_parser_reply(case: Case) -> str:
    """The words left, as the library mail-parser-reply splits them, with all its languages."""
    text = _plain(case.body) if case.is_html else case.body
    replies = EmailReplyParser(languages=[one for one in MAIL_LANGUAGES if one != "david"]).read(text).replies
    if not replies:
        return ""
    if case.measure == "signature":
        return replies[0].signatures or ""
    return str(replies[0].body if case.measure == "new" else replies[0].full_body)


def quotequail_alone(case: Case) -> str:
    """The words left, as the library quotequail splits them; it knows no signatures."""
    if case.measure == "signature":
        return ""
    if case.is_html:
        return "\n".join(
            _plain(piece) for shown, piece in quotequail.quote_html(case.body, quote_intro_line=True) if shown
        )
    parts = quotequail.quote(case.body, quote_intro_line=True)
    return "\n".join(piece for shown, piece in parts if shown)


def _plain(html: str) -> str:
    body = LexborHTMLParser(re.sub(r"(?i)<br[^>]*>|</(?:p|div|li|tr)>", r"\g<0>&#10;", html)).body
    return body.text() if body else ""


SPLITTERS: dict[str, Callable[[Case], str]] = {
    "Prevail": ours,
    "mail-parser-reply": mail_parser_reply,
    "quotequail": quotequail_alone,
}


def is_right(case: Case, left: str) -> bool:
    """Whether exactly the wanted words are left, blanks aside."""
    return "".join(left.split()) == "".join(case.wanted.split())


def score(split: str) -> dict[tuple[str, str], dict[str, tuple[int, int]]]:
    """By group and measure, for each splitter how many are right of how many."""
    table: dict[tuple[str, str], dict[str, tuple[int, int]]] = {}
    for case in cases(split):
        row = table.setdefault((case.group, case.measure), dict.fromkeys(SPLITTERS, (0, 0)))
        for name, splitter in SPLITTERS.items():
            right, of = row[name]
            row[name] = right + is_right(case, splitter(case)), of + 1
    return table


def main(split: str) -> None:
    """Print the table of a part."""
    for (group, measure), row in sorted(score(split).items()):
        print(f"{group}, {measure}")
        for name, (right, of) in row.items():
            low, high = wilson(right, of)
            print(f"  {name:20} {right:3} of {of:3} = {right / of:.3f}  [{low:.3f}, {high:.3f}]")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "dev")
