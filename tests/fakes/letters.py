"""Mails of a made-up site, short enough to see their thread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from app.use_cases.reading import claims_of
from connectors.protocol import ParsedDocument
from graph.thread_record import messages_of, stated_of
from graph.threads import ThreadTree, thread_trees

OLAF = "Olaf Brand <olaf@brand.example>"
MIRA = "Mira Halden <mira@halden.example>"


def letter(
    message_id: str,
    body: str,
    *,
    sender: str = OLAF,
    day: int = 6,
    answers: Sequence[str] = (),
    **headers: str,
) -> str:
    """A mail to Mira Halden in May 2024.

    Args:
        answers: Message ids that it refers to, the oldest first.
        headers: Further ones, their names with underscores for hyphens; of a name that is there already, instead.
    """
    lines = {
        "From": sender,
        "To": MIRA,
        "Date": f"{day} May 2024 09:00:00 +0000",
        "Subject": "RFI-031 Door D-201",
        "Message-ID": f"<{message_id}>",
        "In-Reply-To": f"<{answers[-1]}>" if answers else "",
        "References": " ".join(f"<{one}>" for one in answers),
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=utf-8",
    }
    lines |= {name.replace("_", "-"): value for name, value in headers.items()}
    return "\n".join(f"{name}: {value}" for name, value in lines.items() if value) + f"\n\n{body}\n"


def trees_of(documents: Mapping[str, ParsedDocument]) -> tuple[ThreadTree, ...]:
    """The threads of messages as they were read, by name."""
    recorded = datetime(2026, 1, 1, tzinfo=UTC)
    claims = [c for name, document in documents.items() for c in claims_of(name, document.statements, recorded)]
    return thread_trees(messages_of(stated_of(claims), lambda _: ""))


def drawn(tree: ThreadTree, titles: Mapping[str, str] | None = None) -> list[str]:
    """A thread as indented titles, else message ids; missing messages in brackets."""
    lines = []
    for post in tree.posts:
        name = post.message_id or post.id
        shown = f"({name})" if post.is_missing else (titles or {}).get(next(iter(post.sources)), name)
        lines.append("  " * post.depth + shown)
    return lines
