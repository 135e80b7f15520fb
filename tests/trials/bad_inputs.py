"""Files that nobody should have to read, made on the spot: bombs, loops, ruins and impossible names."""

from __future__ import annotations

import io
import os
import random
import zipfile
from collections.abc import Iterator
from pathlib import Path

from app.sample.project import write_sample
from connectors.formats import EXTENSIONS

Made = Iterator[tuple[str | bytes, bytes]]

_CONTENT_TYPES = (
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Override PartName="/word/document.xml" ContentType='
    '"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
)
_RELATIONS = (
    '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="r1" Target="word/document.xml" Type='
    '"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"/></Relationships>'
)
_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def write(folder: Path, made: Made) -> Path:
    """Writes files into a new folder; names may be bytes that are no UTF-8."""
    folder.mkdir(parents=True)
    for name, content in made:
        path = os.path.join(os.fsencode(folder), os.fsencode(name))
        with open(path, "wb") as file:
            file.write(content)
    return folder


def docx(document: str, **extra: bytes) -> bytes:
    """A Word file with that XML as its document."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", _CONTENT_TYPES)
        archive.writestr("_rels/.rels", _RELATIONS)
        archive.writestr("word/document.xml", document)
        for name, content in extra.items():
            archive.writestr(f"word/{name}.xml", content)
    return packed.getvalue()


def word(body: str, before: str = "") -> str:
    """The XML of a Word document."""
    return f'<?xml version="1.0"?>{before}<w:document xmlns:w="{_WORD}"><w:body>{body}</w:body></w:document>'


def laughs() -> str:
    """A document type whose last entity is a thousand million words."""
    entities = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    return f'<!DOCTYPE d [<!ENTITY l0 "ha">{entities}]>'


def outside(address: str) -> str:
    """A document type with an entity from elsewhere."""
    return f'<!DOCTYPE d [<!ENTITY out SYSTEM "{address}">]>'


def bombs() -> Made:
    """Small files that become large, and files that nest."""
    paragraph = "<w:p><w:r><w:t>x</w:t></w:r></w:p>"
    yield "bomb.docx", docx(word("<w:p><w:r><w:t>" + " " * 250_000_000 + "</w:t></w:r></w:p>"))
    yield "bomb beside.docx", docx(word(paragraph), styles=bytes(250_000_000))
    yield "laughs.docx", docx(word("<w:p><w:r><w:t>&l9;</w:t></w:r></w:p>", laughs()))
    yield "laughs.xml", f'<?xml version="1.0"?>{laughs()}<d>&l9;</d>'.encode()
    yield "laughs.html", f"{laughs()}<html><p>&l9;</p></html>".encode()
    yield "quadratic.xml", f'<!DOCTYPE d [<!ENTITY a "{"a" * 100_000}">]><d>{"&a;" * 20_000}</d>'.encode()
    yield "deep.xml", b"<d>" * 100_000 + b"</d>" * 100_000
    yield "deep.html", b"<div>" * 30_000 + b"deep" + b"</div>" * 30_000
    yield "deep.json", b"[" * 100_000 + b"]" * 100_000
    yield "deep.md", b"> " * 20_000 + b"deep\n"
    yield "deep list.md", b"".join(b" " * 2 * n + b"- item\n" for n in range(2_000))
    yield "brackets.md", b"[" * 50_000
    yield "wide.csv", b",".join(b"c%d" % n for n in range(50_000)) + b"\n"
    yield "long line.txt", b"word " * 150_000
    yield "numbers.txt", b"1." * 200_000
    yield "nested.eml", nested_mail(1_000)
    yield "header.eml", b"Subject: " + b"x" * 10_000_000 + b"\r\n\r\nbody\r\n"
    yield "headers.eml", b"".join(b"X-%d: y\r\n" % n for n in range(200_000)) + b"\r\nbody\r\n"
    yield "parts.eml", many_parts(5_000)
    yield "references.eml", b"References: " + b"<a@b.example> " * 100_000 + b"\r\n\r\nbody\r\n"


def nested_mail(levels: int) -> bytes:
    """A message in a message, so many times."""
    content = b"Subject: innermost\r\n\r\nHere at last.\r\n"
    for _ in range(levels):
        content = b"Subject: outer\r\nContent-Type: message/rfc822\r\n\r\n" + content
    return content


def many_parts(count: int) -> bytes:
    """A message with so many empty parts."""
    head = b'Subject: parts\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n'
    return head + b"--b\r\nContent-Type: text/plain\r\n\r\n\r\n" * count + b"--b--\r\n"


def spies(secret: Path, address: str) -> Made:
    """Files that ask for another file or for an address."""
    for number, target in enumerate((secret.as_uri(), str(secret), address)):
        yield f"spy {number}.xml", f'<?xml version="1.0"?>{outside(target)}<d>spy &out;</d>'.encode()
        yield f"spy {number}.docx", docx(word("<w:p><w:r><w:t>spy &out;</w:t></w:r></w:p>", outside(target)))
        page = f'{outside(target)}<html><base href="{target}"><link href="{target}" rel=stylesheet>'
        yield f"spy {number}.html", f'{page}<p>spy &out;<iframe src="{target}"></iframe><img src="{target}">'.encode()
        yield f"spy {number}.md", f"spy ![picture]({target}) <img src='{target}'>\n".encode()
        yield f"spy {number}.rst", f"spy\n\n.. include:: {target}\n\n.. raw:: html\n   :url: {target}\n".encode()
        yield f"spy {number} csv.rst", f"spy\n\n.. csv-table::\n   :file: {target}\n".encode()


def ruins(scratch: Path) -> Made:
    """Nothing, noise, and PDFs that end too soon, under every known name."""
    noise = random.Random(11)
    for ending in EXTENSIONS:
        yield f"empty{ending}", b""
        yield f"blank{ending}", b" \r\n\t\n"
        yield f"noise{ending}", noise.randbytes(3_000)
        yield f"zeros{ending}", bytes(5_000)
    yield "noise.bin", noise.randbytes(100)
    yield from strange_characters()
    written = write_sample(scratch)
    sample = {path.name: path.read_bytes() for path in written}
    whole = next(content for name, content in sample.items() if name.startswith("Section"))
    for number in range(24):
        yield f"cut {number:02}.pdf", whole[: noise.randrange(1, len(whole))]
    for number in range(12):
        hurt = bytearray(whole)
        for _ in range(30):
            hurt[noise.randrange(len(hurt))] = noise.randrange(256)
        yield f"hurt {number:02}.pdf", bytes(hurt)
    letter = next(content for name, content in sample.items() if name.endswith(".docx"))
    for number in range(6):
        yield f"cut {number}.docx", letter[: noise.randrange(4, len(letter))]
    yield "really a.pdf", letter
    yield "really a.docx", whole


def strange_characters() -> Made:
    """Texts that hold what is no character, or commands a terminal."""
    yield "half.json", b'{"note": "half a pair \\ud800 here"}'
    yield "half.html", b"<p>half a pair &#xD800; here &#0; &#x110000;</p>"
    yield "escape.txt", b"The tide board of the \x1b[31mred\x1b[0m quay reads 4 m.\n"
    yield "bytes.eml", b"Subject: caf\xe9 \xff\r\nFrom: \xfe <a@b.example>\r\n\r\nThe caf\xe9 closes at six.\r\n"
    yield "wide.txt", "The wide text of the ferry reads well.\n".encode("utf-16")


def names() -> Made:
    """One small text under names that a file system allows."""
    text = b"The weir gate of lock %d opens to the left.\n"
    allowed: tuple[str | bytes, ...] = (
        "two\nlines.txt",
        "tab\tand\rreturn.txt",
        "\u202egpj.txt",
        "zero\u200bwidth.txt",
        b"latin \xe9\xff.txt",
        b"half \xed\xa0\x80.txt",
        "x" * 251 + ".txt",
        "ж" * 125 + ".txt",
        "-rf.txt",
        "a!b!c.txt",
        "quote'\"`$(x).txt",
        "back\\slash.txt",
        "percent%2e%2e%2f.txt",
        "escape\x1b[31m.txt",
        "emoji 🏗️.txt",
        "e\u0301 composed.txt",
        "é composed.txt",
        "CON.txt",
        " leading and trailing .txt",
        "no ending but dots...",
    )
    for number, name in enumerate(allowed):
        yield name, text % number
